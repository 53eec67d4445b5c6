"""What is wrong with rows that are values."""

from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span


def leaves_out(span: Span) -> Diagnostic:
    """A row that has no value for some members of its kinds."""
    message = "a row has a value for each member of a kind, and this leaves members out"
    help_ = "run over the whole kind, as in `for each q in Land`, and say the other value: `E if C else 0`"
    return Diagnostic("E564", message, span, help_)


def row_too_large(cells: int, span: Span) -> Diagnostic:
    """A row with more values than a state may have."""
    return Diagnostic("E623", f"this row has {cells} values", span, "take a smaller row; 100000 are the most")
