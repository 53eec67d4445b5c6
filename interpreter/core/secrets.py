"""What a choice may tell of what is hidden."""

from interpreter.core import ir
from interpreter.core.reading import parts, slots_read


def hidden_reads(decision: ir.Decision, program: ir.Program) -> frozenset[str]:
    """The hidden components that what a decision offers depends on, by name."""
    hidden = [one for one in program.components if one.seen != "all"]
    if not hidden:
        return frozenset()
    offered: list[object] = [*decision.alternatives, *decision.shared]
    slots = _reads(offered)
    found = set()
    for component in hidden:
        group = next(one for one in program.slots if one.base == component.slot)
        if slots & set(range(group.base, group.base + group.count)):
            found.add(component.name)
    return frozenset(found)


def _reads(stack: list[object]) -> set[int]:
    """The slots that decide what is offered; what `why` prints beside it decides nothing."""
    found: set[int] = set()
    while stack:
        here = stack.pop()
        if isinstance(here, ir.Read | ir.ReadAt):
            found |= slots_read(here)
        if not isinstance(here, ir.Shown):
            stack.extend(parts(here))
    return found
