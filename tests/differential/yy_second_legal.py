"""All choices that the second Yellow & Yangtze allows the player who has to decide.

A choice is a plain tuple:

- actions: ``("withdraw", colour)``, ``("leader", colour, space)`` (placed or repositioned),
  ``("tile", colour, space)``, ``("riot", blue tiles paid, space)``,
  ``("claim", green tiles paid, triangle)``, ``("replace", counts in the order of COLOURS)``;
- after a tile: ``("pagoda", triangle)`` or ``("no_pagoda",)``, ``("move", triangle left)``,
  ``("market", colour)`` or ``("no_market",)``, ``("chain", space)`` or ``("no_chain",)``;
- in a revolt: ``("pledge", tiles, leader)``;
- in a war: ``("support", side, tiles, leader)`` or ``("no_support",)``, ``("winner", side)``,
  ``("lose", space)``. Sides are numbered in the order of the board.
"""

from collections.abc import Iterator
from itertools import chain, product
from typing import Any

from tests.differential.yy_second_map import BOARD
from tests.differential.yy_second_position import (
    COLOURS,
    HAND,
    Act,
    Leader,
    Lose,
    MovePagoda,
    NameWinner,
    OfferChain,
    OfferMarket,
    OfferPagoda,
    Over,
    Position,
    Revolt,
    State,
    War,
    clashing,
    decider,
    free_triangles,
    in_order,
    is_empty,
    movable,
    off_board,
    red_tiles,
    states,
    suits,
    touching,
)

Choice = tuple[Any, ...]


def legal(position: Position) -> list[Choice]:
    """Every choice of the player to decide, each once; none when the game is over."""
    match position.pending:
        case Act():
            return list(actions(position))
        case OfferPagoda(space=space):
            free = free_triangles(position, BOARD.triangles_at[space])
            return [("no_pagoda",), *(("pagoda", triangle) for triangle in free)]
        case MovePagoda(target=target):
            return [("move", triangle) for triangle in movable(position, position.tiles[target[0]])]
        case OfferMarket():
            return [("no_market",), *(("market", colour) for colour in COLOURS if position.market[colour])]
        case OfferChain(space=space):
            return [("no_chain",), *(("chain", near) for near in chain_spaces(position, space))]
        case Revolt():
            return [("pledge", *pledge) for pledge in pledges(position, "black")]
        case War(sides=sides):
            supports = [pledge for pledge in pledges(position, "red") if pledge != (0, False)]
            return [
                ("no_support",),
                *(("support", i, *pledge) for i in range(len(sides)) for pledge in supports),
            ]
        case NameWinner(tied=tied):
            return [("winner", side) for side in tied]
        case Lose(side=side):
            return [("lose", space) for space in red_tiles(position, side)]
        case Over():
            return []


def actions(position: Position) -> Iterator[Choice]:
    return chain(
        withdrawals(position),
        leader_moves(position),
        tile_moves(position),
        riots(position),
        claims(position),
        replacements(position),
    )


def withdrawals(position: Position) -> Iterator[Choice]:
    """A leader back before the screen, without further condition (R3)."""
    for colour in COLOURS:
        if not off_board(position, position.active, colour):
            yield "withdraw", colour


def leader_moves(position: Position) -> Iterator[Choice]:
    """Leaders placed or repositioned (R1, R2)."""
    for colour in COLOURS:
        for space, _ in leader_targets(position, colour):
            yield "leader", colour, space


def leader_targets(position: Position, colour: str) -> Iterator[tuple[str, list[State]]]:
    """Where the active player's leader may go, and which states it joins there; it is lifted first (YY-2).

    Empty (not its own space either), no river, beside a black tile (R4 to R6). States may be united, but
    not into a conflict (R7, G3, YY-1); with one state alone there may be a leader of the same colour: a
    revolt (R18).
    """
    leader = Leader(position.active, colour)
    others = {space: other for space, other in position.leaders.items() if other != leader}
    around = states(position.tiles, others)
    for space in beside_black(position):
        if space not in BOARD.rivers and is_empty(position, space):
            united = touching(around, space)
            if len(united) < 2 or not (clashing(united) or holds(united, colour)):
                yield space, united


def beside_black(position: Position) -> list[str]:
    black = [space for space, colour in position.tiles.items() if colour == "black"]
    return in_order({near for space in black for near in BOARD.neighbours[space]})


def holds(united: list[State], colour: str) -> bool:
    """Whether one of the states has a leader of this colour."""
    return any(colour in state.colours() for state in united)


def tile_moves(position: Position) -> Iterator[Choice]:
    """A tile of the hand on any empty space of its terrain (2.2.1)."""
    hand = position.hands[position.active]
    empty = [space for space in BOARD.spaces if is_empty(position, space)]
    for colour in COLOURS:
        if hand[colour]:
            for space in empty:
                if suits(colour, space):
                    yield "tile", colour, space


def payments(position: Position, colour: str) -> list[int]:
    """How many tiles may be paid: two, or one while the leader of the colour is off the board (R14, G22)."""
    player = position.active
    least = 1 if off_board(position, player, colour) else 2
    return list(range(least, min(2, position.hands[player][colour]) + 1))


def riots(position: Position) -> Iterator[Choice]:
    """Any tile of the board may go (R13)."""
    for paid in payments(position, "blue"):
        for space in in_order(position.tiles):
            yield "riot", paid, space


def claims(position: Position) -> Iterator[Choice]:
    """A pagoda on any triangle that is free (R29)."""
    paid_with = payments(position, "green")
    if paid_with:
        free = free_triangles(position, BOARD.triangles)
        for paid in paid_with:
            for triangle in free:
                yield "claim", paid, triangle


def replacements(position: Position) -> Iterator[Choice]:
    """One to six tiles, whatever the bag holds (action E, YY-13)."""
    hand = position.hands[position.active]
    for counts in product(*(range(hand[colour] + 1) for colour in COLOURS)):
        if 1 <= sum(counts) <= HAND:
            yield "replace", counts


def open_river(position: Position, space: str) -> list[str]:
    """Empty river spaces beside a blue tile: if any, the chain is offered whatever the hand (YY-20)."""
    return [near for near in BOARD.neighbours[space] if near in BOARD.rivers and is_empty(position, near)]


def chain_spaces(position: Position, space: str) -> list[str]:
    """Beside the tile placed last, not beside any of the chain (G12)."""
    return open_river(position, space) if position.hands[position.active]["blue"] else []


def pledges(position: Position, colour: str) -> list[tuple[int, bool]]:
    """Any number of tiles of the hand, with the leader of the colour or not if it is off the board."""
    player = decider(position)
    leader = (False, True) if off_board(position, player, colour) else (False,)
    return list(product(range(position.hands[player][colour] + 1), leader))
