"""Ends that were false when they were last asked are asked of what was written since, and of nothing else.

Two shapes are known: some line is held whole by one value, and one value links two borders. Both can only become
true through a slot that was written, so that it is enough to look at the lines through it, or at what hangs together
with it.
"""

from typing import Any

from interpreter.backends.c.passes.folding import is_all
from interpreter.backends.c.passes.forms import Plane, SomeLine, SomeLink
from interpreter.backends.c.passes.rewriter import Rewriter
from interpreter.backends.c.passes.views import Views
from interpreter.backends.c.ranges import Ranges
from interpreter.core import ir


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
                who,
                ir.SetConst(values, _),
                ir.Exists(
                    line,
                    over,
                    ir.Empty(ir.SetOp("minus", ir.Lookup(table, ir.Read(at)), Plane(base, ir.Read(value), _))),
                ),
            ) if at == line and value == who and is_all(over):
                rows = self.program.tables[table].values
                if len(rows) != self.ranges.width(over) or not all(rows) or len(rows) > 65_535:
                    return None
                return SomeLine(base, table, values, len(self._asked))
            case _:
                return None

    def _link(self, test: Any) -> SomeLink | None:
        match test:
            case ir.Exists(who, ir.SetConst(values, _), ir.Not(ir.Empty(ir.SetOp("inter", linked, goal)))):
                return self._linked(who, values, linked, goal)
            case _:
                return None

    def _linked(self, who: int, values: int, linked: Any, goal: Any) -> SomeLink | None:
        if not isinstance(linked, ir.Linked) or not isinstance(linked.within, Plane):
            return None
        start, within, near = linked.of, linked.within, self.program.tables[linked.table].values
        if within.value != ir.Read(who) or not all(self._is_of(who, one, values) for one in (start, goal)):
            return None
        if any(bool(near[i] >> j & 1) != bool(near[j] >> i & 1) for i in range(len(near)) for j in range(i)):
            return None
        return SomeLink(within.base, linked.table, start.table, goal.table, values, len(self._asked))

    def _is_of(self, who: int, one: Any, values: int) -> bool:
        """Whether a set is the entry of a table for each value."""
        match one:
            case ir.Lookup(table, ir.Read(slot)):
                return slot == who and values < 1 << len(self.program.tables[table].values)
            case _:
                return False
