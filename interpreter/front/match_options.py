"""The options that several commands share: which match of a game is meant, and who sits where."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from interpreter.front.cli import Misuse
from interpreter.text.suggest import nearest

if TYPE_CHECKING:
    from interpreter.api.game import Game

HUMAN = "human"
_Command = TypeVar("_Command", bound=Callable[..., Any])


def match_options(command: _Command) -> _Command:
    """Give a command ``--players`` and ``--option``."""
    players = click.option(
        "--players", type=click.IntRange(min=1), metavar="N", help="How many play.  [default: up to 4]"
    )
    options = click.option(
        "--option", "options", multiple=True, metavar="K[=V]",
        help="Set an option of the game: a flag by its name, anything else as name=value. May be repeated.",
    )  # fmt: skip
    return players(options(command))


def seed_option(default: str | None, note: str = "") -> Callable[[_Command], _Command]:
    """Give a command ``--seed``."""
    return click.option(
        "--seed", default=default, show_default=default is not None, metavar="S",
        help=f"What chance starts from: a number or any text.{note}",
    )  # fmt: skip


def json_option(command: _Command) -> _Command:
    """Give a command ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def chosen_options(given: Sequence[str]) -> dict[str, bool | str]:
    """Options by name, from ``k`` and ``k=v``.

    Raises: Misuse for one without a name or given twice.
    """
    chosen: dict[str, bool | str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        name = name.strip()
        if not name:
            raise Misuse(f"`{text}` names no option", "write `--option name` or `--option name=value`")
        if name in chosen:
            raise Misuse(f"the option `{name}` is set twice")
        chosen[name] = value.strip() if sign else True
    return chosen


def seated(given: Sequence[str]) -> dict[int, str]:
    """Who sits where, from ``1=random`` or ``P1=random``; whoever is named is known.

    Raises: Misuse.
    """
    from interpreter.players.player import PLAYERS

    seats: dict[int, str] = {}
    for text in given:
        seat, sign, name = text.partition("=")
        seat = seat.strip().removeprefix("P").removeprefix("p")
        name = name.strip()
        if not sign or not (seat.isascii() and seat.isdecimal()) or int(seat) < 1:
            hint = "write a number and who plays it, as in `--player 1=human`"
            raise Misuse(f"`{text}` seats nobody", hint)
        if name not in {HUMAN, *PLAYERS}:
            near = nearest(name, [HUMAN, *PLAYERS])
            known = f"it is one of {', '.join([HUMAN, *PLAYERS])}"
            raise Misuse(f"nobody called `{name}` can play", f"did you mean `{near}`?" if near else known)
        if int(seat) in seats:
            raise Misuse(f"player {seat} is seated twice")
        seats[int(seat)] = name
    return seats


def seats_of(given: Mapping[int, str], players: int, default: Callable[[int], str]) -> tuple[str, ...]:
    """Who sits at each of the seats 1..players.

    Raises: Misuse for a seat that there is not.
    """
    for seat in given:
        if seat > players:
            hint = "say how many play with `--players`"
            raise Misuse(f"there is no player {seat} in a match of {players}", hint)
    return tuple(given.get(seat, default(seat)) for seat in range(1, players + 1))


def load_game(name: str) -> "Game":
    """The game that a name or a path means.

    Raises: Failed with what is wrong with it.
    """
    from interpreter.api.load import load
    from interpreter.front.failing import BAD_USAGE, WRONG, Failed

    loaded = load(name)
    if loaded.game is None:
        unknown = any(one.code == "E923" for one in loaded.diagnostics)
        raise Failed(loaded.diagnostics, BAD_USAGE if unknown else WRONG)
    return loaded.game
