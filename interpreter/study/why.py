"""Why a move is legal or not: what was asked, in the author's words, part by part, with cited statements."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from interpreter.core.ir import Place, Requirement, Stage
from interpreter.core.notes import Asking, Offer
from interpreter.engine.errors import Refusal
from interpreter.engine.events import Move, Taken, Told
from interpreter.engine.explain import shown_values
from interpreter.engine.forms import Slots, place_of
from interpreter.engine.moves import Choice, Whole, is_possible, write
from interpreter.engine.notation import move_of, read_move
from interpreter.engine.picks import DONE
from interpreter.engine.seats import TABLE
from interpreter.engine.state import State
from interpreter.engine.telling import told_text
from interpreter.record.form import Decided, Record
from interpreter.record.match import Match
from interpreter.record.replay import no_such_move, replay, replay_to
from interpreter.record.seats import seat_name, seat_of
from interpreter.study.asked_reasons import reason_for
from interpreter.study.explainer import Explainer
from interpreter.study.impossible import impossible, other_values
from interpreter.study.offered import each_offered, offered, several_offered
from interpreter.study.position import HIDDEN
from interpreter.study.reason import Reason
from interpreter.study.reasons import DEPTH
from interpreter.study.report import Json
from interpreter.study.statements import Statement, cited_by, statements_of
from interpreter.study.subject import Subject
from interpreter.syntax.document import Mapping

UNKNOWN = "whether that is legal rests on what {} may not know"


@dataclass(frozen=True, slots=True)
class Asked:
    """A stage or a requirement of a move.

    ``name`` is that of the paragraph, ``rule`` its address, ``text`` what the author wrote, ``place`` the
    file and line. ``values`` are the parts of a requirement with their values; ``tree`` is the whole of it,
    whose value is whether it holds.
    """

    name: str
    rule: str
    text: str
    place: str
    values: tuple[tuple[str, str], ...]
    cites: tuple[Statement, ...]
    tree: Reason | None = field(default=None, compare=False)

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "name": self.name,
            "rule": self.rule,
            "text": self.text,
            "place": self.place,
            "values": dict(self.values),
            "cites": [one.to_json() for one in self.cites],
            "tree": None if self.tree is None else self.tree.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a player may make a move or may not.

    ``name`` is what the player is called, ``move`` the move as the rules write it, or as it was said where it
    makes no sense. Of a legal move, ``held`` are the stages and requirements that were asked, in their order;
    of another one those before ``failed``, and ``message`` says what stands against it, ``help`` perhaps what
    was meant. ``is_legal`` is None where the viewer may not know. Of a move of a record, ``claims`` are those
    that were decided behind it, each by its rank; of a forced one, ``others`` say why there was no other.
    """

    player: int
    name: str
    move: str
    is_legal: bool | None
    message: str
    help: str
    failed: Asked | None
    held: tuple[Asked, ...]
    claims: tuple[Asked, ...] = ()
    forced: bool = False
    others: tuple[Reason, ...] = ()

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
            "forced": self.forced,
            "others": [one.to_json() for one in self.others],
        }


def why(
    game: Subject, state: State, player: int, move: str, *, viewer: int | None = TABLE, depth: int = DEPTH
) -> Explanation:
    """Why ``player`` may make a move in a state, or may not, as a viewer may know it.

    ``viewer`` is a player (1..n), None for a spectator, or `TABLE`, from whom nothing is hidden; ``depth`` is
    how many definitions are opened, one inside the other.
    """
    return _Inquiry(Explainer(game, state.engine, viewer, depth), state, player).of(move)


def why_recorded(
    game: Subject, record: Record, number: int, *, viewer: int | None = TABLE, depth: int = DEPTH
) -> Explanation:
    """Why the move of that number in a record (from 1, forced ones counted) was legal where it was made.

    Raises: RecordError as `replay`, and E816 where it has no such move.
    """
    made = [entry for entry in record.entries if isinstance(entry, Decided)]
    if not 1 <= number <= len(made):
        raise no_such_move(number, made)
    entry = made[number - 1]
    state = replay_to(game, record, number - 1).state
    explainer = Explainer(game, state.engine, viewer, depth)
    player = seat_of(entry.player, state.engine.program.players) or 0
    after = replay_to(game, record, number)
    explanation = _Inquiry(explainer, state, player).recorded(entry.move, _made(after, number))
    claims = tuple(_claims_behind(after, number, explainer.checked.document))
    if not entry.forced or viewer not in (TABLE, player):
        return replace(explanation, claims=claims)
    others = tuple(_Inquiry(explainer, state, player).others(entry.move))
    return replace(explanation, claims=claims, forced=True, others=others)


