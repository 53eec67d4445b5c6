"""Yellow & Yangtze against its second implementation: whole games, and what follows from composed positions.

The engine draws, and what it drew is handed to the second implementation, in the order in which it was drawn.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from interpreter import State
from interpreter.engine.chance import Odds
from interpreter.engine.events import Drawn, Happening
from interpreter.engine.machine import Engine
from interpreter.engine.names import member_text
from interpreter.engine.state import begin
from interpreter.record.given import slots_given
from tests.differential.yy_second import apply
from tests.differential.yy_second_legal import Choice, legal
from tests.differential.yy_second_map import BOARD, Triangle
from tests.differential.yy_second_position import (
    COLOURS,
    PAGODAS,
    Act,
    Bag,
    Lose,
    MovePagoda,
    NameWinner,
    Options,
    Position,
    Revolt,
    War,
    committed,
    decider,
    scripted,
    start,
)
from tests.differential.yy_second_position import (
    State as Realm,
)
from tests.differential.yy_second_random import composed_position, lively
from tests.differential.yy_second_score import totals, winner
from tests.shipped import shipped_game

OPTIONS = [
    Options(),
    Options(war_losses="strength"),
    Options(war_sides="all_united"),
    Options(war_losses="strength", war_sides="all_united"),
]

RARELY = 0.03
"""How often all actions of a turn are compared in the shorter tests; all other choices always are."""


def chosen(options: Options) -> dict[str, Any]:
    return {name: getattr(options, name) for name in ("short_two_player", "war_losses", "war_sides")}


@cache
def engine_of(players: int, options: Options) -> Engine:
    return shipped_game("yellow-yangtze").engine(players, chosen(options))


# -- the same position in the engine ----------------------------------------------------------------------


def seat(player: int) -> str:
    return f"P{player + 1}"


def named(triangle: Triangle) -> str:
    return "_".join(triangle)


def given_of(position: Position) -> dict[str, Any]:
    """The values of the engine's components; the turn begins with its first action."""
    leaders = {f"{seat(leader.player)}_{leader.colour}": space for space, leader in position.leaders.items()}
    players = range(len(position.hands))
    return {
        "tile": dict(position.tiles),
        "seat": leaders,
        "pagoda": {named(triangle): colour for triangle, colour in position.pagodas.items()},
        "pagodas_left": dict(PAGODAS - Counter(position.pagodas.values())),
        "pouch": dict(+position.bag),
        "market": dict(+position.market),
        "hand": {seat(player): dict(+position.hands[player]) for player in players},
        "gone": dict(+position.discard),
        "gone_unseen": dict(+position.aside),
        "points": {seat(player): dict(+position.points[player]) for player in players},
        "first_player": seat(position.active),
    }


def bags_in(state: State, name: str) -> list[Bag]:
    """What lies in each place of a component that has a number for each colour, hidden or not."""
    base = next(one.slot for one in state.engine.program.components if one.name == name)
    places = state.engine.program.players if name in {"hand", "points"} else 1
    rows = (state.slots[base + at * len(COLOURS) :] for at in range(places))
    return [+Counter(dict(zip(COLOURS, row, strict=False))) for row in rows]


def assert_same_position(state: State, position: Position) -> None:
    """The same lies everywhere, and the same player is to choose."""
    seen: Any = state.view(None)["components"]
    expected = given_of(position)
    for name in ("tile", "seat", "pagoda"):
        assert {key: value for key, value in seen[name].items() if value is not None} == expected[name], name
    for name in ("pagodas_left", "pouch", "market"):
        assert bags_in(state, name) == [Counter(expected[name])], name
    for name in ("hand", "points"):
        assert bags_in(state, name) == [Counter(one) for one in expected[name].values()], name
    out = bags_in(state, "gone")[0] + bags_in(state, "gone_unseen")[0]
    assert out == position.discard + position.aside + committed(position)
    assert state.is_over == position.over
    assert state.to_move == (() if position.over else (decider(position) + 1,))
    broken = state.engine.invariants.first_broken(state.slots)
    assert broken is None


