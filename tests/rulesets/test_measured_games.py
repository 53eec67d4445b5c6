"""The games that are used to measure: counts of moves and shares of random games that others have published.

The counts are those of the sources named at each. The means of random games are those of independent programs
written by hand, over a million games or more each, rounded in the last place that is shown.
"""

from dataclasses import dataclass
from math import sqrt

import pytest

from interpreter import State
from interpreter.engine.perft import perft
from interpreter.engine.playout import Outcome, playout
from tests.shipped import shipped_game

PASSES = frozenset({"pass"})
"""Moves that the published lengths of games do not count."""

ROUNDED = 0.0006, 0.006
"""How far published shares and lengths may be from the truth by rounding alone, and a little more."""

EXECUTORS = ("reference",)


# -- counts of moves ------------------------------------------------------------------------------------

PERFT = {
    # Seven columns, as long as none is full and nobody has four, which takes seven discs.
    "connect-four": [7, 49, 343, 2401],
    # Each side has 6 * 3 + 2 * 2 moves before they meet; no table is published, OpenSpiel counts the same.
    "breakthrough": [22, 484, 11132],
    # Othello, as published by the authors of several engines; the first pass comes at depth 9.
    "reversi": [4, 12, 56, 244],
    # Each stone takes one of the free hexes.
    "hex": [121, 121 * 120],
    # Fairy-Stockfish, `tests/perft.sh`.
    "amazons": [2176],
}
DEEP = {
    "connect-four": [7, 49, 343, 2401, 16807, 117649],
    "breakthrough": [22, 484, 11132, 256036],
    "reversi": [4, 12, 56, 244, 1396, 8200, 55092],
    "hex": [121, 121 * 120, 121 * 120 * 119],
}


def counts(name: str, depth: int) -> list[int]:
    return perft(shipped_game(name).start(2, forced="ask").state, depth)


@pytest.mark.parametrize("name", PERFT)
def test_move_sequences_are_as_many_as_published(name: str) -> None:
    assert counts(name, len(PERFT[name])) == PERFT[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", DEEP)
def test_move_sequences_are_as_many_as_published_deeper(name: str) -> None:
    assert counts(name, len(DEEP[name])) == DEEP[name]


DRAUGHTS = [7, 49, 302, 1469, 7361, 36768, 179740]
"""English draughts, as Aart Bik has published it: a whole turn is one move, however many pieces it takes, and
two ways to take the same pieces are two.
"""


def turns(state: State, depth: int) -> int:
    """How many sequences of whole turns there are; in a turn a player may have to go on jumping."""
    player = state.to_move[0]
    if depth == 1 and not any(move.action == "jump" for move in state.legal(player)):
        return state.count(player)
    return sum(_after(state.apply(player, move), player, depth) for move in state.legal(player))


def _after(state: State, player: int, depth: int) -> int:
    if player in state.to_move:
        return turns(state, depth)
    return 1 if depth == 1 else 0 if state.is_over else turns(state, depth - 1)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_turns_of_draughts_are_as_many_as_published(depth: int) -> None:
    state = shipped_game("english-draughts").start(2, forced="ask").state
    assert turns(state, depth) == DRAUGHTS[depth - 1]


@pytest.mark.slow
@pytest.mark.parametrize("depth", [4, 5, 6, 7])
def test_turns_of_draughts_are_as_many_as_published_deeper(depth: int) -> None:
    state = shipped_game("english-draughts").start(2, forced="ask").state
    assert turns(state, depth) == DRAUGHTS[depth - 1]


# -- random games ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Published:
    """Random games as an independent program has played them: plies, their mean and standard deviation, and
    the shares of results.
    """

    plies: float
    deviation: float
    draw: float
    first: float
    second: float


RANDOM = {
    "tic-tac-toe": Published(7.626, 1.30, 0.127, 0.585, 0.288),
    "connect-four": Published(21.31, 7.38, 0.003, 0.556, 0.442),
    "breakthrough": Published(64.09, 16.1, 0.0, 0.509, 0.491),
    "hex": Published(107.51, 10.7, 0.0, 0.523, 0.477),
    "reversi": Published(59.97, 1.02, 0.042, 0.454, 0.504),
    "gomoku": Published(109.07, 24.9, 0.0, 0.510, 0.491),
    "kalah": Published(43.97, 10.7, 0.063, 0.484, 0.453),
    "amazons": Published(71.46, 5.79, 0.0, 0.501, 0.499),
    "english-draughts": Published(71.86, 32.2, 0.043, 0.471, 0.486),
}
FAST = {
    "tic-tac-toe": 2000,
    "connect-four": 200,
    "breakthrough": 50,
    "hex": 20,
    "gomoku": 20,
    "kalah": 200,
    "english-draughts": 30,
}
"""Games that the reference plays in half a second; all others are slow."""

MANY = 20
"""How many times as many games the slow tests play."""


def outcomes(name: str, games: int, executor: str) -> list[Outcome]:
    assert executor == "reference"
    engine = shipped_game(name).engine(2, {})
    return [playout(engine, seed) for seed in range(games)]


def plies(outcome: Outcome) -> int:
    return sum(times for action, times in outcome.actions if action not in PASSES)


def judge(name: str, games: int, executor: str) -> None:
    """Every figure is within four standard deviations of its mean over so many games."""
    wanted, found = RANDOM[name], outcomes(name, games, executor)
    assert not any(outcome.result.unfinished for outcome in found)
    lengths = [plies(outcome) for outcome in found]
    mean = sum(lengths) / games
    assert abs(mean - wanted.plies) <= 4 * wanted.deviation / sqrt(games) + ROUNDED[1]
    for share, winners in ((wanted.first, (1,)), (wanted.second, (2,)), (wanted.draw, ())):
        part = sum(won(outcome) == winners for outcome in found) / games
        assert abs(part - share) <= 4 * sqrt(share * (1 - share) / games) + ROUNDED[0], winners


def won(outcome: Outcome) -> tuple[int, ...]:
    """Who won alone; nobody where a place is shared."""
    winners = tuple(outcome.result.won)
    return winners if len(winners) == 1 else ()


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("name", FAST)
def test_random_games_are_like_those_of_other_programs(name: str, executor: str) -> None:
    judge(name, FAST[name], executor)


@pytest.mark.slow
@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("name", RANDOM)
def test_many_random_games_are_like_those_of_other_programs(name: str, executor: str) -> None:
    judge(name, MANY * FAST.get(name, 10), executor)
