"""The page on differences works as it says."""

from pathlib import Path

import pytest

from tests.docs.steps import follow
from tests.docs.tables import ROOT


def test_every_step_does_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    follow(ROOT / "docs" / "diff.md", tmp_path)
