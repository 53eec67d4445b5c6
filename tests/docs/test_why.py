"""The page on reasons and traces works as it says."""

from pathlib import Path

import pytest

from tests.docs.steps import follow
from tests.docs.tables import ROOT


def test_the_examples_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("interpreter.front.paint.has_signs", lambda _: True)  # as on a terminal of today
    follow(ROOT / "docs" / "why.md", tmp_path)
