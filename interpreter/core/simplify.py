"""Simpler expressions of the same value: emptiness of a filter is a search, what is used once is in place."""

from typing import Any

from interpreter.core import ir
from interpreter.core.reading import LOOPS, SPREADS, inner_fields, is_node, rebuilt, renamed, slots_bound


def simplify(expr: ir.Expr) -> ir.Expr:
    """The expression with every part of it simplified, inner parts first."""
    return _simpler(rebuilt(expr, simplify))


def _simpler(expr: ir.Expr) -> ir.Expr:
    match expr:
        case ir.Empty(ir.Filter(var, over, test, _)):
            return ir.Not(ir.Exists(var, over, test))
        case ir.Not(ir.Not(inner)):
            return inner
        case ir.Arith("add" | "sub" as op, ir.Arith(other, rest, one), two) if op == other and (
            whole := _halves(one, two)
        ):
            return ir.Arith(op, rest, whole)
        case ir.Exists(var, ir.Filter(inner, over, test, _), rest) if inner == var:
            return ir.Exists(var, over, ir.And(test, rest))
        case ir.Let(slot, value, inner) if _uses(inner, slot, slots_bound(value), False) == 1:
            return simplify(put(inner, slot, value))
        case _:
            return expr


def _halves(one: ir.Expr, two: ir.Expr) -> ir.Expr | None:
    """The sum of which one part is taken where a condition holds, the other where it does not."""
    match one, two:
        case ir.Sum(var, over, ir.If(test, value, ir.Const(0))), ir.Sum(other_var, other_over, other):
            if other_var != var:
                other = renamed(other, {other_var: var})
            if other_over == over and other == ir.If(ir.Not(test), value, ir.Const(0)):
                return ir.Sum(var, over, value)
        case _:
            pass
    return None


def _uses(node: Any, slot: int, taken: set[int], bound: bool) -> int:
    """How often a slot is read.

    A read inside a loop counts as many, since the value would be computed again, and one inside a form
    whose variable is among the ``taken``, which computing the value would overwrite.
    """
    if isinstance(node, ir.Read) and node.slot == slot:
        return 2 if bound else 1
    found = 0
    for name in inner_fields(type(node)):
        value = getattr(node, name)
        inside = bound or (isinstance(node, LOOPS) and name != "over")
        inside = inside or (isinstance(node, SPREADS) and name in ("step", "toll"))
        inside = inside or (isinstance(node, ir.Let) and name == "inner" and node.slot in taken)
        for part in value if isinstance(value, tuple) else (value,):
            if is_node(part):
                found += _uses(part, slot, taken, inside)
    return found


def put(node: Any, slot: int, value: ir.Expr) -> Any:
    """The node with a value in place of every read of a slot."""
    if isinstance(node, ir.Read) and node.slot == slot:
        return value
    return rebuilt(node, lambda part: put(part, slot, value))