def _made(match: Match, number: int) -> Taken | None:
    """The move of that number, as it was made."""
    moves = match.moves()
    return moves[number - 1] if number <= len(moves) else None


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


def why_after(
    game: Subject, record: Record, player: int, move: str, *, viewer: int | None = TABLE
) -> Explanation:
    """Why ``player`` may make a move, or may not, at the end of a record.

    Raises: RecordError as `replay`.
    """
    return why(game, replay(game, record).match.state, player, move, viewer=viewer)


class _Inquiry:
    """One question about one state."""

    def __init__(self, explainer: Explainer, state: State, player: int) -> None:
        self._explainer = explainer
        self._state = state
        self._engine = state.engine
        self._program = state.engine.program
        self._player = player

    @property
    def _choice(self) -> Choice | None:
        stop = self._engine.logged.stops[self._state.block]
        return stop if isinstance(stop, Choice) and self._state.asked else None

    def recorded(self, move: str, made: Taken | None) -> Explanation:
        """The answer for a move of a record, which the viewer may not know; None where it was put down, and
        not all had chosen.
        """
        choice = self._choice
        whole = self._read(choice, move) if choice is not None else None
        if choice is None or whole is None or self._may_know(choice):
            return self.of(move)
        if made is not None:
            return self._veiled(str(made.move_for(self._viewer)), choice, whole, is_legal=True)
        alternative = choice.decision.alternatives[whole[0]]
        hidden = len(choice.decision.alternatives) > 1
        action = HIDDEN if hidden else alternative.action
        stages = () if hidden else tuple((stage.name, HIDDEN) for stage in alternative.stages)
        return self._veiled(str(Move(action, stages)), choice, whole, is_legal=None)

    def of(self, move: str) -> Explanation:
        """The answer for a move as it is said."""
        refusal = self._state.refusal(self._player, move)
        choice = self._choice
        whole = self._read(choice, move) if choice is not None else None
        if choice is None or whole is None:
            return self._answer(move, refusal, ())
        text = str(move_of(self._program, choice, whole))
        if not self._may_know(choice):
            return self._veiled(text, choice, whole, is_legal=None)
        if refusal is None:
            return self._answer(text, None, tuple(self._asked(choice, whole)))
        if refusal.place is None:
            return self._answer(text, refusal, ())
        held: list[Asked] = []
        # What stands behind the failure may make no sense in this position, so nobody looks at it.
        for one in self._asked(choice, whole):
            if (one.name, one.rule) == (refusal.reason, refusal.place.rule):
                return self._answer(text, refusal, tuple(held), self._refused(one, refusal.message))
            held.append(one)
        return self._answer(text, refusal, tuple(held))

    def others(self, move: str) -> Iterator[Reason]:
        """Why there is no other legal move than this one."""
        choice = self._choice
        whole = self._read(choice, move) if choice is not None else None
        if choice is None or whole is None:
            return
        s: Slots = self._state.table_of(self._player)
        choice.prepare(s)
        for option in choice.options:
            if option.index == whole[0]:
                yield from other_values(self._explainer, choice, option, whole[1], s)
            elif not is_possible(option, list(s)):
                yield impossible(self._explainer, choice, option, s)

    # -- what may be known ---------------------------------------------------------------------------

    @property
    def _viewer(self) -> int | None:
        return self._explainer.viewer

    def _may_know(self, choice: Choice) -> bool:
        """Whether the viewer may know what the player may choose."""
        if self._viewer in (TABLE, self._player):
            return True
        hidden = any(stage.hidden for one in choice.decision.alternatives for stage in one.stages)
        return not (choice.secret or hidden or choice.together is not None)

    def _veiled(self, move: str, choice: Choice, whole: Whole, *, is_legal: bool | None) -> Explanation:
        """The answer for a viewer who may not know all of it: what is asked, without where it fails."""
        name = self._state.name_of(self._player)
        asked: tuple[Asked, ...] = ()
        if self._player in self._state.asked and choice.together is None:
            asked = tuple(replace(one, values=()) for one in self._asked(choice, whole, guarded=True))
        viewer = self._engine.seats.name(self._viewer)
        message = "it was made" if is_legal else UNKNOWN.format(viewer)
        return Explanation(self._player, name, move, is_legal, message, "", None, asked)

    # -- answers -------------------------------------------------------------------------------------------

    def _answer(
        self, move: str, refusal: Refusal | None, held: tuple[Asked, ...], failed: Asked | None = None
    ) -> Explanation:
        name = self._state.name_of(self._player)
        if refusal is None:
            return Explanation(self._player, name, move, True, "it is legal", "", None, held)
        if failed is not None:
            failed = replace(failed, values=refusal.values)
        elif refusal.place is not None:
            failed = self._asked_at(refusal.reason, refusal.place, refusal.values)
            failed = replace(failed, tree=Reason(failed.text, "false", refusal.message))
        return Explanation(self._player, name, move, False, refusal.message, refusal.help, failed, held)

    def _read(self, choice: Choice, move: str) -> Whole | None:
        try:
            return read_move(self._program, choice.decision, move)
        except Refusal:
            return None

    # -- what is asked ---------------------------------------------------------------------------------------

    def _asked(self, choice: Choice, whole: Whole, *, guarded: bool = False) -> Iterator[Asked]:
        """The requirements and stages of a move in the order in which they are asked.

        With ``guarded``, what makes no sense in this position is left out in silence.
        """
        index, members = whole
        alternative = choice.decision.alternatives[index]
        offer = self._explainer.offer(choice, index)
        s: Slots = self._state.table_of(self._player)
        choice.prepare(s)
        yield from self._requirements(alternative.requires, offer, offer.before, s, guarded=guarded)
        at = 0
        for number, stage in enumerate(alternative.stages):
            place = place_of(self._program, stage.place)
            picked = members[at : at + stage.parts]
            if place is not None:
                asked = self._asked_at(stage.name, place, ())
                tree = None if stage.hidden and guarded else self._stage_tree(offer, stage, number, picked, s)
                yield self._cited(replace(asked, tree=tree), offer)
            at = write(choice.options[index], at, picked, s)
            yield from self._requirements(stage.requires, offer, offer.behind[number], s, guarded=guarded)

    def _requirements(
        self, requirements: Sequence[Requirement], offer: Offer, asked: Sequence[Asking], s: Slots, *,
        guarded: bool,
    ) -> Iterator[Asked]:  # fmt: skip
        for requirement, asking in zip(requirements, asked, strict=True):
            place = place_of(self._program, requirement.place)
            if place is not None:
                values = () if guarded else shown_values(self._engine.closures, requirement, s)
                self._explainer.position.look(s, offer.sight)
                tree = reason_for(self._explainer.reasons(), asking)
                found = self._asked_at(requirement.name, place, values)
                yield self._cited(replace(found, tree=tree), offer)

    def _stage_tree(self, offer: Offer, stage: Stage, number: int, picked: Sequence[int], s: Slots) -> Reason:
        """Why what is chosen at a stage is offered there."""
        assert offer.action is not None
        line = offer.action.choose[number].line
        self._explainer.position.look(s, offer.sight)
        reasons = self._explainer.reasons()
        if stage.several is not None:
            return several_offered(reasons, line, [one for one in picked if one != DONE])
        if stage.keys:
            return each_offered(reasons, line, stage.keys, picked)
        return offered(reasons, line.value, picked[0])

    def _refused(self, failed: Asked, message: str) -> Asked:
        """A stage whose value is in its sentence and was refused all the same: nothing could follow it."""
        if failed.tree is None or failed.tree.value == "false":
            return failed
        tree = Reason(failed.text, "false", message, (failed.tree,))
        return replace(failed, tree=tree)

    def _asked_at(self, name: str, place: Place, values: tuple[tuple[str, str], ...]) -> Asked:
        return _at(name, place.text, place, values, self._explainer.checked.document)

    def _cited(self, asked: Asked, offer: Offer) -> Asked:
        """What cites nothing itself rests on what its action cites."""
        if asked.cites or offer.action is None:
            return asked
        return replace(asked, cites=statements_of(self._explainer.checked.document, cited_by(offer.action)))


def _at(
    name: str, text: str, place: Place, values: tuple[tuple[str, str], ...], document: Mapping | None
) -> Asked:
    cites = statements_of(document, place.cites)
    return Asked(name, place.rule, text, f"{place.file}:{place.line}", values, cites)
