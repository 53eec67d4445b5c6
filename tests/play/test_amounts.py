"""So many of a thing as a bag, all of a place for one thing, and the first of a kind, always there."""

from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, State
from interpreter.engine.state import begin
from interpreter.record.given import slots_given
from tests.small import codes, computed, game

RULES = """
    players: 2
    longest: 20 decisions
    kinds:
      Colour: red, blue, green
      Space: s1, s2, s3
    components:
      tile: Colour or none per Space = blue
      supply: bag of Colour up to 9
      hand:
        is: bag of Colour up to 6 per Player
        start: {P1: {red: 2, blue: 1}, P2: {red: 1}}
      gone: bag of Colour up to 9
      lead: Colour
    terms:
      poorest: first c in Colour by lowest supply(c), listed
    costs:
      tiles(n in 0..3, hue in Colour):
        from: hand(me)
        base: n of hue
        to: gone
    limits:
      tidy: {that: supply(green) < 2, for: [clear]}
    phases:
      turns: {who: P1, repeat: until the end, one of: 'pay, clear, all_clear, nothing'}
    actions:
      pay:
        choose: {n: 0..3, hue: Colour}
        cost: tiles(n, hue)
        do: set lead to poorest
      clear:
        choose: {space: Space}
        do: move everything from tile(space) to supply
      all_clear:
        do: |
          for each s in Space at once:
            move everything from tile(s) to supply
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("amounts"), RULES)


def given(small: Game, **values: Any) -> State:
    engine = small.engine()
    return begin(engine, slots_given(engine.program, engine.layout.start, values), seed=0)


def seen(state: State, name: str) -> Any:
    found = state.view(None)["components"]
    assert isinstance(found, dict)
    return found[name]


def moves(state: State, action: str) -> list[str]:
    return [str(move) for move in state.legal(1) if move.action == action]


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("size(2 of red)", 2),
        ("size(hand(P1) + (2 of red))", 5),
        ("size(hand(P1) - (2 of red))", 1),
        ("2 of red <= hand(P1)", 1),
        ("3 of red <= hand(P1)", 0),
        ("1 of red = hand(P2)", 1),
        ("2 of red = hand(P2)", 0),
        ("red in kinds(hand(P2) - (1 of red))", 0),
        ("size(kinds(0 of red))", 0),
        ("size(kinds(size(hand(P1)) of green))", 1),
        ("size(hand(P1) if size(2 of red) > 3 else 1 of blue)", 1),
    ],
)
def test_so_many_of_a_thing_is_a_bag(small: Game, phrase: str, value: int) -> None:
    assert computed(small, phrase) == value


def test_a_cost_may_be_so_many_of_a_thing(small: Game) -> None:
    state = given(small)
    # Two red and a blue one: nothing of each colour, one or two red, one blue.
    assert sorted(moves(state, "pay")) == sorted(
        [
            *(f"pay n 0 hue {hue}" for hue in ("red", "blue", "green")),
            "pay n 1 hue red",
            "pay n 2 hue red",
            "pay n 1 hue blue",
        ]
    )
    state = state.apply(1, "pay 2 red")
    assert seen(state, "gone") == {"red": 2}
    assert seen(state, "hand")["P1"] == {"blue": 1}
    refusal = state.refusal(1, "pay 1 red")
    assert refusal is not None
    assert refusal.reason == "tiles"


def test_all_of_a_place_for_one_thing_is_that_thing_if_any(small: Game) -> None:
    state = given(small, tile={"s1": "red", "s2": "none", "s3": "green"})
    after = state.apply(1, "clear s1")
    assert seen(after, "tile")["s1"] is None
    assert seen(after, "supply") == {"red": 1}
    after = state.apply(1, "clear s2")
    assert seen(after, "supply") == {}


def test_at_once_such_things_add_up(small: Game) -> None:
    state = given(small, tile={"s1": "red", "s2": "red", "s3": "none"}, supply={"red": 1, "blue": 2})
    after = state.apply(1, "all_clear")
    assert seen(after, "supply") == {"red": 3, "blue": 2}
    assert set(seen(after, "tile").values()) == {None}


def test_limits_know_what_comes_of_it(small: Game) -> None:
    state = given(small, tile={"s1": "green", "s2": "none", "s3": "blue"}, supply={"green": 1})
    assert moves(state, "clear") == ["clear space s2", "clear space s3"]
    refusal = state.refusal(1, "clear s1")
    assert refusal is not None
    assert refusal.reason == "tidy"


def test_the_first_of_a_kind_is_there(small: Game, tmp_path: Path) -> None:
    assert (
        seen(given(small, supply={"red": 2, "blue": 1, "green": 1}).apply(1, "pay 0 red"), "lead") == "blue"
    )
    some = RULES.replace("first c in Colour by", "first c in Colour where supply(c) < 9 by")
    assert "E506" in codes(tmp_path, some)
