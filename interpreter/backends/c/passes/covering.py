"""Whether one has as many of each as is asked for is a question of sets: of one each, of two each, and so on.

`every g in kinds(expend(recipe)) has hand(me, g) >= expend(recipe, g)` holds where all that is wanted once is
held once, all that is wanted twice is held twice, …. What is wanted so often is a table; what is held so
often is computed when the decision is prepared.
"""

from dataclasses import replace
from typing import Any

from interpreter.backends.c.passes.folding import all_of, is_total, minus
from interpreter.backends.c.passes.rewriter import reads, substituted
from interpreter.backends.c.passes.tabulating import Tabulating
from interpreter.backends.c.ranges import Ranges
from interpreter.core import fold, ir
from interpreter.core.reading import slots_read
from interpreter.core.stages import slots_of_choice

MOST = 4
"""How many of one thing may be wanted."""


class Covering(Tabulating):
    """Asks decisions by sets whether an array holds what tables want; ``slots`` are those of the program and
    the new ones.
    """

    def __init__(self, program: ir.Program, ranges: Ranges) -> None:
        super().__init__(program, ranges)
        self.slots = list(program.slots)
        self._stages: set[int] = set()
        self._held: dict[tuple[Any, ...], ir.Shared] | None = None
        self._members: dict[int, int] = {}

    def decision(self, decision: Any) -> Any:
        """A decision with such questions asked by sets."""
        self._stages = slots_of_choice(decision.alternatives)
        self._stages |= {
            one.slot for way in decision.alternatives for stage in way.stages for one in stage.shared
        }
        self._held = {}
        decision = super().decision(decision)
        shared = (*decision.shared, *self._held.values())
        self._held = None
        return replace(decision, shared=shared)

    def expr(self, expr: Any) -> Any:
        """An expression rebuilt."""
        if self._held is None:
            return expr
        match expr:
            case ir.Exists(var, over, ir.Compare("gt", wanted, ir.ReadAt() as held)):
                return self._short(var, over, wanted, held) or expr
            case _:
                return super(Tabulating, self).expr(expr)

    def _short(self, var: int, over: Any, wanted: Any, held: ir.ReadAt) -> Any:
        """Some member is held less often than it is wanted."""
        width = self.ranges.width(over)
        with self.ranges.running(var, over):
            most = self.ranges.interval(wanted)[1]
            is_sure = is_total(wanted, self.ranges) and is_total(held, self.ranges)
        if self.ranges.held(held.base)[0] < 0:
            return None
        is_apart = reads(wanted, var) and reads(held.index, var) and not slots_read(held.index) & self._stages
        if not (0 < most <= MOST and is_sure and is_apart and is_total(over, self.ranges)):
            return None
        with self.ranges.knowing(var, (0, width - 1)):
            if not is_total(held, self.ranges):
                return None
        short: Any = ir.Const(0)
        for times in range(1, most + 1):
            members = ir.Filter(var, over, ir.Compare("ge", wanted, ir.Const(times)), width)
            slots = self._variables(members, frozenset())
            table = None if slots is None else self._tabulated(members, sorted(slots))
            if table is None:
                return None
            if isinstance(table, ir.SetConst) and not table.bits:
                continue
            lacking = minus(table, ir.Read(self._held_so_often(var, held, times, width)))
            short = fold.or_(short, ir.Not(ir.Empty(lacking)))
        return short

    def _held_so_often(self, var: int, held: ir.ReadAt, times: int, width: int) -> int:
        """The slot of the set of what an array holds so often, computed when the decision is prepared."""
        assert self._held is not None
        member = self._member(width)
        index = substituted(held.index, ir.Read(var), ir.Read(member))
        key = (held.base, held.size, index, times)
        if key not in self._held:
            test = ir.Compare("ge", replace(held, index=index), ir.Const(times))
            value = ir.Filter(member, all_of(width), test, width)
            self._held[key] = ir.Shared(self._slot(f"held {times}", width, 0), value)
        return self._held[key].slot

    def _member(self, width: int) -> int:
        if width not in self._members:
            self._members[width] = self._slot("member", 0, width - 1)
        return self._members[width]

    def _slot(self, name: str, width: int, high: int) -> int:
        base = self.slots[-1].base + self.slots[-1].count
        group = ir.Slot(f"{name} {base}", base, 1, 0, high, width, "scratch", (0,))
        self.slots.append(group)
        self.ranges.know_also(base, group)
        return base
