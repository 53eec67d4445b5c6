"""What is wrong with limits."""

from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.span import Span


def undecided(limit: str, action: str, span: Span) -> Diagnostic:
    """A change of which nobody knows before the action whether it keeps a limit."""
    return Diagnostic(
        "E535",
        f"whether {quote(action)} keeps the limit {quote(limit)} can't be known before it, because of this",
        span,
        "let the limit be `for:` the other actions, and say in a requirement what must hold for this one",
    )
