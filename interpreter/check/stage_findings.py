"""What the checker can find about the stages of actions and the starts of components."""

from interpreter.check.kinds import Kind
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.span import Span


def stage_is_no_set(found: Kind, span: Span) -> Diagnostic:
    """A stage that offers nothing to choose from."""
    return Diagnostic("E518", f"a stage offers the members of a set, found {found}", span)


def too_many_chosen(count: int, most: int, span: Span) -> Diagnostic:
    """A stage at which too many things may be chosen."""
    return Diagnostic(
        "E630",
        f"up to {count} things would be chosen here, expected {most} or fewer",
        span,
        "say how many: `1..6 of S`",
    )


def unknown_chooser(text: str, span: Span) -> Diagnostic:
    """A stage ``seen by`` anybody but the one who chooses."""
    return Diagnostic(
        "E554", f"{quote(text)} is no audience of a stage", span, "`seen by me`, or leave it out: all see it"
    )


def start_reads_state(name: str, span: Span) -> Diagnostic:
    """A start that depends on what another component holds."""
    message = f"a start is known before the match, but {quote(name)} is what changes in it"
    return Diagnostic("E520", message, span, "let the set-up give the place its value")
