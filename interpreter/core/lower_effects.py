"""Lowering of effects: verbs become writes with range checks, chance becomes blocks."""

from collections.abc import Callable

from interpreter.check.infer import arithmetic
from interpreter.check.kinds import BagOf, Flag, Kind, Maybe, Member, Number, SetOf, Single
from interpreter.check.order import copied_in
from interpreter.check.world import Component, Var, World
from interpreter.core import fold, ir
from interpreter.core.events import Events
from interpreter.core.flow import Flow
from interpreter.core.instance import Instance
from interpreter.core.lower_expr import LowerExpr, Place
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax import walk
from interpreter.text.span import Span

_HIGHEST = 2**31 - 1


class LowerEffects(LowerExpr):
    """Lowers the lines of ``do`` blocks into the flow."""

    def __init__(self, world: World, instance: Instance) -> None:
        super().__init__(world, instance)
        self.flow = Flow()
        self.events = Events(instance)
        self.head: r.Head | None = None
        self.exits: list[int] = []  # where `stop` goes, innermost last

    # -- to be given by the subclass ------------------------------------------------------------------

    def run_step(self, call: n.Call) -> None:
        """``run step(args)``."""
        raise NotImplementedError

    def finish(self, winners: n.Expr | None, name: str) -> None:
        """End the match here."""
        raise NotImplementedError

    # -- places in files --------------------------------------------------------------------------------

    def place_in_file(self, span: Span, foot: n.Foot | None = None) -> int:
        """The place of a sentence, under the rule that it belongs to."""
        rule = self.head.path if self.head is not None else ""
        cites = foot.cites if foot is not None else self.head.cites if self.head is not None else ()
        return self.instance.place(rule, span, cites)

    # -- blocks -------------------------------------------------------------------------------------

    def block(self, block: n.Block) -> None:
        """The statements in order."""
        for statement in block.statements:
            match statement:
                case n.Line():
                    self.line(statement)
                case n.IfBlock():
                    self._if(statement)
                case n.ForBlock():
                    self._for(statement)

    def is_plain(self, block: n.Block) -> bool:
        """Whether a block has neither chance nor choice nor a way out inside."""
        return not any(line.verb in {"draw", "deal", "run", "finish", "stop"} for line in walk.lines(block))

    def _if(self, block: n.IfBlock) -> None:
        bodies = [*(body for _, body in block.cases), *([block.otherwise] if block.otherwise else [])]
        if all(self.is_plain(body) for body in bodies):
            self._plain_if(list(block.cases), block.otherwise)
            return
        after = self.flow.new()
        for test, body in block.cases:
            yes, no = self.flow.new(), self.flow.new()
            self.flow.close(ir.Branch(self.whole(test), yes, no))
            self.flow.at(yes)
            self.block(body)
            self.flow.go(after)
            self.flow.at(no)
        if block.otherwise is not None:
            self.block(block.otherwise)
        self.flow.go(after)
        self.flow.at(after)

    def _plain_if(self, cases: list[tuple[n.Expr, n.Block]], otherwise: n.Block | None) -> None:
        (test, body), *rest = cases
        condition = self.whole(test)
        with self.flow.nested() as then:
            self.block(body)
        with self.flow.nested() as other:
            if rest:
                self._plain_if(rest, otherwise)
            elif otherwise is not None:
                self.block(otherwise)
        self.flow.emit(ir.When(condition, tuple(then), tuple(other)))

    # -- loops ----------------------------------------------------------------------------------------

    def _for(self, block: n.ForBlock) -> None:
        variables = tuple(self.world.vars_of[bind] for bind in block.overs.binds)
        plain = self.is_plain(block.body)
        once = block.order is not None and block.order.how == "at once"
        snapshots = dict(self.snapshots)
        if once:
            for component in copied_in(self.world, block, variables):
                self._snapshot(component)
        self.each(block.overs, block.order, plain, lambda: self.block(block.body))
        self.snapshots = snapshots

    def _snapshot(self, component: Component) -> None:
        group = next(one for one in self.slots.groups if one.base == self.bases[component])
        copy = self.slots.array(f"{component.name} before", group.count, group.width)
        self.flow.emit(ir.Copy(copy, group.base, group.count))
        self.snapshots[component] = copy

    def each(self, overs: n.Overs, order: n.Order | None, plain: bool, body: Callable[[], None]) -> None:
        """A loop over all combinations of the bound names, in the order given."""
        self._each(list(overs.binds), overs.where, order, plain, body)

    def _each(
        self,
        binds: list[n.Bind],
        where: n.Expr | None,
        order: n.Order | None,
        plain: bool,
        body: Callable[[], None],
    ) -> None:
        bind, *rest = binds
        var = self.world.vars_of[bind]
        inner: Callable[[], None] = body
        if rest:
            inner = lambda: self._each(rest, where, order, plain, body)  # noqa: E731
        condition = None if rest else where
        over, domain = self.over_with(bind, condition)
        if plain:
            self._plain_loop(var, over, domain, order, inner)
        else:
            self._loop(var, over, domain, order, inner)

    def over_with(self, bind: n.Bind, where: n.Expr | None) -> tuple[ir.Expr, Single]:
        """The set that a loop runs over, cut by its condition."""
        var = self.world.vars_of[bind]
        kind = self.kind(bind.over)
        assert isinstance(kind, SetOf | BagOf) and kind.of is not None
        domain = kind.of

        def make() -> ir.Expr:
            over = self.set(bind.over, domain)
            if where is None:
                return over
            with self.bound(var, domain) as slot:
                return fold.filter_(slot, over, self.value(where), self.width(domain))

        return self.wrapped(make), domain

    def _keys_of(self, var: Var, domain: Single, order: n.Order | None) -> tuple[int, tuple[ir.Key, ...]]:
        """Sort keys with the scratch slot that they read; each key is a root of its own."""
        with self.bound(var, domain) as slot:
            if order is None or order.how in {"at once", "at random"}:
                return slot, ()
            if order.how == "clockwise":
                assert order.start is not None
                players = self.instance.players
                start = order.start
                apart = self.wrapped(
                    lambda: fold.arith(
                        "sub", fold.arith("add", ir.Read(slot), ir.Const(players)), self.value(start)
                    )
                )
                return slot, (ir.Key("lowest", fold.arith("mod", apart, ir.Const(players))),)
            found = []
            for key in order.keys:
                if key.which == "listed" or key.value is None:
                    break
                found.append(ir.Key(key.which, self.whole(key.value)))
            return slot, tuple(found)

    def _plain_loop(
        self, var: Var, over: ir.Expr, domain: Single, order: n.Order | None, body: Callable[[], None]
    ) -> None:
        _, keys = self._keys_of(var, domain, order)
        with self.bound(var, domain) as slot:
            with self.flow.nested() as inside:
                body()
            loop = ir.Sorted(slot, over, keys, tuple(inside)) if keys else ir.Loop(slot, over, tuple(inside))
        self.flow.emit(loop)

    def _loop(
        self, var: Var, over: ir.Expr, domain: Single, order: n.Order | None, body: Callable[[], None]
    ) -> None:
        """A loop that may stop in the middle: what is left lies in a local."""
        width = self.width(domain)
        rest = self.slots.local(f"rest of {var.name}", 0, 0, width)
        here = self.slots.local(var.name, 0, max(width - 1, 0))
        at_random = order is not None and order.how == "at random"
        keys_slot, keys = self._keys_of(var, domain, order)
        self.flow.emit(ir.Set(rest, over))
        head = self.flow.start()
        inside, after = self.flow.new(), self.flow.new()
        self.flow.close(ir.Branch(ir.Empty(ir.Read(rest)), after, inside))
        self.flow.at(inside)
        self.env[var] = self.from_index(ir.Read(here), domain)
        if at_random:
            drawn = self.flow.new()
            place = self.place_in_file(var.span or self._span())
            self.flow.close(ir.Draw(here, ir.Read(rest), drawn, self.instance.domain(domain), place))
            self.flow.at(drawn)
        else:
            first = (
                ir.First(keys_slot, ir.Read(rest), keys, ir.Const(0))
                if keys
                else ir.Lowest(ir.Read(rest), ir.Const(0))
            )
            self.flow.emit(ir.Set(here, first))
        self.flow.emit(ir.Set(rest, ir.SetOp("minus", ir.Read(rest), ir.Single(ir.Read(here), width))))
        body()
        self.flow.go(head)
        self.flow.at(after)

    def _span(self) -> Span:
        assert self.head is not None
        return self.head.span

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
            case "deal":
                self._deal_line(line)
            case "draw":
                self._draw_line(line)
            case "reveal" | "hide":
                self._reveal_line(line)
            case "let":
                self._let_line(line)
            case "run":
                assert line.call is not None
                self.run_step(line.call)
            case "finish":
                self.finish(line.value, "")
            case "stop":
                self.flow.go(self.exits[-1])
            case _:
                pass

    def _let_line(self, line: n.Line) -> None:
        assert line.value is not None
        self.let(self.world.vars_of[line], line.value)

    def let(self, var: Var, value: n.Expr) -> None:
        """A value taken here; constants need no slot."""
        kind = var.kind
        of = kind.of if isinstance(kind, SetOf) else None
        expr = self.whole_set(value, of) if of is not None else self.whole(value)
        if isinstance(expr, ir.Const | ir.SetConst):
            self.env[var] = expr
            return
        low, high = self.range_of(kind)
        slot = self.slots.local(var.name, low, high, self.width(of) if of is not None else 0)
        self.flow.emit(ir.Set(slot, expr))
        self.env[var] = ir.Read(slot)

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
        if place.size == 1 or isinstance(place.index, ir.Const):
            at = place.base + (place.index.value if isinstance(place.index, ir.Const) else 0)
            self.flow.emit(ir.Set(at, value, check))
        else:
            self.flow.emit(ir.SetAt(place.base, place.size, place.index, value, check))

    def target(self, node: n.Expr) -> tuple[Place, Kind]:
        """The place that a line changes, and what it holds."""
        component = self.world.refs[node]
        assert isinstance(component, Component) and isinstance(node, n.Name | n.Read)
        args = node.args if isinstance(node, n.Read) else ()
        kind: Kind = component.kind
        if isinstance(kind, BagOf) and len(args) > len(component.keys):
            kind = Number(0, kind.cap)
        # Keys are lowered as a root of their own: a term among them is computed for this line.
        place = self.place_of(component, args, live=True)
        return place, kind

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
        match kind:
            case BagOf(of):
                self._empty_bag(place, of)
            case SetOf(of):
                assert of is not None
                self.write(place, self.whole_set(line.value, of))
            case _:
                check = self._checked(self._interval(line.value), kind, line)
                self.write(place, self.whole(line.value), check)
        self.events.changed(self, line, place, kind)

    def _empty_bag(self, place: Place, of: Single) -> None:
        with self.slots.scratch() as slot:
            with self.flow.nested() as inside:
                self.write(place.item(ir.Read(slot)), ir.Const(0))
            self.flow.emit(ir.Loop(slot, self.everything(of), tuple(inside)))

    def _add_line(self, line: n.Line) -> None:
        node = line.target if line.verb == "add" else line.source
        assert node is not None and line.what is not None
        place, kind = self.target(node)
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
        self.events.changed(self, line, place, kind)

    def _add_number(self, line: n.Line, place: Place, kind: Number) -> None:
        assert line.what is not None
        if _is_everything(line.what):
            self.write(place, ir.Const(max(kind.low, 0)), None)
            return
        amount, interval = self.whole(line.what), self._interval(line.what)
        if line.up_to:
            amount = fold.arith("min", amount, place.read())
            interval = Number(0, 0)  # never below nothing
        self._change(line, place, kind, "add" if line.verb == "add" else "sub", amount, interval)

    def _change(
        self, line: n.Line, place: Place, kind: Number, op: str, amount: ir.Expr, interval: Number | None
    ) -> None:
        result = None if interval is None else arithmetic("+" if op == "add" else "-", kind, interval)
        check = self._checked(result, kind, line)
        if line.up_to:
            check = None
        self.write(place, fold.arith(op, place.read(), amount), check)

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
            line, line.what, of, lambda item, count: self._change_item(line, place, kind, op, item, count)
        )

    def _change_item(
        self, line: n.Line, place: Place, kind: BagOf, op: str, item: ir.Expr, count: ir.Expr
    ) -> None:
        interval = Number(count.value, count.value) if isinstance(count, ir.Const) else None
        self._change(line, place.item(item), Number(0, kind.cap), op, count, interval)

    def items(self, line: n.Line, what: n.Expr, of: Single, do: Callable[[ir.Expr, ir.Expr], None]) -> None:
        """Carry out ``do(item, count)`` for each kind of thing in an amount."""
        if isinstance(what, n.Of):
            do(self.whole_index(what.thing, of), self.whole(what.count))
            return
        kind = self.kind(what)
        match kind:
            case Member() | Number():
                do(self.whole_index(what, of), ir.Const(1))
            case SetOf():
                over = self.whole_set(what, of)
                with self.slots.scratch() as slot:
                    with self.flow.nested() as inside:
                        do(ir.Read(slot), ir.Const(1))
                    self.flow.emit(ir.Loop(slot, over, tuple(inside)))
            case _:
                bag = self.bag(what)
                with self.slots.scratch() as slot:
                    with self.flow.nested() as inside:
                        do(ir.Read(slot), bag.item(ir.Read(slot)).read())
                    self.flow.emit(ir.Loop(slot, self.everything(of), tuple(inside)))

    def whole_index(self, node: n.Expr, of: Single) -> ir.Expr:
        """The index of a member, by itself."""
        return self.wrapped(lambda: self.index(self.value(node), of))

    # -- moves ------------------------------------------------------------------------------------------

    def _move_line(self, line: n.Line) -> None:
        assert line.source is not None and line.target is not None and line.what is not None
        source, kind = self.target(line.source)
        target, other = self.target(line.target)
        self.events.moved(self, line, source, target)
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
            case BagOf(of), _:
                item = self.whole_index(line.what, of)
                self._change_item(line, source, kind, "sub", item, ir.Const(1))
                self.write(target, self.from_index(item, of))
            case _, BagOf(of):
                item = self.whole_index(line.what, of)
                self._change_item(line, target, other, "add", item, ir.Const(1))
                self.write(source, ir.Const(-1))
            case _:
                with self.slots.scratch() as slot:
                    self.flow.emit(ir.Set(slot, source.read()))
                    self.write(source, ir.Const(-1))
                    self.write(target, ir.Read(slot))

    def _move_number(self, line: n.Line, source: Place, kind: Number, target: Place, other: Number) -> None:
        assert line.what is not None
        amount = source.read() if _is_everything(line.what) else self.whole(line.what)
        interval = kind if _is_everything(line.what) else self._interval(line.what)
        if line.up_to:
            amount = fold.arith("min", amount, source.read())
        with self.slots.scratch() as slot:
            if not isinstance(amount, ir.Const):
                self.flow.emit(ir.Set(slot, amount))
                amount = ir.Read(slot)
            if _is_everything(line.what):
                self.write(source, ir.Const(0))
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

            self.items(line, line.what, of, move)
            return
        with self.slots.scratch() as slot:
            item = ir.Read(slot)
            with self.flow.nested() as inside:
                # A place moved onto itself must keep what it holds, so the count is taken out first.
                with self.slots.scratch() as count:
                    self.flow.emit(ir.Set(count, source.item(item).read()))
                    self.write(source.item(item), ir.Const(0))
                    check = self._checked(Number(0, kind.cap + other.cap), Number(0, other.cap), line)
                    self.write(
                        target.item(item), fold.arith("add", target.item(item).read(), ir.Read(count)), check
                    )
            self.flow.emit(ir.Loop(slot, self.everything(of), tuple(inside)))

    # -- chance -----------------------------------------------------------------------------------------

    def seen_by(self, place: Place) -> ir.Expr | None:
        """Who sees what comes to a place; ``None`` is everybody."""
        component = place.component
        players = self.instance.players
        match component.seen:
            case "all":
                return None
            case "nobody":
                return ir.SetConst(0, players)
            case "owner":
                rest = place.size // players
                owner = place.index
                if rest > 1:
                    owner = ir.Arith("div", owner, ir.Const(rest))
                return fold.single(owner, players)

    def _deal_line(self, line: n.Line) -> None:
        """Each thing once: what is left lies in a local while the places are walked."""
        assert line.what is not None and line.overs is not None and line.target is not None
        kind = self.kind(line.what)
        if isinstance(kind, BagOf):
            self.each(line.overs, None, False, lambda: self._draw_one(line, kind))
            return
        assert isinstance(kind, SetOf) and kind.of is not None
        pool = self.slots.local("what is left to deal", 0, 0, self.width(kind.of))
        self.flow.emit(ir.Set(pool, self.whole_set(line.what, kind.of)))
        of = kind.of
        self.each(line.overs, None, False, lambda: self._draw_from_pool(line, pool, of))

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
            case SetOf():
                self.write(place, ir.SetOp("union", place.read(), ir.Single(ir.Read(drawn), self.width(of))))
            case _:
                self.write(place, self.from_index(ir.Read(drawn), of))

    def _draw_one(self, line: n.Line, kind: BagOf) -> None:
        """One item out of a bag, each as likely as there are of it."""
        node = line.what if line.verb == "deal" else line.source
        assert node is not None and line.target is not None
        source, _ = self.target(node)
        width = self.width(kind.of)
        drawn = self.slots.local("drawn", 0, max(width - 1, 0))
        place, _ = self.target(line.target)
        after = self.flow.new()
        where = self.place_in_file(line.span, line.foot)
        domain = self.instance.domain(kind.of)
        self.flow.close(
            ir.DrawBag(drawn, source.base, width, source.index, after, domain, where, self.seen_by(place))
        )
        self.flow.at(after)
        self._change_item(line, source, kind, "sub", ir.Read(drawn), ir.Const(1))
        self._receive(line, drawn, kind.of)

    def _draw_line(self, line: n.Line) -> None:
        assert line.what is not None and line.source is not None
        amount = self.whole(line.what)
        if isinstance(amount, ir.Const) and amount.value == 1:
            self._draw_once(line)
            return
        interval = self._interval(line.what)
        left = self.slots.local("left to draw", 0, interval.high if interval else _HIGHEST)
        self.flow.emit(ir.Set(left, fold.arith("max", amount, ir.Const(0))))
        head = self.flow.start()
        inside, after = self.flow.new(), self.flow.new()
        self.flow.close(ir.Branch(ir.Compare("gt", ir.Read(left), ir.Const(0)), inside, after))
        self.flow.at(inside)
        self.flow.emit(ir.Set(left, ir.Arith("add", ir.Read(left), ir.Const(-1))))
        self._draw_once(line)
        self.flow.go(head)
        self.flow.at(after)

    def _draw_once(self, line: n.Line) -> None:
        assert line.source is not None
        kind = self.kind(line.source)
        if line.otherwise is not None:
            some, none, after = self.flow.new(), self.flow.new(), self.flow.new()
            source = line.source
            self.flow.close(ir.Branch(self.wrapped(lambda: self._empty(source)), none, some))
            self.flow.at(none)
            self.line(line.otherwise)
            self.flow.go(after)
            self.flow.at(some)
            self._draw_some(line, kind)
            self.flow.go(after)
            self.flow.at(after)
        else:
            self._draw_some(line, kind)

    def _draw_some(self, line: n.Line, kind: Kind) -> None:
        assert line.source is not None
        if isinstance(kind, BagOf):
            self._draw_one(line, kind)
            return
        assert isinstance(kind, SetOf) and kind.of is not None
        drawn = self.slots.local("drawn", 0, max(self.width(kind.of) - 1, 0))
        self._draw(line, drawn, self.whole_set(line.source, kind.of), kind.of)
        if isinstance(self.world.refs.get(line.source), Component):
            source, _ = self.target(line.source)
            taken = ir.Single(ir.Read(drawn), self.width(kind.of))
            self.write(source, ir.SetOp("minus", source.read(), taken))
        self._receive(line, drawn, kind.of)

    # -- secrets ------------------------------------------------------------------------------------------

    def _reveal_line(self, line: n.Line) -> None:
        node = line.what
        assert isinstance(node, n.Name | n.Read)
        component = self.world.refs[node]
        assert isinstance(component, Component)
        keys = component.keys
        args = node.args if isinstance(node, n.Read) else ()
        place = self.place_of(component, args, live=True)
        # One mark a cell; a component named with fewer keys means all of its cells there.
        cells = place.size
        for key in keys[: len(args)]:
            cells //= self.width(key)
        value = ir.Const(1 if line.verb == "reveal" else 0)
        with self.slots.scratch() as slot:
            with self.flow.nested() as inside:
                marks = Place(component, self.shown[component], place.size, place.index, 0)
                self.write(marks.item(ir.Read(slot)), value)
                self.events.shown(self, line, place.item(ir.Read(slot)))
            whole = ir.SetConst((1 << cells) - 1, cells)
            self.flow.emit(ir.Loop(slot, whole, tuple(inside)))


def _is_everything(node: n.Expr) -> bool:
    return isinstance(node, n.Word) and node.word == "everything"
