"""Native games against hand-written programs of the same games, which share no line with them."""

import platform
import shutil
from pathlib import Path

import pytest

from interpreter import load
from interpreter.study.peers.figures import differences
from interpreter.study.peers.limit import LimitProgram
from interpreter.study.peers.ours import Ours
from interpreter.study.peers.table import Pairing, read_table

TABLE = read_table(Path(__file__).parent / "peers.yaml")
SECONDS = 1.0


@pytest.mark.slow
@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the programs are for x86-64")
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("pairing", TABLE.values(), ids=TABLE.keys())
def test_lengths_and_results_are_those_of_the_hand_written_program(pairing: Pairing, tmp_path: Path) -> None:
    game = load(pairing.game).game
    assert game is not None
    ours = Ours(game.program(pairing.players, pairing.options), pairing).round(1, SECONDS)
    limit = LimitProgram(pairing.limit, tmp_path).round(1, SECONDS)
    assert ours.counted is not None and limit.counted is not None
    assert min(ours.counted.games, limit.counted.games) > 1000
    assert differences(ours.counted, limit.counted, pairing.limit.plies_per_move) == []
