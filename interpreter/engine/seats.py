"""What the players of a match are called: by the names that the ruleset gives them, else ``P1``, ``P2``, ….

Whoever reads takes both. Inside they are 1, 2, ….
"""

import re
from dataclasses import dataclass

from interpreter.core.ir import Program

PLAYER = "Player"
SPECTATOR = "spectator"
"""Who watches without playing; inside None."""

TABLE = 0
"""The viewer from whom nothing is hidden: whoever has the whole record of a match, and no player."""

_NUMBERED = re.compile(r"P([0-9]{1,9})", re.ASCII)


def numbered(text: str) -> int | None:
    """The player that ``P7`` means, of a match or not; None for any other text."""
    found = _NUMBERED.fullmatch(text)
    return int(found[1]) if found else None


@dataclass(frozen=True, slots=True)
class Seats:
    """The names of the players of one program, in the order of their seats."""

    names: tuple[str, ...]

    def name(self, player: int | None) -> str:
        """The name of a player, or of a spectator; of one who does not play by number."""
        if player is None:
            return SPECTATOR
        return self.names[player - 1] if 1 <= player <= len(self.names) else f"P{player}"

    def named(self, text: str) -> int | None:
        """The player whom the first word of a text names, of this match or ``P7`` of another one."""
        word = text.split()[0] if text.strip() else ""
        return self.names.index(word) + 1 if word in self.names else numbered(word)

    def of(self, name: str) -> int | None:
        """The player of that name, None where nobody in this match has it."""
        player = self.named(name) if name == name.strip() else None
        return player if player is not None and 1 <= player <= len(self.names) else None

    def known(self) -> str:
        """All players, as one says them: ``P1 to P4``, ``Black and White``."""
        if len(self.names) > 1 and self.names[0] == "P1":
            return f"P1 to {self.names[-1]}"
        *first, last = self.names
        return f"{', '.join(first)} and {last}" if first else last

    def turn_text(self, turn: tuple[int, ...], player: int) -> str:
        """What is said to a player who moves in the turn of others."""
        return f"it is the turn of {' and '.join(map(self.name, turn))}, not of {self.name(player)}"


def seats_of(program: Program) -> Seats:
    """What the players of a program are called."""
    names = next((domain.names for domain in program.domains if domain.name == PLAYER), ())
    return Seats(names or tuple(f"P{number}" for number in range(1, program.players + 1)))
