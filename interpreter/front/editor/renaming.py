"""Another name for something: all places in all files of the game, or the reason why not."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from interpreter.check.builtins import BUILTINS, VALUES
from interpreter.front.editor.examine import Examined, glance
from interpreter.front.editor.homes import Held
from interpreter.front.editor.symbols import Symbol, Use
from interpreter.syntax.findings import RESERVED
from interpreter.syntax.keywords import IMPLICIT
from interpreter.text.quote import quote
from interpreter.text.span import Source, Span

_SMALL = re.compile(r"[a-z_][A-Za-z0-9_]*\Z")
_CAPITAL = re.compile(r"[A-Z][A-Za-z0-9_]*\Z")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*\Z")
_FORMS = {
    "kind": (_CAPITAL, "the name of a kind begins with a capital letter and holds letters, digits and `_`"),
    "member": (_WORD, "the name of a member is one word of letters, digits and `_`, and no number"),
    "statement": (
        _ID,
        "the number of a statement is a letter, then letters, digits, `-` and `_`, as in `R12`",
    ),
}
_NAME = (_SMALL, "a name begins with a small letter and holds letters, digits and `_`")


class RefusedError(Exception):
    """A name can't be given; the text says why."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """The places to be written anew, by file. ``records`` says that saved games speak of the old name."""

    edits: dict[Path, tuple[Span, ...]]
    records: bool


def renamable(use: Use | None) -> tuple[Symbol, Span]:
    """What would be renamed at a use, and the place of the name.

    Raises: RefusedError where nothing is named, or several things could be meant.
    """
    if use is None:
        raise RefusedError("nothing that the game declares is named here")
    if len(use.symbols) > 1:
        owners = " and of ".join(f"`{one.owner or one.sort}`" for one in use.symbols)
        raise RefusedError(
            f"{quote(use.span.text)} can't be renamed from here: it belongs to {owners}; rename it there"
        )
    return use.symbols[0], use.span


def rename(games: Iterable[Examined], symbol: Symbol, name: str, held: Held) -> Renaming:
    """All edits that give a symbol another name, tried on every game that knows it.

    ``games`` are those that may, the one that the symbol is of first.

    Raises: RefusedError where the name is none, is taken, or a game would no longer be what it is.
    """
    name = name.strip()
    edits: dict[Path, dict[int, Span]] = {}
    known: list[Examined] = []
    for game in games:
        own = same_in(game, symbol)
        if own is not None:
            demand_name(game, own, name)
            known.append(game)
            for path, spans in _edits(game, own).items():
                edits.setdefault(path, {}).update({span.start: span for span in spans})
    done = {path: tuple(spans[start] for start in sorted(spans)) for path, spans in edits.items()}
    for game in known:
        _demand_same(game, done, name, held)
    records = any((game.main.parent / "records").is_dir() for game in known)
    return Renaming(done, records and symbol.sort in _TOLD_IN_RECORDS)


_TOLD_IN_RECORDS = {"action", "stage", "member", "component", "option"}


def same_in(game: Examined, symbol: Symbol) -> Symbol | None:
    """The symbol of a game that is declared where another game's is; None where it has none there."""
    place = _place(symbol)
    return next((one for one in game.index.symbols_and_locals() if _place(one) == place), None)


def _place(symbol: Symbol) -> tuple[str, int]:
    return symbol.span.source.path, symbol.span.start


def demand_name(found: Examined, symbol: Symbol, name: str) -> None:
    """The name can be one of what is renamed, and nothing else has it.

    Raises: RefusedError.
    """
    form, told = _FORMS.get(symbol.sort, _NAME)
    if form.match(name) is None:
        raise RefusedError(f"{quote(name)} is no name for this: {told}")
    if name == symbol.name:
        raise RefusedError(f"it is called {quote(name)} already")
    if symbol.sort == "statement":
        if name in found.index.statements:
            raise RefusedError(f"there is a statement {quote(name)} already")
        return
    if name in RESERVED or (symbol.is_local and name == "me"):
        raise RefusedError(f"{quote(name)} is a word of the language")
    if name in BUILTINS or name in VALUES or name in IMPLICIT:
        raise RefusedError(f"{quote(name)} is built in")
    for other in found.index.named(name):
        if _clash(symbol, other):
            at = other.span
            raise RefusedError(
                f"{quote(name)} is taken: {_a(other.sort)} is called so in {_file(at)}, line {at.line}"
            )


_OWN_PLACES = {"condition", "modifier", "paragraph", "rank", "passage", "key of the ranking", "end", "check",
               "invariant", "standing rule", "phase"}  # fmt: skip


def _clash(symbol: Symbol, other: Symbol) -> bool:
    """Whether two things can't have one name; what only an address names may share it with anything else."""
    if other.sort in {"statement", "table of data", "column of data"}:
        return other.sort == symbol.sort
    if symbol.sort in _OWN_PLACES or other.sort in _OWN_PLACES:
        return symbol.address[:-1] == other.address[:-1] and bool(symbol.address)
    if {symbol.sort, other.sort} & {"table of data", "column of data"}:
        return False
    if symbol.sort == other.sort and symbol.sort in {"member", "column"}:
        return symbol.owner == other.owner
    if symbol.is_local and other.is_local:
        return bool(symbol.address) and symbol.address[:2] == other.address[:2]
    return True


def _a(sort: str) -> str:
    return f"an {sort}" if sort[0] in "aeiou" else f"a {sort}"


def _file(span: Span) -> str:
    return span.source.path.replace("\\", "/").rsplit("/", 1)[-1]


def _edits(found: Examined, symbol: Symbol) -> dict[Path, tuple[Span, ...]]:
    """Every place of the name, by file.

    Raises: RefusedError for one of which it is not known what it means, or that lies in a shipped game.
    """
    edits: dict[Path, list[Span]] = {}
    for key, use in found.index.uses_of(symbol):
        if len(use.symbols) > 1:
            raise RefusedError(
                f"it can't be told whether {quote(symbol.name)} in line {use.span.line} of {key} is meant"
            )
        if use.span.text != symbol.name:
            raise RefusedError(f"{quote(symbol.name)} can't be found in line {use.span.line} of {key}")
        if key.startswith("//"):
            raise RefusedError(f"{quote(symbol.name)} belongs to a game that this one extends: {key[2:]}")
        edits.setdefault(found.paths[key], []).append(use.span)
    return {path: tuple(sorted(spans, key=lambda span: span.start)) for path, spans in edits.items()}


def renamed(text: str, spans: Iterable[Span], name: str) -> str:
    """A text with another name at some places."""
    for span in sorted(spans, key=lambda one: -one.start):
        text = text[: span.start] + name + text[span.end :]
    return text


def _demand_same(found: Examined, edits: dict[Path, tuple[Span, ...]], name: str, held: Held) -> None:
    """The game has no more errors than before under the new name.

    Raises: RefusedError with the first new one.
    """
    texts = {path: spans[0].source.text for path, spans in edits.items()}
    after = dict(held)
    for path, spans in edits.items():
        after[path] = Source(str(path), renamed(texts[path], spans, name))
    # Another name changes nothing in how a file is made.
    sound = frozenset(spans[0].source.path for path, spans in edits.items() if not found.findings.get(path))
    tried = glance(found.main, after, found, sound)
    if len(tried.errors) > len(found.errors):
        new = sorted(tried.errors - found.errors)
        file, code, message = new[0]
        raise RefusedError(
            f"with this name the game is no longer sound: {code} {message} ({Path(file).name})"
        )
