"""Revolts and wars of the second Yellow & Yangtze, from their cause to the last tile that is lost.

The functions change the position that they are given; each says whether the conflict is settled.
"""

from collections.abc import Iterable
from dataclasses import replace

from tests.differential.yy_second_position import (
    Leader,
    Lose,
    NameWinner,
    Position,
    Revolt,
    State,
    Support,
    War,
    black_beside,
    clashing,
    decider,
    red_tiles,
)


def remove_tiles(position: Position, spaces: Iterable[str]) -> None:
    """Tiles leave the game, with the pagodas they support (R17, 2.5.5); then the leaders are looked at."""
    gone = set(spaces)
    for space in gone:
        position.discard[position.tiles.pop(space)] += 1
    for triangle in [triangle for triangle in position.pagodas if not gone.isdisjoint(triangle)]:
        del position.pagodas[triangle]
    check_leaders(position)


def check_leaders(position: Position) -> None:
    """Leaders without a black tile beside them go back, all at once (R8, R16)."""
    for space in [space for space in position.leaders if not black_beside(position, space)]:
        del position.leaders[space]


# -- revolts ----------------------------------------------------------------------------------------------


def begin_revolt(position: Position, space: str, state: State) -> None:
    """The leader at ``space`` was positioned and is the attacker, whatever the strengths (G5)."""
    colour = position.leaders[space].colour
    defender = next(at for at, leader in state.leaders.items() if leader.colour == colour)
    position.pending = Revolt(space, defender)


def pledge(position: Position, revolt: Revolt, tiles: int, leader: bool) -> bool:
    """The attacker's or the defender's tiles; with the second the revolt is settled (2.4)."""
    position.hands[decider(position)]["black"] -= tiles
    if revolt.attack is None:
        position.pending = replace(revolt, attack=(tiles, leader))
        return False
    attack = black_beside(position, revolt.attacker) + sum(revolt.attack)
    defence = black_beside(position, revolt.defender) + tiles + leader
    winner, loser = revolt.defender, revolt.attacker
    if attack > defence:
        winner, loser = loser, winner
    position.discard["black"] += revolt.attack[0] + tiles
    del position.leaders[loser]
    gain(position, position.leaders[winner])
    return True


def gain(position: Position, leader: Leader) -> None:
    position.points[leader.player][leader.colour] += 1


# -- wars -------------------------------------------------------------------------------------------------


def begin_war(position: Position, space: str, united: list[State]) -> None:
    """Sides are the states with a conflicting leader, or all that were united (2.5.2, YY-6)."""
    colours = clashing(united)
    conflicting = [
        tuple(at for at, leader in state.leaders.items() if leader.colour in colours) for state in united
    ]
    everyone = position.options.war_sides == "all_united"
    sides = [(state, at) for state, at in zip(united, conflicting, strict=True) if everyone or at]
    position.pending = War(space, tuple(state for state, _ in sides), tuple(at for _, at in sides))


def answer(position: Position, war: War, support: Support | None) -> bool:
    """One player's support; when all have answered the strengths are compared (2.5.3, 2.5.4)."""
    if support is not None:
        position.hands[decider(position)]["red"] -= support.tiles
    war = replace(war, answers=(*war.answers, support))
    position.pending = war
    if len(war.answers) < len(position.hands):
        return False
    strengths = [strength(position, war, side) for side in range(len(war.sides))]
    best = tuple(side for side, total in enumerate(strengths) if total == max(strengths))
    if len(best) == 1:
        return win(position, war, best[0])
    position.pending = NameWinner(war, best)
    return False


def strength(position: Position, war: War, side: int) -> int:
    """Red tiles on the board, red tiles of the hands, and red leaders off the board (R21)."""
    leaders = sum(support.leader for support in war.supports(side))
    return len(red_tiles(position, war.sides[side])) + war.committed(side) + leaders


def win(position: Position, war: War, winner: int) -> bool:
    """The losing sides' leaders and red tiles go, points come, and the winner loses tiles (2.5.5 to 7)."""
    losers = [side for side in range(len(war.sides)) if side != winner]
    loss = max(loss_of(position, war, side) for side in losers)
    for side in losers:
        remove_tiles(position, red_tiles(position, war.sides[side]))
        for space in war.conflicting[side]:
            points_for(position, position.leaders.pop(space), war.sides[winner])
    position.discard["red"] += sum(map(war.committed, range(len(war.sides))))
    # All tiles committed to the winner go, even beyond the loss (YY-11); leaders do not count.
    return lose(position, war.sides[winner], loss - war.committed(winner))


def loss_of(position: Position, war: War, side: int) -> int:
    """What a losing side demands of the winner (R22; with `strength` the leaders count too, YY-9)."""
    if position.options.war_losses == "strength":
        return strength(position, war, side)
    return len(red_tiles(position, war.sides[side])) + war.committed(side)


def points_for(position: Position, withdrawn: Leader, winner: State) -> None:
    """A point for the like-coloured leader of the winning state, if it has one (2.5.6, YY-7)."""
    for leader in winner.leaders.values():
        if leader.colour == withdrawn.colour:
            gain(position, leader)


def lose(position: Position, side: State, more: int) -> bool:
    """Red tiles of the winning side are still due (R25); what there is, if they are too few (YY-10)."""
    left = red_tiles(position, side)
    if more > 0 and more < len(left):
        position.pending = Lose(side, more)
        return False
    if more > 0:
        remove_tiles(position, left)
    check_leaders(position)
    return True


def lose_one(position: Position, due: Lose, space: str) -> bool:
    remove_tiles(position, [space])
    return lose(position, due.side, due.more - 1)
