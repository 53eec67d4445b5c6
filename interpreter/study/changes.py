"""What changed on the table between two moments: each place with what lay there before and after."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.core.cells import slots_each
from interpreter.core.ir import Component, Program
from interpreter.engine.members import members
from interpreter.engine.names import NONE, cell_count, cell_text, cells_of, list_at, member_text, value_text
from interpreter.engine.seats import TABLE
from interpreter.engine.telling import bag_text, listed
from interpreter.engine.view import is_seen
from interpreter.study.position import HIDDEN
from interpreter.study.report import Json


@dataclass(frozen=True, slots=True)
class Change:
    """A place of a component with its old and new value as they are written; ``?`` is what is hidden."""

    component: str
    cell: str
    before: str
    after: str

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {"cell": self.cell, "before": self.before, "after": self.after}


def changes(
    program: Program, before: Sequence[int], after: Sequence[int], viewer: int | None = TABLE
) -> Iterator[Change]:
    """The places that differ, in the order of the ruleset, as far as a viewer may see them."""
    old, new = tuple(before), tuple(after)
    for component in program.components:
        if not _differs(program, component, old, new):
            continue
        for cell in cells_of(program, component):
            texts = [shown(program, component, slots, cell, viewer) for slots in (old, new)]
            if texts[0] != texts[1]:
                yield Change(component.name, cell_text(program, component, cell), texts[0], texts[1])


def _differs(program: Program, component: Component, old: tuple[int, ...], new: tuple[int, ...]) -> bool:
    cells = cell_count(program, component)
    starts = [(component.slot, cells * slots_each(program, component))]
    starts += [(first, cells) for first in (component.length, component.shown) if first >= 0]
    return any(old[first : first + count] != new[first : first + count] for first, count in starts)


def shown(
    program: Program, component: Component, slots: tuple[int, ...], cell: int, viewer: int | None
) -> str:
    """What lies at a place, as a viewer may know it."""
    if viewer != TABLE and not is_seen(program, component, slots, cell, viewer):
        return HIDDEN
    return held(program, component, slots, cell)


def held(program: Program, component: Component, slots: Sequence[int], cell: int) -> str:
    """What lies at a place: a value, a set, a bag by counts, a list from its top."""
    domain = program.domains[component.domain]
    match component.form:
        case "bag":
            start = component.slot + cell * domain.size
            return bag_text(domain, tuple(slots[start : start + domain.size]))
        case "list":
            return listed(
                [value_text(program, component.domain, one) for one in list_at(component, slots, cell)]
            )
        case "set":
            return listed([member_text(domain, one) for one in members(slots[component.slot + cell])])
        case _:
            value = slots[component.slot + cell]
            return (
                NONE if component.optional and value == -1 else value_text(program, component.domain, value)
            )
