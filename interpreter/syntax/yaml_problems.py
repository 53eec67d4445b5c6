"""What the YAML parser did not understand, in words for authors."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from interpreter.syntax.yaml_findings import directive, missing_key
from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.quote import quote
from interpreter.text.span import Source, Span

_QUOTE_OR_LINE = "put the value in quotes, or give the phrase a line of its own under `|`"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Where the parser stopped: its problem at offset ``at``, met in a construct begun at ``since``.

    ``opened`` is the offset of the innermost brace or bracket that is still open.
    """

    source: Source
    problem: str
    context: str
    at: int
    since: int | None
    opened: int | None

    def span(self, offset: int, length: int = 1) -> Span:
        """The place of up to ``length`` characters of one line."""
        return Span(self.source, offset, offset + min(length, len(self.rest(offset))))

    def rest(self, offset: int) -> str:
        """What follows ``offset`` on its line."""
        number, column = self.source.place(offset)
        return self.source.line(number)[column - 1 :]

    def before(self, offset: int) -> str:
        """What stands before ``offset`` on its line."""
        number, column = self.source.place(offset)
        return self.source.line(number)[: column - 1]


def translate(trouble: Trouble) -> Diagnostic:
    """The finding for a syntax error."""
    for pattern, finding in _TABLE:
        if re.search(pattern, f"{trouble.context}: {trouble.problem}"):
            return finding(trouble)
    return _unreadable(trouble)


def _unreadable(trouble: Trouble) -> Diagnostic:
    rest = trouble.rest(trouble.at).strip()
    found = quote(rest) if rest else "the end of the line"
    return Diagnostic("E100", f"expected `key: value` or `- item`, found {found}", trouble.span(trouble.at))


def _wrong_start(trouble: Trouble) -> Diagnostic:
    at = trouble.at if trouble.since is None else trouble.since
    return _begins_with(trouble, at)


def _begins_with(trouble: Trouble, at: int) -> Diagnostic:
    """A value that begins with a character that means something to YAML."""
    char = trouble.source.text[at : at + 1]
    if char == "\t":
        return _tab(trouble)
    if char == "%" and trouble.span(at).column == 1:
        return directive(trouble.span(at, len(trouble.rest(at))))
    if char in "-?":
        message = f"a value may not begin with `{char} ` on the line of its key"
        return Diagnostic("E120", message, trouble.span(at), "begin a new line, or put the value in quotes")
    shown = "a backtick" if char == "`" else quote(char)
    message = f"a value may not begin with {shown} unless it is in quotes"
    return Diagnostic("E120", message, trouble.span(at), _QUOTE_OR_LINE)


def _tab(trouble: Trouble) -> Diagnostic:
    where = "in the indentation" if not trouble.before(trouble.at).strip() else "between two words"
    message = f"expected spaces {where}, found a tab"
    return Diagnostic("E103", message, trouble.span(trouble.at), "put spaces in its place")


def _open_quote(trouble: Trouble) -> Diagnostic:
    at = trouble.at if trouble.since is None else trouble.since
    mark = trouble.source.text[at : at + 1]
    message = f"the text that begins with {quote(mark)} has no closing quote"
    own = '`\\"`' if mark == '"' else "`''`"
    return Diagnostic(
        "E122", message, trouble.span(at), f"close it, or write {own} for a quote that belongs to it"
    )


def _escape(trouble: Trouble) -> Diagnostic:
    at = max(trouble.source.text.rfind("\\", 0, trouble.at + 1), 0)
    message = "in double quotes `\\` begins an escape, and this one does not exist"
    return Diagnostic("E123", message, trouble.span(at), "write `\\\\`, or use single quotes")


def _tag(trouble: Trouble) -> Diagnostic:
    at = trouble.at if trouble.since is None else trouble.since
    message = f"a value may not begin with {quote(trouble.source.text[at : at + 1])} unless it is in quotes"
    return Diagnostic("E114", message, trouble.span(at), "tags are not used here; put the value in quotes")


def _directive(trouble: Trouble) -> Diagnostic:
    at = trouble.at if trouble.since is None else trouble.since
    return directive(trouble.span(at))


def _no_colon(trouble: Trouble) -> Diagnostic:
    at = trouble.at if trouble.since is None else trouble.since
    return _line_without_key(trouble, at)


def _line_without_key(trouble: Trouble, at: int) -> Diagnostic:
    line = trouble.rest(at).rstrip()
    found = f"expected `key: value`, found {quote(line)}"
    way = (
        "a colon needs a space behind it" if ":" in line else "a longer text stands under `key: |`, indented"
    )
    return Diagnostic("E126", found, trouble.span(at, len(line)), way)


def _inner_colon(trouble: Trouble) -> Diagnostic:
    """``a: b: c``, a key under a finished value, or a line above that is no ``key: value``."""
    before = trouble.before(trouble.at)
    if re.search(r":\s|^---\s", before):
        message = "a value without quotes may not hold a colon with a space behind it"
        return Diagnostic("E121", message, trouble.span(trouble.at), _QUOTE_OR_LINE)
    above = _line_above(trouble)
    if above is not None and not re.search(r":(\s|$)", above.text):
        return _line_without_key(trouble, above.start)
    start = trouble.at - len(before.lstrip())
    message = f"the key {quote(before)} is indented, but the line above is finished"
    way = "a value that has keys of its own begins on the line below its key"
    return Diagnostic("E125", message, trouble.span(start, len(before.strip())), way)


def _line_above(trouble: Trouble) -> Span | None:
    """The last line above that says something, without its indentation."""
    source = trouble.source
    for number in range(trouble.span(trouble.at).line - 1, source.first_line - 1, -1):
        line = source.line(number)
        text = line.strip()
        if text and not text.startswith("#"):
            start = source.line_start(number) + line.index(text)
            return Span(source, start, start + len(text))
    return None


