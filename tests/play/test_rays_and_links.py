"""The cells along a ray up to a blocker, the first beyond, and the cells that hang together."""

from pathlib import Path
from random import Random

import pytest

from interpreter import Game
from interpreter.engine.members import members
from tests.small import codes, computed, game

RULES = """
    players: 2
    longest: 9 decisions
    boards:
      Cell: {BOARD}
    kinds:
      Level: 1..3
    components:
      stones: set of Cell = (STONES)
      here: Cell = HERE
    phases:
      turns: {who: each clockwise from P1, one of: nothing}
"""
STEPS = {
    "grid: 5 by 4": {
        "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1), "s": (0, -1), "sw": (-1, -1), "w": (-1, 0),
        "nw": (-1, 1),
    },
    "hex: 5 by 4": {"n": (0, 1), "ne": (1, 1), "e": (1, 0), "s": (0, -1), "sw": (-1, -1), "w": (-1, 0)},
}  # fmt: skip
SIDES = {"grid: 5 by 4": ("n", "e", "s", "w"), "hex: 5 by 4": tuple(STEPS["hex: 5 by 4"])}
CELLS = [(x, y) for y in range(4) for x in range(5)]


def name(cell: tuple[int, int]) -> str:
    return f"{'abcde'[cell[0]]}{cell[1] + 1}"


def small(folder: Path, board: str, stones: list[tuple[int, int]], here: tuple[int, int]) -> Game:
    text = RULES.replace("BOARD", board).replace("STONES", ", ".join(map(name, stones)))
    return game(folder, text.replace("HERE", name(here)))


def walk(board: str, here: tuple[int, int], way: str, stones: list[tuple[int, int]]) -> tuple[set[str], int]:
    """The cells up to the first that holds no stone, and the index of that one: step by step."""
    dx, dy = STEPS[board][way]
    found: set[str] = set()
    cell = here[0] + dx, here[1] + dy
    while cell in stones:
        found.add(name(cell))
        cell = cell[0] + dx, cell[1] + dy
    return found, CELLS.index(cell) if cell in CELLS else -1


@pytest.mark.parametrize("board", STEPS)
@pytest.mark.parametrize("seed", range(6))
def test_along_and_beyond_are_what_walking_finds(tmp_path: Path, board: str, seed: int) -> None:
    lots = Random(seed)
    stones, here = lots.sample(CELLS, 12), lots.choice(CELLS)
    there = small(tmp_path, board, stones, here)
    for way in STEPS[board]:
        cells, first = walk(board, here, way, stones)
        along = computed(there, f"along(here, {way}, stones)")
        assert {name(CELLS[index]) for index in members(along)} == cells
        assert computed(there, f"beyond(here, {way}, stones)") == first
        # The same where the direction is not known before.
        some = f"size(union of along(here, d, stones) for d in Direction where d = {way})"
        assert computed(there, some) == len(cells)
        assert computed(there, f"size(along(here, opposite(opposite({way})), stones))") == len(cells)


@pytest.mark.parametrize("board", STEPS)
@pytest.mark.parametrize("seed", range(6))
def test_linked_is_what_painting_finds(tmp_path: Path, board: str, seed: int) -> None:
    lots = Random(seed)
    stones, here = lots.sample(CELLS, 10), lots.choice(CELLS)
    there = small(tmp_path, board, stones, here)
    painted = {here} & set(stones)
    for _ in CELLS:
        beside = {(x + dx, y + dy) for x, y in painted for dx, dy in map(STEPS[board].get, SIDES[board])}
        painted |= beside & set(stones)
    linked = computed(there, "linked(here, stones)")
    assert {CELLS[index] for index in members(linked)} == painted
    assert computed(there, "size(linked(Cell, stones))") == len(stones)
    assert computed(there, "linked(stones, nothing & stones)") == 0


@pytest.mark.parametrize(
    ("term", "code"),
    [
        ("along(here, n)", "E409"),
        ("along(P1, n, stones)", "E500"),
        ("along(here, here, stones)", "E511"),
        ("along(here, n, Level)", "E500"),
        ("beyond(here, n, 3)", "E500"),
        ("size(stones & (beyond(here, n, stones) + 1))", "E506"),
        ("linked(stones)", "E409"),
        ("linked(stones, Level)", "E500"),
        ("linked(Level, stones)", "E500"),
        ("linked(stones, here)", "E500"),
    ],
)
def test_what_does_not_fit_is_told(tmp_path: Path, term: str, code: str) -> None:
    text = RULES.replace("BOARD", "grid: 5 by 4").replace("STONES", "a1, b1").replace("HERE", "a1")
    text = text.replace("    phases:", f"    terms:\n      wrong: {term}\n    phases:")
    assert code in codes(tmp_path, text)
