"""What the checker can find about the ends of a match."""

from collections.abc import Iterable

from interpreter.check.findings import near
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.span import Span


def end_without_condition(name: str, span: Span) -> Diagnostic:
    """An end that says neither when it applies nor who wins."""
    message = f"the key `when` is missing in {quote(name)}"
    return Diagnostic("E203", message, span, "`when` or `winners` says what ends the match")


def unknown_paragraph(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """``checked: after x`` without such a phase or step."""
    return Diagnostic(
        "E412", f"no action, phase or step of a phase is called {quote(name)}", span, near(name, known)
    )
