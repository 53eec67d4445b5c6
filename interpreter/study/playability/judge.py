"""From what a search saw to findings."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from interpreter.core import ir
from interpreter.core.digest import digest
from interpreter.engine.machine import Engine
from interpreter.engine.rng import numbered, seed_of
from interpreter.engine.seats import seats_of
from interpreter.study.playability.finding import CODES, WEIGHTS, Finding, Severity, Shown, Where
from interpreter.study.playability.graph import Graph
from interpreter.study.playability.looks import Found, Looker
from interpreter.study.playability.never import CHOSEN, NAMED, VISITS, Never, extent
from interpreter.study.playability.odds import interval
from interpreter.study.playability.places import at_head, at_place, at_span
from interpreter.study.playability.search import Looked, Search
from interpreter.study.playability.sweep import Failure
from interpreter.study.playability.trace import Trace, fails, said, trace_of

ENOUGH = 30
"""Finished games from which on it is told who did not win any."""

ROOM = 4
"""A bound this near to where values begin is no bound to be approached."""


def judge(search: Search) -> tuple[Finding, ...]:
    """All findings, the weightiest first, then in the order of the ruleset."""
    found = list(
        chain(
            _failures(search),
            _courses(search),
            _things(search),
            _wins(search),
            Never(search).findings(),
            _choices(search),
            _bounds(search),
            _options(search),
        )
    )
    return tuple(sorted(found, key=lambda one: (WEIGHTS.index(one.severity), one.where.file, one.where.line)))


# ---------------------------------------------------------------------------------------------
# Where the rules fail


def _failures(search: Search) -> Iterator[Finding]:
    known: dict[Failure, None] = {}
    for one in search.looked:
        graph = one.graph.failures if one.graph is not None and one.is_exhaustive else {}
        known.update(dict.fromkeys([*graph, *one.looks.failures, *one.sweep.failures]))
    for failure in known:
        where = Where(failure.rule, *(failure.place or ("", 0)))
        shown, text = _failing(search, failure)
        times = sum(_times(one, failure) for one in search.looked)
        text = f"{text}; so it went {times:,} times {extent(search, _all(search))}" if times else text
        how = ""
        if shown is not None:
            move = said(_engine(search, shown.setting), shown.trace)
            how = f"the match before it; it goes on with `{move}`" if move else "the match before it"
        yield Finding(CODES.get(failure.code, "out-of-range"), "error", True, where, text, shown, how)


def _all(search: Search) -> list[int]:
    return list(range(len(search.looked)))


def _times(one: Looked, failure: Failure) -> int:
    looked = one.looks.failures[failure].times if failure in one.looks.failures else 0
    return looked + one.sweep.failures.get(failure, (0, 0))[0]


def _failing(search: Search, failure: Failure) -> tuple[Shown | None, str]:
    """The match before the rules fail, if there is one, and what they say."""
    for at, one in enumerate(search.looked):
        if one.graph is not None and one.is_exhaustive and failure in one.graph.failures:
            failing = one.graph.failures[failure]
            steps = one.graph.path(failing.node) if failing.node >= 0 else []
            if failing.step is not None:
                steps.append(failing.step)
            trace = trace_of(_engine(search, at), steps, failure.code)
            return _shown(at, trace), failing.text
        if failure in one.looks.failures:
            found = one.looks.failures[failure]
            return _shown(at, found.trace if found.trace.made else None), found.text
    return _failing_in_sweep(search, failure)


def _failing_in_sweep(search: Search, failure: Failure) -> tuple[Shown | None, str]:
    """The match of a game of a sweep, in which chance and players draw from one stream: where chance falls in
    set-up alone, a match of the same seed has the same.
    """
    for at, one in enumerate(search.looked):
        if failure in one.sweep.failures:
            seed = numbered(seed_of(str(search.plan.seed)), one.sweep.failures[failure][1])
            looks = Looker(one.marked, one.held, one.closed).swept(seed)
            found = next(iter(looks.failures.values()), None)
            if found is None:
                break
            is_shown = fails(_engine(search, at), found.trace, failure.code)
            return _shown(at, found.trace if is_shown else None), found.text
    return None, f"the rules fail ({failure.code})"


def _shown(at: int, trace: Trace | None) -> Shown | None:
    return Shown(at, trace) if trace is not None else None


def _engine(search: Search, at: int) -> Engine:
    setting = search.looked[at].setting
    return search.game.engine(setting.players, dict(setting.options))


# ---------------------------------------------------------------------------------------------
# How matches go


def _courses(search: Search) -> Iterator[Finding]:
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
        trace = trace_of(_engine(search, at), graph.path(endless[0]))
        yield Finding(
            "endless",
            "error",
            True,
            where,
            text,
            _shown(at, trace),
            "a match that comes to the first of them",
        )
        return
    again = graph.repeated()
    if again is not None:
        trace = trace_of(_engine(search, at), graph.path(again))
        text = f"play can come back to a position; nothing but `longest` bounds a match then, {who}"
        how = "a match that comes to such a position"
        yield Finding("repeats", "note", True, _at_node(one, graph, again), text, _shown(at, trace), how)


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


# ---------------------------------------------------------------------------------------------
# Things


def _things(search: Search) -> Iterator[Finding]:
    done = set()
    for at, one in enumerate(search.looked):
        for index, found in one.looks.lost.items():
            group = one.closed[index]
            if group in done:
                continue
            done.add(group)
            names = ", ".join(f"`{name}`" for name in group.components)
            where = at_head(one.world.components[group.components[0]].decl.head)
            text = f"the rules only move things of `{group.kind}` between {names}, but their number changes: {found.text}"
            yield Finding(
                "not-conserved", "error", True, where, text, Shown(at, found.trace), "a match up to there"
            )


# ---------------------------------------------------------------------------------------------
# Who wins


def _wins(search: Search) -> Iterator[Finding]:
    for at, one in enumerate(search.looked):
        if not one.setting.varied:
            yield from _wins_of(search, at, one)


def _wins_of(search: Search, at: int, one: Looked) -> Iterator[Finding]:
    sweep = one.sweep
    finished = sweep.games - sweep.unfinished - sum(times for times, _ in sweep.failures.values())
    names = seats_of(one.program).names
    won = {
        seat: sweep.wins[seat] + sweep.shared[seat] + one.looks.winners[seat]
        for seat in range(1, len(names) + 1)
    }
    if one.graph is not None and one.is_exhaustive:
        for over in one.graph.endings:
            won.update({seat: won[seat] + 1 for seat in over.won})
    elif finished < ENOUGH:
        return
    where, said_of = _winning(one), extent(search, [at])
    example = _shown(at, one.looks.example)
    how = "a match that somebody else won" if example is not None else ""
    severity: Severity = "error" if one.is_exhaustive else "warning"
    if not any(won.values()):
        how = "a match that nobody won" if example is not None else ""
        yield Finding(
            "nobody-wins", severity, one.is_exhaustive, where, f"no player wins {said_of}", example, how
        )
        return
    for seat, times in won.items():
        if not times:
            text = f"{names[seat - 1]} never wins {said_of}"
            yield Finding("seat-never-wins", severity, one.is_exhaustive, where, text, example, how)
    if len(names) > 1 and finished >= ENOUGH:
        yield from _advantage(one, names, finished, where)


def _winning(one: Looked) -> Where:
    """Where the ruleset says who wins."""
    rules = one.world.ruleset
    if rules.ranking is not None:
        return at_head(rules.ranking.head)
    return at_head(rules.ends[0].head) if rules.ends else Where("ends")


def _advantage(one: Looked, names: tuple[str, ...], finished: int, where: Where) -> Iterator[Finding]:
    shares = win_shares(one)
    fair = sum(share for share, _, _ in shares) / len(names)
    apart = [
        f"{name} {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        for name, (share, low, high) in zip(names, shares, strict=True)
        if not low <= fair <= high
    ]
    if apart:
        text = (
            f"at random, players do not win equally often with {len(names)}: {', '.join(apart)}; "
            f"{100 * fair:.1f} % would be equal, {finished:,} games"
        )
        yield Finding("seat-advantage", "note", False, where, text)


def win_shares(one: Looked) -> tuple[tuple[float, float, float], ...]:
    """For each player the share of finished games won, alone or with others, and its interval."""
    sweep = one.sweep
    finished = sum(sweep.ends.values())
    found = []
    for seat in range(1, one.program.players + 1):
        times = sweep.wins[seat] + sweep.shared[seat]
        found.append((times / finished if finished else 0.0, *interval(times, finished)))
    return tuple(found)


# ---------------------------------------------------------------------------------------------
# Choices


def _choices(search: Search) -> Iterator[Finding]:
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
                f"at `{where.rule}` there is never more than one legal move {_looked_into(search, settings)}"
            )
            yield Finding(
                "always-forced", "note", certain, where, text, _example(search, settings), "a whole match"
            )
    yield from _values(search)


def _looked_into(search: Search, settings: list[int]) -> str:
    if all(search.looked[at].is_exhaustive for at in settings):
        return extent(search, settings)
    games = sum(search.looked[at].looks.games for at in settings)
    return f"in {games:,} games that were looked into"


def _example(search: Search, settings: list[int]) -> Shown | None:
    for at in settings:
        trace = search.looked[at].looks.example
        if trace is not None:
            return Shown(at, trace)
    return None


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
            text = f"of the stage `{name}` {shown} {'is' if len(values) == 1 else 'are'} never chosen {_looked_into(search, settings)}"
            yield Finding(
                "value-never",
                "note",
                certain,
                where,
                text,
                _example(search, settings),
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
        if sum(one.looks.chosen[*at, value] for value in chosen) < CHOSEN * domain.size:
            return None
    names = domain.names or tuple(str(domain.low + i) for i in range(domain.size))
    return [name for value, name in enumerate(names) if name and value not in chosen]


# ---------------------------------------------------------------------------------------------
# Bounds


def _bounds(search: Search) -> Iterator[Finding]:
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
    for name, (low, high, least, most, at) in seen.items():
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
    settings, certain = _all(search), search.is_exhaustive
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
            reaches = [reach for reach in (one.sweep.laps, one.looks.laps) if reach.high]
            most = max((reach.high[index] for reach in reaches), default=0)
            key = at_place(one.program, bound.place), bound.most
            before, settings = seen.get(key, (0, []))
            seen[key] = max(before, most), [*settings, at]
    for (where, laps), (most, settings) in seen.items():
        if laps > ROOM and 2 * most < laps:
            text = f"a repetition with `never more than: {laps}` never has more than {most} laps {extent(search, settings)}"
            yield Finding(
                "laps-never-near", "note", False, where, text, _example(search, settings), "a whole match"
            )


# ---------------------------------------------------------------------------------------------
# Options


def _options(search: Search) -> Iterator[Finding]:
    for at, one in enumerate(search.looked):
        setting = one.setting
        if not setting.varied or setting.beside < 0:
            continue
        other = search.looked[setting.beside]
        where = at_head(one.world.options[setting.varied].decl.head)
        said_of = f"`{setting.varied}={setting.value}`"
        if plays_alike(one.program, other.program):
            text = f"{said_of} changes nothing: the rules come to the same with {setting.players} players"
            yield Finding(
                "option-idle", "warning", True, where, text, _example(search, [at]), "a match with it"
            )
        elif one.sweep.results and one.sweep.results == other.sweep.results:
            games = len(one.sweep.results)
            text = f"{said_of} made no difference in {games:,} games of the same seeds"
            yield Finding(
                "option-idle", "note", False, where, text, _example(search, [at]), "a match with it"
            )


def plays_alike(one: ir.Program, other: ir.Program) -> bool:
    """Whether two programs are the same but for the options that they are made for."""
    return digest(replace(one, options=())) == digest(replace(other, options=()))
