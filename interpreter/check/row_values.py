"""Rows as values: ``let before = armies(q) for each q in Land``, one value for each member of some kinds."""

from typing import TYPE_CHECKING

from interpreter.check import findings as f
from interpreter.check import row_findings
from interpreter.check.kinds import (
    POISON,
    Flag,
    Kind,
    MapOf,
    Maybe,
    Member,
    NoneKind,
    Number,
    Poison,
    SetOf,
)
from interpreter.check.names import MAX_CELLS
from interpreter.check.world import KindSet, Var
from interpreter.syntax import nodes as n
from interpreter.syntax.unparse import unparse

if TYPE_CHECKING:
    from interpreter.check.bound import Bound
    from interpreter.check.infer import Infer


def row_kind(infer: "Bound", node: n.Fold, variables: tuple[Var, ...], value: Kind) -> Kind:
    """The kind of ``E for each x in S``: S are whole kinds, so that there is a value for each key."""
    if node.overs.where is not None:
        infer.found.append(row_findings.leaves_out(node.overs.where.span))
        return POISON
    for bind in node.overs.binds:
        whole = isinstance(bind.over, n.SpanOf) or isinstance(infer.world.refs.get(bind.over), KindSet)
        if not whole or not _is_fixed(bind.over):
            infer.found.append(row_findings.leaves_out(bind.over.span))
            return POISON
    keys = tuple(var.kind for var in variables if isinstance(var.kind, Member | Number))
    if len(keys) < len(variables) or isinstance(value, Poison):
        return POISON
    if not _is_kept(value) and not isinstance(value, NoneKind):
        infer.found.append(f.wrong_kind("one value or a set", value, node.value.span))
        return POISON
    return MapOf(keys, value)


def _is_fixed(over: n.Expr) -> bool:
    """Whether a span of numbers is written out; a kind always is."""
    return not isinstance(over, n.SpanOf) or (isinstance(over.low, n.Int) and isinstance(over.high, n.Int))


def taken(infer: "Infer", node: n.Expr, kind: Kind) -> Kind:
    """The kind of what `let` takes: of a row, all its values."""
    if not isinstance(kind, MapOf):
        return kind
    if not _is_kept(kind.value):
        infer.found.append(f.bare_collection(unparse(node), node.span))
        return POISON
    cells = 1
    for key in kind.keys:
        cells *= infer.world.size(key)
    if cells > MAX_CELLS:
        infer.found.append(row_findings.row_too_large(cells, node.span))
        return POISON
    return kind


def _is_kept(value: Kind) -> bool:
    if isinstance(value, SetOf):
        return value.of is not None
    return isinstance(value, Flag | Number | Member | Maybe)
