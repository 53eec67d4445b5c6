"""What is wrong with costs."""

from collections.abc import Iterable

from interpreter.check.findings import near
from interpreter.check.kinds import Kind
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.span import Span


def unknown_cost(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A cost that nobody declares."""
    return Diagnostic("E426", f"there is no cost {quote(name)} under `costs`", span, near(name, known))


def no_purse(found: Kind, span: Span) -> Diagnostic:
    """A place that nothing can be paid out of."""
    return Diagnostic("E530", f"a cost is paid out of a number or a bag, but this is {found}", span)


def purse_varies(name: str, place: str, span: Span) -> Diagnostic:
    """A cost summed up whose place is another one in each round."""
    message = f"the place that pays, {quote(place)}, is another one for each {quote(name)}"
    return Diagnostic("E531", message, span, "what is summed up comes out of one place")


def same_purse(one: str, other: str, span: Span) -> Diagnostic:
    """Two costs of an action of which nobody knows whether they come out of one place."""
    message = f"{quote(one)} and {quote(other)} may be the same place, or two"
    return Diagnostic("E531", message, span, "say what both cost together in one cost")


def changed_by_another(name: str, span: Span) -> Diagnostic:
    """A cost summed up that reads what another cost of the action changes."""
    message = f"this is summed up while it is paid, and reads {quote(name)}, which another cost changes"
    return Diagnostic("E531", message, span, "say what both cost together in one cost")


def floor_of_goods(form: str, span: Span) -> Diagnostic:
    """``at least`` in a cost that is paid in goods."""
    message = f"{quote(form)} bounds a number, and this cost is a bag of things"
    return Diagnostic("E532", message, span, "`less` and `more` take and add things")


def nothing_to_show(span: Span) -> Diagnostic:
    """``show`` in a cost that is a number."""
    return Diagnostic("E532", "`show` is for things, and this cost is a number", span)


def may_pay_back(span: Span) -> Diagnostic:
    """An amount that may be below nothing."""
    return Diagnostic(
        "E534", "this cost may be less than nothing", span, "close its modifiers with `floor: at least 0`"
    )


def places_for_each(expected: str, span: Span) -> Diagnostic:
    """``to: … for each`` that does not say where each thing goes."""
    return Diagnostic("E533", f"`to` says where each thing goes: `… for each thing in {expected}`", span)


def in_order(found: Diagnostic) -> Diagnostic:
    """A loop of a payment whose order matters: nobody can say it."""
    message = "this rests on what the payment changes, so that the order would matter"
    return Diagnostic("E531", message, found.span, "let it rest on what stays as it is")
