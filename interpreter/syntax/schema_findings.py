"""One function a schema keyword: what an author is told when it fails, and where."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from interpreter.syntax import document
from interpreter.syntax.document import Node, Scalar
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import listed, quote
from interpreter.text.span import Span
from interpreter.text.suggest import nearest

_MOST_LISTED = 12
_MOST_UNKNOWN = 200
_SORTS = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "null": "nothing",
}
_OTHER_NUMBER = re.compile(r"[-+]?(\d[\d_,.]*|0[xob][\da-fA-F_]+)")
_OTHER_FLAG = {"yes", "no", "on", "off", "y", "n"}


@dataclass(frozen=True, slots=True)
class Failure:
    """One keyword of a schema that a value did not satisfy.

    ``path`` leads to the value; with ``is_name`` the value is a key of the mapping there.
    """

    keyword: str
    wanted: Any
    path: tuple[str | int, ...]
    value: Any
    schema: Mapping[str, Any]
    is_name: bool = False


def findings_of(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    """The findings for one failure, at their places in the document ``node``."""
    if failure.is_name and document.find_key(node, (*failure.path, failure.value)):
        yield _bad_name(node, failure)
    else:
        yield from _FINDINGS.get(failure.keyword, _no_fit)(node, failure)


def misspelled(failure: Failure) -> dict[str, str | None]:
    """The unknown keys of a failure, the first of very many, each with the key that was probably meant."""
    if failure.keyword != "additionalProperties" or failure.wanted is not False:
        return {}
    known = failure.schema.get("properties", {})
    patterns = failure.schema.get("patternProperties", {})
    free = [key for key in known if key not in failure.value]
    unknown = (
        key
        for key in failure.value
        if key not in known and not any(re.search(pattern, key) for pattern in patterns)
    )
    return {key: nearest(key, free) or nearest(key, known) for key in islice(unknown, _MOST_UNKNOWN)}


def missing(failure: Failure) -> list[str]:
    """The keys that a failure of ``required`` speaks of."""
    if failure.keyword != "required":
        return []
    return [key for key in failure.wanted if key not in failure.value]


# Places


def _value_span(node: Node, path: tuple[str | int, ...]) -> Span:
    """Where a value stands; a value of many lines is shown by its key."""
    value = document.find(node, path)
    assert value is not None
    key = document.find_key(node, path)
    if isinstance(value, Scalar) or key is None or value.span.line == value.span.end_line:
        return value.span
    return key.span


def _head_span(node: Node, path: tuple[str | int, ...]) -> Span:
    """Where a mapping begins: its own key, or else its first one."""
    key = document.find_key(node, path)
    if key is not None:
        return key.span
    value = document.find(node, path)
    assert value is not None
    if isinstance(value, document.Mapping) and value.entries:
        return value.entries[0].key.span
    return value.span


def _key_span(node: Node, path: tuple[str | int, ...], name: str) -> Span:
    key = document.find_key(node, (*path, name))
    return key.span if key else _head_span(node, path)


# Words


def _owner(failure: Failure, word: str = "for") -> str:
    """`` for `players` ``, or nothing at the root."""
    if not failure.path:
        return ""
    name = next((step for step in reversed(failure.path) if isinstance(step, str)), None)
    if name is None:
        return " in the list"
    return f" {word} {quote(name)}" if isinstance(failure.path[-1], str) else f" in the list {quote(name)}"


def _found(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return f"`{str(value).lower()}`"
        case int() | float():
            return f"the number `{value}`"
        case str():
            return f"the text {quote(value)}" if value.strip() else "an empty text"
        case list():
            return "a list" if value else "an empty list"
        case _:
            return "a mapping" if value else "an empty mapping"


def _shown(value: object) -> str:
    """A value as one writes it."""
    return quote(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _help(failure: Failure) -> str | None:
    """What the schema itself advises, or what it says the value is."""
    advice = failure.schema.get("x-pattern-help") or failure.schema.get("description")
    return _clause(str(advice)) if advice else None


def _clause(sentence: str) -> str:
    """A sentence of the schema as help: no capital, no full stop."""
    sentence = " ".join(sentence.split()).removesuffix(".")
    return (
        sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() or sentence[1:2] == " " else sentence
    )


def _count(number: int, one: str) -> str:
    many = f"{one[:-1]}ies" if one.endswith("y") and one != "key" else f"{one}s"
    return f"{number} {one if number == 1 else many}"


# Findings


def _wrong_sort(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    sorts = [failure.wanted] if isinstance(failure.wanted, str) else list(failure.wanted)
    words = [_SORTS[sort] for sort in sorts]
    wanted = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
    message = f"expected {wanted}{_owner(failure)}, found {_found(failure.value)}"
    span = _value_span(node, failure.path)
    yield Diagnostic("E201", message, span, _sort_help(failure, sorts, span))


def _sort_help(failure: Failure, sorts: list[str], span: Span) -> str | None:
    """How the author's value becomes one of the right sort, where that can be guessed."""
    match failure.value:
        case bool() | int() if "string" in sorts and "x-start" not in failure.schema:
            return f'put it in quotes: "{span.text}"'
        case str(text) if "boolean" in sorts and text.lower() in _OTHER_FLAG:
            return "write `true` or `false`"
        case str(text) if "integer" in sorts and _OTHER_NUMBER.fullmatch(text):
            return "whole numbers are written in decimal digits without a leading zero, as in `1000`"
        case dict() if "string" in sorts and span.text.startswith("{"):
            return "braces begin a mapping; put the phrase in quotes"
        case list() if "string" in sorts and span.text.startswith("["):
            return "brackets begin a list; put the phrase in quotes"
        case _:
            return _help(failure)


