"""Names in scope while expressions are checked, and what conditions teach about values."""

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.check import findings as f
from interpreter.check.builtins import VALUES
from interpreter.check.kinds import BagOf, Flag, Kind, Maybe, Member, Number, SetOf, is_part
from interpreter.check.world import Var, World
from interpreter.syntax import nodes as n
from interpreter.syntax.findings import RESERVED
from interpreter.syntax.unparse import unparse
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

MOST_SUGGESTIONS = 300
"""Findings before suggestions end: to look for one takes the longer, the more names there are."""


class Scope:
    """The bound names at one place, innermost last; results go to the side tables of the world."""

    def __init__(self, world: World, found: list[Diagnostic]) -> None:
        self.world = world
        self.found = found
        self.scope: list[dict[str, Var]] = [{}]
        self.has_me = False
        self.used_me = False
        self.facts: dict[str, Kind] = {}
        self.open_terms: list[str] = []
        self.certain: set[n.Expr] = set()  # what could be none, but is known not to be where it stands
        self.seats = world.players  # how few and how many players there can be here
        self.claimant = ""  # who claims, where somebody does: a name that is not known in what follows

    # -- scope --------------------------------------------------------------------------------------

    @contextmanager
    def inner(self) -> Iterator[None]:
        """A scope of its own; what is learnt inside is forgotten behind it."""
        facts = dict(self.facts)
        self.scope.append({})
        yield
        self.scope.pop()
        self.facts = facts

    def bind(self, var: Var) -> Var:
        """Bind a name here; hiding anything else is a finding."""
        span = var.span
        assert span is not None
        if var.name in RESERVED:
            self.found.append(f.reserved(var.name, span))
        else:
            hidden = self._hidden_by(var.name)
            if hidden is not None:
                self.found.append(f.hides(var.name, span, *hidden))
        self.scope[-1][var.name] = var
        return var

    def _hidden_by(self, name: str) -> tuple[str, Span | None] | None:
        for names in self.scope:
            if name in names:
                return "name bound outside", names[name].span
        world = self.world
        if name in world.components:
            return "component", world.components[name].decl.head.span
        if name in world.terms:
            return "term", world.terms[name].decl.head.span
        if name in world.tables:
            return "table", world.tables[name].span
        if name in world.options:
            return "option", world.options[name].decl.head.span
        return None

    def lookup(self, name: str) -> Var | None:
        """The bound name nearest by."""
        for names in reversed(self.scope):
            if name in names:
                return names[name]
        return None

    def known_names(self) -> list[str]:
        """All names that could be meant, for a suggestion; none where very much is wrong already."""
        if len(self.found) > MOST_SUGGESTIONS:
            return []
        world = self.world
        bound = [name for names in self.scope for name in names]
        kinds = [name for name in world.domains if " " not in name]
        return [
            *bound,
            *world.components,
            *world.terms,
            *world.options,
            *world.tables,
            *kinds,
            *world.members,
            *VALUES,
        ]

    def forget(self) -> None:
        """Forget what is known of anything that an effect may change; what a name is bound to stays."""
        self.facts = {text: kind for text, kind in self.facts.items() if self.lookup(text) is not None}

    # -- what a condition teaches -----------------------------------------------------------------------

    def learn(self, node: n.Expr, holds: bool) -> None:
        """Remember that a value is not none, where the condition says so."""
        match node:
            case n.Logic(op="and", left=left, right=right) if holds:
                self.learn(left, True)
                self.learn(right, True)
            case n.Logic(op="or", left=left, right=right) if not holds:
                self.learn(left, False)
                self.learn(right, False)
            case n.Not(inner=inner):
                self.learn(inner, not holds)
            case n.Compare(op="=" | "!=" as op, left=left, right=right):
                self._learn_equal(left, right, (op == "=") == holds)
                self._learn_equal(right, left, (op == "=") == holds)
            case n.In(item=item, of=of, negated=negated) if negated != holds:
                self._learn_some(item)
                self._learn_part(item, of)

    def _learn_equal(self, node: n.Expr, other: n.Expr, equal: bool) -> None:
        is_none = isinstance(other, n.Word) and other.word == "none"
        other_kind = self.world.kinds_of.get(other)
        if (is_none and not equal) or (
            not is_none and equal and isinstance(other_kind, Member | Number | Flag)
        ):
            self._learn_some(node)

    def _learn_part(self, item: n.Expr, of: n.Expr) -> None:
        """What is in a set of a part of its kind is of that part."""
        held = self.world.kinds_of.get(of)
        kind = self.facts.get(unparse(item), self.world.kinds_of.get(item))
        part = held.of if isinstance(held, SetOf | BagOf) else None
        if isinstance(kind, Member) and isinstance(part, Member) and is_part(part, kind):
            self.facts[unparse(item)] = part

    def _learn_some(self, node: n.Expr) -> None:
        kind = self.world.kinds_of.get(node)
        if isinstance(kind, Maybe):
            self.facts[unparse(node)] = kind.of
