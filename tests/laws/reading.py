"""What a reader is told while two tables go on that this reader cannot tell apart."""

import random

from interpreter import RulesError, State
from interpreter.engine.events import Drawn, Happening, Taken, Told
from interpreter.record.match import log_text
from tests.laws.cases import any_move, next_player


def forward(state: State, lots: random.Random, steps: int) -> tuple[list[Happening], list[Taken]]:
    """What happens in some random steps, and the moves among it."""
    happened: list[Happening] = []
    for _ in range(steps):
        if state.is_over:
            break
        player = next_player(state, lots)
        state = state.apply(player, any_move(state, player, lots))
        happened.extend(state.trail)
    return happened, [one for one in happened if isinstance(one, Taken)]


def follow(state: State, moves: list[Taken]) -> list[Happening]:
    """What happens if the same moves are made, by choice or by force, as far as they can be."""
    happened: list[Happening] = []
    made = 0
    while (at := made + len(state.may_change)) < len(moves) and moves[at].player in state.to_move:
        if state.refusal(moves[at].player, moves[at].move) is not None:
            break
        try:
            state = state.apply(moves[at].player, moves[at].move)
        except RulesError:
            break  # a table that nobody could have come to may break a promise of the rules
        happened.extend(state.trail)
        made += sum(isinstance(one, Taken) for one in state.trail)
    return happened


def assert_reads_alike(state: State, one: list[Happening], two: list[Happening], reader: int | None) -> None:
    """Line for line the same for the reader, until chance falls openly or a move shows what was hidden."""
    engine = state.engine
    told = [(h, log_text(engine, h, reader)) for h in one]
    retold = [(h, log_text(engine, h, reader)) for h in two]
    lines = [pair for pair in told if pair[1] is not None]
    others = [pair for pair in retold if pair[1] is not None]
    for (happening, line), (twin_happening, twin_line) in zip(lines, others, strict=False):
        if line == twin_line:
            continue
        if isinstance(happening, Drawn) and isinstance(twin_happening, Drawn):
            return  # other things lay in the bag that was drawn from in the open
        if isinstance(happening, Taken) and isinstance(twin_happening, Taken):
            assert str(happening.move_for(reader)) != str(twin_happening.move_for(reader)), (line, twin_line)
            return  # a move that only one of the two tables forces
        if reveals(state, happening) and reveals(state, twin_happening):
            return  # what was hidden is hidden no longer
        raise AssertionError(f"{line!r} against {twin_line!r}")


def reveals(state: State, happening: Happening) -> bool:
    return isinstance(happening, Told) and state.engine.program.events[happening.event].kind == "reveal"
