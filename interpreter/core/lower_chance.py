"""Lowering of chance and secrets: draws and deals become blocks, reveals become marks."""

from interpreter.check.kinds import BagOf, Number, SetOf, Single
from interpreter.check.world import Component
from interpreter.core import fold, ir
from interpreter.core.bags import PlaceBag
from interpreter.core.lower_effects import LowerEffects
from interpreter.core.place import Place
from interpreter.syntax import nodes as n

_HIGHEST = 2**31 - 1
Supply = int | PlaceBag | None
"""What is left to draw: the local of a set, or a bag of locals; ``None``: a component, or all of a set."""


class LowerChance(LowerEffects):
    """Lowers draws, deals, reveals."""

    def line(self, line: n.Line) -> None:
        """One effect."""
        match line.verb:
            case "deal":
                self._deal_line(line)
            case "draw":
                self._draw_line(line)
            case "reveal" | "hide":
                self._reveal_line(line)
            case _:
                super().line(line)

    def _deal_line(self, line: n.Line) -> None:
        """Each thing once: what is left lies in a local while the places are walked."""
        assert line.what is not None and line.overs is not None and line.target is not None
        what = line.what
        supply = self._supply(line, what)
        self.each(line.overs, None, False, lambda: self._draw_some(line, what, supply))

    def _draw_from_pool(self, line: n.Line, pool: int, of: Single) -> None:
        width = self.width(of)
        drawn = self.slots.local("dealt", 0, max(width - 1, 0))
        self._draw(line, drawn, ir.Read(pool), of)
        self.flow.emit(ir.Set(pool, ir.SetOp("minus", ir.Read(pool), ir.Single(ir.Read(drawn), width))))
        self._receive(line, drawn, of)

    def _draw(self, line: n.Line, slot: int, over: ir.Expr, of: Single) -> None:
        assert line.target is not None
        place, _ = self.target(line.target)
        after = self.flow.new()
        where = self.place_in_file(line.span, line.foot)
        self.flow.close(ir.Draw(slot, over, after, self.instance.domain(of), where, self.seen_by(place)))
        self.flow.at(after)

    def _receive(self, line: n.Line, drawn: int, of: Single) -> None:
        """What was drawn comes to its place."""
        assert line.target is not None
        place, kind = self.target(line.target)
        match kind:
            case BagOf():
                self._change_item(line, place, kind, "add", ir.Read(drawn), ir.Const(1))
                self.hold(line, place, kind)
            case SetOf():
                self.write(place, ir.SetOp("union", place.read(), ir.Single(ir.Read(drawn), self.width(of))))
            case _:
                check = self._checked(of if isinstance(of, Number) else None, kind, line)
                self.write(place, self.from_index(ir.Read(drawn), of), check)

    def draw_one(self, line: n.Line, kind: BagOf, among: ir.Expr | None = None) -> None:
        """One item out of a component's bag, or one ``among`` some that are in it, each as likely as there
        are of it.
        """
        node = line.what if line.verb == "deal" else line.source
        assert node is not None
        source, _ = self.target(node)
        drawn = self._draw_from_bag(line, kind.of, source.base, source.index, among)
        self._change_item(line, source, kind, "sub", ir.Read(drawn), ir.Const(1))
        self._receive(line, drawn, kind.of)

    def _draw_from_copy(self, line: n.Line, supply: PlaceBag) -> None:
        """One item of a bag that is only computed: what is left of it lies in locals."""
        drawn = self._draw_from_bag(line, supply.of, supply.base, ir.Const(0))
        left = fold.arith("sub", supply.count(ir.Read(drawn)), ir.Const(1))
        self.flow.emit(ir.SetAt(supply.base, supply.width, ir.Read(drawn), left))
        self._receive(line, drawn, supply.of)

    def _draw_from_bag(
        self, line: n.Line, of: Single, base: int, offset: ir.Expr, among: ir.Expr | None = None
    ) -> int:
        assert line.target is not None
        width = self.width(of)
        drawn = self.slots.local("drawn", 0, max(width - 1, 0))
        place, _ = self.target(line.target)
        after = self.flow.new()
        where, domain = self.place_in_file(line.span, line.foot), self.instance.domain(of)
        seen = self.seen_by(place)
        self.flow.close(ir.DrawBag(drawn, base, width, offset, after, domain, where, seen, among))
        self.flow.at(after)
        return drawn

    def _draw_line(self, line: n.Line) -> None:
        assert line.what is not None and line.source is not None
        amount = self.whole(line.what)
        if isinstance(amount, ir.Const) and amount.value == 1:
            one_of_a_set = not isinstance(self.kind(line.source), BagOf)
            self._draw_once(line, None if one_of_a_set else self._supply(line, line.source))
            return
        supply = self._supply(line, line.source)
        interval = self._interval(line.what)
        left = self.slots.local("left to draw", 0, max(interval.high, 0) if interval else _HIGHEST)
        self.flow.emit(ir.Set(left, fold.arith("max", amount, ir.Const(0))))
        head = self.flow.start()
        inside, after = self.flow.new(), self.flow.new()
        self.flow.close(ir.Branch(ir.Compare("gt", ir.Read(left), ir.Const(0)), inside, after))
        self.flow.at(inside)
        self.flow.emit(ir.Set(left, ir.Arith("add", ir.Read(left), ir.Const(-1))))
        self._draw_once(line, supply)
        self.flow.go(head)
        self.flow.at(after)

    def _supply(self, line: n.Line, source: n.Expr) -> Supply:
        """Locals with what is left of a set or a bag that is only computed: each thing is drawn once."""
        kind = self.kind(source)
        if isinstance(self.world.refs.get(source), Component):
            return None
        if isinstance(kind, BagOf):
            return self.copied(source, kind, f"what is left to {line.verb}")
        assert isinstance(kind, SetOf) and kind.of is not None
        pool = self.slots.local(f"what is left to {line.verb}", 0, 0, self.width(kind.of))
        self.flow.emit(ir.Set(pool, self.whole_set(source, kind.of)))
        return pool

    def _draw_once(self, line: n.Line, supply: Supply) -> None:
        assert line.source is not None
        if line.otherwise is not None:
            some, none, after = self.flow.new(), self.flow.new(), self.flow.new()
            self.flow.close(ir.Branch(self._used_up(line.source, supply), none, some))
            self.flow.at(none)
            self.line(line.otherwise)
            self.flow.go(after)
            self.flow.at(some)
            self._draw_some(line, line.source, supply)
            self.flow.go(after)
            self.flow.at(after)
        else:
            self._draw_some(line, line.source, supply)

    def _used_up(self, source: n.Expr, supply: Supply) -> ir.Expr:
        if supply is None:
            return self.wrapped(lambda: self._empty(source))
        if isinstance(supply, PlaceBag):
            return ir.Compare("eq", supply.size(), ir.Const(0))
        return ir.Empty(ir.Read(supply))

    def _draw_some(self, line: n.Line, source: n.Expr, supply: Supply) -> None:
        if isinstance(supply, PlaceBag):
            self._draw_from_copy(line, supply)
            return
        kind = self.kind(source)
        if isinstance(kind, BagOf):
            self.draw_one(line, kind)
            return
        assert isinstance(kind, SetOf) and kind.of is not None
        if supply is not None:
            self._draw_from_pool(line, supply, kind.of)
            return
        if isinstance(self.world.refs.get(source), Component):
            self.take_from_set(line, source, kind.of)
            return
        drawn = self.slots.local("drawn", 0, max(self.width(kind.of) - 1, 0))
        self._draw(line, drawn, self.whole_set(source, kind.of), kind.of)
        self._receive(line, drawn, kind.of)

    def take_from_set(
        self, line: n.Line, node: n.Expr, of: Single | None, among: ir.Expr | None = None
    ) -> None:
        """One member out of a component, or one ``among`` some; the component no longer holds it."""
        assert of is not None
        drawn = self.slots.local("drawn", 0, max(self.width(of) - 1, 0))
        over = self.whole_set(node, of)
        self._draw(line, drawn, over if among is None else fold.set_op("inter", over, among), of)
        source, _ = self.target(node)
        taken = ir.Single(ir.Read(drawn), self.width(of))
        self.write(source, ir.SetOp("minus", source.read(), taken))
        self._receive(line, drawn, of)

    # -- secrets ------------------------------------------------------------------------------------------

    def _reveal_line(self, line: n.Line) -> None:
        node = line.what
        assert isinstance(node, n.Name | n.Read)
        component = self.world.refs[node]
        assert isinstance(component, Component)
        keys = component.keys
        args = node.args if isinstance(node, n.Read) else ()
        marks = self.whole_mark(component, args)
        place = Place(component, self.bases[component], marks.size, marks.index, 0)
        # One mark a cell; a component named with fewer keys means all of its cells there.
        cells = self.instance.cells(keys[len(args) :])
        value = ir.Const(1 if line.verb == "reveal" else 0)
        with self.slots.scratch() as slot:
            with self.flow.nested() as inside:
                self.write(marks.item(ir.Read(slot)), value)
                self.events.shown(self, line, place.item(ir.Read(slot)))
            self.flow.emit(ir.Loop(slot, cells, tuple(inside)))
