"""Why a move is legal or not, as a person reads it."""

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.draw.ink import BOLD, DIM, PLAIN, Line
from interpreter.engine.errors import Refusal
from interpreter.front.reason_lines import parts_lines, reason_lines, statement_lines

if TYPE_CHECKING:
    from interpreter.engine.state import State
    from interpreter.study.why import Asked, Explanation


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


def of_turn(explanation: "Explanation", state: "State") -> "Explanation":
    """An explanation that names the players as people do, where a move is refused for its turn alone."""
    if not state.asked or explanation.player in state.asked:
        return explanation
    return replace(explanation, message=state.engine.seats.turn_text(state.asked, explanation.player))


def why_lines(explanation: "Explanation") -> list[Line]:
    """An explanation: the answer, what failed, and what was asked and held before it."""
    head = f"{explanation.name} {explanation.move}: "
    if explanation.is_legal is None:
        lines: list[Line] = [((head, PLAIN), (explanation.message, PLAIN))]
    elif explanation.is_legal:
        forced = ", and the only one that is" if explanation.forced else ""
        lines = [((head, PLAIN), ("legal", BOLD), (forced, PLAIN))]
    else:
        lines = [((head, PLAIN), ("not legal", BOLD), (f": {explanation.message}", PLAIN))]
    if explanation.help:
        lines.append(((f"  {explanation.help}", PLAIN),))
    told: set[str] = set()
    if explanation.failed is not None:
        lines += _asked(explanation.failed, "fails", told)
    for one in explanation.held:
        lines += _asked(one, "asked" if explanation.is_legal is None else "holds", told)
    for one in explanation.claims:
        lines += _asked(one, "then", told)
    for other in explanation.others:
        lines += reason_lines(other, "  ", told)
    return lines


def _asked(asked: "Asked", verdict: str, told: set[str]) -> list[Line]:
    colour = {"fails": "red", "holds": "green"}.get(verdict, PLAIN)
    verdict = verdict.ljust(len("holds"))
    lines: list[Line] = [
        (("  ", PLAIN), (verdict, colour), (f"  {asked.name}: ", BOLD), (asked.text, PLAIN)),
        ((f"         {asked.rule}, {asked.place}", DIM),),
    ]
    tree = asked.tree
    if tree is None:
        lines += [((f"         {name} = {value}", PLAIN),) for name, value in asked.values]
    elif tree.text == asked.text and verdict != "asked":
        lines += parts_lines(tree, "         ", told)
    else:
        lines += reason_lines(tree, "         ", told)
    return [*lines, *statement_lines(asked.cites, "         ", told)]
