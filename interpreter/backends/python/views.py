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


Chosen = tuple[Rows, str, int]
"""The rows whose sum compares (``>``, ``==``, …) with a number."""


class Views:
    """Where views stand: those of sums at ``sums``, those of sets at ``sets``."""

    def __init__(self, program: ir.Program, rows: Iterable[Rows] = (), chosen: Iterable[Chosen] = ()) -> None:
        self.start = sum(group.count for group in program.slots)
        self.sums: dict[Rows, int] = {}
        self.sets: dict[Chosen, int] = {}
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

    def of_cells(self, base: int, size: int) -> bool:
        """Whether some of these slots are cells of rows."""
        return any(base < one.end and one.base < base + size for one in self.sums)

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
        return [*lines, "    s[slot] = value", ""]


def _written_otherwise(program: ir.Program) -> set[int]:
    """Slots that are not written by statements alone: by choices, draws, loops, or for a choice at once."""
    found: set[int] = set()
    stack: list[Any] = [*program.blocks, *program.decisions]
    while stack:
        here = stack.pop()
        match here:
            case ir.Draw(slot=slot) | ir.DrawBag(slot=slot) | ir.Shared(slot=slot) | ir.Let(slot=slot):
                found.add(slot)
            case ir.Loop(var=var) | ir.Sorted(var=var):
                found.add(var)
            case ir.Decision():
                found |= slots_of_choice(here.alternatives)
                if isinstance(here, ir.Together):
                    found |= slots_hidden(here) | {here.me}
            case _:
                pass
        stack.extend(parts(here))
    return found
