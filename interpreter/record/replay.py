"""A record played again: verified step by step, gone on with, or cut down to what one player may see."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from interpreter.engine.errors import Refusal, RulesError
from interpreter.engine.machine import Engine
from interpreter.engine.rng import seed_of
from interpreter.engine.state import State
from interpreter.record.errors import Difference, RecordError
from interpreter.record.form import Decided, Entry, Fell, Record, result_json
from interpreter.record.given import GivenError, slots_given
from interpreter.record.match import Match
from interpreter.record.save import entries_of
from interpreter.record.seats import seat_of
from interpreter.record.starting import Startable, StartError
from interpreter.text.quote import quote

_NOTHING = "nothing"
_WHY_OTHER = "the ruleset has changed, or the players or options of the record were"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Replay:
    """A match that was played again from its record, to the record's end, and is as it was."""

    record: Record
    match: Match


def replay(game: Startable, record: Record) -> Replay:
    """Play a record again and verify every step: each move is legal, each forced one is forced and the same,
    chance falls as the seed says, and the result and the digest of the last state are the same.

    Raises: RecordError E810 for another game, E811 for a ruleset that has changed (with the first step that
    differs, where there is one), E812 for a step that differs, E813 for an extract, E815 for a given
    position that does not fit.
    """
    _demand_whole(record)
    engine = _engine(game, record)
    if engine.digest != record.ruleset:
        raise _changed(game, record, engine)
    match, difference = _played(engine, record)
    if difference is None and match is not None and match.state.digest != record.digest:
        end = len(record.entries) + 1
        difference = Difference(end, f"digest `{_short(record.digest)}`", f"`{_short(match.state.digest)}`")
    if difference is not None or match is None:
        message = f"the record of `{record.game}` does not play as it says, {difference}"
        raise RecordError("E812", message, "it was changed after it was written", difference)
    return Replay(record, match)


def resume(game: Startable, record: Record) -> Match:
    """The match of a record, verified, to go on with. A move half made is half made again.

    Raises: as `replay`.
    """
    return replay(game, record).match


def first_difference(game: Startable, record: Record) -> Difference | None:
    """The first step at which the rules of today depart from a record, whatever ruleset it was played with;
    None where every move, outcome of chance and the result are the same.

    Raises: RecordError E810, E813.
    """
    return played_today(game, record)[1]


def played_today(game: Startable, record: Record) -> tuple[Match | None, Difference | None]:
    """The match of a record under the rules of today, and the first step at which it departs: one of both.

    Raises: RecordError E810, E813.
    """
    _demand_whole(record)
    demand_game(game, record)
    try:
        return _played(_engine(game, record), record)
    except RecordError as error:
        return None, Difference(0, f"a match of `{record.game}`", error.diagnostic.message)


def replay_to(game: Startable, record: Record, moves: int) -> Match:
    """The match after that many moves of a record, forced ones counted and, here, asked for like any other.

    Raises: as `replay`; RecordError E816 where the record has fewer moves.
    """
    replay(game, record)
    made = [entry for entry in record.entries if isinstance(entry, Decided)]
    if moves > len(made):
        raise no_such_move(moves, made)
    match = _begin(_engine(game, record), replace(record, forced="ask"))
    for entry in made[: max(0, moves)]:
        _apply(match, entry)
    return match


def no_such_move(number: int, made: Sequence[Decided]) -> RecordError:
    """E816: a record has these moves, and none of that number."""
    has = "no move" if not made else "1 move" if len(made) == 1 else f"the moves 1 to {len(made)}"
    return RecordError("E816", f"the record has {has}, and no move {number}")


# ---------------------------------------------------------------------------------------------
# Playing again


def _engine(game: Startable, record: Record) -> Engine:
    demand_game(game, record)
    try:
        engine = game.engine(record.players, record.options)
        game.demand_checks(engine.program)
    except StartError as error:
        message = f"the record can't be started: {error.diagnostic.message}"
        raise RecordError("E811", message, error.diagnostic.help) from None
    return engine


def _begin(engine: Engine, record: Record) -> Match:
    slots = None
    if record.given is not None:
        try:
            slots = slots_given(engine.program, engine.layout.start, record.given)
        except GivenError as error:
            where = ".".join(map(str, error.path))
            raise RecordError("E815", f"`{where}`: {error.message}", error.help or None) from None
    return Match(engine, seed_of(str(record.seed)), slots=slots, forced=record.forced)


def _played(engine: Engine, record: Record) -> tuple[Match | None, Difference | None]:
    """The match as far as it could be played, and where it departs from its record."""
    play = _Play(engine, record)
    try:
        return play.match(), None
    except _Departs as departs:
        return None, departs.difference


class _Departs(Exception):  # noqa: N818 - it ends the replay, and is caught above
    def __init__(self, difference: Difference) -> None:
        super().__init__()
        self.difference = difference


