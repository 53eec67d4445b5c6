"""The page on scenarios works as it says."""

from pathlib import Path

from tests.docs.steps import follow
from tests.docs.tables import ROOT


def test_the_example_does_what_the_page_says(tmp_path: Path) -> None:
    follow(ROOT / "docs" / "scenarios.md", tmp_path)
