"""What one round of games found, whoever played them."""

from dataclasses import dataclass
from typing import Protocol

from interpreter.study.rate import Rate

NOT_INSTALLED = "not installed"


class Unavailable(Exception):  # noqa: N818 - it says what is missing
    """Somebody cannot take part here; the message says why."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What happened in all games of a round: plies, and games that each player won alone."""

    games: int
    plies: int
    wins: tuple[int, ...]

    def joined(self, other: "Counted") -> "Counted":
        """Of the games of both."""
        wins = tuple([a + b for a, b in zip(self.wins, other.wins, strict=True)])
        return Counted(self.games + other.games, self.plies + other.plies, wins)


@dataclass(frozen=True, slots=True)
class Sample:
    """The speed of one round, and what happened where that is counted."""

    rate: Rate
    counted: Counted | None = None


class Contestant(Protocol):
    """Who plays rounds of random games: ours, a limit program, another system."""

    def round(self, number: int, seconds: float) -> Sample:
        """Play for about so many seconds; the number of the round decides the games.

        Raises: Unavailable where that fails.
        """
