"""Players as record files name them, whatever a ruleset calls them: ``P1``, …; inside they are 1, 2, …."""

import re

from interpreter.engine.seats import SPECTATOR

_SEAT = re.compile(r"P([1-9][0-9]?)")


def seat_name(player: int | None) -> str:
    """The name of a player, or of a spectator."""
    return SPECTATOR if player is None else f"P{player}"


def seat_of(name: str, players: int) -> int | None:
    """The player of that name, None where nobody of 1..``players`` has it."""
    found = _SEAT.fullmatch(name)
    player = int(found[1]) if found else 0
    return player if 1 <= player <= players else None
