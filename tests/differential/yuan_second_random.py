"""Yuan a second time: varied positions and plans by chance, in which clans often meet.

Every position could lie on a table: pieces on the map and in stock add up, no province has more than
three armies, and boards are set. Groups without a City are among them, as eruptions leave them.
"""

from dataclasses import dataclass
from random import Random

from tests.differential.yuan_second_map import Land, bits, land_of, set_of, spaces_of
from tests.differential.yuan_second_position import (
    ARMIES,
    BOX,
    MOST_ARMIES,
    RAMPARTS,
    TEMPLES,
    VILLAGES,
    Aim,
    Clan,
    Options,
    Plan,
    Position,
    affordable_levels,
    aim_of,
    levels_for,
)
from tests.differential.yuan_second_setup import colours_in_play, drawn, random_layout


def random_land(rng: Random, players: int) -> Land:
    return land_of(spaces_of(random_layout(rng, players)))


def random_position(rng: Random, players: int, options: Options, land: Land | None = None) -> Position:
    """A table in the middle of a game; on a random land unless one is given."""
    land = land or random_land(rng, players)
    boxes = 2 if players > len(BOX) else 1
    position = Position(
        land,
        [Clan(name, rng.choice((0, 2, 4, 7, 11, 20))) for name in drawn(rng, colours_in_play(rng, players))],
        [None] * land.size,
        [0] * land.size,
        [0] * land.size,
        [0] * land.size,
        [False] * land.size,
        boxes * TEMPLES,
        boxes * RAMPARTS,
        rng.randint(1, len(options.wheel)),
    )
    _grow(rng, position)
    for clan in range(players):
        _station(rng, position, clan)
    _wall(rng, position)
    _consecrate(rng, position)
    position.set_boards(options)
    return position


@dataclass
class _Appetite:
    """How many Villages, and how many provinces with Cities, a clan wants."""

    villages: int
    cities: int


def _grow(rng: Random, position: Position) -> None:
    """Clans take turns to settle, mostly beside what they have; some until their stock is almost used up."""
    wants = {
        clan: _Appetite(
            rng.choice((0, 3, 6, 10, VILLAGES - 1, VILLAGES)), rng.choice((0, 1, 1, 2, 3, 4, 7, 14))
        )
        for clan in range(len(position.clans))
    }
    doubling = {clan: rng.choice((0.0, 0.3, 1.0)) for clan in wants}
    free = position.held(None)
    beside = dict.fromkeys(wants, 0)
    while wants and free:
        clan = rng.choice(list(wants))
        near = beside[clan] & free
        site = rng.choice(list(bits(near if near and rng.random() < 0.85 else free)))
        if _settle(rng, position, clan, site, wants[clan], doubling[clan]):
            free &= ~(1 << site)
            beside[clan] |= position.land.near[site]
        else:
            del wants[clan]


def _settle(rng: Random, position: Position, clan: int, site: int, want: _Appetite, doubling: float) -> bool:
    """One more province of a clan, if it wants any and has the pieces."""
    stock = position.clans[clan]
    kinds = ["city"] * (want.cities if stock.cities else 0)
    kinds += ["village"] * (want.villages if stock.villages else 0)
    if not kinds:
        return False
    if rng.choice(kinds) == "village":
        want.villages -= 1
        return position.place_village(clan, site)
    want.cities -= 1
    position.owner[site] = clan
    position.cities[site] = 1
    stock.cities -= 1
    if rng.random() < doubling:
        position.double(site)
    return True


def _station(rng: Random, position: Position, clan: int) -> None:
    """Armies on own provinces, rather at the borders."""
    own = position.held(clan)
    foreign = set_of(p for p, owner in enumerate(position.owner) if owner not in (None, clan))
    border = own & position.land.beside(foreign)
    for _ in range(rng.choice((0, 2, 4, 6, ARMIES, ARMIES))):
        room = [p for p in bits(own) if position.armies[p] < MOST_ARMIES]
        if not room:
            return
        front = [p for p in room if border >> p & 1]
        position.recruit(rng.choice(front if front and rng.random() < 0.7 else room), 1)


def _wall(rng: Random, position: Position) -> None:
    """Ramparts around a share of the Cities, as far as they go."""
    share = rng.choice((0.0, 0.2, 0.5, 0.9))
    cities = [p for p, n in enumerate(position.cities) if n]
    rng.shuffle(cities)
    for p in cities:
        wanted = min(rng.choice((1, 1, 2)), position.ramparts_left) if rng.random() < share else 0
        position.ramparts[p] = wanted
        position.ramparts_left -= wanted


def _consecrate(rng: Random, position: Position) -> None:
    """Temples on all hills and on some other provinces, sometimes on almost as many as there are."""
    land = position.land
    others = [p for p, terrain in enumerate(land.terrain) if terrain != "H"]
    spare = position.temples_left - land.of("H").bit_count()
    built = max(0, rng.choice((0, 1, spare // 2, spare - 1, spare)))
    for p in [*bits(land.of("H")), *rng.sample(others, built)]:
        position.temple[p] = True
        position.temples_left -= 1
    assert position.temples_left >= 0


# -- plans --------------------------------------------------------------------------------------------

_ZEAL = {Aim.FREE: 3, Aim.OWN: 3, Aim.ENEMY: 6}
"""How often each kind of target is wanted."""
_TASTE = (0.25, 0.7, 0.7)
"""For a target named before, one in its group or near it, one in the region that all look at."""


def random_plans(rng: Random, position: Position, options: Options) -> list[Plan | None]:
    """A legal plan for every clan; they prefer attacks, and provinces in which others take an interest."""
    named, around, hot = 0, 0, _within_two(position, 1 << rng.randrange(position.land.size))
    plans: list[Plan | None] = []
    for clan in range(len(position.clans)):
        plan = _random_plan(rng, position, clan, (named, around, hot), options)
        if plan:
            named |= 1 << plan.target
            enemy = aim_of(position, clan, plan.target) is Aim.ENEMY
            around |= position.group_of(plan.target) if enemy else _within_two(position, 1 << plan.target)
        plans.append(plan)
    return plans


def _within_two(position: Position, middle: int) -> int:
    """One province and what lies within two steps of it."""
    near = middle | position.land.beside(middle)
    return near | position.land.beside(near)


def _random_plan(
    rng: Random, position: Position, clan: int, liked: tuple[int, ...], options: Options
) -> Plan | None:
    """One clan's plan; ``liked`` are sets of targets in the order of ``_TASTE``."""
    if rng.random() < 0.05:
        return None
    affordable = affordable_levels(position, clan)
    targets: dict[Aim, list[int]] = {aim: [] for aim in Aim}
    for p in range(position.land.size):
        aim = aim_of(position, clan, p)
        if affordable[aim] and (aim is Aim.OWN or levels_for(position, clan, p, affordable, options)):
            targets[aim].append(p)
    aims = [aim for aim in Aim if targets[aim]]
    if not aims:
        return None
    aim = rng.choices(aims, [_ZEAL[aim] for aim in aims])[0]
    choice = targets[aim]
    for provinces, taste in zip(liked, _TASTE, strict=True):
        near = [p for p in targets[aim] if provinces >> p & 1]
        if near and rng.random() < taste:
            choice = near
            break
    target = rng.choice(choice)
    levels = levels_for(position, clan, target, affordable, options)
    return Plan(target, *rng.choice(levels))
