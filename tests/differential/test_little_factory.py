"""The second Little Factory against the facts of the document, its scenarios, and the engine."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from interpreter import Game, State, load
from interpreter.api.files import shipped
from tests.differential.little_factory_scenarios import Scenario, run, scenarios
from tests.differential.little_factory_second import (
    BUILDINGS,
    GOODS,
    NORMALS,
    POWERS,
    RECIPES,
    STARTERS,
    Move,
    Table,
    level,
    lots,
    move_of,
)

NAME = "little-factory"
needs_the_ruleset = pytest.mark.skipif(
    NAME not in shipped(), reason=f"there is no rulesets/{NAME}/ruleset.yaml to compare with"
)
OPTIONS = tuple(product((False, True), repeat=2))
"""Whether coins buy any card, and whether the tokens have no end."""


# -- the cards ------------------------------------------------------------------------------------------


def copies(players: int, n: int) -> int:
    return sum(card["copies"][players] for card in GOODS.values() if card["level"] == n)


def test_the_box_holds_74_cards() -> None:
    assert [copies(players, 1) for players in (2, 3, 4)] == [10, 13, 16]
    assert {copies(players, 2) for players in (2, 3, 4)} == {19}
    assert {copies(players, 3) for players in (2, 3, 4)} == {9}
    assert len(BUILDINGS) == 30
    assert copies(4, 1) + copies(4, 2) + copies(4, 3) + len(BUILDINGS) == 74


def test_the_buildings_count_43_points() -> None:
    assert Counter(card["vp"] for card in BUILDINGS.values()) == {1: 21, 2: 7, 3: 1, 5: 1}
    assert sum(card["vp"] for card in BUILDINGS.values()) == 43
    assert (len(STARTERS), len(NORMALS)) == (5, 25)


def test_the_prices_of_the_buildings() -> None:
    prices = Counter(card["price"] for card in BUILDINGS.values())
    assert prices == {6: 14, 8: 6, 10: 1, 11: 2, 12: 5, 18: 1, 30: 1}


def test_a_building_makes_what_a_recipe_makes() -> None:
    # R26: one line of the conversion chart. A Fishing Rod alone is made by no building.
    chart = {
        line(row["expend"], row["reveal"], row["product"]) for row in RECIPES.values() if level_of(row) > 1
    }
    work = [line(row["expend"], row["reveal"], row["makes"]) for row in POWERS.values() if not row["earns"]]
    assert len(set(work)) == len(work)
    assert chart - set(work) == {line({"clew": 1, "wood": 1}, [], "fishing_rod")}
    assert set(work) <= chart


def level_of(recipe: Mapping[str, Any]) -> int:
    return level(recipe["product"])


def line(expend: Mapping[str, int], reveal: list[str], makes: str) -> tuple[object, ...]:
    return tuple(sorted(expend.items())), tuple(reveal), makes


def test_every_other_building_has_work() -> None:
    idle = set(BUILDINGS) - {row["workshop"] for row in POWERS.values()}
    assert idle == {"specialty_shop", "mansion", "castle"}


# -- counts of moves ------------------------------------------------------------------------------------

BASICS = {name: card["copies"] for name, card in GOODS.items() if card["level"] == 1}
FIXTURE = {"coal": 2, "clay_brick": 1, "flour": 1, "paling": 1, "sheep": 1}
FIXTURE |= {"milk": 1, "cloth": 1, "steak": 1, "leather": 1, "barrel": 1}
"""A row beside the basic goods, for which the numbers of moves are known with the starting buildings open."""


def table(players: int, row: Mapping[str, int], **given: Any) -> Table:
    basics = {name: n[players] for name, n in BASICS.items()}
    made = Table(players, lots(random.Random(0).choice), row=Counter(basics) + Counter(row), **given)
    made.go_on()
    return made


def actions(moves: list[Move], *names: str) -> list[Move]:
    return [move for move in moves if move.action in names]


@pytest.mark.parametrize(
    ("players", "coins", "all_sets", "full_sets"),
    [(4, 3, 54, 34), (3, 3, 48, 29), (2, 3, 46, 27), (4, 4, 116, 62), (4, 5, 212, 96), (4, 6, 341, 129)],
)
def test_what_coins_buy(players: int, coins: int, all_sets: int, full_sets: int) -> None:
    moves = table(players, {}, coins=[coins, *[0] * (players - 1)]).moves()
    bought = actions(moves, "spend_coins")
    assert len(bought) == len(set(bought)) == all_sets
    assert sum(len(move.take) == coins for move in bought) == full_sets
    assert len(moves) == all_sets + 5


@pytest.mark.parametrize(
    ("coins", "all_sets", "with_building"), [(3, 57, 0), (4, 135, 0), (5, 283, 0), (6, 548, 4)]
)
def test_what_coins_buy_under_the_option(coins: int, all_sets: int, with_building: int) -> None:
    made = table(4, FIXTURE, any_card=True, street=set(STARTERS), coins=[coins, 0, 0, 0])
    bought = actions(made.moves(), "spend_coins")
    assert len(bought) == all_sets
    assert sum(bool(move.build) for move in bought) == with_building


def test_what_four_goods_can_do() -> None:
    hand = Counter(wood=1, coal=1, clew=1, sheep=1)
    made = table(4, FIXTURE, street=set(STARTERS), hand=[hand, Counter(), Counter(), Counter()])
    made.row["wood"] -= 1
    moves = made.moves()
    trades = actions(moves, "trade")
    assert len(trades) == 492
    assert sum(len(move.give) > 1 for move in trades) == 186
    single = Counter(move.give[0] for move in trades if len(move.give) == 1)
    assert single == {"wood": 5, "coal": 57, "clew": 57, "sheep": 187}
    assert sorted(move.name for move in actions(moves, "produce", "construct")) == sorted(
        [*BASICS, "coal_from_wood", "steak_from_sheep", "cloth_from_clew", "brick_factory"]
    )


def test_what_is_left_for_the_fourth_player() -> None:
    made = table(4, {}, coins=[3, 4, 5, 6], plots=set())
    for text in ("wood wood wood", "wood wood wheat wheat", "wheat clay clay clay stone"):
        made.play(move_of(f"spend_coins take {text}"))
    assert len(made.moves()) == 10
    assert len(actions(made.moves(), "spend_coins")) == 8


# -- scenarios ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scenario", [pytest.param(one, id=f"{file}: {one['name']}") for file, one in scenarios()]
)
def test_the_second_agrees_with_the_scenarios(scenario: Scenario) -> None:
    for seed in range(1 if "chance" in scenario else 3):
        run(scenario, seed)


# -- random games ---------------------------------------------------------------------------------------


def even(chance: random.Random, moves: list[Move]) -> Move:
    """One of the actions, then one of its moves: trades are so many that they would drown the rest."""
    action = chance.choice(sorted({move.action for move in moves}))
    return chance.choice(actions(moves, action))


def eager(chance: random.Random, moves: list[Move]) -> Move:
    """Mostly what brings points or goods beside the main action."""
    best = [move for move in moves if move.action in {"use", "construct"} or move.build]
    return chance.choice(best) if best and chance.random() < 0.8 else even(chance, moves)


Choose = Callable[[random.Random, list[Move]], Move]


def assert_complete(made: Table) -> None:
    """Every card is in one place, and every token."""
    goods = [made.row, made.deck, made.pile, *made.hand]
    for good, card in GOODS.items():
        assert min(place[good] for place in goods) >= 0
        assert sum(place[good] for place in goods) == card["copies"][made.players], good
    places = [made.street, made.plots, made.starters, *made.built]
    assert sorted(name for place in places for name in place) == sorted(BUILDINGS)
    assert all(hand.total() <= 7 for hand in made.hand)
    assert made.unlimited or made.tokens + sum(made.influence) == 12


@pytest.mark.parametrize(
    ("players", "any_card", "unlimited"), [(2, True, True), (3, False, True), (4, False, False)]
)
def test_no_card_is_lost_and_games_end(players: int, any_card: bool, unlimited: bool) -> None:
    chance = random.Random(players)
    made = Table(players, lots(chance.choice), any_card, unlimited)
    made.set_up()
    for _ in range(2000):
        assert_complete(made)
        if made.over:
            break
        moves = made.moves()
        assert len(set(moves)) == len(moves) > 0
        made.play(eager(chance, moves))
    assert made.over
    assert max(made.points()) >= 10 or made.tokens == 0


# -- the engine -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def factory() -> Game:
    game = load(NAME).game
    assert game is not None
    return game


def position(state: State) -> dict[str, Any]:
    seen = state.view(None)["components"]
    assert isinstance(seen, dict)
    return seen


class Seen:
    """Chance for the second table: it turns up what the engine has turned up, and nothing else.

    The last card turned up is the one that makes a row full. So a card of a kind that lies there already, or
    that comes twice, is taken before one that is new.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.table: Table | None = None

    def __call__(self, source: str, possible: Mapping[str, int]) -> str:
        seen, table = position(self.state), self.table
        assert table is not None
        if source == "players":
            return str(seen["first_player"])
        if source == "deck":
            missing = Counter(seen["row"]) - table.row
            cards = sorted(possible, key=lambda good: not (table.row[good] or missing[good] > 1))
        else:
            missing = Counter(set(seen["street"]) - table.street)
            cards = sorted(possible)
        turned_up = [card for card in cards if missing[card] > 0]
        assert turned_up, f"the engine turned up none of {sorted(possible)}"
        return turned_up[0]


