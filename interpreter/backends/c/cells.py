"""Cells that lie side by side in bytes, looked at many at once."""

from typing import TYPE_CHECKING

from interpreter.backends.c import sets
from interpreter.backends.c.passes.folding import is_all
from interpreter.core.ir import Arith, Compare, Const, DrawBag, Expr, Filter, Read, ReadAt, SetConst, Sum
from interpreter.core.reading import slots_read

if TYPE_CHECKING:
    from interpreter.backends.c.expressions import Expressions

_BYTE = range(-128, 128)
_WIDTHS = range(16, 65)
"""With fewer cells a loop is as fast, more do not fit in one word."""


def cells_above(writer: "Expressions", expr: Filter, width: int) -> str | None:
    """Which cells of an array are above a number: all of a row, by one call; None for any other filter."""
    match expr:
        case Filter(
            var, SetConst(bits, _), Compare("gt" | "ge" as op, ReadAt(base, size, index), Const(least))
        ):
            number = least - (op == "ge")
        case _:
            return None
    if width not in _WIDTHS or number not in _BYTE:
        return None
    first = row_of(writer, base, size, index, var, width)
    if first is None:
        return None
    found = f"cells_above(&{first}, {width}, {number})"
    return found if is_all(expr.over) else f"({found} & {sets.constant(bits, width)})"


def cells_held(writer: "Expressions", end: DrawBag) -> str | None:
    """Which things a bag that is drawn from holds, by one call; its ``offset`` is a variable."""
    if end.size not in _WIDTHS or writer.storage.type_of(writer.storage.group(end.base)) != "int8_t":
        return None
    return f"cells_above(&{writer.storage.element(end.base, 'offset')}, {end.size}, 0)"


def sum_cells(writer: "Expressions", expr: Sum) -> str | None:
    """The sum of all cells of a row, by one call; None for any other sum."""
    match expr:
        case Sum(var, SetConst(_, width) as over, ReadAt(base, size, index)) if is_all(over):
            is_positive = writer.ranges.held(base)[0] >= 0
            first = row_of(writer, base, size, index, var, width) if is_positive else None
            return None if first is None or width < _WIDTHS[0] else f"sum_cells(&{first}, {width})"
        case _:
            return None


def row_of(writer: "Expressions", base: int, size: int, index: Expr, var: int, width: int) -> str | None:
    """The first cell of a row of bytes that ``index`` runs through with ``var``, where it is sure to."""
    with writer.ranges.knowing(var, (0, width - 1)):
        is_sure = writer.ranges.within(index, 0, size - 1)
    if not is_sure or writer.storage.type_of(writer.storage.group(base)) != "int8_t":
        return None
    start = start_of(writer, index, var)
    return None if start is None else writer.storage.element(base, start)


def start_of(writer: "Expressions", index: Expr, var: int) -> str | None:
    """The index at which a row begins that ``index`` runs through with ``var``."""
    match index:
        case Read(slot) if slot == var:
            return "0"
        case Arith("add", row, Read(slot)) if slot == var and var not in slots_read(row):
            return writer.number(row)
        case _:
            return None
