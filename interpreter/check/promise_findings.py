"""What is wrong with promises, and with collecting, releasing and giving back."""

from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.span import Span


def not_own(place: str, span: Span) -> Diagnostic:
    """A promise out of a place that is not the promising player's own."""
    message = f"what is promised comes out of a place of the one who promises, and {quote(place)} is none"
    return Diagnostic("E560", message, span, "the first key of the place must be `me`: `purse(me)`")


def nothing_promised(what: str, span: Span) -> Diagnostic:
    """``collect``, ``release`` or ``promised`` where no action promises anything."""
    help_ = "give an action a `promise`, or leave this out"
    return Diagnostic("E561", f"no action ever promises anything {what}", span, help_)


def no_record(name: str, span: Span) -> Diagnostic:
    """``refund`` of a cost that keeps no record."""
    message = f"{quote(name)} keeps no record of what was paid, so nobody knows what to give back"
    return Diagnostic("E562", message, span, "give the cost a place to remember it, as in `record: paid(p)`")


def unnamed_place(key: str, span: Span) -> Diagnostic:
    """A place of a promised cost of which nobody knows later which one it was."""
    message = f"{quote(key)} may be another place when the promise is collected"
    help_ = "let `from`, `to` and `record` be named by `me`, by single parameters of the cost and by members"
    return Diagnostic("E562", message, span, help_)


def one_thing(place: str, span: Span) -> Diagnostic:
    """A promise out of the count of one thing in a bag."""
    message = (
        f"{quote(place)} is how many of one thing a bag holds; what is promised comes out of a whole place"
    )
    help_ = "pay out of the bag, and let `base` be so many of the thing: `bag of 2 for g in (wood)`"
    return Diagnostic("E562", message, span, help_)


def missing_argument(cost: str, param: str, span: Span) -> Diagnostic:
    """``refund`` without an argument that a place of the cost is named by."""
    message = f"the places of {quote(cost)} are named by {quote(param)}, which is not handed over here"
    return Diagnostic("E409", message, span)


def lowered_as_well(place: str, span: Span) -> Diagnostic:
    """An action that promises out of a place and takes from it as well, outside of its costs."""
    message = f"this action promises out of {quote(place)}, and takes from it here"
    return Diagnostic("E563", message, span, "say it as a `cost`, so that both are covered before")
