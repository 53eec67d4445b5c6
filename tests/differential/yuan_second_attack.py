"""Yuan a second time: step 4, Attack.

All attacks are simultaneous: they are decided on the board of the start of the step, then the pieces of
the losers go off the map, then those of the winners go on, and so again for Force 1 and for isolation.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tests.differential.yuan_second_building import urbanize_without_city
from tests.differential.yuan_second_map import Land, bits, set_of
from tests.differential.yuan_second_position import Aim, Position, in_reach
from tests.differential.yuan_second_round import Round


@dataclass
class Force:
    """The armies of one attack: the homes of those on the map, one entry each, ascending; one from stock."""

    clan: int
    target: int
    level: int
    homes: list[int]
    reserve: int

    @property
    def strength(self) -> int:
        return self.reserve + len(self.homes)  # each counts 1 [R115]

    def lose(self, dead: int) -> None:
        """The army from stock dies first, then by ascending province [G16]."""
        from_reserve = min(dead, self.reserve)
        self.reserve -= from_reserve
        del self.homes[: dead - from_reserve]


@dataclass(frozen=True)
class Start:
    """The board at the start of the step: provinces of each clan, and those with a City."""

    held: list[int]
    with_city: int


@dataclass(frozen=True)
class Gain:
    """A province won in battle or by Force 1."""

    clan: int
    loser: int
    province: int


def attack(turn: Round) -> None:
    """The whole of step 4."""
    position = turn.position
    start = Start([position.held(clan) for clan in range(len(position.clans))], position.with_city())
    forces = muster(turn)
    fight_rivals(position, forces)
    winners = [force for force in forces if storm(turn, force)]
    gains = conquer(turn, winners)
    gains += force_one(turn, winners)
    isolate(turn, start, gains)
    urbanize_without_city(position, ((force.clan, force.target) for force in winners))
    go_home(position, [force for force in forces if force not in winners])
    turn.report.failed = {force.clan for force in forces} - set(turn.report.won)


# -- 4.1 to 4.5 ---------------------------------------------------------------------------------------


def muster(turn: Round) -> list[Force]:
    """Every army in reach takes part and leaves its home undefended [R112, R114, 4.2]."""
    position = turn.position
    forces = []
    for clan, plan, aim in turn.planned():
        if aim is not Aim.ENEMY:
            continue
        homes = in_reach(position, clan, plan.target, turn.options) & position.with_army(clan)
        armies = [home for home in bits(homes) for _ in range(position.armies[home])]
        for home in bits(homes):
            position.armies[home] = 0
        reserve = min(1, position.clans[clan].armies) if plan.mil >= 2 else 0  # [R109, R111]
        position.clans[clan].armies -= reserve
        forces.append(Force(clan, plan.target, plan.mil, armies, reserve))
    return forces


def bury(position: Position, force: Force, dead: int) -> None:
    """Dead armies return to their clan's stock."""
    force.lose(dead)
    position.clans[force.clan].armies += dead


def fight_rivals(position: Position, forces: Iterable[Force]) -> None:
    """Rivals on one target meet first: the strongest keeps what it has above the second [R142, G15]."""
    by_target: dict[int, list[Force]] = defaultdict(list)
    for force in forces:
        by_target[force.target].append(force)
    for rivals in by_target.values():
        if len(rivals) > 1:
            second = sorted(force.strength for force in rivals)[-2]
            for force in rivals:
                bury(position, force, min(force.strength, second))


def defence(turn: Round, province: int) -> int:
    """The defence of a fortification, of its surroundings and of Xiangi between mountains [1.5, 4.5]."""
    position, land, options = turn.position, turn.position.land, turn.options
    owner = position.owner[province]
    wood = 2 if position.ramparts[province] == 1 else 0  # [R52]
    stone = any(
        position.ramparts[p] == 2 and (options.stone_protects_all or position.owner[p] == owner)
        for p in bits(land.near[province])
    )  # once, however many there are [R53, G38]
    between = land.between_opposite if options.opposite_only else land.between_two
    xiangi = (
        owner is not None
        and position.has_power(owner, "xiangi", options)
        and between >> province & 1
        and position.armies[province] > 0
    )  # [R156, G26]
    return wood + stone + (2 if xiangi else 0)


def storm(turn: Round, force: Force) -> bool:
    """One clan's armies against the defenders, then against the fortification; whether it succeeds."""
    position, target = turn.position, force.target
    if not force.strength:
        return False
    strength_needed = defence(turn, target)  # an army counts that was there when the combat started [G26]
    defenders = position.armies[target]
    owner = position.owner[target]
    dead = min(force.strength, defenders)  # [R116]
    bury(position, force, dead)
    position.armies[target] -= dead
    if owner is not None:
        position.clans[owner].armies += dead
    success = position.ramparts[target] != 2 and force.strength > strength_needed  # [R99, R117-R119]
    if turn.options.rampart_absorbs:  # [G16]
        bury(position, force, strength_needed if success else force.strength)
    return success


