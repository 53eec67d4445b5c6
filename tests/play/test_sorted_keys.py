"""Keys that compare several numbers, the smallest first: in rankings, picks, loops and orders."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from interpreter import Game, State
from interpreter.engine.state import begin
from interpreter.record.given import slots_given
from tests.small import computed, game

RULES = """
    players: 3
    longest: 9 decisions
    kinds:
      Colour: red, blue, green
    components:
      points: 0..9 per Player and Colour
      line: list of Player up to 3
      open: set of Colour = all
    orders:
      weakest: p in Player by lowest (sorted of points(p, c) for c in Colour), listed
    terms:
      best: first p in Player by highest (sorted of points(p, c) for c in Colour), listed
      bests: top p in Player by highest (sorted of points(p, c) for c in Colour)
      shown(p in Player): >-
        first q in Player by highest (sorted of points(q, c) for c in open where points(p, c) > 3), listed
      pairs: >-
        first p in Player by lowest (sorted of points(p, c) + points(p, d) for c in Colour with d in Colour),
        listed
    phases:
      turns:
        who: each in weakest
        one of: wait, nothing
      queue: |
        for each p in Player by highest (sorted of points(p, c) for c in Colour), listed:
          add p to bottom of line
    actions:
      wait: {do: nothing}
    ranking:
      of: p in Player
      keys:
        weak: highest (sorted of points(p, c) for c in Colour)
        red_ones: lowest points(p, red)
      last: shared
"""

Points = tuple[tuple[int, int, int], ...]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("sorted"), RULES)


def given(points: Points) -> dict[str, object]:
    rows = {
        f"P{p + 1}": dict(zip(("red", "blue", "green"), row, strict=True)) for p, row in enumerate(points)
    }
    return {"points": rows}


def played(small: Game, points: Points) -> tuple[list[int], State]:
    """Whose turn it was, and the end."""
    engine = small.engine()
    state = begin(engine, slots_given(engine.program, engine.layout.start, given(points)), seed=0)
    turns = []
    while not state.is_over:
        (player,) = state.to_move
        turns.append(player)
        state = state.apply(player, "wait")
    return turns, state


CASES: Sequence[tuple[Points, list[int], tuple[int, ...], list[int]]] = [
    # From the smallest: 2 5 6, 2 5 7, 1 9 9. P2 is ahead by its third, P3 behind by its first.
    (((6, 2, 5), (5, 7, 2), (9, 1, 9)), [3, 1, 2], (2, 1, 3), [2, 1, 3]),
    # 5 6 6 against 5 6 7 twice: the third tells P1 from the others; of those the red ones decide.
    (((5, 6, 6), (7, 5, 6), (6, 5, 7)), [1, 2, 3], (3, 2, 1), [2, 3, 1]),
    # All alike but for the red ones: 0 0 4 thrice.
    (((4, 0, 0), (0, 4, 0), (0, 0, 4)), [1, 2, 3], (3, 1, 1), [1, 2, 3]),
]


@pytest.mark.parametrize(("points", "turns", "places", "queue"), CASES)
def test_the_smallest_decides_first(
    small: Game, points: Points, turns: list[int], places: tuple[int, ...], queue: list[int]
) -> None:
    order, end = played(small, points)
    assert order == turns
    result = end.result
    assert result is not None
    assert tuple(result.places[p] for p in (1, 2, 3)) == places
    for player, row in enumerate(points, 1):
        assert result.keys[player] == (
            *((f"weak {place}", number) for place, number in enumerate(sorted(row), 1)),
            ("red_ones", row[0]),
        )
    found = end.view(None)["components"]
    assert isinstance(found, dict)
    assert found["line"] == [f"P{p}" for p in queue]


def test_at_the_start_all_are_equal(small: Game) -> None:
    assert computed(small, "best") == 0
    assert computed(small, "size(bests)") == 3
    assert computed(small, "pairs") == 0
    # Nobody has more than 3 of anything: of no numbers at all none is ahead.
    assert computed(small, "shown(P1)") == 0


def test_a_row_that_ends_comes_first(tmp_path: Path) -> None:
    """1 2 against 1 2 2 against 1: what is a beginning of the other is lower."""
    text = """
        players: 3
        longest: 9 decisions
        kinds: {Slot: 1..3}
        tables:
          many: {is: 1..3, for: [Player], rows: {P1: 2, P2: 3, P3: 1}}
        terms:
          most: first p in Player by highest (sorted of min(n, 2) for n in Slot where n <= many(p)), listed
          least: first p in Player by lowest (sorted of min(n, 2) for n in Slot where n <= many(p)), listed
        phases:
          turns: {who: each clockwise from most, one of: nothing}
          others: {who: each clockwise from least, one of: nothing}
    """
    small = game(tmp_path, text)
    assert computed(small, "most") == 1
    assert computed(small, "least") == 2


def test_several_names(tmp_path: Path) -> None:
    """Of the two rolls of each the sums are sorted: 2 3 3 4 against 0 3 3 6."""
    text = """
        players: 2
        longest: 9 decisions
        tables:
          die: {is: 0..9, for: [Player, 1..2], rows: {P1: '1, 2', P2: '0, 3'}}
        terms:
          sums: >-
            first q in Player by highest (sorted of die(q, m) + die(q, n) for m in 1..2 with n in 1..2),
            listed
        phases:
          turns: {who: each clockwise from sums, one of: nothing}
    """
    small = game(tmp_path, text)
    rolls = {0: (1, 2), 1: (0, 3)}
    rows = {p: sorted(a + b for a, b in product(pair, pair)) for p, pair in rolls.items()}
    assert rows == {0: [2, 3, 3, 4], 1: [0, 3, 3, 6]}
    assert computed(small, "sums") == 0
