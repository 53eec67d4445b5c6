"""What may be written where the cursor stands: keys of the schema, words of the grammar, names that fit."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from interpreter.check.builtins import BOARD_WORDS, BUILTINS, VALUES
from interpreter.front.editor.cursor import ITEM, Cursor, cursor_at
from interpreter.front.editor.explain import about, heading, meaning
from interpreter.front.editor.schema_place import MAPPING, SCALAR, address_of, description, schema_at
from interpreter.front.editor.sentence_words import allowed
from interpreter.front.editor.symbols import Index, Symbol
from interpreter.syntax import nodes as n
from interpreter.syntax.keywords import IMPLICIT, LAST_RESORTS
from interpreter.syntax.patches.address import name_of
from interpreter.syntax.sentences import Schema, resolved, schema_of

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_FOOT = re.compile(r"(?<![A-Za-z0-9_)])\[(?:[A-Za-z0-9_, -]*)\Z")
_CITE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*\Z")
_OPEN_CALL = re.compile(r"([A-Za-z_]\w*)\(\Z")
_COMPARED = re.compile(r"([A-Za-z_]\w*)(?:\([^()]*\))?\s*(?:!?=|(?:not\s+)?in)\s*\Z")
_KIND_PLACE = re.compile(r"(?:\bper|\bof|\bor|\band|^)\s*\Z")
_BOUND = re.compile(r"\b([A-Za-z_]\w*)\s+in\s")
_LET = re.compile(r"\blet\s+([A-Za-z_]\w*)\s*=")
_KINDS = re.compile(r"[A-Z][A-Za-z0-9_]*")
_CALLS = {"run": "step", "refill": "market", "refund": "cost", "during": "paragraph"}
_SORTS_OF_START = {"calls_line": ("action",), "cost_line": ("cost",), "rows_line": ("table of data",)}
_KIND_STARTS = {"type_line", "kind_line", "signature"}
_IN_PHRASES = ("component", "term", "group", "route", "option", "table", "column", "kind", "member", "cost")
_FREE_KEYS = {
    "given": ("component",),
    "marks": ("component",),
    "letters": ("member",),
    "colours": ("member",),
}
_AUDIENCES = {
    "owner": "the player who is the first key alone",
    "nobody": "no player, until it is revealed",
    "me": "of a stage: who chooses alone",
}
_CLAIMED = {
    "winner": "of claims: who comes first, in `won`",
    "tied": "of claims: those who stand first together",
    "others": "of claims: those who come behind",
}
_ITEMS = {"show": ("component", "column", "term", "table"), "leave out": ("component",), "for": ("action",)}


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be written: ``text`` is put in, ``rank`` sorts, ``sort`` says what it is."""

    label: str
    sort: str
    text: str
    detail: str = ""
    told: str = ""
    rank: int = 1


@dataclass(frozen=True, slots=True)
class Offers:
    """All offers at a place, and how many characters before the cursor they take the place of."""

    offers: tuple[Offer, ...]
    replaces: int


def complete(text: str, offset: int, sort: str, index: Index) -> Offers:
    """What may be written at an offset of a file that is held against the schema ``sort``."""
    cursor = cursor_at(text, offset)
    if cursor.is_key:
        keys = tuple(_keys(cursor, sort, index))
        typed = cursor.before.strip()
        if cursor.path[-1:] != (ITEM,) or any(typed and one.label.startswith(typed) for one in keys):
            return Offers(keys, len(cursor.before))
        if not typed:  # an item of a list may be a mapping or a sentence
            return Offers((*keys, *_in_value(cursor, sort, index).offers), len(cursor.before))
    return _in_value(cursor, sort, index)


# -- keys ------------------------------------------------------------------------------------------------


def _keys(cursor: Cursor, sort: str, index: Index) -> Iterator[Offer]:
    schema = schema_at(sort, cursor.path)
    if schema is None:
        return
    for name, inner in schema.get("properties", {}).items():
        if name not in cursor.siblings and not _is_refused(schema, name, cursor.siblings):
            told = description(inner, sort)
            yield Offer(name, "key", _written(name, inner, sort, cursor), told.split(". ")[0], told)
    yield from _free_keys(cursor, sort, index)


