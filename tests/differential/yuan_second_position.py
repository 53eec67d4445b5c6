"""Yuan a second time: everything that is state, the pieces that go on and off the map, and planning."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import product
from typing import NamedTuple

from tests.differential.yuan_second_map import Land, bits

VILLAGES, CITIES, ARMIES = 18, 14, 9  # each clan's [G3]
TEMPLES, RAMPARTS = 18, 24  # in common, of one box [R10, R11]; two boxes hold twice as many [G37]
BOX = ("mu", "suhey", "weyu", "xiangi")
CLANS = (*BOX, "second1", "second2", "second3", "second4")
"""In the order of G39; those of the second box have no powers [G27]."""
BASE_COST = (0, 0, 4, 7)  # by level; 0 stands for no action [R62]
MOST_ARMIES = 3  # in a province at the end of a turn [R54]
ERUPTIONS = frozenset((5, 9, 13))  # turns at whose end volcanoes erupt [R145]
WHEEL = (8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1)  # [G6]


@dataclass(frozen=True)
class Options:
    """What the players agree on before the game, as it is if nothing is said."""

    clan_powers: bool = False
    volcanoes: bool = False
    rampart_absorbs: bool = False
    """The defence of a fortification costs the attacker as many armies [G16]."""
    temples_first: bool = False
    """Among several who reach the number, the most temples win [G22]."""
    mu_replaces: bool = False
    """Mu wins by its own condition only [G24]."""
    mu_temple_adds_two: bool = False
    """A temple counts two beside its province [G24]."""
    opposite_only: bool = False
    """"Between two mountains" means on opposite sides [G26]."""
    stone_protects_all: bool = False
    """An indestructible City protects provinces of every clan [G38]."""
    wheel: tuple[int, ...] = WHEEL


class Board(NamedTuple):
    """A clan's board: temples and production, as set at the last upgrade [R132]."""

    temples: int = 0
    rice: int = 0
    forest: int = 0
    mine: int = 0


NO_BOARD = Board()


@dataclass(slots=True)
class Clan:
    """One clan: its Chao, its stock and its board."""

    name: str
    chao: int
    villages: int = VILLAGES
    cities: int = CITIES
    armies: int = ARMIES
    board: Board = NO_BOARD


