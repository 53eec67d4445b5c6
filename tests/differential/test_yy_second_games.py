"""Random games of the second Yellow & Yangtze keep what must always hold."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product

import pytest

from tests.differential.yy_second import apply
from tests.differential.yy_second_legal import Choice, legal
from tests.differential.yy_second_map import BOARD
from tests.differential.yy_second_position import (
    PAGODAS,
    TILES,
    Act,
    NameWinner,
    OfferChain,
    OfferMarket,
    OfferPagoda,
    Options,
    Position,
    Revolt,
    War,
    all_tiles,
    drawn_by,
    states,
)
from tests.differential.yy_second_random import composed_position, played_on, random_game, random_position

OPTIONS = [
    Options(),
    Options(war_losses="strength"),
    Options(war_sides="all_united"),
    Options(war_losses="strength", war_sides="all_united"),
]


def check(position: Position) -> None:
    """What holds at every decision."""
    assert all_tiles(position) == TILES
    assert all((colour == "blue") == (space in BOARD.rivers) for space, colour in position.tiles.items())
    assert position.tiles.keys().isdisjoint(position.leaders)
    assert BOARD.rivers.isdisjoint(position.leaders)
    assert len(set(position.leaders.values())) == len(position.leaders)
    for space in position.leaders:
        assert "black" in [position.tiles.get(near) for near in BOARD.neighbours[space]]
    check_pagodas(position)
    if not isinstance(position.pending, Revolt | War | NameWinner):
        for state in states(position.tiles, position.leaders):
            assert len(set(state.colours())) == len(state.leaders)
    assert all(hand.total() <= 6 for hand in position.hands)


def check_pagodas(position: Position) -> None:
    under = [space for triangle in position.pagodas for space in triangle]
    assert len(set(under)) == len(under)
    assert Counter(position.pagodas.values()) <= PAGODAS
    for triangle, colour in position.pagodas.items():
        assert [position.tiles.get(space) for space in triangle] == [colour] * 3


def games(even: bool) -> Iterator[Iterator[tuple[Position, Choice]]]:
    for seed, players in product(range(2), (2, 3, 4)):
        options = OPTIONS[(seed + players) % len(OPTIONS)]
        if players == 2 and seed == 1:
            options = Options(short_two_player=True)
        yield random_game(random.Random(seed), players, options, even)


@pytest.mark.parametrize("even", [False, True])
def test_whole_games_keep_what_must_hold(even: bool) -> None:
    for game in games(even):
        before: Counter[str] = Counter()
        for position, choice in game:
            check(position)
            choices = legal(position)
            assert len(set(choices)) == len(choices)
            assert (choice in choices) != position.over
            gained = sum(position.points, Counter[str]())
            assert gained >= before
            before = gained


def test_composed_positions_and_what_follows_keep_it_too() -> None:
    wars: Counter[int] = Counter()
    for seed in range(24):
        rng = random.Random(seed)
        first = composed_position(rng, 2 + seed % 3, OPTIONS[seed % len(OPTIONS)])
        for position, _ in islice(played_on(rng, first), 40):
            check(position)
            if isinstance(position.pending, War) and not position.pending.answers:
                wars[len(position.pending.sides)] += 1
    assert wars[2] and wars[3]


def test_applying_leaves_the_old_position_alone() -> None:
    for position, choice in random_game(random.Random(5), 3, Options()):
        before = repr(position)
        if choice:
            apply(position, choice, drawn_by(random.Random(1)))
        assert repr(position) == before


def test_random_positions_stand_at_every_kind_of_decision() -> None:
    rng = random.Random(7)
    positions = [random_position(rng, 2 + n % 3, OPTIONS[n % len(OPTIONS)]) for n in range(40)]
    kinds = {type(position.pending) for position in positions}
    assert kinds >= {Act, OfferPagoda, OfferMarket, OfferChain, Revolt, War}
    assert all(legal(position) and not position.over for position in positions)