# -- the same choices -------------------------------------------------------------------------------------


def first_space(side: Realm) -> str:
    return min(side.spaces, key=BOARD.place.__getitem__)


def sides_of(position: Position) -> tuple[Realm, ...]:
    match position.pending:
        case War(sides=sides):
            return sides
        case NameWinner(war=war):
            return war.sides
        case _:
            return ()


def said(position: Position, choice: Choice) -> str:
    """A choice as the engine's move."""
    player, sides = seat(decider(position)), sides_of(position)
    match choice:
        case ("withdraw", colour):
            return f"withdraw leader {player}_{colour}"
        case ("leader", colour, space):
            return f"position leader {player}_{colour} space {space}"
        case ("tile", colour, space):
            return f"place hue {colour} space {space}"
        case ("riot", paid, space):
            return f"riot leader_joins {2 - paid} space {space}"
        case ("claim", paid, triangle):
            colour = position.tiles[triangle[0]]
            return f"claim_pagoda leader_joins {2 - paid} hue {colour} triangle {named(triangle)}"
        case ("replace", counts):
            old = Counter(dict(zip(COLOURS, counts, strict=True)))
            return " ".join(["replace old", *old.elements()])
        case ("pagoda", triangle):
            return f"put_up_pagoda triangle {named(triangle)}"
        case ("move", triangle):
            return f"take_down triangle {named(triangle)}"
        case ("market", colour):
            return f"take_market_tile hue {colour}"
        case ("chain", space):
            return f"go_on space {space}"
        case ("pledge", tiles, leader):
            return f"pledge black_tiles {tiles} leader_joins {int(leader)}"
        case ("support", side, tiles, leader):
            space = first_space(sides[side])
            return f"support side {space} red_tiles {tiles} leader_joins {int(leader)}"
        case ("winner", side):
            return f"name_winner side {first_space(sides[side])}"
        case ("lose", space):
            return f"give_up space {space}"
        case ("no_chain",):
            return "stop"
        case _:
            return "nothing"


def assert_same_choices(state: State, position: Position, choices: list[Choice]) -> None:
    """All that may be chosen; neither has a choice twice."""
    found = [str(move) for move in state.legal(decider(position) + 1)]
    expected = [said(position, choice) for choice in choices]
    assert len(found) == len(set(found)) == len(expected)
    assert set(found) == set(expected)


def some_action(rng: random.Random, position: Position) -> Choice:
    """An action that may be legal or not."""
    colour, space = rng.choice(COLOURS), rng.choice(BOARD.spaces)
    near_black = [
        near for at, one in position.tiles.items() if one == "black" for near in BOARD.neighbours[at]
    ]
    match rng.randrange(5):
        case 0:
            return "withdraw", colour
        case 1:
            return "tile", colour, space
        case 2:
            return "riot", rng.randint(1, 2), rng.choice([*position.tiles, space])
        case 3:
            return "replace", tuple(rng.choice((0, 0, 0, 1, 2)) for _ in COLOURS)
        case _:
            return "leader", colour, rng.choice([*near_black, space])


def assert_refused_alike(rng: random.Random, state: State, position: Position, choices: set[Choice]) -> None:
    for _ in range(4):
        choice = some_action(rng, position)
        if choice[0] != "replace" or sum(choice[1]):
            refusal = state.refusal(decider(position) + 1, said(position, choice))
            assert (refusal is None) == (choice in choices), (choice, refusal)


# -- both together ----------------------------------------------------------------------------------------


def drawn_in(state: State, trail: tuple[Happening, ...]) -> list[str]:
    """The colours that were drawn on the way to a state."""
    domains = state.engine.program.domains
    names = [member_text(domains[one.domain], one.index) for one in trail if isinstance(one, Drawn)]
    return [name for name in names if name in COLOURS]


