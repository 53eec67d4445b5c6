"""The second Little Factory against the facts of the document, its scenarios, and the engine."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any

import pytest

from interpreter import Game, State
from interpreter.core.ir import Program
from interpreter.engine.events import Drawn, Happening, Taken
from interpreter.engine.names import member_text
from interpreter.record.given import slots_given
from interpreter.record.match import Match
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
    value,
)
from tests.shipped import shipped_game

OPTIONS = tuple(product((False, True), repeat=2))
"""Whether coins buy any card, and whether the tokens have no end."""

ATTEMPTS = 3
"""How many moves, legal or not, are tried at each decision."""

WANTED = {"use", "construct", "done"}
"""Mostly chosen in the shorter test, so that its games are short."""

SMALL, RARELY = 1, 0.03
"""With how many goods in hand all moves are compared in the shorter test; how often they are with more."""


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
    """Mostly a move that brings much, so that the game is short; else one of another sort."""
    if chance.random() < 0.3:
        return even(chance, moves)
    most = max(map(gain, moves))
    return chance.choice([move for move in moves if gain(move) == most])


def gain(move: Move) -> int:
    """What a move brings: the value of goods, and five for each point."""
    if move.action == "produce":
        card = RECIPES[move.name]
        return value([card["product"]]) - value(Counter(card["expend"]).elements())
    if move.action == "construct":
        card = BUILDINGS[move.name]
        return 5 * int(card["vp"]) - value(Counter(card["build"]).elements())
    if move.action == "use":
        card = POWERS[move.name]
        makes = [card["makes"]] if card["makes"] != "none" else []
        return value(makes) - value(Counter(card["expend"]).elements()) + 5 * int(card["earns"])
    return value(move.take) + 5 * sum(int(BUILDINGS[b]["vp"]) for b in move.build) - value(move.give)


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


# -- the engine -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def factory() -> Game:
    return shipped_game("little-factory")


def position(state: State) -> dict[str, Any]:
    seen = state.view(None)["components"]
    assert isinstance(seen, dict)
    return seen


LINES = {
    "starters": "draw player_count + 1 from starters to street",
    "plots": "refill houses",
    "players": "draw 1 from Player to first_player",
}
"""The line of the ruleset that turns up a card, by what the second table draws from."""


class Seen:
    """Chance for the second table: what the engine drew, in the order in which it drew it.

    Each card must come by the line of the ruleset that turns up such cards.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.drawn: list[Drawn] = []

    def add(self, trail: tuple[Happening, ...]) -> None:
        self.drawn += [one for one in trail if isinstance(one, Drawn)]

    def __call__(self, source: str, possible: Mapping[str, int]) -> str:
        assert self.drawn, f"the engine turned up none of {sorted(possible)}"
        one = self.drawn.pop(0)
        card = member_text(self.program.domains[one.domain], one.index)
        assert card in possible
        line = LINES.get(source) or f"refill goods({level(card)})"
        assert one.place is not None and one.place.text.startswith(line), one.place
        return card


def assert_same_position(state: State, made: Table) -> None:
    """Same player, same table. What the decks hold follows, since no card is lost."""
    seen = position(state)
    players = [f"P{p + 1}" for p in range(made.players)]
    assert state.is_over == bool(made.over)
    for name in ("row", "pile"):
        assert +Counter(seen[name]) == +getattr(made, name), name
    for name in ("street", "used"):
        assert set(seen[name]) == getattr(made, name), name
    assert [+Counter(seen["hand"][p]) for p in players] == [+hand for hand in made.hand]
    assert [set(seen["built"][p]) for p in players] == made.built
    assert [seen["coins"][p] for p in players] == made.coins
    assert [seen["influence"][p] for p in players] == made.influence
    assert made.unlimited or seen["tokens"] == made.tokens
    assert seen["first_player"] == players[made.first]
    assert state.to_move == (() if made.over else (made.turn + 1,))
    assert state.engine.invariants.first_broken(state.slots) is None
    assert_complete(made)


def assert_same_moves(state: State, made: Table) -> dict[Move, str]:
    """All legal moves, with how the engine says them; neither has one twice."""
    moves = made.moves()
    said = [str(move) for move in state.legal(made.turn + 1)]
    spoken = {move_of(text): text for text in said}
    assert len(said) == len(spoken) == len(moves)
    assert set(spoken) == set(moves)
    return spoken


