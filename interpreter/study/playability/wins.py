"""Who wins."""

from collections.abc import Iterator

from interpreter.engine.seats import seats_of
from interpreter.study.playability.finding import Finding, Severity, Where
from interpreter.study.playability.odds import interval
from interpreter.study.playability.places import at_head
from interpreter.study.playability.saying import (
    extent,
    shown_by,
)
from interpreter.study.playability.search import Looked, Search

ENOUGH = 30
"""Finished games from which on it is told who did not win any."""


def wins(search: Search) -> Iterator[Finding]:
    """Players who never win, and those who win more or less often than others."""
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
    example = shown_by(at, one.looks.example)
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
