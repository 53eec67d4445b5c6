"""Comparisons of integers, by the shapes of their sides.

Each table has one line an operator: Python has no faster way to leave the operator open.
"""

from collections.abc import Callable
from typing import Literal

from interpreter.core.ir import Compare, Const, Expr, Read, ReadAt
from interpreter.engine.forms import Compiler, Eval

Op = Literal["eq", "ne", "lt", "le", "gt", "ge"]

OPPOSITE: dict[str, Op] = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
"""The operator that holds where another does not."""

_MIRRORED: dict[str, Op] = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}

_ANY: dict[str, Callable[[Eval, Eval], Eval]] = {
    "eq": lambda a, b: lambda s: a(s) == b(s),
    "ne": lambda a, b: lambda s: a(s) != b(s),
    "lt": lambda a, b: lambda s: a(s) < b(s),
    "le": lambda a, b: lambda s: a(s) <= b(s),
    "gt": lambda a, b: lambda s: a(s) > b(s),
    "ge": lambda a, b: lambda s: a(s) >= b(s),
}
_CONST: dict[str, Callable[[Eval, int], Eval]] = {
    "eq": lambda a, k: lambda s: a(s) == k,
    "ne": lambda a, k: lambda s: a(s) != k,
    "lt": lambda a, k: lambda s: a(s) < k,
    "le": lambda a, k: lambda s: a(s) <= k,
    "gt": lambda a, k: lambda s: a(s) > k,
    "ge": lambda a, k: lambda s: a(s) >= k,
}
_SLOT_CONST: dict[str, Callable[[int, int], Eval]] = {
    "eq": lambda i, k: lambda s: s[i] == k,
    "ne": lambda i, k: lambda s: s[i] != k,
    "lt": lambda i, k: lambda s: s[i] < k,
    "le": lambda i, k: lambda s: s[i] <= k,
    "gt": lambda i, k: lambda s: s[i] > k,
    "ge": lambda i, k: lambda s: s[i] >= k,
}
_SLOTS: dict[str, Callable[[int, int], Eval]] = {
    "eq": lambda i, j: lambda s: s[i] == s[j],
    "ne": lambda i, j: lambda s: s[i] != s[j],
    "lt": lambda i, j: lambda s: s[i] < s[j],
    "le": lambda i, j: lambda s: s[i] <= s[j],
    "gt": lambda i, j: lambda s: s[i] > s[j],
    "ge": lambda i, j: lambda s: s[i] >= s[j],
}
_ANY_SLOT: dict[str, Callable[[Eval, int], Eval]] = {
    "eq": lambda a, j: lambda s: a(s) == s[j],
    "ne": lambda a, j: lambda s: a(s) != s[j],
    "lt": lambda a, j: lambda s: a(s) < s[j],
    "le": lambda a, j: lambda s: a(s) <= s[j],
    "gt": lambda a, j: lambda s: a(s) > s[j],
    "ge": lambda a, j: lambda s: a(s) >= s[j],
}
_CELL_CONST: dict[str, Callable[[int, int, int], Eval]] = {
    "eq": lambda b, i, k: lambda s: s[b + s[i]] == k,
    "ne": lambda b, i, k: lambda s: s[b + s[i]] != k,
    "lt": lambda b, i, k: lambda s: s[b + s[i]] < k,
    "le": lambda b, i, k: lambda s: s[b + s[i]] <= k,
    "gt": lambda b, i, k: lambda s: s[b + s[i]] > k,
    "ge": lambda b, i, k: lambda s: s[b + s[i]] >= k,
}
_CELL_SLOT: dict[str, Callable[[int, int, int], Eval]] = {
    "eq": lambda b, i, j: lambda s: s[b + s[i]] == s[j],
    "ne": lambda b, i, j: lambda s: s[b + s[i]] != s[j],
}


def mirrored(op: Op) -> Op:
    """The operator for the sides exchanged."""
    return _MIRRORED[op]


def compare(c: Compiler, expr: Compare) -> Eval:
    """``a < b``."""
    op, left, right = expr.op, expr.left, expr.right
    if isinstance(left, Const) or (isinstance(left, Read) and not isinstance(right, Const)):
        op, left, right = _MIRRORED[op], right, left
    if isinstance(right, Const):
        return _with_const(c, op, left, right.value)
    if isinstance(right, Read):
        if isinstance(left, Read):
            return _SLOTS[op](left.slot, right.slot)
        cell = _cell(c, left)
        if cell and op in _CELL_SLOT:
            return _CELL_SLOT[op](*cell, right.slot)
        return _ANY_SLOT[op](c.expr(left), right.slot)
    return _ANY[op](c.expr(left), c.expr(right))


def _with_const(c: Compiler, op: str, left: Expr, number: int) -> Eval:
    if isinstance(left, Read):
        return _SLOT_CONST[op](left.slot, number)
    cell = _cell(c, left)
    if cell:
        return _CELL_CONST[op](*cell, number)
    return _CONST[op](c.expr(left), number)


def _cell(c: Compiler, expr: Expr) -> tuple[int, int] | None:
    """The base and the index slot of ``array(slot)`` where the index needs no check."""
    match expr:
        case ReadAt(base, size, Read(slot) as index) if c.bounds.within(index, 0, size - 1):
            return base, slot
        case _:
            return None
