"""Where a loop writes a row of an array column by column, its sum is brought up to date behind the loop."""

from typing import Any

from interpreter.backends.c.passes.forms import VIEWS, RowLoop
from interpreter.backends.c.passes.rewriter import Rewriter, reads
from interpreter.backends.c.passes.views import Views
from interpreter.backends.c.ranges import Ranges
from interpreter.core import ir
from interpreter.core.reading import parts, slots_read, slots_written


class Summing(Rewriter):
    """Marks the loops that write rows whose sums are kept, and read nothing that depends on these."""

    def __init__(self, program: ir.Program, ranges: Ranges, views: Views) -> None:
        super().__init__(program, ranges)
        self._views = views

    def expr(self, expr: Any) -> Any:
        """Expressions stay as they are."""
        return expr

    def statement(self, statement: Any) -> Any:
        """A statement rebuilt."""
        found = super().statement(statement)
        if not isinstance(found, ir.Loop) or not self._is_plain(found):
            return found
        writes = [one for one in found.body if isinstance(one, ir.SetAt) and self._has_rows(one)]
        rows = [row for one in writes if (row := self._row(found, one)) is not None]
        if not rows or len(rows) < len(writes):
            return found
        return RowLoop(found.var, found.over, found.body, tuple(dict.fromkeys(rows)))

    def _is_plain(self, loop: ir.Loop) -> bool:
        """Whether a loop does nothing but give values to slots, and asks nothing that is kept of arrays."""
        if not all(isinstance(one, ir.Set | ir.SetAt | ir.Log) for one in loop.body):
            return False
        stack: list[Any] = [one for one in loop.body if not isinstance(one, ir.Log)]
        while stack:
            here = stack.pop()
            if isinstance(here, VIEWS):
                return False
            stack.extend(parts(here))
        return True

    def _has_rows(self, statement: ir.SetAt) -> bool:
        group = self.ranges.group(statement.base)
        return group is not None and group.base in self._views.rows

    def _row(self, loop: ir.Loop, statement: ir.SetAt) -> tuple[int, ir.Expr] | None:
        """The array and the row that a statement writes, the same in all laps; None for any other place."""
        base, index = statement.base, statement.index
        length = self._views.rows.get(base)
        match index:
            case ir.Arith("add", ir.Arith("mul", row, ir.Const(factor)), ir.Read(column)):
                pass
            case _:
                return None
        if factor != length or column != loop.var or self.ranges.width(loop.over) > factor:
            return None
        written = {loop.var} | {slot for one in loop.body for slot in slots_written(one)}
        if reads(row, loop.var) or slots_read(row) & written:
            return None
        if not self.ranges.within(row, 0, statement.size // factor - 1):
            return None
        return base, row
