"""The tutorial works as it says, and ends in the ruleset that is shipped."""

from pathlib import Path

import pytest

from interpreter import load
from interpreter.engine.perft import perft
from tests.docs.steps import follow, steps_of
from tests.docs.tables import ROOT

PAGE = ROOT / "docs" / "tutorial.md"
COUNTS = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
"""Move sequences of tic-tac-toe by their length, as they are published."""


def test_every_step_does_what_the_page_says(tmp_path: Path) -> None:
    follow(PAGE, tmp_path)


def test_it_ends_in_the_shipped_ruleset() -> None:
    written = [step.text for step in steps_of(PAGE) if step.file == "my-game/ruleset.yaml"]

    assert written[-1] == (ROOT / "rulesets" / "tic-tac-toe" / "ruleset.yaml").read_text("utf-8")


def test_each_step_is_another_one() -> None:
    written = [step.text for step in steps_of(PAGE) if step.file == "my-game/ruleset.yaml"]

    assert len(set(written)) == len(written) == 6


@pytest.mark.slow
def test_the_shipped_game_has_the_known_number_of_games() -> None:
    game = load("tic-tac-toe").game
    assert game is not None

    counts = list(perft(game.start(2, forced="ask").state, 9))

    assert counts == COUNTS
    # A position of n marks that is not over has 9 - n moves, so the rest of its sequences ended there.
    ended = [counts[n - 1] - counts[n] // (9 - n) for n in range(1, 9)] + [counts[8]]
    assert sum(ended) == 255_168
