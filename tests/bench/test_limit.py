"""Native games against hand-written programs of the same games, which share no line with them."""

import platform
from pathlib import Path

import pytest

from interpreter import load
from interpreter.backends.c.native import NativeExecutor
from tests.bench.limit import PROGRAMS, measure

GAMES = 20_000
PASSES = {"reversi"}
"""Games in which a pass is a move here, and none in the hand-written program."""


@pytest.mark.slow
@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the programs are for x86-64")
@pytest.mark.parametrize("name", PROGRAMS)
def test_lengths_and_results_are_those_of_the_hand_written_program(name: str, tmp_path: Path) -> None:
    game = load(name).game
    assert game is not None
    limit = measure(name, tmp_path, 0.1)

    sums = NativeExecutor(game.program()).batch(1, 0, GAMES, "move", 1 << 20)

    # Five standard errors of a share, and of a mean whose spread is at most half of its range.
    share = 5 * (0.25 / GAMES) ** 0.5 + 0.005
    wins = [seat.wins / sums.games for seat in sums.seats]
    assert wins == pytest.approx(list(limit.wins), abs=share)
    if name not in PASSES:
        spread = (sums.moves.high - sums.moves.low) / 2
        assert sums.moves.total / sums.games == pytest.approx(limit.plies, abs=5 * spread / GAMES**0.5)
