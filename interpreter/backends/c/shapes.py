"""Whether some row of a table lies within a set, in C: for each shape, the set met with itself, shifted."""

from itertools import pairwise

from interpreter.backends.c import sets
from interpreter.backends.c.passes.lining import shapes_of
from interpreter.backends.c.writer import Writer
from interpreter.core.ir import Table


def write_shapes(number: int, table: Table, out: Writer) -> None:
    """The function that asks of table ``number``."""
    width, kind = table.width, sets.set_type(table.width)
    out.comment("Whether a row of the table lies within a set.")
    with out.block(f"MAYBE int any_row{number}(const {kind} within)"):
        out.line(f"{kind} some = {sets.nothing(width)}, here;")
        for offsets, starts in shapes_of(table.values).items():
            out.line("here = within;")
            for by in _shifts(offsets):
                moved = (
                    f"(here >> {by})"
                    if sets.words_of(width) == 1
                    else sets.call("down", width, "here", f"{by}")
                )
                out.line(f"here = {sets.inter(width, 'here', moved)};")
            if not _is_even(offsets):
                _write_each(out, width, offsets)
            met = sets.inter(width, "here", sets.constant(starts, width))
            out.line(f"some = {sets.union(width, 'some', met)};")
        out.line(f"return !{sets.is_empty(width, 'some')};")


def _write_each(out: Writer, width: int, offsets: tuple[int, ...]) -> None:
    for by in offsets[1:]:
        moved = (
            f"(within >> {by})" if sets.words_of(width) == 1 else sets.call("down", width, "within", f"{by}")
        )
        out.line(f"here = {sets.inter(width, 'here', moved)};")


def _is_even(offsets: tuple[int, ...]) -> bool:
    """Whether a shape has the same step from each cell to the next."""
    return len({after - before for before, after in pairwise(offsets)}) <= 1


def _shifts(offsets: tuple[int, ...]) -> list[int]:
    """The shifts after which an even shape is met whole: each doubles how many cells are known, at most."""
    if not _is_even(offsets) or len(offsets) < 2:
        return []
    step, known, found = offsets[1], 1, []
    while known < len(offsets):
        more = min(known, len(offsets) - known)
        found.append(more * step)
        known += more
    return found
