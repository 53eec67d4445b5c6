"""A position as one viewer may look at it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.core.cells import slots_each
from interpreter.core.ir import Program
from interpreter.engine.names import cells_of
from interpreter.engine.state import State
from interpreter.engine.view import Plain, is_seen


@dataclass(frozen=True, slots=True)
class Look:
    """What is drawn: the view of the viewer, and for phrases all slots, with those hidden from it.

    ``viewer`` is a player from 1 on, None a spectator.
    """

    viewer: int | None
    view: dict[str, Plain]
    slots: tuple[int, ...]
    hidden: frozenset[int]


class HiddenError(Exception):
    """A phrase needs what the viewer may not know."""


class Veiled(list[int]):
    """Slots of which some can't be read: whatever is computed from the others does not depend on them."""

    def __init__(self, slots: list[int], hidden: frozenset[int]) -> None:
        super().__init__(slots)
        self._hidden = hidden

    def __getitem__(self, at: Any) -> Any:
        """The value of a slot, or of several.

        Raises: HiddenError.
        """
        if self._hidden:
            read = range(*at.indices(len(self))) if isinstance(at, slice) else (at,)
            if not self._hidden.isdisjoint(read):
                raise HiddenError
        return super().__getitem__(at)


def look_at(state: State, viewer: int | None) -> Look:
    """A state as a player (None: a spectator) may look at it."""
    program = state.engine.program
    return Look(viewer, state.view(viewer), state.slots, hidden_slots(program, state.slots, viewer))


def hidden_slots(program: Program, slots: tuple[int, ...], viewer: int | None) -> frozenset[int]:
    """The slots of what a viewer may not see."""
    return frozenset(_hidden(program, slots, viewer))


def _hidden(program: Program, slots: tuple[int, ...], viewer: int | None) -> Iterator[int]:
    for component in program.components:
        each = slots_each(program, component)
        for cell in cells_of(program, component):
            if not is_seen(program, component, slots, cell, viewer):
                first = component.slot + cell * each
                yield from range(first, first + each)
