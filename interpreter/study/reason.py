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
        for key, text in (
            ("value", self.value), ("note", self.note), ("rule", self.rule), ("place", self.place)
        ):  # fmt: skip
            if text:
                whole[key] = text
        if self.cites:
            whole["cites"] = [one.to_json() for one in self.cites]
        if self.parts:
            whole["parts"] = [part.to_json() for part in self.parts]
        return whole


def words(node: n.Expr) -> str:
    """A phrase as its author wrote it; one that nobody wrote, as it would be written."""
    text, made = " ".join(node.span.text.split()), unparse(node)
    return text if _bare(text) == _bare(made) else made


def _bare(text: str) -> str:
    return "".join(char for char in text if char not in "() ")


def where(span: Span) -> str:
    """The file and line of something."""
    return f"{span.source.path}:{span.line}"
