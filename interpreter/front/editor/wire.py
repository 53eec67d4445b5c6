"""From our values to those of the protocol."""

from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris

from interpreter import resources
from interpreter.front.editor.completion import Offer
from interpreter.front.editor.outline import Heading
from interpreter.front.editor.positions import Encoding, Place, Stretch, offset_of, stretch_of
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source, Span

SOURCE = "ludwright"
_SYMBOLS = {
    "options": lsp.SymbolKind.Property, "kinds": lsp.SymbolKind.Enum, "rows": lsp.SymbolKind.EnumMember,
    "has": lsp.SymbolKind.Field, "boards": lsp.SymbolKind.Enum, "components": lsp.SymbolKind.Variable,
    "terms": lsp.SymbolKind.Function, "groups": lsp.SymbolKind.Function, "routes": lsp.SymbolKind.Function,
    "actions": lsp.SymbolKind.Method, "steps": lsp.SymbolKind.Method, "choose": lsp.SymbolKind.Field,
    "costs": lsp.SymbolKind.Function, "phases": lsp.SymbolKind.Event, "setup": lsp.SymbolKind.Event,
    "scenarios": lsp.SymbolKind.Object, "statements": lsp.SymbolKind.String, "rulings": lsp.SymbolKind.String,
}  # fmt: skip
_ITEMS = {
    "keyword": lsp.CompletionItemKind.Keyword, "key": lsp.CompletionItemKind.Property,
    "kind": lsp.CompletionItemKind.Enum, "member": lsp.CompletionItemKind.EnumMember,
    "column": lsp.CompletionItemKind.Field, "component": lsp.CompletionItemKind.Variable,
    "term": lsp.CompletionItemKind.Function, "function": lsp.CompletionItemKind.Function,
    "action": lsp.CompletionItemKind.Method, "step": lsp.CompletionItemKind.Method,
    "statement": lsp.CompletionItemKind.Reference, "option": lsp.CompletionItemKind.Constant,
}  # fmt: skip


_UNNECESSARY = frozenset({"W400", "W401", "W402", "W520", "W521", "W900"})
"""Warnings of what can go: an editor shows it in grey."""


def path_of(uri: str) -> Path | None:
    """The file of an address, resolved; None for one that is no file."""
    if not uri.startswith("file:"):
        return None
    name = uris.to_fs_path(uri)
    try:
        return Path(name).resolve() if name else None
    except (OSError, ValueError, RuntimeError):
        return None


def uri_of(path: Path) -> str:
    """The address of a file."""
    return uris.from_fs_path(str(path)) or path.as_uri()


def position(place: Place) -> lsp.Position:
    """A place."""
    return lsp.Position(place.line, place.character)


def range_of(span: Span, encoding: Encoding) -> lsp.Range:
    """A span."""
    return ranged(stretch_of(span, encoding))


def ranged(stretch: Stretch) -> lsp.Range:
    """From one place to another."""
    return lsp.Range(position(stretch.start), position(stretch.end))


def offset_at(source: Source, at: lsp.Position, encoding: Encoding) -> int:
    """The offset of a position."""
    return offset_of(source, Place(at.line, at.character), encoding)


def whole_of(source: Source, encoding: Encoding) -> lsp.Range:
    """All of a text."""
    return range_of(Span(source, 0, len(source.text)), encoding)


def page_of(code: str) -> lsp.CodeDescription | None:
    """Where the page of an error code lies."""
    try:
        page = resources.root("docs") / "errors" / f"{code}.md"
    except FileNotFoundError:
        return None
    return lsp.CodeDescription(uri_of(page)) if page.is_file() else None


def diagnostic(finding: Diagnostic, encoding: Encoding, places: dict[str, Path]) -> lsp.Diagnostic:
    """A finding; ``places`` tells which file each shown name is."""
    span = finding.span
    nowhere = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    is_error = finding.severity == "error"
    related = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(uri_of(places[note.span.source.path]), range_of(note.span, encoding)), note.message
        )
        for note in finding.notes
        if note.span is not None and note.span.source.path in places
    ]
    lines = [finding.message, *(f"help: {text}" for text in [finding.help] if text)]
    lines += [f"note: {note.message}" for note in finding.notes if note.span is None]
    return lsp.Diagnostic(
        range=range_of(span, encoding) if span is not None else nowhere,
        message="\n".join(lines),
        severity=lsp.DiagnosticSeverity.Error if is_error else lsp.DiagnosticSeverity.Warning,
        code=finding.code,
        code_description=page_of(finding.code),
        source=SOURCE,
        tags=[lsp.DiagnosticTag.Unnecessary] if finding.code in _UNNECESSARY else None,
        related_information=related or None,
    )


def item(offer: Offer, edit: lsp.Range, uri: str) -> lsp.CompletionItem:
    """An offer that takes the place of ``edit`` in a file."""
    told = lsp.MarkupContent(lsp.MarkupKind.Markdown, offer.told) if offer.told else None
    return lsp.CompletionItem(
        label=offer.label,
        kind=_ITEMS.get(offer.sort, lsp.CompletionItemKind.Text),
        detail=offer.detail or offer.sort,
        documentation=told,
        sort_text=f"{offer.rank}{offer.label}",
        text_edit=lsp.TextEdit(edit, offer.text),
        data={"sort": offer.sort, "uri": uri},
    )


def heading(one: Heading, encoding: Encoding) -> lsp.DocumentSymbol:
    """A heading with those below it."""
    return lsp.DocumentSymbol(
        name=one.name or "-",
        detail=one.sort,
        kind=_SYMBOLS.get(one.sort, lsp.SymbolKind.Namespace if one.inside else lsp.SymbolKind.Key),
        range=range_of(one.span, encoding),
        selection_range=range_of(one.name_span, encoding),
        children=[heading(inner, encoding) for inner in one.inside],
    )
