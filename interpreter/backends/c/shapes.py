"""Whether some row of a table lies within a set, in C: for each shape, the set met with itself, shifted."""

from interpreter.backends.c import sets
from interpreter.backends.c.passes.lining import shapes_of, shifts_of
from interpreter.backends.c.writer import Writer
from interpreter.core.ir import Table


def write_shapes(number: int, table: Table, out: Writer) -> None:
    """The function that asks of table ``number``."""
    width, kind = table.width, sets.set_type(table.width)
    shapes = shapes_of(table.values)
    with out.block(f"static const {kind} starts{number}[{len(shapes)}] =", "};"):
        for starts in shapes.values():
            out.line(f"{sets.initial(starts, width)},")
    out.comment("Whether a row of the table lies within a set.")
    with out.block(f"MAYBE int any_row{number}(const {kind} within)"):
        out.line(f"{kind} here;")
        out.line("int any = 0;")
        for shape, offsets in enumerate(shapes):
            out.line("here = within;")
            for of, by in shifts_of(offsets):
                out.line(_meet(width, "here" if of else "within", by))
            out.line(f"any |= {_overlap(width, f'starts{number}[{shape}]')};")
        out.line("return any;")


def _meet(width: int, of: str, by: int) -> str:
    """The statement that keeps those members of ``here`` that are in a set ``by`` further."""
    if sets.words_of(width) == 1:
        return f"here &= {of} >> {by};"
    return f"{sets.call('meet', width, '&here', f'&{of}', str(by))};"


def _overlap(width: int, other: str) -> str:
    if sets.words_of(width) == 1:
        return f"(here & {other}) != 0"
    return sets.call("overlap", width, "&here", f"&{other}")
