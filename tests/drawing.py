"""The draws of random play, made again on the states of a match: see `interpreter.engine.at_random`."""

from collections.abc import Sequence
from dataclasses import replace

from interpreter.engine.rng import drawn
from interpreter.engine.state import State


def first_of(rng: int, candidates: Sequence[str], offered: Sequence[str]) -> tuple[int, str]:
    """The generator and the first candidate drawn that is offered."""
    left = list(candidates)
    while True:
        rng, text = drawn(rng, left)
        if text in offered:
            return rng, text
        assert left


def small_choice(state: State, player: int) -> tuple[State, str]:
    """The state with the generator after the next small choice of a move, and the action or value chosen.

    The last candidate left needs no draw, and neither does what is the only candidate.
    """
    seat = state._seat(player)
    choice, s = seat._turn(player)
    if seat.option < 0:
        actions = [option.action for option in choice.options]
        legal = [option.action for option in choice.legal_options(s)]
        rng, text = first_of(state.rng, actions, legal)
    else:
        step = choice.options[seat.option].steps[seat.chosen]
        candidates = [seat._text(step, value) for value in step.candidates(s)]
        rng, text = first_of(state.rng, candidates, state.stage(player).values)
    return replace(state, rng=rng), text
