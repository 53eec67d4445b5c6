"""Where a cursor stands in a YAML text that may be broken: the keys above it, and the sentence before it.

A text that is being typed is no YAML most of the time, so this goes by indentation alone.
"""

import re
from dataclasses import dataclass

_KEY = re.compile(
    r"(?P<key>\"[^\"]*\"|'[^']*'|[^\s'\"#\[\]{},&*!|>%@-][^#:]*?(?:\([^()]*\))?[^#:]*?)\s*:(?=\s|$)"
)
_BLOCK = re.compile(r"[|>][+-]?\d?[+-]?\s*(#.*)?$")
_DASH = re.compile(r"-(?=\s|$)")
_PAIR = re.compile(r"\s*(\"[^\"]*\"|'[^']*'|[^:,{}\[\]]+?)\s*:\s+(.*)", re.DOTALL)
ITEM = "-"
"""Stands in a path for a place in a list."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """``path`` are the keys above; ``before`` what stands there before the cursor: the start of a key where
    ``is_key``, else that of a value. ``siblings`` are keys of the same mapping, which begin at ``column``.
    """

    path: tuple[str, ...]
    before: str
    is_key: bool
    siblings: frozenset[str] = frozenset()
    column: int = 0
    is_flow: bool = False
    is_block: bool = False


@dataclass(slots=True)
class _Level:
    indent: int
    name: str
    start: int  # offset of the value


def cursor_at(text: str, offset: int) -> Cursor:
    """The place of an offset."""
    return _Walk(text, offset).cursor()


class _Walk:
    def __init__(self, text: str, offset: int) -> None:
        self.text = text
        self.offset = offset
        self.stack: list[_Level] = []
        self.block: int | None = None  # indent of the key whose block we are in
        self.keys: dict[tuple[str, ...], set[str]] = {}

    def cursor(self) -> Cursor:
        """Go down the lines up to the one with the cursor, then take that apart."""
        at = 0
        found: Cursor | None = None
        for line in self.text.splitlines(keepends=True) or [""]:
            body = line.rstrip("\r\n")
            end = at + len(body)
            if found is None and at <= self.offset <= end:
                found = self._here(body[: self.offset - at], body, at)
            else:
                self._take(body, at)
            if found is not None and self._is_past(found):
                break
            at += len(line)
        if found is None:
            found = self._here("", "", at)
        siblings = self.keys.get(found.path, set()) if found.is_key and not found.is_flow else found.siblings
        return Cursor(
            found.path,
            found.before,
            found.is_key,
            frozenset(siblings),
            found.column,
            found.is_flow,
            found.is_block,
        )

    def _is_past(self, found: Cursor) -> bool:
        """Whether the mapping of the cursor is over, so that no more siblings come."""
        here = self._path()[: len(found.path)]
        return not found.is_key or here != found.path[: len(here)]

    # -- lines before the cursor -------------------------------------------------------------------------

    def _take(self, line: str, at: int) -> None:
        bare = line.lstrip(" ")
        indent = len(line) - len(bare)
        if not bare.strip() or (self.block is not None and indent > self.block):
            return
        self.block = None
        if bare.startswith("#"):
            return
        self._enter(line, indent, at)

    def _enter(self, line: str, indent: int, at: int) -> tuple[str, int]:
        """Go into what a line opens; gives what stands behind its last key, and where."""
        rest, column = line[indent:], indent
        while True:
            dash = _DASH.match(rest)
            if dash is None:
                break
            self._pop(column, dashes=True)
            self.stack.append(_Level(column, ITEM, at + column + 1))
            skipped = len(rest) - len(rest[1:].lstrip(" "))
            rest, column = rest[skipped:], column + skipped
        key = _KEY.match(rest)
        if key is None:
            return rest, column
        self._pop(column)
        name = key["key"].strip().strip("\"'")
        self.keys.setdefault(tuple(level.name for level in self.stack), set()).add(name)
        after = rest[key.end() :]
        start = column + key.end() + len(after) - len(after.lstrip(" "))
        self.stack.append(_Level(column, name, at + start))
        if _BLOCK.match(after.lstrip(" ")):
            self.block = column
        return after.lstrip(" "), start

    def _pop(self, column: int, *, dashes: bool = False) -> None:
        while self.stack:
            top = self.stack[-1]
            # A list may stand as far left as the key that holds it.
            if top.indent > column or (top.indent == column and (top.name == ITEM or not dashes)):
                self.stack.pop()
            else:
                break

    def _path(self) -> tuple[str, ...]:
        return tuple(level.name for level in self.stack)

    # -- the line with the cursor ------------------------------------------------------------------------

    def _here(self, before: str, line: str, at: int) -> Cursor:
        bare = before.lstrip(" ")
        indent = len(before) - len(bare)
        if self.block is not None and indent > self.block:
            top = self.stack[-1]
            lines = self.text[top.start : at].split("\n")[1:-1]
            own = min(
                (len(one) - len(one.lstrip(" ")) for one in (*lines, before) if one.strip()), default=indent
            )
            sentence = "\n".join(one[own:].rstrip("\r") for one in (*lines, before))
            return Cursor(self._path(), sentence, False, is_block=True)
        self.block = None
        rest, column = self._enter(before, indent, at)
        self.block = None
        is_opened = bool(self.stack) and self.stack[-1].start > at
        if is_opened and self.stack[-1].name != ITEM:
            return self._value(rest)
        if not is_opened:
            self._pop(column)
            inside = self._continued(column, at)
            if inside is not None:
                return self._value(inside + rest)
        if rest.startswith(("{", "[", "'", '"')):
            return self._value(rest)
        return Cursor(self._path(), rest, True, frozenset(), column)

    def _continued(self, column: int, at: int) -> str | None:
        """What a value that began on a line above holds so far: a flow mapping, a list, a long sentence."""
        if not self.stack or self._path() in self.keys:
            return None
        top = self.stack[-1]
        held = self.text[top.start : at].strip()
        if top.start < at and held and not held.startswith("#") and column > top.indent:
            return self.text[top.start : at]
        return None

    def _value(self, value: str) -> Cursor:
        """A value, perhaps inside a flow mapping or a list."""
        path = self._path()
        while value[:1] in {"{", "["}:
            inner, is_mapping, closed = _innermost(value)
            if closed:
                return Cursor(path, value, False)
            if not is_mapping:
                path, value = (*path, ITEM), inner[-1].lstrip()
                continue
            names = frozenset(
                found[1].strip().strip("\"'") for part in inner[:-1] if (found := _PAIR.match(part))
            )
            pair = _PAIR.match(inner[-1] + " ")
            if pair is None:
                return Cursor(path, inner[-1].lstrip(), True, names, is_flow=True)
            path, value = (
                (*path, pair[1].strip().strip("\"'")),
                pair[2].removesuffix(" "),
            )
        if value[:1] in {"'", '"'}:
            value = value[1:].replace("''", "'") if value[0] == "'" else value[1:]
        return Cursor(path, value, False)


def _innermost(value: str) -> tuple[list[str], bool, bool]:
    """The parts of a flow collection that begins a text; whether it is a mapping, and is closed."""
    parts, depth, quote, start = [""], 0, "", 0
    for number, char in enumerate(value):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"" and value[start:number].strip(" {[,:") == "":
            quote = char
        elif char in "{[(":
            depth += 1
            if depth == 1:
                start = number + 1
                continue
        elif char in "}])":
            depth -= 1
            if depth == 0:
                return parts, value[0] == "{", True
        elif char == "," and depth == 1:
            parts.append("")
            start = number + 1
            continue
        parts[-1] += char
    return parts, value[0] == "{", False
