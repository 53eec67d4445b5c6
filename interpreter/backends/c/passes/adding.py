"""Sums over what is picked are kept pick by pick, and not added up anew for each value that is tried.

A sum over the kinds picked, of how many there are of each times what each is worth, grows with a pick by what
that one is worth. How many there are of all kinds together is known anyway.
"""

from dataclasses import fields, replace
from typing import Any

from interpreter.backends.c.passes.folding import is_straight, is_total
from interpreter.backends.c.passes.forms import Added, Summed
from interpreter.backends.c.passes.rewriter import Rewriter, substituted
from interpreter.backends.c.ranges import Ranges
from interpreter.core import ir
from interpreter.core.reading import slots_read
from interpreter.core.stages import slots_of_choice


class Adding(Rewriter):
    """Reads sums over picks from slots of their own; ``slots`` are those of the program and the new ones."""

    def __init__(self, program: ir.Program, ranges: Ranges) -> None:
        super().__init__(program, ranges)
        self.slots = list(program.slots)
        self._changing: set[int] = set()
        self._picked: dict[int, ir.Several] = {}
        self._members: dict[int, int] = {}
        self._found: dict[tuple[int, Any], Added] = {}

    def decision(self, decision: Any) -> Any:
        """A decision whose stages keep the sums that are asked for."""
        stages = [stage for one in decision.alternatives for stage in one.stages]
        self._changing = slots_of_choice(decision.alternatives)
        self._changing |= {one.slot for stage in stages for one in stage.shared}
        self._picked = {stage.slot: stage.several for stage in stages if stage.several is not None}
        self._found = {}
        decision = super().decision(decision)
        self._picked = {}
        return replace(
            decision,
            alternatives=tuple(
                replace(one, stages=tuple(map(self._summed, one.stages))) for one in decision.alternatives
            ),
        )

    def _summed(self, stage: ir.Stage) -> ir.Stage:
        sums = tuple(one for (slot, _), one in self._found.items() if slot == stage.slot)
        if not sums:
            return stage
        return Summed(**{one.name: getattr(stage, one.name) for one in fields(ir.Stage)}, sums=sums)

    def after(self, expr: Any) -> Any:
        """A sum over picks as what is kept of it."""
        match expr:
            case ir.Sum(var, ir.Read(slot), value) if slot in self._picked:
                return self._kept(expr, slot, self._each(var, value, self._picked[slot])) or expr
            case _:
                return expr

    def _each(self, var: int, value: Any, several: ir.Several) -> Any:
        """What one pick adds; None where that is not known."""
        if several.counts < 0:
            return value
        count = ir.ReadAt(several.counts, several.width, ir.Read(var))
        match value:
            case ir.ReadAt() if value == count:
                return ir.Const(1)
            case ir.Arith("mul", left, right) if left == count:
                return right
            case ir.Arith("mul", left, right) if right == count:
                return left
            case _:
                return None

    def _kept(self, whole: ir.Sum, kinds: int, each: Any) -> Any:
        if each == ir.Const(1):
            return ir.Read(self._picked[kinds].size)
        if each is None or not is_straight(each) or slots_read(each) & self._changing:
            return None
        width = self.ranges.width(whole.over)
        with self.ranges.knowing(whole.var, (0, width - 1)):
            if not is_total(each, self.ranges):
                return None
        if width not in self._members:
            self._members[width] = self._slot("pick", (0, width - 1))
        member = self._members[width]
        value = substituted(each, ir.Read(whole.var), ir.Read(member))
        if (kinds, value) not in self._found:
            slot = self._slot("sum of picks", self.ranges.interval(whole))
            self._found[kinds, value] = Added(slot, member, value)
        return ir.Read(self._found[kinds, value].slot)

    def _slot(self, name: str, interval: tuple[int, int]) -> int:
        base = self.slots[-1].base + self.slots[-1].count
        low, high = interval
        group = ir.Slot(f"{name} {base}", base, 1, low, high, 0, "scratch", (max(low, 0),))
        self.slots.append(group)
        self.ranges.know_also(base, group)
        return base
