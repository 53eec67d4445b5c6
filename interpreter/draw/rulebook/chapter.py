"""What all chapters share: the printer, paragraphs with their citations, titles in words."""

import re
from collections.abc import Iterable

from interpreter.draw.prose.english import spaced
from interpreter.draw.prose.items import Item, cites_of
from interpreter.draw.prose.naming import raw
from interpreter.draw.prose.words import Words, sentence
from interpreter.draw.rulebook.page import Block, Section
from interpreter.draw.rulebook.source import Made
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.walk import feet

_NAME = re.compile(r"\b[a-z][a-z0-9]*(_[a-z0-9]+)+\b")
"""A name of the ruleset inside an author's own words."""


class Chapter:
    """Writes some sections of the page of a ruleset."""

    def __init__(self, made: Made) -> None:
        self.made = made
        self.rules = made.rules
        self.tell = made.teller()

    def title(self, name: str) -> str:
        """A name as a heading."""
        words = spaced(name)
        return words[:1].upper() + words[1:]

    def line(self, node: object, words: Words, lead: str = "") -> Item:
        """A paragraph for a sentence of the ruleset, with its footnote."""
        return Item(sentence(words), cites_of(getattr(node, "foot", None)), raw(node), lead=lead)

    def remark(self, text: str) -> tuple[Item, ...]:
        """What an author says in words of their own."""
        return (
            (Item(sentence(_NAME.sub(lambda found: spaced(found[0]), " ".join(text.split()))), note=True),)
            if text
            else ()
        )

    def left_over(
        self, head: r.Head, items: Iterable[Item], blocks: Iterable[n.Block | None] = ()
    ) -> tuple[str, ...]:
        """What a declaration cites and none of these paragraphs does."""
        shown = {cite for item in items for one in item.every() for cite in one.cites}
        every = dict.fromkeys(head.cites)
        for block in blocks:
            if block is not None:
                every.update(dict.fromkeys(cite for foot in feet(block) for cite in foot.cites))
        return tuple(cite for cite in every if cite not in shown)

    def let(self, decl: r.LetDecl) -> Item:
        """A value taken as its paragraph begins."""
        return self.line(decl.phrase, self.tell.let(decl.name, decl.phrase.expr))

    def requirement(self, decl: r.RequireDecl) -> Item:
        """A named condition: what it asks, and what who breaks it is told."""
        told = self.tell.requirement(decl.line)
        items = self.remark(decl.otherwise)
        item = self.line(decl.line, told, self.title(decl.head.name))
        cites = tuple(dict.fromkeys((*item.cites, *decl.head.cites)))
        return Item(item.words, cites, item.raw, items, item.lead, decl.head.path)

    def section(
        self, title: str, anchor: str, blocks: Iterable[Block], cites: tuple[str, ...] = ()
    ) -> tuple[Section, ...]:
        """A section, or none where nothing would stand in it."""
        found = tuple(blocks)
        return (Section(title, anchor, found, cites),) if found else ()
