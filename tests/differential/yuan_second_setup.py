"""Yuan a second time: set-up. The deal, the free layout, capitals, bidding, clans and scenarios."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tests.differential.yuan_second_map import (
    Land,
    Placed,
    bits,
    free_cells,
    reference_layout,
    set_of,
    tiles_for,
)
from tests.differential.yuan_second_position import (
    BOX,
    CITIES,
    CLANS,
    RAMPARTS,
    TEMPLES,
    Clan,
    Options,
    Position,
)

FREE_CHAO, BIDDING_CHAO = 4, 6  # [R24, R29]
ADJUSTED = {"mu": -2, "suhey": -1}  # [R147, R150, R152, R154]
TIES_BEFORE_CHANCE = 3  # [G9]


@dataclass(frozen=True)
class Scenario:
    """An imposed layout, that of the reference [G28], and perhaps imposed capitals."""

    players: int
    capitals: tuple[str, ...] = ()
    bidding: bool | None = None
    """None where the players may choose."""

    @property
    def layout(self) -> tuple[Placed, ...]:
        return reference_layout(self.players)


SCENARIOS = {
    "river_control": Scenario(4),  # [R157]
    "crossing_the_waters": Scenario(3, ("F3", "H0", "K2"), bidding=True),  # [R158]
    "generalized_conflict": Scenario(5, ("H3", "J0", "L3", "O1", "Q0")),  # [R159]
}


# -- tiles --------------------------------------------------------------------------------------------


def deal(tiles: Sequence[str], players: int) -> list[list[str]]:
    """The hands, one tile at a time from the first player [R18, R19, G7]; ``tiles`` are shuffled already."""
    return [list(tiles[player::players]) for player in range(players)]


def random_layout(rng: Random, players: int) -> tuple[Placed, ...]:
    """A free layout of players who choose at random: tile of the own hand, cell and rotation [R18, G7]."""
    tiles = list(tiles_for(players))
    rng.shuffle(tiles)
    hands = deal(tiles, players)
    layout: tuple[Placed, ...] = ()
    for i in range(len(tiles)):
        hand = hands[i % players]
        tile = hand.pop(rng.randrange(len(hand)))
        layout += (Placed(tile, rng.choice(free_cells(layout)), rng.randrange(6)),)
    return layout


# -- clans and capitals -------------------------------------------------------------------------------


def colours_in_play(rng: Random, players: int) -> tuple[str, ...]:
    """2 to 4 players: so many clans of the box at random; more: all of it and of the second box [G39]."""
    if players > len(BOX):
        return CLANS[:players]
    chosen = rng.sample(BOX, players)
    return tuple(name for name in BOX if name in chosen)


def capital_sites(land: Land, capitals: int) -> int:
    """Where the next City may stand: not next to another, without such a place anywhere free [G8]."""
    everywhere = (1 << land.size) - 1 & ~capitals
    return everywhere & ~land.beside(capitals) or everywhere


def random_capitals(rng: Random, land: Land, count: int) -> list[int]:
    """Provinces for Cities, drawn at random one after another [R28, G9]."""
    capitals: list[int] = []
    for _ in range(count):
        capitals.append(rng.choice(list(bits(capital_sites(land, set_of(capitals))))))
    return capitals


def drawn(rng: Random, colours: Sequence[str]) -> list[str]:
    """The clan of each player, drawn after the Cities stand [R22]."""
    return rng.sample(colours, len(colours))


def start_chao(clan: str, options: Options) -> int:
    """Without bidding: 4, less what a clan with powers pays for them [R24, R25]."""
    return FREE_CHAO + (ADJUSTED.get(clan, 0) if options.clan_powers else 0)


# -- bidding ------------------------------------------------------------------------------------------

Bid = Callable[[int], int]
"""What a player bids when asked, again after a tie."""
Draw = Callable[[Sequence[int]], int]
"""The player whom chance picks out of those tied."""


def sell(bidders: Sequence[int], bid: Bid, draw: Draw) -> tuple[int, int]:
    """One auction: the player who chooses a capital, and the price [R30, R31, R34, R35, G9].

    Everybody in it still owns 6. Those tied for the highest bid go on alone; chance decides when all who
    bid again bid 6, or at the third tie in a row.
    """
    contenders = list(bidders)
    for ties in range(TIES_BEFORE_CHANCE):
        bids = {player: bid(player) for player in contenders}
        if not all(0 <= each <= BIDDING_CHAO for each in bids.values()):
            raise ValueError(f"bids are from 0 to {BIDDING_CHAO}, not {bids}")
        highest = max(bids.values())
        contenders = [player for player in contenders if bids[player] == highest]
        if len(contenders) == 1:
            return contenders[0], highest
        if ties and min(bids.values()) == BIDDING_CHAO:
            break
    return draw(contenders), highest


def auction(
    players: int,
    colours: Sequence[str],
    bid: Bid,
    choose: Callable[[int, Sequence[str]], str],
    draw: Draw,
) -> dict[int, tuple[str, int]]:
    """The clan and the price of every player; the last one takes what is left for nothing [R30-R32, G9]."""
    bought: dict[int, tuple[str, int]] = {}
    waiting, left = list(range(players)), list(colours)
    while len(waiting) > 1:
        winner, price = sell(waiting, bid, draw)
        clan = choose(winner, left)
        left.remove(clan)
        waiting.remove(winner)
        bought[winner] = clan, price
    return bought | {waiting[0]: (left[0], 0)}


# -- the first position -------------------------------------------------------------------------------


def opening(
    land: Land, clans: Sequence[str], capitals: Mapping[str, int], chao: Mapping[str, int], options: Options
) -> Position:
    """Turn 1: a temple on every hill, every capital a City, boards set [R20, R21, 0.6, G10].

    ``clans`` are in seat order. Any distinct provinces may be capitals, so an agreed list can be given [G8].
    """
    if len(set(capitals.values())) != len(clans):
        raise ValueError("each clan needs a capital of its own")
    boxes = 2 if len(clans) > len(BOX) else 1
    position = Position(
        land,
        [Clan(name, chao[name], cities=CITIES - 1) for name in clans],
        [None] * land.size,
        [0] * land.size,
        [0] * land.size,
        [0] * land.size,
        [terrain == "H" for terrain in land.terrain],
        boxes * TEMPLES - land.of("H").bit_count(),
        boxes * RAMPARTS,
    )
    for clan, name in enumerate(clans):
        position.owner[capitals[name]] = clan
        position.cities[capitals[name]] = 1
    position.set_boards(options)
    return position


def paid_opening(
    land: Land, bought: Mapping[int, tuple[str, int]], capitals: Mapping[str, int], options: Options
) -> Position:
    """Turn 1 after bidding: everybody had 6 and paid the price; no adjustment of clans [R29, R31, R36]."""
    clans = [bought[player][0] for player in range(len(bought))]
    return opening(land, clans, capitals, {c: BIDDING_CHAO - price for c, price in bought.values()}, options)


def free_opening(land: Land, clans: Sequence[str], capitals: Mapping[str, int], options: Options) -> Position:
    """Turn 1 without bidding."""
    return opening(land, clans, capitals, {clan: start_chao(clan, options) for clan in clans}, options)
