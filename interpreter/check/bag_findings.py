"""What is wrong with bags."""

from interpreter.check.kinds import Kind
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.span import Span


def bag_too_large(name: str, found: int, most: int, span: Span) -> Diagnostic:
    """A bag handed over where one of fewer things is declared."""
    return Diagnostic(
        "E515",
        f"{quote(name)} takes a bag of {most} things or fewer, and this may hold {found}",
        span,
        "give the bag of the signature a larger bound",
    )


def bag_of_one_name(span: Span) -> Diagnostic:
    """``bag of … for x in S with y in T``."""
    help_ = "a bag holds so many of each member that its name runs over"
    return Diagnostic("E513", "`bag of … for …` binds one name", span, help_)


def no_bag(sign: str, found: Kind, span: Span) -> Diagnostic:
    """A bag and something that is none."""
    help_ = "`size(b)` is how many things a bag holds"
    return Diagnostic("E502", f"{quote(sign)} joins two bags here, but this is {found}", span, help_)


def no_bag_in_common(span: Span) -> Diagnostic:
    """``a & b`` of bags."""
    help_ = "`kinds(a) & kinds(b)` is the set of what both hold"
    return Diagnostic("E502", "`&` works on sets, but these are bags", span, help_)
