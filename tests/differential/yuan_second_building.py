"""Yuan a second time: steps 1, 2, 3 and 5, Development, Fortification and Recruitment."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from tests.differential.yuan_second_map import bits
from tests.differential.yuan_second_position import Aim, Plan, Position
from tests.differential.yuan_second_round import Round

# -- step 1: Development ------------------------------------------------------------------------------


def develop(turn: Round) -> None:
    """Provinces are settled, temples built and robbed for, and new groups get a City [step 1]."""
    colonists = {clan: plan.target for clan, plan, aim in turn.planned() if aim is Aim.FREE}
    settle(turn, colonists, spread_winners(turn, colonists))
    steal(turn, build_temples(turn))
    urbanize_without_city(turn.position, colonists.items())


def spread_claims(turn: Round, colonists: dict[int, int]) -> dict[int, list[int]]:
    """The clans that would spread to each free province, on the board at the start of the step [1.2]."""
    position, land = turn.position, turn.position.land
    free = position.held(None)
    others_targets = set(colonists.values())  # the clan that targeted it has priority [R141]
    claims: dict[int, list[int]] = defaultdict(list)
    for clan, plan, aim in turn.planned():
        if aim is Aim.FREE:  # any Colonization [R80-R82]
            source = 1 << plan.target
        elif aim is Aim.OWN and plan.dev in (1, 2):  # Expansion from the whole group [R84, R85]
            source = position.group_of(plan.target)
        else:
            continue
        for p in bits(land.beside(source) & free):
            if p not in others_targets:
                claims[p].append(clan)
    return claims


def spread_winners(turn: Round, colonists: dict[int, int]) -> dict[int, int]:
    """Who may place a Village on each free province beside the targets; stocks do not matter yet [G41]."""
    winners = {}
    for p, claimants in spread_claims(turn, colonists).items():
        suhey = [clan for clan in claimants if turn.position.has_power(clan, "suhey", turn.options)]
        if len(claimants) == 1:
            winners[p] = claimants[0]
        elif suhey:
            winners[p] = suhey[0]  # [R151, G13]
        else:
            turn.report.contested.add(p)  # nobody [R140]
    return winners


def settle(turn: Round, colonists: dict[int, int], spread: dict[int, int]) -> None:
    """Villages while there are any: the target first, then by ascending number [G3]."""
    wanted = [*((p, clan) for clan, p in colonists.items()), *sorted(spread.items())]
    for p, clan in wanted:
        if turn.position.place_village(clan, p):
            turn.report.settled.setdefault(clan, set()).add(p)


def build_temples(turn: Round) -> dict[int, int]:
    """The temple of each builder; none if there are fewer than builders [R86, G14]."""
    position = turn.position
    builders = {
        clan: plan.target
        for clan, plan, aim in turn.planned()
        if aim is Aim.OWN and plan.dev == 3 and not position.temple[plan.target]
    }
    if len(builders) > position.temples_left:
        return {}
    position.temples_left -= len(builders)
    for target in builders.values():
        position.temple[target] = True
    turn.report.built.update(builders.values())
    return builders


def steal(turn: Round, builders: dict[int, int]) -> None:
    """Each builder robs the clans beside its new temple of 2, all at once and evenly [R86, R160-R162]."""
    position = turn.position
    victims = {
        clan: {position.owner[p] for p in bits(position.land.near[temple])} - {clan, None}
        for clan, temple in builders.items()
    }
    thieves: dict[int, list[int]] = defaultdict(list)
    for thief, robbed in victims.items():
        for victim in robbed:
            if victim is not None and thief not in victims.get(victim, set()):  # not each other [R160]
                thieves[victim].append(thief)
    balance = [clan.chao for clan in position.clans]
    for victim, robbers in thieves.items():
        share = min(2, balance[victim] // len(robbers))  # the same for each, while it works out [R161, R162]
        for thief in robbers:
            position.clans[victim].chao -= share
            position.clans[thief].chao += share
            turn.report.stolen[thief, victim] = share


def urbanize_without_city(position: Position, targets: Iterable[tuple[int, int]]) -> None:
    """The target becomes a City if its clan got it and the group there has none [R87, R124]."""
    for clan, target in targets:
        if position.owner[target] == clan and not position.group_of(target) & position.with_city():
            position.urbanize(target)


# -- steps 2 and 5: Fortification ---------------------------------------------------------------------


def fortify(turn: Round) -> None:
    """Urbanization and Reinforcement of own provinces, whatever they are by now [step 2, G12]."""
    _fortify(turn.position, [(plan.target, plan.fort) for _, plan, _ in _own_by_now(turn)])


def fortify_after_attack(turn: Round) -> None:
    """The same on conquered targets; what was paid comes back where there is no conquest [step 5]."""
    conquered = []
    for clan, plan, aim in turn.planned():
        if aim is not Aim.ENEMY or not plan.fort:
            continue
        if turn.position.owner[plan.target] == clan:
            conquered.append((plan.target, plan.fort))
        else:
            turn.report.refunded[clan] = turn.costs[clan][1]  # the reduced cost [R129, G20]
            turn.position.clans[clan].chao += turn.costs[clan][1]
    _fortify(turn.position, conquered)


def _own_by_now(turn: Round) -> list[tuple[int, Plan, Aim]]:
    """Programs on targets that were free or own and belong to the clan now."""
    return [
        (clan, plan, aim)
        for clan, plan, aim in turn.planned()
        if aim is not Aim.ENEMY and turn.position.owner[plan.target] == clan
    ]


def _fortify(position: Position, works: Sequence[tuple[int, int]]) -> None:
    """All of one step: (target, level). Too few Ramparts for all wishes: nobody gets any [G41]."""
    wishes = {}
    for target, level in works:
        if position.cities[target]:
            wishes[target] = _reinforce(position, target, level)
        else:
            wishes[target] = _urbanize(position, target, level)
        if level == 3:
            position.recruit(target, 1)  # [R93, R98]
    if sum(wishes.values()) <= position.ramparts_left:
        for target, wanted in wishes.items():
            position.ramparts[target] += wanted
            position.ramparts_left -= wanted


def _urbanize(position: Position, target: int, level: int) -> int:
    """A Village becomes a City from level II on [R91-R93]; the number of Ramparts wanted."""
    became = level >= 2 and position.urbanize(target)
    return 1 if became and level == 3 else 0


def _reinforce(position: Position, target: int, level: int) -> int:
    """I and II double a City [R95, R97], III keeps it as it is [R100]; the number of Ramparts wanted."""
    if level in (1, 2):
        position.double(target)
    if level == 2:
        return 1 if position.ramparts[target] == 0 else 0  # [R97]
    return 2 - position.ramparts[target] if level == 3 else 0  # [R101]


# -- step 3: Recruitment ------------------------------------------------------------------------------


def recruit(turn: Round) -> None:
    """Armies for own Cities: one or three; level I is without effect [step 3, R102-R105]."""
    for _, plan, _ in _own_by_now(turn):
        if turn.position.cities[plan.target]:
            turn.position.recruit(plan.target, (0, 0, 1, 3)[plan.mil])
