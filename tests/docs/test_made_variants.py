"""The pages on how shipped variants were made work as they say; their figures are those of the commands."""

import json
import re
from pathlib import Path

import pytest

from tests.docs.steps import follow, run
from tests.docs.tables import ROOT

PAGES = sorted((ROOT / "docs" / "variants").glob("*.md"))
_FIGURES = re.compile(r"^\| `(ludwright simulate [^`]*)` \|(.*)\|$", re.MULTILINE)
QUICK = {"yin-yang"}
"""Pages that are followed in the fast part; the others cost seconds."""


def figures() -> list[tuple[str, list[str]]]:
    """The rows of all tables of figures: a command, and what the page says that it tells."""
    found = [row for page in PAGES for row in _FIGURES.findall(page.read_text("utf-8"))]
    return [(command, [cell.strip() for cell in cells.split("|")]) for command, cells in found]


@pytest.mark.parametrize(
    "page",
    [pytest.param(one, id=one.stem, marks=[] if one.stem in QUICK else [pytest.mark.slow]) for one in PAGES],
)
def test_every_step_does_what_the_page_says(page: Path, tmp_path: Path) -> None:
    follow(page, tmp_path)


def test_there_are_figures_of_each_page() -> None:
    assert {command.split()[2].partition("/")[0] for command, _ in figures()} == {one.stem for one in PAGES}


@pytest.mark.slow
@pytest.mark.parametrize(("command", "cells"), figures(), ids=[command for command, _ in figures()])
def test_the_figures_are_those_of_the_command(command: str, cells: list[str]) -> None:
    code, text = run(f"{command} --json")
    assert code == 0, text
    told = json.loads(text)
    first = told["results"][0]
    mean = first["score"]["mean"]
    ends = dict(one.split() for one in cells[2].split(", "))

    assert cells[0] == str(first["wins"])
    assert cells[1] == ("-" if mean is None else f"{mean:.1f}")
    assert ends == {end: str(games) for end, games in told["end_reasons"].items()}
