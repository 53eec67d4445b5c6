"""Yellow & Yangtze a second time, written from the dossier and the document, not from the ruleset.

``legal(position)`` gives the choices of ``decider(position)``, and ``apply`` carries one out in a copy. What
is drawn from the bag comes from outside. Decisions that open facts leave no choice in are passed over
(YY-20): a pagoda to move where only one can, a market without tiles, a chain without an empty river space
beside, a winner without a tie, red tiles to lose when all must go. Asked for all the same are a revolt's
pledges, the support of every player in a war, and the chain of a player without a blue tile.
"""

from typing import assert_never

from tests.differential import yy_second_conflict as conflict
from tests.differential.yy_second_legal import Choice, legal, open_river
from tests.differential.yy_second_map import BOARD, Triangle
from tests.differential.yy_second_position import (
    ACTIONS,
    COLOURS,
    HAND,
    MARKET,
    Act,
    Bag,
    Chance,
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
    Support,
    War,
    clashing,
    clockwise,
    draw,
    free_triangles,
    movable,
    scripted,
    space_of,
    states,
    touching,
)


def apply(position: Position, choice: Choice, chance: Chance | None = None) -> Position:
    """The position after a legal choice; ``chance`` says what is drawn on the way to the next decision."""
    if choice not in legal(position):
        raise ValueError(f"`{choice}` is not legal here")
    after = position.copy()
    settled = carry_out(after, choice, chance or scripted(()))
    if settled and not after.over:
        end_action(after, chance or scripted(()))
    return after


def carry_out(position: Position, choice: Choice, chance: Chance) -> bool:
    """Does what the choice says; whether the action is settled with it."""
    pending = position.pending
    match pending:
        case Act():
            return act(position, choice, chance)
        case OfferPagoda(space=space):
            return no_pagoda(position, space) if len(choice) == 1 else set_pagoda(position, choice[1], space)
        case MovePagoda(target=target, space=space):
            return move_pagoda(position, choice[1], target, space)
        case OfferMarket():
            return take_from_market(position, choice[1:])
        case OfferChain():
            return len(choice) == 1 or place_tile(position, "blue", choice[1])
        case Revolt():
            return conflict.pledge(position, pending, *choice[1:])
        case War():
            return conflict.answer(position, pending, Support(*choice[1:]) if len(choice) > 1 else None)
        case NameWinner(war=war):
            return conflict.win(position, war, choice[1])
        case Lose():
            return conflict.lose_one(position, pending, choice[1])
        case Over():
            return True
        case _:
            assert_never(pending)


# -- actions ----------------------------------------------------------------------------------------------


def act(position: Position, choice: Choice, chance: Chance) -> bool:
    match choice:
        case ("withdraw", colour):
            lift(position, colour)
            return True
        case ("leader", colour, space):
            return place_leader(position, colour, space)
        case ("tile", colour, space):
            return place_tile(position, colour, space)
        case ("riot", paid, space):
            pay(position, "blue", paid)
            conflict.remove_tiles(position, [space])
            return True
        case ("claim", paid, triangle):
            pay(position, "green", paid)
            return set_pagoda(position, triangle, None)
        case ("replace", counts):
            replace_tiles(position, counts, chance)
            return True
        case _:
            raise ValueError(f"`{choice}` is no action")


def lift(position: Position, colour: str) -> None:
    space = space_of(position, Leader(position.active, colour))
    if space is not None:
        del position.leaders[space]


def pay(position: Position, colour: str, tiles: int) -> None:
    position.hands[position.active][colour] -= tiles
    position.discard[colour] += tiles


def place_leader(position: Position, colour: str, space: str) -> bool:
    """A leader is lifted first, then placed; beside one of its colour in the state a revolt follows (R18)."""
    lift(position, colour)
    united = touching(states(position.tiles, position.leaders), space)
    position.leaders[space] = Leader(position.active, colour)
    for state in united:
        if colour in state.colours():
            conflict.begin_revolt(position, space, state)
            return False
    return True


