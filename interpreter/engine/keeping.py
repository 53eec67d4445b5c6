"""Conditions on the members of a set, applied to all of them at once.

A filter, a count and the requirements of a stage all ask one condition of many members. The general
way puts each member into the variable's slot and evaluates the condition. Three shapes that games use
all the time need no variable and no call for each member: what stands in an array at the member, the
sum of the member's row in an array, and whether the member's set in a table meets another.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interpreter.core.ir import (
    And,
    Arith,
    Compare,
    Const,
    Empty,
    Expr,
    Lookup,
    Not,
    Read,
    ReadAt,
    SetConst,
    SetOp,
    Sum,
)
from interpreter.engine.forms import Compiler, Eval, Slots

Keep = Callable[[Slots, Sequence[int]], Sequence[int]]
"""The members for which a condition holds, in the order given."""


def keeper(c: Compiler, var: int, test: Expr) -> Keep:
    """The function that applies a condition on the member in slot ``var``."""
    match test:
        case And(left, right):
            first, second = keeper(c, var, left), keeper(c, var, right)
            return lambda s, items: second(s, first(s, items))
        case _:
            special = _by_cell(c, var, test) or _by_row(c, var, test) or _by_table(c, var, test)
            return special or _any(c, var, test)


def _any(c: Compiler, var: int, test: Expr) -> Keep:
    condition = c.expr(test)

    def keep(s: Slots, items: Sequence[int]) -> Sequence[int]:
        kept = []
        for i in items:
            s[var] = i
            if condition(s):
                kept.append(i)
        return kept

    return keep


# ---------------------------------------------------------------------------------------------
# array(x) = y


@dataclass(frozen=True, slots=True)
class CellTest:
    """``array(member) = y``, or != if not ``equal``: y is a constant, or what a slot holds."""

    base: int
    equal: bool
    number: Eval


def cell_test(c: Compiler, var: int, test: Expr) -> CellTest | None:
    """A condition as a test of what stands in an array at the member, where it is one."""
    match test:
        case Compare("eq" | "ne" as op, ReadAt(base, size, Read(index)), other) | Compare(
            "eq" | "ne" as op, other, ReadAt(base, size, Read(index))
        ) if index == var and isinstance(other, Const | Read) and other != Read(var):
            if c.bounds.within(Read(var), 0, size - 1):
                return CellTest(base, op == "eq", c.expr(other))
            return None
        case _:
            return None


def _by_cell(c: Compiler, var: int, test: Expr) -> Keep | None:
    cell = cell_test(c, var, test)
    if cell is None:
        return None
    base, number = cell.base, cell.number

    def equal(s: Slots, items: Sequence[int]) -> Sequence[int]:
        wanted = number(s)
        return [i for i in items if s[base + i] == wanted]

    def unequal(s: Slots, items: Sequence[int]) -> Sequence[int]:
        wanted = number(s)
        return [i for i in items if s[base + i] != wanted]

    return equal if cell.equal else unequal


# ---------------------------------------------------------------------------------------------
# (sum of array(x, y) for all y) < n


def row_cuts(c: Compiler, expr: Expr, var: int) -> tuple[slice, ...] | None:
    """The slots that ``sum of array(v, y) for all y`` adds up, for each value of slot ``var``."""
    match expr:
        case Sum(
            item,
            SetConst(bits, width),
            ReadAt(base, size, Arith("add", Arith("mul", Read(slot), Const(step)), Read(column))),
        ) if slot == var != item == column and bits == (1 << width) - 1 and 0 < step <= size:
            rows = (size - width) // step + 1
            if not c.bounds.within(Read(var), 0, rows - 1):
                return None
            return tuple(slice(base + row * step, base + row * step + width) for row in range(rows))
        case _:
            return None


def _by_row(c: Compiler, var: int, test: Expr) -> Keep | None:
    match test:
        case Compare("gt" | "ge" | "lt" | "le" as op, row, Const(number)):
            cuts = row_cuts(c, row, var)
        case _:
            return None
    if cuts is None:
        return None
    if op in ("gt", "ge"):
        least = number + (op == "gt")
        return lambda s, items: [i for i in items if sum(s[cuts[i]]) >= least]
    most = number - (op == "lt")
    return lambda s, items: [i for i in items if sum(s[cuts[i]]) <= most]


# ---------------------------------------------------------------------------------------------
# table(x) & y is empty


def _by_table(c: Compiler, var: int, test: Expr) -> Keep | None:
    match test:
        case Empty(SetOp("inter", Lookup() as row, Read(slot))):
            is_met = False
        case Not(Empty(SetOp("inter", Lookup() as row, Read(slot)))):
            is_met = True
        case _:
            return None
    values = c.program.tables[row.table].values
    if row.index != Read(var) or not c.bounds.within(row.index, 0, len(values) - 1):
        return None

    def meeting(s: Slots, items: Sequence[int]) -> Sequence[int]:
        other = s[slot]
        return [i for i in items if values[i] & other]

    def apart(s: Slots, items: Sequence[int]) -> Sequence[int]:
        other = s[slot]
        return [i for i in items if not values[i] & other]

    return meeting if is_met else apart
