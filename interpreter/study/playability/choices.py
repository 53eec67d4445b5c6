"""Decisions that leave no choice, and values that nobody chooses."""

from collections.abc import Iterator

from interpreter.core import ir
from interpreter.study.playability.finding import Finding, Shown, Where
from interpreter.study.playability.marks import Mark
from interpreter.study.playability.never import has
from interpreter.study.playability.places import at_place
from interpreter.study.playability.saying import (
    NAMED,
    example,
    looked_into,
)
from interpreter.study.playability.search import Looked, Search

VISITS = 10
"""A decision that was reached less often is not said to be always forced."""

CHOSEN = 20
"""Values of a stage are missed if it was chosen so many times as often as it has values."""


def choices(search: Search) -> Iterator[Finding]:
    """Decisions without a choice, then values of stages that nobody chose."""
    forced: dict[Where, list[int]] = {}
    free = set[Where]()
    for at, one in enumerate(search.looked):
        source = one.graph if one.graph is not None and one.is_exhaustive else one.looks
        for index, decision in enumerate(one.program.decisions):
            where = at_place(one.program, decision.place, decision.name)
            visits = source.visits[index]
            if visits and source.forced[index] == visits:
                if one.is_exhaustive or visits >= VISITS:
                    forced.setdefault(where, []).append(at)
            elif visits:
                free.add(where)
    for where, settings in forced.items():
        if where not in free:
            certain = all(search.looked[at].is_exhaustive for at in settings)
            text = (
                f"at `{where.rule}` there is never more than one legal move {looked_into(search, settings)}"
            )
            yield Finding(
                "always-forced", "note", certain, where, text, example(search, settings), "a whole match"
            )
    yield from _stuck(search)
    yield from _values(search)


def _stuck(search: Search) -> Iterator[Finding]:
    """Decisions at which nothing was legal: the ruleset says what follows, and nobody has a choice."""
    there: dict[Where, list[int]] = {}
    matches: dict[Where, Shown] = {}
    for at, one in enumerate(search.looked):
        for index, decision in enumerate(one.program.decisions):
            where = at_place(one.program, decision.place, decision.name)
            if decision.stuck >= 0 and has(one, Mark("stuck", index)):
                there.setdefault(where, []).append(at)
            if index in one.looks.stuck:
                matches.setdefault(where, Shown(at, one.looks.stuck[index].trace))
    for where, settings in there.items():
        games = sum(search.looked[at].looks.games for at in settings)
        text = f"at `{where.rule}` nothing may be legal, and `if stuck` says what follows"
        shown, how = matches.get(where), "a match in which it says so"
        if shown is not None:
            times = sum(
                found.times
                for at in settings
                for index, found in search.looked[at].looks.stuck.items()
                if search.looked[at].program.decisions[index].name == where.rule
            )
            text += f"; so it was in {times:,} of {games:,} games that were looked into"
        yield Finding("stuck", "note", True, where, text, shown, how if shown else "")


def _values(search: Search) -> Iterator[Finding]:
    """Values of stages that nobody ever chose, where that was done often enough."""
    missed: dict[tuple[Where, str], tuple[set[str], list[int]]] = {}
    for at, one in enumerate(search.looked):
        for index, decision in enumerate(one.program.decisions):
            for way, alternative in enumerate(decision.alternatives):
                for step, stage in _single_steps(alternative):
                    names = _never_chosen(one, (index, way, step), stage)
                    if names is None:
                        continue
                    key = at_place(one.program, stage.place), f"{alternative.action}.{stage.name}"
                    if key in missed:
                        missed[key][0].intersection_update(names)
                        missed[key][1].append(at)
                    else:
                        missed[key] = set(names), [at]
    for (where, name), (values, settings) in missed.items():
        if values:
            certain = all(search.looked[at].is_exhaustive for at in settings)
            shown = ", ".join(sorted(values)[:NAMED]) + (
                f" and {len(values) - NAMED} more" if len(values) > NAMED else ""
            )
            verb = "is" if len(values) == 1 else "are"
            text = f"of the stage `{name}` {shown} {verb} never chosen {looked_into(search, settings)}"
            yield Finding(
                "value-never",
                "note",
                certain,
                where,
                text,
                example(search, settings),
                "a whole match without",
            )


def _single_steps(alternative: ir.Alternative) -> Iterator[tuple[int, ir.Stage]]:
    step = 0
    for stage in alternative.stages:
        if stage.parts == 1 and stage.several is None:
            yield step, stage
        step += stage.parts


def _never_chosen(one: Looked, at: tuple[int, int, int], stage: ir.Stage) -> list[str] | None:
    """The values of a stage that were not chosen; None where it was not chosen often enough to tell."""
    domain = one.program.domains[stage.domain]
    if one.graph is not None and one.is_exhaustive:
        chosen = {value for *where, value in one.graph.chosen if tuple(where) == at}
        if not one.graph.offered[at[0], at[1]]:
            return None
    else:
        chosen = {value for value in range(domain.size) if one.looks.chosen[*at, value]}
        times = sum(one.looks.chosen[*at, value] for value in chosen)
        # Where most values are missed they are not meant to be chosen: only a part of the kind is.
        if times < CHOSEN * domain.size or 2 * len(chosen) < domain.size:
            return None
    names = domain.names or tuple(str(domain.low + i) for i in range(domain.size))
    return [name for value, name in enumerate(names) if name and value not in chosen]
