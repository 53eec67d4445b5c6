"""What it takes to start a match of a game, whoever keeps the game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from interpreter.core.ir import Program
from interpreter.text.diagnostic import Diagnostic

if TYPE_CHECKING:
    from interpreter.engine.machine import Engine

Options = Mapping[str, "bool | int | str"]
"""Options by name; flags as true or false, all else as numbers or words."""


class StartError(Exception):
    """A match that can't be started like this; ``code`` is E920, E921, E922 or E924."""

    def __init__(self, code: str, message: str, help_: str | None = None) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, None, help_)

    @property
    def code(self) -> str:
        """The code of the finding."""
        return self.diagnostic.code


class Startable(Protocol):
    """A game of which matches can be started."""

    @property
    def name(self) -> str:
        """The game's id."""
        ...

    def engine(self, players: int | None = None, options: Options | None = None) -> "Engine":
        """The executor for a number of players and options.

        Raises: StartError E920, E921.
        """
        ...

    def demand_checks(self, program: Program) -> None:
        """Every check of the ruleset must hold.

        Raises: StartError E922.
        """
        ...
