"""How a position was come to, so that a match can be made that shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.engine.errors import Refusal, RulesError
from interpreter.engine.events import Drawn
from interpreter.engine.machine import Engine
from interpreter.engine.moves import Choice, Whole
from interpreter.engine.notation import move_of
from interpreter.record.errors import RecordError
from interpreter.record.form import Record
from interpreter.record.match import Match, demand_invariants
from interpreter.record.save import record_of
from interpreter.study.playability.graph import Step


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made: the player (from 0) and the whole move."""

    player: int
    whole: Whole


SEEDS = 300
"""Seeds that are tried to have chance fall as it fell on a way through all positions."""


@dataclass(frozen=True, slots=True)
class Trace:
    """A match from its set-up on: chance from ``seed``, every move asked for, as many of ``made`` as
    ``plies`` says.
    """

    seed: int
    made: tuple[Made, ...]
    plies: int

    @property
    def next(self) -> Made | None:
        """The move that follows what is shown."""
        return self.made[self.plies] if self.plies < len(self.made) else None


def record_from(engine: Engine, trace: Trace) -> Record | None:
    """The record of a trace; None where its match can't be played so far, as when set-up fails."""
    match = match_from(engine, trace)
    try:
        return record_of(match) if match is not None else None
    except RecordError:
        return None


def match_from(engine: Engine, trace: Trace) -> Match | None:
    """The match of a trace; None where the rules fail on the way, or a move is not legal there."""
    try:
        match = Match(engine, trace.seed, forced="ask")
        for made in trace.made[: trace.plies]:
            choice = engine.logged.stops[match.state.block]
            if not isinstance(choice, Choice):
                return None
            match.apply(made.player + 1, move_of(engine.program, choice, made.whole))
    except (Refusal, RulesError):
        return None
    return match


def said(engine: Engine, trace: Trace) -> str:
    """The move that follows a trace, as it is said: ``P2 move from a1 to b2``; "" where none does."""
    made, match = trace.next, match_from(engine, trace)
    if made is None or match is None:
        return ""
    choice = engine.logged.stops[match.state.block]
    if not isinstance(choice, Choice):
        return ""
    return f"{engine.seats.name(made.player + 1)} {move_of(engine.program, choice, made.whole)}"


def trace_of(engine: Engine, steps: Sequence[Step], code: str = "") -> Trace | None:
    """The trace of a way through all positions; None where no seed is found by which chance falls like that.
    With the ``code`` of an error it ends before the last move, after which the rules fail.
    """
    made = tuple(Made(step.player, step.whole) for step in steps if step.player >= 0)
    falls = [step.whole[0] for step in steps if step.player < 0]
    for seed in range(SEEDS if falls else 1):
        trace = Trace(seed, made, max(0, len(made) - 1) if code else len(made))
        if _falls_so(engine, trace, falls) and (not code or fails(engine, trace, code)):
            return trace
    return None


def _falls_so(engine: Engine, trace: Trace, falls: list[int]) -> bool:
    """Whether chance falls in a match as it should, as far as the match goes."""
    match = match_from(engine, trace)
    if match is None:
        return False
    drawn = [one.index for one in match.happenings() if isinstance(one, Drawn)]
    return drawn == falls[: len(drawn)]


def fails(engine: Engine, trace: Trace, code: str) -> bool:
    """Whether the rules fail by the move that follows a trace."""
    made, match = trace.next, match_from(engine, trace)
    if made is None or match is None:
        return False
    choice = engine.logged.stops[match.state.block]
    try:
        if isinstance(choice, Choice):
            match.apply(made.player + 1, move_of(engine.program, choice, made.whole))
            demand_invariants(match)
    except RulesError as error:
        return error.code == code
    except Refusal:
        pass
    return False
