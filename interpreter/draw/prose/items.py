"""A paragraph told: its words, what it cites, the raw sentence, and what stands indented under it."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.draw.prose.words import Words


@dataclass(frozen=True, slots=True)
class Item:
    """``lead`` is a name in front, ``anchor`` the address that it can be linked by, ``raw`` what its author
    wrote, ``cites`` the numbers of statements. ``note`` marks a remark.
    """

    words: Words
    cites: tuple[str, ...] = ()
    raw: str = ""
    items: "tuple[Item, ...]" = ()
    lead: str = ""
    anchor: str = ""
    note: bool = False

    def every(self) -> "Iterator[Item]":
        """This paragraph and all under it."""
        yield self
        for item in self.items:
            yield from item.every()


def cites_of(foot: object) -> tuple[str, ...]:
    """The numbers in a footnote; none where there is no footnote."""
    found = getattr(foot, "cites", ())
    assert isinstance(found, tuple)
    return found
