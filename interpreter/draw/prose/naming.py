"""What every part of the prose printer needs: what names mean, how kinds are called, where words lead."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from interpreter.check.kinds import BagOf, Flag, Kind, ListOf, MapOf, Maybe, Member, Number, SetOf
from interpreter.check.world import Builtin, Column, Component, KindSet, One, Option, Ref, Term, Var, World
from interpreter.draw.prose.english import is_adjective, is_plural, noun, plural, spaced
from interpreter.draw.prose.words import Run, Words, say
from interpreter.syntax import nodes as n
from interpreter.syntax import walk


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """``the`` ``armies of T01``: a determiner, what is spoken of, and whether it is several.

    ``owner`` is who has it, where the determiner says so ("your", "P1's"), and who "has no" of it.
    """

    det: Words
    head: Words
    many: bool = False
    owner: Words = ()
    is_you: bool = False

    @property
    def words(self) -> Words:
        """The whole phrase."""
        return say(self.det, " ", self.head) if self.det else self.head


class Base(ABC):
    """Knows the world of a checked ruleset. ``chosen`` are options whose values are settled: what depends on
    them is told as it is then. ``places`` are kinds of which things lie on the members.
    """

    def __init__(
        self, world: World, chosen: Mapping[str, int] | None = None, places: Collection[str] = ()
    ) -> None:
        self.world = world
        self.chosen = dict(chosen or {})
        cells = (name for name, domain in world.domains.items() if domain.form == "cells")
        self.places = {*places, *cells}

    # -- the three forms in which an expression is told ------------------------------------------------

    @abstractmethod
    def value(self, expr: n.Expr) -> Words:
        """An expression as a noun: "the armies on T01"."""

    @abstractmethod
    def condition(self, expr: n.Expr, negated: bool = False) -> Words:
        """A condition as a clause: "T01 is empty"."""

    @abstractmethod
    def each(self, bind: n.Bind, where: n.Expr | None, word: str = "each", kept: bool = True) -> Words:
        """What a bound name runs over: "each player *p* who is ready"."""

    # -- what names mean ---------------------------------------------------------------------------------

    def kind(self, expr: n.Expr) -> Kind | None:
        """The kind of an expression, where the checker found one."""
        known = self.world.kinds_of.get(expr)
        if known is None and isinstance(expr, n.Name | n.Read):  # the place that an effect changes
            ref, given = self.world.refs.get(expr), len(expr.args) if isinstance(expr, n.Read) else 0
            if isinstance(ref, Component) and len(ref.keys) == given:
                return ref.kind
        return known

    def ref(self, expr: n.Expr) -> Ref | None:
        """What a name or a reading speaks of."""
        return self.world.refs.get(expr)

    def is_me(self, expr: n.Expr) -> bool:
        """Whether it is the player who acts."""
        return isinstance(expr, n.Name) and expr.name == "me"

    def decided(self, expr: n.Expr) -> bool | None:
        """What a condition comes to that the settled options decide; None where they do not."""
        match expr:
            case n.Name():
                ref = self.ref(expr)
                if isinstance(ref, Option) and isinstance(ref.kind, Flag) and ref.name in self.chosen:
                    return bool(self.chosen[ref.name])
            case n.Word(word="true" | "false" as word):
                return word == "true"
            case n.Not(inner=inner):
                found = self.decided(inner)
                return None if found is None else not found
            case n.Logic(op=op, left=left, right=right):
                both = (self.decided(left), self.decided(right))
                if (op == "or") in both:
                    return op == "or"
                return None if None in both else op == "and"
            case n.Compare(op="=" | "!=" as op, left=left, right=right):
                values = (self._settled(left), self._settled(right))
                if None not in values:
                    return (values[0] == values[1]) == (op == "=")
            case _:
                pass
        return None

    def _settled(self, expr: n.Expr) -> int | None:
        ref = self.ref(expr)
        match ref:
            case Option(name=name):
                return self.chosen.get(name)
            case One(index=index, kind=Member(domain)) if domain.startswith("option "):
                return index
            case _:
                return expr.value if isinstance(expr, n.Int) else None

    # -- how things are called -----------------------------------------------------------------------------

    def noun(self, kind: Kind | None) -> str:
        """One of a kind, without an article."""
        match kind:
            case Member(domain=domain) if " " not in domain and kind.whole and is_adjective(noun(domain)):
                return f"{noun(domain)} {noun(kind.whole[0])}"  # a part of a kind: the scored colours
            case Member(domain=domain):
                return spaced(domain.removeprefix("option ")) if " " in domain else noun(domain)
            case Maybe(of=of):
                return self.noun(of)
            case SetOf(of=of) | BagOf(of=of) | ListOf(of=of) if of is not None:
                return self.noun(of)
            case MapOf(value=value):
                return self.noun(value)
            case Number():
                return "number"
            case _:
                return "thing"

    def nouns(self, kind: Kind | None) -> str:
        """Several of a kind."""
        return plural(self.noun(kind))

    def label(self, name: str, ref: Ref | None = None) -> Words:
        """The name of something declared, in words, leading to where it is explained."""
        return (Run(spaced(name), "", self.address(name, ref)),)

    def variable(self, name: str) -> Words:
        """A bound name; one that no author can write stands as it is."""
        return (Run(name, ""),) if " " in name else (Run(spaced(name), "name"),)

    def address(self, name: str, ref: Ref | None = None) -> str:
        """Where something is declared, "" for what is always there."""
        match ref:
            case Component() | Term() | Option():
                return ref.decl.head.path
            case Column(owner=owner):
                return (
                    (f"kinds.{owner}" if owner in self.world.ruleset.kinds else "")
                    if owner
                    else f"tables.{name}"
                )
            case KindSet(kind=Member(domain)):
                return self.kind_address(domain)
            case None:
                return next((f"{word}.{name}" for word, section in self._sections() if name in section), "")
            case Builtin() | Var() | One() | KindSet():
                return ""

    def kind_address(self, name: str) -> str:
        """Where a kind is declared."""
        rules = self.world.ruleset
        if name in rules.kinds:
            return f"kinds.{name}"
        return f"boards.{name}" if name in rules.boards else ""

    def _sections(self) -> tuple[tuple[str, Mapping[str, object]], ...]:
        rules = self.world.ruleset
        return (
            ("actions", rules.actions), ("steps", rules.steps), ("costs", rules.costs),
            ("orders", rules.orders), ("markets", rules.markets), ("kinds", rules.kinds),
        )  # fmt: skip

    def is_many(self, name: str, kind: Kind | None) -> bool:
        """Whether what a name stands for is spoken of as several."""
        return is_plural(spaced(name)) and not isinstance(kind, Member | Flag)

    def is_place(self, kind: Kind | None) -> bool:
        """Whether things lie on the members of a kind."""
        return isinstance(kind, Member) and any(name in self.places for name in (kind.domain, *kind.whole))

    def is_set(self, kind: Kind | None) -> bool:
        """Whether it is several things at once."""
        return isinstance(kind, SetOf | BagOf | ListOf)

    # -- bound names ---------------------------------------------------------------------------------------

    def uses(self, name: str, *exprs: n.Expr | None) -> bool:
        """Whether a bound name is read somewhere in these."""
        return any(
            isinstance(one, n.Name | n.Read) and one.name == name
            for expr in exprs
            if expr is not None
            for one in walk.everything(expr)
        )


def raw(node: object) -> str:
    """A sentence as its author wrote it, on one line and without its footnote; "" for none."""
    match node:
        case None:
            return ""
        case n.Calls(calls=calls):  # its parts may stand in several files
            return ", ".join(raw(one) for one in calls)
        case _:
            span = getattr(node, "span", None)
            if span is None:
                return ""
            foot = getattr(node, "foot", None)
            same = foot is not None and foot.span.source is span.source and foot.span.start >= span.start
            end = min(span.end, foot.span.start) if foot is not None and same else span.end
            return " ".join(span.source.text[span.start : end].split())
