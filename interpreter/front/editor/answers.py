"""The answers to an editor's questions, in the values of the protocol."""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module, util
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp

from interpreter import resources
from interpreter.front.editor import wire
from interpreter.front.editor.completion import complete, told_of
from interpreter.front.editor.examine import Examined, glance, sort_of_text
from interpreter.front.editor.explain import about_key, about_use, about_word
from interpreter.front.editor.fixes import fixes
from interpreter.front.editor.homes import mains_of
from interpreter.front.editor.lint_fixes import lint_fixes
from interpreter.front.editor.outline import outline
from interpreter.front.editor.positions import Encoding
from interpreter.front.editor.renaming import (
    RefusedError,
    Renaming,
    demand_name,
    renamable,
    rename,
    same_in,
)
from interpreter.front.editor.session import Found, Session
from interpreter.front.editor.symbols import Symbol
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source, Span

_FORMATTER = "interpreter.syntax.formatting.format"
_ASSOCIATION = "# yaml-language-server: $schema="


@dataclass(slots=True)
class Answers:
    """Answers about the texts of a session; ``encoding`` is how the editor counts characters."""

    session: Session
    encoding: Encoding = "utf-16"

    def at(self, uri: str, position: lsp.Position) -> tuple[Path, Source, int] | None:
        """The file and the offset that an editor means; None for an address that is no file."""
        path = wire.path_of(uri)
        if path is None:
            return None
        source = self.session.source(path)
        return path, source, wire.offset_at(source, position, self.encoding)

    def hover(self, uri: str, position: lsp.Position) -> lsp.Hover | None:
        """What is told of a name, a key or a word."""
        place = self.at(uri, position)
        if place is None:
            return None
        path, source, offset = place
        found = self.session.find(path, offset)
        told: tuple[str, Span] | None = None
        if found is not None and found.use is not None:
            now = self.session.now(found.examined, found.use.span)
            if now is not None:
                told = about_use(found.use, found.examined.index), now[1]
        if told is None:
            sort = self.session.sort(path)
            told = about_key(sort, source, offset) or about_word(sort, source, offset)
        if told is None:
            return None
        text = lsp.MarkupContent(lsp.MarkupKind.Markdown, told[0])
        return lsp.Hover(text, wire.range_of(told[1], self.encoding))

    def completion(self, uri: str, position: lsp.Position) -> lsp.CompletionList:
        """What may be written at a place."""
        place = self.at(uri, position)
        if place is None:
            return lsp.CompletionList(is_incomplete=False, items=[])
        path, source, offset = place
        found = complete(source.text, offset, self.session.sort(path), self.session.index(path))
        edit = wire.range_of(Span(source, offset - found.replaces, offset), self.encoding)
        items = {(one.label, one.sort): wire.item(one, edit, uri) for one in found.offers}
        return lsp.CompletionList(is_incomplete=False, items=list(items.values()))

    def resolved(self, item: lsp.CompletionItem) -> lsp.CompletionItem:
        """The same offer with its documentation."""
        data = item.data if isinstance(item.data, dict) else {}
        path = wire.path_of(str(data.get("uri", "")))
        if item.documentation is None and path is not None:
            name = item.label.rsplit(".", 1)[-1]
            told = told_of(name, str(data.get("sort", "")), self.session.index(path))
            if told:
                item.documentation = lsp.MarkupContent(lsp.MarkupKind.Markdown, told)
        return item

    # -- places ------------------------------------------------------------------------------------------

    def definition(self, uri: str, position: lsp.Position) -> list[lsp.Location]:
        """Where what is named is declared; of the name of a file, that file."""
        place = self.at(uri, position)
        found = self.session.find(place[0], place[2]) if place is not None else None
        if found is None:
            return []
        if found.use is None:
            return list(self._linked(found))
        spans = [span for symbol in found.use.symbols for span in (symbol.span, *symbol.also)]
        places = (self.session.now(found.examined, span) for span in spans)
        return [self._location(*one) for one in places if one is not None]

    def _linked(self, found: Found) -> Iterator[lsp.Location]:
        """The file whose name stands at a place."""
        paths, start = found.examined.paths, lsp.Position(0, 0)
        for span, target in found.examined.index.links.get(found.key, ()):
            if span.start <= found.offset <= span.end and target in paths:
                yield lsp.Location(wire.uri_of(paths[target]), lsp.Range(start, start))

    def references(self, uri: str, position: lsp.Position, *, declared: bool) -> list[lsp.Location]:
        """Every place where the same is named."""
        place = self.at(uri, position)
        found = self.session.find(place[0], place[2]) if place is not None else None
        if found is None or found.use is None:
            return []
        places = {
            (path, span.start): self._location(path, span)
            for symbol in found.use.symbols
            for game, own in self._known(found.examined, symbol)
            for path, span in self.session.places(game, own, declared=declared)
        }
        return [places[one] for one in sorted(places)]

    def _known(self, first: Examined, symbol: Symbol) -> Iterator[tuple[Examined, Symbol]]:
        """What is declared at the same place, in each game: a variant knows what its base declares."""
        for game in self.session.examined.values():
            own = symbol if game is first else same_in(game, symbol)
            if own is not None:
                yield game, own

    def highlights(self, uri: str, position: lsp.Position) -> list[lsp.DocumentHighlight]:
        """The places in the same file."""
        place = self.at(uri, position)
        found = self.session.find(place[0], place[2]) if place is not None else None
        if place is None or found is None or found.use is None:
            return []
        spans = (
            span
            for symbol in found.use.symbols
            for _, span in self.session.places(found.examined, symbol, declared=True, only=found.key)
        )
        return [lsp.DocumentHighlight(wire.range_of(span, self.encoding)) for span in spans]

    def _location(self, path: Path, span: Span) -> lsp.Location:
        return lsp.Location(wire.uri_of(path), wire.range_of(span, self.encoding))

    def headings(self, uri: str) -> list[lsp.DocumentSymbol]:
        """The tree of a file's keys; none of one that is no YAML now."""
        path = wire.path_of(uri)
        root = read(self.session.source(path))[0] if path is not None else None
        return [wire.heading(one, self.encoding) for one in outline(root)] if root is not None else []

    def symbols(self, query: str) -> list[lsp.WorkspaceSymbol]:
        """What any game declares under a name like this."""
        wanted = query.casefold()
        found: dict[tuple[Path, int], lsp.WorkspaceSymbol] = {}
        for game in self.session.examined.values():
            for symbol in game.index.symbols:
                if not symbol.is_local and wanted in symbol.name.casefold():
                    place = self.session.now(game, symbol.span)
                    if place is not None:
                        kind = lsp.SymbolKind.Variable
                        # A variant declares what its base declares, at the same place.
                        found[place[0], place[1].start] = lsp.WorkspaceSymbol(
                            self._location(*place), symbol.name, kind, container_name=symbol.sort
                        )
        return [*found.values()][:500]

    # -- renaming ----------------------------------------------------------------------------------------

    def prepare(self, uri: str, position: lsp.Position) -> lsp.PrepareRenamePlaceholder:
        """The name that would be renamed.

        Raises: RefusedError.
        """
        place = self.at(uri, position)
        found = self.session.find(place[0], place[2]) if place is not None else None
        symbol, span = renamable(found.use if found is not None else None)
        now = self.session.now(found.examined, span) if found is not None else None
        if now is None:
            raise RefusedError("this place has just been changed; wait until it has been checked")
        return lsp.PrepareRenamePlaceholder(wire.range_of(now[1], self.encoding), symbol.name)

    def rename(self, uri: str, position: lsp.Position, name: str) -> tuple[lsp.WorkspaceEdit, Renaming]:
        """All edits of a renaming; this examines the game anew, so it runs beside the server.

        Raises: RefusedError.
        """
        place = self.at(uri, position)
        found = self.session.find(place[0], place[2]) if place is not None else None
        if place is None or found is None:
            raise RefusedError("nothing that the game declares is named here")
        demand_name(found.examined, renamable(found.use)[0], name)
        held, path = dict(self.session.held), place[0]
        first = found.examined.main
        mains = (first, *(main for main in mains_of(path, held) if main != first))
        known = self.session.examined
        games = [
            known[one]
            if one in known and self.session.is_current(known[one])
            else glance(one, held, known.get(one))
            for one in mains
        ]
        key = next(key for key, there in games[0].paths.items() if there == path)
        uses = games[0].index.uses.get(key)
        symbol, _ = renamable(uses.at(place[2]) if uses is not None else None)
        done = rename(games, symbol, name, held)
        changes = {
            wire.uri_of(path): [
                lsp.TextEdit(wire.range_of(span, self.encoding), name.strip()) for span in spans
            ]
            for path, spans in done.edits.items()
        }
        return lsp.WorkspaceEdit(changes=changes), done

    # -- edits -------------------------------------------------------------------------------------------

    def actions(self, uri: str, wanted: lsp.Range) -> list[lsp.CodeAction]:
        """What findings at a place propose, and the line that names the schema where there is none."""
        path = wire.path_of(uri)
        if path is None:
            return []
        source, found = self.session.source(path), []
        places = self.places()
        for finding in self.session.findings(path) or self.session.lone(path):
            span = finding.span
            if span is None or span.source.text != source.text:
                continue
            area = wire.range_of(span, self.encoding)
            if area.end < wanted.start or wanted.end < area.start:
                continue
            for fix in (*fixes(finding), *lint_fixes(finding)):
                edit = lsp.TextEdit(wire.range_of(Span(source, fix.start, fix.end), self.encoding), fix.text)
                told = wire.diagnostic(finding, self.encoding, places)
                found.append(
                    lsp.CodeAction(
                        fix.title, lsp.CodeActionKind.QuickFix, [told], is_preferred=fix.is_preferred,
                        edit=lsp.WorkspaceEdit(changes={uri: [edit]}),
                    )
                )  # fmt: skip
        return [*found, *self._association(uri, path, source)]

    def _association(self, uri: str, path: Path, source: Source) -> Iterator[lsp.CodeAction]:
        """The comment line by which other YAML tools know the schema."""
        if "yaml-language-server:" in source.text[:2000]:
            return
        known = any(path in one.sorts for one in self.session.examined.values())
        if not known and sort_of_text(source.text) is None:
            return
        start = lsp.Position(0, 0)
        ending = "\r\n" if "\r\n" in source.text else "\n"
        text = f"{_ASSOCIATION}{schema_for(path, self.session.sort(path))}{ending}"
        edit = lsp.WorkspaceEdit(changes={uri: [lsp.TextEdit(lsp.Range(start, start), text)]})
        yield lsp.CodeAction(
            "Name the schema of this file in its first line", lsp.CodeActionKind.Source, edit=edit
        )

    def formatted(self, uri: str) -> list[lsp.TextEdit]:
        """The one edit that lays a file out; none where it is so already, or has errors."""
        path, formatter = wire.path_of(uri), format_source()
        if path is None or formatter is None:
            return []
        source = self.session.source(path)
        text = formatter(source, self.session.sort(path)).text
        if text is None:
            return []
        if "\r\n" in source.text:
            text = text.replace("\n", "\r\n")
        return [] if text == source.text else [lsp.TextEdit(wire.whole_of(source, self.encoding), text)]

    # -- findings ----------------------------------------------------------------------------------------

    def places(self) -> dict[str, Path]:
        """The files of all games by the names that findings call them."""
        return {
            source.path: game.paths[key]
            for game in self.session.examined.values()
            for key, source in game.index.sources.items()
            if key in game.paths
        }

    def diagnostics(self, path: Path) -> list[lsp.Diagnostic]:
        """Everything found in a file."""
        is_read = any(path in one.paths.values() for one in self.session.examined.values())
        found = self.session.findings(path) if is_read else self.session.lone(path)
        if not is_read:
            mains = mains_of(path, self.session.held)
            found = self.session.findings(path) or found if path in mains else found
        places = self.places()
        return [wire.diagnostic(one, self.encoding, places) for one in found]


@cache
def format_source() -> Any:
    """The formatter of files; None where this version has none."""
    try:
        if util.find_spec(_FORMATTER) is None:
            return None
    except ModuleNotFoundError:
        return None
    return import_module(_FORMATTER).format_source


def schema_for(path: Path, sort: str) -> str:
    """How a file names its schema: by the way to a folder `schema` near it, or else by where ours lies."""
    name = f"{sort}.schema.json"
    for number, folder in enumerate(path.parents[:4]):
        if (folder / "schema" / name).is_file():
            return posixpath.join(*([".."] * number), "schema", name)
    return wire.uri_of(resources.root("schema") / name)