class _Play:
    """Goes through the entries of a record while the match makes the same ones."""

    def __init__(self, engine: Engine, record: Record) -> None:
        self._engine = engine
        self._record = record
        self._entries = record.entries
        self._at = 0

    def match(self) -> Match:
        """The match at the end of the record.

        Raises: _Departs, RecordError E815.
        """
        match = self._tried(partial(_begin, self._engine, self._record))
        self._compare(match)
        while (at := self._at + len(match.state.may_change)) < len(self._entries):
            # Where several choose at once nothing happens until all have: then all their entries do.
            entry = self._entries[at]
            if not isinstance(entry, Decided) or entry.forced:
                raise self._departs(str(entry), _waiting(match.state))
            self._tried(partial(_apply, match, entry))
            self._compare(match)
        if self._at < len(self._entries):
            raise self._departs(str(self._entries[self._at]), _waiting(match.state))
        self._compare_result(match)
        for word in self._record.begun:
            self._tried(partial(_choose, match, word))
        for player, words in self._record.open.items():
            for word in words:
                self._tried(partial(_choose_at, match, player, word))
        return match

    def _compare(self, match: Match) -> None:
        """What has just happened must be the next entries."""
        for happened in entries_of(self._engine.program, match.trails[-1]):
            recorded = self._entries[self._at] if self._at < len(self._entries) else None
            if happened != recorded:
                raise self._departs(*_told_apart(recorded, happened))
            self._at += 1

    def _compare_result(self, match: Match) -> None:
        now, then = result_json(match.result), self._record.result
        if (None if then is None else dict(then)) != now:
            raise self._departs(*_results_apart(then, now))

    def _tried(self, step: Callable[[], T]) -> T:
        """Make a step of the match; where it can't be made, the match departs from its record there."""
        entry = self._entries[self._at] if self._at < len(self._entries) else None
        try:
            return step()
        except Refusal as refusal:
            now = f"refused: {refusal.message}"
        except RulesError as error:
            now = f"the rules fail: {error.message}"
        raise self._departs(_NOTHING if entry is None else str(entry), now)

    def _departs(self, recorded: str, now: str) -> _Departs:
        return _Departs(Difference(self._at + 1, recorded, now))


def _apply(match: Match, entry: Decided) -> State:
    seat, to_move = _seat(entry.player, match), match.state.to_move
    if to_move and seat not in to_move:
        raise Refusal("turn", match.engine.seats.turn_text(to_move, seat))
    return match.apply(seat, entry.move)


def _choose(match: Match, word: str) -> State:
    if match.state.is_over:
        raise Refusal("over", "the match is over")
    return match.choose(match.state.to_move[0], word)


def _choose_at(match: Match, player: str, word: str) -> State:
    seat = _seat(player, match)
    if not match.state.together or seat not in match.state.to_move:
        raise Refusal("turn", f"`{player}` has nothing to choose while others don't see it")
    return match.choose(seat, word)


def _seat(player: str, match: Match) -> int:
    seat = seat_of(player, match.players)
    if seat is None:
        raise Refusal("turn", f"nobody is called `{player}`")
    return seat


def _waiting(state: State) -> str:
    if not state.to_move:
        return "the end of the match"
    return f"a choice for {state.engine.seats.name(state.to_move[0])}"


def _told_apart(recorded: Entry | None, happened: Entry) -> tuple[str, str]:
    """A recorded entry and the one that takes its place now, so that both can be told apart."""
    texts = _NOTHING if recorded is None else str(recorded), str(happened)
    if texts[0] != texts[1] or not (isinstance(recorded, Fell) and isinstance(happened, Fell)):
        return texts
    if recorded.seen == happened.seen:  # the words `1` and the number 1
        return f"{texts[0]} as a {_form(recorded)}", f"as a {_form(happened)}"
    return f"{texts[0]}, {_seen_text(recorded)}", _seen_text(happened)


def _form(fell: Fell) -> str:
    return "number" if isinstance(fell.value, int) else "word"


def _seen_text(fell: Fell) -> str:
    if fell.seen is None:
        return "seen by everybody"
    return f"seen by {', '.join(fell.seen) or 'nobody'}"


def _result_text(result: Mapping[str, Any] | None) -> str:
    if result is None:
        return "no result"
    if result.get("unfinished"):
        return "an unfinished match"
    keys = result.get("keys", {})
    parts = []
    for player, place in sorted(result["places"].items()):
        row = ", ".join(f"{name} {value}" for name, value in keys.get(player, {}).items())
        parts.append(f"{player} {place}" + (f" with {row}" if row else ""))
    won = " and ".join(result["won"]) or "nobody"
    return f"{won} won (places {('; ' if keys else ', ').join(parts)})"


def _results_apart(then: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> tuple[str, str]:
    """A recorded result and the one that takes its place, so that both can be told apart."""
    texts = _result_text(then), _result_text(now)
    if texts[0] != texts[1] or then is None or now is None:
        return texts
    return f"{texts[0]}, {_end_text(then)}", f"{texts[1]}, {_end_text(now)}"


def _end_text(result: Mapping[str, Any]) -> str:
    return f"by {quote(str(result['end']))}" if result.get("end") else "by no end"


# ---------------------------------------------------------------------------------------------
# Refusals


def demand_game(game: Startable, record: Record) -> None:
    """Demand that a record is one of this game, before its players and options are asked of it.

    Raises: RecordError E810.
    """
    if record.game != game.name:
        message = f"this is a record of `{record.game}`, expected one of `{game.name}`"
        raise RecordError("E810", message)


def _demand_whole(record: Record) -> None:
    if record.viewer is not None:
        message = f"this is an extract for `{record.viewer}`, which leaves out what others keep secret"
        raise RecordError("E813", message, "play on from the table's own save")


def _changed(game: Startable, record: Record, engine: Engine) -> RecordError:
    message = (
        f"this record of `{record.game}` is of other rules than its players and options give: "
        f"`{_short(record.ruleset)}` then, `{_short(engine.digest)}` now"
    )
    difference = first_difference(game, record)
    if difference is None:
        hint = f"{_WHY_OTHER}; the same moves still give the same match now"
        return RecordError("E811", message, hint)
    return RecordError("E811", message, f"{_WHY_OTHER}; the match first differs at {difference}", difference)


def _short(digest: str | None) -> str:
    return f"{(digest or '')[:12]}…"
