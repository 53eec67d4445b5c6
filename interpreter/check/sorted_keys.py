"""Keys that compare several numbers: ``highest (sorted of tally(p, c) for c in Colour)``."""

from math import prod
from typing import TYPE_CHECKING

from interpreter.check import findings as f
from interpreter.check.kinds import Flag, Number, Poison
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.check.bound import Bound

MOST_SORTED = 32
"""How many numbers one key may compare: each is found anew among all of them."""


def check_sorted(infer: "Bound", node: n.Fold) -> None:
    """The numbers that are sorted; how many there can be is known."""
    with infer.inner():
        variables = infer.overs(node.overs)
        kind = infer.there(node.value, infer.expr(node.value))
    if isinstance(kind, Poison) or any(isinstance(var.kind, Poison) for var in variables):
        return
    if not isinstance(kind, Number | Flag):
        infer.found.append(f.wrong_kind("a number", kind, node.value.span))
        return
    most = most_sorted(infer, node)
    if most > MOST_SORTED:
        infer.found.append(f.too_many_sorted(most, MOST_SORTED, node.span))


def most_sorted(infer: "Bound", node: n.Fold) -> int:
    """How many numbers there are at most."""
    names = [infer.world.vars_of[bind] for bind in node.overs.binds]
    return prod(infer.world.count(var.kind) for var in names)
