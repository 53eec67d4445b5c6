"""What several pages put at one place, in the order that they declare."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from interpreter.syntax.patches import findings as f
from interpreter.syntax.patches.patch import Patch
from interpreter.text.diagnostic import Diagnostic

Gap = tuple[str, str]
"""The side of a neighbour, and its name; ``("end", "")`` is behind all."""


def gap_of(patch: Patch, last: str) -> Gap:
    """Where a patch puts something; the end is behind ``last``, the last thing that is there, if any is."""
    if patch.anchors:
        return patch.side, patch.anchors[0].text
    return ("after", last) if last else ("end", "")


def in_order(patches: Iterable[Patch]) -> list[Patch]:
    """The patches that put something into one gap, as they come to stand there.

    What one page puts there stays in the order of the page, and what goes right behind a neighbour stands
    before what is added at the end. Between pages counts what they say (`after: [trim, flood]`); where they
    say nothing, their names decide, never the order in which they are listed.
    """
    return [ready[0] for ready in _rounds(patches)]


def order_findings(patches: Sequence[Patch], last: str) -> Iterator[Diagnostic]:
    """What keeps the patches of one gap from having one order: nothing said, or contrary things."""
    for ready in _rounds(patches):
        if len(ready) > 1:
            yield f.no_order(ready[0], ready[1], last if ready[0].side == "end" else ready[0].anchors[0].text)
            return


def contrary(patches: Sequence[Patch]) -> Diagnostic | None:
    """The finding where each of several pages is to come before the other; None where none is."""
    placed = in_order(patches)
    if len(placed) == len(patches):
        return None
    return f.contrary_orders(sorted(set(patches) - set(placed), key=lambda patch: patch.rank))


def _rounds(patches: Iterable[Patch]) -> Iterator[list[Patch]]:
    """Again and again the patches that may come next, one a page; the first of them does. Ends early where
    all that are left wait for each other.
    """
    pages: dict[str, deque[Patch]] = {}
    for patch in sorted(patches, key=lambda one: (one.layer, one.side == "end", one.span.start)):
        pages.setdefault(patch.layer, deque()).append(patch)
    speaking = [one for page in pages.values() for one in page if len(one.anchors) > 1]
    while pages:
        ready = [page[0] for page in pages.values() if _is_next(page[0], pages, speaking)]
        if not ready:
            return
        yield ready
        first = ready[0]
        pages[first.layer].popleft()
        if not pages[first.layer]:
            del pages[first.layer]
        if first in speaking:
            speaking.remove(first)


def _is_next(patch: Patch, pages: dict[str, deque[Patch]], speaking: Sequence[Patch]) -> bool:
    """Whether nothing of another page has to stand before a patch."""
    for other in speaking:
        if other.layer != patch.layer and other.side == "before" and _names(other, patch):
            return False
    for layer, page in pages.items():
        if layer == patch.layer:
            continue
        if patch.side == "end" and page[0].side == "after" and not _names(page[0], patch):
            return False
        if patch.side == "after" and len(patch.anchors) > 1 and any(_names(patch, one) for one in page):
            return False
    return True


def _names(one: Patch, other: Patch) -> bool:
    """Whether a patch speaks of what another page puts beside the same neighbour."""
    return any(anchor.text == other.steps[-1] for anchor in one.anchors[1:])
