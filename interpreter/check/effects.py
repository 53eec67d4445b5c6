"""Effects: what a line may change, and with what."""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.check import findings as f
from interpreter.check.claims import claimant_of, note_things
from interpreter.check.guards import guard
from interpreter.check.infer import Infer
from interpreter.check.kinds import (
    POISON,
    BagOf,
    Kind,
    MapOf,
    Maybe,
    Member,
    Number,
    Poison,
    SetOf,
    Single,
    fits,
    held_by,
)
from interpreter.check.order import check_loop
from interpreter.check.row_values import taken
from interpreter.check.world import Column, Component, Option, Term, Var
from interpreter.syntax import nodes as n
from interpreter.syntax import walk
from interpreter.syntax.unparse import unparse


class Effects(Infer):
    """Checks the lines of ``do`` blocks; steps that are run are checked by the subclass."""

    repeats = 0
    is_covered = False  # whether somebody has seen to it that what is taken is not promised already

    @contextmanager
    def covered(self) -> Iterator[None]:
        """Inside, what is taken is known not to be promised already."""
        before, self.is_covered = self.is_covered, True
        yield
        self.is_covered = before

    @abstractmethod
    def settle(self, line: n.Line) -> None:
        """``collect from p``, ``release p``, ``refund cost(args)``."""

    @abstractmethod
    def guard_all(self, purse: Component) -> None:
        """Note what must hold of all places of a component out of which something is promised."""

    @abstractmethod
    def run(self, line: n.Line) -> None:
        """``run step(args)``."""

    @abstractmethod
    def shuffle(self, line: n.Line) -> None:
        """``shuffle deck``."""

    @abstractmethod
    def refill(self, line: n.Line) -> None:
        """``refill market(args)``."""

    def block(self, block: n.Block) -> None:
        """Lines in order; a `let` is known to the lines behind it."""
        for statement in block.statements:
            match statement:
                case n.Line():
                    self.line(statement)
                case n.IfBlock():
                    self._if(statement)
                case n.ForBlock():
                    self._for(statement)

    def _if(self, block: n.IfBlock) -> None:
        facts = dict(self.facts)
        for test, body in block.cases:
            self.condition(test)
            with self.inner():
                self.learn(test, True)
                self.block(body)
            self.learn(test, False)
        if block.otherwise is not None:
            with self.inner():
                self.block(block.otherwise)
        # What was learnt holds only as long as nothing changes, and the branches may have changed it.
        self.facts = facts
        if any(_writes(body) for _, body in block.cases):
            self.forget()

    def _for(self, block: n.ForBlock) -> None:
        with self.inner():
            variables = self.overs(block.overs)
            if block.order is not None:
                self.order_keys(block.order)
                self._order_of_first(block.order, variables)
            before, self.claimant = self.claimant, claimant_of(block) if block.claimed else self.claimant
            self.block(block.body)
            self.claimant = before
            if block.claimed:
                note_things(self.world, block, variables)
            check_loop(self.world, block, variables, self.found)
        if _writes(block.body):
            self.forget()

    def _order_of_first(self, order: n.Order, variables: tuple[Var, ...]) -> None:
        """An order is made before any of the names is chosen, so it can only speak of the first."""
        for expr in walk.of_order(order):
            for node in walk.everything(expr):
                ref = self.world.refs.get(node) if isinstance(node, n.Name) else None
                if ref in variables[1:]:
                    assert isinstance(ref, Var)
                    self.found.append(f.key_of_later_name(ref.name, variables[0].name, node.span))
                    return

    def line(self, line: n.Line) -> None:
        """One effect."""
        match line.verb:
            case "set":
                self._set(line)
            case "add" | "remove":
                self._add(line)
            case "move":
                self._move(line)
            case "deal":
                self._deal(line)
            case "draw":
                self._draw(line)
            case "reveal" | "hide":
                self._reveal(line)
            case "let":
                assert line.value is not None
                kind = taken(self, line.value, self.expr(line.value))
                self.world.vars_of[line] = self.bind(Var(line.name, kind, "let", line.span))
            case "run":
                self.run(line)
            case "finish":
                if line.value is not None:
                    self._winners(line.value)
            case "stop":
                if not self.repeats:
                    self.found.append(f.stop_outside(line.span))
            case "nothing":
                pass
            case "award":
                assert line.call is not None
                for arg in line.call.args:
                    self.expr(arg)
            case "shuffle":
                self.shuffle(line)
            case "refill":
                self.refill(line)
            case "collect" | "release" | "refund":
                self.settle(line)
        if line.verb not in {"let", "nothing", "stop", "award"}:
            self.forget()
        guard(self, line)
        if line.otherwise is not None:
            self.line(line.otherwise)

    def _winners(self, node: n.Expr) -> None:
        kind = self.value(node, Member("Player"))
        if not fits(kind, Member("Player")) and not fits(kind, SetOf(Member("Player"))):
            self.found.append(f.no_player(kind, node.span))

    # -- places -------------------------------------------------------------------------------------

    def place(self, node: n.Expr, rows: bool = False) -> Kind:
        """The kind of a component's place that is to be changed; with ``rows``, of several at once."""
        kind = self.expr(node)
        ref = self.world.refs.get(node)
        if isinstance(kind, Poison) and ref is None:
            return POISON
        if not isinstance(ref, Component):
            self.found.append(f.not_changeable(unparse(node), _what(ref), node.span))
            return POISON
        if not self.is_covered and any(ref is one.component for one in self.world.ledgers.values()):
            what = "what somebody has promised"
            self.found.append(f.not_changeable(unparse(node), what, node.span))
            return POISON
        if isinstance(node, n.EndOf):
            self.found.append(f.not_changeable(unparse(node), "an end of a list", node.span))
            return POISON
        if isinstance(kind, MapOf) and not rows:
            self.found.append(f.bare_collection(unparse(node), node.span))
            return POISON
        if self.is_part(node):
            self.found.append(f.not_changeable(unparse(node), "a part of a value", node.span))
            return POISON
        # A test of the place (`!= none`) narrows what it holds now, not what it can hold.
        return _place_kind(ref, node, kind)

    def _set(self, line: n.Line) -> None:
        assert line.target is not None and line.value is not None
        target = self.place(line.target, rows=True)
        if isinstance(target, MapOf):
            self._set_row(line, target)
            return
        if isinstance(target, BagOf):
            self.bag(line.value, target.of)
            return
        kind = self.of_kind(line.value, target)
        number = target.of if isinstance(target, Maybe) else target
        if isinstance(kind, Number) and isinstance(number, Number) and _apart(kind, number):
            self.found.append(f.never_fits(kind, number, line.value.span))

    def _set_row(self, line: n.Line, target: MapOf) -> None:
        """``set law(me) to content``: every place of a row from the same place of another."""
        assert line.target is not None and line.value is not None
        kind = self.expr(line.value)
        if isinstance(kind, Poison):
            return
        same = isinstance(kind, MapOf) and kind.keys == target.keys and fits(kind.value, target.value)
        held = isinstance(kind, MapOf) and _all_held(kind.value, target.value)
        if not same or not held or isinstance(target.value, BagOf | MapOf):
            self.found.append(f.wrong_kind(str(target), kind, line.value.span))

    def _add(self, line: n.Line) -> None:
        node = line.target if line.verb == "add" else line.source
        assert node is not None and line.what is not None
        place = self.place(node)
        if isinstance(line.what, n.Word) and line.what.word == "everything":
            if not isinstance(place, BagOf | SetOf | Number | Poison):
                self.found.append(f.verb_does_not_fit(line.verb, place, line.span))
            return
        match place:
            case Number():
                amount = self.number(line.what)
                if line.up_to and isinstance(amount, Number) and amount.low < 0:
                    help_ = "`max(0, …)` takes nothing where it is less"
                    self.found.append(f.wrong_kind("a number from 0 on", amount, line.what.span, help_))
            case SetOf(of):
                self.members(line.what, of)
            case BagOf(of):
                self.amount(line.what, of)
            case Poison():
                self.expr_or_of(line.what)
            case _:
                help_ = "`set` gives such a place a value"
                self.found.append(f.verb_does_not_fit(line.verb, place, line.span, help_))
                self.expr_or_of(line.what)

    def members(self, node: n.Expr, of: Single | None) -> None:
        """A member or a set of members."""
        kind = self.value(node, of)
        if of is not None:
            self._one_of_each(node, kind, of)

    def amount(self, node: n.Expr, of: Single) -> None:
        """What goes into or out of a bag: a member (one of it), ``2 of red``, a set (one of each), a bag."""
        if isinstance(node, n.Of):
            self.number(node.count)
            self.key("of", node.thing, of)
            return
        kind = self.value(node, BagOf(of, 0))
        if not isinstance(kind, Poison) and self.as_bag(kind, of) is None:
            self._one_of_each(node, kind, of)

    def _one_of_each(self, node: n.Expr, kind: Kind, of: Single) -> None:
        if isinstance(kind, SetOf):
            if not held_by(kind.of, of):
                self.found.append(f.wrong_kind(str(SetOf(of)), kind, node.span))
        elif not fits(kind, of) or (isinstance(kind, Number) and not held_by(kind, of)):
            self.found.append(f.wrong_kind(str(of), kind, node.span))

    def expr_or_of(self, node: n.Expr) -> None:
        """Check an amount whose place is unknown."""
        if isinstance(node, n.Of):
            self.expr(node.count)
            self.expr(node.thing)
        else:
            self.expr(node)

    def _move(self, line: n.Line) -> None:
        assert line.source is not None and line.target is not None and line.what is not None
        source, target = self.place(line.source), self.place(line.target)
        everything = isinstance(line.what, n.Word) and line.what.word == "everything"
        match source, target:
            case (Poison(), _) | (_, Poison()):
                if not everything:
                    self.expr_or_of(line.what)
            case (Number(), Number()):
                if not everything:
                    self.number(line.what)
            case (BagOf(of), BagOf(other)) if of == other:
                if not everything:
                    self.amount(line.what, of)
            case (SetOf(of), SetOf(other)) if held_by(of, other) and (
                held_by(other, of) or isinstance(of, Member)
            ):
                if not everything:
                    self.members(line.what, of)
            case (BagOf(of), Maybe(other)) if of == other and not everything:
                self.key("move", line.what, of)
            case (Maybe(of), BagOf(other)) if of == other:
                if not everything:
                    self.key("move", line.what, of)
            case (Maybe(of), Maybe(other)) if of == other and everything:
                pass
            case _:
                self.found.append(f.verb_does_not_fit("move", target, line.span, f"it comes from {source}"))
                if not everything:
                    self.expr_or_of(line.what)

    # -- chance ---------------------------------------------------------------------------------------

    def _drawn(self, node: n.Expr) -> Single | None:
        kind = self.expr(node)
        match kind:
            case SetOf(of) if of is not None:
                return of
            case BagOf(of):
                return of
            case Poison():
                return None
            case _:
                self.found.append(f.no_collection(kind, node.span))
                return None

    def _receives(self, node: n.Expr, of: Single | None, verb: str) -> None:
        place = self.place(node)
        if of is None or isinstance(place, Poison):
            return
        match place:
            case BagOf(other) | SetOf(other) if other == of:
                return
            case BagOf(other) | SetOf(other) if isinstance(of, Member) and held_by(of, other):
                return
            case Maybe(other) if fits(of, other):
                return
            case Number() if isinstance(of, Number) and _apart(of, place):
                self.found.append(f.never_fits(of, place, node.span))
            case Number() | Member() if fits(of, place):
                return
            case _:
                self.found.append(f.verb_does_not_fit(verb, place, node.span, f"what is drawn is {of}"))

    def _deal(self, line: n.Line) -> None:
        assert line.what is not None and line.target is not None and line.overs is not None
        of = self._drawn(line.what)
        with self.inner():
            self.overs(line.overs)
            self._receives(line.target, of, "deal")

    def _draw(self, line: n.Line) -> None:
        assert line.what is not None and line.source is not None and line.target is not None
        self.number(line.what)
        of = self._drawn(line.source)
        self._receives(line.target, of, "draw")

    def _reveal(self, line: n.Line) -> None:
        assert line.what is not None
        self.expr(line.what)
        if line.target is not None:
            self.expr(line.target)
            self.found.append(f.not_yet("`reveal … to`", line.span))
        ref = self.world.refs.get(line.what)
        if not isinstance(ref, Component) or isinstance(line.what, n.EndOf) or self.is_part(line.what):
            if line.what in self.world.refs:
                self.found.append(f.not_hideable(unparse(line.what), line.what.span))
            return
        if ref.seen == "all" and not isinstance(ref.kind, Poison):
            self.found.append(f.nothing_hidden(unparse(line.what), line.what.span))
        ref.revealed = True


