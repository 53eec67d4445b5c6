"""Moves of two values of which only the counts are put down: what the second is chosen from is found again.

To count all moves, the set of second values is computed for each first one. Where that is a matter of a few
operations, it is cheaper to compute it once more for the move that is drawn than to store all of them.
"""

from dataclasses import fields, replace
from typing import Any

from interpreter.backends.c.passes.folding import is_straight, is_total
from interpreter.backends.c.passes.forms import Paired, Quick, Stepped, is_asked
from interpreter.backends.c.passes.rewriter import DecisionRewriter
from interpreter.core import ir
from interpreter.core.stages import is_staged

MOST_FIRST = 256
"""How many first values there may be."""


class Pairing(DecisionRewriter):
    """Marks the last stage of a decision that is a choice of two values, and nothing else."""

    def decision(self, decision: Any) -> Any:
        """The decision; with its second stage marked where it is cheap to compute."""
        if isinstance(decision, ir.Together) or len(decision.alternatives) != 1:
            return decision
        alternative = decision.alternatives[0]
        if alternative.requires or len(alternative.stages) != 2:
            return decision
        first, last = alternative.stages
        if isinstance(last, Stepped) or self.ranges.width(first.over) > MOST_FIRST:
            return decision
        if any(is_staged(one) or one.optional or is_asked(one) for one in (first, last)):
            return decision
        with self.ranges.knowing(first.slot, (0, self.ranges.width(first.over) - 1)):
            if not self._is_cheap(last):
                return decision
        known = {one.name: getattr(last, one.name) for one in fields(ir.Stage)}
        paired = Paired(**known, members=last.members if isinstance(last, Quick) else None)
        return replace(decision, alternatives=(replace(alternative, stages=(first, paired)),))

    def _is_cheap(self, stage: ir.Stage) -> bool:
        parts = [stage.over, *([stage.members] if isinstance(stage, Quick) and stage.members else [])]
        return all(is_straight(part) and is_total(part, self.ranges) for part in parts)
