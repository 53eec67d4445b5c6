"""Random games and positions of the second Yellow & Yangtze, with many conflicts."""

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from tests.differential.yy_second import apply
from tests.differential.yy_second_legal import Choice, holds, leader_targets, legal
from tests.differential.yy_second_map import BOARD
from tests.differential.yy_second_position import (
    COLOURS,
    PAGODAS,
    Act,
    Leader,
    Options,
    Position,
    State,
    clashing,
    draw,
    drawn_by,
    free_triangles,
    is_empty,
    linked,
    off_board,
    start,
    states,
    suits,
    touching,
)

LONGEST = 200
"""How many decisions lead to a random position at most; a lively game has about as many."""
FURTHER = 30
"""How many decisions are made at most after a position was composed."""

WEIGHTS = {
    "great_war": 60.0,
    "war": 6.0,
    "union": 6.0,
    "triangle": 8.0,
    "revolt": 6.0,
    "post": 6.0,
    "grow": 8.0,
    "near": 4.0,
    "claim": 4.0,
    "riot": 1.0,
    "move": 1.0,
    "replace": 0.5,
    "withdraw": 0.2,
    "far": 0.5,
}
"""How much each sort of action is liked, as far as there is one."""


def lively(position: Position, rng: random.Random) -> Choice:
    """A random choice with a bias to what joins states and leads to conflicts."""
    choices = legal(position)
    if not isinstance(position.pending, Act):
        return rng.choice(choices)
    sorts: defaultdict[str, list[Choice]] = defaultdict(list)
    around = states(position.tiles, position.leaders)
    joined = {space: touching(around, space) for space in BOARD.spaces}
    revolts = set(revolting(position))
    for choice in choices:
        sorts[sort_of(position, choice, joined, revolts)].append(choice)
    names = list(sorts)
    name = rng.choices(names, [WEIGHTS[name] for name in names])[0]
    if name == "grow":
        return rng.choices(sorts[name], [reach(choice[2], joined) ** 4 for choice in sorts[name]])[0]
    return rng.choice(sorts[name])


def reach(space: str, joined: dict[str, list[State]]) -> int:
    """How many states could be joined beside a tile that lets its state grow."""
    (own,) = joined[space]
    others = [joined[near] for near in BOARD.neighbours[space] if near not in own.spaces]
    return 1 + max((len(states) for states in others if own not in states), default=0)


def revolting(position: Position) -> Iterator[Choice]:
    """The leader moves that cause a revolt."""
    for colour in {leader.colour for leader in position.leaders.values()}:
        for space, united in leader_targets(position, colour):
            if any(colour in state.colours() for state in united):
                yield "leader", colour, space


def sort_of(position: Position, choice: Choice, joined: dict[str, list[State]], revolts: set[Choice]) -> str:
    if choice[0] == "leader":
        if choice in revolts:
            return "revolt"
        return "post" if off_board(position, position.active, choice[1]) else "move"
    return tile_sort(position, choice[1], choice[2], joined[choice[2]]) if choice[0] == "tile" else choice[0]


def tile_sort(position: Position, colour: str, space: str, united: list[State]) -> str:
    if len(united) > 1:
        if clashing(united):
            return "war" if len(united) == 2 else "great_war"
        return "union"
    near = [position.tiles.get(other) for other in BOARD.neighbours[space]]
    if near.count(colour) > 1 and completes(position, colour, space):
        return "triangle"
    if united:
        return "grow"
    return "near" if any(near) else "far"


def completes(position: Position, colour: str, space: str) -> bool:
    position.tiles[space] = colour
    free = free_triangles(position, BOARD.triangles_at[space])
    del position.tiles[space]
    return bool(free)


def random_game(
    rng: random.Random, players: int, options: Options, even: bool = False
) -> Iterator[tuple[Position, Choice]]:
    """Each position of a game with the choice that is made, then the last one with an empty choice.

    With ``even`` all choices are equally likely.
    """
    first = start(players, options, drawn_by(rng), rng.randrange(players))
    return played_on(rng, first, even)


def played_on(
    rng: random.Random, position: Position, even: bool = False
) -> Iterator[tuple[Position, Choice]]:
    """The same from any position on."""
    while not position.over:
        choice = rng.choice(legal(position)) if even else lively(position, rng)
        yield position, choice
        position = apply(position, choice, drawn_by(rng))
    yield position, ()


def random_position(rng: random.Random, players: int, options: Options) -> Position:
    """A position that is not over, played from the start or some way on from a composed one."""
    if rng.random() < 0.5:
        return stopped(rng, random_game(rng, players, options), LONGEST)
    return stopped(rng, played_on(rng, composed_position(rng, players, options)), FURTHER)


def stopped(rng: random.Random, game: Iterator[tuple[Position, Choice]], longest: int) -> Position:
    """Some position of the game, with a decision still to make."""
    steps = rng.randrange(longest)
    going = (position for position, choice in game if choice)
    return list(islice(going, steps + 1))[-1]


# -- composed positions -----------------------------------------------------------------------------------


def composed_position(rng: random.Random, players: int, options: Options) -> Position:
    """A position strewn with small states, as play seldom brings them about, so that one tile joins many.

    All that must hold holds: 138 tiles, terrain, leaders beside black tiles, one of a colour in a state.
    """
    position = start(players, options, drawn_by(rng), rng.randrange(players))
    strew_tiles(position, rng, rng.uniform(0.3, 0.8))
    for player in range(players):
        position.points[player].update({colour: rng.randrange(8) for colour in COLOURS})
        post_leaders(position, rng, player)
    set_pagodas(position, rng)
    for _ in range(rng.choice((0, position.bag.total() * 2 // 3, position.bag.total()))):
        draw(position, position.discard, drawn_by(rng))
    position.pending = Act()
    return position


def strew_tiles(position: Position, rng: random.Random, density: float) -> None:
    """Tiles of the bag in small groups, more often than not of the colour of a tile beside them."""
    for space in rng.sample(BOARD.spaces, len(BOARD.spaces)):
        near = [position.tiles[other] for other in BOARD.neighbours[space] if other in position.tiles]
        liked = [*near, *near, "black", *rng.choices(COLOURS, k=2)]
        fitting = [colour for colour in liked if suits(colour, space) and position.bag[colour]]
        if fitting and space not in position.tiles and rng.random() < density * apart(position, space):
            colour = rng.choice(fitting)
            position.bag[colour] -= 1
            position.tiles[space] = colour


def apart(position: Position, space: str) -> float:
    """Spaces that would link groups are mostly left empty."""
    groups = {
        frozenset(linked(position.tiles, position.leaders, near))
        for near in BOARD.neighbours[space]
        if not is_empty(position, near)
    }
    return 1.0 if len(groups) < 2 else 0.1


def post_leaders(position: Position, rng: random.Random, player: int) -> None:
    """Most leaders of a player, where they cause no conflict and rather where they link no groups."""
    active, position.active = position.active, player
    for colour in COLOURS:
        targets = [space for space, united in leader_targets(position, colour) if not holds(united, colour)]
        if targets and rng.random() < 0.8:
            liking = [apart(position, space) ** 2 for space in targets]
            position.leaders[rng.choices(targets, liking)[0]] = Leader(player, colour)
    position.active = active


def set_pagodas(position: Position, rng: random.Random) -> None:
    for triangle in rng.sample(BOARD.triangles, len(BOARD.triangles)):
        colour = position.tiles.get(triangle[0], "")
        supply = PAGODAS[colour] - list(position.pagodas.values()).count(colour)
        if supply and free_triangles(position, [triangle]) and rng.random() < 0.7:
            position.pagodas[triangle] = colour
