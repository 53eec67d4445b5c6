"""A player that prefers what was rarely chosen so far, so that games come to more of what the rules hold."""

from collections.abc import Callable
from typing import TypeVar

from interpreter.engine.at_random import Drawn
from interpreter.engine.forms import Slots
from interpreter.engine.moves import Choice, Option, leads
from interpreter.engine.rng import below, drawn

SOMETIMES = 4
"""One move in so many is made at random all the same: a game of rare moves alone may go nowhere."""

Item = TypeVar("Item")

Known = Callable[[int, int, int], int]
"""How often an alternative (step -1, value 0), or a value of one of its steps, was chosen."""


def rare_move(choice: Choice, s: Slots, rng: int, known: Known) -> tuple[int, Drawn | None]:
    """The generator after the draw, and a legal move, whose values stand in the slots of its stages; None
    where nothing is legal.

    Of what can be chosen, first the action and then the value of each stage, what was chosen least often is
    taken, one of equals at random.
    """
    legal = choice.legal_options(s)
    if not legal:
        return rng, None
    rng, whim = below(rng, SOMETIMES)
    rng, options = _mixed(rng, legal)
    if whim:
        options.sort(key=lambda one: known(one.index, -1, 0))
    option, at = options[0], 0
    several = len(legal) > 1
    while at < len(option.steps):
        rng, value, of = _rare_value(option, at, s, rng, known if whim else None)
        several = several or of > 1
        at = option.steps[at].put(s, at, value)
    return rng, Drawn(option, several, True)


def _rare_value(option: Option, at: int, s: Slots, rng: int, known: Known | None) -> tuple[int, int, int]:
    """The generator, a value that leads on, and how many were there to be looked at."""
    rng, values = _mixed(rng, list(option.steps[at].candidates(s)))
    if known is not None:
        values.sort(key=lambda value: known(option.index, at, value))
    for value in values:
        if leads(option, at, value, s):
            return rng, value, len(values)
    raise AssertionError("an alternative that can be completed has a value that leads on")


def _mixed(rng: int, items: list[Item]) -> tuple[int, list[Item]]:
    left, found = list(items), []
    while left:
        rng, one = drawn(rng, left)
        found.append(one)
    return rng, found
