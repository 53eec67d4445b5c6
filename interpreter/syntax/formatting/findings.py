"""What is wrong with the layout of a file: one function a finding."""

from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span


def not_the_same(span: Span, why: str) -> Diagnostic:
    """A file that would not mean the same, were it laid out anew."""
    message = f"in the one layout this file would not mean the same: {why}"
    way_out = "look for two keys that differ in blanks only, or for a remark in the middle of a value"
    return Diagnostic("E850", message, span, way_out)
