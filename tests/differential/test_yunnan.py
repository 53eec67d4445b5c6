"""Yunnan against its second implementation: whole games, and rounds from composed positions, move for move.

The engine draws the first order, which is handed to the second implementation. All choices and positions are
compared, at every small step of a journey too. Journeys whose steps come in another order end alike (G34).
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from interpreter import State
from interpreter.engine.machine import Engine
from interpreter.engine.state import begin
from interpreter.record.given import slots_given
from tests.differential.yunnan_second import apply, deciding_player, legal, start
from tests.differential.yunnan_second_board import SPACES, Choice, Options, colours_of
from tests.differential.yunnan_second_position import Position
from tests.differential.yunnan_second_random import Taste, eager_choice, round_start
from tests.differential.yunnan_second_travel import canonical
from tests.shipped import shipped_game

OPTIONS = [
    Options(*switches)
    for switches in product((False, True), (1, 3), (False, True), (False, True), (True, False))
]
"""All of them together, 32."""
PRICES = {5: "five", 7: "seven", 9: "nine", 12: "twelve", 15: "fifteen"}
PIECES = {"bridge": "bridge", "post": "post", "teahouse": "tea_house"}
EVEN = Taste("academy", 1, 1)


def chosen(options: Options) -> dict[str, Any]:
    return {name: getattr(options, name) for name in Options.__slots__}


@cache
def engine_of(players: int, options: Options) -> Engine:
    return shipped_game("yunnan").engine(players, chosen(options))


@cache
def names_of(players: int) -> dict[str, str]:
    """What the engine calls each colour: of two players the first has the first and the third one there,
    but the first two here, which the rules leave open.
    """
    named = dict.fromkeys(colours_of(players))
    return {name: name for name in named} | ({"yellow": "blue", "blue": "yellow"} if players == 2 else {})


# -- the same position ------------------------------------------------------------------------------------


def given_of(position: Position) -> dict[str, Any]:
    """The values of the engine's components between two moves of a round."""
    called = names_of(position.players)
    each = {called[name]: colour for name, colour in position.colours.items()}
    bids: dict[str, dict[str, str | None]] = {}
    for name, colour in each.items():
        for house, price in colour.bids.items():
            bids.setdefault(house, {})[PRICES[price]] = name
    return {
        "round": position.round,
        "column": {called[name]: column for column, name in enumerate(position.columns, 1)},
        "score": {f"P{seat}": score for seat, score in enumerate(position.scores, 1)},
        "coins": {name: colour.coins for name, colour in each.items()},
        "income": {name: colour.income for name, colour in each.items()},
        "pass_level": {name: colour.pass_level for name, colour in each.items()},
        "influence": {name: colour.influence for name, colour in each.items()},
        "horse": {name: colour.horse for name, colour in each.items()},
        "traders": {
            name: {
                "stock": colour.stock["trader"],
                "hand": colour.hand["trader"],
                **{space: colour.traders[space] for space in SPACES},
            }
            for name, colour in each.items()
        },
        "store": {
            name: {PIECES[kind]: colour.stock[kind] for kind in PIECES} for name, colour in each.items()
        },
        "pieces": {
            name: {PIECES[kind]: colour.hand[kind] for kind in PIECES} for name, colour in each.items()
        },
        "bridges": {name: sorted(colour.bridges) for name, colour in each.items()},
        "posts": {name: dict(colour.posts) for name, colour in each.items()},
        "host": {region: name for name, colour in each.items() for region in colour.houses},
        "gifts_left": {"puer": 0, **position.gifts},
        "gifts_of": {name: colour.gifts for name, colour in each.items()},
        "bids": bids,
        "bank": {f"{slot}_desk": called[name] for slot, name in position.bank.items() if name is not None},
        "passed": {name: colour.passed for name, colour in each.items()},
        "recalled": {
            name: dict.fromkeys(colour.returned, True) for name, colour in each.items() if colour.returned
        },
    }


def begun(position: Position) -> State:
    """The engine in that position, at the start of a round."""
    engine = engine_of(position.players, position.options)
    slots = slots_given(engine.program, engine.layout.start, given_of(position))
    return begin(engine, slots, seed=0, forced="ask")


def held(state: State, position: Position) -> dict[str, Any]:
    """What the engine's components hold, as `given_of` says it."""
    found = dict(state.view(None)["components"])
    return {name: plain(found[name]) for name in given_of(position)}


def plain(value: Any) -> Any:
    """A value without what is none, not set or empty; the order of a set means nothing."""
    if isinstance(value, dict):
        kept = {key: plain(one) for key, one in value.items()}
        return {key: one for key, one in kept.items() if one not in (None, False, {}, [])}
    return sorted(value) if isinstance(value, list) else value


def assert_same_position(state: State, position: Position) -> None:
    """The same lies everywhere, the same player chooses for the same colour, and no invariant is broken."""
    expected = {name: plain(value) for name, value in given_of(position).items()}
    found = held(state, position)
    if position.decision == "over":  # what lasts for a round is back at its start
        del expected["passed"], found["passed"]
    assert found == expected
    assert state.is_over == (position.decision == "over")
    player = deciding_player(position)
    assert state.to_move == (() if player is None else (player + 1,))
    decider = position.decider
    assert state.acts_for == ("" if decider is None else names_of(position.players)[decider])
    assert state.engine.invariants.first_broken(state.slots) is None


# -- the same choices -------------------------------------------------------------------------------------


