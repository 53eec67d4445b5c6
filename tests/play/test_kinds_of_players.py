"""Kinds of combinations with players, where their number varies: those of who does not play are not there."""

from pathlib import Path
from typing import Any

import pytest

from interpreter import Game
from interpreter.record.given import GivenError, slots_given
from interpreter.record.match import Match
from tests.small import codes, computed, game

RULES = """
    players: 2..4
    longest: 9 decisions
    kinds:
      Colour: red, blue, green
      Leader: {has: {owner: Player, colour: Colour}}
      Bold: l in Leader where colour(l) != green
      Post: {has: {leader: Leader, high: flag}}
      Reddish:
        has: {owner: Player, colour: Colour}
        where: colour = red or owner = P2
        written: '{owner}-{colour}'
      Crown:
        rows: {tin: P1_blue, gold: P2_green}
        has: {wearer: Leader}
    components:
      seat: 0..9 or none per Leader
      pledge: 0..9 per Bold = 2
      deck: set of Leader = all
      hand: set of Leader per Player
      pot: bag of Leader up to 40
      aim: Leader or none per Player
    phases:
      turns: {who: each clockwise from P1, repeat: until the end, one of: 'post, nothing'}
    actions:
      post:
        choose:
          leader: all l in Leader where owner(l) = me
          height: 1..3
        do: |
          set seat(leader) to height
          draw 1 from deck to hand(me)
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("leaders"), RULES)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("phrase", "each", "more"),
    [
        ("size(Leader)", 3, 0),
        ("size(Bold)", 2, 0),
        ("size(Post)", 6, 0),
        # Red of each, and of P2 the two others.
        ("size(Reddish)", 1, 2),
        ("size(deck)", 3, 0),
        ("count l in Leader where colour(l) = blue", 1, 0),
        ("count p in Post where leader(p) = P2_blue", 0, 2),
        ("sum of pledge(l) for l in Bold", 4, 0),
        ("count l in Leader with k in Leader where owner(l) = owner(k)", 9, 0),
        ("size(Leader - Bold)", 1, 0),
        ("count l in Leader where next(l) = l", 0, 1),
        ("count l in Bold where previous(l) = l", 0, 1),
    ],
)
def test_there_are_those_of_the_players(small: Game, players: int, phrase: str, each: int, more: int) -> None:
    assert computed(small, phrase, players) == each * players + more


def test_they_are_listed_as_the_players_are(small: Game) -> None:
    # P1_red P1_blue P1_green P2_red …: the first column turns slowest, so they keep their places.
    for players in (2, 4):
        assert computed(small, "wearer(tin)", players) == 1
        assert computed(small, "wearer(gold)", players) == 5
        assert computed(small, "first l in Leader where owner(l) = P2", players) == 3
        assert computed(small, "owner(last(Leader))", players) == players - 1


def components(match: Match) -> dict[str, Any]:
    found = match.state.view(None)["components"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_places_and_moves_are_those_of_the_players(small: Game, players: int) -> None:
    match = small.start(players, 1)
    names = [f"P{p + 1}_{colour}" for p in range(players) for colour in ("red", "blue", "green")]
    assert list(components(match)["seat"]) == names
    assert list(components(match)["pledge"]) == [name for name in names if not name.endswith("green")]
    state = match.state.apply(1, "post P1_green 2")
    found = state.view(None)["components"]
    assert isinstance(found, dict)
    assert found["seat"] == {**dict.fromkeys(names), "P1_green": 2}
    assert [str(move) for move in state.legal(2)][:2] == [
        "post leader P2_red height 1",
        "post leader P2_red height 2",
    ]
    assert sum(len(hand) for hand in found["hand"].values()) == 1


def test_given_values_name_those_who_play(small: Game) -> None:
    engine = small.engine(2)
    slots = slots_given(engine.program, engine.layout.start, {"seat": {"P2_blue": 4}})
    found = Match(engine, 0, slots=slots).state.view(None)["components"]
    assert isinstance(found, dict)
    assert found["seat"]["P2_blue"] == 4
    with pytest.raises(GivenError, match="P3_blue"):
        slots_given(engine.program, engine.layout.start, {"seat": {"P3_blue": 4}})


def test_with_a_fixed_number_players_stand_anywhere(tmp_path: Path) -> None:
    text = RULES.replace("players: 2..4", "players: 2").replace(
        "{owner: Player, colour: Colour}}", "{colour: Colour, owner: Player}}"
    )
    fixed = game(tmp_path, text.replace("P1_blue", "blue_P1").replace("P2_green", "green_P2"))
    assert computed(fixed, "wearer(gold)") == 5
    assert computed(fixed, "size(Leader)") == 6


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("{owner: Player, colour: Colour}}", "{colour: Colour, owner: Player}}", "E512"),
        ("gold: P2_green", "gold: P3_green", "E420"),
        (
            "Bold: l in Leader where colour(l) != green",
            "Bold: l in Leader where colour(l) != green and owner(l) = P4",
            "E420",
        ),
        (
            "seat: 0..9 or none per Leader",
            "seat: 0..9 or none per Leader = (1 if P1_red in deck else 2)",
            "E520",
        ),
    ],
)
def test_what_is_refused(tmp_path: Path, old: str, new: str, code: str) -> None:
    assert code in codes(tmp_path, RULES.replace(old, new))
