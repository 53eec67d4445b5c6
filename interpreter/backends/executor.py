"""What every executor of a program can do; the reference is the meaning, and all agree with it bit for bit.

Positions are exchanged as the reference has them: the tuple of all slots, scratch slots at their start
(`engine.layout.Layout.frozen`), with the number of the block at which the game stops. So a match can be
handed from one executor to another at any stop.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from interpreter.core.ir import Program
from interpreter.engine.policy import Policy

if TYPE_CHECKING:
    from interpreter.engine.moves import Whole
    from interpreter.engine.playout import Outcome


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands: its slots, the block at which it stops, and what is spent of the budget of work
    since the last decision.
    """

    slots: tuple[int, ...]
    block: int
    spent: int = 0


class Executor(Protocol):
    """One way to run one program. All methods raise RulesError as the reference does: same code and place.

    Where several choose at once, ``player`` says whose choice is meant, counted from 0 (None: of those who
    have not chosen, the first). Their choices are made one by one, none of them seen by the others, and the
    last one carries all of them out. What a player has chosen before is chosen anew. At other decisions
    ``player`` has no meaning.
    """

    name: str
    program: Program

    def begin(self) -> Position:
        """The first stop of a match, before any chance is drawn."""

    def legal(self, position: Position, player: int | None = None) -> "Iterator[Whole]":
        """All whole moves of a decision, in canonical order."""

    def count(self, position: Position, limit: int, player: int | None = None) -> int:
        """How many whole moves there are; ``limit`` where there are that many or more."""

    def play(self, position: Position, move: "Whole", player: int | None = None) -> Position:
        """The stop after a legal whole move: the same one while others have not chosen yet."""

    def stuck(self, position: Position) -> Position:
        """The stop after a decision at which nothing is legal."""

    def draw(self, position: Position, rng: int) -> tuple[Position, int]:
        """The stop after chance was drawn from the generator ``rng``, and the generator afterwards."""

    def playout(self, seed: int, policy: Policy, cut: int) -> "Outcome":
        """One game at random from its set-up on: see `engine.playout`."""

    def outcomes(self, seeds: tuple[int, ...], policy: Policy, cut: int) -> "list[Outcome]":
        """One playout for each seed, in one call."""
