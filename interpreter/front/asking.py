"""The options of commands that explain: who asks, and how deep the answer goes."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from interpreter.front.cli import Misuse

if TYPE_CHECKING:
    from interpreter.engine.seats import Seats

DEEPEST = 12
_Command = TypeVar("_Command", bound=Callable[..., Any])


def as_option(command: _Command) -> _Command:
    """Give a command ``--as``."""
    return click.option(
        "--as", "viewer", metavar="P",
        help="What this player may know, or a `spectator`; the rest is `?`.  [default: everything]",
    )(command)  # fmt: skip


def depth_option(command: _Command) -> _Command:
    """Give a command ``--depth``."""
    return click.option(
        "--depth", type=click.IntRange(0, DEEPEST), default=1, show_default=True, metavar="N",
        help="How many definitions are opened, one inside the other.",
    )(command)  # fmt: skip


def viewer_of(text: str | None, seats: "Seats") -> int | None:
    """Who asks: a player (1..n), None for a spectator, `TABLE` if nobody is named.

    Raises: Misuse.
    """
    from interpreter.engine.seats import SPECTATOR, TABLE

    if text is None:
        return TABLE
    if text == SPECTATOR:
        return None
    seat = seats.of(text) or seats.of(f"P{text.upper().removeprefix('P')}")
    if seat is None:
        raise Misuse(f"there is no player `{text}`", f"the players are {seats.known()}, and `{SPECTATOR}`")
    return seat
