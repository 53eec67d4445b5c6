"""Matches as files: recorded, written whole or not at all, and read with suspicion."""

import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from interpreter.core.ir import Program
from interpreter.engine.events import Drawn, Happening, Taken, Told
from interpreter.engine.names import member_text
from interpreter.engine.rng import seed_of
from interpreter.engine.state import State
from interpreter.record.errors import RecordError
from interpreter.record.form import (
    LARGEST_SEED,
    NOTHING,
    Decided,
    Entry,
    Fell,
    Record,
    options_json,
    result_json,
)
from interpreter.record.given import values_given
from interpreter.record.match import Match
from interpreter.record.seats import seat_name
from interpreter.record.shape import record_from
from interpreter.text.quote import quote
from interpreter.text.whole_file import part_of, put

LARGEST = 16 * 1024 * 1024
"""Bytes of the largest record that is read."""

_MOST_DIGITS = 20


# ---------------------------------------------------------------------------------------------
# From a match to a record


def record_of(
    match: Match, *, actors: Mapping[str, str] = NOTHING, seed: int | str | None = None
) -> Record:  # fmt: skip
    """Everything that a match was, from which it can be played again.

    ``actors`` names who sat at each seat (``P1``, …). ``seed`` is the seed as somebody gave it, if it was a
    text: the match itself remembers only the number that the text stands for.

    Raises: RecordError E814 for a match whose chance was scripted, or that began from a position that
    its components do not tell; ValueError for a seed that is not the match's.
    """
    if match.chance is not None:
        message = "the outcomes of chance were scripted, and a record draws them from the seed"
        raise RecordError("E814", message, "start the match with a seed and without a script")
    number = match.seed if match.seed < LARGEST_SEED else str(match.seed)
    spoken = number if seed is None else seed
    if seed_of(str(spoken)) != match.seed:
        raise ValueError(f"the match did not begin from the seed `{seed}`")
    state, program = match.state, match.engine.program
    return Record(
        game=program.game,
        ruleset=match.engine.digest,
        language=program.language,
        players=program.players,
        options=options_json(program.options),
        entries=tuple(entries_of(program, match.happenings())),
        result=result_json(match.result),
        secret=True,
        seed=spoken,
        digest=state.digest,
        forced=state.forced,
        begun=_begun(state),
        open=_open(state),
        given=_given(match),
        actors=actors,
    )


def entries_of(program: Program, happenings: tuple[Happening, ...]) -> list[Entry]:
    """The moves and outcomes of chance among what happened."""
    entries: list[Entry] = []
    for one in happenings:
        match one:
            case Taken():
                entries.append(Decided(seat_name(one.player), str(one.move), one.forced))
            case Drawn():
                domain = program.domains[one.domain]
                value = member_text(domain, one.index) if domain.names else domain.low + one.index
                seen = None if one.seen is None else tuple(seat_name(player) for player in sorted(one.seen))
                entries.append(Fell(domain.name, value, seen))
            case Told():
                pass
    return entries


def _begun(state: State) -> tuple[str, ...]:
    return () if state.together else next(iter(state.open_choices.values()), ())


def _open(state: State) -> dict[str, tuple[str, ...]]:
    found = state.open_choices if state.together else {}
    return {seat_name(player): words for player, words in found.items()}


def _given(match: Match) -> Mapping[str, Any] | None:
    if match.given is None:
        return None
    try:
        return values_given(match.engine.program, match.given, match.engine.layout.start)
    except ValueError:
        message = "the match began from a position that the values of its components do not tell"
        raise RecordError("E814", message) from None


# ---------------------------------------------------------------------------------------------
# Writing


def write(path: Path, record: Record, *, replace: bool = False) -> None:
    """Write a record whole or not at all; only its owner can read the file (mode 0600).

    A file that is there already is replaced only with ``replace``.

    Raises: RecordError E801 where it can't be written, E802 for a file that is there already.
    """
    data = record.text().encode()
    try:
        if path.is_dir():
            raise RecordError("E801", f"{quote(str(path))} is a folder", "give the name of a file in it")
        with part_of(path, data) as part:
            put(part, path, replace=replace)
    except FileExistsError:
        raise _is_there(path) from None
    except (OSError, ValueError) as error:
        reason = (error.strerror or "").lower() if isinstance(error, OSError) else "the name can't be used"
        raise RecordError("E801", f"{quote(str(path))} can't be written: {reason}") from None


def _is_there(path: Path) -> RecordError:
    message = f"{quote(str(path))} is there already"
    return RecordError("E802", message, "choose another name, or remove that file first")


# ---------------------------------------------------------------------------------------------
# Reading


def read(path: Path) -> Record:
    """The record in a file, whole or an extract. Nothing of the game is known yet: `replay.replay` asks more.

    Raises: RecordError E800 and E803 to E808.
    """
    return parse(_bytes(path), path.name)


def parse(data: bytes, name: str) -> Record:
    """The record that bytes hold; ``name`` is what messages call them.

    Raises: RecordError E803 to E808.
    """
    if len(data) > LARGEST:
        message = f"{quote(name)} is larger than {LARGEST // 1024 // 1024} MiB"
        raise RecordError("E803", message, "a record that Ludwright wrote is far smaller")
    try:
        loaded = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_int,
            parse_float=lambda text: _refuse(f"a number that is not whole, {quote(text)}"),
            parse_constant=lambda text: _refuse(quote(text)),
        )
        return record_from(loaded)
    except RecordError as error:
        found = error.diagnostic
        raise RecordError(found.code, f"{quote(name)}: {found.message}", found.help) from None
    except UnicodeDecodeError:
        raise RecordError("E804", f"{quote(name)} is no text in UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        hint = "it may have been cut short or changed by hand"
        raise RecordError("E804", f"{quote(name)} stops being JSON at {where}", hint) from None
    except RecursionError:
        raise RecordError("E805", f"{quote(name)} is nested too deeply") from None


def _bytes(path: Path) -> bytes:
    try:
        # Without blocking: a pipe that nobody writes to would be waited for without end.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as opened:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise RecordError("E800", f"{quote(str(path))} is no file that can be read")
            return opened.read(LARGEST + 1)
    except FileNotFoundError:
        raise RecordError("E800", f"there is no file {quote(str(path))}") from None
    except (OSError, ValueError) as error:
        reason = (error.strerror or "").lower() if isinstance(error, OSError) else "the name can't be used"
        raise RecordError("E800", f"{quote(str(path))} can't be read: {reason}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        _refuse(f"the key {quote(twice)} twice")
    return found


def _int(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        _refuse(f"a number of {len(text)} digits")
    return int(text)


def _refuse(what: str) -> NoReturn:
    raise RecordError("E805", f"expected what a record holds, found {what}")
