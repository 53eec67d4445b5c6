"""Random play of the second Yunnan, and varied positions in the middle of a game."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.differential.yunnan_second import apply, legal, start
from tests.differential.yunnan_second_auction import start_auction
from tests.differential.yunnan_second_board import (
    BUILDINGS,
    KINDS,
    REGIONS,
    SITES,
    Choice,
    Options,
    first_orders,
    in_range,
)
from tests.differential.yunnan_second_position import Colour, Position, new_position
from tests.differential.yunnan_second_sale import is_over, return_home
from tests.differential.yunnan_second_travel import pushes

WEIGHTS = {"pass": 4, "stop": 1, "push": 12, "build": 3, "move": 2, "take": 1, "convert": 1, "deal": 1}
"""How likely a choice is beside others in eager play, by its name; placements have their own weights."""


@dataclass(frozen=True, slots=True)
class Taste:
    """What colours like in a round played eagerly: one building, and how much they like the bank."""

    hot: str
    hot_weight: int
    bank_weight: int


def is_reentry(position: Position) -> bool:
    """Whether a colour that has passed was outbid and has its turn (G9)."""
    return position.decision == "auction" and position.acting.passed


def is_full_bank(position: Position) -> bool:
    """Whether both bank slots are taken."""
    return position.decision == "auction" and all(position.bank.values())


def can_push(position: Position) -> bool:
    """Whether the deciding colour may displace somebody."""
    return position.decision == "travel" and any(pushes(position))


WISHES: dict[str, Callable[[Position], bool]] = {
    "auction": lambda position: position.decision == "auction",
    "reentry": is_reentry,
    "full bank": is_full_bank,
    "yard": lambda position: position.decision == "yard",
    "travel": lambda position: position.decision == "travel",
    "push": can_push,
    "convert": lambda position: position.decision == "convert",
}
"""What a random position is to be like."""


def random_game(rng: Random, players: int, options: Options) -> Position:
    """The end of a game in which all legal choices are equally likely."""
    position = start(players, options, rng.choice)
    while choices := legal(position):
        position = apply(position, rng.choice(choices))
    return position


def random_position(rng: Random, players: int, options: Options) -> Position:
    """A position before some decision of some round, varied but one that keeps to all rules.

    The round begins with pieces strewn at random, often crowded on one region, with few gifts left or
    little money; then it is played eagerly: colours fight for one building, use the bank and displace.
    """
    wishes = [wish for wish in WISHES if wish != "reentry" or not options.published_reentry]
    wish = WISHES[rng.choice(wishes)]
    found = None
    while found is None:
        found = played_until(rng, round_start(rng, players, options), wish, rng.randrange(12))
    return found


def played_until(
    rng: Random, position: Position, wish: Callable[[Position], bool], later: int
) -> Position | None:
    """The ``later``-th position of a round that is as wished, or the last if there are fewer, if any is."""
    found, this_round = None, position.round
    taste = Taste(rng.choice(BUILDINGS), rng.choice((1, 6, 20)), rng.choice((0, 1, 6)))
    while position.round == this_round and position.decision != "over":
        if wish(position):
            found, later = position, later - 1
            if later < 0:
                return found
        position = apply(position, eager_choice(rng, position, taste))
    return found


def eager_choice(rng: Random, position: Position, taste: Taste) -> Choice:
    """A choice that favours the taste, and displacement and building over the rest."""
    choices = legal(position)
    return rng.choices(choices, [weight(choice, taste) for choice in choices])[0]


def weight(choice: Choice, taste: Taste) -> int:
    """How likely a choice is beside others."""
    if choice[0] != "place":
        return WEIGHTS[str(choice[0])]
    return {taste.hot: taste.hot_weight, "bank": taste.bank_weight}.get(str(choice[2]), 1)


# -- The start of a round --------------------------------------------------------------------------------


def round_start(rng: Random, players: int, options: Options) -> Position:
    """A round about to begin, with pieces, tracks, money, gifts and points at random."""
    position = new_position(players, options)
    position.columns = rng.choice(first_orders(players))
    position.round = rng.randint(1, 10)
    last = 99 if players == 2 else 79
    position.scores = [rng.randint(-60 if options.advanced else 0, last) for _ in position.scores]
    crowded, richest = rng.choice(REGIONS), rng.choice((10, 25, 60))
    for colour in position.colours.values():
        colour.coins = rng.randint(0, richest)
        colour.pass_level = rng.randint(2, 6)
        colour.influence = rng.choice((0, 0, 1, 1, 2, 3, 4))
        colour.horse = rng.choice(REGIONS)
        strew_pieces(rng, position, colour)
        strew_traders(rng, colour, crowded)
        return_home(colour, options.return_unconnected)
    strew_gifts(rng, position)
    start_auction(position)
    return position


def strew_pieces(rng: Random, position: Position, colour: Colour) -> None:
    """Leave bridges, posts and tea houses in stock, take them into hand or build them in range."""
    within = in_range(colour.horse)
    for kind in KINDS:
        for _ in range(2):
            if rng.random() < 0.7:
                colour.stock[kind] -= 1
                place = rng.choice(within) if kind != "bridge" else rng.choice(tuple(SITES))
                if rng.random() < 0.3 or not put(position, colour, kind, place):
                    colour.hand[kind] += 1


def put(position: Position, colour: Colour, kind: str, place: str) -> bool:
    """Build a piece if the place is free for it, and tell whether it is."""
    within = in_range(colour.horse)
    if kind == "post":
        colour.posts[place] += 1
        return True
    if kind == "bridge":
        free = place not in colour.bridges and all(end in within for end in SITES[place])
        colour.bridges |= {place} if free else set()
        return free
    free = all(place not in other.houses for other in position.colours.values())
    colour.houses |= {place} if free else set()
    return free


def strew_traders(rng: Random, colour: Colour, crowded: str) -> None:
    """Gain some traders from stock and send most of all into regions in range."""
    gained = rng.randint(0, 4)
    colour.stock["trader"] -= gained
    colour.hand["trader"] += gained
    within = in_range(colour.horse)
    for _ in range(colour.hand["trader"]):
        if rng.random() < 0.7:
            favoured = crowded in within and rng.random() < 0.5
            colour.traders[crowded if favoured else rng.choice(within)] += 1
            colour.hand["trader"] -= 1


def strew_gifts(rng: Random, position: Position) -> None:
    """Give gifts to colours one by one, as many as leave the game going on."""
    for _ in range(rng.randint(0, 13)):
        region = rng.choice([region for region in REGIONS if position.gifts[region]])
        position.gifts[region] -= 1
        if is_over(position):
            position.gifts[region] += 1
            return
        position.colours[rng.choice(position.columns)].gifts += 1
