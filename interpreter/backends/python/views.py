"""Sums of the rows of arrays, and sets of rows by their sum, that are kept up to date instead of added up.

They stand behind the slots of the state, while emitted code runs; no position has them. What a program asks
for in loops over all rows is kept, if each write to the array can be followed: cells of it are written by
statements only.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from interpreter.core import ir
from interpreter.core.reading import parts, slots_hidden
from interpreter.core.stages import slots_of_choice

MOST_NAMED = 12
"""Numbers that are added up by name."""


@dataclass(frozen=True, slots=True)
class Rows:
    """``count`` rows of ``width`` slots each, side by side from ``base`` on."""

    base: int
    width: int
    count: int

    @property
    def end(self) -> int:
        """The first slot behind all rows."""
        return self.base + self.width * self.count

    def sums(self) -> str:
        """The text of the list of all sums."""
        last = self.width * (self.count - 1) + 1
        cuts = [f"s[{self.base + i}:{self.base + i + last}:{self.width}]" for i in range(self.width)]
        if not 1 < self.width <= MOST_NAMED:
            return f"list(map(sum, zip({', '.join(cuts)})))"
        cells = [f"c{i}" for i in range(self.width)]
        return f"[{' + '.join(cells)} for {', '.join(cells)} in zip({', '.join(cuts)})]"


@dataclass(frozen=True, slots=True)
class Cells:
    """An array of ``size`` slots from ``base`` on that hold ``low..high``: for each value, the set of those
    that hold it.
    """

    base: int
    size: int
    low: int
    high: int

    @property
    def end(self) -> int:
        """The first slot behind all cells."""
        return self.base + self.size


Chosen = tuple[Rows, str, int]
"""The rows whose sum compares (``>``, ``==``, …) with a number."""


class Views:
    """Where views stand: those of sums at ``sums``, those of sets of rows at ``sets``, those of sets of
    cells, one for each value, at ``cells``.
    """

    def __init__(
        self,
        program: ir.Program,
        rows: Iterable[Rows] = (),
        chosen: Iterable[Chosen] = (),
        cells: Iterable[Cells] = (),
    ) -> None:
        self.start = sum(group.count for group in program.slots)
        self.sums: dict[Rows, int] = {}
        self.sets: dict[Chosen, int] = {}
        self.cells: dict[Cells, int] = {}
        end = self.start
        taken = _written_otherwise(program)
        for one in dict.fromkeys(rows):
            if not taken & set(range(one.base, one.end)):
                self.sums[one] = end
                end += one.count
        for key in dict.fromkeys(chosen):
            if key[0] in self.sums:
                self.sets[key] = end
                end += 1

        for array in dict.fromkeys(cells):
            if not taken & set(range(array.base, array.end)):
                self.cells[array] = end
                end += array.high - array.low + 1

    @property
    def is_any(self) -> bool:
        """Whether there is a view."""
        return bool(self.sums or self.cells)

    def of_cells(self, base: int, size: int) -> bool:
        """Whether some of these slots are cells whose views must follow what is written."""
        areas = [(one.base, one.end) for one in self.sums] + [(one.base, one.end) for one in self.cells]
        return any(base < end and first < base + size for first, end in areas)

    def functions(self) -> list[str]:
        """The lines of ``views(s)``, which gives what stands behind the slots, of ``renew(s)`` and of
        ``put(s, slot, value)``, which writes a cell and keeps the views.
        """
        lines = ["def views(s):", "    found = []"]
        for one in self.sums:
            lines.append(f"    rows_{one.base}_{one.width} = {one.sums()}")
            lines.append(f"    found += rows_{one.base}_{one.width}")
        for one, sign, number in self.sets:
            name = f"rows_{one.base}_{one.width}"
            lines.append(
                f"    found.append(sum([1 << i for i, n in enumerate({name}) if n {sign} {number}]))"
            )
        for array in self.cells:
            cut = f"s[{array.base}:{array.end}]"
            lines.append(f"    for value in range({array.low}, {array.high + 1}):")
            lines.append(f"        bits = [1 << i for i, cell in enumerate({cut}) if cell == value]")
            lines.append("        found.append(sum(bits))")
        lines += ["    return found", "", "def renew(s):", f"    s[{self.start}:] = views(s)", ""]
        lines.append("def put(s, slot, value):")
        for one, at in self.sums.items():
            lines += [f"    if {one.base} <= slot < {one.end}:"]
            lines += [f"        row = (slot - {one.base}) // {one.width}"]
            lines += [f"        n = s[{at} + row] + value - s[slot]"]
            lines += [f"        s[{at} + row] = n"]
            for (rows, sign, number), place in self.sets.items():
                if rows == one:
                    lines += [f"        if n {sign} {number}:"]
                    lines += [f"            s[{place}] |= 1 << row"]
                    lines += ["        else:"]
                    lines += [f"            s[{place}] &= ~(1 << row)"]
        for array, at in self.cells.items():
            lines += [f"    if {array.base} <= slot < {array.end}:"]
            lines += [f"        bit = 1 << (slot - {array.base})"]
            lines += [f"        s[{at - array.low} + s[slot]] &= ~bit"]
            lines += [f"        s[{at - array.low} + value] |= bit"]
        return [*lines, "    s[slot] = value", ""]


def _written_otherwise(program: ir.Program) -> set[int]:
    """Slots that are not written by statements alone: by choices, draws, loops, or for a choice at once."""
    found: set[int] = set()
    stack: list[Any] = [*program.blocks, *program.decisions]
    if program.ranking is not None:
        found.add(program.ranking.var)
        stack += [key.value for key in program.ranking.keys]
    while stack:
        here = stack.pop()
        match here:
            case ir.Draw(slot=slot) | ir.DrawBag(slot=slot) | ir.Shared(slot=slot) | ir.Let(slot=slot):
                found.add(slot)
            case ir.Several(var=var, rest=rest):
                found |= {var, rest}
            case object(var=int(var)):
                found.add(var)
            case ir.Decision():
                found |= slots_of_choice(here.alternatives)
                if isinstance(here, ir.Together):
                    found |= slots_hidden(here) | {here.me}
            case _:
                pass
        stack.extend(parts(here))
    return found
