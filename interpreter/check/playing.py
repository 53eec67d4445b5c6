"""Kinds of which it depends on the number of players which members there are."""

from typing import TYPE_CHECKING

from interpreter.check import findings as f
from interpreter.check import kind_findings as kf
from interpreter.check.infer import Infer
from interpreter.check.kinds import Flag, Maybe, Member, Number, Poison
from interpreter.check.world import Column, Var
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.walk import everything

if TYPE_CHECKING:
    from interpreter.check.made import Made


def seat_rows(made: "Made", decl: r.KindDecl) -> None:
    """Find out how many of the rows of a kind ``where`` leaves with each number of players."""
    name = decl.head.name
    if decl.where is None or (decl.rows is None and not decl.listed) or name not in made.world.domains:
        return
    before = len(made.found)
    made.rows.print_kind(decl)
    made.prepare(decl, decl.where.expr)
    if len(made.found) > before:
        return
    infer = Infer(made.world, made.found)
    variables, values = [], []
    named = {one.name: one.span for one in everything(decl.where.expr) if isinstance(one, n.Name)}
    with infer.inner():
        for column in decl.has:
            printed = made.world.columns[column.head.name][name]
            variables.append(infer.bind(Var(column.head.name, printed.kind, "bound", column.head.span)))
            values.append(printed.cases[0] if _is_one_value(printed) else (0,) * len(printed.cases[0]))
            if column.head.name in named and not _is_one_value(printed):
                made.found.append(kf.not_one_value(column.head.name, named[column.head.name]))
        infer.condition(decl.where.expr)
    members = made.world.domains[name].members
    rows = [tuple(column[row] for column in values) for row in range(len(members))]
    numbered = [(*row, number) for number, row in enumerate(rows)]
    kept = made.tested_by_players(decl, decl.where.expr, variables, numbered, before)
    if kept is not None:
        least, most = made.world.players
        counted = kept * (most - least + 1) if len(kept) == 1 else kept
        seated(made, decl, members, [[row[-1] for row in each] for each in counted])


def _is_one_value(column: Column) -> bool:
    """Whether one value is printed on each member, whatever the options."""
    kind = column.kind.of if isinstance(column.kind, Maybe) else column.kind
    return isinstance(kind, Flag | Number | Member | Poison) and not column.extra and len(column.cases) == 1


def seated(
    made: "Made", decl: r.KindDecl, members: tuple[str, ...] | list[str], kept: list[list[int]]
) -> None:
    """Note how many members there are with each number of players, from the least on; ``kept`` has their
    numbers. Those that are there must be the first ones.
    """
    assert decl.where is not None
    least, _ = made.world.players
    for players, there in enumerate(kept, least):
        if not there:
            made.found.append(f.bad_kind_size(decl.head.name, 0, decl.where.span))
            return
        missing = next((number for number in range(len(there)) if number not in there), None)
        if missing is not None:
            last, first = members[max(there)], members[missing]
            made.found.append(kf.not_the_first(first, last, players, decl.where.span))
            return
    counts = [len(there) for there in kept]
    made.world.domains[decl.head.name].playing = (*counts[:1] * least, *counts)
