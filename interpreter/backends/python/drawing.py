"""A move made by small choices, as `engine.at_random` makes it, with emitted functions for what is asked."""

from collections.abc import Callable
from functools import partial

from interpreter.backends.python.runtime import below
from interpreter.engine.forms import Slots
from interpreter.engine.moves import Choice, Option, is_possible, leads
from interpreter.engine.parts import can_complete
from interpreter.engine.steps import Step

Possible = Callable[[Slots], object]
"""Whether an alternative is open and can be completed."""


Made = tuple[int, Option | None, bool]
"""The generator, the alternative taken with its values in their slots, and whether there was another way."""


def possible(option: Option) -> Possible:
    """The general way to ask for it."""
    return partial(is_possible, option)


def by_stages(choice: Choice, asked: tuple[Possible, ...], s: Slots, rng: int) -> Made:
    """The generator after the draws, and the move; None, and nothing drawn, where nothing is legal.

    ``asked`` are the questions whether an alternative is possible, in their order.
    """
    before, left = rng, list(range(len(asked)))
    while left:
        rng, k = below(rng, len(left))
        index = left.pop(k)
        if asked[index](s):
            break
    else:
        return before, None, False
    several = any(asked[other](s) for other in left)
    option, at = choice.options[index], 0
    end = len(option.steps)
    while at < end:
        step = option.steps[at]
        rng, value, several = _small_choice(option, step, at, s, rng, several)
        at = step.put(s, at, value)
    return rng, option, several


def _small_choice(
    option: Option, step: Step, at: int, s: Slots, rng: int, several: bool
) -> tuple[int, int, bool]:
    left = list(step.candidates(s))
    leads_on = leads if option.plain else _leads_on
    while True:
        rng, k = below(rng, len(left))
        value = left.pop(k)
        if not left or leads_on(option, at, value, s):
            break
    if not several:
        for other in left:
            if leads_on(option, at, other, s):
                return rng, value, True
    return rng, value, several


def _leads_on(option: Option, at: int, value: int, s: Slots) -> bool:
    """`moves.leads` for an alternative with stages of several parts."""
    steps = option.steps
    following = steps[at].enter(s, at, value)
    return following == len(steps) or (following >= 0 and can_complete(steps, following, s))
