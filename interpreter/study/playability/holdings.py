"""How full the places of components are: what is compared with the bounds that the ruleset gives them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.core.ir import Component, Program


@dataclass(frozen=True, slots=True)
class Holding:
    """The values of one component that have a bound: numbers, or how many things a bag or a list holds.

    ``low`` and ``high`` are the bounds. ``cells`` is how many places there are, ``each`` how many slots lie
    side by side for one, from ``base`` on.
    """

    component: str
    place: int
    low: int
    high: int
    base: int
    cells: int
    each: int

    def reach(self, slots: Sequence[int]) -> tuple[int, int]:
        """The least and the largest value in a position."""
        values = slots[self.base : self.base + self.cells * self.each]
        if self.each > 1:
            values = [sum(values[first : first + self.each]) for first in range(0, len(values), self.each)]
        return min(values), max(values)


def holdings(program: Program, caps: dict[str, int]) -> tuple[Holding, ...]:
    """The holdings of a program; ``caps`` says how many things a bag may hold, by component."""
    return tuple(_holdings(program, caps))


def _holdings(program: Program, caps: dict[str, int]) -> Iterator[Holding]:
    groups = {group.base: group for group in program.slots}
    for one in program.components:
        domain, cells = program.domains[one.domain], _cells(program, one)
        if one.form == "bag" and one.name in caps:
            yield Holding(one.name, one.place, 0, caps[one.name], one.slot, cells, domain.size)
        elif one.form == "list":
            yield Holding(one.name, one.place, 0, one.room, one.length, cells, 1)
        elif one.form == "integer" and not domain.names and not one.optional:
            group = groups[one.slot]
            yield Holding(one.name, one.place, group.low, group.high, one.slot, group.count, 1)


def _cells(program: Program, component: Component) -> int:
    cells = 1
    for key in component.keys:
        cells *= program.domains[key].size
    return cells
