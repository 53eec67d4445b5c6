"""Why a phrase comes to what it comes to: the sentence as it is written, each part of it with its value."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

from interpreter.check.world import Builtin, KindSet, One, Term, Var
from interpreter.study.over_members import told_of_members
from interpreter.study.position import HIDDEN, Position, Raw, Value
from interpreter.study.reason import NOT_ASKED, Reason, where, words
from interpreter.study.statements import statements_of
from interpreter.syntax import nodes as n
from interpreter.syntax.document import Mapping
from interpreter.syntax.ruleset import Head
from interpreter.syntax.walk import children
from interpreter.text.span import Span

DEPTH = 1
"""How many definitions are opened, one inside the other, if nothing is said."""

MOST = 2_000
"""How many parts a tree has at most."""


class Reasons:
    """Writes trees of phrases in the position that is looked at."""

    def __init__(self, position: Position, document: Mapping | None, depth: int = DEPTH) -> None:
        self.position = position
        self.document = document
        self.depth = depth
        self.left = MOST
        self.opened = 0

    def of(self, node: n.Expr) -> Reason:
        """The tree of a phrase."""
        self.left -= 1
        value = self.position.value(node)
        note = value.fault
        if self.left <= 0:
            return Reason(words(node), value.text, "there is more")
        note, parts = self._told(node, value, note)
        return Reason(words(node), value.text, note, tuple(parts))

    def headed(self, head: Head, reason: Reason, span: Span | None = None) -> Reason:
        """A tree as what a paragraph says, with its place and what it cites."""
        place = span if span is not None else head.span
        return Reason(
            reason.text, reason.value, reason.note, reason.parts, head.path, where(place),
            statements_of(self.document, head.cites),
        )  # fmt: skip

    # -- the parts -----------------------------------------------------------------------------------

    def _told(self, node: n.Expr, value: Value, note: str) -> tuple[str, list[Reason]]:
        match node:
            case n.Logic(op=op):
                return note, list(self._sides(_chain(node, op), decided_by=op == "or"))
            case n.IfElse(test=test, then=then, other=other):
                return note, list(self._choice(test, then, other))
            case n.Quantified() | n.Fold() | n.Pick():
                return told_of_members(self, node, value)
            case n.Name() | n.Read():
                return note, list(self._reading(node))
            case n.Group() | n.Ways() | n.Cheapest():
                return note, []
            case n.In(item=item, of=of):
                return note, [*self.unless_plain(item), *self.unless_plain(of)]
            case _:
                return note, [part for child in children(node) for part in self.unless_plain(child)]

    def unless_plain(self, node: n.Expr) -> Iterator[Reason]:
        """The tree of a part, unless it says its value itself."""
        if not self.is_plain(node):
            yield self.of(node)

    def is_plain(self, node: n.Expr) -> bool:
        """Whether a phrase is a number, a member or a kind by name."""
        match node:
            case n.Int() | n.Word() | n.SpanOf(low=n.Int(), high=n.Int()):
                return True
            case n.SetOf(items=items):
                return all(self.is_plain(item) for item in items)
            case n.Negative(inner=inner):
                return self.is_plain(inner)
            case _:
                return isinstance(self.position.world.refs.get(node), One | KindSet)

    def _sides(self, sides: list[n.Expr], *, decided_by: bool) -> Iterator[Reason]:
        """The sides of ``and`` or ``or``, each of which is asked only if none before it decides."""
        known: bool | None = not decided_by
        for side in sides:
            if known is None:
                yield Reason(words(side), HIDDEN)
            elif known is decided_by:
                yield Reason(words(side), "", NOT_ASKED)
            else:
                known = self.position.holds(side)
                yield self.of(side)

    def _choice(self, test: n.Expr, then: n.Expr, other: n.Expr) -> Iterator[Reason]:
        holds = self.position.holds(test)
        yield self.of(test)
        if holds is None:
            return
        taken, left = (then, other) if holds else (other, then)
        yield from self.unless_plain(taken)
        if not self.is_plain(left):
            yield Reason(words(left), "", NOT_ASKED)

    def _reading(self, node: n.Name | n.Read) -> Iterator[Reason]:
        world = self.position.world
        ref = world.refs.get(node)
        args = node.args if isinstance(node, n.Read) else ()
        if node in world.promised:
            yield self.opened_as(world.promised[node], "what was promised")
            return
        if isinstance(ref, Builtin) and ref.name in {"size", "shown", "public", "promised"}:
            args = tuple(one for arg in args for one in (arg.args if isinstance(arg, n.Read) else ()))
        for arg in args:
            yield from self.unless_plain(arg)
        if isinstance(ref, Term):
            yield from self._defined(ref, args)
        elif isinstance(ref, Var) and ref in self.position.play.meaning:
            yield self.opened_as(self.position.play.meaning[ref], "definition")

    def opened_as(self, node: n.Expr, note: str) -> Reason:
        """What stands behind a name."""
        found = self.of(node)
        return replace(found, note="; ".join(filter(None, (note, found.note))))

    def _defined(self, term: Term, args: tuple[n.Expr, ...]) -> Iterator[Reason]:
        """The definition of a term, with its parameters bound to what it is handed here."""
        yield from self.inside(term, args, self.of)

    def inside(
        self, term: Term, args: tuple[n.Expr, ...], make: Callable[[n.Expr], Reason]
    ) -> Iterator[Reason]:
        """What ``make`` tells of a definition, if it is to be opened and what it is handed is known."""
        if self.opened >= self.depth:
            return
        handed, _, _ = self.position.world.parted(term, args)
        pairs: list[tuple[Var, Raw]] = []
        for arg, param in zip(handed, term.params, strict=True):
            raw = self.position.value_as(arg, param.kind).raw
            if raw is None:
                return
            pairs.append((param, raw))
        phrase = term.decl.phrase
        self.opened += 1
        with ExitStack() as bound:
            for param, raw in pairs:
                bound.enter_context(self.position.binding(param, raw))
            found = make(phrase.expr)
        self.opened -= 1
        note = "; ".join(filter(None, ("definition", found.note)))
        yield self.headed(term.decl.head, replace(found, note=note), phrase.span)


def _chain(node: n.Expr, op: str) -> list[n.Expr]:
    """The sides of ``a and b and c``, however they hang together."""
    if isinstance(node, n.Logic) and node.op == op:
        return [*_chain(node.left, op), *_chain(node.right, op)]
    return [node]
