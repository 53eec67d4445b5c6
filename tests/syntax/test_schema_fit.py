"""What follows a schema is told as `jsonschema` tells it, for each keyword and for our own files spoilt."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from interpreter.syntax import schema_check
from interpreter.syntax.document import plain
from interpreter.syntax.schema_fit import fit_of
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source

ROOT = Path(__file__).parents[2]
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, "", "a", "ab", "abc", "Ab", "1", [], [1], [1, 1], [1, True], ["a", "b"],
    [[1], [1]], [{"a": 1, "b": 2}, {"b": 2, "a": 1}], {}, {"a": 1}, {"a": "1"}, {"b": 1}, {"a": 1, "b": 1},
    {"a": {"a": {}}},
    {"a": {"a": 1}}, {"a": [1]}, {"a": None, "b": [], "c": {}}, {"Ab": 1},
)  # fmt: skip
KEYWORDS: dict[str, Any] = {
    "type": {"type": "integer"},
    "types": {"type": ["string", "null"]},
    "a flag": {"type": "boolean"},
    "a list": {"type": "array"},
    "enum": {"enum": ["a", 1, None, False]},
    "const": {"const": 1},
    "const true": {"const": True},
    "pattern": {"pattern": "^[a-z]+$"},
    "a pattern in the middle": {"pattern": "b"},
    "minimum": {"minimum": 1},
    "maximum": {"maximum": 0},
    "minLength": {"minLength": 2},
    "maxLength": {"maxLength": 1},
    "minItems": {"minItems": 1},
    "maxItems": {"maxItems": 1},
    "minProperties": {"minProperties": 1},
    "maxProperties": {"maxProperties": 1},
    "items": {"items": {"type": "integer"}},
    "uniqueItems": {"uniqueItems": True},
    "no uniqueItems": {"uniqueItems": False},
    "properties": {"properties": {"a": {"type": "integer"}}},
    "additionalProperties": {"properties": {"a": True}, "additionalProperties": {"type": "integer"}},
    "no additionalProperties": {"properties": {"a": True}, "additionalProperties": False},
    "propertyNames": {"propertyNames": {"pattern": "^[a-z]$"}},
    "required": {"required": ["a", "b"]},
    "dependentRequired": {"dependentRequired": {"a": ["b"]}},
    "allOf": {"allOf": [{"type": "object"}, {"required": ["a"]}]},
    "not": {"not": {"type": ["object", "array"]}},
    "if": {"if": {"type": "object"}, "then": {"required": ["a"]}, "else": {"type": "string"}},
    "if and then": {"if": {"type": "object"}, "then": False},
    "if and else": {"if": {"type": "object"}, "else": False},
    "then alone": {"then": False},
    "$ref": {"$ref": "#/$defs/word", "minLength": 2, "$defs": {"word": {"type": "string"}}},
    "a definition of itself": {
        "$ref": "#/$defs/tree",
        "$defs": {"tree": {"type": "object", "additionalProperties": {"$ref": "#/$defs/tree"}}},
    },
    "always": {"properties": {"a": True}},
    "never": {"properties": {"a": False}},
    "what says nothing": {"title": "x", "description": "y", "x-short": 3},
}


@pytest.mark.parametrize("schema", KEYWORDS.values(), ids=KEYWORDS)
def test_keywords(schema: Any) -> None:
    fits, validator = fit_of(schema), Draft202012Validator(schema)
    assert fits is not None
    assert [fits(value) for value in VALUES] == [validator.is_valid(value) for value in VALUES]


@pytest.mark.parametrize(
    "schema",
    [
        {"multipleOf": 2},
        {"contains": {"const": 1}},
        {"items": {"format": "date"}},
        {"patternProperties": {"^x": True}},
        {"enum": [[1]]},
        {"type": "number"},
        {"$ref": "other.json#/$defs/a"},
        {"$ref": "#/properties/a"},
    ],
)
def test_what_is_not_known_is_left_to_others(schema: dict[str, Any]) -> None:
    assert fit_of(schema) is None


FILES = {
    "ruleset": [*(ROOT / "tests/laws/games").glob("*.yaml"), ROOT / "rulesets/tic-tac-toe/ruleset.yaml"],
    "data": [ROOT / "rulesets/clans/land.yaml"],
    "document": [ROOT / "rulesets/clans/document.yaml"],
    "picture": [ROOT / "rulesets/clans/picture.yaml"],
    "scenario": [*(ROOT / "rulesets/hex/scenarios").glob("*.yaml")],
    "record": [ROOT / "rulesets/tic-tac-toe/records/drawn.json"],
}


@pytest.mark.parametrize("schema", FILES)
def test_our_files_spoilt(schema: str) -> None:
    fits, validator = schema_check._fit(schema, None), schema_check._validator(schema, None)
    assert fits is not None
    whole = [document(path) for path in sorted(FILES[schema])]
    assert all(map(fits, whole))
    lots, told = random.Random(schema), []
    for _ in range(60):
        value = spoilt(lots.choice(whole), lots)
        told.append(fits(value))
        assert told[-1] == validator.is_valid(value), json.dumps(value)
    assert 0 < sum(told) < 60


def document(path: Path) -> Any:
    node, wrong = read(Source(path.name, path.read_text(encoding="utf-8")))
    assert node is not None
    assert not wrong
    return plain(node)


def spoilt(value: Any, lots: random.Random) -> Any:
    """A value with one change somewhere inside."""
    if not isinstance(value, dict | list) or not value or lots.random() < 0.1:
        return lots.choice(VALUES)
    if isinstance(value, list):
        return lots.choice(LISTS)(value, lots)
    return lots.choice(MAPPINGS)(value, lots)


def inside_list(value: list[Any], lots: random.Random) -> list[Any]:
    at = lots.randrange(len(value))
    return [*value[:at], spoilt(value[at], lots), *value[at + 1 :]]


def inside_mapping(value: dict[str, Any], lots: random.Random) -> dict[str, Any]:
    name = lots.choice(list(value))
    return {**value, name: spoilt(value[name], lots)}


def renamed(value: dict[str, Any], lots: random.Random) -> dict[str, Any]:
    name = lots.choice(list(value))
    return {f"{key}x" if key == name else key: inner for key, inner in value.items()}


LISTS: list[Callable[[list[Any], random.Random], Any]] = [
    *[inside_list] * 8,
    lambda value, lots: value[1:],
    lambda value, lots: [*value, value[-1]],
]
MAPPINGS: list[Callable[[dict[str, Any], random.Random], Any]] = [
    *[inside_mapping] * 12,
    renamed,
    lambda value, lots: dict(list(value.items())[1:]),
    lambda value, lots: {**value, "a": lots.choice(VALUES)},
]
