"""Choices that several players make at once: what each has put down lies in slots of its own.

All functions work on the slots of a program that has stopped at such a decision. Players are indices
from 0 here. To look at one player's choice, `take_up` puts it where a decision of one player has it.
"""

from dataclasses import dataclass

from interpreter.core.ir import Together
from interpreter.core.stages import stage_groups
from interpreter.engine.forms import Slots
from interpreter.engine.members import members
from interpreter.engine.moves import Choice


@dataclass(frozen=True, slots=True)
class Begun:
    """How far a player is: the alternative (-1: none yet) and how many of its stages are chosen."""

    option: int
    chosen: int


NOT_BEGUN = Begun(-1, 0)


def asked(together: Together, s: Slots | tuple[int, ...]) -> tuple[int, ...]:
    """Who chooses, in the order of seats."""
    return members(s[together.asked])


def waiting(together: Together, s: Slots | tuple[int, ...]) -> tuple[int, ...]:
    """Who must still choose."""
    return members(s[together.asked] & ~s[together.ready])


def done(together: Together, s: Slots | tuple[int, ...]) -> tuple[int, ...]:
    """Who has chosen, while others have not."""
    return members(s[together.ready])


def begun(together: Together, s: Slots | tuple[int, ...], player: int) -> Begun:
    """How far a player's choice is made; one that is whole counts here like any other."""
    return Begun(s[together.answer + player], s[together.made + player])


def chooser(together: Together, s: Slots | tuple[int, ...], player: int | None) -> int:
    """Who is meant by a player, or by None, which is the first who must still choose.

    Raises: ValueError for a player who is not asked.
    """
    if player is None:
        return waiting(together, s)[0]
    if player not in asked(together, s):
        raise ValueError(f"player {player} is not asked")
    return player


def take_turn(together: Together, s: Slots, start: tuple[int, ...], player: int) -> None:
    """Let a player choose, be it anew: nothing is chosen yet."""
    clear(together, s, start, player)
    take_up(together, s, player)


def take_up(together: Together, s: Slots, player: int) -> None:
    """Put what a player has chosen so far into the slots of the stages, and the player into ``me``."""
    s[together.me] = player
    for kept in together.kept:
        first = kept.store + player * kept.count
        s[kept.base : kept.base + kept.count] = s[first : first + kept.count]


def put_down(
    together: Together, s: Slots, start: tuple[int, ...], player: int, made: Begun, is_whole: bool
) -> None:
    """Keep what stands in the slots of the stages as a player's choice; ``start`` are the program's slots
    at its start, which the slots of the stages have again afterwards.
    """
    clear(together, s, start, player)
    stages = together.alternatives[made.option].stages if made.option >= 0 else ()
    bases = {base for stage in stages for base, _ in stage_groups(stage)}
    for kept in together.kept:
        if kept.base in bases:
            first = kept.store + player * kept.count
            s[first : first + kept.count] = s[kept.base : kept.base + kept.count]
    s[together.answer + player] = made.option
    s[together.made + player] = made.chosen
    if is_whole:
        s[together.ready] |= 1 << player
    tidy(together, s, start)


def clear(together: Together, s: Slots, start: tuple[int, ...], player: int) -> None:
    """Take a player's choice back, as far as it was made."""
    s[together.answer + player] = -1
    s[together.made + player] = 0
    s[together.ready] &= ~(1 << player)
    for kept in together.kept:
        first = kept.store + player * kept.count
        s[first : first + kept.count] = start[first : first + kept.count]


def tidy(together: Together, s: Slots, start: tuple[int, ...]) -> None:
    """Look at nobody's choice any more."""
    s[together.me] = start[together.me]
    for kept in together.kept:
        s[kept.base : kept.base + kept.count] = start[kept.base : kept.base + kept.count]


def is_sound(choice: Choice, slots: tuple[int, ...], start: tuple[int, ...], option: int) -> bool:
    """Whether slots can be those of a state that waits for this decision in the middle of ``option``: where
    several choose at once somebody has not chosen yet, and nothing is kept that nobody chose.
    """
    together = choice.together
    if together is None:
        return True
    if option != -1 or not waiting(together, slots) or slots[together.ready] & ~slots[together.asked]:
        return False
    again = list(slots)
    for player in range(together.players):
        made, is_whole = begun(together, slots, player), bool(slots[together.ready] >> player & 1)
        steps = choice.options[made.option].steps if made.option >= 0 else ()
        if made.option >= 0 and player not in asked(together, slots):
            return False
        if made.chosen > len(steps) or is_whole != (made.option >= 0 and made.chosen == len(steps)):
            return False
        take_up(together, again, player)
        put_down(together, again, start, player, made, is_whole)
    return tuple(again) == slots
