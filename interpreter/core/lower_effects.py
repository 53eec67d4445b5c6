"""Lowering of effects: verbs become writes with range checks, chance becomes blocks."""

from collections.abc import Callable

from interpreter.check.intervals import arithmetic
from interpreter.check.kinds import BagOf, Flag, Kind, MapOf, Maybe, Member, Number, SetOf, Single
from interpreter.check.world import Component, Var
from interpreter.core import bags, fold, ir, row_values
from interpreter.core.bags import Bag
from interpreter.core.lower_loops import LowerLoops
from interpreter.core.place import Place
from interpreter.core.reading import slots_bound, slots_read
from interpreter.syntax import nodes as n

_HIGHEST = 2**31 - 1


class LowerEffects(LowerLoops):
    """Lowers the lines that change components."""

    # -- lines ----------------------------------------------------------------------------------------

    def line(self, line: n.Line) -> None:
        """One effect."""
        match line.verb:
            case "set":
                self._set_line(line)
            case "add" | "remove":
                self._add_line(line)
            case "move":
                self._move_line(line)
            case "let":
                self._let_line(line)
            case "run":
                assert line.call is not None
                self.run_step(line.call)
            case "finish":
                self.finish(line.value, "")
            case "stop":
                self.leave()
            case "award":
                self.events.awarded(self, line)
            case _:
                pass

    def _let_line(self, line: n.Line) -> None:
        assert line.value is not None
        self.let(self.world.vars_of[line], line.value)

    def let(self, var: Var, value: n.Expr) -> None:
        """A value taken here; constants need no slot."""
        kind = var.kind
        self.meaning.pop(var, None)
        if isinstance(kind, BagOf):
            self.bags[var] = self.copied(value, kind, var.name)
            return
        if isinstance(kind, MapOf):
            self.maps[var] = row_values.take(self, var, value, kind)
            return
        of = kind.of if isinstance(kind, SetOf) else None
        expr = self.whole_set(value, of) if of is not None else self.whole(value)
        if isinstance(expr, ir.Const | ir.SetConst):
            self.env[var] = expr
            return
        low, high = self.range_of(kind)
        slot = self.slots.local(var.name, low, high, self.width(of) if of is not None else 0)
        self.flow.emit(ir.Set(slot, expr))
        self.env[var] = ir.Read(slot)

    def copied(self, node: n.Expr, kind: BagOf, name: str) -> bags.PlaceBag:
        """A bag as it is now, in locals that may be alive at a decision."""
        width = self.width(kind.of)
        now = self.slots.add(f"{name} now", width, 0, kind.cap, 0, "scratch")
        self._count_all(node, kind, now)
        base = self.slots.local(name, 0, kind.cap, 0, width)
        self.flow.emit(ir.Copy(base, now, width))
        return bags.PlaceBag(self, kind.of, base, width)

    def _count_all(self, node: n.Expr, kind: BagOf, base: int) -> None:
        """Write the counts of a bag side by side."""
        width = self.width(kind.of)
        with self.slots.scratch() as slot:
            count = self.wrapped(lambda: self.bag(node, kind.of).count(ir.Read(slot)))
            write = ir.SetAt(base, width, ir.Read(slot), count)
            self.flow.emit(ir.Loop(slot, self.everything(kind.of), (write,)))

    def steady(self, node: n.Expr, kind: BagOf) -> Bag:
        """A bag of which no other count changes when a line changes that of one thing; else it is copied.

        Its place is known before anything changes.
        """
        ref = self.world.refs.get(node)
        if isinstance(ref, Component) and isinstance(node, n.Name | n.Read):
            place = self.fixed(self.whole_place(ref, node.args if isinstance(node, n.Read) else ()))
            return bags.PlaceBag(self, kind.of, place.base, place.size, place.index)
        if isinstance(ref, Var):
            return self.bags[ref]
        width = self.width(kind.of)
        base = self.slots.add("things to move", width, 0, kind.cap, 0, "scratch")
        self._count_all(node, kind, base)
        return bags.PlaceBag(self, kind.of, base, width)

    def range_of(self, kind: Kind) -> tuple[int, int]:
        """The least and the largest value of a kind, as it stands in a slot."""
        match kind:
            case Number(low, high):
                return low, high
            case Flag():
                return 0, 1
            case Member():
                return 0, self.width(kind) - 1
            case Maybe(of):
                low, high = self.range_of(of)
                return min(low, -1), high
            case _:
                return 0, 0

    # -- writes -----------------------------------------------------------------------------------------

    def write(self, place: Place, value: ir.Expr, check: ir.Range | None = None) -> None:
        """Set a place."""
        if self.lives.get(place.component) == place.base:
            # Whether a sum fits is looked at when all rounds are over; until then it may go beyond.
            # The mark that tells whether the place is shown lies elsewhere, and is no sum.
            where = check.place if check is not None else -1
            check = ir.Range(-_HIGHEST, _HIGHEST, where)
        if place.size == 1 or isinstance(place.index, ir.Const):
            at = place.base + (place.index.value if isinstance(place.index, ir.Const) else 0)
            self.flow.emit(ir.Set(at, value, check))
        else:
            self.flow.emit(ir.SetAt(place.base, place.size, place.index, value, check))

    def write_at(self, base: int, size: int, index: ir.Expr, value: ir.Expr) -> None:
        """Set a slot of an array."""
        if isinstance(index, ir.Const):
            self.flow.emit(ir.Set(base + index.value, value))
        else:
            self.flow.emit(ir.SetAt(base, size, index, value))

    def target(self, node: n.Expr) -> tuple[Place, Kind]:
        """The place that a line changes, and what it holds."""
        component = self.world.refs[node]
        assert isinstance(component, Component) and isinstance(node, n.Name | n.Read)
        args = node.args if isinstance(node, n.Read) else ()
        kind: Kind = component.kind
        if isinstance(kind, BagOf) and len(args) > len(component.keys):
            kind = Number(0, kind.cap)
        return self.fixed(self.whole_place(component, args, live=True)), kind

    def fixed(self, place: Place) -> Place:
        """The place with its index taken now: what the line changes must not move the place."""
        reads = slots_read(place.index)
        changing = any(
            group.role == "component" and reads & set(range(group.base, group.base + group.count))
            for group in self.slots.groups
        )
        if changing or slots_bound(place.index):
            slot = self.slots.array(f"place in {place.component.name}", 1)
            self.flow.emit(ir.Set(slot, place.index))
            place.index = ir.Read(slot)
        return place

    def _checked(self, value: Number | None, kind: Kind, line: n.Line) -> ir.Range | None:
        """A run-time check, unless the interval of the value proves that it fits."""
        number = kind.of if isinstance(kind, Maybe) else kind
        if not isinstance(number, Number):
            return None
        if value is not None and number.low <= value.low and value.high <= number.high:
            return None
        low = -1 if isinstance(kind, Maybe) else number.low
        return ir.Range(low, number.high, self.place_in_file(line.span, line.foot))

    def _interval(self, node: n.Expr) -> Number | None:
        kind = self.kind(node)
        if isinstance(kind, Flag):
            return Number(0, 1)
        return kind if isinstance(kind, Number) else None

    def _set_line(self, line: n.Line) -> None:
        assert line.target is not None and line.value is not None
        place, kind = self.target(line.target)
        row = self.kind(line.target)
        if isinstance(row, MapOf):
            self._set_row(line, place, row)
            return
        self.events.changed(self, line, place, kind)
        match kind:
            case BagOf():
                self._set_bag(line, place, kind)
            case SetOf(of):
                assert of is not None
                self.write(place, self.whole_set(line.value, of))
            case _:
                check = self._checked(self._interval(line.value), kind, line)
                self.write(place, self.whole(line.value), check)

    def _set_bag(self, line: n.Line, place: Place, kind: BagOf) -> None:
        assert line.value is not None
        value = self.kind(line.value)
        if isinstance(line.value, n.Word) and line.value.word == "nothing":
            self._empty_bag(place, kind.of)
            return
        cap = value.cap if isinstance(value, BagOf) else self.width(kind.of)
        base = self.slots.add("things to hold", self.width(kind.of), 0, cap, 0, "scratch")
        self._count_all(line.value, BagOf(kind.of, cap), base)
        with self.slots.scratch() as slot:
            there = ir.ReadAt(base, self.width(kind.of), ir.Read(slot))
            with self.flow.nested() as inside:
                check = self._checked(Number(0, cap), Number(0, kind.cap), line)
                self.write(place.item(ir.Read(slot)), there, check)
            self.flow.emit(ir.Loop(slot, self.everything(kind.of), tuple(inside)))
        if cap > kind.cap:
            self.hold(line, place, kind)

    def _set_row(self, line: n.Line, place: Place, row: MapOf) -> None:
        """Each place of a row gets the value of the same place of another."""
        assert line.target is not None and line.value is not None
        cells, value = self.instance.cells(row.keys), row_values.reader(self, line.value)
        each = (at for at in range(cells.width) if cells.bits >> at & 1)
        read = [self.wrapped(lambda at=at: value(ir.Const(at))) for at in each]  # type: ignore[misc]
        self.events.row_changed(self, line, place, read, row.value)
        with self.slots.scratch() as slot:
            with self.flow.nested() as inside:
                self.write(place.item(ir.Read(slot)), self.wrapped(lambda: value(ir.Read(slot))))
            self.flow.emit(ir.Loop(slot, cells, tuple(inside)))

    def _empty_bag(self, place: Place, of: Single) -> None:
        with self.slots.scratch() as slot:
            with self.flow.nested() as inside:
                self.write(place.item(ir.Read(slot)), ir.Const(0))
            self.flow.emit(ir.Loop(slot, self.everything(of), tuple(inside)))

    def _add_line(self, line: n.Line) -> None:
        node = line.target if line.verb == "add" else line.source
        assert node is not None and line.what is not None
        place, kind = self.target(node)
        self.events.changed(self, line, place, kind)
        match kind:
            case Number():
                self._add_number(line, place, kind)
            case SetOf(of):
                assert of is not None
                self._add_members(line, place, of)
            case BagOf(of):
                self._add_items(line, place, kind, of)
            case _:
                raise AssertionError("nothing can be added here")

    def _add_number(self, line: n.Line, place: Place, kind: Number) -> None:
        assert line.what is not None
        if _is_everything(line.what):
            self.write(place, ir.Const(min(max(kind.low, 0), kind.high)), None)
            return
        amount, interval = self._amount(line, place, kind)
        self._change(line, place, kind, "add" if line.verb == "add" else "sub", amount, interval)

    def _amount(self, line: n.Line, place: Place, kind: Number) -> tuple[ir.Expr, Number | None]:
        """How much is added or taken; with `up to` no more than there is, and never less than nothing."""
        assert line.what is not None
        amount, interval = self.whole(line.what), self._interval(line.what)
        if not line.up_to:
            return amount, interval
        most = kind.high if interval is None else min(kind.high, interval.high)
        amount = fold.arith("min", amount, place.read())
        if kind.low < 0:
            amount = fold.arith("max", amount, ir.Const(0))
        return amount, Number(0, max(most, 0))

    def _change(
        self, line: n.Line, place: Place, kind: Number, op: str, amount: ir.Expr, interval: Number | None
    ) -> None:
        result = None if interval is None else arithmetic("+" if op == "add" else "-", kind, interval)
        if line.up_to and op == "sub":
            result = Number(min(kind.low, 0), kind.high)
        self.write(place, fold.arith(op, place.read(), amount), self._checked(result, kind, line))

    def _add_members(self, line: n.Line, place: Place, of: Single) -> None:
        assert line.what is not None
        if _is_everything(line.what):
            self.write(place, ir.SetConst(0, self.width(of)))
            return
        members = self.whole_set(line.what, of)
        op = "union" if line.verb == "add" else "minus"
        self.write(place, fold.set_op(op, place.read(), members))

    def _add_items(self, line: n.Line, place: Place, kind: BagOf, of: Single) -> None:
        assert line.what is not None
        if _is_everything(line.what):
            self._empty_bag(place, of)
            return
        op = "add" if line.verb == "add" else "sub"
        self.items(
            line, line.what, of, place, lambda item, n: self._change_item(line, place, kind, op, item, n)
        )
        if op == "add":
            self.hold(line, place, kind)

    def hold(self, line: n.Line, place: Place, kind: BagOf) -> None:
        """A bag may hold so many things in all; that each count fits is not enough for that."""
        width = self.width(kind.of)
        if width == 1 or place.component in self.lives:
            return
        with self.slots.scratch() as slot:
            total = ir.Sum(slot, self.everything(kind.of), place.item(ir.Read(slot)).read())
            test = ir.Compare("le", total, ir.Const(kind.cap))
            self.flow.emit(ir.Require(test, "E701", self.place_in_file(line.span, line.foot)))

    def _change_item(
        self, line: n.Line, place: Place, kind: BagOf, op: str, item: ir.Expr, count: ir.Expr
    ) -> None:
        interval = Number(count.value, count.value) if isinstance(count, ir.Const) else None
        self._change(line, place.item(item), Number(0, kind.cap), op, count, interval)

    def items(
        self, line: n.Line, what: n.Expr, of: Single, source: Place, do: Callable[[ir.Expr, ir.Expr], None]
    ) -> None:
        """Carry out ``do(item, count)`` for each kind of thing in an amount; ``source`` is what `up to` is
        measured by. Both are known before anything changes.
        """
        if isinstance(what, n.Of):
            self._taken(line, self.whole_index(what.thing, of), self.whole(what.count), source, do)
            return
        kind = self.kind(what)
        match kind:
            case Member() | Number():
                self._taken(line, self.whole_index(what, of), ir.Const(1), source, do)
            case SetOf():
                over = self.whole_set(what, of)
                with self.slots.scratch() as slot:
                    with self.flow.nested() as inside:
                        self._taken(line, ir.Read(slot), ir.Const(1), source, do)
                    self.flow.emit(ir.Loop(slot, over, tuple(inside)))
            case _:
                assert isinstance(kind, BagOf)
                bag = self.steady(what, kind)
                over = self.wrapped(bag.kinds)
                with self.slots.scratch() as slot:
                    with self.flow.nested() as inside:
                        count = self.wrapped(lambda: bag.count(ir.Read(slot)))
                        self._taken(line, ir.Read(slot), count, source, do)
                    self.flow.emit(ir.Loop(slot, over, tuple(inside)))

    def _taken(
        self,
        line: n.Line,
        item: ir.Expr,
        count: ir.Expr,
        source: Place,
        do: Callable[[ir.Expr, ir.Expr], None],
    ) -> None:
        with self.slots.scratch() as which, self.slots.scratch() as many:
            if not isinstance(item, ir.Const | ir.Read):
                self.flow.emit(ir.Set(which, item))
                item = ir.Read(which)
            if line.up_to:
                count = fold.arith("max", fold.arith("min", count, source.item(item).read()), ir.Const(0))
            if not isinstance(count, ir.Const):
                self.flow.emit(ir.Set(many, count))
                count = ir.Read(many)
            do(item, count)

    def whole_index(self, node: n.Expr, of: Single) -> ir.Expr:
        """The index of a member, by itself."""
        return self.wrapped(lambda: self.index(self.value(node), of))

    # -- moves ------------------------------------------------------------------------------------------

    def _move_line(self, line: n.Line) -> None:
        assert line.source is not None and line.target is not None and line.what is not None
        source, kind = self.target(line.source)
        target, other = self.target(line.target)
        self.events.moved(self, line, source, target, kind)
        match kind, other:
            case BagOf(of), BagOf():
                self._move_items(line, source, kind, target, other, of)
            case SetOf(of), SetOf():
                assert of is not None
                members = source.read() if _is_everything(line.what) else self.whole_set(line.what, of)
                with self.slots.scratch(self.width(of)) as slot:
                    self.flow.emit(ir.Set(slot, members))
                    self.write(source, ir.SetOp("minus", source.read(), ir.Read(slot)))
                    self.write(target, ir.SetOp("union", target.read(), ir.Read(slot)))
            case Number(), Number():
                self._move_number(line, source, kind, target, other)
            case BagOf(), _:
                self._move_out(line, source, kind, target)
            case _, BagOf():
                self._move_in(line, source, target, other)
            case _:
                with self.slots.scratch() as slot:
                    self.flow.emit(ir.Set(slot, source.read()))
                    self.write(source, ir.Const(-1))
                    self.write(target, ir.Read(slot))

    def _move_out(self, line: n.Line, source: Place, kind: BagOf, target: Place) -> None:
        """One thing from a bag to a place for one."""
        assert line.what is not None

        def take(item: ir.Expr, count: ir.Expr) -> None:
            self._change_item(line, source, kind, "sub", item, count)
            self.write(target, self.from_index(item, kind.of))

        self.items(line, line.what, kind.of, source, take)

    def _move_in(self, line: n.Line, source: Place, target: Place, kind: BagOf) -> None:
        """One thing from the place that holds it to a bag; of `everything`, if there is one."""
        assert line.what is not None
        if _is_everything(line.what):
            with self.flow.nested() as inside, self.slots.scratch() as slot:
                self.flow.emit(ir.Set(slot, self.index(source.read(), kind.of)))
                self._change_item(line, target, kind, "add", ir.Read(slot), ir.Const(1))
                self.write(source, ir.Const(-1))
            self.flow.emit(ir.When(ir.Compare("ne", source.read(), ir.Const(-1)), tuple(inside), ()))
            self.hold(line, target, kind)
            return

        def give(item: ir.Expr, count: ir.Expr) -> None:
            there = ir.Compare("eq", source.read(), self.from_index(item, kind.of))
            self.flow.emit(ir.Require(there, "E701", self.place_in_file(line.span, line.foot)))
            self._change_item(line, target, kind, "add", item, count)
            self.write(source, ir.Const(-1))

        self.items(line, line.what, kind.of, source, give)
        self.hold(line, target, kind)

    def _move_number(self, line: n.Line, source: Place, kind: Number, target: Place, other: Number) -> None:
        assert line.what is not None
        everything = _is_everything(line.what)
        amount, interval = (source.read(), kind) if everything else self._amount(line, source, kind)
        with self.slots.scratch() as slot:
            if not isinstance(amount, ir.Const):
                self.flow.emit(ir.Set(slot, amount))
                amount = ir.Read(slot)
            if everything:
                self.write(source, ir.Const(0), self._checked(Number(0, 0), kind, line))
            else:
                self._change(line, source, kind, "sub", amount, interval)
            result = None if interval is None else arithmetic("+", other, interval)
            check = self._checked(result, other, line)
            self.write(target, fold.arith("add", target.read(), amount), check)

    def _move_items(
        self, line: n.Line, source: Place, kind: BagOf, target: Place, other: BagOf, of: Single
    ) -> None:
        assert line.what is not None
        if not _is_everything(line.what):

            def move(item: ir.Expr, count: ir.Expr) -> None:
                self._change_item(line, source, kind, "sub", item, count)
                self._change_item(line, target, other, "add", item, count)

            self.items(line, line.what, of, source, move)
            self.hold(line, target, other)
            return
        self.pour(line, source, kind, target, other, self.everything(of))

    def pour(
        self, line: n.Line, source: Place, kind: BagOf, target: Place, other: BagOf, over: ir.Expr
    ) -> None:
        """All that a bag holds of the members of ``over`` comes into another."""
        with self.slots.scratch() as slot:
            item = ir.Read(slot)
            # A place moved onto itself must keep what it holds, so the count is taken out first.
            with self.flow.nested() as inside, self.slots.scratch() as count:
                self.flow.emit(ir.Set(count, source.item(item).read()))
                self.write(source.item(item), ir.Const(0))
                check = self._checked(Number(0, kind.cap + other.cap), Number(0, other.cap), line)
                self.write(
                    target.item(item), fold.arith("add", target.item(item).read(), ir.Read(count)), check
                )
            self.flow.emit(ir.Loop(slot, over, tuple(inside)))
        self.hold(line, target, other)


def _is_everything(node: n.Expr) -> bool:
    return isinstance(node, n.Word) and node.word == "everything"
