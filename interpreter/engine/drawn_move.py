"""A playout made decision by decision: the same moves and draws as `playout`, with a state at each stop."""

from dataclasses import replace

from interpreter.engine.at_random import draw_move
from interpreter.engine.moves import Choice
from interpreter.engine.notation import move_of
from interpreter.engine.policy import CUT, Policy
from interpreter.engine.state import State


def with_drawn_move(state: State, player: int, policy: Policy = "auto", cut: int = CUT) -> tuple[State, str]:
    """The state with the generator as it is after a player's move was drawn from it, and the move.

    Playouts draw chance and the choices of players from one stream. Begun by `start` with the seed of a
    playout, forced moves being asked for, and led on by these moves, a match is that playout.

    Raises: TooManyMoves with ``policy`` "move" where there are more than ``cut`` moves.
    """
    seat = state._seat(player)
    choice, slots = seat._turn(player)
    assert isinstance(choice, Choice)
    rng, made = draw_move(choice, slots, state.rng, policy, cut)
    assert made is not None, "whoever is to move can move"
    members = tuple(slots[step.slot] for step in made.option.steps)
    return replace(state, rng=rng), str(move_of(state.engine.program, choice, (made.option.index, members)))
