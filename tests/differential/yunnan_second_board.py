"""The board of the second Yunnan as data: spaces, road, bridge sites, buildings, tracks and tables.

Numbers in comments are those of the dossier: ``R`` a statement of the document, ``G`` a ruling, a plain
number such as ``1.4`` a paragraph.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations

Choice = tuple[str | int, ...]
"""What a player decides, as a plain tuple that starts with the name of the decision."""
Order = tuple[str, ...]
"""Colours by column, column 1 first."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of 2.4; ``published_gift_value`` is 1 (the document) or 3 (the published game)."""

    advanced: bool = False
    published_gift_value: int = 1
    published_low_bids: bool = False
    published_reentry: bool = False
    return_unconnected: bool = True


# -- 1.1, 1.2: pieces, regions, road ---------------------------------------------------------------------

COLOURS = ("red", "yellow", "blue", "green", "purple")  # R4
KINDS = ("bridge", "post", "teahouse")  # what the yard gives, R68
STOCK = {"trader": 4, "bridge": 2, "post": 2, "teahouse": 2}  # R13-R16, R31, R33
HAND = {"trader": 3, "bridge": 0, "post": 0, "teahouse": 0}  # R31

MARKET = "puer"
REGIONS = ("yunnan", "sichuan", "chamdo", "tibet", "qinghai")
SPACES = (MARKET, *REGIONS)
RANK = {space: rank for rank, space in enumerate(SPACES)}
"""How far along the road a space lies from the market, which is 0 (G2)."""
SITES = {
    "b1": ("yunnan", "chamdo"),
    "b2": ("yunnan", "tibet"),
    "b3": ("chamdo", "qinghai"),
    "b4": ("sichuan", "qinghai"),
}  # R86
GIFTS = {"yunnan": 0, "sichuan": 5, "chamdo": 4, "tibet": 3, "qinghai": 2}  # R37
TRADER_VALUE = {"puer": 3, "yunnan": 6, "sichuan": 9, "chamdo": 12, "tibet": 15, "qinghai": 18}  # R105, R106
POST_VALUE = {"yunnan": 1, "sichuan": 3, "chamdo": 6, "tibet": 10, "qinghai": 15}  # R106
TRANSPORT = 3  # R108

# -- 1.3: buildings, tracks, final table -----------------------------------------------------------------

BUILDINGS = ("academy", "customs", "stable", "dragon_house", "yard")  # also the order of use, G10
LOW = (5, 7)
HIGH = (9, 12, 15)
SLOTS = LOW + HIGH  # R47
BANK_SLOTS = ("left", "right")  # R46
PASS_MAX, INFLUENCE_MAX, HORSE_LAST = 6, 4, "qinghai"  # R65-R67
START_MONEY = (9, 9, 12, 12, 15)  # R35
PASS_POINTS = {2: 0, 3: 1, 4: 4, 5: 9, 6: 16}  # R124
INFLUENCE_POINTS = {0: 0, 1: 1, 2: 4, 3: 9, 4: 16}  # R125
TEAHOUSE_POINTS, COINS_PER_POINT = 12, 3  # R126, R122

# -- 1.4: bank payout ------------------------------------------------------------------------------------

BANK_ROWS = (
    (6, 6, 5), (12, 7, 5), (18, 8, 6), (23, 9, 6), (28, 10, 7), (32, 11, 7), (36, 12, 8), (39, 13, 8),
    (42, 14, 9), (45, 15, 9), (48, 16, 10), (51, 17, 10), (54, 18, 11), (57, 19, 11), (61, 20, 12),
    (65, 21, 12), (69, 22, 13), (74, 23, 13), (79, 24, 14), (85, 25, 14), (91, 26, 15),
)  # fmt: skip
"""R61: the last sum of a row, what the left and what the right bank trader gets."""
BANK_TOP = (27, 15)  # 92 and more


def payout(total: int) -> tuple[int, int]:
    """What the left and the right bank trader get for a sum of all bids (R58, R60, R61; 0 for 0: G4)."""
    if total == 0:
        return 0, 0
    for last, left, right in BANK_ROWS:
        if total <= last:
            return left, right
    return BANK_TOP


# -- Who takes part --------------------------------------------------------------------------------------


def colours_of(players: int) -> Order:
    """The colours in play: one for each player, but four for two players (R21, R131)."""
    return COLOURS[: 4 if players == 2 else players]


def owners_of(players: int) -> dict[str, int]:
    """Who plays each colour: of two players, the first has the first two colours (R131)."""
    return {colour: i // 2 if players == 2 else i for i, colour in enumerate(colours_of(players))}


@cache
def first_orders(players: int) -> tuple[Order, ...]:
    """All first orders, equally likely: any for 3-5 players (0.2), alternating owners for two (R132, G24)."""
    owners = owners_of(players)
    orders = tuple(permutations(colours_of(players)))
    return tuple(order for order in orders if alternates(order, owners)) if players == 2 else orders


def alternates(order: Order, owners: Mapping[str, int]) -> bool:
    """Whether no two neighbours of an order have one owner (R132)."""
    return all(owners[a] != owners[b] for a, b in pairwise(order))


# -- Ways ------------------------------------------------------------------------------------------------


@cache
def neighbours(bridges: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
    """For each space those one border away, along the road or the given own bridges (R77, G2)."""
    edges = [*pairwise(SPACES), *(SITES[site] for site in sorted(bridges))]
    ways: dict[str, list[str]] = {space: [] for space in SPACES}
    for a, b in edges:
        ways[a].append(b)
        ways[b].append(a)
    return {space: tuple(others) for space, others in ways.items()}


@cache
def borders(start: str, horse: str, bridges: frozenset[str]) -> Mapping[str, int]:
    """For each other space within the horse's range the fewest borders on the way to it (R73, R75, G34)."""
    found, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for space in neighbours(bridges)[here]:
            if space not in found and RANK[space] <= RANK[horse]:
                found[space] = found[here] + 1
                edge.append(space)
    return {space: found[space] for space in SPACES if space in found and space != start}


@cache
def gaps(held: frozenset[str], bridges: frozenset[str]) -> Mapping[str, int]:
    """For each region the fewest regions not held that lie between it and the market (G21).

    The region itself is never a gap, so a piece is connected where the number is 0 (R90, R107).
    """
    fewest = {space: 0 if space == MARKET else len(SPACES) for space in SPACES}
    for _ in SPACES:  # as many rounds as spaces: every shortest way has been followed to its end
        for here, others in neighbours(bridges).items():
            toll = 0 if here == MARKET or here in held else 1
            for space in others:
                fewest[space] = min(fewest[space], fewest[here] + toll)
    return {region: fewest[region] for region in REGIONS}


def back_step(region: str) -> str:
    """Where a displaced trader goes: one space back along the road, never over a bridge (R78)."""
    return SPACES[RANK[region] - 1]


def in_range(horse: str) -> tuple[str, ...]:
    """The regions up to and with the horse's (R66)."""
    return REGIONS[: RANK[horse]]
