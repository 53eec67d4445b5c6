"""How matches go on: without end, in circles, longer than they may."""

from collections.abc import Iterator

from interpreter.core import ir
from interpreter.study.playability.finding import Finding, Severity, Shown, Where
from interpreter.study.playability.graph import Graph
from interpreter.study.playability.looks import Found
from interpreter.study.playability.places import at_place, at_span
from interpreter.study.playability.saying import (
    engine_of,
    extent,
    shown_by,
)
from interpreter.study.playability.search import Looked, Search
from interpreter.study.playability.trace import trace_of


def courses(search: Search) -> Iterator[Finding]:
    """Positions without a way to an end, matches that are stopped, positions that come again."""
    for at, one in enumerate(search.looked):
        if one.graph is not None and one.is_exhaustive:
            yield from _all_courses(search, at, one, one.graph)
    unfinished = [at for at, one in enumerate(search.looked) if one.sweep.unfinished or one.looks.unfinished]
    if unfinished:
        yield _unfinished(search, unfinished)
    repeats = [at for at, one in enumerate(search.looked) if one.looks.repeats and not one.is_exhaustive]
    if repeats:
        yield _repeats(search, repeats, bool(unfinished))


def _all_courses(search: Search, at: int, one: Looked, graph: Graph) -> Iterator[Finding]:
    who = f"with {one.setting.players} players"
    endless = graph.endless()
    if endless:
        where = _at_node(one, graph, endless[0])
        text = f"from {len(endless):,} of all {graph.positions:,} positions no end can be reached, {who}"
        trace = trace_of(engine_of(search, at), graph.path(endless[0]))
        yield Finding(
            "endless",
            "error",
            True,
            where,
            text,
            shown_by(at, trace),
            "a match that comes to the first of them",
        )
        return
    again = graph.repeated()
    if again is not None:
        trace = trace_of(engine_of(search, at), graph.path(again))
        text = f"play can come back to a position; nothing but `longest` bounds a match then, {who}"
        how = "a match that comes to such a position"
        yield Finding("repeats", "note", True, _at_node(one, graph, again), text, shown_by(at, trace), how)


def _at_node(one: Looked, graph: Graph, index: int) -> Where:
    end = one.program.blocks[graph.nodes[index].block].end
    if isinstance(end, ir.Choose):
        decision = one.program.decisions[end.decision]
        return at_place(one.program, decision.place, decision.name)
    return at_place(one.program, end.place if isinstance(end, ir.Draw | ir.DrawBag) else -1)


def _longest(search: Search) -> Where:
    phrase = search.looked[0].world.ruleset.longest
    return at_span("longest", phrase.span) if phrase is not None else Where("longest")


def _unfinished(search: Search, settings: list[int]) -> Finding:
    looked = [search.looked[at] for at in settings]
    times = sum(
        one.sweep.unfinished + (one.looks.unfinished.times if one.looks.unfinished else 0) for one in looked
    )
    longest = search.looked[0].program.longest
    text = f"{times:,} matches were stopped at `longest`, {longest:,} decisions, {extent(search, settings)}"
    found = _first(search, settings, "unfinished")
    return Finding(
        "unfinished",
        "warning",
        True,
        _longest(search),
        text,
        found,
        "a match that is stopped" if found else "",
    )


def _repeats(search: Search, settings: list[int], weighs: bool) -> Finding:
    looked = [search.looked[at] for at in settings]
    times = sum(one.looks.repeats.times for one in looked if one.looks.repeats is not None)
    games = sum(one.looks.games for one in looked)
    text = f"in {times:,} of {games:,} games that were looked into play came back to a position"
    where = _longest(search)
    how = "a match in whose last position play was before"
    severity: Severity = "warning" if weighs else "note"
    return Finding("repeats", severity, True, where, text, _first(search, settings, "repeats"), how)


def _first(search: Search, settings: list[int], what: str) -> Shown | None:
    for at in settings:
        found: Found | None = getattr(search.looked[at].looks, what)
        if found is not None:
            return Shown(at, found.trace)
    return None
