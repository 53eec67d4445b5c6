"""The places of a ruleset that an author of a variant asks for first."""

from collections.abc import Iterator, Sequence

from interpreter.front.places import one_line
from interpreter.syntax.patches.listing import Listed
from interpreter.syntax.patches.parts import START

_FEW = 5
"""Places of a sort that are named."""


def worth_naming(places: Sequence[Listed]) -> Iterator[str]:
    """A few places of each sort, with what stands there: lines for a remark."""
    for sort in dict.fromkeys(map(_sort_of, places)):
        found = [one for one in places if _sort_of(one) == sort]
        if sort:
            more = f" ({_FEW} of {len(found)})" if len(found) > _FEW else ""
            yield f"{sort}{more}:"
            yield from (f"  {one.address}{_said(one)}" for one in found[:_FEW])


def _sort_of(place: Listed) -> str:
    """What sort of place it is to an author; "" for all that is looked for more seldom."""
    match place.steps:
        case ("players" | "longest" | "rounds",):
            return "of the page"
        case ("options" | "components", *_) if place.steps[-1] == START:
            return f"what {place.steps[0]} are at the start"
        case ("kinds", _, "rows", _, _) | ("tables", _, "rows", *_) if place.text:
            return "printed values"
        case ("costs", _, "base") | ("costs", _, "modifiers", _):
            return "what things cost"
        case (*_, "one of", _):
            return "alternatives of choices"
        case ("phases" | "always" | "ends", _):
            return {"phases": "phases", "always": "standing rules", "ends": "ends"}[place.steps[0]]
        case ("ranking", "keys", _):
            return "keys of the ranking"
        case _:
            return ""


def _said(place: Listed) -> str:
    text = one_line(place)
    return "" if place.names or text == place.steps[-1] else f" = {in_a_remark(text)}"


def in_a_remark(text: str) -> str:
    """A text on one line, of signs that a file may hold."""
    return "".join(char if char.isprintable() else " " for char in " ".join(text.split()))
