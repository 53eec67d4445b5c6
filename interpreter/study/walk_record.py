"""A record played again one move after the other, as far as it goes, and why it goes no further."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from interpreter.engine.errors import Refusal, RulesError
from interpreter.engine.events import Happening
from interpreter.engine.machine import Engine
from interpreter.engine.rng import seed_of
from interpreter.engine.state import State, begin, start
from interpreter.record.form import Decided, Entry, Fell, Record
from interpreter.record.given import GivenError, slots_given
from interpreter.record.save import entries_of
from interpreter.record.seats import seat_of


@dataclass(frozen=True, slots=True)
class Passage:
    """From one state to the next: the set-up (number 0), or a move with all that follows it by itself.

    ``number`` is that of the first move made in it, ``moves`` are all of them: more than one where several
    chose at once. It began in ``before`` (None: the set-up) with the choice ``said`` of ``player``, and led
    to ``after``; None where the rules failed on the way.
    """

    number: int
    moves: tuple[Decided, ...]
    before: State | None
    player: int
    said: str
    after: State | None


@dataclass(frozen=True, slots=True)
class Halt:
    """Why a record can't be followed any further: ``message``, and which move (1, 2, …) it is about.

    ``refusal`` is there for a move that is not legal, ``error`` where the rules fail.
    """

    message: str
    number: int
    state: State | None
    player: int = 0
    said: str = ""
    refusal: Refusal | None = None
    error: RulesError | None = None


def walk_record(engine: Engine, record: Record) -> tuple[tuple[Passage, ...], Halt | None]:
    """All passages of a record on an engine; every forced move is asked for, so that it has its own."""
    return _Walk(engine, replace(record, forced="ask")).whole()


def run_again(engine: Engine, record: Record, passage: Passage) -> tuple[Happening, ...]:
    """What happens in a passage, which is played once more; as far as the rules go."""
    try:
        if passage.before is None:
            return _first(engine, record).trail
        return passage.before.apply(passage.player, passage.said).trail
    except RulesError as error:
        return error.log


def _first(engine: Engine, record: Record) -> State:
    seed = seed_of(str(record.seed))
    if record.given is None:
        return start(engine, seed, forced="ask")
    return begin(engine, slots_given(engine.program, engine.layout.start, record.given), seed, forced="ask")


class _Walk:
    def __init__(self, engine: Engine, record: Record) -> None:
        self.engine = engine
        self.record = record
        self.entries: Sequence[Entry] = record.entries
        self.at = 0  # the entry that comes next
        self.moves = 0
        self.passages: list[Passage] = []

    def whole(self) -> tuple[tuple[Passage, ...], Halt | None]:
        """Everything."""
        try:
            state = _first(self.engine, self.record)
        except GivenError as error:
            return (), Halt(f"the given position does not fit: {error.message}", 0, None)
        except RulesError as error:
            self.passages.append(Passage(0, (), None, 0, "", None))
            return tuple(self.passages), Halt(error.message, 0, None, error=error)
        halt = self._take(state, None, 0, "")
        while halt is None and (entry := self._next(state)) is not None:
            after, halt = self._made(state, entry)
            state = after if after is not None else state
        return tuple(self.passages), halt

    def _next(self, state: State) -> Entry | None:
        """The entry of the choice to be made; those of others who have chosen at once stand before it."""
        at = self.at + len(state.may_change)
        return self.entries[at] if at < len(self.entries) else None

    def _made(self, state: State, entry: Entry) -> tuple[State | None, Halt | None]:
        number = self.moves + len(state.may_change) + 1
        if not isinstance(entry, Decided):
            return None, Halt(f"the record says {entry}, and nothing is drawn here", number, state)
        player = seat_of(entry.player, self.engine.program.players)
        if player is None:
            return None, Halt(f"nobody is called `{entry.player}`", number, state)
        try:
            after = state.apply(player, entry.move)
        except Refusal as refusal:
            message = f"`{entry.player} {entry.move}` is refused: {refusal.message}"
            return None, Halt(message, number, state, player, entry.move, refusal)
        except RulesError as error:
            moves = (entry,)
            self.passages.append(Passage(number, moves, state, player, entry.move, None))
            return None, Halt(
                f"the rules fail: {error.message}", number, state, player, entry.move, None, error
            )
        return after, self._take(after, state, player, entry.move)

    def _take(self, after: State, before: State | None, player: int, said: str) -> Halt | None:
        """Compare what happened with the record, and remember the passage."""
        happened = entries_of(self.engine.program, after.trail)
        if not happened and before is not None:
            return None  # put down unseen: nothing happens before all have chosen
        moves = tuple(one for one in happened if isinstance(one, Decided))
        self.passages.append(Passage(self.moves + 1 if moves else 0, moves, before, player, said, after))
        for one in happened:
            recorded = self.entries[self.at] if self.at < len(self.entries) else None
            if not _same(one, recorded):
                now = f"the record says {recorded}" if recorded is not None else "the record has no more"
                return Halt(f"{one} happens here, {now}", self.moves + len(moves), after)
            self.at += 1
        self.moves += len(moves)
        return None


def _same(happened: Entry, recorded: Entry | None) -> bool:
    if isinstance(happened, Decided) and isinstance(recorded, Decided):
        return (happened.player, happened.move) == (recorded.player, recorded.move)
    return isinstance(happened, Fell) and happened == recorded
