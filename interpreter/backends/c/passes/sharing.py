"""Loops that the alternatives and stages of a decision have in common are run once, when it is prepared.

That some member meets a condition is known from the set of all that do, where a decision asks for both.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

from interpreter.backends.c.passes.folding import inner, is_total
from interpreter.backends.c.passes.forms import RunsTo
from interpreter.backends.c.passes.rewriter import LOOPS, Rewriter
from interpreter.backends.c.ranges import Ranges
from interpreter.core import ir
from interpreter.core.reading import SPREADS, inner_fields, is_node, slots_bound, slots_read, with_changes
from interpreter.core.stages import slots_of_choice


class Sharing(Rewriter):
    """Shares loops of decisions; ``slots`` are those of the program and the new ones."""

    def __init__(self, program: ir.Program, ranges: Ranges) -> None:
        super().__init__(program, ranges)
        self.slots = list(program.slots)

    def decision(self, decision: Any) -> Any:
        """A decision with what is computed more than once shared."""
        stages = slots_of_choice(decision.alternatives)
        own = {one.slot for stage in _stages(decision) for one in stage.shared}
        own |= {slot for stage in _stages(decision) if stage.several for slot in _of_several(stage.several)}
        counts: Counter[Any] = Counter()
        sets: dict[Any, ir.Filter] = {}
        for root in _roots(decision):
            self._count(root, frozenset(), stages | own, counts, sets)
        chosen: dict[Any, Any] = {}
        shared: list[ir.Shared] = []
        for key, times in counts.items():
            as_often = [other for other, n in counts.items() if n >= times and other != key]
            if times < 2 or any(_contains(other, key) for other in as_often):
                continue
            value = sets.get(key, key)
            if isinstance(value, tuple) or not is_total(value, self.ranges):
                continue
            slot = self._slot(value)
            shared.append(ir.Shared(slot, value))
            chosen[key] = slot
        if not chosen:
            return decision
        return replace(_replaced(decision, chosen), shared=(*decision.shared, *shared))

    def _count(
        self,
        expr: Any,
        bound: frozenset[int],
        stages: set[int],
        counts: Counter[Any],
        sets: dict[Any, ir.Filter],
    ) -> None:
        if isinstance(expr, (*LOOPS, *SPREADS, RunsTo)):
            free = slots_read(expr) - slots_bound(expr)
            if not free & stages and not free & bound:
                key = _key(expr)
                counts[key] += 1
                if isinstance(expr, ir.Filter):
                    sets[key] = expr
        deeper = bound | ({expr.var} if isinstance(expr, (*LOOPS, *SPREADS)) else set())
        deeper |= {expr.slot} if isinstance(expr, ir.Let) else set()
        for part in inner(expr):
            self._count(part, deeper, stages, counts, sets)

    def _slot(self, value: Any) -> int:
        base = self.slots[-1].base + self.slots[-1].count
        width = self.ranges.width(value)
        low, high = (0, 0) if width else self.ranges.interval(value)
        group = ir.Slot(f"common {base}", base, 1, low, high, width, "scratch", (max(low, 0),))
        self.slots.append(group)
        self.ranges.know_also(base, group)
        return base


def _key(expr: Any) -> Any:
    """What an expression is found by: a search and the set of all that it could find have one key."""
    if isinstance(expr, ir.Filter | ir.Exists):
        return ("members", expr.var, expr.over, expr.test)
    return expr


def _contains(whole: Any, key: Any) -> bool:
    parts = whole[2:] if isinstance(whole, tuple) else inner(whole)
    return any(_key(part) == key or _contains(part, key) for part in parts)


def _stages(decision: ir.Decision) -> list[ir.Stage]:
    return [stage for one in decision.alternatives for stage in one.stages]


def _of_several(several: ir.Several) -> tuple[int, int]:
    return several.rest, several.var


def _roots(decision: ir.Decision) -> list[Any]:
    found = [one.test for alternative in decision.alternatives for one in alternative.requires]
    for stage in _stages(decision):
        found.append(stage.over)
        found += [one.test for one in stage.requires]
        found += [one.test for part in stage.may for one in part]
    return found


def _replaced(node: Any, chosen: dict[Any, int]) -> Any:
    """A decision or an expression with slots in place of what they hold."""
    if isinstance(node, (*LOOPS, *SPREADS, RunsTo)) and _key(node) in chosen:
        read = ir.Read(chosen[_key(node)])
        return ir.Not(ir.Empty(read)) if isinstance(node, ir.Exists) else read
    changes: dict[str, Any] = {}
    for name in inner_fields(type(node)):
        value = getattr(node, name)
        if name in ("shared", "shows", "who"):
            continue
        if isinstance(value, tuple) and value and (is_node(value[0]) or isinstance(value[0], tuple)):
            changes[name] = tuple(
                tuple([_replaced(item, chosen) for item in one])
                if isinstance(one, tuple)
                else _replaced(one, chosen)
                for one in value
            )
        elif is_node(value):
            changes[name] = _replaced(value, chosen)
    return with_changes(node, changes)
