"""What is studied: a game, with the ruleset behind it where the author's sentences are needed."""

from typing import Protocol

from interpreter.check.world import World
from interpreter.record.starting import Options, Startable
from interpreter.syntax.document import Mapping
from interpreter.syntax.ruleset import Ruleset


class CheckedRules(Protocol):
    """A ruleset without errors, with its document if it has one."""

    @property
    def rules(self) -> Ruleset:
        """What the author wrote."""
        ...

    @property
    def world(self) -> World:
        """What the checker found out about it."""
        ...

    @property
    def document(self) -> Mapping | None:
        """The statements that it encodes."""
        ...


class Subject(Startable, Protocol):
    """A game that can be started and looked into."""

    def checked(self, options: Options | None = None) -> CheckedRules:
        """The checked ruleset under some options; reading it takes longer than loading the game.

        Raises: StartError for options that the game refuses.
        """
        ...
