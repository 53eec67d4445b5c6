"""Lowering of blocks: conditions and loops, structured where nothing inside can stop."""

from abc import abstractmethod
from collections.abc import Callable

from interpreter.check.kinds import Single, run_over
from interpreter.check.world import Var, World
from interpreter.core import fold, ir
from interpreter.core.events import Events
from interpreter.core.flow import Flow
from interpreter.core.instance import Instance
from interpreter.core.lower_expr import LowerExpr
from interpreter.core.notes import Mark, Notes, Offer, Sight, Sort
from interpreter.core.place import Place
from interpreter.core.sorted_keys import key_values
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax import walk
from interpreter.text.span import Span

_HIGHEST = 2**31 - 1
STOPPING = {"draw", "deal", "shuffle", "refill", "run", "finish", "stop"}
"""The verbs with chance or a way out inside: a block with one of them becomes blocks of the program."""


class LowerLoops(LowerExpr):
    """Lowers the blocks of ``do`` into the flow; the lines are the subclass's."""

    def __init__(self, world: World, instance: Instance) -> None:
        super().__init__(world, instance)
        self.flow = Flow()
        self.events = Events(instance)
        self.head: r.Head | None = None
        self.exits: list[tuple[int, int]] = []  # where `stop` goes and in how many paragraphs, innermost last
        self.notes = Notes()

    # -- to be given by the subclass ------------------------------------------------------------------

    @abstractmethod
    def run_step(self, call: n.Call) -> None:
        """``run step(args)``."""

    @abstractmethod
    def finish(self, winners: n.Expr | None, name: str) -> None:
        """End the match here."""

    @abstractmethod
    def leave(self) -> None:
        """``stop``: go on behind the nearest laps."""

    # -- places in files --------------------------------------------------------------------------------

    def place_in_file(self, span: Span, foot: n.Foot | None = None) -> int:
        """The place of a sentence, under the rule that it belongs to."""
        rule = self.head.path if self.head is not None else ""
        cites = foot.cites if foot is not None else self.head.cites if self.head is not None else ()
        return self.instance.place(rule, span, cites)

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

    # -- notes ----------------------------------------------------------------------------------------

    def sight(self) -> Sight:
        """What is seen from here."""
        return Sight(*self.scope(), dict(self.meaning), dict(self.snapshots))

    def mark(
        self, sort: Sort, place: int, value: ir.Expr = fold.TRUE, condition: n.Expr | None = None,
        offers: tuple[Offer, ...] = (), rule: str = "",
    ) -> None:  # fmt: skip
        """A log line that says how far the game has come, and what a condition comes to."""
        if self.notes.marking:
            rule = rule or (self.head.path if self.head is not None else "")
            number = self.notes.mark(Mark(sort, rule, place, condition, self.sight(), offers))
            self.events.marked(self, number, value, place)

    def judged(self, sort: Sort, condition: n.Expr, value: ir.Expr) -> None:
        """A condition is judged here: a mark with what it comes to."""
        if self.notes.marking:
            self.mark(sort, self.place_in_file(condition.span), value, condition)

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
        return not any(line.verb in STOPPING for line in walk.lines(block))

    def _if(self, block: n.IfBlock) -> None:
        bodies = [*(body for _, body in block.cases), *([block.otherwise] if block.otherwise else [])]
        if all(self.is_plain(body) for body in bodies):
            self._plain_if(list(block.cases), block.otherwise)
            return
        after = self.flow.new()
        for test, body in block.cases:
            yes, no = self.flow.new(), self.flow.new()
            condition = self.whole(test)
            self.judged("if", test, condition)
            self.flow.close(ir.Branch(condition, yes, no))
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
        self.judged("if", test, condition)
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
        if block.order is not None and block.order.how == "at once":
            self.simultaneous(block)
            return
        plain = self.is_plain(block.body)
        self.each(block.overs, block.order, plain, lambda: self.block(block.body))

    @abstractmethod
    def simultaneous(self, block: n.ForBlock) -> None:
        """A loop whose rounds happen at once."""

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
        domain = run_over(self.kind(bind.over))

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
                found += [ir.Key(key.which, self.wrapped(make)) for make in key_values(self, key.value)]
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

    @abstractmethod
    def line(self, line: n.Line) -> None:
        """One effect."""
