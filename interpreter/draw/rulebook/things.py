"""The chapter of components: what there is, what is printed on it, the boards, what lies on the table."""

from collections.abc import Iterator

from interpreter.draw.prose.english import noun, number_word, plural, spaced, with_article
from interpreter.draw.prose.items import Item, cites_of
from interpreter.draw.prose.naming import raw
from interpreter.draw.prose.words import NO_WORDS, Run, Words, joined, listed, plain, say, sentence
from interpreter.draw.rulebook.chapter import Chapter
from interpreter.draw.rulebook.page import Block, Section, Table
from interpreter.draw.rulebook.printed import Printed
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r

MOST_NAMED = 40
"""Members of a kind beyond which they are counted and not named."""


class Things(Chapter):
    """Kinds, boards, components and tables."""

    def sections(self) -> Iterator[Section]:
        """The sections of the chapter."""
        self.printed = Printed(self.made.instance())
        yield from self.section("What lies on the table", "components", self._components())
        yield from self.section(
            "Boards", "boards", (one for board in self.rules.boards.values() for one in self._board(board))
        )
        yield from self.section("What there is, and what is printed on it", "kinds", self._kinds())
        yield from self.section("Tables", "tables", map(self._table, self.rules.tables.values()))

    # -- components ------------------------------------------------------------------------------------------

    def _components(self) -> Iterator[Block]:
        yield from self.made.figures
        passing = [one for one in self.rules.components.values() if one.type.during is not None]
        for decl in self.rules.components.values():
            if decl not in passing:
                yield self._component(decl)
        note = "These are noted for a while only; when that is over they are as at the start."
        yield from self.section(
            "Noted for a while",
            "noted",
            (*self.remark(note), *map(self._component, passing)) if passing else (),
        )

    def _component(self, decl: r.ComponentDecl) -> Item:
        told = self.tell.type_line(decl.type, self._start(decl))
        if decl.all_different:
            told = say(told, "; no two are the same")
        places = self._places(decl)
        cites = decl.head.cites
        return Item(
            sentence(told),
            cites,
            raw(decl.type),
            (*self.remark(decl.head.help), *places),
            self.title(decl.head.name),
            decl.head.path,
        )

    def _start(self, decl: r.ComponentDecl) -> Words:
        start = decl.type.start or (decl.start.expr if decl.start is not None else None)
        if start is None:
            return say("as drawn") if decl.drawn is not None else NO_WORDS
        column = isinstance(start, n.Name) and any(start.name in names for names in self._column_names())
        if column:
            return say("what is printed as ", spaced(start.name) if isinstance(start, n.Name) else "")
        return self.tell.value(start)

    def _column_names(self) -> Iterator[set[str]]:
        for kind in self.rules.kinds.values():
            yield {column.head.name for column in kind.has}

    def _places(self, decl: r.ComponentDecl) -> tuple[Item, ...]:
        """A start that is given place by place."""
        if not decl.places:
            return ()
        keys: dict[Words, list[str]] = {}
        for place in decl.places:
            value = listed([self.tell.value(value) for value in place.values])
            keys.setdefault(value, []).append(" ".join(spaced(key.text) for key in place.path))
        told = [say(value, " for ", listed(names)) if any(names) else value for value, names in keys.items()]
        return (Item(sentence("At the start: ", joined(told, "; "))),)

    # -- boards ----------------------------------------------------------------------------------------------

    def _board(self, decl: r.BoardDecl) -> Iterator[Item]:
        things = plural(noun(decl.head.name))
        size = " by ".join(map(str, decl.size))
        domain = self.made.world.domains[decl.head.name]
        hexagons = things if things in {"hexes", "hexagons"} else f"hexagonal {things}"
        if decl.shape == "grid":
            squares = things if things == "squares" else f"square {things}"
            told = f"a grid of {size if len(decl.size) > 1 else f'{size} by {size}'} {squares}"
        elif len(decl.size) > 1:
            told = f"a board of {size} {hexagons}, in the shape of a rhombus"
        else:
            told = f"a board of {hexagons}, in the shape of a hexagon with {size} a side"
        ends = f"from {domain.members[0]} to {domain.members[-1]}"
        names = f", {ends}: a letter for the file, a number for the rank"
        items = [
            Item(
                sentence(
                    f"{number_word(length)} {things} in a straight line make {with_article(noun(name.text))}"
                ),
                anchor=f"kinds.{name.text}",
            )
            for name, length in decl.lines
        ]
        for window in decl.windows:
            files, ranks = (*window.size, *window.size)[:2]
            slots = (
                f"; its places are called as {plural(noun(window.slots.text))}"
                if window.slots is not None
                else ""
            )
            items.append(
                Item(
                    sentence(
                        f"a rectangle of {files} by {ranks} {things} "
                        f"is {with_article(noun(window.name.text))}{slots}"
                    )
                )
            )
        yield Item(
            sentence(told, names),
            decl.head.cites,
            "",
            (*self.remark(decl.head.help), *items),
            self.title(decl.head.name),
            decl.head.path,
        )

    # -- kinds -------------------------------------------------------------------------------------------

    def _kinds(self) -> Iterator[Block]:
        small: list[Item] = []
        large: list[Section] = []
        for decl in self.rules.kinds.values():
            table = self.printed.of_kind(decl.head.name, self._row_cites(decl))
            if table is None or self._is_made(decl):
                small.append(self._kind(decl))
            else:
                large.append(self._kind_section(decl, table))
        yield from small
        yield from large

    def _is_made(self, decl: r.KindDecl) -> bool:
        return not decl.rows and not decl.listed

    def _kind(self, decl: r.KindDecl) -> Item:
        items = (*self.remark(decl.head.help), *self._columns(decl))
        return Item(
            sentence(self._kind_told(decl)),
            self._kind_cites(decl),
            raw(decl.line) if decl.line else "",
            items,
            self.title(decl.head.name),
            decl.head.path,
        )

    def _kind_told(self, decl: r.KindDecl) -> Words:
        world, name = self.made.world, decl.head.name
        domain = world.domains.get(name)
        count = len(domain.named) if domain is not None else 0
        if decl.line is not None and (decl.line.names or decl.line.part_of is not None or not decl.line.per):
            told = self.tell.kind_line(decl.line)
            return say(told, f" ({count})") if decl.line.part_of is not None else told
        if decl.line is not None:
            told = say(self.tell.kind_line(decl.line), f": {count} in all")
            if decl.marks:
                marks = [
                    say(mark.text, " for ", self.tell.value(phrase.expr) if phrase is not None else "nothing")
                    for mark, phrase in decl.marks
                ]
                told = say(told, ", written with ", listed(marks))
            return told
        told = say("a combination of ", listed([spaced(column.head.name) for column in decl.has]))
        if decl.where is not None:
            told = say(told, " for which ", self.tell.condition(decl.where.expr))
        written = (
            "".join(part if isinstance(part, str) else f"{{{part.name}}}" for part in decl.written.parts)
            if decl.written
            else ""
        )
        told = say(told, f"; {count} in all")
        return say(told, ", written ", (Run(written, "code"),)) if written else told

    def _columns(self, decl: r.KindDecl) -> tuple[Item, ...]:
        return tuple(
            Item(
                sentence(self.tell.type_line(self._without_start(column.type))),
                column.head.cites,
                lead=self.title(column.head.name),
                anchor=column.head.path,
            )
            for column in decl.has
        )

    def _without_start(self, line: n.TypeLine) -> n.TypeLine:
        """The type of a column: its start names a column of a data file, which tells a reader nothing."""
        return n.TypeLine(
            line.names, line.shape, line.per, line.seen, line.during, None, line.places, line.foot, line.span
        )

    def _kind_cites(self, decl: r.KindDecl) -> tuple[str, ...]:
        shown = {cite for column in decl.has for cite in column.head.cites}
        return tuple(cite for cite in decl.head.cites if cite not in shown)

    def _kind_section(self, decl: r.KindDecl, table: Table) -> Section:
        count = len(table.rows)
        things = plural(noun(decl.head.name)) if count != 1 else noun(decl.head.name)
        is_ = "are" if count != 1 else "is"
        printed = "each has" if decl.head.name == "Player" else "on each is printed"
        there = Item(sentence(f"there {is_} {number_word(count)} {things}, and {printed}:"))
        blocks: list[Block] = [*self.remark(decl.head.help), there, *self._columns(decl), table]
        return Section(self.title(decl.head.name), decl.head.path, tuple(blocks), self._kind_cites(decl))

    def _row_cites(self, decl: r.KindDecl) -> dict[str, tuple[str, ...]]:
        """What the rows of a kind cite, by member."""
        start = f"{decl.head.path}.rows."
        found: dict[str, tuple[str, ...]] = {}
        for foot, path in self.made.world.cited_by_rows:
            if path.startswith(start):
                name = path.removeprefix(start)
                found[name] = tuple(dict.fromkeys((*found.get(name, ()), *foot.cites)))
        for name_, line in decl.listed:
            if line.foot is not None:
                found[name_.text] = cites_of(line.foot)
        return found

    # -- tables ------------------------------------------------------------------------------------------

    def _table(self, decl: r.TableDecl) -> Section:
        keys = listed([self._key(key) for key in decl.keys])
        told = sentence(self.tell.type_line(decl.type), " for each ", keys)
        column = self.made.world.tables[decl.head.name]
        cites = {cite for path_cites in [decl.head.cites] for cite in path_cites}
        rows = [
            cite
            for foot, path in self.made.world.cited_by_rows
            if path.startswith(f"{decl.head.path}.")
            for cite in foot.cites
            if cite not in cites
        ]
        blocks: list[Block] = [
            *self.remark(decl.head.help),
            Item(told, raw=raw(decl.type)),
            self.printed.of_table(column),
        ]
        return Section(
            self.title(decl.head.name),
            decl.head.path,
            tuple(blocks),
            (*decl.head.cites, *dict.fromkeys(rows)),
        )

    def _key(self, key: n.KindLine) -> Words:
        told = self.tell.kind_line(key)
        text = plain(told)
        for article in ("a ", "an "):
            if text.startswith(article):
                first, *rest = told
                short = first.text.removeprefix(article)
                return (*((Run(short, first.look, first.to),) if short else ()), *rest)
        return told
