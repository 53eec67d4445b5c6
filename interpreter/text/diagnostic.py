"""Findings: what is wrong, where, and what to do about it."""

from dataclasses import dataclass

from interpreter.text.codes import CODES, Severity
from interpreter.text.span import Span


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that a finding speaks of."""

    message: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: lower case, no full stop, user text in backticks; ``help`` says the way out.

    Raises:
        KeyError: the code is not in the table of codes.
    """

    code: str
    message: str
    span: Span | None
    help: str | None = None
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        CODES[self.code]  # a code nobody declared must not get as far as an author

    @property
    def severity(self) -> Severity:
        """Whether the file is wrong (``error``) or only doubtful (``warning``)."""
        return CODES[self.code].severity

    def to_json(self) -> dict[str, str | int | None]:
        """The finding as plain data; without a place, file, lines and columns are null."""
        span = self.span
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "file": span.source.path if span else None,
            "line": span.line if span else None,
            "column": span.column if span else None,
            "end_line": span.end_line if span else None,
            "end_column": span.end_column if span else None,
            "help": self.help,
        }


def sort_key(finding: Diagnostic) -> tuple[str, int, int, str, str]:
    """The order in which findings are shown: by file, place, code; those without a place come first."""
    span = finding.span
    if span is None:
        return "", 0, 0, finding.code, finding.message
    return span.source.path, span.line, span.column, finding.code, finding.message
