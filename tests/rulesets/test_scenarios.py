"""Every scenario and every record beside every ruleset that comes with the program: one test each."""

from collections.abc import Iterator
from functools import cache

import pytest

from interpreter import load
from interpreter.api.files import shipped
from interpreter.front.commands.validate import findings_of
from interpreter.study.coverage import cover
from interpreter.study.suite import Case, suite_of
from interpreter.text.render import render_all
from tests.shipped import VARIANTS, home_of_cases, shipped_game

NAMES = [*shipped(), *(pytest.param(name, marks=pytest.mark.slow) for name in VARIANTS)]
"""All games that come with the program, and their variants, of which `test_variants.py` looks at more."""


@cache
def cases() -> tuple[tuple[str, Case], ...]:
    return tuple(_cases())


def _cases() -> Iterator[tuple[str, Case]]:
    for name in shipped():
        game = load(name).game
        if game is not None:
            for case in suite_of(game, *home_of_cases(game, name)).cases:
                yield name, case


@pytest.mark.parametrize("name", NAMES)
def test_the_ruleset_has_no_findings(name: str) -> None:
    assert render_all(findings_of(name)) == ""


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_called_by_its_id(name: str) -> None:
    game = load(name).game
    assert game is not None and game.name == name.replace("/", "-")


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{name}: {case.name}") for name, case in cases()])
def test_the_rules_do_what_is_written(case: Case) -> None:
    outcome = case.run()
    assert outcome.passed, f"{outcome.file}:{outcome.line}\n{render_all(outcome.findings)}"


@pytest.mark.parametrize("name", shipped())
def test_every_statement_of_the_document_is_covered(name: str) -> None:
    game = shipped_game(name)
    suite = suite_of(game, *home_of_cases(game, name))
    gaps = cover(game.every_checked(), suite.scenarios).gaps
    assert [(one.name, one.missing) for one in gaps] == []
