"""Bounds that nothing comes near, and things that get lost."""

from collections.abc import Iterator

from interpreter.study.playability.finding import Finding, Shown, Where
from interpreter.study.playability.places import at_head, at_place
from interpreter.study.playability.saying import (
    every_setting,
    example,
    extent,
)
from interpreter.study.playability.search import Looked, Search
from interpreter.study.playability.trace import Trace

ROOM = 4
"""A bound this near to where values begin is no bound to be approached."""


def bounds(search: Search) -> Iterator[Finding]:
    """Components and repetitions that stay far from their bounds, over all settings."""
    seen: dict[str, tuple[int, int, int, int, int]] = {}
    for at, one in enumerate(search.looked):
        for index, held in enumerate(one.held):
            low, high = reached(one, index)
            if low > high:
                continue
            before = seen.get(held.component)
            if before is None:
                seen[held.component] = low, high, held.low, held.high, at
            else:
                best = at if high > before[1] else before[4]
                seen[held.component] = (
                    min(low, before[0]),
                    max(high, before[1]),
                    min(held.low, before[2]),
                    max(held.high, before[3]),
                    best,
                )
    declared = search.looked[0].world.components
    for name, (low, high, least, most, at) in seen.items():
        if name in declared:
            yield from _bound(search, name, (low, high), (least, most), at)
    yield from _laps(search)


def reached(one: Looked, index: int) -> tuple[int, int]:
    """The least and the largest value that a holding had in a setting; (1, 0) where nobody looked."""
    reaches = [one.sweep.reach, one.looks.reach]
    if one.graph is not None and one.is_exhaustive:
        reaches.append(one.graph.reach)
    there = [(reach.low[index], reach.high[index]) for reach in reaches if reach.low]
    return (min(low for low, _ in there), max(high for _, high in there)) if there else (1, 0)


def _bound(
    search: Search, name: str, seen: tuple[int, int], bound: tuple[int, int], at: int
) -> Iterator[Finding]:
    where = (
        at_head(search.looked[0].world.components[name].decl.head)
        if name in search.looked[0].world.components
        else Where(name)
    )
    settings, certain = every_setting(search), search.is_exhaustive
    (low, high), (least, most) = seen, bound
    held = next(i for i, one in enumerate(search.looked[at].held) if one.component == name)
    peak = search.looked[at].looks.peaks.get(held)
    shown = Shown(at, Trace(peak[1].seed, peak[1].made, peak[1].plies)) if peak is not None else None
    if low == high and most > least:
        text = f"`{name}` is always {low} when somebody chooses and at the end {extent(search, settings)}"
        yield Finding("never-changes", "note", certain, where, text, shown, "a match" if shown else "")
    elif most - least >= ROOM and 2 * (high - least) < most - least:
        text = f"`{name}` may be {least} to {most}, and is never more than {high} {extent(search, settings)}"
        yield Finding(
            "range-never-near",
            "note",
            certain,
            where,
            text,
            shown,
            "a match that came nearest" if shown else "",
        )


def _laps(search: Search) -> Iterator[Finding]:
    seen: dict[tuple[Where, int], tuple[int, list[int]]] = {}
    for at, one in enumerate(search.looked):
        for index, bound in enumerate(one.marked.bounds):
            reaches = [one.sweep.laps, one.looks.laps]
            if one.graph is not None and one.is_exhaustive:
                reaches.append(one.graph.laps)
            reaches = [reach for reach in reaches if reach.high]
            if not reaches:
                continue  # the time was over before anybody looked
            most = max(reach.high[index] for reach in reaches)
            key = at_place(one.program, bound.place), bound.most
            before, settings = seen.get(key, (0, []))
            seen[key] = max(before, most), [*settings, at]
    for (where, laps), (most, settings) in seen.items():
        if laps > ROOM and 2 * most < laps:
            said = f"of the {laps} laps that `never more than` allows there are never more than {most}"
            text = f"{said} {extent(search, settings)}"
            certain = all(search.looked[at].is_exhaustive for at in settings)
            yield Finding(
                "laps-never-near", "note", certain, where, text, example(search, settings), "a whole match"
            )


def things(search: Search) -> Iterator[Finding]:
    """Things that the rules only move, and that became more or fewer."""
    done = set()
    for at, one in enumerate(search.looked):
        for index, found in one.looks.lost.items():
            group = one.closed[index]
            if group in done:
                continue
            done.add(group)
            names = ", ".join(f"`{name}`" for name in group.components)
            where = at_head(one.world.components[group.components[0]].decl.head)
            said = f"the rules only move things of `{group.kind}` between {names}, but their number changes"
            text = f"{said}: {found.text}"
            yield Finding(
                "not-conserved", "error", True, where, text, Shown(at, found.trace), "a match up to there"
            )
