"""Whether some row of a table lies within a set is asked of all rows of one shape at once.

Rows that are the same but for where they start are one shape, shifted: with a set p and the offsets 0, a, b,
``p & p >> a & p >> b`` has those starts of rows, and no others, whose row lies within p.
"""

from itertools import pairwise
from typing import Any

from interpreter.backends.c.passes.folding import is_all
from interpreter.backends.c.passes.forms import SomeLine, SomeRow, own
from interpreter.backends.c.passes.rewriter import Rewriter, reads
from interpreter.backends.c.passes.views import Views
from interpreter.backends.c.ranges import Ranges
from interpreter.backends.c.sets import words_of
from interpreter.core import ir

MOST_WORDS = 4
"""Sets of so many words are shifted as one."""

MOST_SHAPES = 16
"""How many shapes the rows of a table may have."""


class Lining(Rewriter):
    """Replaces searches among the rows of tables; ``views`` is told which tables are asked so."""

    def __init__(self, program: ir.Program, ranges: Ranges, views: Views) -> None:
        super().__init__(program, ranges)
        self._views = views
        self._few: dict[int, bool] = {}

    def after(self, expr: Any) -> Any:
        """A search for a row within a set as one form."""
        match expr:
            case ir.Exists(line, over, ir.Empty(ir.SetOp("minus", ir.Lookup(table, ir.Read(row)), within))):
                if row != line or not is_all(over) or reads(within, line) or not self._is_few(table):
                    return expr
                if self.ranges.width(over) != len(self.program.tables[table].values):
                    return expr
                self._views.shapes.add(table)
                return SomeRow(table, within)
            case _:
                return expr

    def branch(self, test: Any) -> Any:
        """The lines through what was written are asked so too, where a set is one word."""
        asked = own(test)
        if isinstance(asked, ir.Not):
            self.branch(asked.inner)
        elif isinstance(asked, SomeLine) and self._is_few(asked.table) and self._is_cheap(asked.table):
            self._views.shapes.add(asked.table)
            self._views.by_value.add(asked.number)
        return test

    def _is_cheap(self, table: int) -> bool:
        """Whether asking of all rows costs no more than of those through one cell."""
        rows, width = self.program.tables[table].values, self.program.tables[table].width
        most = max(sum(row >> cell & 1 for row in rows) for cell in range(width))
        return (
            words_of(width) <= MOST_WORDS and sum(len(shifts_of(one)) for one in shapes_of(rows)) <= 2 * most
        )

    def _is_few(self, table: int) -> bool:
        if table not in self._few:
            rows = self.program.tables[table].values
            self._few[table] = all(rows) and len(shapes_of(rows)) <= MOST_SHAPES
        return self._few[table]


def shapes_of(rows: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """The offsets of each shape from its lowest cell, and the set of cells that rows of it start from."""
    found: dict[tuple[int, ...], int] = {}
    for row in rows:
        low = (row & -row).bit_length() - 1
        offsets = tuple(cell - low for cell in range(low, row.bit_length()) if row >> cell & 1)
        found[offsets] = found.get(offsets, 0) | 1 << low
    return found


def shifts_of(offsets: tuple[int, ...]) -> list[tuple[bool, int]]:
    """The shifts with which the cells of a shape are met: of what is left (true) or of all, and by how much.

    Where a shape has the same step from each cell to the next, each shift doubles how many are met, at most.
    """
    steps = {after - before for before, after in pairwise(offsets)}
    if len(steps) != 1:
        return [(False, by) for by in offsets[1:]]
    step, met = steps.pop(), 1
    found: list[tuple[bool, int]] = []
    while met < len(offsets):
        more = min(met, len(offsets) - met)
        found.append((True, more * step))
        met += more
    return found
