"""The figures on the pages on how shipped variants were made are those of the commands."""

import json
import re

import pytest

from tests.docs.steps import run
from tests.docs.tables import ROOT

PAGES = sorted((ROOT / "docs" / "variants").glob("*.md"))
_FIGURES = re.compile(r"^\| `(ludwright simulate [^`]*)` \|(.*)\|$", re.MULTILINE)


def figures() -> list[tuple[str, list[str]]]:
    """The rows of all tables of figures: a command, and what the page says that it tells."""
    found = [row for page in PAGES for row in _FIGURES.findall(page.read_text("utf-8"))]
    return [(command, [cell.strip() for cell in cells.split("|")]) for command, cells in found]


def test_there_are_figures() -> None:
    games = {command.split()[2].partition("/")[0] for command, _ in figures()}
    assert games and games <= {page.stem for page in PAGES}


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
