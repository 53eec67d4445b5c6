"""Lowering of rounds that happen at once: sums that are judged as a whole, places that two rounds may set.

Of a component that rounds both raise and lower, the rounds change a copy, so that nobody sees in which order
they are carried out; the range is looked at when all are over. Where the checker could not tell whether two
rounds set one place to two values, a mark for each place remembers which round has set it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from interpreter.check.access import Access
from interpreter.check.kinds import BagOf, Number, SetOf
from interpreter.check.order import Parts, copied_in, summed_in, writes_of_line
from interpreter.check.world import Component, Var, World
from interpreter.core import fold, ir
from interpreter.core.instance import Instance
from interpreter.core.lower_costs import LowerCosts
from interpreter.core.place import Place, read_at
from interpreter.syntax import nodes as n

SUMMED = -1
"""The mark of a place that rounds have added to or taken from."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The marks of a loop: ``number`` holds the number of the round. For each component, ``marks`` has a slot
    for each place, with the round that has set it; ``came`` and ``left`` are what has come to sets and left.
    """

    number: int
    marks: dict[Component, int]
    came: dict[Component, int]
    left: dict[Component, int]


class LowerAtOnce(LowerCosts):
    """Lowers simultaneous rounds."""

    def __init__(self, world: World, instance: Instance) -> None:
        super().__init__(world, instance)
        self.contests: list[Contest] = []  # of the loops around, outermost first

    def simultaneous(self, block: n.ForBlock) -> None:
        """A loop whose rounds see the table as it was before it."""
        variables = tuple(self.world.vars_of[bind] for bind in block.overs.binds)
        contested = self.world.contested.get(block, ())
        with self.at_once([(block.body,)], variables), self.contested(contested) as contest:

            def body() -> None:
                self._next_round(contest)
                self.block(block.body)

            self.each(block.overs, block.order, self.is_plain(block.body), body)

    @contextmanager
    def at_once(self, rounds: Sequence[Parts], variables: tuple[Var, ...]) -> Iterator[None]:
        """Around simultaneous rounds: what they read is copied, what they raise and lower is summed up."""
        snapshots = dict(self.snapshots)
        for component in copied_in(self.world, rounds, variables):
            # Inside rounds of a larger loop, the table is that before all of them.
            if component not in self.snapshots:
                self._snapshot(component)
        with self._summing(summed_in(self.world, rounds, variables)):
            yield
            self.snapshots = snapshots
            if self.notes.marking and self.head is not None:
                self.mark("settled", self.instance.head(self.head))

    def _snapshot(self, component: Component) -> None:
        group = self._group_of(component)
        copy = self.slots.array(f"{component.name} before", group.count, group.width)
        self.flow.emit(ir.Copy(copy, group.base, group.count))
        self.snapshots[component] = copy

    def _group_of(self, component: Component) -> ir.Slot:
        return next(one for one in self.slots.groups if one.base == self.bases[component])

    def line(self, line: n.Line) -> None:
        """One effect; before it, what other rounds may have done with its places is looked at."""
        for contest in self.contests:
            for write in writes_of_line(self.world, line):
                if write.component in contest.marks and write.verb not in {"reveal", "hide"}:
                    self._look(contest, line, write)
        super().line(line)

    # -- places that two rounds may set -------------------------------------------------------------------

    @contextmanager
    def contested(self, components: Sequence[Component]) -> Iterator[Contest | None]:
        """Around the rounds of a loop, in which two may clash."""
        if not components:
            yield None
            return
        contest = Contest(self.slots.array("number of the round", 1), {}, {}, {})
        self.flow.emit(ir.Set(contest.number, ir.Const(0)))
        for component in components:
            group = self._group_of(component)
            contest.marks[component] = self._cleared(f"{component.name} set by", group.count, 0)
            if isinstance(component.kind, SetOf):
                for sets, word in ((contest.came, "in"), (contest.left, "out")):
                    sets[component] = self._cleared(f"{component.name} {word}", group.count, group.width)
        self.contests.append(contest)
        yield contest
        self.contests.pop()

    def _next_round(self, contest: Contest | None) -> None:
        """The number of the round that begins."""
        if contest is not None:
            more = ir.Arith("add", ir.Read(contest.number), ir.Const(1))
            self.flow.emit(ir.Set(contest.number, more))

    def _cleared(self, name: str, count: int, width: int) -> int:
        base = self.slots.array(name, count, width)
        self.flow.emit(ir.Set(base, ir.SetConst(0, width) if width else ir.Const(0)))
        filled = 1
        while filled < count:
            more = min(filled, count - filled)
            self.flow.emit(ir.Copy(base + filled, base, more))
            filled += more
        return base

    def _look(self, contest: Contest, line: n.Line, write: Access) -> None:
        """Mark the place that a line changes, unless another round has been there and it would matter."""
        place, _ = self.target(write.node)
        base, number = contest.marks[write.component], ir.Read(contest.number)
        mark = read_at(base, place.size, place.index)
        slot = fold.arith("add", ir.Const(self.bases[write.component]), place.index)
        where = self.place_in_file(line.span, line.foot)
        mine = ir.Compare("eq", mark, number)
        values: tuple[ir.Expr, ...] = ()
        set_to: ir.Expr = number
        if write.verb == "empty":
            fine: ir.Expr = mine
        elif write.verb != "set":
            set_to = ir.Const(SUMMED)
            fine = fold.or_(mine, ir.Compare("eq", mark, set_to))
            self._in_and_out(contest, write, place, slot, where)
        else:
            same, values = self._same(write, place)
            fine = fold.or_(mine, fold.and_(ir.Compare("gt", mark, ir.Const(0)), same))
        code = "E710" if values else "E711"
        with self.flow.nested() as first:
            self.write_at(base, place.size, place.index, set_to)
        with self.flow.nested() as again:
            if values:
                summed = ir.Compare("ne", mark, ir.Const(SUMMED))
                self.flow.emit(ir.Agree(summed, "E711", where, slot))
            self.flow.emit(ir.Agree(fine, code, where, slot, values))
        self.flow.emit(ir.When(ir.Compare("eq", mark, ir.Const(0)), tuple(first), tuple(again)))

    def _same(self, write: Access, place: Place) -> tuple[ir.Expr, tuple[ir.Expr, ...]]:
        """Whether a line sets a place to what it holds, and the two values that are told if it does not."""
        kind, value = write.component.kind, write.value
        assert value is not None
        emptied = isinstance(value, n.Word) and value.word == "nothing"
        if isinstance(kind, SetOf):
            assert kind.of is not None
            width = self.width(kind.of)
            new: ir.Expr = ir.SetConst(0, width) if emptied else self.whole_set(value, kind.of)
            return ir.SetCompare("eq", place.read(), new), ()
        low = min(max(kind.low, 0), kind.high) if isinstance(kind, Number) else -1
        number = ir.Const(low) if emptied else self.whole(value)
        return ir.Compare("eq", place.read(), number), (place.read(), number)

    def _in_and_out(self, contest: Contest, write: Access, place: Place, slot: ir.Expr, where: int) -> None:
        """What comes to a set in one round may not leave it in another."""
        kind = write.component.kind
        if not isinstance(kind, SetOf) or write.what is None:
            return
        assert kind.of is not None
        ours, theirs = contest.came, contest.left
        if write.verb == "remove":
            ours, theirs = theirs, ours
        members = self.whole_set(write.what, kind.of)
        ours_there = read_at(ours[write.component], place.size, place.index)
        theirs_there = read_at(theirs[write.component], place.size, place.index)
        apart = ir.Empty(fold.set_op("inter", theirs_there, members))
        self.flow.emit(ir.Agree(apart, "E711", where, slot))
        united = fold.set_op("union", ours_there, members)
        self.write_at(ours[write.component], place.size, place.index, united)

    # -- sums -----------------------------------------------------------------------------------------------

    @contextmanager
    def _summing(self, lines: Mapping[Component, n.Line]) -> Iterator[None]:
        """Around rounds that raise and lower the places of components, each first with the line that comes
        with it: they fit when all rounds are over.
        """
        here = {component: line for component, line in lines.items() if component not in self.lives}
        for component in here:
            group = self._group_of(component)
            self.lives[component] = self.slots.array(f"{component.name} summed", group.count)
            self.flow.emit(ir.Copy(self.lives[component], group.base, group.count))
        yield
        for component, line in here.items():
            self._settled(component, self.lives.pop(component), line)

    def _settled(self, component: Component, base: int, line: n.Line) -> None:
        """Take over the sums, if they fit."""
        kind, group = component.kind, self._group_of(component)
        low, high = (kind.low, kind.high) if isinstance(kind, Number) else (0, group.high)
        check = ir.Range(low, high, self.place_in_file(line.span, line.foot))
        if group.count == 1:
            self.flow.emit(ir.Set(group.base, ir.Read(base), check))
            return
        with self.slots.scratch() as slot:
            value = read_at(base, group.count, ir.Read(slot))
            write = ir.SetAt(group.base, group.count, ir.Read(slot), value, check)
            over = ir.SetConst((1 << group.count) - 1, group.count)
            self.flow.emit(ir.Loop(slot, over, (write,)))
        if isinstance(kind, BagOf):
            self._hold_all(component, line)

    def _hold_all(self, component: Component, line: n.Line) -> None:
        """Every bag of a component holds no more things than it may."""
        kind, group = component.kind, self._group_of(component)
        assert isinstance(kind, BagOf)
        width = self.width(kind.of)
        cells = group.count // width
        with self.slots.scratch() as slot:
            with self.flow.nested() as inside:
                first = fold.arith("mul", ir.Read(slot), ir.Const(width))
                self.hold(line, Place(component, group.base, group.count, first, width), kind)
            self.flow.emit(ir.Loop(slot, ir.SetConst((1 << cells) - 1, cells), tuple(inside)))
