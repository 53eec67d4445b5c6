"""Why a move is legal or not: what was asked, in the author's words, with values and cited statements."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.core.ir import Decision, Place, Program, Requirement
from interpreter.engine.errors import Refusal
from interpreter.engine.events import Taken, Told
from interpreter.engine.explain import shown_values
from interpreter.engine.forms import Slots, place_of
from interpreter.engine.machine import Engine
from interpreter.engine.moves import Choice, Whole, write
from interpreter.engine.notation import move_of, read_move
from interpreter.engine.state import ACTION, State
from interpreter.engine.telling import told_text
from interpreter.record.errors import RecordError
from interpreter.record.form import Decided, Record
from interpreter.record.match import Match
from interpreter.record.replay import replay, replay_to
from interpreter.record.seats import seat_name, seat_of
from interpreter.study.report import Json
from interpreter.study.subject import CheckedRules, Subject
from interpreter.syntax.document import Mapping, Scalar


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that a rule cites, with its text from the document; "" where there is no such text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A stage or a requirement of a move.

    ``name`` is that of the paragraph, ``rule`` its address, ``text`` what the author wrote, ``place`` the
    file and line. ``values`` are the parts of a requirement with their values.
    """

    name: str
    rule: str
    text: str
    place: str
    values: tuple[tuple[str, str], ...]
    cites: tuple[Statement, ...]

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "name": self.name,
            "rule": self.rule,
            "text": self.text,
            "place": self.place,
            "values": dict(self.values),
            "cites": [{"statement": one.name, "says": one.text} for one in self.cites],
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a player may make a move or may not.

    ``name`` is what the player is called, ``move`` the move as the rules write it, or as it was said where it
    makes no sense. Of a legal move, ``held`` are the stages and requirements that were asked, in their order;
    of another one those before ``failed``, and ``message`` says what stands against it, ``help`` perhaps what
    was meant. Of a move of a record, ``claims`` are those that were decided behind it, each by its rank.
    """

    player: int
    name: str
    move: str
    is_legal: bool
    message: str
    help: str
    failed: Asked | None
    held: tuple[Asked, ...]
    claims: tuple[Asked, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """The explanation as plain data."""
        return {
            "player": seat_name(self.player),
            "move": self.move,
            "legal": self.is_legal,
            "message": self.message,
            "help": self.help or None,
            "failed": None if self.failed is None else self.failed.to_json(),
            "held": [one.to_json() for one in self.held],
            "claims": [one.to_json() for one in self.claims],
        }


def why(game: Subject, state: State, player: int, move: str) -> Explanation:
    """Why ``player`` may make a move in a state, or may not. Values that another player keeps secret are
    not looked for: what a rule asks of a player, that player may know.
    """
    return _Inquiry(game.checked(dict(state.engine.program.options)), state, player).of(move)


def why_recorded(game: Subject, record: Record, number: int) -> Explanation:
    """Why the move of that number in a record (from 1, forced ones counted) was legal where it was made.

    Raises: RecordError as `replay`, and E812 where the record has no such move.
    """
    made = [entry for entry in record.entries if isinstance(entry, Decided)]
    if not 1 <= number <= len(made):
        raise RecordError("E812", f"the record has the moves 1 to {len(made)}, expected one of them")
    entry = made[number - 1]
    state = replay_to(game, record, number - 1).state
    explanation = why(game, state, seat_of(entry.player, state.engine.program.players) or 0, entry.move)
    document = game.checked().document
    return replace(
        explanation, claims=tuple(_claims_behind(replay_to(game, record, number), number, document))
    )


def _claims_behind(match: Match, number: int, document: Mapping | None) -> Iterator[Asked]:
    """The claims that were decided behind the move of that number, before the next one."""
    program = match.engine.program
    made = 0
    for happening in match.happenings():
        made += isinstance(happening, Taken)
        if made != number or not isinstance(happening, Told):
            continue
        event = program.events[happening.event]
        place = place_of(program, event.place)
        if event.kind == "claim" and place is not None:
            name = event.rule.rpartition(".")[2]
            yield _at(name, told_text(program, happening), place, (), document)


def why_after(game: Subject, record: Record, player: int, move: str) -> Explanation:
    """Why ``player`` may make a move, or may not, at the end of a record.

    Raises: RecordError as `replay`.
    """
    return why(game, replay(game, record).match.state, player, move)


class _Inquiry:
    """One question about one state."""

    def __init__(self, checked: CheckedRules, state: State, player: int) -> None:
        self._document = checked.document
        self._state = state
        self._engine: Engine = state.engine
        self._program: Program = state.engine.program
        self._player = player

    def of(self, move: str) -> Explanation:
        """The answer for a move as it is said."""
        refusal = self._state.refusal(self._player, move)
        choice = self._engine.logged.stops[self._state.block]
        whole = self._read(choice.decision, move) if isinstance(choice, Choice) else None
        if not isinstance(choice, Choice) or whole is None:
            return self._answer(move, refusal, ())
        text = str(move_of(self._program, choice, whole))
        if refusal is None:
            return self._answer(text, None, tuple(self._asked(choice, whole)))
        if refusal.place is None or refusal.reason == ACTION:
            return self._answer(text, refusal, ())
        held = []
        # What stands behind the failure may make no sense in this position, so nobody looks at it.
        for one in self._asked(choice, whole):
            if (one.name, one.rule) == (refusal.reason, refusal.place.rule):
                break
            held.append(one)
        return self._answer(text, refusal, tuple(held))

    def _answer(self, move: str, refusal: Refusal | None, held: tuple[Asked, ...]) -> Explanation:
        name = self._state.name_of(self._player)
        if refusal is None:
            return Explanation(self._player, name, move, True, "it is legal", "", None, held)
        failed = None
        if refusal.place is not None:
            failed = self._asked_at(refusal.reason, refusal.place, refusal.values)
        return Explanation(self._player, name, move, False, refusal.message, refusal.help, failed, held)

    def _read(self, decision: Decision, move: str) -> Whole | None:
        try:
            return read_move(self._program, decision, move)
        except Refusal:
            return None

    # What is asked

    def _asked(self, choice: Choice, whole: Whole) -> Iterator[Asked]:
        """The requirements and stages of a move in the order in which they are asked."""
        index, members = whole
        alternative = choice.decision.alternatives[index]
        s: Slots = self._state.table_of(self._player)
        choice.prepare(s)
        for requirement in alternative.requires:
            yield from self._requirement(requirement, s)
        at = 0
        for stage in alternative.stages:
            place = place_of(self._program, stage.place)
            if place is not None:
                yield self._asked_at(stage.name, place, ())
            at = write(choice.options[index], at, members[at : at + stage.parts], s)
            for requirement in stage.requires:
                yield from self._requirement(requirement, s)

    def _requirement(self, requirement: Requirement, s: Slots) -> Iterator[Asked]:
        place = place_of(self._program, requirement.place)
        if place is not None:
            values = shown_values(self._engine.closures, requirement, s)
            yield self._asked_at(requirement.name, place, values)

    def _asked_at(self, name: str, place: Place, values: tuple[tuple[str, str], ...]) -> Asked:
        return _at(name, place.text, place, values, self._document)


def _at(
    name: str, text: str, place: Place, values: tuple[tuple[str, str], ...], document: Mapping | None
) -> Asked:
    cites = tuple(Statement(cite, statement_text(document, cite)) for cite in place.cites)
    return Asked(name, place.rule, text, f"{place.file}:{place.line}", values, cites)


def statement_text(document: Mapping | None, name: str) -> str:
    """What the document says under a number, "" where it says nothing."""
    for section in ("statements", "rulings", "sources"):
        part = document.get(section) if document is not None else None
        entry = part.get(name) if isinstance(part, Mapping) else None
        says = entry.get("says") if isinstance(entry, Mapping) else None
        if isinstance(says, Scalar):
            return " ".join(says.text.split())
    return ""