# -- 4.6 and 4.8 --------------------------------------------------------------------------------------


def take(position: Position, wanted: dict[int, int]) -> list[Gain]:
    """First all pieces of the losers return to stock, then the new owners place theirs, ascending [G41]."""
    gains = []
    for province, clan in sorted(wanted.items()):
        loser = position.owner[province]
        assert loser is not None
        gains.append(Gain(clan, loser, province))
        position.clear(province)
    for gain in gains:
        position.place_conquest(gain.clan, gain.province)
    return gains


def conquer(turn: Round, winners: list[Force]) -> list[Gain]:
    """The losers' pieces go, a Village of the winner and its surviving armies stay [R120, R121, R164]."""
    position = turn.position
    gains = take(position, {force.target: force.clan for force in winners})
    for force in winners:
        turn.report.won[force.clan] = force.target
        if position.owner[force.target] == force.clan:
            position.armies[force.target] = force.strength
        else:  # for lack of pieces the province is free [G41]
            position.clans[force.clan].armies += force.strength
    return gains


def force_one(turn: Round, winners: list[Force]) -> list[Gain]:
    """Level III: strength 1 against every enemy beside the conquest, after all main attacks [R110, G18]."""
    position = turn.position
    definitive = {force.target for force in winners}  # for this turn [R164]
    attackers: dict[int, list[int]] = defaultdict(list)
    for force in winners:
        if force.level == 3:
            for p in bits(position.land.near[force.target]):
                if p not in definitive and position.owner[p] not in (None, force.clan):
                    attackers[p].append(force.clan)
    # Two or more on one province cancel.
    fallen = {p: clans[0] for p, clans in attackers.items() if len(clans) == 1 and _falls_to_one(turn, p)}
    gains = take(position, fallen)
    for gain in gains:
        turn.report.forced.setdefault(gain.clan, set()).add(gain.province)
    return gains


def _falls_to_one(turn: Round, province: int) -> bool:
    """An army there dies and the province holds; without any it falls if nothing defends it."""
    position = turn.position
    owner = position.owner[province]
    if position.armies[province] and owner is not None:
        position.armies[province] -= 1
        position.clans[owner].armies += 1
        return False
    return position.ramparts[province] != 2 and defence(turn, province) == 0


# -- 4.9 ----------------------------------------------------------------------------------------------


def cut_off(land: Land, held: int, with_city: int, taken: int) -> int:
    """What is left without a City of the groups that lose ``taken`` [K of 4.9]."""
    touched = land.group(taken, held)
    return set_of(p for part in land.groups(touched & ~taken) if not part & with_city for p in bits(part))


def isolate(turn: Round, start: Start, gains: list[Gain]) -> None:
    """Groups without a City go to the one clan that isolated them or are freed [R122, R166-R175, G19]."""
    fate: dict[int, int | None] = {}
    for loser in sorted({gain.loser for gain in gains}):
        taken: dict[int, int] = defaultdict(int)
        for gain in gains:
            if gain.loser == loser:
                taken[gain.clan] |= 1 << gain.province
        fate |= heirs(turn.position.land, start.held[loser], start.with_city, taken)
    for province in fate:
        turn.position.clear(province)
    for province, heir in sorted(fate.items()):
        if heir is not None:
            turn.position.place_conquest(heir, province)
    turn.report.isolated = fate


def heirs(land: Land, held: int, with_city: int, taken: dict[int, int]) -> dict[int, int | None]:
    """The heir of each isolated province of one clan, None where several or none alone isolated it."""
    every = 0
    for provinces in taken.values():
        every |= provinces
    alone = {clan: cut_off(land, held, with_city, provinces) for clan, provinces in taken.items()}
    fate: dict[int, int | None] = {}
    for province in bits(cut_off(land, held, with_city, every)):
        causes = [clan for clan, isolated in alone.items() if isolated >> province & 1]
        fate[province] = causes[0] if len(causes) == 1 else None  # [R167, R168, R173]
    return fate


# -- 4.7 ----------------------------------------------------------------------------------------------


def go_home(position: Position, beaten: Iterable[Force]) -> None:
    """Survivors of a failed attack go home; those without a home, and the one from stock, to stock [G16]."""
    for force in beaten:
        position.clans[force.clan].armies += force.reserve
        for home in force.homes:
            if position.owner[home] == force.clan:
                position.armies[home] += 1
            else:
                position.clans[force.clan].armies += 1