@dataclass(slots=True)
class Position:
    """The table between two turns. Lists have an entry for each province; a clan is its index in ``clans``.

    A province is free if it has no owner, a village if it is owned without City pieces, doubled with two.
    """

    land: Land = field(compare=False)
    clans: list[Clan]
    owner: list[int | None]
    cities: list[int]
    """City pieces: 0, 1 or 2."""
    ramparts: list[int]
    """0, 1 (wood, fortified) or 2 (indestructible) [R101]."""
    armies: list[int]
    """Of the owner."""
    temple: list[bool]
    temples_left: int = TEMPLES
    ramparts_left: int = RAMPARTS
    turn: int = 1

    def copy(self) -> "Position":
        return Position(
            self.land,
            [replace(clan) for clan in self.clans],
            self.owner.copy(),
            self.cities.copy(),
            self.ramparts.copy(),
            self.armies.copy(),
            self.temple.copy(),
            self.temples_left,
            self.ramparts_left,
            self.turn,
        )

    # -- questions ------------------------------------------------------------------------------------

    def held(self, clan: int | None) -> int:
        """The provinces of a clan; the free ones for None [R55-R57]."""
        return sum(1 << p for p, owner in enumerate(self.owner) if owner == clan)

    def with_city(self) -> int:
        return sum(1 << p for p, cities in enumerate(self.cities) if cities)

    def with_army(self, clan: int) -> int:
        return sum(1 << p for p, n in enumerate(self.armies) if n and self.owner[p] == clan)

    def group_of(self, province: int) -> int:
        """The group that a province belongs to [R60]."""
        return self.land.group(1 << province, self.held(self.owner[province]))

    def has_power(self, clan: int, name: str, options: Options) -> bool:
        return options.clan_powers and self.clans[clan].name == name  # [R39]

    def temples_of(self, clan: int) -> int:
        return sum(self.temple[p] for p in bits(self.held(clan)))

    # -- pieces ---------------------------------------------------------------------------------------

    def place_village(self, clan: int, province: int) -> bool:
        """A Village on a free province, if there is one in stock."""
        if not self.clans[clan].villages:
            return False
        self.clans[clan].villages -= 1
        self.owner[province] = clan
        return True

    def place_conquest(self, clan: int, province: int) -> bool:
        """A Village, without one a City, without both the province stays free [G3, G41]."""
        if self.place_village(clan, province):
            return True
        if not self.clans[clan].cities:
            return False
        self.clans[clan].cities -= 1
        self.owner[province] = clan
        self.cities[province] = 1
        return True

    def urbanize(self, province: int) -> bool:
        """A Village becomes a City; without a City piece it stays a Village [G3]."""
        clan = self._owner_of(province)
        if not clan.cities:
            return False
        clan.cities -= 1
        clan.villages += 1
        self.cities[province] = 1
        return True

    def double(self, province: int) -> None:
        """A second City piece, if there is one; never a third [R96]."""
        clan = self._owner_of(province)
        if self.cities[province] == 1 and clan.cities:
            clan.cities -= 1
            self.cities[province] = 2

    def recruit(self, province: int, most: int) -> None:
        """Armies from stock, fewer if there are not enough [R111]."""
        clan = self._owner_of(province)
        joining = min(most, clan.armies)
        clan.armies -= joining
        self.armies[province] += joining

    def clear(self, province: int) -> None:
        """Every piece but the temple returns to stock; the province is free [R121, G17]."""
        clan = self._owner_of(province)
        clan.armies += self.armies[province]
        clan.cities += self.cities[province]
        clan.villages += not self.cities[province]
        self.ramparts_left += self.ramparts[province]
        self.owner[province] = None
        self.armies[province] = self.cities[province] = self.ramparts[province] = 0

    def trim(self, province: int) -> int:
        """Armies above three return to stock [R106, R133]; the number of them."""
        surplus = max(0, self.armies[province] - MOST_ARMIES)
        if surplus:
            self.armies[province] = MOST_ARMIES
            self._owner_of(province).armies += surplus
        return surplus

    def _owner_of(self, province: int) -> Clan:
        owner = self.owner[province]
        if owner is None:
            raise ValueError(f"{self.land.names[province]} is free")
        return self.clans[owner]

    # -- clan boards ----------------------------------------------------------------------------------

    def set_boards(self, options: Options) -> None:
        """Temples and production of every clan as they are now [R132]."""
        land = self.land
        made = [{"R": 0, "F": 0, "M": 0, "H": 0, "temples": 0} for _ in self.clans]
        for p, owner in enumerate(self.owner):
            if owner is not None:
                doubled = 2 if self.cities[p] == 2 else 1  # [R51]
                volcanic = 2 if options.volcanoes and land.volcanic >> p & 1 else 1  # [R144]
                made[owner][land.terrain[p]] += doubled * volcanic
                made[owner]["temples"] += self.temple[p]
        for clan, sums in zip(self.clans, made, strict=True):
            clan.board = Board(sums["temples"], sums["R"], sums["F"], sums["M"])


# -- planning (II) ------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """A program: one target and the levels 1 to 3 of its actions, 0 for none [R71-R73]. Passing is None."""

    target: int
    dev: int = 0
    fort: int = 0
    mil: int = 0


class Aim(Enum):
    """What a target is to the clan that names it [R55-R57]."""

    FREE = "free"
    OWN = "own"
    ENEMY = "enemy"


def aim_of(position: Position, clan: int, province: int) -> Aim:
    owner = position.owner[province]
    if owner is None:
        return Aim.FREE
    return Aim.OWN if owner == clan else Aim.ENEMY


def costs(plan: Plan, board: Board) -> tuple[int, int, int]:
    """What each of the three actions costs: never less than nothing, each by its own resource [R62-R67]."""
    return (
        max(0, BASE_COST[plan.dev] - board.rice),
        max(0, BASE_COST[plan.fort] - board.forest),
        max(0, BASE_COST[plan.mil] - board.mine),
    )


