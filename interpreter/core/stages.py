"""The slots that a stage writes: its value, its parts, and what is kept of several picks."""

from collections.abc import Iterator

from interpreter.core.code import Alternative, Stage

Group = tuple[int, int]
"""The first slot and how many lie side by side from there on."""


def stage_groups(stage: Stage) -> tuple[Group, ...]:
    """The groups of slots of a stage."""
    several = stage.several
    if several is None:
        return ((stage.slot, stage.parts),)
    groups = ((stage.slot, 1), (several.size, 1), (several.picks, stage.parts))
    return groups if several.counts < 0 else (*groups, (several.counts, several.width))


def stage_slots(stage: Stage) -> Iterator[int]:
    """All slots of a stage."""
    for base, count in stage_groups(stage):
        yield from range(base, base + count)


def slots_of_choice(alternatives: tuple[Alternative, ...]) -> set[int]:
    """All slots of all stages."""
    return {slot for one in alternatives for stage in one.stages for slot in stage_slots(stage)}


def is_staged(stage: Stage) -> bool:
    """Whether a stage has several parts: nobody lists the whole moves of such a choice."""
    return stage.parts > 1 or stage.several is not None
