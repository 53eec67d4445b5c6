"""Lowering of keys that compare several numbers, the smallest first: a key for each of them.

The core program compares single numbers. The number in place k of a sorted row is the smallest of which more
than k are as small or smaller. Where there are not so many, something smaller than all of them stands there,
so that of two rows that begin alike the shorter one comes first, as words do in a dictionary.
"""

from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING

from interpreter.check.kinds import Flag, Number
from interpreter.core import fold, ir
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.core.lower_expr import LowerExpr

Inner = Callable[[], ir.Expr]


def key_values(lower: "LowerExpr", node: n.Expr) -> list[Inner]:
    """What lowers each of the numbers that a key compares; most keys have one."""
    if not isinstance(node, n.Fold) or node.word != "sorted":
        return [lambda: lower.value(node)]
    names = [lower.world.vars_of[bind] for bind in node.overs.binds]
    most = prod(lower.world.count(var.kind) for var in names)
    return [lambda place=place: _in_place(lower, node, place) for place in range(most)]  # type: ignore[misc]


def _in_place(lower: "LowerExpr", node: n.Fold, place: int) -> ir.Expr:
    kind = lower.kind(node.value)
    low, high = (kind.low, kind.high) if isinstance(kind, Number) else (0, 1)
    assert isinstance(kind, Number | Flag)
    none, beyond = ir.Const(low - 1), ir.Const(high + 1)

    def candidate() -> ir.Expr:
        with lower.slots.scratch() as slot:
            as_small = lambda: fold.compare("le", lower.value(node.value), ir.Read(slot))  # noqa: E731
            enough = fold.compare("gt", _over(lower, node, as_small, "sum"), ir.Const(place))
            return ir.Let(slot, lower.value(node.value), fold.if_(enough, ir.Read(slot), beyond))

    found = _over(lower, node, candidate, "lowest", beyond)
    with lower.slots.scratch() as slot:
        there = fold.compare("le", ir.Read(slot), ir.Const(high))
        return ir.Let(slot, found, fold.if_(there, ir.Read(slot), none))


def _over(
    lower: "LowerExpr", node: n.Fold, inner: Inner, word: str, default: ir.Expr = fold.FALSE, at: int = 0
) -> ir.Expr:
    """What is counted or found for all members of all names."""
    bind = node.overs.binds[at]
    over, domain = lower.over(bind.over)
    before = lower.env.get(lower.world.vars_of[bind])
    with lower.bound(lower.world.vars_of[bind], domain) as slot:
        if at + 1 < len(node.overs.binds):
            value = _over(lower, node, inner, word, default, at + 1)
        else:
            if node.overs.where is not None:
                over = fold.filter_(slot, over, lower.value(node.overs.where), lower.width(domain))
            value = inner()
    if before is not None:
        lower.env[lower.world.vars_of[bind]] = before
    return ir.Sum(slot, over, value) if word == "sum" else ir.Extreme("lowest", slot, over, value, default)
