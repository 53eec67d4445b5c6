"""Who won, and by what."""

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.core.ir import Program, Ranking
from interpreter.engine.forms import Slots
from interpreter.engine.machine import Engine
from interpreter.engine.members import members

Keys = tuple[tuple[str, int], ...]
"""The keys of the ranking by name, with one player's values."""


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a match that is over; players are 1..n.

    ``places``: each player's place, which is 1 and the number of players ahead. ``won``: who won, which
    may be nobody. ``end``: the name of the end that was reached, "" where none was named. ``keys``: each
    player's keys of the ranking, none of an unfinished match. ``unfinished``: the match was stopped at
    its longest; nobody won, and nobody is ahead.
    """

    places: dict[int, int]
    won: tuple[int, ...]
    end: str
    keys: dict[int, Keys]
    unfinished: bool


def result_of(engine: Engine, s: Slots, unfinished: bool) -> Result:
    """The result of a match that stopped with these slots."""
    return result_from(engine.program, [] if unfinished else _rows(engine, s), s, unfinished)


def result_from(program: Program, rows: Sequence[tuple[int, ...]], s: Slots, unfinished: bool) -> Result:
    """The result where ``rows`` are the values of each player's keys; none without a ranking.

    The winners that a deciding end names have won, be it nobody; after any other end the ranking decides.
    """
    ranking, everybody = program.ranking, range(1, program.players + 1)
    if unfinished:
        # Scoring, which reveals what the keys rest on, was not reached: to tell them would tell secrets.
        return Result(dict.fromkeys(everybody, 1), (), "", dict.fromkeys(everybody, ()), True)
    keys: dict[int, Keys] = _named(ranking, rows) if ranking else dict.fromkeys(everybody, ())
    ended = s[program.ended] if program.ended >= 0 else -1
    end = program.ends[ended] if ended >= 0 else ""
    winners = s[program.winners] if program.winners >= 0 else 0
    if ended in program.deciding or ranking is None:
        won = tuple([p + 1 for p in members(winners)])
        places = dict.fromkeys(everybody, 1 + len(won))
        places.update(dict.fromkeys(won, 1))
        return Result(places, won, end, keys, False)
    places = _places(ranking, rows)
    first = tuple(p for p, place in places.items() if place == 1)
    shared_is_no_win = ranking.last == "nobody" and len(first) > 1
    return Result(places, () if shared_is_no_win else first, end, keys, False)


def _rows(engine: Engine, s: Slots) -> list[tuple[int, ...]]:
    """The values of each player's keys, in the order of seats."""
    ranking = engine.program.ranking
    if ranking is None:
        return []
    found = []
    for player in range(engine.program.players):
        s[ranking.var] = player
        found.append(tuple([int(value(s)) for _, value in engine.ranking_keys]))
    return found


def _named(ranking: Ranking, rows: Sequence[tuple[int, ...]]) -> dict[int, Keys]:
    names = [key.name for key in ranking.keys]
    return {player: tuple(zip(names, row, strict=True)) for player, row in enumerate(rows, 1)}


def _places(ranking: Ranking, rows: Sequence[tuple[int, ...]]) -> dict[int, int]:
    scores = {}
    for player, row in enumerate(rows, 1):
        signed = [
            -value if key.which == "highest" else value for key, value in zip(ranking.keys, row, strict=True)
        ]
        scores[player] = [*signed, player] if ranking.last == "listed" else signed
    return {p: 1 + sum(other < score for other in scores.values()) for p, score in scores.items()}
