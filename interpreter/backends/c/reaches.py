"""What is reached on all rays of a cell, in C: a function for each set of directions, without a branch.

A ray stops at its first cell outside a set. Where rays rise that is the lowest one, and what lies before it
is below it; where they fall it is the highest. In sets of several words the first word with such a cell
is cut, and all behind it is left out.
"""

from interpreter.backends.c import sets
from interpreter.backends.c.passes.forms import Reach
from interpreter.backends.c.writer import Writer
from interpreter.core.ir import Program, Table
from interpreter.core.reading import parts


def reach_call(reach: Reach, cell: str, within: str) -> str:
    """The call that computes a form."""
    return f"{_name(reach)}({cell}, {within})"


def write_reaches(program: Program, out: Writer) -> None:
    """All functions that a program calls."""
    found: dict[str, Reach] = {}
    stack: list[object] = [*program.blocks, *program.decisions]
    stack += [program.ranking] if program.ranking else []
    while stack:
        here = stack.pop()
        if isinstance(here, Reach):
            found[_name(here)] = here
        stack.extend(parts(here))
        for field in getattr(here, "may", ()):
            stack.extend(field)
    for name in sorted(found):
        _write(found[name], program.tables[found[name].rays], out)


def _name(reach: Reach) -> str:
    return f"reach{reach.rays}_{reach.ways:x}_{reach.rising:x}"


def _write(reach: Reach, rays: Table, out: Writer) -> None:
    kind, words = sets.set_type(reach.width), sets.words_of(reach.width)
    out.comment("The cells on the rays of a cell, each up to the first one that is not in a set.")
    with out.block(f"MAYBE {kind} {_name(reach)}(const int cell, const {kind} within)"):
        out.line(f"const {kind} *const ray = table{reach.rays} + cell * {reach.count};")
        out.line(f"{kind} found = {sets.nothing(reach.width)};")
        out.line("uint64_t all, stops, rest;")
        for way in (way for way in range(reach.count) if reach.ways >> way & 1):
            is_rising = bool(reach.rising >> way & 1)
            whole = 0
            for row in rays.values[way :: reach.count]:
                whole |= row
            used = [word for word in range(words) if whole >> 64 * word & (1 << 64) - 1]
            _write_ray(out, way, is_rising, used if is_rising else used[::-1], words)
        out.line("return found;")


def _write_ray(out: Writer, way: int, is_rising: bool, used: list[int], words: int) -> None:
    """One direction: the words that any of its rays has a cell in, from the nearest on."""
    cut = "below_lowest64" if is_rising else "above_highest64"
    for number, word in enumerate(used):
        part = f".w[{word}]" if words > 1 else ""
        out.line(f"all = ray[{way}]{part}; stops = all & ~within{part};")
        rest = " & rest" if number else ""
        out.line(f"found{part} |= all & {cut}(stops){rest};")
        if number + 1 < len(used):
            out.line(f"rest = {'rest & ' if number else ''}-(uint64_t)(stops == 0);")
