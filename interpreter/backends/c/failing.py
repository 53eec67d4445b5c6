"""Rules errors of native code, made from the numbers that it leaves: the same as those of the reference."""

from typing import Any

from interpreter.core.ir import Program
from interpreter.engine.errors import RulesError, TooManyMoves
from interpreter.engine.forms import place_of
from interpreter.engine.names import slot_text
from interpreter.engine.statements import broken


def error_of(program: Program, codes: tuple[str, ...], failure: Any) -> RulesError | TooManyMoves:
    """The error that a failure record stands for."""
    a, b, low, high = failure.numbers
    place = place_of(program, failure.place)
    match failure.kind:
        case 1:
            name = slot_text(program, a)
            message = f"`{name}` would become {b}, expected {low}..{high}"
            return RulesError("E701", message, place, ((name, str(b)),))
        case 2:
            return RulesError("E701", f"an index of {a}, expected 0..{b - 1}")
        case 3:
            return RulesError("E701", f"a member of index {a}, expected 0..{b - 1}")
        case 4:
            return RulesError("E701", "a division by 0")
        case 5:
            return RulesError("E702", f"a loop is not done after {a} laps", place)
        case 6:
            return RulesError("E703", "a draw from nothing", place)
        case 7:
            return RulesError("E704", f"nothing is legal at `{program.decisions[a].name}`", place)
        case 8:
            return RulesError("E705", f"no decision after {a:,} steps")
        case 9:
            return broken(program, codes[a], place, b, (low, high))
        case 11:
            return TooManyMoves(program.decisions[a].name, b, bool(low), high)
        case _:
            stage = program.decisions[a].alternatives[b].stages[low]
            message = f"{high:,} values were tried for `{stage.name}`, and no legal move was found"
            return RulesError("E708", message, place_of(program, stage.place))
