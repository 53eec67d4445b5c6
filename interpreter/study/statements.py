"""Statements of a game's document, by the numbers that rules cite."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from interpreter.study.report import Json
from interpreter.syntax.document import Mapping, Scalar
from interpreter.syntax.ruleset import ActionDecl, StepDecl


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that a rule cites, with its text from the document; "" where there is no such text."""

    name: str
    text: str

    def to_json(self) -> dict[str, Json]:
        """The same as plain data."""
        return {"statement": self.name, "says": self.text}


def statements_of(document: Mapping | None, cites: Iterable[str]) -> tuple[Statement, ...]:
    """The statements with these numbers."""
    return tuple(Statement(cite, statement_text(document, cite)) for cite in cites)


def cited_by(action: ActionDecl) -> tuple[str, ...]:
    """What an action cites; where it does not itself, what its paragraphs do."""
    if action.head.cites:
        return action.head.cites
    heads = [one.head for one in action.choose] + [one.head for one in action.requires]
    heads += [one.head for one in _steps(action.steps)]
    return tuple(dict.fromkeys(cite for head in heads for cite in head.cites))


def _steps(steps: Iterable[StepDecl]) -> Iterator[StepDecl]:
    for step in steps:
        yield step
        yield from _steps(step.steps)


def statement_text(document: Mapping | None, name: str) -> str:
    """What the document says under a number, "" where it says nothing."""
    for section in ("statements", "rulings", "sources"):
        part = document.get(section) if document is not None else None
        entry = part.get(name) if isinstance(part, Mapping) else None
        says = entry.get("says") if isinstance(entry, Mapping) else None
        if isinstance(says, Scalar):
            return " ".join(says.text.split())
    return ""
