"""Where a set is wanted, what may be none stands for the set of what is there: the empty one for none."""

from pathlib import Path

import pytest

from interpreter import Game
from tests.small import codes, computed, game

RULES = """
    players: 2
    longest: 9 decisions
    boards:
      Cell: {grid: 3 by 3}
    kinds:
      Level: 2..5
      Near:
        has: {at: Cell, d: Direction}
        where: (union of step(at, e) for e in Direction) & step(at, d) is not empty
    components:
      stone: Cell or none
      coat: Cell or none = b2
      high: Level or none
      low: Level or none = 3
    phases:
      turns: {who: each clockwise from P1, one of: nothing}
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("none"), RULES)


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("size(step(b1, s) & Cell)", 0),
        ("size(step(b1, n) & Cell)", 1),
        ("size(Cell - step(b1, s))", 9),
        ("size(Cell - step(b1, n))", 8),
        ("size((a1, b1) + step(b1, n))", 3),
        ("size((a1, b1) + step(b1, s))", 2),
        ("size(stone + (a1, b1))", 2),
        ("size(coat + (a1, b1))", 3),
        ("size(union of step(a1, d) for d in Direction)", 3),
        ("size(union of step(b2, d) for d in Direction)", 8),
        ("b3 in step(b2, n) & Cell", 1),
        ("size(Level - high)", 4),
        ("size(Level - low)", 3),
        ("size((2, 4) + high)", 2),
        ("size((2, 4) + low)", 3),
        # Of the nine cells the middle has eight neighbours, each edge five, each corner three.
        ("size(Near)", 8 + 4 * 5 + 4 * 3),
    ],
)
def test_none_stands_for_the_empty_set(small: Game, phrase: str, value: int) -> None:
    assert computed(small, phrase) == value


@pytest.mark.parametrize("term", ["low + 1", "sum of high for c in Cell", "stone + coat"])
def test_without_a_set_none_is_still_to_be_tested(tmp_path: Path, term: str) -> None:
    text = RULES.replace("    phases:", f"    terms:\n      wrong: {term}\n    phases:")
    assert "E506" in codes(tmp_path, text)
