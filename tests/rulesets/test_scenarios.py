"""Every scenario and every record beside every ruleset that comes with the program: one test a file."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from interpreter import load
from interpreter.api.files import find, shipped
from interpreter.front.commands.validate import findings_in
from interpreter.study.coverage import cover
from interpreter.study.suite import Suite, suite_of
from interpreter.text.render import render_all
from tests.shipped import VARIANTS, shipped_game

NAMES = [*shipped(), *(pytest.param(name, marks=pytest.mark.slow) for name in VARIANTS)]
"""All games that come with the program, and their variants, of which `test_variants.py` looks at more."""


def beside(name: str) -> tuple[Path, str]:
    """The folder of the tests of a game, and how it is shown."""
    files = find(name)
    assert files is not None
    return files.tests(of_variant=False)


def files_of_tests() -> list[tuple[str, str]]:
    """The names of games, and the beginnings of the names of all tests in a file beside them."""
    found = []
    for name in shipped():
        folder, _ = beside(name)
        found += [(name, path.stem) for path in sorted(folder.glob("scenarios/*.y*ml"))]
        found += [(name, f"records: {path.stem}") for path in sorted(folder.glob("records/*.json"))]
    return found


@cache
def suite(name: str) -> Suite:
    """All tests beside a game, read once."""
    return suite_of(shipped_game(name), *beside(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_ruleset_has_no_findings(name: str) -> None:
    # What is checked here is what the other tests look at, too.
    loaded = replace(load(name), game=shipped_game(name))
    assert render_all(findings_in(name, loaded)) == ""


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_called_by_its_id(name: str) -> None:
    assert shipped_game(name).name == name.replace("/", "-")


@pytest.mark.parametrize("name", shipped())
def test_every_file_of_tests_is_asked(name: str) -> None:
    # Tests are gathered by the names of files, before any file is read.
    known = [file for game, file in files_of_tests() if game == name]
    assert all(any(is_of(case.name, file) for file in known) for case in suite(name).cases)


def is_of(case: str, file: str) -> bool:
    """Whether a test stands in a file."""
    return case == file or case.startswith(f"{file}: ")


@pytest.mark.parametrize(("name", "file"), files_of_tests())
def test_the_rules_do_what_is_written(name: str, file: str) -> None:
    cases = [case for case in suite(name).cases if is_of(case.name, file)]
    assert cases
    outcomes = [case.run() for case in cases]
    failed = [one for one in outcomes if not one.passed]
    assert not failed, "\n".join(
        f"{one.file}:{one.line} {one.name}\n{render_all(one.findings)}" for one in failed
    )


@pytest.mark.parametrize("name", shipped())
def test_every_statement_of_the_document_is_covered(name: str) -> None:
    gaps = cover(shipped_game(name).every_checked(), suite(name).scenarios).gaps
    assert [(one.name, one.missing) for one in gaps] == []
