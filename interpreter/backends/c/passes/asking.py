"""Ends that were false when they were last asked are asked of what was written since, and of nothing else.

Two shapes are known: some line is held whole by one value, and one value links two borders. Both can only
become true through a slot that was written, so that it is enough to look at the lines through it, or at what
hangs together with it.
"""

from typing import Any

from interpreter.backends.c.passes.folding import is_all
from interpreter.backends.c.passes.forms import Plane, SomeLine, SomeLink, own
from interpreter.backends.c.passes.rewriter import Rewriter
from interpreter.backends.c.passes.views import Views
from interpreter.backends.c.ranges import Ranges
from interpreter.core import ir

MOST_ROWS = 65_535
"""How many lines there may be, so that 16 bits number them."""


class Asking(Rewriter):
    """Replaces the tests of branches; ``views`` is told which arrays are watched."""

    def __init__(self, program: ir.Program, ranges: Ranges, views: Views) -> None:
        super().__init__(program, ranges)
        self._views = views
        self._asked: dict[Any, SomeLine | SomeLink] = {}

    def branch(self, test: Any) -> Any:
        """The test of a branch, asked of what was written where it has one of the known shapes."""
        if isinstance(test, ir.Not):
            return ir.Not(self.branch(test.inner))
        known = self._asked.get(test)
        if known is None:
            known = self._line(test) or self._link(test)
            if known is None:
                return test
            self._asked[test] = known
            self._views.asked[known.number] = known.base
            self._views.asking.append(known)
        return known

    def _line(self, test: Any) -> SomeLine | None:
        match test:
            case ir.Exists(
                who, ir.SetConst(values, _), ir.Exists(line, over, ir.Empty(ir.SetOp("minus", row, held)))
            ):
                plane = own(held)
            case _:
                return None
        if not isinstance(row, ir.Lookup) or row.index != ir.Read(line) or not is_all(over):
            return None
        if not isinstance(plane, Plane) or plane.value != ir.Read(who):
            return None
        rows = self.program.tables[row.table].values
        if len(rows) != self.ranges.width(over) or not all(rows) or len(rows) > MOST_ROWS:
            return None
        return SomeLine(plane.base, row.table, values, len(self._asked))

    def _link(self, test: Any) -> SomeLink | None:
        match test:
            case ir.Exists(who, ir.SetConst(values, _), ir.Not(ir.Empty(ir.SetOp("inter", linked, goal)))):
                return self._linked(who, values, linked, goal)
            case _:
                return None

    def _linked(self, who: int, values: int, linked: Any, goal: Any) -> SomeLink | None:
        match linked:
            case ir.Linked(var, _, _, ir.Lookup(table, ir.Read(slot))) if var == slot:
                start, within, near = own(linked.of), own(linked.within), self.program.tables[table].values
            case _:
                return None
        if (
            not isinstance(within, Plane)
            or within.value != ir.Read(who)
            or not all(self._is_of(who, one, values) for one in (start, goal))
        ):
            return None
        if any(bool(near[i] >> j & 1) != bool(near[j] >> i & 1) for i in range(len(near)) for j in range(i)):
            return None
        return SomeLink(within.base, table, start.table, goal.table, values, len(self._asked))

    def _is_of(self, who: int, one: Any, values: int) -> bool:
        """Whether a set is the entry of a table for each value."""
        match one:
            case ir.Lookup(table, ir.Read(slot)):
                return slot == who and values < 1 << len(self.program.tables[table].values)
            case _:
                return False
