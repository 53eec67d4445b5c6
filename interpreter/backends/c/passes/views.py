"""What is kept up to date beside the slots: the planes of arrays, and the sums of their rows."""

from dataclasses import dataclass, field

from interpreter.backends.c.passes.forms import Apart, SomeLine, SomeLink
from interpreter.core import ir
from interpreter.core.stages import slots_of_choice

MOST_VALUES = 8
"""How many values an array may hold to have a plane for each."""


@dataclass(slots=True)
class Views:
    """The views that expressions have come to read. Arrays are named by their first slot."""

    arrays: dict[int, ir.Slot]
    planes: set[int] = field(default_factory=set)
    rows: dict[int, int] = field(default_factory=dict)
    above: dict[int, set[int]] = field(default_factory=dict)
    apart: list[Apart] = field(default_factory=list)
    asked: dict[int, int] = field(default_factory=dict)
    asking: list[SomeLine | SomeLink] = field(default_factory=list)
    shapes: set[int] = field(default_factory=set)
    """Tables of which it is asked whether some row lies within a set."""
    by_value: set[int] = field(default_factory=set)
    """The numbers of those in ``asking`` that keep which values were written, not where."""

    def values(self, base: int) -> int:
        """How many values an array may hold."""
        group = self.arrays[base]
        return group.high - group.low + 1

    def viewed(self) -> set[int]:
        """The arrays of which something is kept."""
        return {*self.planes, *self.rows, *self.asked.values()}


def views_of(program: ir.Program) -> Views:
    """No views yet; those that may be had are of arrays that only statements write."""
    written: set[int] = set()
    for block in program.blocks:
        if isinstance(block.end, ir.Draw | ir.DrawBag):
            written.add(block.end.slot)
    for decision in program.decisions:
        written |= slots_of_choice(decision.alternatives)
        if isinstance(decision, ir.Together):
            for kept in decision.kept:
                written.update(range(kept.store, kept.store + kept.count * decision.players))
    arrays = {
        group.base: group
        for group in program.slots
        if group.role == "component"
        and group.width == 0
        and group.count > 3
        and not written & set(range(group.base, group.base + group.count))
    }
    return Views(arrays)
