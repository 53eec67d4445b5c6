"""Players as files and people name them: ``P1``, ``P2``, …; inside they are 1, 2, …."""

import re

SPECTATOR = "spectator"
"""Who watches without playing; inside None."""

_NAMED = re.compile(r"P([0-9]{1,9})", re.ASCII)
_SEAT = re.compile(r"P([1-9][0-9]?)")


def seat_name(player: int | None) -> str:
    """The name of a player, or of a spectator."""
    return SPECTATOR if player is None else f"P{player}"


def turn_text(turn: int, player: int) -> str:
    """What is said to a player who moves in the turn of another one."""
    return f"it is the turn of {seat_name(turn)}, not of {seat_name(player)}"


def named_player(text: str) -> int | None:
    """The player whom the first word of a text names, of a match or not; None where it names nobody."""
    found = _NAMED.fullmatch(text.split()[0]) if text.strip() else None
    return int(found[1]) if found else None


def seat_of(name: str, players: int) -> int | None:
    """The player of that name, None where nobody of 1..``players`` has it."""
    found = _SEAT.fullmatch(name)
    player = int(found[1]) if found else 0
    return player if 1 <= player <= players else None
