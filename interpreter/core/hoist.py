"""What a choice of several parts would compute again at every part is computed once before.

An expression in a stage that reads none of the stage's slots is the same for all its parts. What reads no
stage at all is computed when the decision is prepared, what reads earlier stages when its stage begins.
Only loops are worth it, and only what can be computed wherever it stands: hoisting may not look where a
condition forbids it.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from interpreter.core import ir
from interpreter.core.bounds import Bounds
from interpreter.core.reading import LOOPS, SPREADS, has_loop, parts, rebuilt, slots_bound, slots_read
from interpreter.core.slots import Slots
from interpreter.core.stages import is_staged, stage_slots


class Hoist:
    """Takes loops out of the stages of one decision; ``shared`` is what is computed for all of them."""

    def __init__(self, slots: Slots, tables: list[ir.Table]) -> None:
        self._slots = slots
        groups: list[ir.Slot | None] = []
        for group in slots.groups:
            groups += [group] * group.count
        self._bounds = Bounds(tuple(groups), tuple(tables))
        self._known: dict[ir.Expr, int] = {}
        self.shared: list[ir.Shared] = []

    def alternatives(self, alternatives: list[ir.Alternative]) -> list[ir.Alternative]:
        """The alternatives with what the stages of several parts share taken out. The others are as they are,
        but that they read what is computed before the decision anyway.
        """
        staged = [any(is_staged(stage) for stage in one.stages) for one in alternatives]
        found = [
            self._alternative(one) if is_so else one for one, is_so in zip(alternatives, staged, strict=True)
        ]
        if not self._known:
            return found
        return [one if is_so else self._reading(one) for one, is_so in zip(found, staged, strict=True)]

    def _reading(self, alternative: ir.Alternative) -> ir.Alternative:
        def read(expr: ir.Expr) -> ir.Expr:
            slot = self._known.get(expr)
            return rebuilt(expr, read) if slot is None else ir.Read(slot)

        found: ir.Alternative = rebuilt(alternative, read)
        return found

    def _alternative(self, alternative: ir.Alternative) -> ir.Alternative:
        stages = alternative.stages
        all_slots = frozenset(slot for stage in stages for slot in stage_slots(stage))
        own = [set(stage_slots(stage)) | _scratch_of(stage) for stage in stages]
        found: list[ir.Stage] = []
        known: dict[ir.Expr, int] = {}  # what an earlier stage has computed is still the same in later ones
        for at, stage in enumerate(stages):
            open_ = frozenset().union(*own[at:])
            found.append(self._stage(stage, _Stage(self, open_, all_slots, known)))
        return replace(alternative, stages=tuple(found))

    def _stage(self, stage: ir.Stage, mine: "_Stage") -> ir.Stage:
        several = stage.several
        if several is not None:
            stock = mine.out(several.stock) if several.stock is not None else None
            several = replace(several, low=mine.out(several.low), high=mine.out(several.high), stock=stock)
        return replace(
            stage,
            over=mine.out(stage.over),
            several=several,
            requires=tuple(replace(one, test=mine.out(one.test)) for one in stage.requires),
            may=tuple(tuple(replace(one, test=mine.out(one.test)) for one in part) for part in stage.may),
            shared=tuple(mine.shared),
        )

    def before_decision(self, expr: ir.Expr) -> ir.Expr:
        """A slot that holds the value when the decision is prepared."""
        slot = self._known.get(expr)
        if slot is None:
            slot = self._known[expr] = self.slot_for(expr)
            self.shared.append(ir.Shared(slot, expr))
        return ir.Read(slot)

    def slot_for(self, expr: ir.Expr) -> int:
        """A new scratch slot for the value of an expression."""
        width = self._bounds.width(expr)
        low, high = (0, 0) if width else self._bounds.interval(expr)
        low, high = max(low, -(2**31)), min(high, 2**31 - 1)
        return self._slots.add("shared", 1, low, high, width, "scratch")

    def is_total(self, expr: ir.Expr) -> bool:
        """Whether an expression has a value wherever it stands: its indices are proved to be in bounds."""
        match expr:
            case ir.ReadAt(_, size, index) if not self._bounds.within(index, 0, size - 1):
                return False
            case ir.Lookup() | ir.Arith("div" | "mod"):
                return self._is_total_here(expr)
            case _:
                pass
        if isinstance(expr, LOOPS):
            with self._bounds.running(expr.var, expr.over):
                return all(self.is_total(part) for part in _expressions(expr))
        if isinstance(expr, SPREADS):
            with self._bounds.running(expr.var, expr.of):
                return all(self.is_total(part) for part in _expressions(expr))
        if isinstance(expr, ir.Let):
            with self._bounds.knowing(expr.slot, self._bounds.interval(expr.value)):
                return self.is_total(expr.value) and self.is_total(expr.inner)
        return all(self.is_total(part) for part in _expressions(expr))

    def _is_total_here(self, expr: ir.Lookup | ir.Arith) -> bool:
        if isinstance(expr, ir.Lookup):
            size = self._bounds.entries(expr.table)
            return self._bounds.within(expr.index, 0, size - 1) and self.is_total(expr.index)
        low, high = self._bounds.interval(expr.right)
        return (low > 0 or high < 0) and self.is_total(expr.left) and self.is_total(expr.right)


class _Stage:
    """Takes loops out of the expressions of one stage."""

    def __init__(
        self, hoist: Hoist, open_: frozenset[int], all_slots: frozenset[int], known: dict[ir.Expr, int]
    ) -> None:
        self._hoist = hoist
        self._open = open_
        self._all = all_slots
        self._known = known
        self.shared: list[ir.Shared] = []

    def out(self, expr: ir.Expr, bound: frozenset[int] = frozenset()) -> ir.Expr:
        """The expression with its largest loops that are the same for all parts replaced by slots."""
        if isinstance(expr, ir.Const | ir.SetConst | ir.Read):
            return expr
        reads = slots_read(expr) - slots_bound(expr)
        is_same = not reads & self._open and not reads & bound
        if is_same and has_loop(expr) and self._hoist.is_total(expr):
            if not reads & self._all:
                return self._hoist.before_decision(expr)
            slot = self._known.get(expr)
            if slot is None:
                slot = self._known[expr] = self._hoist.slot_for(expr)
                self.shared.append(ir.Shared(slot, self._before_stages(expr)))
            return ir.Read(slot)
        inner = bound | ({expr.var} if isinstance(expr, (*LOOPS, *SPREADS)) else set())
        inner |= {expr.slot} if isinstance(expr, ir.Let) else set()
        found: ir.Expr = rebuilt(expr, lambda part: self.out(part, frozenset(inner)))
        return found

    def _before_stages(self, expr: ir.Expr, bound: frozenset[int] = frozenset()) -> ir.Expr:
        """What is computed when a stage begins, with the loops in it that read no stage computed before."""
        reads = slots_read(expr) - slots_bound(expr)
        if has_loop(expr) and not reads & (self._all | bound) and self._hoist.is_total(expr):
            return self._hoist.before_decision(expr)
        inner = bound | slots_bound(expr)
        found: ir.Expr = rebuilt(expr, lambda part: self._before_stages(part, inner))
        return found


def _scratch_of(stage: ir.Stage) -> set[int]:
    """The scratch slots that change from part to part."""
    return {stage.several.rest, stage.several.var} - {-1} if stage.several is not None else set()


def _expressions(expr: Any) -> Iterable[Any]:
    for part in parts(expr):
        if isinstance(part, ir.Key):
            yield part.value
        else:
            yield part
