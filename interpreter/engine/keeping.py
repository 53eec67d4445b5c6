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
from interpreter.engine.comparing import OPPOSITE, mirrored
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
            return special_keeper(c, var, test) or _any(c, var, test)


def special_keeper(c: Compiler, var: int, test: Expr) -> Keep | None:
    """The same for a condition of one of the three shapes; None for any other."""
    cell = cell_test(c, var, test)
    if cell:
        return _by_cell(cell)
    return _by_row(c, var, test) or _by_table(c, var, test)


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


def _compared(test: Expr) -> Compare | None:
    """A condition as a comparison, where it is one or the negation of one."""
    match test:
        case Compare():
            return test
        case Not(Compare(op, left, right)):
            return Compare(OPPOSITE[op], left, right)
        case _:
            return None


# ---------------------------------------------------------------------------------------------
# array(x) = y


@dataclass(frozen=True, slots=True)
class CellTest:
    """``array(…, member) = y``: the member stands in slot ``start`` and its number.

    ``op`` is "eq", "ne", "ge" or "le"; ``number`` is y, the same for all members. ``rest`` and ``other``
    are the expressions that these two depend on.
    """

    start: Eval
    op: str
    number: Eval
    rest: Expr
    other: Const | Read

    def same_for(self, var: int) -> bool:
        """Whether the test is the same whatever the variable of a loop around it holds."""
        return not _reads(self.rest, var) and self.other != Read(var)


def cell_test(c: Compiler, var: int, test: Expr) -> CellTest | None:
    """A condition as a test of what stands in an array at the member, where it is one."""
    compared = _compared(test)
    if compared is None:
        return None
    for op, cell, other in (
        (compared.op, compared.left, compared.right),
        (mirrored(compared.op), compared.right, compared.left),
    ):
        if isinstance(cell, ReadAt) and isinstance(other, Const | Read) and other != Read(var):
            rest = beside(cell.index, var)
            if rest is not None and c.bounds.within(cell.index, 0, cell.size - 1):
                return _with_number(c, op, other, cell.base, rest)
    return None


def _start(c: Compiler, base: int, rest: Expr) -> Eval:
    if isinstance(rest, Const):
        start = base + rest.value
        return lambda s: start
    offset = c.expr(rest)
    return lambda s: base + offset(s)


def _with_number(c: Compiler, op: str, other: Const | Read, base: int, rest: Expr) -> CellTest | None:
    """The test with an operator that includes its number: x > 2 is x >= 3."""
    if op in ("gt", "lt"):
        if not isinstance(other, Const):
            return None
        other = Const(other.value + (1 if op == "gt" else -1))
        op = "ge" if op == "gt" else "le"
    return CellTest(_start(c, base, rest), op, c.expr(other), rest, other)


def _by_cell(cell: CellTest) -> Keep:
    start, number = cell.start, cell.number

    def equal(s: Slots, items: Sequence[int]) -> Sequence[int]:
        base, wanted = start(s), number(s)
        return [i for i in items if s[base + i] == wanted]

    def unequal(s: Slots, items: Sequence[int]) -> Sequence[int]:
        base, wanted = start(s), number(s)
        return [i for i in items if s[base + i] != wanted]

    def at_least(s: Slots, items: Sequence[int]) -> Sequence[int]:
        base, least = start(s), number(s)
        return [i for i in items if s[base + i] >= least]

    def at_most(s: Slots, items: Sequence[int]) -> Sequence[int]:
        base, most = start(s), number(s)
        return [i for i in items if s[base + i] <= most]

    return {"eq": equal, "ne": unequal, "ge": at_least, "le": at_most}[cell.op]


def beside(index: Expr, var: int) -> Expr | None:
    """What is added to the variable in an index; None where the index is more than a sum with it."""
    match index:
        case Read(slot) if slot == var:
            return Const(0)
        case Arith("add", left, Read(slot)) if slot == var and not _reads(left, var):
            return left
        case Arith("add", Read(slot), right) if slot == var and not _reads(right, var):
            return right
        case _:
            return None


def _reads(expr: Expr, var: int) -> bool:
    """Whether an index may depend on a variable; forms that are no indices may."""
    match expr:
        case Const():
            return False
        case Read(slot):
            return slot == var
        case Arith(_, left, right):
            return _reads(left, var) or _reads(right, var)
        case ReadAt(_, _, index) | Lookup(_, index):
            return _reads(index, var)
        case _:
            return True


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
    match _compared(test):
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
