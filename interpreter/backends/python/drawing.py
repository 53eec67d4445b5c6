"""A move made by small choices, as `engine.at_random` makes it, with emitted functions for what is asked."""

from collections.abc import Callable
from functools import partial

from interpreter.backends.python.runtime import below
from interpreter.engine.at_random import Drawn
from interpreter.engine.forms import Slots
from interpreter.engine.moves import Choice, Option, is_possible, leads
from interpreter.engine.steps import Step

Possible = Callable[[Slots], object]
"""Whether an alternative is open and can be completed."""


def possible(option: Option) -> Possible:
    """The general way to ask for it."""
    return partial(is_possible, option)


def by_stages(choice: Choice, asked: tuple[Possible, ...], s: Slots, rng: int) -> tuple[int, Drawn | None]:
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
        return before, None
    several = any(asked[other](s) for other in left)
    option, at = choice.options[index], 0
    end = len(option.steps)
    while at < end:
        step = option.steps[at]
        rng, value, several = _small_choice(option, step, at, s, rng, several)
        at = step.put(s, at, value)
    return rng, Drawn(option, several, True)


def _small_choice(
    option: Option, step: Step, at: int, s: Slots, rng: int, several: bool
) -> tuple[int, int, bool]:
    left = list(step.candidates(s))
    while True:
        rng, k = below(rng, len(left))
        value = left.pop(k)
        if not left or leads(option, at, value, s):
            break
    return rng, value, several or any(leads(option, at, other, s) for other in left)
