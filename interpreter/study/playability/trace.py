"""How a position was come to, so that a match can be made that shows it."""

from dataclasses import dataclass

from interpreter.engine.errors import Refusal, RulesError
from interpreter.engine.machine import Engine
from interpreter.engine.moves import Choice, Whole
from interpreter.engine.notation import move_of
from interpreter.record.errors import RecordError
from interpreter.record.form import Record
from interpreter.record.match import Match
from interpreter.record.save import record_of


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made: the player (from 0) and the whole move."""

    player: int
    whole: Whole


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
