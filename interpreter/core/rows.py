"""Tables of phrases: names that run over sets, and what is computed for each combination of their members."""

from contextlib import ExitStack
from dataclasses import dataclass

from interpreter.check.world import World
from interpreter.core import contents, ir
from interpreter.core.bounds import bounds_of
from interpreter.core.contents import Part
from interpreter.core.cost import expression_cost
from interpreter.core.phrase import prepared, program_of
from interpreter.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Running:
    """A name that runs over a set: ``slot`` holds the index of the member of ``domain``."""

    slot: int
    over: ir.Expr
    domain: int


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows ready to be computed: ``program`` has their tables and slots, components first.

    The names run one inside the other, and ``where`` cuts their combinations; ``cells`` are computed for
    each that is left.
    """

    program: ir.Program
    running: tuple[Running, ...]
    where: ir.Expr | None
    cells: tuple[Part, ...]


def lower_rows(
    world: World,
    program: ir.Program,
    options: dict[str, int],
    overs: n.Overs | None,
    cells: tuple[n.Expr, ...],
) -> Rows:
    """Checked phrases for each combination of the members of checked sets; without sets, once."""
    play = prepared(world, program, options)
    running = []
    with ExitStack() as stack:
        for bind in overs.binds if overs is not None else ():
            over, domain = play.over_with(bind, None)
            slot = stack.enter_context(play.bound(world.vars_of[bind], domain))
            running.append(Running(slot, over, play.instance.domain(domain)))
        where = play.whole(overs.where) if overs is not None and overs.where is not None else None
        parts = tuple(contents.told(play, cell) for cell in cells)
    return Rows(program_of(play, program), tuple(running), where, parts)


def steps_of(rows: Rows) -> tuple[int, ...]:
    """What each cell may cost for all rows together."""
    bounds = bounds_of(rows.program)
    count, listing = 1, 0
    for one in rows.running:
        listing += count * expression_cost(one.over, bounds)  # anew for each member of those outside
        count *= max(1, bounds.most(one.over))
    listing += count * (expression_cost(rows.where, bounds) if rows.where is not None else 1)
    return tuple(listing + count * expression_cost(part.value, bounds) for part in rows.cells)