def assert_refused_alike(state: State, made: Table, move: Move) -> bool:
    """Whether a move is refused; the engine names one of the reasons that the second table has."""
    faults = made.faults(move)
    refusal = state.refusal(made.turn + 1, str(move))
    assert (refusal is not None) == bool(faults), (str(move), refusal, faults)
    assert refusal is None or refusal.reason in faults, (str(move), refusal, faults)
    return refusal is not None


def assert_same_end(state: State, made: Table) -> None:
    result = state.result
    assert result is not None
    assert not result.unfinished
    assert result.end == made.over
    assert [result.places[p + 1] for p in range(made.players)] == made.places()


def attempt(chance: random.Random, made: Table) -> Move:
    """Some move that may be legal or not, of cards that lie about."""

    def cards(places: Iterable[str], least: int, most: int) -> tuple[str, ...]:
        known = sorted(places)
        return tuple(sorted(chance.choices(known, k=chance.randint(least, most)))) if known else ()

    mine = list(made.hand[made.turn].elements())
    open_goods = list((+made.row).elements())
    match chance.choice(["produce", "construct", "use", "trade", "spend_coins", "swap"]):
        case "produce":
            return Move("produce", chance.choice(sorted(RECIPES)))
        case "construct":
            return Move("construct", chance.choice(sorted(BUILDINGS)))
        case "use":
            return Move("use", chance.choice(sorted(POWERS)))
        case "spend_coins":
            return Move("spend_coins", "", (), cards(open_goods, 0, 5), cards(made.street, 0, 1))
        case "swap":
            return Move("swap", "", cards(mine or GOODS, 1, 1), cards(open_goods, 1, 4))
        case _:
            give, build = cards(mine or GOODS, 1, 3), set(cards(made.street, 0, 2))
            return Move("trade", "", give, cards(open_goods, 0, 3), tuple(sorted(build)))


def by_stages(chance: random.Random, state: State) -> Move:
    """A move put together from what the engine offers for each stage: mostly a building, or its use."""
    player = state.to_move[0]
    while True:
        view = state.stage(player)
        wanted = [value for value in view.values if value in WANTED or view.stage == "build"]
        often = wanted and chance.random() < 0.7
        state = state.choose(player, chance.choice(wanted if often else view.values))
        if state.option < 0:
            return move_of(str(next(one for one in state.trail if isinstance(one, Taken)).move))


def options_of(any_card: bool, unlimited: bool) -> dict[str, str]:
    return {
        "first_turn_coins": "any_card" if any_card else "basic_only",
        "influence_tokens": "unlimited" if unlimited else "twelve",
    }


def follow(
    state: State, made: Table, seen: Seen, chance: random.Random, choose: Choose | None, most: int = 10_000
) -> str:
    """Play on by both, decision by decision, to the end or so many decisions; the name of the end.

    With ``choose`` all legal moves are compared at each decision and it picks one; without it, they are where
    they are few, and now and then elsewhere.
    """
    for _ in range(most):
        made.force()  # the engine takes a move that is the only one by itself
        assert not seen.drawn, "the engine turned up more cards"
        assert_same_position(state, made)
        if made.over:
            assert_same_end(state, made)
            break
        few = made.hand[made.turn].total() <= SMALL or chance.random() < RARELY
        moves = assert_same_moves(state, made) if choose or few else {}
        for _ in range(ATTEMPTS):
            assert_refused_alike(state, made, attempt(chance, made))
        move = choose(chance, list(moves)) if choose else by_stages(chance, state)
        assert not assert_refused_alike(state, made, move)
        state = state.apply(made.turn + 1, str(move))
        seen.add(state.trail)
        made.play(move)
    return made.over


def play_both(game: Game, players: int, options: tuple[bool, bool], seed: int, choose: Choose | None) -> str:
    """One game by both."""
    state = game.start(players, seed, options_of(*options)).state
    seen = Seen(state.engine.program)
    made = Table(players, seen, *options)
    seen.add(state.trail)
    made.set_up()
    return follow(state, made, seen, random.Random(seed), choose)