def _not_the_end(trouble: Trouble) -> Diagnostic:
    """A token where a block, or the whole document, should have ended."""
    before, rest = trouble.before(trouble.at), trouble.rest(trouble.at)
    if rest[:1] in ("]", "}"):
        message = f"`{rest[0]}` closes nothing"
        return Diagnostic("E124", message, trouble.span(trouble.at), "delete it, or open it first")
    unknown = re.search(r"^%.*", trouble.source.text[: trouble.at + 1], re.MULTILINE)
    is_between = not before.strip() or not rest.strip()
    if unknown is not None and is_between and "document start" in trouble.problem:
        return directive(trouble.span(unknown.start(), len(trouble.rest(unknown.start()))))
    if before.strip():
        return _behind(trouble, before.rstrip()[-1], rest)
    if rest.startswith(":"):
        return missing_key(trouble.span(trouble.at))
    return _out_of_line(trouble, rest.rstrip())


def _out_of_line(trouble: Trouble, rest: str) -> Diagnostic:
    span = trouble.span(trouble.at, len(rest))
    same_column = trouble.since is not None and trouble.span(trouble.since).column == span.column
    if same_column and "block collection" in trouble.context:
        return _key_in_list(trouble)
    if same_column and rest.startswith("-"):
        message = f"expected another `key: value` of the mapping, found {quote(rest)}"
        return Diagnostic("E125", message, span, "indent the items under the key that has them")
    message = "the line is indented like no line above that it could belong to"
    way = "give all keys of a mapping, and all items of a list, the same indentation"
    return Diagnostic("E125", message, span, way)


def _key_in_list(trouble: Trouble) -> Diagnostic:
    rest = trouble.rest(trouble.at).rstrip()
    message = f"expected another `- item` of the list, found {quote(rest)}"
    way = "a key that has a list stands on the line above its items"
    return Diagnostic("E125", message, trouble.span(trouble.at, len(rest)), way)


def _behind(trouble: Trouble, last: str, rest: str) -> Diagnostic:
    span = trouble.span(trouble.at, len(rest.rstrip()))
    if last in "}]":
        opening = "{" if last == "}" else "["
        message = f"a value that begins with `{opening}` ends at its `{last}`, found {quote(rest)} behind it"
        return Diagnostic("E120", message, span, _QUOTE_OR_LINE)
    if last in "\"'":
        message = f"found {quote(rest)} behind the closing quote"
        return Diagnostic("E127", message, span, "put the whole value in quotes of the other sort")
    return Diagnostic("E127", f"found {quote(rest)} behind a finished value", span, _QUOTE_OR_LINE)


def _in_flow(trouble: Trouble) -> Diagnostic:
    """Something between braces or brackets that is neither a comma nor their end."""
    rest = trouble.rest(trouble.at)
    opened = trouble.since if trouble.since is not None else trouble.at
    same_line = trouble.span(opened).line == trouble.span(trouble.at).line
    if same_line and rest.startswith(":"):
        message = "a value without quotes may not hold a colon with a space behind it"
        return Diagnostic("E121", message, trouble.span(trouble.at), _QUOTE_OR_LINE)
    if same_line and rest[:1] in ("[", "{", "?"):
        message = f"found {quote(rest[:1])} inside a phrase in braces or brackets"
        way = "put the whole phrase in quotes, or write each key on a line of its own"
        return Diagnostic("E120", message, trouble.span(trouble.at), way)
    last = trouble.before(trouble.at).rstrip()[-1:]
    if same_line and rest.strip() and last and last in "\"'}]":
        return _behind(trouble, last, rest)
    return _not_closed(trouble, opened)


def _no_content(trouble: Trouble) -> Diagnostic:
    """Nothing where a value should begin."""
    char = trouble.source.text[trouble.at : trouble.at + 1]
    if char == ":":
        return missing_key(trouble.span(trouble.at))
    if char == "," or (char in ("]", "}") and trouble.opened is None):
        return _begins_with(trouble, trouble.at)
    return _not_closed(trouble, trouble.at if trouble.opened is None else trouble.opened)


def _not_closed(trouble: Trouble, opened: int) -> Diagnostic:
    char = trouble.source.text[opened : opened + 1]
    closing = {"{": "}", "[": "]"}.get(char)
    if closing is None:
        return _unreadable(trouble)
    rest = trouble.rest(trouble.at).strip()
    note = Note(f"found {quote(rest)} first" if rest else "the text ends first", trouble.span(trouble.at))
    message = f"`{char}` is not closed by `{closing}`"
    way = f"close it, or put a value that begins with `{char}` in quotes"
    return Diagnostic("E124", message, trouble.span(opened), way, (note,))


_TABLE: tuple[tuple[str, Callable[[Trouble], Diagnostic]], ...] = (
    (r"mapping values are not allowed", _inner_colon),
    (r"(sequence entries|mapping keys) are not allowed", _wrong_start),
    (r"cannot start any token", _wrong_start),
    (r"scanning an (alias|anchor)", _wrong_start),
    (r"scanning a block scalar", _wrong_start),
    (r"escape|Unicode", _escape),
    (r"scanning a (double-)?quoted scalar", _open_quote),
    (r"(scanning|parsing) a tag|undefined tag handle|duplicate tag handle", _tag),
    (r"(scanning a|YAML) directive|incompatible YAML", _directive),
    (r"could not find expected ':'", _no_colon),
    (r"expected <block end>|expected '<document start>'", _not_the_end),
    (r"expected ',' or", _in_flow),
    (r"a block node: expected the node content, but found '\?'", _key_in_list),
    (r"expected the node content", _no_content),
)
