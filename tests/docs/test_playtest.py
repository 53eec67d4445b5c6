"""The page from an idea to a shared variant works as it says."""

from pathlib import Path

import pytest

from interpreter import load
from tests.docs.steps import follow
from tests.docs.tables import ROOT

PAGE = ROOT / "docs" / "playtest.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all that the page says was done."""
    folder = tmp_path_factory.mktemp("playtest")
    follow(PAGE, folder)
    return folder


def test_every_step_does_what_the_page_says(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} >= {"our-kalah", "our-kalah.html", "first.json"}


@pytest.mark.slow
def test_what_it_says_of_the_figures_is_so(folder: Path) -> None:
    ours, base = load(str(folder / "our-kalah")).game, load("kalah").game
    assert ours is not None
    assert base is not None
    with_, without = (game.playouts(2000, 1, executor="python") for game in (base, ours))

    lead = [report.tally.seats[0].wins - report.tally.seats[1].wins for report in (with_, without)]
    assert lead[1] >= lead[0]
    assert with_.tally.moves.mean < without.tally.moves.mean < with_.tally.moves.mean + 2
