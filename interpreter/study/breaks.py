"""Where a trace stops: at a rule, where a place changes, where a condition comes to hold."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.engine.names import cell_text, cells_of
from interpreter.study.asked_phrase import Phrase, asked_phrase
from interpreter.study.entries import Entry
from interpreter.study.trace import Trace
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.suggest import nearest


class BreakError(Exception):
    """A breakpoint that makes no sense: what it says, and a way out."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class PhraseError(Exception):
    """A condition that makes no sense, with what is wrong in it."""

    def __init__(self, findings: tuple[Diagnostic, ...]) -> None:
        super().__init__(findings[0].message)
        self.findings = findings


@dataclass(frozen=True, slots=True)
class Breaks:
    """Addresses of rules, places or components that are watched, and conditions."""

    rules: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    until: tuple[Phrase, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rules or self.watched or self.until)


def rule_named(trace: Trace, address: str) -> str:
    """The address of a rule that the game has.

    Raises: BreakError.
    """
    known = addresses(trace)
    if address not in known:
        near = nearest(address, known)
        example = f"an address is made of the keys on the way to a rule, as in `{min(known)}`"
        raise BreakError(f"there is no rule `{address}`", f"did you mean `{near}`?" if near else example)
    return address


def addresses(trace: Trace) -> set[str]:
    """The addresses of all rules of the program, and of what they stand in."""
    rules = trace.checked.rules
    found = {place.rule for place in trace.engine.program.places if place.rule}
    found |= {f"actions.{name}" for name in rules.actions}
    found |= {mark.rule for mark in trace.notes.marks if mark.rule}
    for address in tuple(found):
        parts = address.split(".")
        found |= {".".join(parts[:end]) for end in range(1, len(parts))}
    return found


def place_named(trace: Trace, text: str) -> str:
    """A component by its name, or one of its places.

    Raises: BreakError.
    """
    program = trace.engine.program
    bare = "".join(text.split())
    name = bare.partition("(")[0]
    components = {one.name: one for one in program.components}
    component = components.get(name)
    if component is None:
        near = nearest(name, components)
        hint = f"did you mean `{near}`?" if near else f"the components are {', '.join(components)}"
        raise BreakError(f"there is no component `{name}`", hint)
    if bare == name:
        return name
    cells = {"".join(cell.split()): cell for cell in _cells(trace, name)}
    if bare not in cells:
        near = nearest(bare, cells)
        example = next(iter(cells.values()))
        hint = f"did you mean `{cells[near]}`?" if near else f"a place of it is `{example}`"
        raise BreakError(f"`{name}` has no place `{text}`", hint)
    return cells[bare]


def _cells(trace: Trace, name: str) -> Iterator[str]:
    program = trace.engine.program
    component = next(one for one in program.components if one.name == name)
    for cell in cells_of(program, component):
        yield cell_text(program, component, cell)


def condition_named(trace: Trace, text: str, label: str) -> Phrase:
    """A condition of the language.

    Raises: PhraseError.
    """
    found = asked_phrase(trace.checked.world, trace.engine.program, text, label, condition=True)
    if isinstance(found, tuple):
        raise PhraseError(found)
    return found


def hits(trace: Trace, breaks: Breaks, at: int, entries: tuple[Entry, ...]) -> Iterator[str]:
    """Why a trace stops at a passage, as one says it."""
    for rule in breaks.rules:
        if any(entry.rule == rule or entry.rule.startswith(f"{rule}.") for entry in entries):
            yield rule
    for place in breaks.watched:
        for entry in entries:
            for change in entry.changes:
                if place in (change.component, change.cell):
                    yield f"{change.cell}: {change.before} → {change.after}"
    for phrase in breaks.until:
        if holds(trace, phrase, at):
            yield phrase.text


def holds(trace: Trace, phrase: Phrase, at: int) -> bool:
    """Whether a condition holds behind a passage, as far as the viewer may know."""
    state = trace.state(at)
    if state is None:
        return False
    trace.position.look(state.slots)
    return trace.position.holds(phrase.expr) is True