def said(position: Position, choice: Choice) -> tuple[str, ...]:
    """A choice as the engine's moves; to take a tea house is two."""
    match choice:
        case ("place", source, "puer"):
            return (f"to_market from {source}",)
        case ("place", source, "bank", slot):
            return (f"to_bank from {source} desk {slot}_desk",)
        case ("place", _, house, int() as price) if position.acting.passed:
            return (f"come_back house {house} bid {PRICES[price]}",)
        case ("place", source, house, int() as price):
            return (f"to_house from {source} house {house} bid {PRICES[price]}",)
        case ("pass",):
            return ("stand_aside",)
        case ("take", "teahouse"):
            return "fetch piece tea_house", "nothing"
        case ("take", "teahouse", region):
            return "fetch piece tea_house", f"build_tea_house region {region}"
        case ("take", kind):
            return (f"fetch piece {kind}",)
        case ("build", "bridge", site):
            return (f"build_bridge site {site}",)
        case ("build", kind, region):
            return (f"build_{PIECES[str(kind)]} region {region}",)
        case ("move", space, goal):
            return (f"walk from {space} to {goal}",)
        case ("push", region, colour):
            return (f"push region {region} victim {names_of(position.players)[str(colour)]}",)
        case ("convert", points):
            return (f"convert points {points}",)
        case _:
            return ("stop",)


def offered(state: State) -> list[str]:
    """The legal moves of whoever is to choose."""
    return [str(move) for move in state.legal(*state.to_move)]


def assert_same_choices(state: State, position: Position) -> None:
    """All that may be chosen; neither has a choice twice."""
    moves = [said(position, choice) for choice in legal(position)]
    found = offered(state)
    assert len(found) == len(set(found))
    assert set(found) == {first for first, *_ in moves}
    behind = {move for _, *rest in moves for move in rest}
    if behind:
        assert set(offered(made(state, ("fetch piece tea_house",)))) == behind
    assert len(set(moves)) == len(moves)


def made(state: State, moves: tuple[str, ...]) -> State:
    """The state after moves of one player."""
    for move in moves:
        state = state.apply(state.to_move[0], move)
    return state


# -- both together ----------------------------------------------------------------------------------------


def follow(
    rng: random.Random, state: State, position: Position, taste: Taste, rounds: int
) -> Iterator[Choice]:
    """Each choice that both make, to the end of the game or of so many rounds."""
    last = position.round + rounds
    travelling: list[Choice] = []
    before = state, position
    while True:
        assert_same_position(state, position)
        if position.decision == "over":
            assert_same_end(state, position)
            return
        if position.round == last:
            return
        assert_same_choices(state, position)
        choice = eager_choice(rng, position, taste)
        yield choice
        if position.decision == "travel":
            if not travelling:
                before = state, position
            travelling.append(choice)
        state, position = made(state, said(position, choice)), apply(position, choice)
        if choice == ("stop",):
            assert_same_turn(*before, travelling, state)
            travelling = []


def assert_same_turn(state: State, position: Position, steps: list[Choice], after: State) -> None:
    """The turn made in its canonical form comes to the same in both (G34)."""
    for step in canonical(steps):
        state, position = made(state, said(position, step)), apply(position, step)
    assert state.slots == after.slots
    assert state.block == after.block
    assert_same_position(state, position)


def assert_same_end(state: State, position: Position) -> None:
    """The same points, and the same player has won."""
    result = state.result
    assert result is not None and position.result is not None
    assert not result.unfinished
    points = tuple(int(dict(result.keys[player + 1])["points"]) for player in range(position.players))
    assert points == position.result.points
    places = sorted(result.places, key=lambda player: result.places[player])
    assert [player - 1 for player in places] == list(position.result.ranking)
    assert sorted(result.places.values()) == list(range(1, position.players + 1))


def whole_game(seed: int, players: int, options: Options) -> Iterator[Choice]:
    """From the set-up, which the engine draws, to the end."""
    state = shipped_game("yunnan").start(players, seed, chosen(options), forced="ask").state
    columns: Any = state.view(None)["components"]["column"]
    order = tuple(sorted(names_of(players), key=lambda name: columns[names_of(players)[name]]))
    position = start(players, options, lambda _: order)
    yield from follow(random.Random(seed), state, position, EVEN, rounds=1000)


def composed_round(seed: int, players: int, options: Options) -> Iterator[Choice]:
    """A round that begins with pieces strewn at random, played eagerly."""
    rng = random.Random(seed)
    position = round_start(rng, players, options)
    taste = Taste(rng.choice(("customs", "yard")), rng.choice((1, 6, 20)), rng.choice((0, 1, 6)))
    yield from follow(rng, begun(position), position, taste, rounds=1)


def words_of(choices: Iterator[Choice]) -> Counter[str]:
    """How often each kind of choice was made."""
    return Counter(str(choice[0]) for choice in choices)


ALL = {"place", "pass", "take", "build", "move", "push", "stop", "convert"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_composed_rounds(players: int) -> None:
    happened: Counter[str] = Counter()
    for seed in range(4):
        happened += words_of(composed_round(seed, players, OPTIONS[(8 * players + 11 * seed) % len(OPTIONS)]))
    assert happened.keys() == ALL


def test_a_whole_game() -> None:
    assert words_of(whole_game(1, 2, Options())).keys() >= ALL - {"push"}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_games(players: int) -> None:
    happened: Counter[str] = Counter()
    for seed, options in enumerate((Options(), *OPTIONS[players::4])):
        happened += words_of(whole_game(seed, players, options))
    assert happened.keys() == ALL


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_many_composed_rounds(players: int) -> None:
    happened: Counter[str] = Counter()
    for seed in range(120):
        happened += words_of(composed_round(1000 + seed, players, OPTIONS[seed % len(OPTIONS)]))
    assert happened.keys() == ALL
