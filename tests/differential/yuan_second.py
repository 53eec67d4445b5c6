"""Yuan a second time, written from the document and its dossier, not from the ruleset or the engine.

``resolve`` plays phases III and IV of a turn from what all clans planned. The rest of the game is
imported here from its own modules, so that all of it can be had from this one. [R n] is a statement of the
document, [G n] a ruling of the dossier.
"""

from collections import Counter
from collections.abc import Sequence

from tests.differential.yuan_second_attack import attack
from tests.differential.yuan_second_building import develop, fortify, fortify_after_attack, recruit
from tests.differential.yuan_second_map import Land, Placed, bits, land_of, reference_land, spaces_of
from tests.differential.yuan_second_position import (
    ERUPTIONS,
    Aim,
    Board,
    Clan,
    Options,
    Plan,
    Plans,
    Position,
    costs,
    is_legal,
    legal_plans,
)
from tests.differential.yuan_second_random import random_land, random_plans, random_position
from tests.differential.yuan_second_round import Report, Round, opened
from tests.differential.yuan_second_setup import (
    SCENARIOS,
    auction,
    capital_sites,
    colours_in_play,
    deal,
    free_opening,
    opening,
    paid_opening,
    random_capitals,
    random_layout,
    sell,
)

__all__ = [
    "SCENARIOS",
    "Board",
    "Clan",
    "Land",
    "Options",
    "Placed",
    "Plan",
    "Plans",
    "Position",
    "Report",
    "attack",
    "auction",
    "capital_sites",
    "colours_in_play",
    "costs",
    "deal",
    "develop",
    "earn",
    "fortify",
    "fortify_after_attack",
    "free_opening",
    "is_legal",
    "land_of",
    "legal_plans",
    "needed",
    "opened",
    "opening",
    "paid_opening",
    "pay",
    "random_capitals",
    "random_land",
    "random_layout",
    "random_plans",
    "random_position",
    "recruit",
    "reference_land",
    "resolve",
    "sell",
    "spaces_of",
    "upgrade",
    "winners",
]

PASSED = 6  # Chao for passing, or for a cancelled program [R131, R139]
DEVELOPED = 2  # Chao for Development II [R81, R85]


def resolve(position: Position, plans: Plans, options: Options) -> tuple[Position, Report]:
    """The position after a turn, and what happened; ``position`` itself stays as it is.

    Without a winner the turn has gone on by one; with winners it has not.
    """
    for clan, plan in enumerate(plans):
        if not is_legal(position, clan, plan, options):
            raise ValueError(f"{position.clans[clan].name} may not plan {plan}")
    turn = opened(position, plans, options)
    for step in (pay, develop, fortify, recruit, attack, fortify_after_attack, earn, upgrade):
        step(turn)
    turn.report.winners = winners(turn.position, options)
    if not turn.report.winners:
        turn.position.turn += 1
    return turn.position, turn.report


# -- step 0 -------------------------------------------------------------------------------------------


def pay(turn: Round) -> None:
    """Colonizations of one province cancel each other, free of charge; all others pay [R63, R138, R139]."""
    free = {clan: plan.target for clan, plan, aim in turn.planned() if aim is Aim.FREE}
    named = Counter(free.values())
    turn.report.cancelled = {clan for clan, target in free.items() if named[target] > 1}
    turn.active -= turn.report.cancelled
    for clan in sorted(turn.active):
        turn.report.paid[clan] = sum(turn.costs[clan])
        turn.position.clans[clan].chao -= sum(turn.costs[clan])


# -- steps 6 and 7 ------------------------------------------------------------------------------------


def earn(turn: Round) -> None:
    """2 for a successful Development II, 6 for passing or being cancelled [R130, R131, step 6]."""
    for clan in range(len(turn.plans)):
        if clan not in turn.active:
            turn.report.income[clan] = PASSED
    for clan, plan, aim in turn.planned():
        gained = plan.target in turn.report.settled.get(clan, ())
        if plan.dev == 2 and (aim is Aim.OWN or gained):  # Expansion even without gain [R85]
            turn.report.income[clan] = DEVELOPED
    for clan, chao in turn.report.income.items():
        turn.position.clans[clan].chao += chao


def upgrade(turn: Round) -> None:
    """Volcanoes erupt, then surplus armies go, then the clan boards are set [step 7]."""
    position = turn.position
    if turn.options.volcanoes and position.turn in ERUPTIONS:
        for p in bits(position.land.volcanic & ~position.held(None)):
            position.clear(p)  # even indestructible Cities [R145, R146, G21]
            turn.report.erupted.add(p)
    for p in range(position.land.size):
        if surplus := position.trim(p):
            turn.report.trimmed[p] = surplus
    position.set_boards(turn.options)


# -- IV Victory ---------------------------------------------------------------------------------------


def needed(turn: int, options: Options) -> int:
    """The number on the wheel [R69, G6]."""
    return options.wheel[min(turn, len(options.wheel)) - 1]


def meets(position: Position, clan: int, options: Options) -> bool:
    """Whether a clan meets the number, or Mu its own condition [R37, R148, G24]."""
    need = needed(position.turn, options)
    temples = position.clans[clan].board.temples
    enough = temples >= need
    if not position.has_power(clan, "mu", options):
        return enough
    extra = temples * (2 if options.mu_temple_adds_two else 1)
    own = position.held(clan).bit_count() + extra >= 3 * need
    return own if options.mu_replaces else own or enough


def winners(position: Position, options: Options) -> set[int]:
    """Who has won after the upgrade; nobody, one clan, or several who share [IV, G22, G23]."""
    candidates = [clan for clan in range(len(position.clans)) if meets(position, clan, options)]
    if not candidates and position.turn >= len(options.wheel):
        temples = [clan.board.temples for clan in position.clans]
        candidates = [clan for clan, n in enumerate(temples) if n == max(temples)]
    mu = {clan for clan in candidates if position.has_power(clan, "mu", options)}
    if mu:
        return mu  # alone or in a tie [R149]
    return best(position, candidates, options)


def best(position: Position, candidates: Sequence[int], options: Options) -> set[int]:
    """The candidates with the most mines, then Chao, then armies [R38, R136, R168]."""
    keys = {clan: tie_keys(position, clan, options) for clan in candidates}
    return {clan for clan in candidates if keys[clan] == max(keys.values())}


def tie_keys(position: Position, clan: int, options: Options) -> tuple[int, ...]:
    """What decides among several: the number of mine provinces, not what they produce [G22]."""
    held = position.held(clan)
    mines = (held & position.land.of("M")).bit_count()
    armies = sum(position.armies[p] for p in bits(held))
    chain = (mines, position.clans[clan].chao, armies)
    return (position.clans[clan].board.temples, *chain) if options.temples_first else chain
