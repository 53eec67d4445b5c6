"""Forms that run over the members of a set: filter, some, sum and union.

The general closures put each member into the variable's slot and evaluate the inner expression.
"""

from interpreter.core.ir import (
    And,
    Arith,
    Compare,
    Const,
    Exists,
    Expr,
    Filter,
    Lookup,
    Or,
    Read,
    ReadAt,
    SetConst,
    Sum,
    Union,
)
from interpreter.engine.forms import Compiler, Each, Eval, Slots
from interpreter.engine.keeping import CellTest, cell_test, keeper, row_cuts


def _row(over: Expr) -> int | None:
    """The width of a set that is all of its domain."""
    match over:
        case SetConst(bits, width) if bits == (1 << width) - 1:
            return width
        case _:
            return None


# ---------------------------------------------------------------------------------------------
# Filter


def filtered(c: Compiler, expr: Filter) -> Eval:
    """``all x in s where c``."""
    each = c.each(expr.over)
    cell = cell_test(c, expr.var, expr.test)
    if cell:
        return _filter_cells(each, cell)
    keep = keeper(c, expr.var, expr.test)

    def run(s: Slots) -> int:
        found = 0
        for i in keep(s, each(s)):
            found |= 1 << i
        return found

    return run


def _filter_cells(each: Each, cell: CellTest) -> Eval:
    base, number = cell.base, cell.number

    def equal(s: Slots) -> int:
        wanted, found = number(s), 0
        for i in each(s):
            if s[base + i] == wanted:
                found |= 1 << i
        return found

    def unequal(s: Slots) -> int:
        wanted, found = number(s), 0
        for i in each(s):
            if s[base + i] != wanted:
                found |= 1 << i
        return found

    return equal if cell.equal else unequal


# ---------------------------------------------------------------------------------------------
# Exists


def exists(c: Compiler, expr: Exists, yes: int = 1, no: int = 0) -> Eval:
    """``some x in s where c``; with 0 and 1 for ``yes`` and ``no``, that there is none."""
    var, each = expr.var, c.each(expr.over)
    cell = cell_test(c, var, expr.test)
    if cell:
        return _exists_cell(each, cell, yes, no)
    test = c.expr(expr.test)

    def run(s: Slots) -> int:
        for i in each(s):
            s[var] = i
            if test(s):
                return yes
        return no

    return run


def _exists_cell(each: Each, cell: CellTest, yes: int, no: int) -> Eval:
    base, number = cell.base, cell.number

    def equal(s: Slots) -> int:
        wanted = number(s)
        for i in each(s):
            if s[base + i] == wanted:
                return yes
        return no

    def unequal(s: Slots) -> int:
        wanted = number(s)
        for i in each(s):
            if s[base + i] != wanted:
                return yes
        return no

    return equal if cell.equal else unequal


# ---------------------------------------------------------------------------------------------
# Sum and union


def total(c: Compiler, expr: Sum) -> Eval:
    """``sum of e for x in s``; a count where e is a condition."""
    var, each, width = expr.var, c.each(expr.over), _row(expr.over)
    if width and isinstance(expr.value, ReadAt):
        row = _row_sum(c, expr, expr.value, width)
        if row:
            return row
    if isinstance(expr.value, Compare | And):
        keep = keeper(c, var, expr.value)
        return lambda s: len(keep(s, each(s)))
    value = c.expr(expr.value)

    def run(s: Slots) -> int:
        found = 0
        for i in each(s):
            s[var] = i
            found += value(s)
        return found

    return run


def _row_sum(c: Compiler, expr: Sum, cell: ReadAt, width: int) -> Eval | None:
    """The sum of a whole row of an array: ``array(t, x)`` for all x, which stand side by side."""
    rest = _without(cell.index, expr.var)
    if rest is None or not c.bounds.within(rest, 0, cell.size - width):
        return None
    base, end = cell.base, cell.base + width
    match rest:
        case Const(row):
            start, stop = base + row, end + row
            return lambda s: sum(s[start:stop])
        case Arith("mul", Read(slot), Const()) if cuts := row_cuts(c, expr, slot):
            return lambda s: sum(s[cuts[s[slot]]])
        case _:
            offset_of = c.expr(rest)

            def run(s: Slots) -> int:
                offset = offset_of(s)
                return sum(s[base + offset : end + offset])

            return run


def _without(index: Expr, var: int) -> Expr | None:
    """What is added to the variable in an index; None where it is more than a sum."""
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
    """Whether an index may depend on a variable; unknown forms may."""
    match expr:
        case Const():
            return False
        case Read(slot):
            return slot == var
        case Arith(_, left, right) | And(left, right) | Or(left, right):
            return _reads(left, var) or _reads(right, var)
        case ReadAt(_, _, index) | Lookup(_, index):
            return _reads(index, var)
        case _:
            return True


def united(c: Compiler, expr: Union) -> Eval:
    """``union of e for x in s``."""
    var, each, value = expr.var, c.each(expr.over), c.expr(expr.value)
    match expr.value:
        case Lookup(table, Read(slot)) if slot == var:
            values = c.program.tables[table].values
            if c.bounds.within(Read(var), 0, len(values) - 1):

                def rows(s: Slots) -> int:
                    found = 0
                    for i in each(s):
                        found |= values[i]
                    return found

                return rows
        case _:
            pass

    def run(s: Slots) -> int:
        found = 0
        for i in each(s):
            s[var] = i
            found |= value(s)
        return found

    return run
