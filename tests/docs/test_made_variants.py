"""The pages on how shipped variants were made work as they say, and show what is shipped."""

import re
from pathlib import Path

import pytest

from interpreter.api.files import shipped, variants
from interpreter.front.cli import COMMANDS
from tests.docs.steps import follow, steps_of
from tests.docs.tables import ROOT

PAGES = sorted((ROOT / "docs" / "variants").glob("*.md"))
RULESETS = ROOT / "rulesets"
LONG = {"yuan"}

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)

_SHIPPED = re.compile(r"^<!-- shipped: (\S+) -->\n```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_APART = ("#", "extends:")
"""Lines of a shipped file that one in another folder does not have, or says otherwise."""


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith(_APART)]


def test_there_are_pages() -> None:
    assert {page.stem for page in PAGES} <= set(shipped())
    assert PAGES


@each_page
def test_parts_of_shipped_files_are_shown_as_they_are(page: Path) -> None:
    found = _SHIPPED.findall(page.read_text("utf-8"))
    assert found
    for path, text in found:
        assert text in (RULESETS / path).read_text("utf-8"), path


@each_page
def test_a_file_that_one_makes_comes_to_what_is_shipped(page: Path) -> None:
    made = {step.file: step.text for step in steps_of(page) if step.file}  # the last of each name
    home = RULESETS / page.stem / "variants"
    mains = [name for name in made if "/" not in name]
    assert mains
    for name in mains:
        assert lines_of(made[name]) == lines_of((home / name).read_text("utf-8")), name


@each_page
def test_all_variants_of_the_game_are_named(page: Path) -> None:
    text = page.read_text("utf-8")
    assert [name for name in variants(page.stem) if f"`{page.stem}/{name}`" not in text] == []
    assert set(re.findall(r"^ludwright (\S+)", text, re.MULTILINE)) <= set(COMMANDS)


@pytest.mark.parametrize(
    "page",
    [pytest.param(one, id=one.stem, marks=[pytest.mark.slow] * (one.stem in LONG)) for one in PAGES],
)
def test_every_step_does_what_the_page_says(page: Path, tmp_path: Path) -> None:
    follow(page, tmp_path)
