"""Moves of one step, counted for all starting cells at once.

Where a move is a cell and one near it, and a table says which are near, the cells from which a step of some
length can be made are a set. Its size is how many such moves there are, so that no cell is looked at alone.
"""

from dataclasses import fields, replace
from typing import Any

from interpreter.backends.c.passes.folding import all_of, inter, is_total, minus, none_of, union
from interpreter.backends.c.passes.forms import Quick, Shift, Stepped
from interpreter.backends.c.passes.rewriter import Rewriter, reads
from interpreter.core import ir
from interpreter.core.constant import Constants
from interpreter.core.reading import slots_read
from interpreter.core.stages import is_staged

MOST_PLANES = 4
"""How many sets are counted; with more of them, to look at each cell is as fast."""

_MOST_CASES = 8
_MOST_WIDTH = 64


class Stepping(Rewriter):
    """Marks the last stage of a decision that is a choice of two near cells, and nothing else."""

    def decision(self, decision: Any) -> Any:
        """The decision; with its second stage marked where it is known how far each step leads."""
        if len(decision.alternatives) != 1 or isinstance(decision, ir.Together):
            return decision
        alternative = decision.alternatives[0]
        if alternative.requires or len(alternative.stages) != 2:
            return decision
        first, last = alternative.stages
        if any(is_staged(one) or one.optional or _asks(one) for one in (first, last)):
            return decision
        found = self._stepped(first, last)
        if found is None:
            return decision
        return replace(decision, alternatives=(replace(alternative, stages=(first, found)),))

    def _stepped(self, first: ir.Stage, last: ir.Stage) -> Stepped | None:
        members = last.members if isinstance(last, Quick) else None
        over = last.over if members is None else inter(last.over, members)
        width = self.ranges.width(over)
        terms = self._terms(over, first.slot, all_of(width))
        if terms is None or width > _MOST_WIDTH or self.ranges.width(first.over) != width:
            return None
        others = {slot for entry, _ in terms for slot in slots_read(entry.index)} - {first.slot}
        if len(others) > 1 or not all(is_total(within, self.ranges) for _, within in terms):
            return None
        other = ir.Read(others.pop()) if others else None
        low, high = self.ranges.interval(other) if other else (0, 0)
        if low < 0 or high >= _MOST_CASES or (other and self.ranges.width(other)):
            return None
        cases = [self._planes(terms, first.slot, other, value, width) for value in range(high + 1)]
        planes = tuple(case for case in cases if case is not None)
        if len(planes) < len(cases) or max(map(len, planes)) > MOST_PLANES:
            return None
        known = {one.name: getattr(last, one.name) for one in fields(ir.Stage)}
        return Stepped(**known, members=members, case=other, planes=planes)

    def _terms(self, over: Any, start: int, within: Any) -> list[tuple[ir.Lookup, Any]] | None:
        """Tables that a set is put together from, and the members of each that are in it."""
        match over:
            case ir.SetOp("union", left, right):
                one, other = self._terms(left, start, within), self._terms(right, start, within)
                return None if one is None or other is None else one + other
            case ir.SetOp("inter", left, right) if not reads(right, start):
                return self._terms(left, start, inter(within, right))
            case ir.SetOp("inter", left, right) if not reads(left, start):
                return self._terms(right, start, inter(within, left))
            case ir.SetOp("minus", left, right) if not reads(right, start):
                return self._terms(left, start, minus(within, right))
            case ir.Lookup():
                return [(over, within)]
            case _:
                return None

    def _planes(
        self, terms: list[tuple[ir.Lookup, Any]], start: int, other: ir.Read | None, value: int, width: int
    ) -> tuple[Any, ...] | None:
        """For each length of a step, shortest first, the cells from which there is one of that length."""
        steps: dict[int, Any] = {}
        for entry, within in terms:
            masks = self._masks(entry, start, other, value, width)
            if masks is None:
                return None
            for by, mask in masks.items():
                steps[by] = union(steps.get(by, none_of(width)), Shift(within, by, mask, width))
        return tuple(steps[by] for by in sorted(steps))

    def _masks(
        self, entry: ir.Lookup, start: int, other: ir.Read | None, value: int, width: int
    ) -> dict[int, int] | None:
        """For each length of a step, the cells whose entry in a table has the cell so far away."""
        values, masks = self.program.tables[entry.table].values, dict[int, int]()
        constants = Constants(list(self.program.tables))
        if other is not None:
            constants.give([(other.slot, ir.Const(value))])
        for cell in range(width):
            constants.give([(start, ir.Const(cell))])
            try:
                place = constants.value(entry.index)
            except (KeyError, IndexError, AssertionError):
                return None
            if not 0 <= place < len(values):
                return None
            for near in range(width):
                if values[place] >> near & 1:
                    masks[near - cell] = masks.get(near - cell, 0) | 1 << cell
                    if len(masks) > MOST_PLANES:
                        return None
        return masks


def _asks(stage: ir.Stage) -> bool:
    """Whether a stage has requirements that are no set."""
    return bool(stage.requires) and not (isinstance(stage, Quick) and stage.members is not None)
