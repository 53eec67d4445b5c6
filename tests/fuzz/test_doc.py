"""Rulebook pages of random rulesets: whatever passes the checker has a page, and the page is sound."""

from pathlib import Path

import pytest

from interpreter import load
from interpreter.draw.prose.words import plain
from interpreter.draw.rulebook.book import page_of
from interpreter.draw.rulebook.html import html_of
from interpreter.draw.rulebook.markdown import markdown_of
from interpreter.front.rulebook import made_of
from tests.draw.test_rulebook import Sound
from tests.fuzz.author import ruleset

BATCHES = [
    range(12),
    *(pytest.param(range(at, at + 60), marks=pytest.mark.slow) for at in range(60, 300, 60)),
]


@pytest.mark.parametrize("seeds", BATCHES, ids=str)
def test_a_page_for_every_ruleset(seeds: range, tmp_path: Path) -> None:
    made = 0
    for seed in seeds:
        path = tmp_path / f"fuzz{seed}.yaml"
        path.write_text(ruleset(seed), "utf-8")
        game = load(str(path), cached=False).game
        if game is None:
            continue
        page = page_of(made_of(str(path), game, None, {}))
        read = Sound(html_of(page))
        assert read.targets <= set(read.ids)
        assert len(read.ids) == len(set(read.ids))
        assert markdown_of(page).startswith("# Fuzz\n")
        for section in page.every():
            assert all(plain(item.words) or item.lead for item in section.items())
        made += 1
    assert made > len(seeds) // 3
