"""The `given` of a scenario: component values in a YAML file, with findings at their places."""

from interpreter.core.ir import Program
from interpreter.engine.view import Plain
from interpreter.record.given import GivenError, slots_given
from interpreter.syntax.document import Mapping, find, find_key, plain
from interpreter.text.diagnostic import Diagnostic


def given_slots(
    program: Program, start: tuple[int, ...], given: Mapping
) -> tuple[tuple[int, ...] | None, tuple[Diagnostic, ...]]:
    """The slots of a given position, or what is wrong with it: all of E924, one finding a component.

    What `given` does not name is as in ``start``.
    """
    slots = start
    found: list[Diagnostic] = []
    for entry in given.entries:
        values: dict[str, Plain] = {entry.name: plain(entry.value)}
        try:
            slots = slots_given(program, slots, values)
        except GivenError as error:
            found.append(_finding(given, error))
    return (None if found else slots), tuple(found)


def _finding(given: Mapping, error: GivenError) -> Diagnostic:
    node = find_key(given, error.path) if error.at_key else find(given, error.path)
    span = node.span if node is not None else given.span
    return Diagnostic("E924", error.message, span, error.help or None)