def _all_held(value: Kind, target: Kind) -> bool:
    """Whether every number of the one kind is one of the other; other kinds have fitted already."""
    value = value.of if isinstance(value, Maybe) else value
    target = target.of if isinstance(target, Maybe) else target
    if isinstance(value, SetOf) and isinstance(target, SetOf):
        return held_by(value.of, target.of)
    return not isinstance(value, Number) or not isinstance(target, Number) or held_by(value, target)


def _place_kind(component: Component, node: n.Expr, kind: Kind) -> Kind:
    given = len(node.args) if isinstance(node, n.Read) else 0
    return component.kind if given == len(component.keys) else kind


def _what(ref: object) -> str:
    match ref:
        case Term():
            return "a term"
        case Column():
            return "printed"
        case Var(role="let"):
            return "a value taken once"
        case Var():
            return "a bound name"
        case Option():
            return "an option"
        case _:
            return "no component"


def _writes(block: n.Block) -> bool:
    for statement in block.statements:
        match statement:
            case n.Line(verb=verb):
                if verb not in {"let", "nothing", "stop", "award"}:
                    return True
            case n.IfBlock(cases=cases, otherwise=otherwise):
                if any(_writes(body) for _, body in cases) or (otherwise is not None and _writes(otherwise)):
                    return True
            case n.ForBlock(body=body):
                if _writes(body):
                    return True
    return False


def _apart(kind: Number, other: Number) -> bool:
    return kind.high < other.low or other.high < kind.low