def assert_same(state: State, made: Table) -> dict[Move, str]:
    """Same player, same position, same moves; the moves as the engine says them."""
    seen = position(state)
    players = [f"P{p + 1}" for p in range(made.players)]
    assert state.is_over == bool(made.over)
    for name in ("row", "pile"):
        assert +Counter(seen[name]) == +getattr(made, name), name
    for name in ("street", "used") if not made.over else ("street",):
        assert set(seen[name]) == getattr(made, name), name
    assert [+Counter(seen["hand"][p]) for p in players] == [+hand for hand in made.hand]
    assert [set(seen["built"][p]) for p in players] == made.built
    assert [seen["coins"][p] for p in players] == made.coins
    assert [seen["influence"][p] for p in players] == made.influence
    assert made.unlimited or seen["tokens"] == made.tokens
    if made.over:
        return {}
    assert state.to_move == (made.turn + 1,)
    spoken = {move_of(str(move)): str(move) for move in state.legal(made.turn + 1)}
    assert len(spoken) == state.count(made.turn + 1)
    assert set(spoken) == set(made.moves())
    return spoken


def assert_same_end(state: State, made: Table) -> None:
    result = state.result
    assert result is not None
    assert not result.unfinished
    assert result.end == made.over
    assert [result.places[p + 1] for p in range(made.players)] == made.places()


def play_both(game: Game, players: int, options: tuple[bool, bool], seed: int, choose: Choose) -> None:
    """One game by both, decision by decision."""
    any_card, unlimited = options
    chosen = {
        "first_turn_coins": "any_card" if any_card else "basic_only",
        "influence_tokens": "unlimited" if unlimited else "twelve",
    }
    state = game.start(players, seed, chosen, forced="ask").state
    seen = Seen(state)
    made = seen.table = Table(players, seen, any_card, unlimited)
    made.set_up()
    chance = random.Random(seed)
    while True:
        spoken = assert_same(state, made)
        if made.over:
            break
        move = choose(chance, made.moves())
        state = seen.state = state.apply(made.turn + 1, spoken[move])
        made.play(move)
    assert_same_end(state, made)


@needs_the_ruleset
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_agree(factory: Game, players: int, options: tuple[bool, bool]) -> None:
    play_both(factory, players, options, 10 + players, eager)


@needs_the_ruleset
@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
def test_both_agree_in_many_games(factory: Game, options: tuple[bool, bool]) -> None:
    for seed in range(100, 120):
        play_both(factory, 2 + seed % 3, options, seed, eager if seed % 4 else even)