def follow(
    rng: random.Random, state: State, position: Position, always: bool = False, most: int = 10_000
) -> Iterator[Position]:
    """Each position that both come to, with ``always`` all actions compared at every turn."""

    def chance(odds: Odds) -> int:
        return rng.choices(*zip(*odds.weights, strict=True))[0]  # type: ignore[arg-type]

    for _ in range(most):
        assert_same_position(state, position)
        yield position
        if position.over:
            assert_same_end(state, position)
            return
        choices = legal(position)
        if not isinstance(position.pending, Act) or always or rng.random() < RARELY:
            assert_same_choices(state, position, choices)
        elif isinstance(position.pending, Act):
            assert_refused_alike(rng, state, position, set(choices))
        choice = lively(position, rng)
        state = state.apply(decider(position) + 1, said(position, choice), chance)
        position = apply(position, choice, scripted(drawn_in(state, state.trail)))


def assert_same_end(state: State, position: Position) -> None:
    """The same player has won, or nobody; the totals that decide are the same."""
    result, best = state.result, winner(position)
    assert result is not None
    assert not result.unfinished
    assert result.won == (() if best is None else (best + 1,))
    for player, points in enumerate(position.points):
        assert [value for _, value in result.keys[player + 1]] == [*totals(points), points["yellow"]]


def whole_game(seed: int, players: int, options: Options, always: bool = False) -> Iterator[Position]:
    """From the set-up, which the engine draws, to the end."""
    state = shipped_game("yellow-yangtze").start(players, seed, chosen(options)).state
    drawn = drawn_in(state, state.trail)
    position = start(players, options, scripted(drawn), state.to_move[0] - 1)
    yield from follow(random.Random(seed), state, position, always)


def from_composed(seed: int, players: int, options: Options, always: bool = False) -> Iterator[Position]:
    """Some decisions from a position strewn with small states on."""
    rng = random.Random(seed)
    position = composed_position(rng, players, options)
    engine = engine_of(players, options)
    slots = slots_given(engine.program, engine.layout.start, given_of(position))
    yield from follow(rng, begin(engine, slots, seed=seed), position, always, most=25)


def what_happened(positions: Iterator[Position]) -> Counter[str]:
    """Which decisions came up; wars by the number of their sides."""
    found: Counter[str] = Counter()
    for position in positions:
        pending = position.pending
        name = type(pending).__name__
        if not isinstance(pending, War):
            found[name] += 1
        elif not pending.answers:
            found[f"War of {len(pending.sides)}"] += 1
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players: int) -> None:
    happened = what_happened(whole_game(players, players, OPTIONS[players - 1]))
    assert happened["Over"] == 1
    assert happened["Revolt"]


def test_the_short_game() -> None:
    short = Options(short_two_player=True)
    first = next(whole_game(3, 2, short))
    assert (first.bag.total(), first.aside.total()) == (89, 24)
    assert what_happened(whole_game(3, 2, short))["Over"] == 1


@pytest.mark.parametrize("options", OPTIONS)
def test_composed_positions(options: Options) -> None:
    happened: Counter[str] = Counter()
    for seed in range(12):
        happened += what_happened(from_composed(seed, 2 + seed % 3, options))
    assert happened.keys() >= {"War of 2", "War of 3", Revolt.__name__}


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
def test_many_games_and_positions(options: Options) -> None:
    happened: Counter[str] = Counter()
    for seed, players in product(range(3), (2, 3, 4)):
        happened += what_happened(whole_game(100 + seed, players, options))
    for seed in range(1000, 1150):
        happened += what_happened(from_composed(seed, 2 + seed % 3, options, always=seed % 5 == 0))
    assert happened.keys() >= {
        "War of 2",
        "War of 3",
        NameWinner.__name__,
        Lose.__name__,
        MovePagoda.__name__,
    }


def test_bags_are_told_apart() -> None:
    """The comparison itself: a tile more in a hand is seen."""
    position = composed_position(random.Random(1), 2, Options())
    engine = engine_of(2, Options())
    state = begin(engine, slots_given(engine.program, engine.layout.start, given_of(position)), seed=1)
    assert_same_position(state, position)
    more: Bag = position.hands[0]
    more["red"] += 1
    with pytest.raises(AssertionError, match="hand"):
        assert_same_position(state, position)
