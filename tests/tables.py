"""How many may sit at a game and with which options: what a module adds counts only where it is on."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import TypeVar

from interpreter import Game, StartError
from interpreter.api.game import OptionInfo

Options = dict[str, str]


Chosen = TypeVar("Chosen")


def half_of(of: Sequence[Chosen]) -> list[Chosen]:
    """Half of all combinations of options with two values, as `product` lists them: all options but one
    still have all combinations of their values. The slow tests take all; each takes a program.
    """
    return [one for number, one in enumerate(of) if number.bit_count() % 2 == 0]


def may_start(game: Game, players: int, options: Options) -> bool:
    """Whether a match of so many can be started with these options."""
    try:
        game.demand_checks(game.program(players, options))
    except StartError:
        return False
    return True


def seats(game: Game, options: Options) -> tuple[int, ...]:
    """The numbers of players that can play with these options."""
    least, most = game.player_range(options)
    if not game.modules and not game.program().checks:
        return tuple(range(least, most + 1))  # found out without a program for each
    return tuple(players for players in range(least, most + 1) if may_start(game, players, options))


def first_seats(game: Game, options: Options) -> int:
    """The fewest players that can play with these options; 0 where nobody can."""
    least, most = game.player_range(options)
    return next((players for players in range(least, most + 1) if may_start(game, players, options)), 0)


def with_partners(game: Game, options: Options) -> tuple[int, Options]:
    """The fewest players that can play with these options, and the fewest other modules that this needs.

    Of options that the checks refuse with any players, the fewest of the game: their program is there all
    the same, and executors have to agree on it.
    """
    switches = [option.name for option in game.options if option.name == option.module]
    others = [name for name in switches if name not in options]
    for size in range(len(others) + 1):
        for more in combinations(others, size):
            together = {**options, **dict.fromkeys(more, "true")}
            if players := first_seats(game, together):
                return players, together
    return game.player_range(options)[0], options


def open_options(game: Game, on: frozenset[str]) -> Iterator[OptionInfo]:
    """The options that may be changed while these modules are on; the switches are no such options."""
    for option in game.options:
        if option.name != option.module and (not option.module or option.module in on):
            yield option


@cache
def module_sets(game: Game) -> tuple[frozenset[str], ...]:
    """None on; then sets that hold each module at least once, each as large as its checks allow.

    Larger sets are tried with the most and the fewest players only: a program is made for each try.
    """
    left = [option.name for option in game.options if option.name == option.module]
    found = [frozenset[str]()]
    while left:
        together: list[str] = []
        for name in left:
            options = dict.fromkeys((*together, name), "true")
            least, most = game.player_range(options)
            ends = any(may_start(game, players, options) for players in dict.fromkeys((most, least)))
            if ends or (not together and first_seats(game, options)):
                together.append(name)
        if not together:
            raise AssertionError(f"no match can be started with {left}")
        found.append(frozenset(together))
        left = [name for name in left if name not in together]
    return tuple(found)


def varied(game: Game) -> Iterator[Options]:
    """No option changed; each set of modules that can be on together; each value of an option by itself, with
    its module on.
    """
    yield from (dict.fromkeys(sorted(on), "true") for on in module_sets(game))
    for option in game.options:
        on = {option.module: "true"} if option.module else {}
        if option.name != option.module:
            yield from ({**on, option.name: value} for value in option.values)
