"""All places of a page that others may change: their addresses, what stands there, and where."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.syntax.document import Mapping, Scalar
from interpreter.syntax.patches.address import MAIN, Steps, steps_of, written
from interpreter.syntax.patches.parts import Part
from interpreter.syntax.patches.places import (
    DATA,
    Place,
    child,
    entry_of,
    names_in,
    page_place,
    sentence_parts,
    unfolded,
)
from interpreter.syntax.patches.read import closed_to_variants
from interpreter.syntax.patches.same import text_of
from interpreter.text.span import Span

_LABELS = ("help", "cite")
"""Keys that may be changed, but say nothing to the rules."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A place: the names on the way to it, the text that stands there ("" where it holds other places, whose
    names are ``names``), and where that is.

    ``start`` is the symbol of the sentence that stands there, None where there is none; ``is_part`` says that
    it is a part of one.
    """

    steps: Steps
    text: str
    span: Span
    start: str | None = None
    is_part: bool = False
    names: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """The address as an author writes it."""
        return written(self.steps)


def listed(base: Mapping) -> Iterator[Listed]:
    """Every place of a ruleset that a variant may change, in the order of the page.

    ``base`` is a whole ruleset, its `data` a mapping of tables. Help texts and citations are left out.
    """
    return _below(page_place(base), ())


def _below(place: Place, above: Steps) -> Iterator[Listed]:
    for name in names_in(place):
        steps, found = (*above, name), child(place, name)
        if len(steps_of(name)) > 1:
            continue  # a key such as `.`, which no address can name
        if isinstance(found, Part):
            yield _of_part(found, steps)
        elif isinstance(found, Place) and steps == (DATA,):
            yield from _below(found, steps)
        elif isinstance(found, Place) and not (_is_label(place, name) or closed_to_variants(steps)):
            entry = entry_of(place.node, name)
            yield from _of_place(found, steps, entry.key.span if entry is not None else found.node.span)


def _is_label(place: Place, name: str) -> bool:
    return not place.is_named and name in _LABELS


def _of_place(place: Place, steps: Steps, key: Span) -> Iterator[Listed]:
    if isinstance(place.node, Mapping):
        yield Listed(steps, "", key, names=tuple(names_in(place)))
        yield from _below(place, steps)
        return
    is_text = isinstance(place.node, Scalar)
    text = place.node.text.rstrip("\n") if isinstance(place.node, Scalar) else text_of(place.node)
    yield Listed(steps, text, place.node.span, place.start)
    if is_text:
        yield from _parts(place, steps)


def _parts(place: Place, steps: Steps) -> Iterator[Listed]:
    """The parts of a sentence; of the short form only they have addresses that the long form has not."""
    long = unfolded(place)
    if long is not place:
        short = next(names_in(long))
        inner = child(long, short)
        assert isinstance(inner, Place)
        place, steps = inner, (*steps, short)
    if steps[-1] == MAIN:
        steps = steps[:-1]
    for part in sentence_parts(place):
        yield _of_part(part, (*steps, part.name))


def _of_part(part: Part, steps: Steps) -> Listed:
    return Listed(steps, part.text.text, part.text.span, part.start, is_part=True)
