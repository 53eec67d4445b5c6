"""What findings have in common: how far was looked, and which match shows it."""

from interpreter.engine.machine import Engine
from interpreter.study.playability.finding import Shown
from interpreter.study.playability.search import Search
from interpreter.study.playability.settings import seated
from interpreter.study.playability.trace import Trace

NAMED = 6
"""Values that are named; of more it is said how many there are."""


def extent(search: Search, settings: list[int]) -> str:
    """In how many games, or positions, something was looked for."""
    looked = [search.looked[at] for at in settings]
    players = sorted({one.setting.players for one in looked})
    who = seated(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]} players"
    if all(one.is_exhaustive for one in looked):
        positions = sum(one.graph.positions for one in looked if one.graph is not None)
        return f"in any of all {positions:,} positions, with {who}"
    games = sum(one.sweep.games + one.looks.games for one in looked)
    return f"in {games:,} games, with {who}"


def looked_into(search: Search, settings: list[int]) -> str:
    """The same of what is known only of games that were looked into."""
    if all(search.looked[at].is_exhaustive for at in settings):
        return extent(search, settings)
    games = sum(search.looked[at].looks.games for at in settings)
    return f"in {games:,} games that were looked into"


def example(search: Search, settings: list[int]) -> Shown | None:
    """A whole match in one of the settings."""
    for at in settings:
        trace = search.looked[at].looks.example
        if trace is not None:
            return Shown(at, trace)
    return None


def every_setting(search: Search) -> list[int]:
    """The numbers of all settings."""
    return list(range(len(search.looked)))


def shown_by(at: int, trace: Trace | None) -> Shown | None:
    """The match of a trace, if there is one."""
    return Shown(at, trace) if trace is not None else None


def engine_of(search: Search, at: int) -> Engine:
    """What plays the matches of a setting, without marks."""
    setting = search.looked[at].setting
    return search.game.engine(setting.players, dict(setting.options))
