"""Who decides for a seat, and the players that can be named."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Protocol

from interpreter.engine.rng import split
from interpreter.engine.state import State
from interpreter.players.first_player import FirstPlayer
from interpreter.players.random_player import RandomPlayer


class Player(Protocol):
    """Chooses moves for one seat, knowing only what that seat may know."""

    def choose(self, state: State, player: int) -> str:
        """The text of a whole move that is legal for ``player``, whose turn it is.

        Raises: Refusal where it is not that player's turn.
        """
        ...


Maker = Callable[[int], Player]
"""Makes a player from the seed of its own random stream."""

PLAYERS: Mapping[str, Maker] = MappingProxyType(
    {
        "random": RandomPlayer,
        "first": lambda seed: FirstPlayer(),
    }
)
"""The players that a command can name."""


def player_named(name: str, seed: int) -> Player:
    """A new player of that name with a random stream of its own.

    Raises: KeyError where `PLAYERS` has no such name.
    """
    return PLAYERS[name](seed)


def sitting(name: str, seed: int, seat: int, taken: int) -> Player:
    """Who decides for a seat in the match of a seed after so many decisions.

    The player's stream depends on these alone, so that a match that is resumed goes on as it would have
    without a break, and a move that was taken back and made again is answered alike.

    Raises: KeyError where `PLAYERS` has no such name.
    """
    return player_named(name, split(seed, f"player {seat} after {taken} decisions"))
