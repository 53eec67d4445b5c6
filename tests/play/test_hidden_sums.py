"""What rounds at once raise and lower may be revealed and hidden in the same rounds."""

from pathlib import Path

import pytest

from tests.compiler import needs_compiler
from tests.play.test_snapshots import executors_agree, value
from tests.small import game

PILES = """
    players: 2
    longest: 9 decisions
    kinds:
      Good: corn, wool
      Land: a, b
    components:
      pile:
        is: bag of Good up to 5 per Land and Player seen by nobody
        start: {b: {P1: {corn: 2}, P2: {corn: 1}}}
    phases:
      go: |
        for each p in Player at once:
          reveal pile(a, p)
          reveal pile(b, p)
          move 1 of corn from pile(b, p) to pile(a, left(p))
          WORD pile(b, p)
      play: {who: P1, one of: nothing}
    ranking: {of: p in Player, last: shared}
"""


@pytest.mark.parametrize(
    ("word", "left"),
    [
        ("reveal", {"P1": {"corn": 1}, "P2": {}}),
        ("hide", None),
    ],
)
def test_a_bag_that_is_summed_can_be_revealed_and_hidden(tmp_path: Path, word: str, left: object) -> None:
    match = game(tmp_path, PILES.replace("WORD", word)).start(2, seed=1, forced="ask")
    # Each gives one corn to the neighbour.
    piles = value(match, "pile")
    assert isinstance(piles, dict)
    assert piles["a"] == {"P1": {"corn": 1}, "P2": {"corn": 1}}
    assert piles.get("b") == left


@needs_compiler
def test_all_executors_agree(tmp_path: Path) -> None:
    program = game(tmp_path, PILES.replace("WORD", "hide")).engine(2).program
    assert executors_agree(program, 2)["over"] == 2