def _is_refused(schema: Schema, name: str, siblings: frozenset[str]) -> bool:
    """Whether a page like this one may not have a key: a variant says its sections elsewhere."""
    branch = schema
    while isinstance(branch.get("if"), dict) and "required" in branch["if"]:
        holds = all(key in siblings for key in branch["if"]["required"])
        branch = branch.get("then" if holds else "else", {})
    closed = [one.get("not", {}).get("required", []) for one in branch.get("allOf", ())]
    return [name] in closed


def _written(name: str, inner: Schema, sort: str, cursor: Cursor) -> str:
    """The key with its colon, and where a mapping must follow, the line below."""
    schema = resolved(MAPPING, inner, schema_of(sort))
    types = schema.get("type", "string")
    if cursor.is_flow or types != "object":
        return f"{name}: "
    return f"{name}:\n{' ' * (cursor.column + 2)}"


def _free_keys(cursor: Cursor, sort: str, index: Index) -> Iterator[Offer]:
    path = cursor.path
    if not path:
        return
    last = path[-1]
    if sort == "ruleset" and path == ("changes",):
        for symbol in index.symbols:
            if symbol.address and symbol.sort not in {"statement", "column of data", "table of data"}:
                yield _of(symbol, index, ".".join(symbol.address), ".".join(symbol.address) + ":\n    ")
    elif last in _FREE_KEYS:
        yield from (
            _of(one, index, text=f"{one.name}: ") for one in index.symbols if one.sort in _FREE_KEYS[last]
        )
    elif sort == "scenario" and last == "options":
        yield from (_of(one, index, text=f"{one.name}: ") for one in index.symbols if one.sort == "option")
    elif "given" in path or "start" in path:
        yield from (_of(one, index, text=f"{one.name}: ") for one in _given_keys(path, index))


def _given_keys(path: tuple[str, ...], index: Index) -> Iterator[Symbol]:
    """The members that may be keys of a component's value."""
    word = "given" if "given" in path else "components"
    rest = path[path.index(word) + 1 :] if word in path else ()
    component = next((one for one in index.named(rest[0]) if one.sort == "component"), None) if rest else None
    line = component.line if component is not None else None
    if not isinstance(line, n.TypeLine):
        return
    depth = len(rest) - (2 if word == "components" else 1)
    kinds = {line.per[depth].name} if 0 <= depth < len(line.per) else set(_KINDS.findall(_shape_text(line)))
    yield from (one for one in index.symbols if one.sort == "member" and one.owner in kinds)


def _shape_text(line: n.TypeLine) -> str:
    return " ".join(part.span.text for part in line.shape)


# -- sentences -------------------------------------------------------------------------------------------


def _in_value(cursor: Cursor, sort: str, index: Index) -> Offers:
    foot = _FOOT.search(cursor.before)
    if foot is not None or "cite" in cursor.path[-2:] or "about" in cursor.path[-2:]:
        typed = _CITE.search(cursor.before)
        return Offers(tuple(_statements(index)), len(typed[0]) if typed else 0)
    schema = schema_at(sort, cursor.path, SCALAR)
    if schema is None and sort == "ruleset" and cursor.path[:1] == ("changes",):
        schema = {"x-start": "phrase"}
    typed = _WORD.search(cursor.before)
    prefix = typed[0] if typed else ""
    start = schema.get("x-start") if schema is not None else None
    if isinstance(start, str):
        before = cursor.before[: len(cursor.before) - len(prefix)]
        return Offers(tuple(_sentence(before, start, cursor, index)), len(prefix))
    return Offers(tuple(_plain(cursor, schema or {}, index)), len(prefix))