def dealt(chance: random.Random, players: int, unlimited: bool) -> dict[str, Any]:
    """Any position in which no card is lost and nobody has won: full hands, short decks, few tokens."""
    seats = [f"P{p + 1}" for p in range(players)]
    given: dict[str, Any] = {"row": Counter(), "deck": Counter(), "pile": Counter()}
    given |= {"hand": {p: Counter() for p in seats}, "built": {p: [] for p in seats}}
    spread = 0 if unlimited else chance.choice([2, 9, 11])
    given |= {"street": [], "plots": [], "starters": [], "coins": {p: chance.choice([0, 3]) for p in seats}}
    keen = {name: chance.random() for name in ("row", "deck", "pile", "hand")}  # where goods lie mostly
    for good, card in GOODS.items():
        for _ in range(card["copies"][players]):
            kinds = [one for one in given["row"] if level(one) == card["level"] != 1 and one != good]
            hands = [hand for hand in given["hand"].values() if hand.total() < 7]
            places = [(given["row"], keen["row"])] if len(kinds) < 5 else []
            places += [(chance.choice(hands), keen["hand"])] if hands else []
            if card["level"] > 1:
                places += [(given["deck"], keen["deck"]), (given["pile"], keen["pile"])]
            chance.choices([place for place, _ in places], [0.1 + n for _, n in places])[0][good] += 1
    points: Counter[str] = Counter()
    while points.total() < spread:
        points[chance.choice([p for p in seats if points[p] < 6])] += 1
    given["influence"] = {p: points[p] for p in seats}
    most = chance.randint(2, 9)
    for name in chance.sample(list(BUILDINGS), len(BUILDINGS)):
        p, vp = chance.choice(seats), int(BUILDINGS[name]["vp"])
        if chance.random() < 0.3 and points[p] + vp <= most:
            points[p] += vp
            given["built"][p].append(name)
        else:
            rest = "starters" if name in STARTERS else "plots"
            given["street" if len(given["street"]) < 5 and chance.random() < 0.4 else rest].append(name)
    return given | {
        "tokens": 12 - spread,
        "used": [name for name in given["built"]["P1"] if chance.random() < 0.2],
        "first_player": "P1",
    }


def play_from(game: Game, players: int, options: tuple[bool, bool], seed: int, choose: Choose | None) -> str:
    """A few decisions by both from a position of any kind; the name of the end, if it came."""
    chance = random.Random(seed)
    given = dealt(chance, players, options[1])
    engine = game.engine(players, options_of(*options))
    state = Match(engine, seed, slots=slots_given(engine.program, engine.layout.start, given)).state
    seen = Seen(engine.program)
    made = Table(players, seen, *options, tokens=given["tokens"])
    for name in ("row", "deck", "pile"):
        setattr(made, name, Counter(given[name]))
    for name in ("street", "plots", "starters", "used"):
        setattr(made, name, set(given[name]))
    made.hand = [Counter(hand) for hand in given["hand"].values()]
    made.built = [set(names) for names in given["built"].values()]
    made.coins, made.influence = list(given["coins"].values()), list(given["influence"].values())
    seen.add(state.trail)
    made.go_on()
    return follow(state, made, seen, chance, choose, most=20)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_agree(factory: Game, players: int, options: tuple[bool, bool]) -> None:
    play_both(factory, players, options, 10, None)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_agree_from_any_position(factory: Game, players: int, options: tuple[bool, bool]) -> None:
    for seed in range(40, 44):
        play_from(factory, players, options, seed, None)


def test_positions_lead_to_both_ends(factory: Game) -> None:
    # Four games of ten come to an end in so few decisions, one of ten by the tokens.
    ends = {play_from(factory, 2, (False, False), seed, None) for seed in range(30)}
    assert ends == {"", "ten_points", "the_tokens_are_gone"}


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_agree_in_many_games(factory: Game, players: int, options: tuple[bool, bool]) -> None:
    for seed in range(100, 103):
        play_both(factory, players, options, seed, eager if seed % 3 else even)
    for seed in range(200, 208):
        play_both(factory, players, options, seed, None)
    for seed in range(300, 350):
        play_from(factory, players, options, seed, even if seed % 5 == 0 else None)
