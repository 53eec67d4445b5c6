"""Findings about printed tables."""

from collections.abc import Iterable

from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.quote import quote
from interpreter.text.span import Span

MOST_NAMED = 400
"""How many characters of a list of keys are told."""


def not_across(span: Span) -> Diagnostic:
    """``columns`` that are not the second of two keys."""
    return Diagnostic(
        "E512",
        "`columns` names the second of two keys",
        span,
        "name it under `for` too, as in `for: [0..9, Colour]`",
    )


def row_length(wanted: int, found: int, span: Span) -> Diagnostic:
    """A row with too few or too many values."""
    values = f"{found} value" + ("" if found == 1 else "s")
    return Diagnostic("E912", f"this row has {values}, the table wants {wanted}", span)


def no_row(name: str, missing: str, span: Span) -> Diagnostic:
    """Keys of a table for which no row stands there."""
    listed = missing if len(missing) <= MOST_NAMED else missing[:MOST_NAMED].rsplit(",", 1)[0] + ", …"
    help_ = "every key has one row; a row may stand for several, as in `7..12`"
    return Diagnostic("E913", f"the table {quote(name)} has no row for {listed}", span, help_)


def two_rows(name: str, key: str, span: Span, other: Span) -> Diagnostic:
    """A key of a table for which two rows stand there."""
    notes = (Note("the other row", other),)
    return Diagnostic("E914", f"two rows of the table {quote(name)} are for {quote(key)}", span, None, notes)


def too_early(name: str, span: Span, _: Iterable[str]) -> Diagnostic:
    """A table that is read where kinds are made, before there is any table."""
    message = f"the table {quote(name)} is not there before all kinds are made"
    return Diagnostic("E403", message, span, "print in a column what the members of a kind rest on")


def empty_row(name: str, span: Span) -> Diagnostic:
    """``5..2`` as the name of a row."""
    return Diagnostic("E601", f"the range {quote(name)} holds nothing", span, "write the lower end first")
