"""A reason: a phrase of the rules with what it comes to, and the parts that show why."""

from dataclasses import dataclass

from interpreter.study.report import Json
from interpreter.study.statements import Statement
from interpreter.syntax import nodes as n
from interpreter.syntax.unparse import unparse
from interpreter.text.span import Span

NOT_ASKED = "not asked"
"""The note on a part that was not needed: what stands before it decides."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A phrase with its value and the parts that show it.

    ``text`` is what the author wrote; ``value`` is how the value is written, ``?`` where the viewer may not
    know it, "" where there is none to tell. ``note`` says how it came about. Of a definition, a requirement
    or a rule, ``rule`` is the address, ``place`` the file and line, ``cites`` what it rests on.
    """

    text: str
    value: str = ""
    note: str = ""
    parts: tuple["Reason", ...] = ()
    rule: str = ""
    place: str = ""
    cites: tuple[Statement, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """The tree as plain data; what there is nothing to say of is left out."""
        whole: dict[str, Json] = {"text": self.text}
        told = {"value": self.value, "note": self.note, "rule": self.rule, "place": self.place}
        whole |= {key: text for key, text in told.items() if text}
        if self.cites:
            whole["cites"] = [one.to_json() for one in self.cites]
        if self.parts:
            whole["parts"] = [part.to_json() for part in self.parts]
        return whole


def words(node: n.Expr) -> str:
    """A phrase as its author wrote it; one that nobody wrote, as it would be written."""
    return " ".join(node.span.text.split()) if is_written(node) else unparse(node)


def is_written(node: n.Expr) -> bool:
    """Whether a phrase stands in a file as it is; others stand for a sentence of another form."""
    return _bare("".join(node.span.text.split())) == _bare(unparse(node))


def _bare(text: str) -> str:
    return "".join(char for char in text if char not in "() ")


def where(span: Span) -> str:
    """The file and line of something."""
    return f"{span.source.path}:{span.line}"
