"""Where two simultaneous rounds change one place, so that the result would depend on their order.

Sums never clash. Two rounds that set a place must set it to the same; one that sets it leaves no room for
another that adds. What is certain to clash, or can't be looked at as it is played, is told apart from
what only may.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from interpreter.check.access import Access
from interpreter.check.kinds import BagOf, ListOf, MapOf, SetOf
from interpreter.check.world import One, Term, Var, World
from interpreter.syntax import nodes as n
from interpreter.syntax import walk
from interpreter.syntax.unparse import unparse

_SHOWING = {"reveal", "hide"}


@dataclass(frozen=True, slots=True)
class Clashes:
    """The writes that clash ``surely``, or in a way that play can't look at, and those that only may."""

    surely: tuple[Access, ...]
    perhaps: tuple[Access, ...]


def clashes_of(
    world: World,
    rounds: Sequence[Sequence[n.Expr | n.Block]],
    writes: Sequence[Access],
    variables: tuple[Var, ...],
) -> Clashes:
    """The writes of simultaneous rounds that may clash with each other, or each with itself in another."""
    varies = _varying(world, rounds, variables)
    surely: dict[Access, None] = {}
    perhaps: dict[Access, None] = {}
    for one, other in combinations_with_replacement(writes, 2):
        if one.component is not other.component or not _clash(world, one, other, varies):
            continue
        if (one.own and one.own == other.own) or _are_apart(world, one.node, other.node):
            continue
        into = surely if _is_sure(world, one, other, varies) else perhaps
        sets = [each for each in (one, other) if each.verb == "set"]
        into.update(dict.fromkeys(sets or (one,)))
    return Clashes(tuple(surely), tuple(one for one in perhaps if one not in surely))


def mixed(writes: Sequence[Access]) -> Iterator[Access]:
    """Writes of rounds that come one after the other in no order, though it matters: they set one place
    that others may change as well, or put into a set what others may take out.
    """
    for one, other in combinations_with_replacement(writes, 2):
        if one.component is not other.component or (one.own and one.own == other.own):
            continue
        verbs = {one.verb, other.verb}
        in_and_out = isinstance(one.component.kind, SetOf) and verbs == {"add", "remove"}
        if in_and_out or (verbs & {"set", "empty"} and one is not other and not verbs & _SHOWING):
            yield one


# -- whether the order could matter -------------------------------------------------------------------------


def _clash(world: World, one: Access, other: Access, varies: "Varies") -> bool:
    """Whether two rounds could do different things in one place with these writes."""
    verbs = {one.verb, other.verb}
    if verbs & {"take", "empty"}:
        return True
    if verbs & _SHOWING:
        return verbs == _SHOWING
    if verbs == {"set"}:
        return varies(one.value) or varies(other.value) or _text(one.value) != _text(other.value)
    if "set" in verbs:
        return True
    if isinstance(one.component.kind, SetOf):
        return len(verbs) == 2 and not _members_apart(world, one, other)
    if verbs == {"up to"}:  # who gets it, where there is less than all would take
        return varies(one.value) or varies(other.value) or _text(one.value) != _text(other.value)
    return "up to" in verbs


def _is_sure(world: World, one: Access, other: Access, varies: "Varies") -> bool:
    """Whether both mean one place in all rounds, or a place at which play can't look."""
    kind = one.component.kind
    if isinstance(kind, BagOf | ListOf) or {one.verb, other.verb} & {*_SHOWING, "up to", "take"}:
        return True
    if any(isinstance(world.kinds_of.get(each.node), MapOf) for each in (one, other)):
        return True
    if _text(one.node) != _text(other.node) or any(varies(key) for key in _keys(one.node)):
        return False
    if isinstance(kind, SetOf) and {one.verb, other.verb} == {"add", "remove"}:
        return _text(one.what) == _text(other.what) and not varies(one.what)
    return True


def _members_apart(world: World, one: Access, other: Access) -> bool:
    """Whether what comes to a set and what leaves it are surely different members."""
    return _differ(world, one.what, other.what)


def _are_apart(world: World, one: n.Expr, other: n.Expr) -> bool:
    """Whether two places have different members among their keys."""
    pairs = zip(_keys(one), _keys(other), strict=False)
    return any(_differ(world, a, b) for a, b in pairs)


def _differ(world: World, one: n.Expr | None, other: n.Expr | None) -> bool:
    return is_constant(world, one) and is_constant(world, other) and _text(one) != _text(other)


def is_constant(world: World, value: n.Expr | None) -> bool:
    """Whether a phrase is a number, a word or a member."""
    if isinstance(value, n.Int | n.Word):
        return True
    return value is not None and isinstance(world.refs.get(value), One)


def _keys(place: n.Expr) -> tuple[n.Expr, ...]:
    return place.args if isinstance(place, n.Read) else ()


def _text(value: n.Expr | None) -> str:
    return unparse(value) if value is not None else ""


# -- what differs between rounds ----------------------------------------------------------------------------

Varies = Callable[[n.Expr | None], bool]
"""Whether a phrase may have another value in each round."""


def _varying(
    world: World, rounds: Sequence[Sequence[n.Expr | n.Block]], variables: tuple[Var, ...]
) -> Varies:
    together = world.me in variables
    known = set(variables)

    def varies(expr: n.Expr | None) -> bool:
        for part in walk.everything(expr) if expr is not None else ():
            ref = world.refs.get(part)
            if isinstance(ref, Var) and (ref in known or (together and ref.role != "bound")):
                return True
            if isinstance(ref, Term) and ref.uses_me and together:
                return True
        return False

    for parts in rounds:
        for part in parts:
            if isinstance(part, n.Block):
                _follow(world, part, known, varies)
    return varies


def _follow(world: World, block: n.Block, known: set[Var], varies: Varies) -> None:
    """Note the names inside a block that stand for something else in each round."""
    for statement in block.statements:
        match statement:
            case n.Line(verb="let", value=value):
                if varies(value):
                    known.add(world.vars_of[statement])
            case n.Line():
                if statement in world.settled:
                    _follow(world, world.settled[statement], known, varies)
            case n.IfBlock(cases=cases, otherwise=otherwise):
                for _, body in cases:
                    _follow(world, body, known, varies)
                if otherwise is not None:
                    _follow(world, otherwise, known, varies)
            case n.ForBlock(overs=overs, body=body):
                known.update(world.vars_of[bind] for bind in overs.binds)
                _follow(world, body, known, varies)
