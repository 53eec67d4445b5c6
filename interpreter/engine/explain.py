"""Texts with values in them: what shows why a condition fails."""

from collections.abc import Sequence

from interpreter.core.ir import Decision, Program, Requirement, Shown
from interpreter.engine.closures import Closures
from interpreter.engine.forms import Slots
from interpreter.engine.names import member_text, set_text, value_text


def acts_for(closures: Closures, decision: Decision, s: Slots) -> str:
    """What the player of a decision acts for, as in ``red``; "" where that is nothing else."""
    return " ".join(value for _, value in shown_values(closures, decision, s))


def shown_values(
    closures: Closures, requirement: Requirement | Decision, s: Slots
) -> tuple[tuple[str, str], ...]:
    """The parts that a requirement or a decision shows, as they are written, each with its value."""
    return tuple(
        _shown(closures, shown, s)
        for shown in requirement.shows
        if shown.when is None or closures.expr(shown.when)(s)
    )


def _shown(closures: Closures, shown: Shown, s: Slots) -> tuple[str, str]:
    program = closures.program
    args = [int(closures.expr(arg)(s)) for arg in shown.args]
    value = int(closures.expr(shown.value)(s))
    text = written(program, shown.text, shown.domains, args)
    if shown.is_set:
        return text, set_text(program, shown.domain, value)
    return text, value_text(program, shown.domain, value)


def written(
    program: Program, text: tuple[str | int, ...], domains: tuple[int, ...], args: Sequence[int]
) -> str:
    """A text with its arguments in place: a member by its name, a plain number (domain -1) as it is."""
    return "".join(
        part if isinstance(part, str) else _argument(program, domains[part], args[part]) for part in text
    )


def _argument(program: Program, domain: int, value: int) -> str:
    return str(value) if domain == -1 else member_text(program.domains[domain], value)
