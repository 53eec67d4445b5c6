"""Who won, and by what."""

from dataclasses import dataclass

from interpreter.core.ir import Ranking
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
    """The result of a match that stopped with these slots.

    The winners that a deciding end names have won, be it nobody; after any other end the ranking decides.
    """
    program = engine.program
    ranking, everybody = program.ranking, range(1, program.players + 1)
    if unfinished:
        # Scoring, which reveals what the keys rest on, was not reached: to tell them would tell secrets.
        return Result(dict.fromkeys(everybody, 1), (), "", dict.fromkeys(everybody, ()), True)
    keys: dict[int, Keys] = _keys(engine, ranking, s) if ranking else dict.fromkeys(everybody, ())
    ended = s[program.ended] if program.ended >= 0 else -1
    end = program.ends[ended] if ended >= 0 else ""
    winners = s[program.winners] if program.winners >= 0 else 0
    if ended in program.deciding or ranking is None:
        won = tuple([p + 1 for p in members(winners)])
        places = dict.fromkeys(everybody, 1 + len(won))
        places.update(dict.fromkeys(won, 1))
        return Result(places, won, end, keys, False)
    places = _places(ranking, keys)
    first = tuple(p for p, place in places.items() if place == 1)
    shared_is_no_win = ranking.last == "nobody" and len(first) > 1
    return Result(places, () if shared_is_no_win else first, end, keys, False)


def _keys(engine: Engine, ranking: Ranking, s: Slots) -> dict[int, Keys]:
    found = {}
    for player in range(engine.program.players):
        s[ranking.var] = player
        found[player + 1] = tuple([(name, int(value(s))) for name, value in engine.ranking_keys])
    return found


def _places(ranking: Ranking, keys: dict[int, Keys]) -> dict[int, int]:
    scores = {}
    for player, row in keys.items():
        signed = [
            -value if key.which == "highest" else value
            for key, (_, value) in zip(ranking.keys, row, strict=True)
        ]
        scores[player] = [*signed, player] if ranking.last == "listed" else signed
    return {p: 1 + sum(other < score for other in scores.values()) for p, score in scores.items()}
