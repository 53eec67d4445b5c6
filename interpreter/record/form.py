"""A record: how a match began and everything that was decided, as data and as canonical text."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from interpreter.engine.result import Result
from interpreter.engine.state import Forced
from interpreter.engine.view import Plain
from interpreter.record.seats import seat_name

FORMAT = "ludwright-record"
VERSION = 1

LARGEST_SEED = 1 << 53
"""A larger number is written as text: not everybody who reads JSON can keep it exact."""

Json = dict[str, Any]
"""A record as plain data."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A move as it is said; in an extract ``?`` stands for what its reader may not know."""

    player: str
    move: str
    forced: bool

    def __str__(self) -> str:
        return f"`{self.player} {self.move}`" + (" (forced)" if self.forced else "")


@dataclass(frozen=True, slots=True)
class Fell:
    """An outcome of chance: a member of kind ``of``; ``seen`` are those who know it, None for everybody."""

    of: str
    value: str | int
    seen: tuple[str, ...] | None

    def __str__(self) -> str:
        return f"`{self.value}` drawn from `{self.of}`"


Entry = Decided | Fell

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Record:
    """A match at rest. What a whole record has and an extract has not is None there, and the other way round.

    ``ruleset`` and ``digest`` are 64 hex digits: of the program, and of the state after the last entry.
    ``begun`` is a move half made: its action and the values chosen so far; ``open`` is that for each player
    who has chosen something where several choose at once, and not all have. ``viewer`` is whose extract it
    is, None for a whole record. ``given`` is where play began if set-up was not run.
    """

    game: str
    ruleset: str
    language: int
    players: int
    options: Mapping[str, str | int | bool]
    entries: tuple[Entry, ...]
    result: Mapping[str, Any] | None
    secret: bool
    seed: int | str | None = None
    digest: str | None = None
    forced: Forced = "take"
    begun: tuple[str, ...] = ()
    open: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NOTHING)
    given: Mapping[str, Plain] | None = None
    actors: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    viewer: str | None = None
    log: tuple[str, ...] | None = None
    view: Mapping[str, Plain] | None = None

    def to_json(self) -> Json:
        """The record as plain data, as `schema/record.schema.json` has it."""
        whole: Json = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "ruleset": self.ruleset,
            "language": self.language,
            "players": self.players,
            "options": dict(self.options),
            "secret": self.secret,
            "entries": [_entry(entry) for entry in self.entries],
            "result": self.result if self.result is None else dict(self.result),
        }
        extra: Json = {
            "seed": self.seed,
            "digest": self.digest,
            "forced": self.forced if self.viewer is None and self.forced != "take" else None,
            "begun": list(self.begun) or None,
            "open": {player: list(words) for player, words in self.open.items()} or None,
            "given": self.given if self.given is None else dict(self.given),
            "actors": dict(self.actors) or None,
            "for": self.viewer,
            "log": self.log if self.log is None else list(self.log),
            "view": self.view if self.view is None else dict(self.view),
        }
        whole.update((key, value) for key, value in extra.items() if value is not None)
        return whole

    def text(self) -> str:
        """The canonical JSON: keys sorted, each on a line of its own, and so is each entry."""
        return canonical(self.to_json())


def _entry(entry: Entry) -> Json:
    match entry:
        case Decided():
            return {"player": entry.player, "move": entry.move, "forced": entry.forced}
        case Fell():
            whole: Json = {"chance": entry.value, "of": entry.of}
            return whole if entry.seen is None else {**whole, "seen": list(entry.seen)}


def canonical(whole: Json) -> str:
    """The text of a record: the same data always gives the same text."""
    lines = []
    for key in sorted(whole):
        value = whole[key]
        if isinstance(value, list) and value and key in ("entries", "log"):
            items = ",\n".join(f"  {_flat(item)}" for item in value)
            lines.append(f"{_flat(key)}: [\n{items}\n ]")
        else:
            lines.append(f"{_flat(key)}: {_flat(value)}")
    body = ",\n".join(f" {line}" for line in lines)
    return f"{{\n{body}\n}}\n"


def _flat(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def result_json(result: Result | None) -> Json | None:
    """A result as a record has it. Of an unfinished match the keys stay out: they may rest on secrets."""
    if result is None:
        return None
    whole: Json = {
        "places": {seat_name(player): place for player, place in result.places.items()},
        "won": [seat_name(player) for player in result.won],
    }
    if result.end:
        whole["end"] = result.end
    if result.unfinished:
        whole["unfinished"] = True
    elif any(result.keys.values()):
        whole["keys"] = {seat_name(player): dict(row) for player, row in result.keys.items()}
    return whole


def options_json(options: tuple[tuple[str, str], ...]) -> dict[str, str | int | bool]:
    """Options as JSON has them: flags and numbers as such, all else as words."""
    return {name: _option(text) for name, text in options}


def _option(text: str) -> str | int | bool:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.removeprefix("-").isdecimal() else text
