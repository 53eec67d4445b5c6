"""Pages of patterns work as they say."""

from pathlib import Path

import pytest

from tests.docs.steps import follow
from tests.docs.tables import ROOT

PAGES = sorted((ROOT / "docs" / "patterns").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_do_what_the_page_says(page: Path, tmp_path: Path) -> None:
    follow(page, tmp_path)


def test_auctions_have_a_page() -> None:
    assert [page.stem for page in PAGES] == ["auctions"]