def _plain(cursor: Cursor, schema: Schema, index: Index) -> Iterator[Offer]:
    """Values that are no sentences: words that the schema lists, names, moves."""
    for word in schema.get("enum", ()):
        yield Offer(str(word), "keyword", str(word))
    path = [step for step in cursor.path if step != ITEM]
    if schema.get("type") == "boolean":
        yield from (Offer(word, "keyword", word) for word in ("true", "false"))
    if not path:
        return
    if path[-1] in _ITEMS:
        yield from (_of(one, index) for one in index.symbols if one.sort in _ITEMS[path[-1]])
    elif path[-1] == "because":
        reasons = ("stage", "condition", "limit", "cost")
        yield from (_of(one, index) for one in index.symbols if one.sort in reasons)
    elif path[-1] in {"when", "refused"} or "legal" in path:
        sorts = ("action", "stage", "member")
        yield from (_of(one, index, rank=sorts.index(one.sort)) for one in index.symbols if one.sort in sorts)
    elif "given" in path or "start" in path or "options" in path:
        owner = f"option {path[-1]}"
        own = [one for one in index.symbols if one.sort == "member" and one.owner == owner]
        yield from (_of(one, index) for one in own or (m for m in index.symbols if m.sort == "member"))


def _sentence(before: str, start: str, cursor: Cursor, index: Index) -> Iterator[Offer]:
    words = allowed(before, start)
    for word in sorted(words or ()):
        if word not in {"NAME", "LAST", "FOOT"}:
            yield Offer(word, "keyword", word, "", meaning(word), 2)
    if words is not None and "LAST" in words:
        yield from (Offer(word, "keyword", word, "", told) for word, told in LAST_RESORTS.items())
    if words is None or "NAME" in words:
        yield from _names(before, start, cursor, index)


def _names(before: str, start: str, cursor: Cursor, index: Index) -> Iterator[Offer]:
    if re.search(r"\bseen\s+by\s+\Z", before):
        yield from (Offer(word, "keyword", word, "", told, 0) for word, told in _AUDIENCES.items())
        return
    called = re.search(r"\b(run|refill|refund|during)\s+\Z", before)
    sorts = (_CALLS[called[1]],) if called is not None else _SORTS_OF_START.get(start, ())
    if sorts and not _depth(before):
        more = ("step", "phase", "action") if sorts == ("paragraph",) else ()
        yield from (_of(one, index) for one in index.symbols if one.sort in (*sorts, *more))
        if sorts == ("paragraph",):
            yield Offer("round", "keyword", "round", "", "set back when a round of `rounds` begins", 0)
        if start == "rows_line" and re.search(r"\bif\s", before):
            yield from (_of(one, index) for one in index.symbols if one.sort == "option")
        if start == "calls_line":
            yield from (Offer(word, "keyword", word, "", meaning(word), 2) for word in ("nothing", "stop"))
        return
    if start == "who_line" and re.search(r"\beach\s+in\s+\Z", before):
        yield from (_of(one, index) for one in index.symbols if one.sort == "order")
        return
    if start in _KIND_STARTS and "=" not in before and (start != "kind_line" or "where" not in before):
        yield from (_of(one, index) for one in index.symbols if one.sort == "kind")
        yield from (Offer(word, "kind", word, "", IMPLICIT[word]) for word in ("Player", "flag"))
        return
    wanted = _wanted(before, index)
    yield from _locals(before, cursor, index, wanted)
    if "claims" in cursor.path:
        yield from (Offer(word, "bound name", word, "", told, 0) for word, told in _CLAIMED.items())
    if start == "type_line" and "has" in cursor.path:  # `= price`: the column of the data that is read
        yield from (_of(one, index, rank=0) for one in index.symbols if one.sort == "column of data")
    for symbol in index.symbols:
        if symbol.sort in _IN_PHRASES and (symbol.sort != "cost" or start == "cost_line"):
            yield _of(symbol, index, rank=0 if _fits(symbol, wanted, index) else 1)
    yield from (Offer(name, "function", name, one.takes, one.means, 2) for name, one in BUILTINS.items())
    if index.has_boards:
        words = BOARD_WORDS.values()
        yield from (Offer(one.name, "function", one.name, one.takes, one.means, 2) for one in words)
    yield from (Offer(name, "value", name, "", one.means, 2) for name, one in VALUES.items())
    yield from (Offer(word, "value", word, "", IMPLICIT[word], 1) for word in ("me", "Player"))


def _depth(before: str) -> int:
    return before.count("(") - before.count(")")


