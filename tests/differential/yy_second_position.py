"""Where a game of the second Yellow & Yangtze stands, and what can be read off it.

Numbers such as R9, G13 or YY-6 are those of the dossier that ``rulesets/yellow-yangtze`` follows as well.
Everything here is open to the program, hidden or not to the players.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal, NamedTuple

from tests.differential.yy_second_map import BOARD, Triangle

COLOURS = ("black", "red", "blue", "green", "yellow")
TILES = Counter(black=42, red=36, blue=24, green=24, yellow=12)  # 138 tiles, section 1
PAGODAS = Counter(black=2, red=2, blue=2, green=2, yellow=1)
HAND = MARKET = 6
ACTIONS = 2
SHORTER = 24
"""How many tiles two players may take out unseen."""

Bag = Counter[str]
Chance = Callable[[Bag], str]
"""Says which colour is drawn from a bag that is not empty."""


@dataclass(frozen=True)
class Options:
    """The options of section 2.7; the modules of 2.8 are out of scope (YY-M2)."""

    short_two_player: bool = False
    war_losses: Literal["tiles", "strength"] = "tiles"
    war_sides: Literal["conflicting", "all_united"] = "conflicting"


class Leader(NamedTuple):
    """A leader on the board."""

    player: int
    colour: str


@dataclass(frozen=True)
class State:
    """A group with a leader: its spaces, with tiles and leaders, and the leaders by their spaces."""

    spaces: frozenset[str]
    leaders: Mapping[str, Leader]

    def colours(self) -> list[str]:
        return [leader.colour for leader in self.leaders.values()]


# -- decisions that are pending: each says all that is needed to go on ------------------------------------


@dataclass(frozen=True)
class Act:
    """The active player chooses an action."""


@dataclass(frozen=True)
class OfferPagoda:
    """The active player may set a pagoda on a triangle of the tile that was just placed."""

    space: str


@dataclass(frozen=True)
class MovePagoda:
    """The active player says which pagoda moves to ``target``; ``space`` is that of a tile just placed."""

    target: Triangle
    space: str | None


@dataclass(frozen=True)
class OfferMarket:
    """The active player may take a tile of the market."""


@dataclass(frozen=True)
class OfferChain:
    """The active player may place another blue tile beside this one."""

    space: str


@dataclass(frozen=True)
class Revolt:
    """Two leaders, by their spaces, and what the attacker has pledged: tiles, and one more for a leader."""

    attacker: str
    defender: str
    attack: tuple[int, bool] | None = None


class Support(NamedTuple):
    """What a player adds to a side of a war."""

    side: int
    tiles: int
    leader: bool


@dataclass(frozen=True)
class War:
    """The sides in the order of the board, as they were before the tile at ``space``.

    ``conflicting`` are the spaces of each side's leaders that meet one of their colour; ``answers`` what the
    players have said so far, in their order.
    """

    space: str
    sides: tuple[State, ...]
    conflicting: tuple[tuple[str, ...], ...]
    answers: tuple[Support | None, ...] = ()

    def supports(self, side: int) -> list[Support]:
        return [answer for answer in self.answers if answer and answer.side == side]

    def committed(self, side: int) -> int:
        return sum(support.tiles for support in self.supports(side))


@dataclass(frozen=True)
class NameWinner:
    """The active player names the winner among the sides that are equal."""

    war: War
    tied: tuple[int, ...]


@dataclass(frozen=True)
class Lose:
    """The active player takes ``more`` red tiles off the winning side, one by one."""

    side: State
    more: int


@dataclass(frozen=True)
class Over:
    """The game has ended."""


Pending = Act | OfferPagoda | MovePagoda | OfferMarket | OfferChain | Revolt | War | NameWinner | Lose | Over


# -- the position -----------------------------------------------------------------------------------------


@dataclass
class Position:
    """All that is state. Players are numbered from 0, clockwise; pagodas stand by their triangles."""

    options: Options
    tiles: dict[str, str]
    leaders: dict[str, Leader]
    pagodas: dict[Triangle, str]
    bag: Bag
    market: Bag
    hands: list[Bag]
    points: list[Counter[str]]
    active: int = 0
    actions: int = ACTIONS
    pending: Pending = field(default_factory=Act)
    aside: Bag = field(default_factory=Counter)
    """The tiles that the short game leaves out."""
    discard: Bag = field(default_factory=Counter)

    def copy(self) -> "Position":
        return replace(
            self,
            tiles=dict(self.tiles),
            leaders=dict(self.leaders),
            pagodas=dict(self.pagodas),
            bag=self.bag.copy(),
            market=self.market.copy(),
            hands=[hand.copy() for hand in self.hands],
            points=[points.copy() for points in self.points],
            discard=self.discard.copy(),
        )

    @property
    def over(self) -> bool:
        return isinstance(self.pending, Over)


def clockwise(position: Position, first: int) -> Iterator[int]:
    players = len(position.hands)
    return ((first + step) % players for step in range(players))


def decider(position: Position) -> int:
    """Who has to choose. In a war all are asked, the active player last; in a revolt the attacker first."""
    match position.pending:
        case War(answers=answers):
            return (position.active + 1 + len(answers)) % len(position.hands)
        case Revolt(defender=space, attack=attack) if attack is not None:
            return position.leaders[space].player
        case _:
            return position.active


def committed(position: Position) -> Bag:
    """The tiles that lie before the players in a conflict that is not settled."""
    match position.pending:
        case Revolt(attack=attack) if attack is not None:
            return Counter(black=attack[0])
        case War() as war:
            return Counter(red=sum(answer.tiles for answer in war.answers if answer))
        case NameWinner(war=war):
            return Counter(red=sum(answer.tiles for answer in war.answers if answer))
        case _:
            return Counter()


def all_tiles(position: Position) -> Bag:
    """Every tile, wherever it lies: 138 at all times."""
    piles = [position.bag, position.market, position.aside, position.discard, committed(position)]
    return sum([*piles, *position.hands], Counter(position.tiles.values()))


def off_board(position: Position, player: int, colour: str) -> bool:
    return Leader(player, colour) not in position.leaders.values()


def space_of(position: Position, leader: Leader) -> str | None:
    return next((space for space, other in position.leaders.items() if other == leader), None)


def is_empty(position: Position, space: str) -> bool:
    """Neither a tile nor a leader is there (G13)."""
    return space not in position.tiles and space not in position.leaders


def suits(colour: str, space: str) -> bool:
    """Blue on rivers only, all other colours on land only (2.2.1)."""
    return (colour == "blue") == (space in BOARD.rivers)


def in_order(spaces: Iterable[str]) -> list[str]:
    return sorted(spaces, key=BOARD.place.__getitem__)


def black_beside(position: Position, space: str) -> int:
    return sum(position.tiles.get(near) == "black" for near in BOARD.neighbours[space])


def states(tiles: Mapping[str, str], leaders: Mapping[str, Leader]) -> list[State]:
    """The groups with a leader, in the order of the board; leaders link as tiles do."""
    found: list[State] = []
    seen: set[str] = set()
    for space in leaders:
        if space not in seen:
            group = linked(tiles, leaders, space)
            seen |= group
            found.append(State(frozenset(group), {at: leaders[at] for at in leaders if at in group}))
    return sorted(found, key=lambda state: min(map(BOARD.place.__getitem__, state.spaces)))


def linked(tiles: Mapping[str, str], leaders: Mapping[str, Leader], start: str) -> set[str]:
    group, todo = {start}, [start]
    while todo:
        for near in BOARD.neighbours[todo.pop()]:
            if near not in group and (near in tiles or near in leaders):
                group.add(near)
                todo.append(near)
    return group


def touching(among: Iterable[State], space: str) -> list[State]:
    """The states beside a space: what section 2 calls U."""
    return [state for state in among if not state.spaces.isdisjoint(BOARD.neighbours[space])]


def clashing(united: Iterable[State]) -> set[str]:
    """The colours that occur more than once among the leaders of these states."""
    count = Counter(chain.from_iterable(state.colours() for state in united))
    return {colour for colour, leaders in count.items() if leaders > 1}


def red_tiles(position: Position, side: State) -> list[str]:
    return in_order(space for space in side.spaces if position.tiles.get(space) == "red")


def supporting(position: Position) -> set[str]:
    """The spaces under pagodas."""
    return set(chain.from_iterable(position.pagodas))


def free_triangles(position: Position, among: Iterable[Triangle]) -> list[Triangle]:
    """Triangles of one colour, none of whose tiles supports a pagoda (R28, G14, YY-19)."""
    taken, tiles = supporting(position), position.tiles
    return [
        triangle
        for triangle in among
        if tiles.get(triangle[0]) is not None
        and tiles[triangle[0]] == tiles.get(triangle[1]) == tiles.get(triangle[2])
        and taken.isdisjoint(triangle)
    ]


def movable(position: Position, colour: str) -> list[Triangle]:
    """Whose pagoda may move when one of this colour is placed; none while the supply has one (G23)."""
    standing = [triangle for triangle, other in position.pagodas.items() if other == colour]
    return sorted(standing, key=triangle_order) if len(standing) == PAGODAS[colour] else []


def triangle_order(triangle: Triangle) -> list[int]:
    return [BOARD.place[space] for space in triangle]


# -- the bag ----------------------------------------------------------------------------------------------


def scripted(colours: Iterable[str]) -> Chance:
    """Draws these colours one after the other."""
    script = iter(colours)

    def next_colour(bag: Bag) -> str:
        colour = next(script, None)
        if colour is None:
            raise ValueError("the script has no colour left for a draw")
        return colour

    return next_colour


def drawn_by(rng: random.Random) -> Chance:
    """Draws each tile of the bag with equal chance."""
    return lambda bag: rng.choices(COLOURS, [bag[colour] for colour in COLOURS])[0]


def draw(position: Position, into: Bag, chance: Chance) -> None:
    """One tile goes from the bag to a hand, the market or aside; with an empty bag the game is over (S4)."""
    if not position.bag.total():
        position.pending = Over()
        return
    colour = chance(position.bag)
    if not position.bag[colour]:
        raise ValueError(f"`{colour}` is drawn, but the bag holds no such tile")
    position.bag[colour] -= 1
    into[colour] += 1


def start(players: int, options: Options, chance: Chance, first: int = 0) -> Position:
    """The set-up (S1). What is drawn: tiles left out, then the hands from player 0 on, then the market."""
    if not 2 <= players <= 4:
        raise ValueError(f"`{players}` players: the game is for 2 to 4")
    if options.short_two_player and players != 2:
        raise ValueError("`short_two_player` is for two players only")
    tiles = dict.fromkeys(BOARD.capitals.values(), "black")
    hands, points = ([Counter[str]() for _ in range(players)] for _ in range(2))
    bag = TILES - Counter(tiles.values())
    position = Position(options, tiles, {}, {}, bag, Counter(), hands, points, first)
    targets = [position.aside] * (SHORTER if options.short_two_player else 0)
    targets += [hand for hand in position.hands for _ in range(HAND)] + [position.market] * MARKET
    for target in targets:
        draw(position, target, chance)
    return position
