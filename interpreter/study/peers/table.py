"""The table of what is compared: data beside the limit programs, since no file here knows a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

import yaml

from interpreter.engine.policy import Policy
from interpreter.resources import in_checkout

_KEYS = {"players", "options", "policy", "plies", "uncounted", "limit", "peers"}
_LIMIT_KEYS = {"file", "define", "plies_per_move", "share"}


class TableError(ValueError):
    """The table cannot be read; the message says which entry is wrong, and what is expected."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A hand-written program: its file, what to define for the compiler, how many of its plies are one of our
    moves, and the share of its speed that ours must reach.
    """

    file: Path
    define: tuple[str, ...]
    plies_per_move: int
    share: float


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game and those it is set beside. ``plies`` says which of our counts the limit program's plies are,
    without the actions in ``uncounted``; ``peers`` gives the game's name in each of the other systems.
    """

    game: str
    limit: Limit
    peers: Mapping[str, str]
    players: int | None = None
    options: Mapping[str, bool | str] | None = None
    policy: Policy = "auto"
    plies: Literal["moves", "decisions"] = "moves"
    uncounted: tuple[str, ...] = ()


def table_file() -> Path | None:
    """Where the table lies in a checkout; None where there is none."""
    return in_checkout("tests", "bench", "peers.yaml")


def read_table(path: Path) -> dict[str, Pairing]:
    """All pairings by the name of the game.

    Raises: TableError.
    """
    try:
        found = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise TableError(f"{path.name} cannot be read: {' '.join(str(error).split())}") from None
    games = _mapping(found, path.name).get("games")
    entries = _mapping(games, f"{path.name}: games")
    return {name: _pairing(name, _mapping(entry, name), path.parent) for name, entry in entries.items()}


def _pairing(game: str, entry: Mapping[str, Any], folder: Path) -> Pairing:
    _demand_keys(entry, _KEYS, game)
    limit = _mapping(entry.get("limit"), f"{game}: limit")
    _demand_keys(limit, _LIMIT_KEYS, f"{game}: limit")
    peers = _mapping(entry.get("peers", {}), f"{game}: peers")
    return Pairing(
        game,
        Limit(
            folder / "limit" / str(_needed(limit, "file", game)),
            tuple(map(str, limit.get("define", ()))),
            _whole(limit.get("plies_per_move", 1), f"{game}: plies_per_move"),
            _share(_needed(limit, "share", game), game),
        ),
        {str(name): str(what) for name, what in peers.items()},
        None if entry.get("players") is None else _whole(entry["players"], f"{game}: players"),
        dict(_mapping(entry.get("options", {}), f"{game}: options")),
        cast("Policy", _one_of(entry.get("policy", "auto"), ("auto", "move", "stage"), f"{game}: policy")),
        cast(
            "Literal['moves', 'decisions']",
            _one_of(entry.get("plies", "moves"), ("moves", "decisions"), f"{game}: plies"),
        ),
        tuple(map(str, entry.get("uncounted", ()))),
    )


def _mapping(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TableError(f"{where}: expected keys with values")
    return value


def _demand_keys(entry: Mapping[str, Any], known: set[str], where: str) -> None:
    unknown = sorted(map(str, set(entry) - known))
    if unknown:
        raise TableError(f"{where}: unknown key `{unknown[0]}`, expected one of {', '.join(sorted(known))}")


def _needed(entry: Mapping[str, Any], key: str, where: str) -> Any:
    if key not in entry:
        raise TableError(f"{where}: `{key}` is missing")
    return entry[key]


def _whole(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise TableError(f"{where}: expected a whole number from 1 on")
    return value


def _share(value: Any, where: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
        raise TableError(f"{where}: `share` is no number above 0")
    return float(value)


def _one_of(value: Any, known: tuple[str, ...], where: str) -> str:
    if value not in known:
        raise TableError(f"{where}: expected one of {', '.join(known)}")
    return str(value)
