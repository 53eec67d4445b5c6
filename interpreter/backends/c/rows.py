"""Loops that fill an array from a row of a table or of another array: the row is copied whole."""

from typing import TYPE_CHECKING

from interpreter.backends.c.cells import start_of
from interpreter.backends.c.passes.folding import is_all
from interpreter.backends.c.storage import table_type
from interpreter.core.ir import Expr, Lookup, Loop, Read, ReadAt, SetAt

if TYPE_CHECKING:
    from interpreter.backends.c.statements import Statements


def row_copied(writer: "Statements", loop: Loop) -> bool:
    """Write a loop that does nothing else than to copy a row; False where it does something else."""
    match loop:
        case Loop(var, over, (SetAt(base, size, Read(slot), value, None),)) if slot == var and is_all(over):
            width = writer.ranges.width(over)
        case _:
            return False
    target = writer.storage.group(base)
    if width > size or target.width or writer.expressions.views.writes(target.base) is not None:
        return False
    source = _source(writer, var, width, value, writer.storage.type_of(target))
    if source is None or source[0] == target.base:
        return False
    first = writer.storage.element(base, "0")
    writer.out.line(f"memcpy(&{first}, &{source[1]}, sizeof {first} * {width});")
    return True


def _source(writer: "Statements", var: int, width: int, value: Expr, kind: str) -> tuple[int, str] | None:
    """The array (-1: a table) and the first cell of the row that a value runs through, of this C type."""
    match value:
        case Lookup(table, index):
            values, base = writer.program.tables[table].values, -1
            count, is_alike = len(values), not writer.ranges.width(value) and table_type(values) == kind
        case ReadAt(base, count, index):
            group = writer.storage.group(base)
            is_alike = not group.width and writer.storage.type_of(group) == kind
            base = group.base
        case _:
            return None
    with writer.ranges.knowing(var, (0, width - 1)):
        is_sure = writer.ranges.within(index, 0, count - 1)
    start = start_of(writer.expressions, index, var) if is_alike and is_sure else None
    if start is None:
        return None
    text = f"table{value.table}[{start}]" if isinstance(value, Lookup) else None
    return base, text or writer.storage.element(value.base, start)  # type: ignore[union-attr]
