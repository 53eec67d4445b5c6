"""A record from plain data: each field is held against `schema/record.schema.json`, by hand.

A validator for schemas takes longer to import than a match takes to be played again.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeVar, cast

from interpreter.engine.view import Plain
from interpreter.record.errors import RecordError
from interpreter.record.form import FORMAT, LARGEST_SEED, NOTHING, VERSION, Decided, Entry, Fell, Json, Record
from interpreter.text.quote import listed, quote
from interpreter.text.suggest import nearest

LANGUAGE = 1
MOST_PLAYERS = 16
MOST_CHARACTERS = 2000
MOST_BEGUN = 100
DEEPEST = 30
"""How deep values may be nested."""

_COMMON = (
    *("format", "version", "game", "ruleset", "language", "players", "options"),
    *("secret", "entries", "result"),
)
_ALWAYS = (*_COMMON, "actors", "given")
_WHOLE = ("seed", "digest", "forced", "begun", "open")
_EXTRACT = ("for", "log", "view")

_GAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[a-z_][A-Za-z0-9_]*")
_PLAYER = re.compile(r"P[1-9][0-9]?")
_VIEWER = re.compile(r"P[1-9][0-9]?|spectator")
_LINE = re.compile("[^\x00-\x1f\x7f\ud800-\udfff]*")

T = TypeVar("T")
Read = Callable[[object, str], T]
"""Reads a value that stands at some address of the record, or raises RecordError E808."""


def record_from(data: object) -> Record:
    """The record that some data are.

    Raises: RecordError E806 for what is no record, E807 for another version, E808 for a field that is wrong.
    """
    whole = _identified(data)
    is_extract = "for" in whole
    allowed = (*_ALWAYS, *(("for", "forced", "log", "view") if is_extract else _WHOLE))
    for key in whole:
        if key not in allowed:
            raise _unknown(key, allowed, is_extract)
    needed = (*_COMMON, *(("log", "view") if is_extract else ("seed", "digest")))
    for key in needed:
        if key not in whole:
            raise _wrong(f"`{key}` is missing")
    return _record(whole)


def _identified(data: object) -> Json:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError("E806", f'expected a record (`"format": "{FORMAT}"`), found something else')
    for key, known in (("version", VERSION), ("language", LANGUAGE)):
        value = data.get(key, known)
        if isinstance(value, int) and not isinstance(value, bool) and value != known:
            message = f"expected `{key}` {known}, found `{value}`"
            raise RecordError("E807", message, "a newer Ludwright may read it")
    return cast(Json, data)


def _record(whole: Json) -> Record:
    for key, known in (("version", VERSION), ("language", LANGUAGE)):
        _known_number(whole[key], key, known)
    viewer = _at(whole, "for", _text_like(_VIEWER, "`P1`, `P2`, … or `spectator`"))
    return Record(
        game=_text_like(_GAME, "a game's id")(whole["game"], "game"),
        ruleset=_text_like(_DIGEST, "64 hexadecimal digits")(whole["ruleset"], "ruleset"),
        language=LANGUAGE,
        players=_number(whole["players"], "players", 1, MOST_PLAYERS),
        options=_map(_text_like(_NAME, "an option's name"), _setting)(whole["options"], "options"),
        entries=tuple(_list(_entry)(whole["entries"], "entries")),
        result=None if whole["result"] is None else _result(whole["result"], "result"),
        secret=_flag(whole["secret"], "secret"),
        seed=_at(whole, "seed", _seed),
        digest=_at(whole, "digest", _text_like(_DIGEST, "64 hexadecimal digits")),
        forced="ask" if _at(whole, "forced", _forced) == "ask" else "take",
        begun=tuple(_at(whole, "begun", _begun) or ()),
        open=_at(whole, "open", _open) or NOTHING,
        given=_at(whole, "given", _map(_text_like(_NAME, "a component's name"), _value)),
        actors=_at(whole, "actors", _actors) or NOTHING,
        viewer=viewer,
        log=None if "log" not in whole else tuple(_list(_line)(whole["log"], "log")),
        view=_at(whole, "view", _view),
    )


def _at(whole: Json, key: str, read: Read[T]) -> T | None:
    return read(whole[key], key) if key in whole else None


# ---------------------------------------------------------------------------------------------
# Fields with parts


def _entry(value: object, at: str) -> Entry:
    if isinstance(value, dict) and "chance" in value:
        fields = _fields(value, at, ("chance", "of"), ("seen",))
        seen = None
        if "seen" in fields:
            seen = tuple(_distinct(_list(_player)(fields["seen"], f"{at}.seen"), f"{at}.seen"))
        outcome = fields["chance"]
        if isinstance(outcome, bool) or not isinstance(outcome, int | str):
            raise _expected(f"{at}.chance", "a name or a number", outcome)
        drawn = _line(outcome, f"{at}.chance") if isinstance(outcome, str) else outcome
        return Fell(_line(fields["of"], f"{at}.of"), drawn, seen)
    fields = _fields(value, at, ("player", "move", "forced"), ())
    return Decided(
        _player(fields["player"], f"{at}.player"),
        _line(fields["move"], f"{at}.move"),
        _flag(fields["forced"], f"{at}.forced"),
    )


def _result(value: object, at: str) -> Json:
    fields = _fields(value, at, ("places", "won"), ("end", "keys", "unfinished"))
    _map(_player, lambda place, here: _number(place, here, 1, MOST_PLAYERS))(fields["places"], f"{at}.places")
    _distinct(_list(_player)(fields["won"], f"{at}.won"), f"{at}.won")
    if "end" in fields:
        _line(fields["end"], f"{at}.end")
    if "keys" in fields:
        _map(_player, _map(_line, _whole_number))(fields["keys"], f"{at}.keys")
    if "unfinished" in fields:
        _flag(fields["unfinished"], f"{at}.unfinished")
    return fields


def _view(value: object, at: str) -> Mapping[str, Plain]:
    fields = _fields(value, at, ("components", "hidden"), ())
    name = _text_like(_NAME, "a component's name")
    components: Plain = dict(_map(name, _value)(fields["components"], f"{at}.components"))
    hidden: list[Plain] = [*_list(_line)(fields["hidden"], f"{at}.hidden")]
    return {"components": components, "hidden": hidden}


def _value(value: object, at: str, depth: int = 0) -> Plain:
    match value:
        case None | bool() | int():
            return value
        case str():
            return _line(value, at, least=0)
        case _ if depth > DEEPEST:
            raise _wrong(f"`{at}` is nested deeper than {DEEPEST}")
        case list():
            return [_value(item, f"{at}[{i}]", depth + 1) for i, item in enumerate(value)]
        case dict():
            return {_line(key, at): _value(item, f"{at}.{key}", depth + 1) for key, item in value.items()}
        case _:
            raise _expected(at, "a value", value)


def _actors(value: object, at: str) -> Mapping[str, str]:
    actors = _map(_player, _line)(value, at)
    if not actors:
        raise _wrong(f"`{at}` names nobody")
    return actors


def _open(value: object, at: str) -> Mapping[str, tuple[str, ...]]:
    found = _map(_player, lambda words, here: tuple(_begun(words, here)))(value, at)
    if not found:
        raise _wrong(f"`{at}` names nobody")
    return found


def _begun(value: object, at: str) -> list[str]:
    words = _list(_line)(value, at)
    if not 1 <= len(words) <= MOST_BEGUN:
        raise _wrong(f"expected 1 to {MOST_BEGUN} words in `{at}`, found {len(words)}")
    return words


# ---------------------------------------------------------------------------------------------
# Simple values


def _line(value: object, at: str, least: int = 1) -> str:
    if not isinstance(value, str):
        raise _expected(at, "a text", value)
    if not least <= len(value) <= MOST_CHARACTERS:
        raise _wrong(f"expected {least} to {MOST_CHARACTERS} characters in `{at}`, found {len(value)}")
    if not _LINE.fullmatch(value):
        raise _wrong(f"`{at}` holds a character that steers a terminal or means nothing")
    return value


def _text_like(pattern: re.Pattern[str], wanted: str) -> Read[str]:
    def read(value: object, at: str) -> str:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise _expected(at, wanted, value)
        return value

    return read


_player = _text_like(_PLAYER, "`P1`, `P2`, …")


def _seed(value: object, at: str) -> int | str:
    if isinstance(value, str):
        if len(value) > 200:
            raise _wrong(f"expected at most 200 characters in `{at}`, found {len(value)}")
        return _line(value, at)
    return _number(value, at, 0, LARGEST_SEED)


def _setting(value: object, at: str) -> str | int | bool:
    if isinstance(value, str):
        return _line(value, at)
    if isinstance(value, int):
        return value
    raise _expected(at, "a word, a number, `true` or `false`", value)


def _forced(value: object, at: str) -> str:
    if value not in ("take", "ask"):
        raise _expected(at, "`take` or `ask`", value)
    return str(value)


def _flag(value: object, at: str) -> bool:
    if not isinstance(value, bool):
        raise _expected(at, "`true` or `false`", value)
    return value


def _whole_number(value: object, at: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _expected(at, "a number", value)
    return value


def _number(value: object, at: str, low: int, high: int) -> int:
    number = _whole_number(value, at)
    if not low <= number <= high:
        raise _expected(at, f"a number from {low} to {high}", value)
    return number


def _known_number(value: object, at: str, known: int) -> None:
    if isinstance(value, bool) or value != known:
        raise _expected(at, f"`{known}`", value)


def _list(read: Read[T]) -> Read[list[T]]:
    def all_of(value: object, at: str) -> list[T]:
        if not isinstance(value, list):
            raise _expected(at, "a list", value)
        return [read(item, f"{at}[{i}]") for i, item in enumerate(value)]

    return all_of


def _map(key: Read[str], read: Read[T]) -> Read[Mapping[str, T]]:
    def all_of(value: object, at: str) -> Mapping[str, T]:
        if not isinstance(value, dict):
            raise _expected(at, "a map", value)
        return {key(name, at): read(item, f"{at}.{name}") for name, item in value.items()}

    return all_of


def _distinct(items: list[str], at: str) -> list[str]:
    if len(set(items)) < len(items):
        raise _wrong(f"one player stands twice in `{at}`")
    return items


def _fields(value: object, at: str, needed: tuple[str, ...], other: tuple[str, ...]) -> Json:
    if not isinstance(value, dict):
        raise _expected(at, "a map", value)
    for key in value:
        if key not in needed and key not in other:
            near = nearest(str(key), (*needed, *other))
            hint = f"did you mean `{near}`?" if near else None
            raise RecordError("E808", f"{quote(str(key))} is no field of `{at}`", hint)
    for key in needed:
        if key not in value:
            raise _wrong(f"`{at}.{key}` is missing")
    return value


# ---------------------------------------------------------------------------------------------
# What is wrong


def _wrong(message: str) -> RecordError:
    return RecordError("E808", message)


def _expected(at: str, wanted: str, value: object) -> RecordError:
    return _wrong(f"expected {wanted} as {quote(at)}, found {_shown(value)}")


def _shown(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "`true`" if value else "`false`"
        case int() | str():
            return quote(str(value))
        case list():
            return "a list"
        case _:
            return "a map"


def _unknown(key: str, allowed: tuple[str, ...], is_extract: bool) -> RecordError:
    if key in _EXTRACT or key in _WHOLE:
        kind = "a player's extract" if is_extract else "a whole record"
        return _wrong(f"`{key}` does not stand in {kind}")
    near = nearest(key, allowed)
    hint = f"did you mean `{near}`?" if near else f"the fields are {listed(sorted(allowed), 'and')}"
    return RecordError("E808", f"{quote(key)} is no field of a record", hint)
