"""What happened in a transition, in order: moves taken, chance, and what the rules told."""

from dataclasses import dataclass, replace

from interpreter.core.ir import Place

Seen = frozenset[int] | None
"""The players (1..n) who may know; None for everybody."""


@dataclass(frozen=True, slots=True)
class Move:
    """A whole move: an action and the value of each of its stages, as they are written."""

    action: str
    choices: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.action, *(word for choice in self.choices for word in choice)])


@dataclass(frozen=True, slots=True)
class Taken:
    """A move was made; ``hidden`` are the stages whose values only the player may know. ``acts_for`` is what
    the player made it for, "" where that is nothing else.
    """

    player: int
    move: Move
    forced: bool
    hidden: tuple[str, ...] = ()
    acts_for: str = ""

    def move_for(self, player: int | None) -> Move:
        """The move as a player (None: a spectator) may know it: values that are hidden are ``?``."""
        if not self.hidden or player == self.player:
            return self.move
        choices = [(stage, "?" if stage in self.hidden else value) for stage, value in self.move.choices]
        return replace(self.move, choices=tuple(choices))

    def forced_for(self, player: int | None) -> bool:
        """Whether it was forced, as far as a player may know: what else there was to choose may rest on
        what only the mover sees, so nobody else is told.
        """
        return self.forced and player == self.player


@dataclass(frozen=True, slots=True)
class Drawn:
    """Chance: member ``index`` of ``domain`` (an index into the program's domains) was drawn."""

    domain: int
    index: int
    seen: Seen
    place: Place | None


@dataclass(frozen=True, slots=True)
class Told:
    """The rules told event ``event`` (an index into the program's events) with these arguments.

    A bag is the tuple of its counts, one for each member of its domain.
    """

    event: int
    args: tuple[int | tuple[int, ...], ...]
    seen: Seen


Happening = Taken | Drawn | Told
