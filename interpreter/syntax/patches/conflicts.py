"""Patches that do not go together, whatever they say: of one page, or of several that are on at once."""

from collections.abc import Iterator, Sequence

from interpreter.syntax.document import Mapping
from interpreter.syntax.patches import findings as f
from interpreter.syntax.patches.address import Steps, written
from interpreter.syntax.patches.order import Gap, contrary, gap_of, order_findings
from interpreter.syntax.patches.patch import Patch
from interpreter.syntax.patches.places import (
    Place,
    child,
    inner_schema,
    names_in,
    page_place,
    sentence_parts,
    unfolded,
)
from interpreter.text.diagnostic import Diagnostic


def conflicts(base: Mapping, patches: Sequence[Patch]) -> tuple[Diagnostic, ...]:
    """Every two patches that touch one place, what goes beside something that does not stay there, what has
    no order, and sentences of which nothing would be left.

    ``patches`` are those of all pages that are applied together to ``base``.
    """
    root = page_place(base)
    return (
        *touching(patches),
        *beside_what_goes(patches),
        *_without_order(root, patches),
        *_emptied(root, patches),
    )


def touching(patches: Sequence[Patch]) -> Iterator[Diagnostic]:
    """Patches at one place, or one inside the other; each finding stands at the later one."""
    at: dict[Steps, Patch] = {}
    inside: dict[Steps, Patch] = {}
    for patch in sorted(patches, key=lambda one: one.rank):
        above = [patch.steps[:end] for end in range(1, len(patch.steps))]
        holders = (at[steps] for steps in (*above, patch.steps) if steps in at)
        other = next(holders, None) or inside.get(patch.steps)
        if other is not None:
            yield f.two_touch(other, patch)
        at.setdefault(patch.steps, patch)
        for steps in above:
            inside.setdefault(steps, patch)


def beside_what_goes(patches: Sequence[Patch]) -> Iterator[Diagnostic]:
    """What goes before or behind something that is taken away or moved."""
    ordered = sorted(patches, key=lambda one: one.rank)
    going: dict[Steps, Patch] = {}
    for patch in ordered:
        if patch.does == "removes" or (patch.side and patch.does != "adds"):
            going.setdefault(patch.steps, patch)
    for patch in ordered:
        if patch.anchors:
            other = going.get((*patch.steps[:-1], patch.anchors[0].text))
            if other is not None:
                yield f.neighbour_goes(patch.anchors[0].text, other, patch.anchors[0].span)


def _emptied(root: Place, patches: Sequence[Patch]) -> Iterator[Diagnostic]:
    """Sentences of which each part is taken away, and none comes in its place."""
    found: dict[Steps, list[Patch]] = {}
    for patch in sorted(patches, key=lambda one: one.rank):
        found.setdefault(patch.steps[:-1], []).append(patch)
    for above, together in found.items():
        names = _part_names(root, above)
        gone = {patch.steps[-1] for patch in together if patch.does == "removes"}
        if names and gone >= names and not any(patch.does == "adds" for patch in together):
            yield f.nothing_left(written(above), together[-1].span)


def _part_names(root: Place, steps: Steps) -> set[str]:
    """The names of the parts of a sentence; none where no sentence with parts stands."""
    here = unfolded(root)
    for step in steps:
        found = child(here, step)
        if not isinstance(found, Place):
            return set()
        here = unfolded(found)
    return {part.name for part in sentence_parts(here)}


def _without_order(root: Place, patches: Sequence[Patch]) -> Iterator[Diagnostic]:
    found: dict[Steps, list[Patch]] = {}
    for patch in patches:
        if patch.side:
            found.setdefault(patch.steps[:-1], []).append(patch)
    for above, together in found.items():
        is_ordered, last = _about(root, above)
        gaps: dict[Gap, list[Patch]] = {}
        for patch in together:
            gaps.setdefault(gap_of(patch, last), []).append(patch)
        for gap in gaps.values():
            if is_ordered:
                yield from order_findings(gap, last)
            against = contrary(gap)
            if against is not None:
                yield against


def _about(root: Place, steps: Steps) -> tuple[bool, str]:
    """Whether what stands under an address has an order that means something, and its last name."""
    here = unfolded(root)
    for step in steps:
        found = child(here, step)
        if not isinstance(found, Place):
            inner = inner_schema(here, step) or {}
            return bool(inner.get("x-ordered")) and step == steps[-1], ""
        here = unfolded(found)
    return here.is_ordered, next(reversed(list(names_in(here))), "")
