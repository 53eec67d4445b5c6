"""Every code has a page, and what the pages show is true."""

import re
from pathlib import Path

import pytest

from interpreter.text.codes import CODES
from tests.errors.chunks import UNMET
from tests.errors.pages import Page

FOLDER = Path(__file__).parents[2] / "docs" / "errors"
PAGES = [Page(file.stem, file.read_text("utf-8")) for file in sorted(FOLDER.glob("[EW][0-9]*.md"))]


SHOWN = [page for page in PAGES if page.code not in UNMET]


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.code)
def test_an_example_prints_what_the_page_shows(page: Page, tmp_path: Path) -> None:
    _, shown, _ = page.blocks()

    assert without_hashes(page.run(tmp_path)) == without_hashes(shown)
    assert re.search(rf"\b{page.code}\b", shown)


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.code)
def test_the_way_out_leads_out(page: Page, tmp_path: Path) -> None:
    printed = page.run_mended(tmp_path)

    assert re.search(r"\bE\d{3}\b", printed) is None
    assert page.code not in printed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_a_page_is_headed_by_its_code(page: Page) -> None:
    title = CODES[page.code].title.replace("``", "`")

    assert page.heading == f"# {page.code}: {title}"


def without_hashes(text: str) -> str:
    """A hash of the rules stands for any other."""
    return re.sub(r"`[0-9a-f]{12}…`", "`…`", text)


def test_every_code_has_a_page() -> None:
    assert {page.code for page in PAGES} == set(CODES)
