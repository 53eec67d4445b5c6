"""Why a move is legal or not, as a person reads it."""

from interpreter.draw.ink import BOLD, DIM, PLAIN, Line
from interpreter.engine.errors import Refusal


def refusal_lines(refusal: Refusal) -> list[Line]:
    """A move that was refused: the reason, the values that show it, the rule and what it cites."""
    lines: list[Line] = [(("not legal: ", BOLD), (refusal.message, PLAIN))]
    lines += [((f"  {name} = {value}", PLAIN),) for name, value in refusal.values]
    if refusal.place is not None:
        cites = f" [{', '.join(refusal.place.cites)}]" if refusal.place.cites else ""
        lines.append(((f"  by {refusal.place.rule}{cites}", DIM),))
    if refusal.help:
        lines.append(((f"  {refusal.help}", PLAIN),))
    return lines


def why_lines(game: object, state: object, player: int, text: str) -> list[Line]:
    return []
