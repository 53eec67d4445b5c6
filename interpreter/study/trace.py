"""A match step by step: each move, and what followed from it by itself, with the rules that did it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.check.world import World
from interpreter.core.ir import Program
from interpreter.core.lower import lower
from interpreter.core.notes import Notes
from interpreter.engine.forms import Tape, Watched
from interpreter.engine.machine import Engine
from interpreter.engine.seats import TABLE
from interpreter.engine.state import State
from interpreter.record.errors import RecordError
from interpreter.record.form import Record
from interpreter.record.given import slots_given
from interpreter.record.replay import replay
from interpreter.study.changes import Change, changes
from interpreter.study.entries import Entry, Noticed, told_entries
from interpreter.study.position import Position
from interpreter.study.reasons import DEPTH
from interpreter.study.subject import CheckedRules, Subject
from interpreter.study.walk_record import Halt, Passage, run_again, walk_record

DEPARTS = "the record does not play as it says"
"""What a player is told of a record that departs from the rules."""

MOST_ENTRIES = 20_000
"""How many entries of one passage are told; a ruleset may do far more before it stops."""


class Tapes:
    """The slots on which a match runs: watched ones while somebody looks."""

    def __init__(self) -> None:
        self._watched: list[Watched] | None = None

    def make(self, slots: tuple[int, ...]) -> Tape:
        """New slots."""
        if self._watched is None:
            return Tape(slots)
        self._watched.append(Watched(slots, MOST_ENTRIES))
        return self._watched[-1]

    @contextmanager
    def watched(self) -> Iterator[list[Watched]]:
        """Inside, all slots are watched, and kept here."""
        made: list[Watched] = []
        self._watched = made
        yield made
        self._watched = None


@dataclass(slots=True)
class Trace:
    """A record as far as it goes: ``passages`` from state to state, and ``halt`` where it goes no further.

    ``warning`` says what is wrong with the record as a whole, "" for nothing. A viewer (1..n, None for a
    spectator) is told what that viewer may know; `TABLE` everything.
    """

    game: Subject
    record: Record
    engine: Engine
    checked: CheckedRules
    notes: Notes
    passages: tuple[Passage, ...]
    halt: Halt | None
    warning: str
    viewer: int | None = TABLE
    depth: int = DEPTH
    tapes: Tapes = field(default_factory=Tapes)
    _position: Position | None = None

    @property
    def position(self) -> Position:
        """Where the positions of the match are looked at."""
        if self._position is None:
            self._position = Position(self.checked.world, self.engine, self.viewer)
        return self._position

    def state(self, at: int) -> State | None:
        """The state behind a passage (0: the set-up); None where the rules failed in it."""
        return self.passages[at].after

    def entries(self, at: int, *, full: bool = False) -> tuple[Entry, ...]:
        """What happened in a passage; with ``full`` also what was judged and came to nothing."""
        return told_entries(self, self.happened(at), full=full)

    def changes(self, at: int) -> tuple[Change, ...]:
        """All that a passage changed, put together."""
        passage = self.passages[at]
        if passage.after is None:
            return ()
        before = passage.before.slots if passage.before is not None else self._start()
        return tuple(changes(self.engine.program, before, passage.after.slots, self.viewer))

    def _start(self) -> tuple[int, ...]:
        """The table before anything happened: where a position was given, that one."""
        if self.record.given is None:
            return self.engine.layout.start
        return slots_given(self.engine.program, self.engine.layout.start, self.record.given)

    def happened(self, at: int) -> tuple[Noticed, ...]:
        """Everything that happened in a passage, each with the slots from its moment to the next one."""
        passage = self.passages[at]
        with self.tapes.watched() as watched:
            trail = run_again(self.engine, self.record, passage)
        tape = watched[-1]
        copies = tape.copies
        end = passage.after.slots if passage.after is not None else tuple(tape)
        moments = zip(trail, copies, [*copies[1:], end], strict=False)
        return tuple(Noticed(one, now, following) for one, now, following in moments)


def trace_of(game: Subject, record: Record, viewer: int | None = TABLE, depth: int = DEPTH) -> Trace:
    """The trace of a record, whole or not, that replays or fails to.

    Raises: RecordError E810 for another game, E813 for an extract; StartError.
    """
    warning = ""
    try:
        replay(game, record)
    except RecordError as error:
        if error.diagnostic.code in {"E810", "E813"}:
            raise
        warning = error.diagnostic.message
    played = game.engine(record.players, record.options)
    checked = game.checked(dict(played.program.options))
    notes = Notes(marking=True)
    engine = Engine(_marked(checked.world, played.program, notes))
    tapes = Tapes()
    engine.tape = tapes.make
    passages, halt = walk_record(engine, record)
    if viewer != TABLE:
        # What differs may be what others keep secret.
        warning = warning and DEPARTS
        halt = None if halt is None else Halt(DEPARTS, halt.number, halt.state)
    return Trace(
        game, record, engine, checked, notes, passages, halt, warning, viewer, depth, tapes
    )  # fmt: skip


def _marked(world: World, program: Program, notes: Notes) -> Program:
    """The program once more, with marks that tell how far it has come. Its slots are the same."""
    options = {name: world.option_value(name, text) for name, text in program.options}
    marked = lower(world, program.players, options, notes)
    if marked.slots != program.slots:
        raise RuntimeError("the ruleset changed while it was used")
    return marked