def place_tile(position: Position, colour: str, space: str) -> bool:
    """A war, or else a point and what may follow (2.2). A tile of a chain is placed like the first (R12)."""
    united = touching(states(position.tiles, position.leaders), space)
    position.hands[position.active][colour] -= 1
    position.tiles[space] = colour
    if clashing(united):
        conflict.begin_war(position, space, united)  # no point, no pagoda, nothing else (R11, R20, R27)
        return False
    score_tile(position, space)
    if free_triangles(position, BOARD.triangles_at[space]):
        position.pending = OfferPagoda(space)
        return False
    return no_pagoda(position, space)


def score_tile(position: Position, space: str) -> None:
    """A point of the tile's colour for that colour's leader, else for the black one (R9, R10, G8, G9)."""
    colour = position.tiles[space]
    owners = {
        leader.colour: leader.player
        for state in states(position.tiles, position.leaders)
        if space in state.spaces
        for leader in state.leaders.values()
    }
    owner = owners.get(colour, owners.get("black"))
    if owner is not None:
        position.points[owner][colour] += 1


def no_pagoda(position: Position, space: str) -> bool:
    """A blue tile without a pagoda may be followed by another (2.2.5, G11)."""
    if position.tiles[space] == "blue" and open_river(position, space):
        position.pending = OfferChain(space)
        return False
    return offer_market(position, space)


def offer_market(position: Position, space: str) -> bool:
    """A green tile lets its player take one of the market, whether a pagoda came or not (G11)."""
    if position.tiles[space] == "green" and position.market.total():
        position.pending = OfferMarket()
        return False
    return True


def take_from_market(position: Position, colours: tuple[str, ...]) -> bool:
    for colour in colours:
        position.market[colour] -= 1
        position.hands[position.active][colour] += 1
    return True


def replace_tiles(position: Position, counts: tuple[int, ...], chance: Chance) -> None:
    """All tiles are discarded first, then as many drawn (action E)."""
    hand = position.hands[position.active]
    for colour, count in zip(COLOURS, counts, strict=True):
        pay(position, colour, count)
    fill(position, hand, hand.total() + sum(counts), chance)


# -- pagodas ----------------------------------------------------------------------------------------------


def set_pagoda(position: Position, target: Triangle, space: str | None) -> bool:
    """From the supply, or one of the same colour moves (2.6); ``space`` is that of the tile just placed."""
    colour = position.tiles[target[0]]
    candidates = movable(position, colour)
    if len(candidates) > 1:
        position.pending = MovePagoda(target, space)
        return False
    if candidates:
        return move_pagoda(position, candidates[0], target, space)
    position.pagodas[target] = colour
    return after_pagoda(position, space)


def move_pagoda(position: Position, origin: Triangle, target: Triangle, space: str | None) -> bool:
    position.pagodas[target] = position.pagodas.pop(origin)
    return after_pagoda(position, space)


def after_pagoda(position: Position, space: str | None) -> bool:
    """A pagoda ends a chain (G12), not the market; action D has neither (2.6)."""
    return space is None or offer_market(position, space)


# -- the course of the turn -------------------------------------------------------------------------------


def end_action(position: Position, chance: Chance) -> None:
    """The next action, or the next turn when there is none left or none legal (YY-12)."""
    position.pending = Act()
    position.actions -= 1
    while not position.over and not (position.actions and can_act(position)):
        end_turn(position, chance)


def can_act(position: Position) -> bool:
    return position.hands[position.active].total() > 0 or bool(legal(position))


def end_turn(position: Position, chance: Chance) -> None:
    """Pagodas pay, hands and market are refilled, the next player follows (S3, YY-14)."""
    income(position)
    for player in clockwise(position, position.active):
        fill(position, position.hands[player], HAND, chance)
    fill(position, position.market, MARKET, chance)
    if not position.over:
        position.active = (position.active + 1) % len(position.hands)
        position.actions = ACTIONS


def income(position: Position) -> None:
    """A point for each pagoda of a leader's colour in its state, if the active player owns it (R30, R31)."""
    for state in states(position.tiles, position.leaders):
        for leader in state.leaders.values():
            if leader.player == position.active:
                position.points[leader.player][leader.colour] += sum(
                    colour == leader.colour and triangle[0] in state.spaces
                    for triangle, colour in position.pagodas.items()
                )


def fill(position: Position, bag: Bag, size: int, chance: Chance) -> None:
    """Draws until there are as many; the first draw from an empty bag ends the game (S4)."""
    while not position.over and bag.total() < size:
        draw(position, bag, chance)
