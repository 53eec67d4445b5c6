"""Native games against hand-written programs of the same games, which share no line with them."""

import platform
from pathlib import Path

import pytest

from interpreter.backends.c.native import NativeExecutor
from interpreter.study.peers.limit import LimitProgram
from interpreter.study.peers.table import read_table
from tests.shipped import shipped_game

TABLE = read_table(Path(__file__).parent / "peers.yaml")
GAMES = 100_000


@pytest.mark.slow
@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the programs are for x86-64")
@pytest.mark.parametrize("name", TABLE)
def test_lengths_and_results_are_those_of_the_hand_written_program(name: str, tmp_path: Path) -> None:
    pairing = TABLE[name]
    game = shipped_game(name)
    counted = LimitProgram(pairing.limit, tmp_path).round(1, 1.0).counted
    assert counted is not None

    sums = NativeExecutor(game.program(pairing.players)).batch(1, 0, GAMES, pairing.policy)

    # Within a percentage point, and one per cent of the length.
    found = [seat.wins / sums.games for seat in sums.seats]
    assert found == pytest.approx([wins / counted.games for wins in counted.wins], abs=0.01)
    made = sums.moves if pairing.plies == "moves" else sums.decisions
    moves = made.total - sum(times for action, times in sums.actions if action in pairing.uncounted)
    plies = counted.plies / pairing.limit.plies_per_move
    assert moves / sums.games == pytest.approx(plies / counted.games, rel=0.01)
