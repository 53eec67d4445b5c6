"""Two tables that one reader cannot tell apart: what is hidden from that reader is dealt anew."""

import random
from collections.abc import Iterator, Sequence

from interpreter.core.ir import Component, Program
from interpreter.engine.members import members
from interpreter.engine.names import cell_count
from interpreter.engine.view import is_seen

Cell = tuple[Component, int]


def twin(program: Program, slots: Sequence[int], reader: int | None, lots: random.Random) -> tuple[int, ...]:
    """Slots that differ from ``slots`` at most in cells which ``reader`` (None: a spectator) may not see.

    What everybody may know of a hidden place stays: how many things lie in it. Things in bags and sets
    only change places with hidden ones, and values that were all different stay so.
    """
    new = list(slots)
    hidden = list(hidden_cells(program, slots, reader))
    for domain in sorted({component.domain for component, _ in hidden}):
        here = [cell for cell in hidden if cell[0].domain == domain]
        _deal_bags(program, new, [cell for cell in here if cell[0].form == "bag"], lots)
        _deal_lists(new, [cell for cell in here if cell[0].form == "list"], lots)
        _deal_sets(program, new, [cell for cell in here if cell[0].form == "set"], lots)
    for component in {id(component): component for component, _ in hidden}.values():
        if component.form == "integer":
            cells = [cell for one, cell in hidden if one is component]
            _deal_values(program, new, component, cells, lots)
    return tuple(new)


def hidden_cells(program: Program, slots: Sequence[int], reader: int | None) -> Iterator[Cell]:
    for component in program.components:
        for cell in range(cell_count(program, component)):
            if not is_seen(program, component, tuple(slots), cell, reader):
                yield component, cell


def _deal_bags(program: Program, slots: list[int], cells: list[Cell], lots: random.Random) -> None:
    """All things in hidden bags go on one heap and are dealt again, to each bag as many as it held."""
    heap: list[int] = []
    sizes = []
    for component, cell in cells:
        counts = _bag(program, slots, component, cell)
        heap.extend(item for item, count in enumerate(counts) for _ in range(count))
        sizes.append(sum(counts))
    lots.shuffle(heap)
    for (component, cell), size in zip(cells, sizes, strict=True):
        width = program.domains[component.domain].size
        first = component.slot + cell * width
        dealt, heap = heap[:size], heap[size:]
        slots[first : first + width] = [dealt.count(item) for item in range(width)]


def _bag(program: Program, slots: Sequence[int], component: Component, cell: int) -> Sequence[int]:
    width = program.domains[component.domain].size
    first = component.slot + cell * width
    return slots[first : first + width]


def _deal_lists(slots: list[int], cells: list[Cell], lots: random.Random) -> None:
    """The things in hidden lists are dealt anew, to each list as many as it held."""
    places = [
        component.slot + cell * component.room + position
        for component, cell in cells
        for position in range(slots[component.length + cell])
    ]
    heap = [slots[place] for place in places]
    lots.shuffle(heap)
    for place, thing in zip(places, heap, strict=True):
        slots[place] = thing


def _deal_sets(program: Program, slots: list[int], cells: list[Cell], lots: random.Random) -> None:
    """Sets that share nothing swap their members; others get any members, as many as they held."""
    held = [members(slots[component.slot + cell]) for component, cell in cells]
    heap = [member for one in held for member in one]
    apart = len(set(heap)) == len(heap)
    lots.shuffle(heap)
    for (component, cell), one in zip(cells, held, strict=True):
        size = program.domains[component.domain].size
        dealt = [heap.pop() for _ in one] if apart else lots.sample(range(size), len(one))
        slots[component.slot + cell] = sum(1 << member for member in dealt)


def _deal_values(
    program: Program, slots: list[int], component: Component, cells: list[int], lots: random.Random
) -> None:
    """Values that are all different stay so and may be swapped with unused ones; others become any."""
    domain = program.domains[component.domain]
    every = slots[component.slot : component.slot + cell_count(program, component)]
    possible = list(range(domain.low, domain.low + domain.size))
    if component.optional:
        possible.append(-1)
    if len(every) > 1 and len(set(every)) == len(every):
        seen = set(every) - {every[cell] for cell in cells}
        possible = lots.sample([value for value in possible if value not in seen], len(cells))
    else:
        possible = [lots.choice(possible) for _ in cells]
    for cell, value in zip(cells, possible, strict=True):
        slots[component.slot + cell] = value
