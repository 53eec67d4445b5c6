"""Draws: from a place things are taken out, from a set that is only computed none is drawn twice."""

from pathlib import Path

import pytest

from interpreter import RulesError
from tests.small import game

DRAWS = """
    players: 2
    longest: 9 decisions
    kinds: {Colour: 'red, blue, green'}
    components:
      got: bag of Colour up to 9
      missed: 0..9
    setup:
      draw: |
        LINE
    phases: {turns: {who: P1, one of: nothing}}
    ranking: {of: p in Player, keys: {red: highest got(red) + missed}, last: shared}
"""


def view(folder: Path, line: str, seed: int) -> dict[str, object]:
    match = game(folder, DRAWS.replace("LINE", line)).start(2, seed=seed)
    found = match.state.view(None)["components"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_members_of_one_draw_are_different(tmp_path: Path, seed: int) -> None:
    got = view(tmp_path, "draw 3 from Colour to got", seed)["got"]

    assert got == {"red": 1, "blue": 1, "green": 1}


def test_what_is_dealt_out_of_a_component_is_gone_from_it(tmp_path: Path) -> None:
    text = """
        players: 3
        longest: 9 decisions
        kinds: {Card: 'a, b, c, d, e'}
        components:
          stack: {is: set of Card, start: Card}
          card: Card per Player
        setup: {hand_out: deal stack to card(p) for each p in Player}
        phases: {once: {who: P1, one of: stay}}
        actions: {stay: {do: nothing}}
        ranking: {of: p in Player, last: shared}
    """
    table = game(tmp_path, text).start(3, 5, forced="ask").state.view(None)["components"]
    dealt = set(table["card"].values())  # type: ignore[index, call-overload]
    assert len(dealt) == 3
    assert dealt | set(table["stack"]) == set("abcde")  # type: ignore[index, call-overload]
    assert not dealt & set(table["stack"])  # type: ignore[index, call-overload]


def test_what_is_missing_is_told_by_the_else(tmp_path: Path) -> None:
    found = view(tmp_path, "draw 5 from Colour to got else add 1 to missed", 1)

    assert found == {"got": {"red": 1, "blue": 1, "green": 1}, "missed": 2}


def test_more_than_there_are_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        view(tmp_path, "draw 4 from Colour to got", 1)

    assert caught.value.code == "E703"
