"""Every sentence of a ruleset, parsed: the schema says which sort of sentence stands where.

In ``schema/ruleset.schema.json`` the keyword ``x-start`` names the start symbol of the grammar for a
text (or a key, under ``propertyNames``). So schema, parser and editors share one table.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from interpreter.resources import read_text
from interpreter.syntax.document import Mapping, Node, Scalar, Sequence
from interpreter.syntax.parse import parse_scalar
from interpreter.text.diagnostic import Diagnostic

Schema = dict[str, Any]

_ANY_FORM = {"phrase", "requirement", "do_block", "text_part"}  # no example shows how these are written


Known = dict[tuple[int, str], tuple[Scalar, Any, tuple[Diagnostic, ...]]]
"""What scalars, by their identity, are as sentences; it keeps them alive, so that their ids stay theirs."""


class Sentences:
    """The parsed sentences of one document, by the scalar that holds them."""

    def __init__(self, known: Known | None = None) -> None:
        self._nodes: dict[int, Any] = {}
        self._known: Known = {} if known is None else known
        self.findings: list[Diagnostic] = []

    def add(self, scalar: Scalar, start: str, form: str | None = None) -> None:
        """Parse one scalar as a ``start`` sentence; ``form`` says how such a one is written."""
        parsed = self._known.get((id(scalar), start))
        if parsed is None:
            parsed = self._known[id(scalar), start] = (scalar, *parse_scalar(scalar, start))
        _, node, findings = parsed
        for finding in findings:
            has_help = finding.help is not None or start in _ANY_FORM
            self.findings.append(finding if has_help else replace(finding, help=form))
        self._nodes[id(scalar)] = node

    def node(self, scalar: Node | None) -> Any:
        """The syntax tree of a scalar; ``None`` where it is missing or did not parse."""
        return None if scalar is None else self._nodes.get(id(scalar))


def parse_all(root: Node, schema: str, known: Known | None = None) -> Sentences:
    """Parse every sentence below ``root``, which is a document that passed its schema.

    With ``known`` what other trees share with this one is parsed once.
    """
    sentences = Sentences(known)
    whole = _schema(schema)
    for scalar, start, form in _walk(root, whole, whole):
        sentences.add(scalar, start, form)
    return sentences


def sentences_of(root: Node, schema: str) -> Iterator[tuple[Scalar, str]]:
    """Each scalar below ``root`` that holds a sentence, with the start symbol that reads it."""
    whole = _schema(schema)
    for scalar, start, _ in _walk(root, whole, whole):
        yield scalar, start


def sentences_below(node: Node, schema: Schema, whole: Schema) -> Iterator[tuple[Scalar, str]]:
    """The same below ``node``, of which ``schema``, a part of ``whole``, speaks."""
    for scalar, start, _ in _walk(node, schema, whole):
        yield scalar, start


def schema_of(name: str) -> Schema:
    """A whole schema as data."""
    return _schema(name)


def resolved(node: Node, schema: Schema, whole: Schema) -> Schema:
    """The part of a schema that speaks of ``node``: references followed, the branch for its sort chosen."""
    return _resolve(node, schema, whole)


@cache
def _schema(name: str) -> Schema:
    loaded: Schema = json.loads(read_text("schema", f"{name}.schema.json"))
    return loaded


def _walk(node: Node, schema: Schema, whole: Schema) -> Iterator[tuple[Scalar, str, str | None]]:
    schema = _resolve(node, schema, whole)
    match node:
        case Scalar():
            start = schema.get("x-start")
            if start is not None:
                yield node, start, schema.get("x-pattern-help")
        case Sequence(items=items):
            inner = schema.get("items")
            if isinstance(inner, dict):
                for item in items:
                    yield from _walk(item, inner, whole)
        case Mapping(entries=entries):
            known = schema.get("properties", {})
            other = schema.get("additionalProperties")
            names = schema.get("propertyNames")
            for entry in entries:
                if isinstance(names, dict):
                    yield from _walk(entry.key, names, whole)
                inner = known.get(entry.name, other)
                if isinstance(inner, dict):
                    yield from _walk(entry.value, inner, whole)


_SORTS = {
    "string": Scalar,
    "integer": Scalar,
    "boolean": Scalar,
    "null": Scalar,
    "object": Mapping,
    "array": Sequence,
}


def _resolve(node: Node, schema: Schema, whole: Schema) -> Schema:
    """The schema with its references and its choice by sort of value carried out for ``node``."""
    while True:
        if "$ref" in schema:
            target: Any = whole
            for part in schema["$ref"].removeprefix("#/").split("/"):
                target = target[part]
            schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
        elif "if" in schema:
            test = schema["if"]
            branch = schema.get("then" if _is_sort(node, test) else "else", {})
            rest = {key: value for key, value in schema.items() if key not in {"if", "then", "else"}}
            schema = {**rest, **branch}
        else:
            return schema


def _is_sort(node: Node, test: Schema) -> bool:
    """Whether a value is of the sort that an ``if`` asks for, or holds the key that it asks for."""
    sort = test.get("type")
    if sort is not None and not isinstance(node, _SORTS[sort]):
        return False
    required = test.get("required", ())
    return not required or (isinstance(node, Mapping) and all(key in node.keys() for key in required))
