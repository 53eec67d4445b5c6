"""The entries of a trace: moves, paragraphs that begin, conditions that are judged, chance, what was told."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from interpreter.core.ir import Place
from interpreter.core.notes import Mark, Notes
from interpreter.engine.events import Drawn, Happening, Taken, Told
from interpreter.engine.machine import Engine
from interpreter.engine.names import member_text
from interpreter.engine.seats import TABLE
from interpreter.engine.telling import is_idle, told_text
from interpreter.study.changes import Change, changes
from interpreter.study.position import HIDDEN, Position
from interpreter.study.reason import Reason, is_written, where
from interpreter.study.reasons import Reasons
from interpreter.study.report import Json
from interpreter.study.statements import Statement, cited_by, statements_of
from interpreter.study.subject import CheckedRules

MOST_TREES = 400
"""How many conditions of one passage are told with their definitions opened."""

Sort = Literal[
    "move", "step", "when", "if", "until", "skipping", "always", "end", "stuck", "refill", "settled", "over",
    "chance", "says", "change", "reveal", "payment", "claim",
]  # fmt: skip
"""What an entry is: a move, a paragraph that begins, a condition that is judged, chance, or what was told."""

_QUIET = {"if", "until", "skipping", "always", "end", "refill"}
"""Conditions that are told of only where they hold, unless everything is wanted."""

_EMPTY = {"settled", "over"}
"""Entries that are told of only where something changed, unless everything is wanted."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened: ``text`` says what, ``rule`` is the address of the paragraph that did it.

    ``place`` is the file and line, ``value`` what a condition came to, ``changes`` what was changed until
    the next entry, ``reason`` the tree of a condition.
    """

    sort: Sort
    text: str
    rule: str
    place: str
    cites: tuple[Statement, ...]
    value: str = ""
    changes: tuple[Change, ...] = ()
    reason: Reason | None = None

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "sort": self.sort,
            "text": self.text,
            "rule": self.rule,
            "place": self.place,
            "cites": [one.to_json() for one in self.cites],
            "value": self.value or None,
            "changes": [one.to_json() for one in self.changes],
            "reason": None if self.reason is None else self.reason.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Noticed:
    """What happened, with the slots at that moment and at the next one."""

    happening: Happening
    now: tuple[int, ...]
    next: tuple[int, ...]


class Traced(Protocol):
    """What is traced, and for whom."""

    engine: Engine
    checked: CheckedRules
    notes: Notes
    viewer: int | None
    depth: int

    @property
    def position(self) -> Position:
        """Where positions are looked at."""
        ...


def told_entries(trace: Traced, happened: Sequence[Noticed], *, full: bool) -> tuple[Entry, ...]:
    """What is told of one passage; with ``full`` also what was judged and came to nothing."""
    return tuple(_Teller(trace, full=full).told(happened))


def _summed(made: Sequence[Change]) -> Iterator[Change]:
    """Changes of the same place one after the other are one."""
    first: dict[str, Change] = {}
    for one in made:
        known = first.get(one.cell)
        first[one.cell] = one if known is None else replace(known, after=one.after)
    for one in first.values():
        if one.before != one.after:
            yield one


class _Teller:
    """Tells the entries of one passage to the viewer of a trace."""

    def __init__(self, trace: Traced, *, full: bool) -> None:
        self.trace = trace
        self.program = trace.engine.program
        self.full = full
        self.trees = 0
        self.rule = ""  # of the last move: the paragraph of its action needs no entry of its own

    def told(self, happened: Sequence[Noticed]) -> Iterator[Entry]:
        """The entries that the viewer may know of, each with all that was changed until the next of them."""
        entry: Entry | None = None
        made: list[Change] = []
        for one in happened:
            following = self._entry(one)
            if following is not None:
                if entry is not None:
                    yield from self._finished(entry, made)
                    made = []
                entry = following
            made += changes(self.program, one.now, one.next, self.trace.viewer)
        if entry is not None:
            yield from self._finished(entry, made)

    def _finished(self, entry: Entry, made: Sequence[Change]) -> Iterator[Entry]:
        if entry.sort not in _EMPTY or made or self.full:
            yield replace(entry, changes=tuple(_summed(made)))

    def _entry(self, one: Noticed) -> Entry | None:
        match one.happening:
            case Taken() as taken:
                return self._move(taken)
            case Drawn() as drawn:
                if not self._may_read(drawn.seen):
                    return None
                domain = self.program.domains[drawn.domain]
                text = f"drawn {member_text(domain, drawn.index)}"
                return self._at("chance", text, drawn.place, drawn.place.rule if drawn.place else "")
            case Told() as told:
                return self._told(one, told)

    def _may_read(self, seen: frozenset[int] | None) -> bool:
        return seen is None or self.trace.viewer == TABLE or self.trace.viewer in seen

    def _move(self, taken: Taken) -> Entry:
        viewer = taken.player if self.trace.viewer == TABLE else self.trace.viewer
        name = self.trace.engine.seats.name(taken.player)
        made_for = f" ({taken.acts_for})" if taken.acts_for else ""
        text = f"{name}{made_for} {taken.move_for(viewer)}"
        self.rule = f"actions.{taken.move.action}"
        action = self.trace.checked.rules.actions.get(taken.move.action)
        if action is None:
            return Entry("move", text, "", "", ())
        cites = statements_of(self.trace.checked.document, cited_by(action))
        return Entry("move", text, self.rule, where(action.head.span), cites)

    def _told(self, one: Noticed, told: Told) -> Entry | None:
        event = self.program.events[told.event]
        if event.kind == "mark":
            value = told.args[0]
            assert isinstance(value, int)
            return self._marked(one, self.trace.notes.marks[int(str(event.text[0]))], value)
        if not self._may_read(told.seen) or (is_idle(self.program, told) and not self.full):
            return None
        place = self.program.places[event.place] if event.place >= 0 else None
        sort: Sort = "says" if event.kind == "end" else event.kind
        return self._at(sort, told_text(self.program, told), place, event.rule)

    def _marked(self, one: Noticed, mark: Mark, value: int) -> Entry | None:
        place = self.program.places[mark.place]
        match mark.sort:
            case "step":
                named = mark.rule == self.rule and not self.full
                return None if named else self._at("step", mark.rule, place, mark.rule)
            case "over":
                text = f"{mark.rule} is over" if mark.rule else "the round is over"
                return self._at("over", text, place, mark.rule)
            case "settled":
                return self._at("settled", "all at once", place, mark.rule)
            case "stuck":
                return self._at("stuck", "nothing is legal here", place, mark.rule)
            case _:
                return self._judged(one, mark, bool(value), place)

    def _judged(self, one: Noticed, mark: Mark, holds: bool, place: Place) -> Entry | None:
        """A condition. What it comes to is told only if the viewer may know; and so is that it was judged."""
        assert mark.condition is not None
        if not self.full and mark.sort == "if" and not is_written(mark.condition):
            return None  # what a claim or a payment comes to
        is_quiet = mark.sort in _QUIET and not self.full
        sees_all = self.trace.viewer == TABLE
        if is_quiet and sees_all and not holds:
            return None
        reason = self._reason(one, mark)
        value = HIDDEN if reason.value == HIDDEN else "true" if holds else "false"
        if is_quiet and value != "true":
            return None
        return replace(self._at(mark.sort, place.text, place, mark.rule), value=value, reason=reason)

    def _reason(self, one: Noticed, mark: Mark) -> Reason:
        """The tree of a condition; of all that are judged only so many are told with definitions."""
        assert mark.condition is not None
        self.trees += 1
        self.trace.position.look(one.now, mark.sight)
        depth = self.trace.depth if self.trees <= MOST_TREES else 0
        return Reasons(self.trace.position, self.trace.checked.document, depth).of(mark.condition)

    def _at(self, sort: Sort, text: str, place: Place | None, rule: str) -> Entry:
        if place is None:
            return Entry(sort, text, rule, "", ())
        cites = statements_of(self.trace.checked.document, place.cites)
        return Entry(sort, text, rule, f"{place.file}:{place.line}", cites)
