"""What can be wrong with a page that changes another: one function a finding."""

from collections.abc import Iterable

from interpreter.syntax.patches.patch import Patch
from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.quote import listed, quote
from interpreter.text.span import Span
from interpreter.text.suggest import nearest

_HERE = "in the base this stands here"


def no_place(address: str, missing: str, known: Iterable[str], before: str, span: Span) -> Diagnostic:
    """A change at an address that the base does not have. ``before`` is the part of it that there is."""
    names = tuple(known)
    near = nearest(missing, names)
    start = f"{before}." if before else ""
    help_ = f"did you mean {quote(start + near)}?" if near is not None else None
    if help_ is None and before and 0 < len(names) <= 12:
        help_ = f"{quote(before)} has {listed(names, 'and')}"
    more = "a new name belongs under `adds`, or says `before` or `after`"
    message = f"the base has nothing at {quote(address)}"
    return Diagnostic("E940", message, span, f"{help_}; {more}" if help_ else more)


def in_a_sentence(address: str, before: str, span: Span, help_: str | None) -> Diagnostic:
    """An address that goes on below a sentence which has no parts of this name."""
    message = f"the base has nothing at {quote(address)}: {quote(before)} is one sentence"
    return Diagnostic("E940", message, span, help_ or f"change {quote(before)} as a whole")


def other_value(address: str, wanted: str, found: str, span: Span, base: Span) -> Diagnostic:
    """A `was` that is not what stands there."""
    message = f"at {quote(address)} the base says {quote(found)}, not {quote(wanted)}"
    help_ = "the base has changed, or another place is meant"
    return Diagnostic("E941", message, span, help_, (Note(_HERE, base),))


def was_nothing(address: str, span: Span) -> Diagnostic:
    """A `was` for something new."""
    message = f"the base has nothing at {quote(address)}, so that there is no `was`"
    return Diagnostic("E941", message, span, "leave `was` out for what is new")


def there_already(address: str, span: Span, base: Span) -> Diagnostic:
    """Something added that the base has."""
    help_ = "what is there is changed under `changes`"
    return Diagnostic("E942", f"{quote(address)} is there already", span, help_, (Note(_HERE, base),))


def two_touch(one: Patch, other: Patch) -> Diagnostic:
    """Two changes of one place, or one inside the other."""
    by = "" if one.layer == other.layer else f" by {quote(one.layer)} and {quote(other.layer)}"
    if one.steps == other.steps:
        message = f"{quote(one.address)} is changed twice{by}"
    else:
        outer, inner = sorted((one, other), key=lambda patch: len(patch.steps))
        message = f"{quote(inner.address)} lies inside {quote(outer.address)}, and both are changed{by}"
    notes = (Note("the other change stands here", one.span),)
    help_ = None if one.layer == other.layer else "a check may keep them from being used together"
    return Diagnostic("E943", message, other.span, help_, notes)


def no_neighbour(name: str, parent: str, known: Iterable[str], span: Span) -> Diagnostic:
    """A `before` or `after` that names nothing of the base."""
    names = tuple(known)
    near = nearest(name, names)
    help_ = f"did you mean {quote(near)}?" if near else None
    if help_ is None and 0 < len(names) <= 12:
        help_ = f"it has {listed(names, 'and')}"
    return Diagnostic("E944", f"the base has no {quote(name)} in {quote(parent)}", span, help_)


def neighbour_goes(anchor: str, other: Patch, span: Span) -> Diagnostic:
    """A `before` or `after` beside something that is taken away or moved."""
    what = "taken away" if other.does == "removes" else "moved"
    message = f"{quote(anchor)}, beside which this goes, is {what} by {quote(other.layer)}"
    notes = (Note("that stands here", other.span),)
    return Diagnostic("E945", message, span, "name another neighbour", notes)


def no_order(one: Patch, other: Patch, anchor: str) -> Diagnostic:
    """Two pages that put something at one place without saying which comes first."""
    where = "at the end" if one.side == "end" else f"{one.side} {quote(anchor)}"
    message = (
        f"{quote(one.address)} of {quote(one.layer)} and {quote(other.address)} of {quote(other.layer)} both "
        f"go {where}, and neither says which comes first"
    )
    name = one.steps[-1]
    side = "after" if other.side == "end" else other.side
    help_ = f"say it under `changes`, as in `{side}: [{anchor}, {name}]`" if anchor else None
    return Diagnostic("E946", message, other.span, help_, (Note("the other one stands here", one.span),))


def contrary_orders(patches: Iterable[Patch]) -> Diagnostic:
    """Pages that each want to come before the other."""
    first, *others = patches
    names = listed((patch.address for patch in (first, *others)), "and")
    notes = tuple(Note("and this", one.span) for one in others)
    return Diagnostic("E946", f"{names} are each to come before the other", first.span, None, notes)


def not_for_patches(address: str, span: Span, why: str) -> Diagnostic:
    """An address that no page may change."""
    return Diagnostic("E948", f"{quote(address)} can't be changed here", span, why)


def changes_nothing(address: str, span: Span) -> Diagnostic:
    """An entry of `changes` that does nothing."""
    help_ = "say what it is `now`, `remove: true`, or where it goes with `before` or `after`"
    return Diagnostic("E948", f"nothing is changed at {quote(address)}", span, help_)


def nothing_left(address: str, span: Span) -> Diagnostic:
    """A sentence of which all parts are taken away."""
    help_ = f"take {quote(address)} away as a whole, or put something in their place"
    return Diagnostic("E948", f"nothing is left of {quote(address)}", span, help_)
