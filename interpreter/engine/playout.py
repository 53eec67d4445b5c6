"""Whole games played at random, as fast as the reference goes: one list of slots, no logs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from interpreter.engine.chance import Lot
from interpreter.engine.forms import Slots
from interpreter.engine.machine import Engine, stuck_block
from interpreter.engine.moves import Choice, Option, values
from interpreter.engine.result import Result, result_of
from interpreter.engine.rng import MASK, below
from interpreter.engine.together import Begun, asked, put_down, take_up, tidy
from interpreter.engine.weighing import pick, weigh

Policy = Literal["move", "stage"]
"""What is chosen uniformly: whole moves, or the value of each stage in turn."""

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
    engine: Engine, seed: int, policy: Policy = "move", cut: int = 4096, judge: Judge | None = None
) -> Outcome:
    """One game from its set-up on; chance and the choices of players take from one stream.

    With ``policy`` "move" every whole move is as likely, drawn as the k-th in canonical order, unless a
    decision has more than ``cut`` of them or a stage of several parts: that one is made stage by stage.
    With "stage" every decision is: first the action, then the value of each stage, all uniform among what
    can be completed. ``judge`` looks at every decision and at the end.

    Raises: RulesError.
    """
    code, longest = engine.quiet, engine.program.longest
    stops = code.stops
    s = list(engine.layout.start)
    rng, block, spent, moves, choices = seed & MASK, engine.program.entry, 0, 0, 0
    staged = 0
    actions: dict[str, int] = {}
    by_move = policy == "move"
    while True:
        block, spent = code.advance(s, block, spent)
        stop = stops[block]
        if judge is not None and not isinstance(stop, Lot):
            judge(s, moves)
        if isinstance(stop, Choice):
            if stop.together is not None:
                made = _together(engine, stop, s, rng, policy, cut, moves < longest)
                if made is None:
                    break
                rng, taken, by_stages = made
                staged += by_stages
                moves += len(taken)
                choices += len(taken)
                for option in taken:
                    actions[option.action] = actions.get(option.action, 0) + 1
                block, spent = stop.options[0].block, 0
                continue
            kept = [s[slot] for slot in stop.slots] if stop.tries else NOTHING
            for slot, value in stop.shared:
                s[slot] = value(s)
            legal: list[Option] = []
            if stop.staged:
                groups, legal = [], stop.legal_options(s)
                total = len(legal)
            else:
                groups = weigh(stop, s)
                total = groups[0][0] if len(groups) == 1 else sum([group[0] for group in groups])
            if not total or moves >= longest:
                stop.restore(None, s, kept)
                if total:
                    break
                block = stuck_block(engine.program, stop)
                continue
            if not stop.staged and (total == 1 or (by_move and total <= cut)):
                rng, k = below(rng, total)
                option = pick(groups, s, k)
            else:
                rng, option, several = _by_stages(legal or stop.legal_options(s), s, rng)
                total = max(total, 1 + several)
                staged += several
            if kept:
                stop.restore(option, s, kept)
            moves += 1
            choices += total > 1
            actions[option.action] = actions.get(option.action, 0) + 1
            block, spent = option.block, 0
        elif isinstance(stop, Lot):
            rng = stop.draw(s, rng)
            block = stop.block
        else:
            break
    result = result_of(engine, s, isinstance(stop, Choice))
    return Outcome(result, moves, choices, tuple(actions.items()), engine.layout.frozen(s), rng, staged)


def _together(
    engine: Engine, choice: Choice, s: Slots, rng: int, policy: Policy, cut: int, goes_on: bool
) -> tuple[int, list[Option], int] | None:
    """The choices of several players, one after the other, put down where the others don't see them.

    The generator, the alternatives taken, and how many were chosen stage by stage; None where the match
    does not go on.
    """
    together, start = choice.together, engine.layout.start
    assert together is not None
    taken, staged = [], 0
    for player in asked(together, s):
        take_up(together, s, player)
        choice.prepare(s)
        groups = [] if choice.staged else weigh(choice, s)
        legal = choice.legal_options(s) if choice.staged else []
        total = len(legal) or sum([group[0] for group in groups])
        if not total:
            stuck_block(engine.program, choice)
        if not goes_on:
            tidy(together, s, start)
            continue
        if not choice.staged and (total == 1 or (policy == "move" and total <= cut)):
            rng, k = below(rng, total)
            option = pick(groups, s, k)
        else:
            rng, option, several = _by_stages(legal or choice.legal_options(s), s, rng)
            staged += several
        put_down(together, s, start, player, Begun(option.index, len(option.steps)), is_whole=True)
        taken.append(option)
    return (rng, taken, staged) if goes_on else None


def _by_stages(options: list[Option], s: Slots, rng: int) -> tuple[int, Option, bool]:
    """A move made by small choices, each uniform among the values that can be completed.

    Also whether there was more than one way to go.
    """
    rng, k = below(rng, len(options))
    option, at, several = options[k], 0, len(options) > 1
    while at < len(option.steps):
        offered = list(values(option, at, s))
        rng, k = below(rng, len(offered))
        several |= len(offered) > 1
        at = option.steps[at].put(s, at, offered[k])
    return rng, option, several
