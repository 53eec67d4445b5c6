"""Which matches of a game are looked at: numbers of players, and options."""

from dataclasses import dataclass
from typing import Protocol

from interpreter.core.ir import Program
from interpreter.record.starting import Options, StartError
from interpreter.study.subject import Subject

MOST_VALUES = 8
"""Of an option with more values only the first, the last and some between are tried."""

MOST_SETTINGS = 64
"""Settings that are looked at."""


class OptionFacts(Protocol):
    """An option as a game tells of it."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def values(self) -> tuple[str, ...]:
        """All values, in order."""
        ...

    @property
    def default(self) -> str:
        """The value if nothing is said."""
        ...

    @property
    def module(self) -> str:
        """The switch of the module to which it belongs, or ""."""
        ...


class Playable(Subject, Protocol):
    """A game whose matches can be looked at, with any players and options that it allows."""

    @property
    def options(self) -> "tuple[OptionFacts, ...]":
        """Its options."""
        ...

    def player_range(self, options: Options) -> tuple[int, int]:
        """The least and the most players under these options.

        Raises: StartError.
        """
        ...

    def default_players(self, options: Options) -> int:
        """The number of players if nothing is said."""
        ...

    def program(self, players: int | None = None, options: Options | None = None) -> Program:
        """The core program.

        Raises: StartError.
        """
        ...


@dataclass(frozen=True, slots=True)
class Setting:
    """A number of players and the options that were chosen for it.

    ``varied`` is the option that is tried here with ``value``, "" for what was asked for; it is compared with
    setting number ``beside``, which differs in that option alone (-1: with none).
    """

    players: int
    options: tuple[tuple[str, str], ...]
    varied: str = ""
    value: str = ""
    beside: int = -1

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value}" for name, value in self.options)
        return seated(self.players) + (f", {said}" if said else "")


def seated(players: int) -> str:
    """How many play, in words."""
    return "1 player" if players == 1 else f"{players} players"


def settings_of(
    game: Playable, players: int | None, options: Options, every_option: bool
) -> tuple[tuple[Setting, ...], tuple[str, ...]]:
    """The settings to look at, and notes about those that are not.

    With ``players`` only so many play, else all numbers that the options allow. With ``every_option`` each
    value of each option is tried once, the others being as they are chosen, an option of a module with the
    module on.

    Raises: StartError for players or options that the game refuses.
    """
    chosen = {name: _text(value) for name, value in options.items()}
    if players is None:
        least, most = game.player_range(options)
        counts = list(range(least, most + 1))
    else:
        counts = [players]
    found = [Setting(count, tuple(chosen.items())) for count in counts]
    for one in found:
        game.demand_checks(game.program(one.players, dict(one.options)))
    notes: list[str] = []
    if every_option:
        _add_varied(game, players, chosen, found, notes)
    if len(found) > MOST_SETTINGS:
        notes.append(f"{len(found) - MOST_SETTINGS} values of options were left out")
        del found[MOST_SETTINGS:]
    return tuple(found), tuple(notes)


def _text(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _add_varied(
    game: Playable, players: int | None, chosen: dict[str, str], found: list[Setting], notes: list[str]
) -> None:
    for option in game.options:
        base = dict(chosen)
        if option.module and option.module != option.name:
            base[option.module] = "true"
        now = base.get(option.name, option.default)
        values = _some([value for value in option.values if value != now])
        if len(values) < len(option.values) - 1:
            notes.append(
                f"of the {len(option.values)} values of `{option.name}`, {len(values) + 1} were tried"
            )
        for value in values:
            _add_one(game, players, base, (option.name, value), found, notes)


def _some(values: list[str]) -> list[str]:
    if len(values) <= MOST_VALUES:
        return values
    last = len(values) - 1
    return [values[i * last // (MOST_VALUES - 1)] for i in range(MOST_VALUES)]


def _add_one(
    game: Playable, players: int | None, base: dict[str, str], varied: tuple[str, str], found: list[Setting],
    notes: list[str],
) -> None:  # fmt: skip
    name, value = varied
    options = {**base, name: value}
    try:
        least, most = game.player_range(options)
        count = players if players is not None else max(least, min(most, game.default_players(base)))
        program = game.program(count, options)
        game.demand_checks(program)
    except StartError as error:
        notes.append(f"`{name}={value}` was left out: {error.diagnostic.message}")
        return
    plain = Setting(count, tuple(base.items()))
    beside = next(
        (i for i, one in enumerate(found) if (one.players, one.options) == (count, plain.options)), -1
    )
    if beside < 0:
        try:
            game.demand_checks(game.program(count, base))
            beside = len(found)
            found.append(plain)
        except StartError:
            pass
    found.append(Setting(count, tuple(options.items()), name, value, beside))
