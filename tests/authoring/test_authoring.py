"""Variants that a designer describes in plain English, each solved by a small page and no change elsewhere.

A folder holds the description, the page, a document where the base has one, and scenarios that were written
from the description.
"""

from pathlib import Path

import pytest

from interpreter.api.files import find
from interpreter.api.load import load
from interpreter.front.commands.validate import findings_of
from interpreter.study.coverage import cover
from interpreter.study.simulate import simulate
from interpreter.study.suite import suite_of
from tests.shipped import shipped_game

HERE = Path(__file__).parent
NAMES = sorted(path.parent.name for path in HERE.glob("*/description.md"))
LONGEST = 40
"""Lines that a page may have."""

BIG = {"clans", "little-factory", "yellow-yangtze", "yin-yang", "yuan", "yunnan"}
FAST = ("centre-first", "pop-out", "three-at-the-board")


def _each(fast: tuple[str, ...] = FAST) -> list[object]:
    return [pytest.param(name, marks=() if name in fast else pytest.mark.slow) for name in NAMES]


def _base(name: str) -> str:
    (line,) = [one for one in _lines(name) if one.startswith("extends: ")]
    return line.removeprefix("extends: ")


def _lines(name: str) -> list[str]:
    return (HERE / name / "ruleset.yaml").read_text("utf-8").splitlines()


def test_there_are_ten_and_every_big_game_has_one() -> None:
    assert len(NAMES) == 10
    assert {_base(name) for name in NAMES} > BIG


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_small_and_its_description_is_prose(name: str) -> None:
    lines = _lines(name)
    assert len(lines) <= LONGEST
    assert max(map(len, lines)) <= 120
    words = (HERE / name / "description.md").read_text("utf-8")
    assert len(words.split()) > 20
    assert "`" not in words  # no name of the ruleset, no word of the language


@pytest.mark.parametrize("name", _each())
def test_what_was_described_happens(name: str) -> None:
    assert findings_of(str(HERE / name)) == ()
    game = load(str(HERE / name)).game
    files = find(str(HERE / name))
    assert game is not None
    assert files is not None
    suite = suite_of(game, *files.tests(of_variant=True))
    failed = [finding.message for case in suite.cases for finding in case.run().findings]
    assert failed == []
    assert len(suite.cases) > 1
    document = game.checked().document
    if document is not None:
        own = frozenset(one for one in _numbers(name))
        assert cover(game.every_checked(), suite.scenarios, own).gaps == ()


def _numbers(name: str) -> list[str]:
    text = (HERE / name / "document.yaml").read_text("utf-8")
    return [line.strip().partition(":")[0] for line in text.splitlines() if line.startswith("  V")]


@pytest.mark.parametrize("name", _each(("pop-out", "centre-first")))
def test_the_scenarios_tell_the_variant_from_its_base(name: str, tmp_path: Path) -> None:
    """Under the rules of the base, one of them fails: so none of them says only what holds anyway."""
    for path in (HERE / name / "scenarios").iterdir():
        (tmp_path / path.name).write_text(_of_base(path.read_text("utf-8"), name), "utf-8")
    folder = tmp_path / "scenarios"
    folder.mkdir()
    for path in list(tmp_path.glob("*.yaml")):
        path.rename(folder / path.name)
    outcomes = [case.run() for case in suite_of(shipped_game(_base(name)), tmp_path).cases]
    assert not all(one.passed for one in outcomes)


def _of_base(text: str, name: str) -> str:
    """The scenarios as if they belonged to the base, which has none of the statements."""
    lines = text.replace(f"game: {name}", f"game: {_base(name)}").splitlines()
    return "\n".join(line for line in lines if not line.strip().startswith("cite:")) + "\n"


@pytest.mark.parametrize("name", _each(("pop-out", "three-at-the-board")))
def test_a_match_can_be_played_to_its_end(name: str) -> None:
    game = load(str(HERE / name)).game
    assert game is not None
    report = simulate(game.program(game.players[0]), 2, 1, check=True)
    assert report.tally.games == 2
