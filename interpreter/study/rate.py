"""How many games a second something plays."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

_PARTS = 10
"""A batch grows until a round has about so many of them, so that a round ends in time."""

_LARGEST = 1 << 22
"""Games of a batch at most."""

Play = Callable[[int, int], object]
"""Plays games: the number of the first one, and how many."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many games in so many seconds."""

    games: int
    seconds: float

    @property
    def per_second(self) -> float:
        """Games a second."""
        return self.games / self.seconds


def rate(play: Play, seconds: float, first: int = 0, batch: int = 1) -> Rate:
    """Play from game ``first`` on, in batches of ``batch`` games and more, until the seconds are over."""
    games, began = 0, perf_counter()
    taken = 0.0
    while taken < seconds:
        play(first + games, batch)
        games += batch
        now = perf_counter() - began
        if now - taken < seconds / _PARTS / 2:
            batch = min(2 * batch, _LARGEST)
        taken = now
    return Rate(games, taken)
