"""Cells that lie side by side in bytes, looked at many at once."""

from typing import TYPE_CHECKING

from interpreter.backends.c import sets
from interpreter.backends.c.passes.folding import is_all
from interpreter.core.ir import Arith, Compare, Const, Filter, Read, ReadAt, SetConst
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
    with writer.ranges.knowing(var, (0, width - 1)):
        is_sure = writer.ranges.within(index, 0, size - 1)
    if width not in _WIDTHS or number not in _BYTE or not is_sure:
        return None
    match index:
        case Read(slot) if slot == var:
            first = "0"
        case Arith("add", row, Read(slot)) if slot == var and var not in slots_read(row):
            first = writer.number(row)
        case _:
            return None
    if writer.storage.type_of(writer.storage.group(base)) != "int8_t":
        return None
    found = f"cells_above(&{writer.storage.element(base, first)}, {width}, {number})"
    return found if is_all(expr.over) else f"({found} & {sets.constant(bits, width)})"
