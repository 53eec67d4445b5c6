"""What a rulebook page is made of, whatever it is written as."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.draw.prose.items import Item
from interpreter.draw.prose.words import Words


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a head. ``cites`` are the numbers cited by each row, ``folded`` says that it is
    long.
    """

    head: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]
    cites: tuple[tuple[str, ...], ...] = ()
    folded: bool = False
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture as SVG, ``width`` by ``height`` of its own units, with what it shows; and drawn in
    characters.
    """

    svg: str
    caption: str
    width: float = 0
    height: float = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Folded:
    """Paragraphs that are shown on demand, under a heading."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands under it. ``anchor`` is the address by which it is linked."""

    title: str
    anchor: str
    blocks: "tuple[Block, ...]" = ()
    cites: tuple[str, ...] = ()

    def every(self) -> "Iterator[Section]":
        """This section and all sections in it."""
        yield self
        for block in self.blocks:
            if isinstance(block, Section):
                yield from block.every()

    def items(self) -> Iterator[Item]:
        """All paragraphs in it, at any depth."""
        for block in self.blocks:
            if isinstance(block, Item):
                yield from block.every()
            elif isinstance(block, Folded):
                for item in block.items:
                    yield from item.every()
            elif isinstance(block, Section):
                yield from block.items()


Block = Item | Table | Figure | Folded | Section


@dataclass(frozen=True, slots=True)
class Source:
    """A statement of the document: its number, where it stands, what it says, which others it is about."""

    number: str
    kind: str
    heading: str
    says: str
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A whole page. ``glossary`` says what the words mean that are linked, by address."""

    game: str
    title: str
    help: str
    facts: tuple[tuple[str, Words, tuple[str, ...]], ...]
    sections: tuple[Section, ...]
    sources: tuple[Source, ...] = ()
    origin: str = ""
    glossary: dict[str, str] = field(default_factory=dict)

    def every(self) -> Iterator[Section]:
        """All sections, in order."""
        for section in self.sections:
            yield from section.every()

    def anchors(self) -> frozenset[str]:
        """All addresses that can be linked to."""
        found = {section.anchor for section in self.every()}
        return frozenset(
            found | {item.anchor for one in self.sections for item in one.items() if item.anchor}
        )
