"""How many moves there are in some positions of Little Factory, split by action, as known beforehand."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from interpreter import Game
from interpreter.record.given import slots_given
from interpreter.record.match import Match
from tests.shipped import shipped_game

BASICS = {"wood": 5, "wheat": 3, "clay": 3, "stone": 3, "cotton": 2}
FIXTURE = BASICS | {"coal": 2, "clay_brick": 1, "flour": 1, "paling": 1, "sheep": 1}
FIXTURE |= {"milk": 1, "cloth": 1, "steak": 1, "leather": 1, "barrel": 1}
STARTERS = ["brick_factory", "charcoal_hut", "quarry", "spinning_mill", "water_mill"]


@pytest.fixture(scope="module")
def factory() -> Game:
    return shipped_game("little-factory")


def legal(game: Game, players: int, given: Mapping[str, Any], **options: str) -> list[str]:
    """The moves of the first player in a given position, as they are spoken."""
    engine = game.engine(players, options)
    slots = slots_given(engine.program, engine.layout.start, given)
    state = Match(engine, 0, slots=slots).state
    moves = [str(move) for move in state.legal(1)]
    assert len(moves) == len(set(moves)) == state.count(1)
    return moves


def of(moves: list[str], *actions: str) -> list[str]:
    return [move for move in moves if move.split()[0] in actions]


def cards(move: str) -> int:
    """How many cards are taken."""
    return len(move.split("take")[1].split()) if "take" in move else 0


@pytest.mark.parametrize(("players", "all_sets", "full_sets"), [(4, 54, 34), (3, 48, 29), (2, 46, 27)])
def test_the_first_player_of_a_match(factory: Game, players: int, all_sets: int, full_sets: int) -> None:
    # Golden 3: whatever lies in the other rows, three coins buy basic goods only.
    for seed in range(5):
        state = factory.start(players, seed).state
        moves = [str(move) for move in state.legal(state.to_move[0])]
        bought = of(moves, "spend_coins")
        assert len(bought) == all_sets
        assert sum(cards(move) == 3 for move in bought) == full_sets
        assert len(of(moves, "produce")) == 5
        assert state.count(state.to_move[0]) == all_sets + 5


@pytest.mark.parametrize(("coins", "all_sets", "full_sets"), [(4, 116, 62), (5, 212, 96), (6, 341, 129)])
def test_more_coins(factory: Game, coins: int, all_sets: int, full_sets: int) -> None:
    # Golden 4.
    bought = of(legal(factory, 4, {"row": BASICS, "coins": {"P1": coins}}), "spend_coins")
    assert len(bought) == all_sets
    assert sum(cards(move) == coins for move in bought) == full_sets


@pytest.mark.parametrize(("coins", "all_sets", "houses"), [(3, 57, 0), (4, 135, 0), (5, 283, 0), (6, 548, 4)])
def test_coins_for_any_card(factory: Game, coins: int, all_sets: int, houses: int) -> None:
    # Golden 41.
    given = {"row": FIXTURE, "street": STARTERS, "coins": {"P1": coins}}
    bought = of(legal(factory, 4, given, first_turn_coins="any_card"), "spend_coins")
    assert len(bought) == all_sets
    assert sum(" build " in move for move in bought) == houses


def test_four_goods(factory: Game) -> None:
    # Golden 36 and 37.
    hand = {"wood": 1, "coal": 1, "clew": 1, "sheep": 1}
    moves = legal(factory, 4, {"row": FIXTURE | {"wood": 4}, "street": STARTERS, "hand": {"P1": hand}})
    trades = of(moves, "trade")
    given = [move.split(" give ")[1].split(" take ")[0].split(" build ")[0].split() for move in trades]
    assert len(trades) == 492
    assert sum(len(goods) > 1 for goods in given) == 186
    single = Counter(goods[0] for goods in given if len(goods) == 1)
    assert single == {"wood": 5, "coal": 57, "clew": 57, "sheep": 187}
    assert len(of(moves, "produce")) == 8
    assert of(moves, "construct") == ["construct building brick_factory"]
