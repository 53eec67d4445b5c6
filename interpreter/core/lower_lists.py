"""Lowering of lists: what comes to an end of one, what is taken out, and shuffling."""

from collections.abc import Callable

from interpreter.check.kinds import BagOf, Kind, ListOf, SetOf, Single
from interpreter.check.world import Component
from interpreter.core import fold, ir
from interpreter.core.lists import NOTHING, ListPlace, list_of, list_place
from interpreter.core.lower_chance import LowerChance, Supply
from interpreter.core.place import Place
from interpreter.syntax import nodes as n

ZERO, ONE = ir.Const(0), ir.Const(1)


class LowerLists(LowerChance):
    """Lowers the lines that change lists."""

    def line(self, line: n.Line) -> None:
        """One effect."""
        ends = [node for node in (line.target, line.source) if node is not None and self.is_list(node)]
        match line.verb:
            case "shuffle":
                assert line.what is not None
                self.shuffle(line, line.what)
            case "add" | "remove" | "set" if ends:
                self._change_list(line, ends[0])
            case "move" if ends:
                self._move_things(line)
            case _:
                super().line(line)

    # -- places -----------------------------------------------------------------------------------------

    def is_list(self, node: n.Expr) -> bool:
        """Whether a place is a list or the end of one."""
        component = self.world.refs.get(list_of(node))
        inner = list_of(node)
        given = len(inner.args) if isinstance(inner, n.Read) else 0
        return (
            isinstance(component, Component)
            and isinstance(component.kind, ListOf)
            and given == len(component.keys)
        )

    def target(self, node: n.Expr) -> tuple[Place, Kind]:
        """The place that a line changes; of a list that of its length."""
        return super().target(list_of(node))

    def list_at(self, node: n.Expr) -> ListPlace:
        """The list that a line changes, with its index known."""
        place, kind = self.target(node)
        assert isinstance(kind, ListOf)
        return list_place(self, place, kind)

    def _set_length(self, here: ListPlace, value: ir.Expr) -> None:
        self.flow.emit(ir.SetAt(here.lengths, here.lists, here.index, value))

    def _set_cell(self, here: ListPlace, position: ir.Expr, value: ir.Expr) -> None:
        size = here.lists * here.kind.cap
        self.flow.emit(ir.SetAt(here.cells, size, here.cell(position), value))

    def _for_positions(self, over: ir.Expr, body: Callable[[ir.Expr], None]) -> None:
        """Carry out ``body`` for each position of a set, upwards."""
        with self.slots.scratch() as slot:
            with self.flow.nested() as inside:
                body(ir.Read(slot))
            self.flow.emit(ir.Loop(slot, over, tuple(inside)))

    # -- single things ----------------------------------------------------------------------------------

    def put(self, line: n.Line, node: n.Expr, value: ir.Expr) -> None:
        """A thing comes to the end that is named; ``value`` is a slot or a constant."""
        assert isinstance(node, n.EndOf)
        here = self.list_at(node)
        room = fold.compare("lt", here.length(), ir.Const(here.kind.cap))
        self.flow.emit(ir.Require(room, "E701", self.place_in_file(line.span, line.foot)))
        if node.end == "top":
            self._set_cell(here, here.length(), value)
        else:
            last = here.kind.cap - 1
            above = ir.SetConst((1 << last) - 1, last) if last else None

            def shift(step: ir.Expr) -> None:
                position = fold.arith("sub", ir.Const(last), step)
                self._set_cell(here, position, here.at(fold.arith("sub", position, ONE)))

            if above is not None:
                self._for_positions(above, shift)
            self._set_cell(here, ZERO, value)
        self._set_length(here, fold.arith("add", here.length(), ONE))

    def take_top(self, line: n.Line, node: n.Expr, slot: int) -> None:
        """What lies on top comes into a slot; nothing there is E703."""
        here = self.list_at(node)
        some = fold.compare("gt", here.length(), ZERO)
        self.flow.emit(ir.Require(some, "E703", self.place_in_file(line.span, line.foot)))
        last = fold.arith("sub", here.length(), ONE)
        self.flow.emit(ir.Set(slot, here.at(last)))
        self._set_length(here, last)
        self._set_cell(here, here.length(), NOTHING)

    def take_out(self, line: n.Line, node: n.Expr, value: ir.Expr) -> None:
        """The topmost thing like ``value`` leaves a list, which closes up; none there is E701."""
        here = self.list_at(node)
        with self.slots.scratch() as found, self.slots.scratch() as var:
            like = ir.Filter(
                var, here.positions(), fold.compare("eq", here.at(ir.Read(var)), value), here.kind.cap
            )
            self.flow.emit(ir.Set(found, ir.Highest(like, NOTHING)))
            there = fold.compare("ge", ir.Read(found), ZERO)
            self.flow.emit(ir.Require(there, "E701", self.place_in_file(line.span, line.foot)))
            self._close_up(here, ir.Read(found))

    def _close_up(self, here: ListPlace, gap: ir.Expr) -> None:
        """What lies above a position comes down by one."""
        last = here.kind.cap - 1

        def sink(at: ir.Expr) -> None:
            kept = fold.if_(fold.compare("ge", at, gap), here.at(fold.arith("add", at, ONE)), here.at(at))
            self._set_cell(here, at, kept)

        if last:
            self._for_positions(ir.SetConst((1 << last) - 1, last), sink)
        self._set_cell(here, ir.Const(last), NOTHING)
        self._set_length(here, fold.arith("sub", here.length(), ONE))

    def clear(self, node: n.Expr) -> None:
        """Nothing lies in a list any more."""
        here = self.list_at(node)
        self._for_positions(here.positions(), lambda position: self._set_cell(here, position, NOTHING))
        self._set_length(here, ZERO)

    # -- lines ------------------------------------------------------------------------------------------

    def _change_list(self, line: n.Line, node: n.Expr) -> None:
        place, kind = self.target(node)
        self.events.changed(self, line, place, kind)
        if line.verb == "set" or _is_everything(line.what):
            self.clear(node)
            return
        assert line.what is not None
        with self.slots.scratch() as slot:
            if isinstance(line.what, n.Of):
                self._add_some(line, node, line.what, slot)
                return
            self.flow.emit(ir.Set(slot, self.whole(line.what)))
            if line.verb == "add":
                self.put(line, node, ir.Read(slot))
            else:
                self.take_out(line, node, ir.Read(slot))

    def _add_some(self, line: n.Line, node: n.Expr, what: n.Of, slot: int) -> None:
        """So many of one thing, one after the other; less than none is none."""
        here = self.list_at(node)
        with self.slots.scratch() as many, self.slots.scratch() as var:
            self.flow.emit(ir.Set(slot, self.whole(what.thing)))
            self.flow.emit(ir.Set(many, fold.arith("max", self.whole(what.count), ZERO)))
            free = fold.arith("sub", ir.Const(here.kind.cap), here.length())
            fits = fold.compare("le", ir.Read(many), free)
            self.flow.emit(ir.Require(fits, "E701", self.place_in_file(line.span, line.foot)))
            below = fold.compare("lt", ir.Read(var), ir.Read(many))
            over = ir.Filter(var, here.positions(), below, here.kind.cap)
            self._for_positions(over, lambda _: self.put(line, node, ir.Read(slot)))

    def _move_things(self, line: n.Line) -> None:
        assert line.source is not None and line.target is not None and line.what is not None
        source, kind = self.target(line.source)
        target, _ = self.target(line.target)
        self.events.moved(self, line, source, target, kind)
        if _is_everything(line.what):
            self.lay(line, line.source, line.target)
            return
        with self.slots.scratch() as slot:
            self.flow.emit(ir.Set(slot, self.whole(line.what)))
            self._give_up(line, line.source, ir.Read(slot))
            self.receive(line, line.target, ir.Read(slot))

    def _give_up(self, line: n.Line, node: n.Expr, value: ir.Expr) -> None:
        """One thing leaves a place."""
        place, kind = self.target(node)
        match kind:
            case ListOf():
                self.take_out(line, node, value)
            case BagOf(of):
                self._change_item(line, place, kind, "sub", self.index(value, of), ONE)
            case SetOf(of) if of is not None:
                one = fold.single(self.index(value, of), self.width(of))
                self.write(place, ir.SetOp("minus", place.read(), one))
            case _:
                there = fold.compare("eq", place.read(), value)
                self.flow.emit(ir.Require(there, "E701", self.place_in_file(line.span, line.foot)))
                self.write(place, NOTHING)

    def receive(self, line: n.Line, node: n.Expr, value: ir.Expr) -> None:
        """One thing, in a slot, comes to a place."""
        place, kind = self.target(node)
        match kind:
            case ListOf():
                self.put(line, node, value)
            case BagOf(of):
                self._change_item(line, place, kind, "add", self.index(value, of), ONE)
                self.hold(line, place, kind)
            case SetOf(of) if of is not None:
                one = fold.single(self.index(value, of), self.width(of))
                self.write(place, ir.SetOp("union", place.read(), one))
            case _:
                self.write(place, value, self._checked(None, kind, line))

    def lay(self, line: n.Line, source: n.Expr, target: n.Expr) -> None:
        """All of a list comes, in its order, on top of another list or under it, or into a bag or a set."""
        here = self.list_at(source)
        under = isinstance(target, n.EndOf) and target.end == "bottom"
        with self.slots.scratch() as slot, self.slots.scratch() as many, self.slots.scratch() as var:
            self.flow.emit(ir.Set(many, here.length()))
            below = fold.compare("lt", ir.Read(var), ir.Read(many))
            over = ir.Filter(var, here.positions(), below, here.kind.cap)

            def one(_: ir.Expr) -> None:
                if under:
                    self.take_top(line, source, slot)
                else:
                    self._take_bottom(source, slot)
                self.receive(line, target, ir.Read(slot))

            self._for_positions(over, one)

    def _take_bottom(self, node: n.Expr, slot: int) -> None:
        """What lies at the bottom of a list that is not empty comes into a slot."""
        here = self.list_at(node)
        self.flow.emit(ir.Set(slot, here.at(ZERO)))
        self._close_up(here, ZERO)

    # -- draws ------------------------------------------------------------------------------------------

    def _supply(self, line: n.Line, source: n.Expr) -> Supply:
        return None if self.is_list(source) else super()._supply(line, source)

    def _draw_some(self, line: n.Line, source: n.Expr, supply: Supply) -> None:
        if self.is_list(source):
            self.draw_top(line, source)
        else:
            super()._draw_some(line, source, supply)

    def draw_top(self, line: n.Line, source: n.Expr) -> None:
        """What lies on top comes to the place of the line: that is certain, so no chance is asked."""
        assert line.target is not None
        place, _ = self.target(line.target)
        with self.slots.scratch() as slot:
            self.take_top(line, source, slot)
            component = self.world.refs[source]
            assert isinstance(component, Component)
            self.events.drawn(self, line, component, ir.Read(slot), self.seen_by(place))
            self.receive(line, line.target, ir.Read(slot))

    def _receive(self, line: n.Line, drawn: int, of: Single) -> None:
        assert line.target is not None
        if self.is_list(line.target):
            with self.slots.scratch() as slot:
                self.flow.emit(ir.Set(slot, self.from_index(ir.Read(drawn), of)))
                self.put(line, line.target, ir.Read(slot))
        else:
            super()._receive(line, drawn, of)

    # -- shuffling --------------------------------------------------------------------------------------

    def shuffle(self, line: n.Line, node: n.Expr, tell: bool = True) -> None:
        """Each thing is drawn from those that have no place yet: the top first, then what lies below it."""
        here = self.list_at(node)
        of, cap = here.kind.of, here.kind.cap
        width = self.width(of)
        counts = self.slots.local("things to shuffle", 0, cap, 0, width)
        left = self.slots.local("left to shuffle", 0, cap)
        drawn = self.slots.local("shuffled", 0, max(width - 1, 0))
        place, _ = self.target(node)
        if tell:
            self.events.shuffles(self, line, node)
        self._count_things(node, counts)
        self.flow.emit(ir.Set(left, here.length()))
        head = self.flow.start()
        inside, after, following = self.flow.new(), self.flow.new(), self.flow.new()
        self.flow.close(ir.Branch(fold.compare("gt", ir.Read(left), ZERO), inside, after))
        self.flow.at(inside)
        where, domain = self.place_in_file(line.span, line.foot), self.instance.domain(of)
        seen = self.seen_by(place)
        self.flow.close(ir.DrawBag(drawn, counts, width, ZERO, following, domain, where, seen))
        self.flow.at(following)
        fewer = fold.arith("sub", ir.ReadAt(counts, width, ir.Read(drawn)), ONE)
        self.flow.emit(ir.SetAt(counts, width, ir.Read(drawn), fewer))
        self.flow.emit(ir.Set(left, fold.arith("sub", ir.Read(left), ONE)))
        self._set_cell(self.list_at(node), ir.Read(left), self.from_index(ir.Read(drawn), of))
        self.flow.go(head)
        self.flow.at(after)

    def _count_things(self, node: n.Expr, counts: int) -> None:
        kind = self.list_at(node).kind
        width = self.width(kind.of)
        with self.slots.scratch() as slot:
            count = self.wrapped(lambda: self.bag(list_of(node), kind.of).count(ir.Read(slot)))
            write = ir.SetAt(counts, width, ir.Read(slot), count)
            self.flow.emit(ir.Loop(slot, self.everything(kind.of), (write,)))


def _is_everything(node: n.Expr | None) -> bool:
    return isinstance(node, n.Word) and node.word == "everything"
