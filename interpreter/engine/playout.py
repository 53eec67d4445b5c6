"""Whole games played at random, as fast as the reference goes: one list of slots, no logs."""

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.engine.at_random import Drawn, draw_move
from interpreter.engine.chance import Lot
from interpreter.engine.forms import Slots
from interpreter.engine.machine import Engine, stuck_block
from interpreter.engine.moves import Choice
from interpreter.engine.policy import CUT, Policy
from interpreter.engine.result import Result, result_of
from interpreter.engine.rng import MASK
from interpreter.engine.together import Begun, asked, put_down, take_up, tidy

Judge = Callable[[Slots, int], None]
"""Told the slots and how many moves were made; raises RulesError for what must not be."""

NOTHING: list[int] = []
"""What is kept where trying moves writes nothing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A playout: ``moves`` of all kinds, ``choices`` among those that were asked for: with more than one
    legal move, or made by several players at once,
    ``actions`` made (by name, with how often), the ``slots`` and the generator at the end. ``staged`` are
    the choices that were made stage by stage.
    """

    result: Result
    moves: int
    choices: int
    actions: tuple[tuple[str, int], ...]
    slots: tuple[int, ...]
    rng: int
    staged: int


def playout(
    engine: Engine, seed: int, policy: Policy = "auto", cut: int = CUT, judge: Judge | None = None
) -> Outcome:
    """One game from its set-up on; chance and the choices of players take from one stream.

    ``policy`` and ``cut`` say how moves are drawn: see `at_random.draw_move`. ``judge`` looks at every
    decision and at the end.

    Raises: RulesError.
    """
    engine.forget()
    code, longest = engine.quiet, engine.program.longest
    stops = code.stops
    s = list(engine.layout.start)
    rng, block, spent, moves, choices, staged = seed & MASK, engine.program.entry, 0, 0, 0, 0
    actions: dict[str, int] = {}
    while True:
        block, spent = code.advance(s, block, spent)
        stop = stops[block]
        if isinstance(stop, Lot):
            rng = stop.draw(s, rng)
            block = stop.block
            continue
        if judge is not None:
            judge(s, moves)
        if not isinstance(stop, Choice):
            break
        if stop.together is not None:
            rng, taken = _together(engine, stop, s, rng, policy, cut, moves < longest)
            if not taken:
                break
            choices += len(taken)
            for one in taken:
                staged += one.staged and one.several
        else:
            kept = [s[slot] for slot in stop.slots] if stop.tries else NOTHING
            stop.prepare(s)
            if moves >= longest:
                is_stuck = not stop.anything_legal(s)
                stop.restore(None, s, kept)
                if not is_stuck:
                    break
                block = stuck_block(engine.program, stop)
                continue
            rng, made = draw_move(stop, s, rng, policy, cut)
            stop.restore(made.option if made else None, s, kept)
            if made is None:
                block = stuck_block(engine.program, stop)
                continue
            taken = [made]
            choices += made.several
            staged += made.staged and made.several
        moves += len(taken)
        for one in taken:
            actions[one.option.action] = actions.get(one.option.action, 0) + 1
        block, spent = taken[-1].option.block, 0
    result = result_of(engine, s, isinstance(stop, Choice))
    return Outcome(result, moves, choices, tuple(actions.items()), engine.layout.frozen(s), rng, staged)


def _together(
    engine: Engine, choice: Choice, s: Slots, rng: int, policy: Policy, cut: int, goes_on: bool
) -> tuple[int, list[Drawn]]:
    """The generator and the choices of several players, one after the other, put down where the others don't
    see them; none where the match does not go on.
    """
    together, start = choice.together, engine.layout.start
    assert together is not None
    taken = []
    for player in asked(together, s):
        take_up(together, s, player)
        choice.prepare(s)
        if not goes_on:
            if not choice.anything_legal(s):
                stuck_block(engine.program, choice)
            tidy(together, s, start)
            continue
        rng, made = draw_move(choice, s, rng, policy, cut)
        if made is None:
            stuck_block(engine.program, choice)
            raise AssertionError("several who choose at once are never stuck by rule")
        option = made.option
        put_down(together, s, start, player, Begun(option.index, len(option.steps)), is_whole=True)
        taken.append(made)
    return rng, taken
