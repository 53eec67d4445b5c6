"""Whence a value comes: what a phrase comes to, part by part, and what changed a place to what it holds."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.check.world import Component
from interpreter.engine.names import cell_text, cells_of
from interpreter.study.asked_phrase import Phrase, asked_phrase
from interpreter.study.reason import Reason
from interpreter.study.reasons import Reasons
from interpreter.study.report import Json
from interpreter.study.statements import Statement
from interpreter.study.trace import Trace
from interpreter.syntax import nodes as n
from interpreter.text.diagnostic import Diagnostic

MOST_PAST = 200
"""How many changes of a place are told, the latest ones."""


@dataclass(frozen=True, slots=True)
class Past:
    """A change of a place: behind which move (0: the set-up), what did it, and what it rests on."""

    number: int
    move: str
    text: str
    rule: str
    place: str
    cites: tuple[Statement, ...]
    before: str
    after: str

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "number": self.number,
            "move": self.move or None,
            "text": self.text,
            "rule": self.rule,
            "place": self.place,
            "cites": [one.to_json() for one in self.cites],
            "before": self.before,
            "after": self.after,
        }


@dataclass(frozen=True, slots=True)
class Whence:
    """The tree of a phrase behind a move, and what changed it, if it names a place of a component.

    ``cell`` is that place, "" for none; ``left_out`` changes are older than those told.
    """

    number: int
    tree: Reason
    cell: str
    past: tuple[Past, ...]
    left_out: int = 0

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {
            "number": self.number,
            "tree": self.tree.to_json(),
            "cell": self.cell or None,
            "past": [one.to_json() for one in self.past],
            "left_out": self.left_out,
        }


def whence(trace: Trace, text: str, at: int, label: str) -> Whence | tuple[Diagnostic, ...]:
    """Whence the value of a phrase comes, behind a passage of a trace; or what is wrong with the phrase."""
    found = asked_phrase(trace.checked.world, trace.engine.program, text, label)
    if isinstance(found, tuple):
        return found
    state = trace.state(at)
    if state is None:
        at -= 1
        state = trace.state(at)
    assert state is not None
    trace.position.look(state.slots)
    tree = Reasons(trace.position, trace.checked.document, trace.depth).of(found.expr)
    cell = _cell(trace, found)
    past = list(_past(trace, cell, at)) if cell else []
    passage = trace.passages[at]
    number = passage.number + max(1, len(passage.moves)) - 1 if passage.number else 0
    return Whence(number, tree, cell, tuple(past[-MOST_PAST:]), max(0, len(past) - MOST_PAST))


def _cell(trace: Trace, phrase: Phrase) -> str:
    """The place that a phrase names, in the position that is looked at; "" for anything else."""
    node, world = phrase.expr, trace.checked.world
    component = world.refs.get(node)
    if not isinstance(node, n.Name | n.Read) or not isinstance(component, Component):
        return ""
    args = node.args[: len(component.keys)] if isinstance(node, n.Read) else ()
    words = [trace.position.value(arg).text for arg in args]
    wanted = f"{component.name}({', '.join(words)})" if words else component.name
    made = next(one for one in trace.engine.program.components if one.name == component.name)
    cells = {cell_text(trace.engine.program, made, cell) for cell in cells_of(trace.engine.program, made)}
    return wanted if wanted in cells else ""


def _past(trace: Trace, cell: str, at: int) -> Iterator[Past]:
    """Every change of a place up to a passage."""
    for passage in range(at + 1):
        if not any(change.cell == cell for change in trace.changes(passage)):
            continue
        move, number = "", trace.passages[passage].number
        for entry in trace.entries(passage):
            if entry.sort == "move":
                move = entry.text
            for change in entry.changes:
                if change.cell == cell:
                    yield Past(
                        number, move, entry.text, entry.rule, entry.place, entry.cites,
                        change.before, change.after,
                    )  # fmt: skip