def _unknown_keys(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    known = list(failure.schema.get("properties", {}))
    for key, near in misspelled(failure).items():
        way = f"did you mean {quote(near)}?" if near else None
        if near is None and 0 < len(known) <= _MOST_LISTED:
            way = f"known here: {listed(known, 'and')}"
        span = _key_span(node, failure.path, key)
        yield Diagnostic("E202", f"unknown key {quote(key)}{_owner(failure, 'in')}", span, way)


def _missing_keys(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    properties = failure.schema.get("properties", {})
    for key in missing(failure):
        schema = properties.get(key)
        said = schema.get("description") if isinstance(schema, Mapping) else None
        way = f"{quote(key)}: {_clause(str(said))}" if said else None
        message = f"the key {quote(key)} is missing{_owner(failure, 'in')}"
        yield Diagnostic("E203", message, _head_span(node, failure.path), way)


def _not_allowed(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    words = [word if isinstance(word, str) else json.dumps(word) for word in failure.wanted]
    near = nearest(failure.value, words) if isinstance(failure.value, str) else None
    few = len(words) <= _MOST_LISTED
    expected = (
        f"one of {listed(words)}" if few and len(words) > 1 else listed(words) if few else "a known word"
    )
    message = f"expected {expected}{_owner(failure)}, found {_found(failure.value)}"
    way = f"did you mean {quote(near)}?" if near else _help(failure)
    yield Diagnostic("E204", message, _value_span(node, failure.path), way)


def _not_this(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    message = f"expected {_shown(failure.wanted)}{_owner(failure)}, found {_found(failure.value)}"
    yield Diagnostic("E205", message, _value_span(node, failure.path), _help(failure))


def _wrong_form(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    message = f"{_found(failure.value)} does not have the form needed{_owner(failure)}"
    yield Diagnostic("E206", message, _value_span(node, failure.path), _help(failure))


def _out_of_range(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    bound = {
        "minimum": "at least",
        "exclusiveMinimum": "more than",
        "maximum": "at most",
        "exclusiveMaximum": "less than",
    }[failure.keyword]
    message = f"expected {bound} {failure.wanted}{_owner(failure)}, found `{failure.value}`"
    yield Diagnostic("E207", message, _value_span(node, failure.path), _help(failure))


def _wrong_length(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    bound = "at least" if failure.keyword == "minLength" else "at most"
    wanted, found = _count(failure.wanted, "letter"), _count(len(failure.value), "letter")
    message = (
        f"expected {bound} {wanted}{_owner(failure)}, found {found if failure.value else 'an empty text'}"
    )
    yield Diagnostic("E208", message, _value_span(node, failure.path), _help(failure))


def _wrong_number(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    bound = "at least" if failure.keyword.startswith("min") else "at most"
    one = "key" if failure.keyword.endswith("Properties") else "item"
    number = len(failure.value)
    found = str(number) if number else "none"
    message = f"expected {bound} {_count(failure.wanted, one)}{_owner(failure, 'in')}, found {found}"
    yield Diagnostic("E209", message, _value_span(node, failure.path), _help(failure))


def _repeated(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for index, item in enumerate(failure.value):
        written = json.dumps(item, sort_keys=True)
        if written in seen:
            message = f"{_shown(item)} stands twice{_owner(failure, 'in')}"
            yield Diagnostic("E210", message, _value_span(node, (*failure.path, index)), "delete one of them")
        seen.add(written)


def _excluded(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    keys = failure.wanted.get("required", []) if isinstance(failure.wanted, Mapping) else []
    if not keys or not isinstance(failure.value, dict):
        yield from _no_fit(node, failure)
        return
    present = [key for key in failure.value if key in keys]
    span = _key_span(node, failure.path, present[-1])
    if len(keys) == 1:
        yield Diagnostic("E214", f"{quote(keys[0])} may not stand here", span, _help(failure))
    else:
        yield Diagnostic("E211", f"{listed(present, 'and')} exclude each other", span, _help(failure))


def _dependent(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    for key, needed in failure.wanted.items():
        for other in needed if key in failure.value else ():
            if other not in failure.value:
                message = f"{quote(key)} needs {quote(other)} beside it"
                yield Diagnostic("E212", message, _key_span(node, failure.path, key))


def _forbidden(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    # The validator names only the mapping for a key whose schema is `false`; `not` says which key it is.
    message = f"a key{_owner(failure, 'in')} may not stand here"
    yield Diagnostic("E214", message, _head_span(node, failure.path), _help(failure))


def _lacking(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    message = f"an item that is needed is missing{_owner(failure, 'in')}"
    yield Diagnostic("E215", message, _value_span(node, failure.path), _help(failure))


def _no_fit(node: Node, failure: Failure) -> Iterator[Diagnostic]:
    message = f"{_found(failure.value)} does not fit{_owner(failure)}"
    yield Diagnostic("E200", message, _value_span(node, failure.path), _help(failure))


def _bad_name(node: Node, failure: Failure) -> Diagnostic:
    """A key that ``propertyNames`` refuses."""
    span = _key_span(node, failure.path, failure.value)
    if failure.keyword == "enum":
        near = nearest(failure.value, [str(word) for word in failure.wanted])
        way = f"did you mean {quote(near)}?" if near else _help(failure)
        return Diagnostic("E202", f"unknown key {quote(failure.value)}{_owner(failure, 'in')}", span, way)
    message = f"{quote(failure.value)} is not spelled as a key{_owner(failure, 'in')} must be"
    return Diagnostic("E213", message, span, _help(failure))


_FINDINGS: dict[str, Callable[[Node, Failure], Iterator[Diagnostic]]] = {
    "type": _wrong_sort,
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "enum": _not_allowed,
    "const": _not_this,
    "pattern": _wrong_form,
    "minimum": _out_of_range,
    "exclusiveMinimum": _out_of_range,
    "maximum": _out_of_range,
    "exclusiveMaximum": _out_of_range,
    "minLength": _wrong_length,
    "maxLength": _wrong_length,
    "minItems": _wrong_number,
    "maxItems": _wrong_number,
    "minProperties": _wrong_number,
    "maxProperties": _wrong_number,
    "uniqueItems": _repeated,
    "not": _excluded,
    "dependentRequired": _dependent,
    "contains": _lacking,
    "false": _forbidden,
}
