"""The state of the second Yunnan: everything that is on the table, and who decides what."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Literal

from tests.differential.yunnan_second_board import (
    BANK_SLOTS,
    GIFTS,
    HAND,
    MARKET,
    REGIONS,
    SPACES,
    START_MONEY,
    STOCK,
    Options,
    Order,
    colours_of,
    first_orders,
    gaps,
    owners_of,
)

Chance = Callable[[Sequence[Order]], Order]
"""Picks one of the possible first orders; nothing else in the game is left to chance."""
Decision = Literal["deal", "auction", "yard", "travel", "convert", "over"]
"""2.3: ``auction`` is D1, ``yard`` D2, ``travel`` D3, ``convert`` D4; ``deal`` waits for the first order."""


class IllegalError(ValueError):
    """A choice that is not among the legal ones."""


@dataclass(slots=True)
class Colour:
    """What belongs to one colour. Bridges are named by site, tea houses by region."""

    coins: int = 0
    income: int = 0
    pass_level: int = 2  # R28
    influence: int = 0
    horse: str = "yunnan"  # R32
    gifts: int = 0
    stock: dict[str, int] = field(default_factory=lambda: dict(STOCK))
    hand: dict[str, int] = field(default_factory=lambda: dict(HAND))
    traders: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SPACES, 0))
    posts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(REGIONS, 0))
    bridges: frozenset[str] = frozenset()
    houses: frozenset[str] = frozenset()
    bids: dict[str, int] = field(default_factory=dict)
    """Price on which a trader stands, by building."""
    passed: bool = False
    returned: frozenset[str] = frozenset()
    """Buildings from which a passed colour was outbid; each has its trader waiting in hand (G9)."""

    def copy(self) -> "Colour":
        """An equal colour that shares nothing that can change."""
        twin = Colour.__new__(Colour)
        for name in COLOUR_FIELDS:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, dict) else value)
        return twin


COLOUR_FIELDS = tuple(part.name for part in fields(Colour))


@dataclass(slots=True)
class Turn:
    """What the acting colour of a travel turn has left (G34)."""

    passes: int
    unmoved: dict[str, int]
    """Own traders that have made no journey yet, by space."""
    pushes: dict[str, int]
    """Displacements still open to own traders that ended a journey there, by region (G16)."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end: points of each player, and all players from the winner to the last."""

    points: tuple[int, ...]
    ranking: tuple[int, ...]


@dataclass(slots=True)
class Position:
    """Everything that is state. Players are numbered from 0; ``columns`` are the order tracks (G12)."""

    players: int
    options: Options
    owners: Mapping[str, int]
    colours: dict[str, Colour]
    scores: list[int]
    """One a player: two colours of one player share it (R131)."""
    gifts: dict[str, int]
    columns: Order = ()
    round: int = 1
    bank: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(BANK_SLOTS))
    decision: Decision = "deal"
    decider: str | None = None
    """The colour that decides; nobody before the deal and after the end."""
    turn: Turn | None = None
    result: Result | None = None

    @property
    def acting(self) -> Colour:
        """The pieces of the colour that decides."""
        assert self.decider is not None
        return self.colours[self.decider]

    @property
    def travel_order(self) -> Order:
        """The rightmost column comes first (R70, G12)."""
        return self.columns[::-1]

    def copy(self) -> "Position":
        """An equal position that shares nothing that can change."""
        turn = self.turn and Turn(self.turn.passes, dict(self.turn.unmoved), dict(self.turn.pushes))
        colours = {name: colour.copy() for name, colour in self.colours.items()}
        return Position(
            self.players, self.options, self.owners, colours, list(self.scores), dict(self.gifts),
            self.columns, self.round, dict(self.bank), self.decision, self.decider, turn, self.result,
        )  # fmt: skip

    def await_choice(self, decision: Decision, decider: str | None) -> None:
        """Set who decides what next."""
        self.decision, self.decider = decision, decider


# -- Set-up ----------------------------------------------------------------------------------------------


def new_position(players: int, options: Options) -> Position:
    """A table before the first order is drawn (0.1, 0.3, 0.4, 0.6, 0.7)."""
    if players not in range(2, 6):
        raise ValueError(f"2 to 5 players, not {players}")  # R18
    colours = {name: Colour() for name in colours_of(players)}
    return Position(players, options, owners_of(players), colours, [0] * players, dict(GIFTS))


def deal(position: Position, chance: Chance) -> None:
    """Set the columns as chance tells and pay the start money by column (0.2, 0.5)."""
    orders = first_orders(position.players)
    order = chance(orders)
    if order not in orders:
        raise IllegalError(f"no first order: {order}")
    position.columns = order
    for colour, coins in zip(order, START_MONEY, strict=False):
        position.colours[colour].coins = coins


# -- Questions that several phases ask -------------------------------------------------------------------


def held(colour: Colour) -> frozenset[str]:
    """The regions with a trader or a post of the colour (2B.1, R89)."""
    return frozenset(region for region in REGIONS if colour.traders[region] or colour.posts[region])


def gaps_of(colour: Colour) -> Mapping[str, int]:
    """For each region how many gaps cut it off from the market for this colour (G21)."""
    return gaps(held(colour), colour.bridges)


def has_house(position: Position, region: str) -> bool:
    """Whether the region's one spot for a tea house is taken (R88)."""
    return any(region in colour.houses for colour in position.colours.values())


def traders_total(position: Position, name: str) -> int:
    """All traders of a colour, wherever they are."""
    colour = position.colours[name]
    at_bank = sum(owner == name for owner in position.bank.values())
    placed = sum(colour.traders.values()) + len(colour.bids) + at_bank
    return colour.stock["trader"] + colour.hand["trader"] + placed


def to_market(colour: Colour, count: int) -> None:
    """Add traders to the market."""
    colour.traders[MARKET] += count
