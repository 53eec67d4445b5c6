"""The page as one HTML file that stands alone: no script, no network, all text escaped."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from interpreter.draw.prose.items import Item
from interpreter.draw.prose.words import Run, Words
from interpreter.draw.rulebook.page import Block, Figure, Folded, Page, Section, Source, Table
from interpreter.draw.rulebook.style import STYLE
from interpreter.draw.svg.canvas import SVG_STYLE

_RAW = '<details class="raw"><summary title="as the ruleset has it">¶</summary>'
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")


def html_of(page: Page) -> str:
    """The whole file."""
    return "\n".join(_Writer(page).lines()) + "\n"


def identifier(text: str) -> str:
    """An address as an id: other characters than letters, digits, dots and dashes are replaced by their
    numbers.
    """
    return _UNSAFE.sub(lambda found: f"-{ord(found[0]):x}-", text)


class _Writer:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.anchors = page.anchors()
        self.sources = {one.number: one for one in page.sources}
        self.used: set[str] = set()

    def lines(self) -> Iterator[str]:
        """The file, line by line."""
        page = self.page
        title = escape(page.title)
        yield "<!DOCTYPE html>"
        yield '<html lang="en">'
        yield "<head>"
        yield '<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{title}: the rules</title>"
        yield f"<style>{STYLE}{SVG_STYLE}</style>"
        yield "</head>"
        yield "<body>"
        yield f"<header><h1>{title}</h1>"
        if page.help:
            yield f'<p class="help">{escape(page.help)}</p>'
        yield '<dl class="facts">'
        for name, words, cites in page.facts:
            yield f"<dt>{escape(name)}</dt><dd>{self.words(words)}{self.cites(cites)}</dd>"
        yield "</dl></header>"
        yield from self._contents()
        yield "<main>"
        for section in page.sections:
            yield from self.section(section, 2)
        yield from self._sources()
        yield "</main>"
        game = escape(page.game)
        yield f"<footer>Made from the ruleset <code>{game}</code> by <code>ludwright doc</code>.</footer>"
        yield "</body>"
        yield "</html>"

    def _contents(self) -> Iterator[str]:
        yield '<nav aria-label="Contents"><ul>'
        for section in self.page.sections:
            inner = (
                [one for one in section.blocks if isinstance(one, Section)]
                if section.anchor in {"phases", "actions"}
                else []
            )
            more = "".join(f"<li>{self._entry(one)}</li>" for one in inner)
            more = f"<ul>{more}</ul>" if more else ""
            yield f"<li>{self._entry(section)}{more}</li>"
        if self.page.sources:
            yield '<li><a href="#sources">What the numbers mean</a></li>'
        yield "</ul></nav>"

    def _entry(self, section: Section) -> str:
        return f'<a href="#{identifier(section.anchor)}">{escape(section.title)}</a>'

    # -- blocks ----------------------------------------------------------------------------------------------

    def section(self, section: Section, level: int) -> Iterator[str]:
        """A section with its heading."""
        tag = f"h{min(level, 6)}"
        title = f"{escape(section.title)}{self.cites(section.cites)}"
        yield f"<section{self._id(section.anchor)}><{tag}>{title}</{tag}>"
        yield from self.blocks(section.blocks, level + 1)
        yield "</section>"

    def blocks(self, blocks: Sequence[Block], level: int) -> Iterator[str]:
        """What stands under a heading; paragraphs that follow one another make one list."""
        run: list[Item] = []
        for block in blocks:
            if isinstance(block, Item) and not block.note:
                run.append(block)
                continue
            yield from self._list(run)
            run = []
            match block:
                case Item():
                    yield f'<p class="note">{self.words(block.words)}{self.cites(block.cites)}</p>'
                case Section():
                    yield from self.section(block, level)
                case Table():
                    yield from self.table(block)
                case Figure(svg=svg, caption=caption):
                    yield f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"
                case Folded(title=title, items=items):
                    yield f'<details class="fold"><summary>{escape(title)}</summary>'
                    yield from self._list(items)
                    yield "</details>"
        yield from self._list(run)

    def _list(self, items: Iterable[Item]) -> Iterator[str]:
        told = [line for item in items for line in self.item(item)]
        if told:
            yield "<ul>"
            yield from told
            yield "</ul>"

    def item(self, item: Item) -> Iterator[str]:
        """A paragraph with those under it."""
        lead = ""
        if item.lead:
            mark = "" if item.words else ":"
            lead = f'<span class="lead">{escape(item.lead)}{mark or "."}</span> '
        raw = f"{_RAW}<code>{escape(item.raw)}</code></details>" if item.raw else ""
        note = ' class="note"' if item.note else ""
        yield f"<li{self._id(item.anchor)}{note}>{lead}{self.words(item.words)}{self.cites(item.cites)}{raw}"
        yield from self._list(item.items)
        yield "</li>"

    def table(self, table: Table) -> Iterator[str]:
        """A table, folded where it is long."""
        feet = bool(table.cites)
        if table.folded:
            yield f'<details class="fold"><summary>All {len(table.rows)}</summary>'
        yield '<div class="wide"><table>'
        head = "".join(f'<th scope="col">{self.words(cell)}</th>' for cell in table.head)
        see = '<th scope="col">see</th>' if feet else ""
        yield f"<thead><tr>{head}{see}</tr></thead><tbody>"
        for number, (first, *rest) in enumerate(table.rows):
            cells = "".join(f"<td>{self.words(cell)}</td>" for cell in rest)
            more = f"<td>{self.cites(table.cites[number])}</td>" if feet else ""
            yield f'<tr><th scope="row">{self.words(first)}</th>{cells}{more}</tr>'
        yield "</tbody></table></div>"
        if table.folded:
            yield "</details>"

    def _id(self, anchor: str) -> str:
        """An id, at its first place only."""
        if not anchor or anchor in self.used:
            return ""
        self.used.add(anchor)
        return f' id="{identifier(anchor)}"'

    # -- words -----------------------------------------------------------------------------------------------

    def words(self, words: Words) -> str:
        """Words with their links."""
        return "".join(map(self._run, words))

    def _run(self, run: Run) -> str:
        text = escape(run.text)
        match run.look:
            case "name":
                text = f'<i class="name">{text}</i>'
            case "code":
                text = f"<code>{text}</code>"
            case "strong":
                text = f"<b>{text}</b>"
            case _:
                pass
        if not run.to or run.to not in self.anchors:
            return text
        meaning = self.page.glossary.get(run.to, "")
        title = f' title="{escape(meaning)}"' if meaning else ""
        lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        return f'{lead}<a href="#{identifier(run.to)}"{title}>{text.strip()}</a>{trail}'

    def cites(self, cites: Sequence[str]) -> str:
        """Numbers of statements, each with its text."""
        if not cites:
            return ""
        told = []
        for number in dict.fromkeys(cites):
            source = self.sources.get(number)
            if source is None:
                told.append(escape(number))
            else:
                told.append(
                    f'<a href="#source-{identifier(number)}" title="{escape(source.says)}">'
                    f"{escape(number)}</a>"
                )
        return f'<sup class="cites">{" ".join(told)}</sup>'

    def _sources(self) -> Iterator[str]:
        if not self.page.sources:
            return
        yield '<section id="sources"><h2>What the numbers mean</h2>'
        if self.page.origin:
            yield f'<p class="note">From {escape(self.page.origin)}.</p>'
        yield '<ul class="sources">'
        for source in self.page.sources:
            number, says = escape(source.number), f"{escape(source.says)}{self._about(source)}"
            yield f'<li id="source-{identifier(source.number)}"><b>{number}</b><span>{says}</span></li>'
        yield "</ul></section>"

    def _about(self, source: Source) -> str:
        about = [one for one in source.about if one in self.sources]
        return f" {self.cites(about)}" if about else ""
