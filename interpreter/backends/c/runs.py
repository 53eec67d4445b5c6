"""Runs in C: from their ends back, all of them at once, with steps of 1, 2, 4, … cells."""

from interpreter.backends.c import sets
from interpreter.backends.c.passes.forms import RunsTo
from interpreter.backends.c.writer import Writer


def write(out: Writer, form: RunsTo, ends: str, through: str) -> str:
    """Write what computes the members of a `RunsTo`; the name of the set is given back.

    Runs grow by doubling (Kogge and Stone 1973): those of up to n cells are known, and with them where n
    cells of ``through`` follow each other, so that runs of up to 2 n cells are known next.
    """
    width = form.width
    kind, found, end = sets.set_type(width), out.fresh("runs"), out.fresh("end")
    out.line(f"{kind} {found} = {sets.nothing(width)};")
    out.line(f"const {kind} {end} = {sets.minus(width, ends, through)};")
    for way in range(len(form.steps)):
        with out.block(""):
            _direction(out, form, way, found, end, through)
    return found


def _direction(out: Writer, form: RunsTo, way: int, found: str, end: str, through: str) -> None:
    width, by, mask = form.width, form.steps[way], form.masks[way]
    kind = sets.set_type(width)
    out.line(f"const {kind} next = {sets.shifted(width, end, by, mask)};")
    out.line(f"{kind} run = {sets.inter(width, 'next', through)};")
    out.line(f"{kind} on = {sets.inter(width, through, sets.constant(mask, width))};")
    known, most = 1, form.longest[way] - 1
    while known < most:
        further = sets.inter(width, "on", sets.moved(width, "run", known * by))
        out.line(f"run = {sets.union(width, 'run', further)};")
        known *= 2
        if known < most:
            out.line(f"on = {sets.inter(width, 'on', sets.moved(width, 'on', known // 2 * by))};")
    behind = sets.shifted(width, "run", by, mask)
    members = behind if form.is_apart else sets.union(width, "next", behind)
    out.line(f"{found} = {sets.union(width, found, members)};")
