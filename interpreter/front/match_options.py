"""The options that several commands share: which match of a game is meant, and who sits where."""

import math
import shlex
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from interpreter.front.cli import Misuse
from interpreter.text.quote import quote
from interpreter.text.suggest import nearest

if TYPE_CHECKING:
    from interpreter.api.game import Game
    from interpreter.engine.seats import Seats

HUMAN = "human"
LONGEST_SEED = 200
LONGEST_DELAY = 60
_UNWRITABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
_Command = TypeVar("_Command", bound=Callable[..., Any])


def match_options(command: _Command) -> _Command:
    """Give a command ``--players`` and ``--option``."""
    return players_option("How many play.  [default: up to 4]")(game_options(command))


def players_option(says: str) -> Callable[[_Command], _Command]:
    """Give a command ``--players``."""
    return click.option("--players", callback=_players, metavar="N", help=says)


def game_options(command: _Command) -> _Command:
    """Give a command ``--option``."""
    options = click.option(
        "--option", "options", multiple=True, metavar="K[=V]",
        help="Set an option of the game: a flag by its name, anything else as name=value. May be repeated.",
    )  # fmt: skip
    return options(command)


def seed_option(default: str | None, note: str = "") -> Callable[[_Command], _Command]:
    """Give a command ``--seed``."""
    return click.option(
        "--seed", default=default, show_default=default is not None, metavar="S", callback=_seed,
        help=f"What chance starts from: a number or any text.{note}",
    )  # fmt: skip


def _seed(ctx: click.Context, _: click.Parameter, text: str | None) -> str | None:
    """A seed that can be shown, written down and typed again.

    Raises: Misuse.
    """
    if text is None:
        return None
    if len(text) > LONGEST_SEED:
        raise Misuse(f"the seed has {len(text)} characters, expected {LONGEST_SEED} at most", None, ctx)
    if any(unicodedata.category(char) in _UNWRITABLE for char in text):
        raise Misuse("the seed has a character that can't be shown, expected a number or any text", None, ctx)
    return text


def _players(ctx: click.Context, _: click.Parameter, text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal()) or not text.strip("0"):
        raise Misuse(f"`--players` is {quote(text)}, expected a whole number from 1 on", None, ctx)
    # Whether so many can play is for the game to say; no number of players has more digits.
    return int(text[:18])


def seconds(ctx: click.Context, asked: click.Parameter, text: str | None) -> float | None:
    """A time to wait, from 0 to 60 seconds.

    Raises: Misuse.
    """
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= LONGEST_DELAY:
        message = f"`{asked.opts[0]}` is {quote(text)}, expected seconds from 0 to {LONGEST_DELAY}"
        raise Misuse(message, None, ctx)
    return value


class SecondsRange(click.FloatRange):
    """A number of seconds in a range; ``nan``, which no bound stops, is in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number.

        Raises: click.BadParameter.
        """
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{number} is not in the range {self._describe_range()}", param, ctx)
        return number


def command_line(*words: "str | Path") -> str:
    """A command of ours as it can be typed into a shell."""
    return " ".join(["ludwright", *(shlex.quote(str(word)) for word in words)])


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


def seated(given: Sequence[str], named: "Seats") -> dict[int, str]:
    """Who sits where, from ``1=random``, ``P1=random`` or the name of a player; whoever is named is known.

    Raises: Misuse.
    """
    if not given:
        return {}
    from interpreter.players.player import PLAYERS

    seats: dict[int, str] = {}
    for text in given:
        seat, sign, name = text.partition("=")
        seat, name = seat.strip(), name.strip()
        seat = str(named.of(seat) or seat.removeprefix("P").removeprefix("p"))
        if not sign or not (seat.isascii() and seat.isdecimal() and len(seat) < 10) or int(seat) < 1:
            hint = "write a number and who plays it, as in `--player 1=human`"
            raise Misuse(f"`{text}` seats nobody", hint)
        if name not in {HUMAN, *PLAYERS}:
            near = nearest(name, [HUMAN, *PLAYERS])
            known = f"it is one of {', '.join([HUMAN, *PLAYERS])}"
            raise Misuse(f"nobody called `{name}` can play", f"did you mean `{near}`?" if near else known)
        if int(seat) in seats:
            raise Misuse(f"{named.name(int(seat))} is seated twice")
        seats[int(seat)] = name
    return seats


def seats_of(
    given: Mapping[int, str], players: int, default: Callable[[int], str],
    hint: str = "say how many play with `--players`",
) -> tuple[str, ...]:  # fmt: skip
    """Who sits at each of the seats 1..players.

    Raises: Misuse for a seat that there is not.
    """
    for seat in given:
        if seat > players:
            raise Misuse(f"there is no player P{seat} in a match of {players}", hint)
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
