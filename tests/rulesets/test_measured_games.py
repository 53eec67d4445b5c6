"""The games that are used to measure: counts of moves and shares of random games that others have published.

The counts are those of the sources named at each. The means of random games are those of independent programs
written by hand, over a million games or more each, rounded in the last place that is shown.
"""

from dataclasses import dataclass
from math import sqrt

import pytest

from interpreter import Game, load
from interpreter.engine.perft import perft
from interpreter.engine.playout import Outcome, playout

PASSES = frozenset({"pass"})
"""Moves that the published lengths of games do not count."""

ROUNDED = 0.0006, 0.006
"""How far published shares and lengths may be from the truth by rounding alone, and a little more."""

EXECUTORS = ("reference",)


def game(name: str) -> Game:
    found = load(name).game
    assert found is not None
    return found


# -- counts of moves ------------------------------------------------------------------------------------

PERFT = {
    # 7 to the power of the depth as long as no column is full, and no line of four before the seventh disc
    "connect-four": [7**depth for depth in range(1, 5)],
    # A table of our own beside the first two, which are counted by hand: 22 = 6 * 3 + 2 * 2, and 22 * 22
    "breakthrough": [22, 484, 11132],
}
DEEP = {
    "connect-four": [7**depth for depth in range(1, 7)],
    "breakthrough": [22, 484, 11132, 256036],
}


def counts(name: str, depth: int) -> list[int]:
    return perft(game(name).start(2, forced="ask").state, depth)


@pytest.mark.parametrize("name", PERFT)
def test_move_sequences_are_as_many_as_published(name: str) -> None:
    assert counts(name, len(PERFT[name])) == PERFT[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", DEEP)
def test_move_sequences_are_as_many_as_published_deeper(name: str) -> None:
    assert counts(name, len(DEEP[name])) == DEEP[name]


# -- random games ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Published:
    """Random games as an independent program has played them: mean plies and the shares of results."""

    plies: float
    draw: float
    first: float
    second: float


RANDOM = {
    "tic-tac-toe": Published(7.626, 0.127, 0.585, 0.288),
    "connect-four": Published(21.31, 0.003, 0.556, 0.442),
    "breakthrough": Published(64.09, 0.0, 0.509, 0.491),
}
FAST = {"tic-tac-toe": 4000, "connect-four": 150, "breakthrough": 60}
"""Games that the reference plays in about a second; all others are slow."""

MANY = 20
"""How many times as many games the slow tests play."""


def outcomes(name: str, games: int, executor: str) -> list[Outcome]:
    assert executor == "reference"
    engine = game(name).engine(2, {})
    return [playout(engine, seed) for seed in range(games)]


def plies(outcome: Outcome) -> int:
    return sum(times for action, times in outcome.actions if action not in PASSES)


def judge(name: str, games: int, executor: str) -> None:
    """Every figure is within four standard deviations of its mean over so many games."""
    wanted, found = RANDOM[name], outcomes(name, games, executor)
    assert not any(outcome.result.unfinished for outcome in found)
    lengths = [plies(outcome) for outcome in found]
    mean = sum(lengths) / games
    spread = sqrt(sum((one - mean) ** 2 for one in lengths) / (games - 1) / games)
    assert abs(mean - wanted.plies) <= 4 * spread + ROUNDED[1]
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