def _locals(before: str, cursor: Cursor, index: Index, wanted: set[str]) -> Iterator[Offer]:
    """Names that the paragraph or the sentence binds."""
    address = tuple(map(name_of, address_of(cursor.path)))
    seen: set[str] = set()
    for length in range(len(address), 0, -1):
        for name, symbol in index.envs.get(address[:length], {}).items():
            if name not in seen:
                seen.add(name)
                yield _of(symbol, index, rank=0 if not wanted or _fits(symbol, wanted, index) else 1)
    headings = (name for step in cursor.path for name in _BOUND.findall(step))
    for name in (*_BOUND.findall(before), *_LET.findall(before), *headings):
        if name not in seen and name != "not":
            seen.add(name)
            yield Offer(name, "bound name", name, "bound in this sentence", rank=0)


def _wanted(before: str, index: Index) -> set[str]:
    """The kinds that fit best: of what it is compared with, or of the key that is asked for."""
    compared = _COMPARED.search(before)
    if compared is not None:
        return _held(compared[1], index)
    depth, commas = 0, 0
    for at in range(len(before) - 1, -1, -1):
        char = before[at]
        if char == ")":
            depth += 1
        elif char == "(" and depth:
            depth -= 1
        elif char == "," and not depth:
            commas += 1
        elif char == "(":
            call = _OPEN_CALL.search(before[: at + 1])
            return _asked(call[1], commas, index) if call is not None else set()
    return set()


def _held(name: str, index: Index) -> set[str]:
    """The kinds of what is read under a name."""
    found: set[str] = set()
    for symbol in index.named(name):
        if isinstance(symbol.line, n.TypeLine):
            found |= set(_KINDS.findall(_shape_text(symbol.line)))
        else:
            told = index.kind_of.get((symbol.span.source.path, symbol.span.start), "")
            found |= {word.removesuffix("s") for word in _KINDS.findall(told)} | set(_KINDS.findall(told))
        if symbol.sort == "option":
            found.add(f"option {symbol.name}")
    return found


def _asked(name: str, position: int, index: Index) -> set[str]:
    """The kinds of the key or parameter at a position."""
    found: set[str] = set()
    for symbol in index.named(name):
        if symbol.sort == "component" and isinstance(symbol.line, n.TypeLine):
            found |= {one.name for one in symbol.line.per[position : position + 1]}
        elif symbol.sort == "column" and position == 0:
            found.add(symbol.owner)
        else:
            params = [one for one in index.envs.get(symbol.address, {}).values() if one.sort == "parameter"]
            for param in params[position : position + 1]:
                found |= set(
                    _KINDS.findall(index.kind_of.get((param.span.source.path, param.span.start), ""))
                )
    return found


def _fits(symbol: Symbol, wanted: set[str], index: Index) -> bool:
    if not wanted:
        return symbol.sort in {"component", "term"}
    if symbol.sort in {"member", "column"}:
        return symbol.sort == "member" and symbol.owner in wanted
    told = index.kind_of.get((symbol.span.source.path, symbol.span.start), "")
    return bool(
        wanted & {word.removesuffix("s") for word in _KINDS.findall(told)}
        | wanted & set(_KINDS.findall(told))
    )


# -- offers ----------------------------------------------------------------------------------------------


def _of(symbol: Symbol, index: Index, label: str = "", text: str = "", rank: int = 1) -> Offer:
    told = index.kind_of.get((symbol.span.source.path, symbol.span.start), "")
    owner = f" of {symbol.owner}" if symbol.owner else ""
    detail = f"{symbol.sort}{owner}" + (f": {told}" if told else "")
    return Offer(label or symbol.name, symbol.sort, text or symbol.name, detail, "", rank)


def _statements(index: Index) -> Iterator[Offer]:
    for name, symbol in index.statements.items():
        yield Offer(name, "statement", name, heading(symbol) or "statement", symbol.help)


def told_of(offer_name: str, sort: str, index: Index) -> str:
    """The documentation of an offer, made when an editor asks for it."""
    found = next((one for one in index.named(offer_name) if one.sort == sort), None)
    return about(found, index) if found is not None else ""


def labels(offers: Iterable[Offer]) -> list[str]:
    """The labels in the order in which they are shown."""
    return [one.label for one in sorted(offers, key=lambda one: (one.rank, one.label))]
