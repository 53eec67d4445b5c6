"""Moves of one step, counted for all starting cells at once.

Where a move is a cell and one near it, and it is known how far each step leads, the cells from which a step
of some length can be made are a set. Its size is how many such moves there are, so that no cell is looked at
alone.
"""

from dataclasses import fields, replace
from typing import Any

from interpreter.backends.c.passes.algebra import Algebra
from interpreter.backends.c.passes.folding import inter, is_total, none_of, union
from interpreter.backends.c.passes.forms import Quick, Stepped, is_asked
from interpreter.backends.c.passes.relations import Relations
from interpreter.backends.c.passes.rewriter import DecisionRewriter, reads
from interpreter.backends.c.passes.views import Views
from interpreter.backends.c.ranges import Ranges
from interpreter.core import ir
from interpreter.core.reading import parts, slots_bound
from interpreter.core.stages import is_staged

MOST_PLANES = 4
"""How many sets are counted; with more of them, to look at each cell is as fast."""

_MOST_CASES = 8
_MOST_WIDTH = 64


class Stepping(DecisionRewriter):
    """Marks the last stages of a decision that is a choice of two near cells, and nothing else."""

    def __init__(self, program: ir.Program, ranges: Ranges, views: Views) -> None:
        super().__init__(program, ranges)
        self._algebra = Algebra(program, ranges, views)

    def decision(self, decision: Any) -> Any:
        """The decision; with its second stages marked where it is known how far each step leads."""
        if isinstance(decision, ir.Together):
            return decision
        found = []
        for one in decision.alternatives:
            last = self._last(one)
            if last is None:
                return decision
            found.append(replace(one, stages=(one.stages[0], last)))
        return replace(decision, alternatives=tuple(found))

    def _last(self, alternative: ir.Alternative) -> Stepped | None:
        if len(alternative.stages) != 2:
            return None
        first, last = alternative.stages
        if any(is_staged(one) or one.optional or is_asked(one) for one in (first, last)):
            return None
        with self.ranges.knowing(first.slot, (0, self.ranges.width(first.over) - 1)):
            return self._stepped(first, last)

    def _stepped(self, first: ir.Stage, last: ir.Stage) -> Stepped | None:
        members = last.members if isinstance(last, Quick) else None
        over = last.over if members is None else inter(last.over, members)
        width = self.ranges.width(over)
        if width > _MOST_WIDTH or self.ranges.width(first.over) != width:
            return None
        others = _choosing(over, first.slot)
        if len(others) > 1:
            return None
        other = ir.Read(others.pop()) if others else None
        low, high = self.ranges.interval(other) if other else (0, 0)
        if low < 0 or high >= _MOST_CASES or (other and self.ranges.width(other)):
            return None
        planes, steps = [], []
        for value in range(high + 1):
            case = self._planes(over, first.slot, {other.slot: value} if other else {}, width)
            if case is None or len(case) > MOST_PLANES:
                return None
            planes.append(tuple(case.values()))
            steps.append(tuple(case))
        known = {one.name: getattr(last, one.name) for one in fields(ir.Stage)}
        return Stepped(**known, members=members, case=other, planes=tuple(planes), steps=tuple(steps))

    def _planes(self, over: Any, start: int, given: dict[int, int], width: int) -> dict[int, Any] | None:
        """For each length of a step, lowest first, the cells from which there is one of that length."""
        steps = Relations(self._algebra, given).steps(start, over, width)
        if steps is None:
            return None
        found: dict[int, Any] = {}
        for one in sorted(steps, key=lambda one: one.by):
            found[one.by] = union(found.get(one.by, none_of(width)), one.plane(width))
        return found if all(is_total(plane, self.ranges) for plane in found.values()) else None


def _choosing(over: Any, start: int) -> set[int]:
    """The slots that choose an entry of a table of sets together with the first cell."""
    found: set[int] = set()
    stack = [over]
    while stack:
        here = stack.pop()
        if isinstance(here, ir.Lookup) and reads(here.index, start):
            found |= _singles(here.index)
        stack.extend(parts(here))
    return found - slots_bound(over) - {start}


def _singles(index: Any) -> set[int]:
    """The slots that an index reads, without those of arrays."""
    if isinstance(index, ir.Read):
        return {index.slot}
    return {slot for part in parts(index) for slot in _singles(part)}
