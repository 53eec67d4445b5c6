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
    Not,
    Read,
    ReadAt,
    SetConst,
    Sum,
    Union,
)
from interpreter.engine.forms import Compiler, Each, Eval, Slots
from interpreter.engine.keeping import CellTest, beside, cell_test, keeper, row_cuts, special_keeper
from interpreter.engine.members import members


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
    if cell and cell.op in ("eq", "ne"):
        return _filter_cells(each, cell)
    keep = keeper(c, expr.var, expr.test)

    def run(s: Slots) -> int:
        found = 0
        for i in keep(s, each(s)):
            found |= 1 << i
        return found

    return run


def _filter_cells(each: Each, cell: CellTest) -> Eval:
    start, number = cell.start, cell.number

    def equal(s: Slots) -> int:
        base, wanted, found = start(s), number(s), 0
        for i in each(s):
            if s[base + i] == wanted:
                found |= 1 << i
        return found

    def unequal(s: Slots) -> int:
        base, wanted, found = start(s), number(s), 0
        for i in each(s):
            if s[base + i] != wanted:
                found |= 1 << i
        return found

    return equal if cell.op == "eq" else unequal


# ---------------------------------------------------------------------------------------------
# Exists


def exists(c: Compiler, expr: Exists, yes: int = 1, no: int = 0) -> Eval:
    """``some x in s where c``; with 0 and 1 for ``yes`` and ``no``, that there is none."""
    var, each = expr.var, c.each(expr.over)
    cell = cell_test(c, var, expr.test)
    if cell and cell.op in ("eq", "ne"):
        return _exists_cell(each, cell, yes, no)
    keep = special_keeper(c, var, expr.test)
    if keep:
        return lambda s: yes if keep(s, each(s)) else no
    row = _exists_row(c, expr, each, yes, no)
    if row:
        return row
    test = c.expr(expr.test)

    def run(s: Slots) -> int:
        for i in each(s):
            s[var] = i
            if test(s):
                return yes
        return no

    return run


def _exists_row(c: Compiler, expr: Exists, each: Each, yes: int, no: int) -> Eval | None:
    """``some l in lines where every x in cells(l) has array(x) = y``: rows, with all cells alike."""
    match expr.test:
        case Not(Exists(inner, Lookup(table, Read(line)) as cells, test)) if line == expr.var:
            with c.bounds.running(inner, cells):
                cell = cell_test(c, inner, test)
        case _:
            return None
    values = c.program.tables[table].values
    if not (cell and cell.op == "ne" and cell.same_for(expr.var)):
        return None
    if not c.bounds.within(Read(line), 0, len(values) - 1):
        return None
    rows = tuple(members(bits) for bits in values)
    start, number = cell.start, cell.number

    def run(s: Slots) -> int:
        base, wanted = start(s), number(s)
        for line in each(s):
            for i in rows[line]:
                if s[base + i] != wanted:
                    break
            else:
                return yes
        return no

    return run


def _exists_cell(each: Each, cell: CellTest, yes: int, no: int) -> Eval:
    start, number = cell.start, cell.number

    def equal(s: Slots) -> int:
        base, wanted = start(s), number(s)
        for i in each(s):
            if s[base + i] == wanted:
                return yes
        return no

    def unequal(s: Slots) -> int:
        base, wanted = start(s), number(s)
        for i in each(s):
            if s[base + i] != wanted:
                return yes
        return no

    return equal if cell.op == "eq" else unequal


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
    weighed = _weighed(c, expr)
    if weighed:
        return weighed
    value = c.expr(expr.value)

    def run(s: Slots) -> int:
        found = 0
        for i in each(s):
            s[var] = i
            found += value(s)
        return found

    return run


def _weighed(c: Compiler, expr: Sum) -> Eval | None:
    """The sum of what stands at each member in an array, in a table, or of the products of both."""
    each, member = c.each(expr.over), Read(expr.var)
    match expr.value:
        case ReadAt(base, size, index) if index == member and c.bounds.within(member, 0, size - 1):
            return lambda s: sum([s[base + i] for i in each(s)])
        case Lookup(table, index) if index == member and _covers(c, table, member):
            values = c.program.tables[table].values
            return lambda s: sum([values[i] for i in each(s)])
        case Arith("mul", ReadAt(base, size, index), Lookup(table, other)) if (
            index == other == member and c.bounds.within(member, 0, size - 1) and _covers(c, table, member)
        ):
            weights = c.program.tables[table].values
            return lambda s: sum([s[base + i] * weights[i] for i in each(s)])
        case _:
            return None


def _covers(c: Compiler, table: int, member: Read) -> bool:
    """Whether a table of integers has an entry for every member."""
    found = c.program.tables[table]
    return not found.width and c.bounds.within(member, 0, len(found.values) - 1)


def _row_sum(c: Compiler, expr: Sum, cell: ReadAt, width: int) -> Eval | None:
    """The sum of a whole row of an array: ``array(t, x)`` for all x, which stand side by side."""
    rest = beside(cell.index, expr.var)
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
