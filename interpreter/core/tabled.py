"""Groups and routes over printed things alone, which are worked out when a program is made.

What one comes to from a space is the same in every position then: it is an entry of a table.
"""

from contextlib import ExitStack
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from interpreter.check.kinds import Flag, Maybe, Member, Number, SetOf, Single
from interpreter.check.world import Term, Var
from interpreter.core import fold, ir
from interpreter.core.bounds import Bounds
from interpreter.core.constant import Constants
from interpreter.core.cost import expression_cost
from interpreter.core.known import NO_VALUE
from interpreter.core.reading import slots_bound, slots_read
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.core.lower_expr import LowerExpr

MOST_ENTRIES = 4096
MOST_STEPS = 1_000_000
"""How much work one table may take at the very worst, in steps of the core program; most take far less."""

Key = tuple[Single, bool]
"""What a table is looked up by, and whether it may be none."""


def tabled(lower: "LowerExpr", term: Term, args: tuple[n.Expr, ...]) -> ir.Expr | None:
    """The entry of a table for a group or a route with these arguments; None where it needs a position."""
    if not isinstance(term.decl.phrase.expr, n.Group | n.Ways | n.Cheapest):
        return None
    keys = [_key(lower, arg) for arg in args]
    if None in keys:
        return None
    known = tuple(key for key in keys if key is not None)
    made = lower.instance.worked_out
    if (term, known) not in made:
        made[term, known] = _table(lower, term, known)
    table = made[term, known]
    if table is None:
        return None
    index: ir.Expr = ir.Const(0)
    for arg, key in zip(args, known, strict=True):
        # None, which is -1, has the first row.
        value = fold.arith("add", lower.index(lower.value(arg), key[0]), ir.Const(int(key[1])))
        index = fold.arith("add", fold.arith("mul", index, ir.Const(_rows(lower, key))), value)
    return lower.entry(table, index, lower.instance.tables[table].width)


def _key(lower: "LowerExpr", arg: n.Expr) -> Key | None:
    match lower.kind(arg):
        case Member() | Number() | Flag() as single:
            return single, False
        case Maybe(Member() as single):
            return single, True
        case _:
            return None


def _rows(lower: "LowerExpr", key: Key) -> int:
    return lower.width(key[0]) + key[1]


def _table(lower: "LowerExpr", term: Term, keys: tuple[Key, ...]) -> int | None:
    """The number of the new table; None where there can be none."""
    entries = prod(_rows(lower, key) for key in keys)
    if entries > MOST_ENTRIES:
        return None
    with ExitStack() as stack:
        slots = [stack.enter_context(lower.slots.scratch()) for _ in keys]
        expr = _lowered(lower, term, keys, slots)
    if slots_read(expr) - slots_bound(expr) - set(slots):
        return None
    groups = [group for group in lower.slots.groups for _ in range(group.count)]
    bounds = Bounds(tuple(groups), tuple(lower.instance.tables))
    if entries * expression_cost(expr, bounds) > MOST_STEPS:
        return None
    values = []
    for row in product(*(_values(lower, key) for key in keys)):
        is_there = all(_is_there(lower, key, value) for key, value in zip(keys, row, strict=True))
        constants = Constants(lower.instance.tables).given(dict(zip(slots, row, strict=True)))
        try:
            values.append(constants.value(expr) if is_there else 0)
        except NO_VALUE:
            return None
    width = bounds.width(expr)
    lower.instance.tables.append(ir.Table(f"{term.name} worked out", width, tuple(values)))
    return len(lower.instance.tables) - 1


def _lowered(lower: "LowerExpr", term: Term, keys: tuple[Key, ...], slots: list[int]) -> ir.Expr:
    """The body with its parameters in slots, and all that it needs computed inside."""
    before = dict(lower.env)
    with lower.root() as hoisted:
        for param, slot in zip(term.params, slots, strict=True):
            lower.env[param] = _handed(lower, param, slot)
        expr = lower.value(term.decl.phrase.expr)
        for slot, value in reversed(hoisted.values()):
            expr = ir.Let(slot, value, expr)
    lower.env = before
    return expr


def _handed(lower: "LowerExpr", param: Var, slot: int) -> ir.Expr:
    if isinstance(param.kind, SetOf) and param.kind.of is not None:
        return ir.Single(ir.Read(slot), lower.width(param.kind.of))
    return ir.Read(slot)


def _values(lower: "LowerExpr", key: Key) -> range:
    single, is_optional = key
    low = lower.instance.low(single)
    return range(low - is_optional, low + lower.width(single))


def _is_there(lower: "LowerExpr", key: Key, value: int) -> bool:
    index = value - lower.instance.low(key[0])
    return index < 0 or bool(lower.instance.everything(key[0]) >> index & 1)