def connected(position: Position, clan: int, province: int, options: Options) -> int:
    """What a clan counts as connected: any lake [R59]; Xiangi at most two Water spaces [R155]."""
    land = position.land
    return (land.short_lake if position.has_power(clan, "xiangi", options) else land.lake)[province]


def in_reach(position: Position, clan: int, target: int, options: Options) -> int:
    """Provinces from which an army of the clan reaches the target [R108, step 4.1]."""
    reach = position.land.near[target] | connected(position, clan, target, options)
    if position.has_power(clan, "weyu", options):
        reach |= position.land.chain[target]  # [R153, G25]
    return reach


def may_settle(position: Position, clan: int, target: int, options: Options) -> bool:
    """Whether Colonization I and II may target the province [R80]; III may go anywhere [R82]."""
    ways = position.land.near[target] | connected(position, clan, target, options)
    return any(position.owner[p] == clan for p in bits(ways))


def may_attack(position: Position, clan: int, target: int, options: Options) -> bool:
    """Whether an army on the map can take part [R113]."""
    reach = in_reach(position, clan, target, options)
    return any(position.owner[p] == clan and position.armies[p] for p in bits(reach))


def fits(position: Position, clan: int, plan: Plan, options: Options) -> bool:
    """Whether the actions fit the target, whatever they cost."""
    target, dev, fort, mil = plan
    match aim_of(position, clan, target):
        case Aim.FREE:
            return dev == 3 or (dev in (1, 2) and may_settle(position, clan, target, options))
        case Aim.OWN:
            return bool(dev or fort or mil)  # [G11, G12]
        case Aim.ENEMY:
            return not dev and bool(mil) and may_attack(position, clan, target, options)  # [R78, R113]


def is_legal(position: Position, clan: int, plan: Plan | None, options: Options) -> bool:
    """Whether a clan may plan this on the public state [II, R64]."""
    if plan is None:
        return True
    if not all(0 <= level <= 3 for level in plan[1:]) or not 0 <= plan.target < position.land.size:
        return False
    affordable = sum(costs(plan, position.clans[clan].board)) <= position.clans[clan].chao
    return affordable and fits(position, clan, plan, options)


Levels = tuple[int, int, int]


def affordable_levels(position: Position, clan: int) -> dict[Aim, list[Levels]]:
    """The levels (dev, fort, mil) that a clan can pay, by what the target is."""
    board, chao = position.clans[clan].board, position.clans[clan].chao
    by_aim: dict[Aim, list[Levels]] = {aim: [] for aim in Aim}
    for dev, fort, mil in product(range(4), repeat=3):
        if (dev or fort or mil) and sum(costs(Plan(0, dev, fort, mil), board)) <= chao:
            by_aim[Aim.OWN].append((dev, fort, mil))
            if dev:
                by_aim[Aim.FREE].append((dev, fort, mil))
            elif mil:
                by_aim[Aim.ENEMY].append((dev, fort, mil))
    return by_aim


def levels_for(
    position: Position, clan: int, target: int, affordable: dict[Aim, list[Levels]], options: Options
) -> list[Levels]:
    """The levels that a clan may program on one target."""
    aim = aim_of(position, clan, target)
    levels = affordable[aim]
    if aim is Aim.FREE and not may_settle(position, clan, target, options):
        return [each for each in levels if each[0] == 3]
    if aim is Aim.ENEMY and not may_attack(position, clan, target, options):
        return []
    return levels


def _programs(position: Position, clan: int, options: Options) -> Iterator[Plan]:
    affordable = affordable_levels(position, clan)
    for target in range(position.land.size):
        for levels in levels_for(position, clan, target, affordable, options):
            yield Plan(target, *levels)


def legal_plans(position: Position, clan: int, options: Options) -> list[Plan | None]:
    """Everything a clan may plan: None (pass, [R74]) and every program, by target and then by levels."""
    return [None, *_programs(position, clan, options)]


Plans = Sequence[Plan | None]
"""What every clan planned, in the order of ``Position.clans``."""
