"""What is wrong with the layout of a file: one function a finding."""

from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span


def not_the_same(span: Span) -> Diagnostic:
    """A file that would not mean the same, were it laid out anew."""
    message = "this file would not mean the same in the one layout, so it stays as it is"
    way_out = "look for two keys that differ in blanks only, and for remarks in the middle of a value"
    return Diagnostic("E850", message, span, way_out)
