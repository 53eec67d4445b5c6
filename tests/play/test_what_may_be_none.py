"""Names that run over a value which may be none; a set and one member as branches of one phrase."""

from pathlib import Path

import pytest

from tests.small import codes, computed, game

RULES = """
    players: 3
    longest: 9 decisions
    kinds:
      Spot: a, b, c
    components:
      aim:
        is: Spot or none per Player
        start: {P1: b, P3: c}
      marks: set of Spot = (a, b)
      score: 0..9 per Spot
    setup:
      points: |
        for each p in Player with s in aim(p) by listed:
          add 2 to score(s)
    phases:
      turns: {who: each clockwise from P1, one of: nothing}
"""


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("count p in Player with s in aim(p)", 2),
        ("count s in aim(P2)", 0),
        ("some s in aim(P1) where s in marks", 1),
        ("no s in aim(P3) where s in marks", 1),
        ("size(all s in aim(P3) where s != c)", 0),
        ("(first s in aim(P3)) = c", 1),
        ("sum of 3 for p in Player with s in aim(p) where s in marks", 3),
        ("size(union of aim(p) for p in Player)", 2),
    ],
)
def test_a_name_runs_over_the_one_there_is(tmp_path: Path, phrase: str, value: int) -> None:
    assert computed(game(tmp_path, RULES), phrase) == value


def test_effects_run_over_the_one_there_is(tmp_path: Path) -> None:
    state = game(tmp_path, RULES).start(3, 0).state
    seen = state.view(None)["components"]
    assert isinstance(seen, dict)
    assert seen["score"] == {"a": 0, "b": 2, "c": 2}


@pytest.mark.parametrize(
    ("phrase", "size"),
    [
        ("size(marks if player_count > 2 else c)", 2),
        ("size(marks if player_count > 3 else c)", 1),
        ("size(aim(P2) if player_count = 3 else marks)", 0),
        ("size(aim(P1) if player_count = 3 else marks)", 1),
    ],
)
def test_a_set_and_one_member_are_one_set(tmp_path: Path, phrase: str, size: int) -> None:
    assert computed(game(tmp_path, RULES), phrase) == size


def test_the_order_of_a_loop_is_that_of_its_first_name(tmp_path: Path) -> None:
    wrong = RULES.replace("aim(p) by listed", "aim(p) by highest score(s), listed")
    assert codes(tmp_path, wrong) == ["E516"]
    turned = RULES.replace("aim(p) by listed", "aim(p) clockwise from (P1 if s = a else P2)")
    assert codes(tmp_path / "turned", turned) == ["E516"]
