"""The pages that this version plays, against counts that others have published."""

import re
from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.engine.perft import perft
from interpreter.text.render import render

HERE = Path(__file__).parent


def played(folder: Path, name: str) -> Game:
    """The game of a page; its footnotes name statements of a comment, so they are taken out."""
    text = (HERE / f"{name}.yaml").read_text(encoding="utf-8")
    text = re.sub(r" +\[R\d+(, R\d+)*\]", "", re.sub(r"\n +cite: \[.*\]", "", text))
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(str(folder), cached=False)
    assert loaded.game is not None, "\n".join(map(render, loaded.diagnostics))
    return loaded.game


def counts(game: Game, depth: int) -> list[int]:
    return perft(game.start(2, forced="ask").state, depth)


def test_reversi_has_the_published_counts(tmp_path: Path) -> None:
    """Othello perft, as published (the first pass comes at depth 9)."""
    assert counts(played(tmp_path, "reversi"), 4) == [4, 12, 56, 244]


@pytest.mark.slow
def test_reversi_has_the_published_counts_deeper(tmp_path: Path) -> None:
    assert counts(played(tmp_path, "reversi"), 7) == [4, 12, 56, 244, 1396, 8200, 55092]


def test_amazons_has_the_published_number_of_first_moves(tmp_path: Path) -> None:
    assert counts(played(tmp_path, "amazons"), 1) == [2176]
