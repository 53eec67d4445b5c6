"""The page as Markdown; all text is escaped, so that none of it is taken for markup."""

import re
from collections.abc import Iterator, Sequence

from interpreter.draw.prose.items import Item
from interpreter.draw.prose.words import Run, Words
from interpreter.draw.rulebook.html import identifier
from interpreter.draw.rulebook.page import Block, Figure, Folded, Page, Section, Table

_MARKUP = re.compile(r"([\\`*_{}\[\]#|~$<>^]|^[-+=](?=\s)|^\d+(?=[.)]\s)|!(?=\[))")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def markdown_of(page: Page, picture: str = "") -> str:
    """The whole text. ``picture`` is the name of the file with the board, if there is one beside it."""
    return "\n".join(_Writer(page, picture).lines()).rstrip() + "\n"


def escaped(text: str) -> str:
    """Text that means nothing to Markdown or HTML, on one line."""
    line = " ".join(text.split()) if "\n" in text else text
    line = "".join(_ENTITIES.get(char, char) for char in line)
    return _MARKUP.sub(r"\\\1", line)


class _Writer:
    def __init__(self, page: Page, picture: str) -> None:
        self.page = page
        self.picture = picture
        self.anchors = page.anchors()
        self.numbers = {one.number for one in page.sources}
        self.used: set[str] = set()

    def lines(self) -> Iterator[str]:
        """The text, line by line."""
        page = self.page
        yield f"# {escaped(page.title)}"
        yield ""
        if page.help:
            yield f"{escaped(page.help)}"
            yield ""
        for name, words, cites in page.facts:
            yield f"- **{escaped(name)}**: {self.words(words)}{self.cites(cites)}"
        yield ""
        for section in page.sections:
            yield f"- [{escaped(section.title)}](#{identifier(section.anchor)})"
        if page.sources:
            yield "- [What the numbers mean](#sources)"
        yield ""
        for section in page.sections:
            yield from self.section(section, 2)
        if page.sources:
            yield '<a id="sources"></a>'
            yield ""
            yield "## What the numbers mean"
            yield ""
            if page.origin:
                yield f"From {escaped(page.origin)}."
                yield ""
            for source in page.sources:
                about = [one for one in source.about if one in self.numbers]
                anchor = f'<a id="source-{identifier(source.number)}"></a>'
                says = f"{escaped(source.says)}{self.cites(about)}"
                yield f"- {anchor}**{escaped(source.number)}** {says}"

    def section(self, section: Section, level: int) -> Iterator[str]:
        """A section with its heading."""
        mark = self._anchor(section.anchor)
        if mark:
            yield mark
            yield ""
        yield f"{'#' * min(level, 6)} {escaped(section.title)}{self.cites(section.cites)}"
        yield ""
        before: Block | None = None
        for block in section.blocks:
            if before is not None and not (
                isinstance(block, Item) and isinstance(before, Item) and not before.note and not block.note
            ):
                yield ""
            yield from self.block(block, level)
            before = block
        yield ""

    def block(self, block: Block, level: int) -> Iterator[str]:
        """What stands under a heading."""
        match block:
            case Item(note=True):
                yield f"*{self.words(block.words)}*{self.cites(block.cites)}"
            case Item():
                yield from self.item(block, 0)
            case Section():
                yield from self.section(block, level + 1)
            case Table():
                yield from self.table(block)
            case Figure(text=text, caption=caption):
                if self.picture:
                    yield f"![{escaped(caption)}]({self.picture})"
                elif text:
                    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
                    yield f"*{escaped(caption)}*"
                    yield ""
                    yield fence
                    yield text
                    yield fence
            case Folded(title=title, items=items):
                yield f"*{escaped(title)}*"
                yield ""
                for item in items:
                    yield from self.item(item, 0)

    def item(self, item: Item, depth: int) -> Iterator[str]:
        """A paragraph with those under it."""
        lead = f"**{escaped(item.lead)}{'.' if item.words else ':'}** " if item.lead else ""
        words = self.words(item.words)
        told = f"*{words}*" if item.note and words else words
        yield f"{'  ' * depth}- {self._anchor(item.anchor)}{lead}{told}{self.cites(item.cites)}".rstrip()
        for inner in item.items:
            yield from self.item(inner, depth + 1)

    def table(self, table: Table) -> Iterator[str]:
        """A table."""
        feet = bool(table.cites)
        head = [self.words(cell) or " " for cell in table.head] + (["see"] if feet else [])
        yield f"| {' | '.join(head)} |"
        yield f"|{' --- |' * len(head)}"
        for number, row in enumerate(table.rows):
            cells = [self.words(cell) for cell in row] + ([self.cites(table.cites[number])] if feet else [])
            yield f"| {' | '.join(cells)} |"

    def _anchor(self, anchor: str) -> str:
        if not anchor or anchor in self.used:
            return ""
        self.used.add(anchor)
        return f'<a id="{identifier(anchor)}"></a>'

    def words(self, words: Words) -> str:
        """Words with their links."""
        return "".join(map(self._run, words))

    def _run(self, run: Run) -> str:
        lead, trail = run.text[: len(run.text) - len(run.text.lstrip())], run.text[len(run.text.rstrip()) :]
        body = escaped(run.text.strip())
        if not body:
            return run.text
        match run.look:
            case "name":
                body = f"*{body}*"
            case "strong":
                body = f"**{body}**"
            case "code":
                body = f"<code>{body}</code>"
            case _:
                pass
        if run.to and run.to in self.anchors:
            body = f"[{body}](#{identifier(run.to)})"
        return f"{lead}{body}{trail}"

    def cites(self, cites: Sequence[str]) -> str:
        """Numbers of statements, each leading to its text."""
        told = [
            f"[{escaped(number)}](#source-{identifier(number)})"
            if number in self.numbers
            else escaped(number)
            for number in dict.fromkeys(cites)
        ]
        return f" <sup>{' '.join(told)}</sup>" if told else ""
