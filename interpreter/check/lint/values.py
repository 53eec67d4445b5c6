"""What a phrase can be wherever it stands: an interval of numbers, or the members that it may stand for.

What is printed counts as it is printed, whatever its column allows.
"""

from functools import lru_cache

from interpreter.check.kinds import Flag, Kind, Maybe, Member, NoneKind, Number
from interpreter.check.world import Column, One, World
from interpreter.syntax import nodes as n

Values = frozenset[int]
NONE = -1
MOST_MEMBERS = 256
"""Kinds with more members are not followed one by one."""


def interval_of(world: World, node: n.Expr) -> Number | None:
    """The interval of a phrase that is a number, or of a flag as one; ``None`` for anything else."""
    if isinstance(node, n.Int):
        return Number(node.value, node.value)
    kind = _kind_of(world, node)
    if not isinstance(kind, Number):
        return None
    ref = world.refs.get(node)
    if isinstance(ref, Column) and ref.kind == kind:
        return _printed_interval(ref) or kind
    return kind


@lru_cache(maxsize=1024)
def printed(column: Column) -> Values:
    """All values that are printed in a column."""
    return frozenset(value for case in column.cases for value in case)


def _printed_interval(column: Column) -> Number | None:
    values = printed(column)
    return Number(min(values), max(values)) if values else None


def one_flag(world: World, node: n.Expr) -> bool | None:
    """What a flag is that is printed the same on everything; ``None`` for all else."""
    ref = world.refs.get(node)
    if not isinstance(ref, Column) or not isinstance(ref.kind, Flag):
        return None
    values = printed(ref)
    return bool(next(iter(values))) if len(values) == 1 else None


def values_of(world: World, node: n.Expr) -> Values | None:
    """The members that a phrase can stand for, -1 for none; ``None`` where they are no members, or many."""
    ref = world.refs.get(node)
    if isinstance(ref, One):
        return frozenset((ref.index,))
    if isinstance(node, n.Word) and node.word == "none":
        return frozenset((NONE,))
    kind = _kind_of(world, node)
    if isinstance(ref, Column) and ref.kind == kind and members_of(world, ref.kind) is not None:
        return printed(ref)
    return members_of(world, kind)


def _kind_of(world: World, node: n.Expr) -> Kind | None:
    """The kind of a phrase, or of a place of a component in a phrase that no author wrote."""
    kind = world.kinds_of.get(node)
    if kind is not None or not isinstance(node, n.Name | n.Read):
        return kind
    component = world.components.get(node.name)
    given = len(node.args) if isinstance(node, n.Read) else 0
    return component.kind if component is not None and given == len(component.keys) else None


def members_of(world: World, kind: Kind | None) -> Values | None:
    """The members of a kind that has not too many, -1 for none."""
    match kind:
        case Member(domain) if world.size(kind) <= MOST_MEMBERS:
            whole = world.domains[domain].whole
            return frozenset(world.indices(kind)) if whole else frozenset(range(world.size(kind)))
        case Maybe(of) if isinstance(of, Member):
            inner = members_of(world, of)
            return None if inner is None else inner | {NONE}
        case NoneKind():
            return frozenset((NONE,))
        case Flag():
            return None
        case _:
            return None
