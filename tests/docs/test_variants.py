"""The page on variants and modules works as it says."""

from pathlib import Path

from tests.docs.steps import follow
from tests.docs.tables import ROOT


def test_every_step_does_what_the_page_says(tmp_path: Path) -> None:
    follow(ROOT / "docs" / "variants.md", tmp_path)
