"""Every schema keyword that we use, each with the finding it leads to."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter import resources
from interpreter.syntax import schema_check
from interpreter.syntax.schema_check import check, check_against
from interpreter.syntax.yaml_reader import read
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["game"],
    "additionalProperties": False,
    "properties": {
        "game": {
            "type": "string",
            "pattern": "^[a-z-]+$",
            "x-pattern-help": "small letters and hyphens, as in `little-factory`",
        },
        "players": {"type": ["string", "integer"], "description": "How many may play."},
        "count": {"type": "integer", "minimum": 1, "maximum": 9, "description": "How many."},
        "open": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 4},
        "flag": {"type": "boolean"},
        "title": {"type": "string", "minLength": 2, "maxLength": 5},
        "last": {"enum": ["shared", "nobody", "listed"]},
        "only": {"enum": ["one"]},
        "language": {"const": 1, "x-pattern-help": "write `language: 1`"},
        "files": {
            "type": "array",
            "minItems": 1,
            "maxItems": 3,
            "uniqueItems": True,
            "items": {"type": "string"},
        },
        "names": {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 2,
            "propertyNames": {"pattern": "^[a-z]+$", "x-pattern-help": "small letters"},
            "additionalProperties": {"type": "string"},
        },
        "words": {"type": "object", "propertyNames": {"enum": ["above", "below"]}},
        "step": {"$ref": "#/$defs/step"},
        "board": {
            "type": "object",
            "required": ["kind"],
            "properties": {"kind": {"enum": ["hex", "square"]}},
            "if": {"properties": {"kind": {"const": "hex"}}, "required": ["kind"]},
            "then": {"required": ["size"], "properties": {"size": {"type": "integer"}}},
            "else": {"properties": {"width": {"type": "integer"}}},
        },
        "never": False,
        "odd": {"multipleOf": 2},
        "some": {"type": "array", "contains": {"const": "x"}},
        "nothing": {"type": "null"},
        "whole": {"type": "array", "items": {"type": "object", "required": ["a", "b"]}},
    },
    "$defs": {
        "step": {
            "type": "object",
            "properties": {
                "do": {"type": "string"},
                "steps": {"type": "object"},
                "at most": {"type": "integer"},
                "repeat": {"type": "string"},
            },
            "patternProperties": {"^x-": {}},
            "additionalProperties": False,
            "dependentRequired": {"at most": ["repeat"]},
            "allOf": [
                {"description": "A step has one body.", "not": {"required": ["do", "steps"]}},
                {"not": {"required": ["repeat"], "properties": {"repeat": {"const": "never"}}}},
            ],
        }
    },
}


def findings(text: str, schema: dict[str, Any] = SCHEMA) -> tuple[Diagnostic, ...]:
    node, wrong = read(Source("f", text))
    assert node is not None
    assert not wrong
    return check_against(node, schema)


def line(finding: Diagnostic) -> str:
    assert finding.span is not None
    return f"{finding.span.line}:{finding.span.column} {finding.code} {finding.message}"


@pytest.mark.parametrize(
    ("text", "found", "way"),
    [
        pytest.param("4", "1:1 E201 expected a mapping, found the number `4`", None, id="root"),
        pytest.param(
            "game: 1",
            "1:7 E201 expected text for `game`, found the number `1`",
            'put it in quotes: "1"',
            id="number for text",
        ),
        pytest.param(
            "game: x\nplayers: [2]",
            "2:10 E201 expected text or a whole number for `players`, found a list",
            "brackets begin a list; put the phrase in quotes",
            id="list for text",
        ),
        pytest.param(
            "game: x\nplayers:\n- 2\n- 4",
            "2:1 E201 expected text or a whole number for `players`, found a list",
            "how many may play",
            id="long list for text",
        ),
        pytest.param(
            "game: {a: b}",
            "1:7 E201 expected text for `game`, found a mapping",
            "braces begin a mapping; put the phrase in quotes",
            id="mapping for text",
        ),
        pytest.param(
            "game:",
            "1:6 E201 expected text for `game`, found nothing",
            "small letters and hyphens, as in `little-factory`",
            id="nothing",
        ),
        pytest.param(
            "game: x\ncount: 1_000",
            "2:8 E201 expected a whole number for `count`, found the text `1_000`",
            "whole numbers are written in decimal digits without a leading zero, as in `1000`",
            id="other number",
        ),
        pytest.param(
            "game: x\ncount: many",
            "2:8 E201 expected a whole number for `count`, found the text `many`",
            "how many",
            id="text for a number",
        ),
        pytest.param(
            "game: x\ncount: true",
            "2:8 E201 expected a whole number for `count`, found `true`",
            "how many",
            id="flag",
        ),
        pytest.param(
            "game: x\nflag: yes",
            "2:7 E201 expected `true` or `false` for `flag`, found the text `yes`",
            "write `true` or `false`",
            id="yes",
        ),
        pytest.param(
            "game: x\nfiles: [a, 2]",
            "2:12 E201 expected text in the list `files`, found the number `2`",
            'put it in quotes: "2"',
            id="item",
        ),
        pytest.param(
            "game: x\nnothing: ''",
            "2:10 E201 expected nothing for `nothing`, found an empty text",
            None,
            id="empty text",
        ),
        pytest.param(
            "game: x\ntitel: abc", "2:1 E202 unknown key `titel`", "did you mean `title`?", id="misspelled"
        ),
        pytest.param(
            "gane: x", "1:1 E202 unknown key `gane`", "did you mean `game`?", id="misspelled and missing"
        ),
        pytest.param("game: x\nvillages: abc", "2:1 E202 unknown key `villages`", None, id="unknown"),
        pytest.param(
            "game: x\nstep: {dance: y}",
            "2:8 E202 unknown key `dance` in `step`",
            "known here: `do`, `steps`, `at most` and `repeat`",
            id="unknown, few known",
        ),
        pytest.param(
            "game: x\nwords: {abowe: 1}",
            "2:9 E202 unknown key `abowe` in `words`",
            "did you mean `above`?",
            id="word as key",
        ),
        pytest.param("title: abc", "1:1 E203 the key `game` is missing", None, id="missing"),
        pytest.param(
            "game: x\nboard: {kind: hex}",
            "2:1 E203 the key `size` is missing in `board`",
            None,
            id="missing in a branch",
        ),
        pytest.param(
            "game: x\nwhole:\n- {a: 1}",
            "3:4 E203 the key `b` is missing in the list `whole`",
            None,
            id="missing in an item",
        ),
        pytest.param("{}", "1:1 E203 the key `game` is missing", None, id="empty mapping"),
        pytest.param(
            "game: x\nlast: shard",
            "2:7 E204 expected one of `shared`, `nobody` or `listed` for `last`, found the text `shard`",
            "did you mean `shared`?",
            id="word",
        ),
        pytest.param(
            "game: x\nonly: 4",
            "2:7 E204 expected `one` for `only`, found the number `4`",
            None,
            id="single word",
        ),
        pytest.param(
            "game: x\nlanguage: 2",
            "2:11 E205 expected `1` for `language`, found the number `2`",
            "write `language: 1`",
            id="const",
        ),
        pytest.param(
            "game: Clans",
            "1:7 E206 the text `Clans` does not have the form needed for `game`",
            "small letters and hyphens, as in `little-factory`",
            id="pattern",
        ),
        pytest.param(
            "game: x\ncount: 0",
            "2:8 E207 expected at least 1 for `count`, found `0`",
            "how many",
            id="minimum",
        ),
        pytest.param(
            "game: x\ncount: 10",
            "2:8 E207 expected at most 9 for `count`, found `10`",
            "how many",
            id="maximum",
        ),
        pytest.param(
            "game: x\nopen: 0", "2:7 E207 expected more than 0 for `open`, found `0`", None, id="above"
        ),
        pytest.param(
            "game: x\nopen: 4", "2:7 E207 expected less than 4 for `open`, found `4`", None, id="below"
        ),
        pytest.param(
            "game: x\ntitle: ''",
            "2:8 E208 expected at least 2 letters for `title`, found an empty text",
            None,
            id="short",
        ),
        pytest.param(
            "game: x\ntitle: abcdef",
            "2:8 E208 expected at most 5 letters for `title`, found 6 letters",
            None,
            id="long",
        ),
        pytest.param(
            "game: x\nfiles: []",
            "2:8 E209 expected at least 1 item in `files`, found none",
            None,
            id="no items",
        ),
        pytest.param(
            "game: x\nfiles: [a, b, c, d]",
            "2:8 E209 expected at most 3 items in `files`, found 4",
            None,
            id="items",
        ),
        pytest.param(
            "game: x\nnames: {}",
            "2:8 E209 expected at least 1 key in `names`, found none",
            None,
            id="no keys",
        ),
        pytest.param(
            "game: x\nnames:\n  a: x\n  b: x\n  c: x",
            "2:1 E209 expected at most 2 keys in `names`, found 3",
            None,
            id="keys",
        ),
        pytest.param(
            "game: x\nfiles: [a, b, a]",
            "2:15 E210 `a` stands twice in `files`",
            "delete one of them",
            id="repeated",
        ),
        pytest.param(
            "game: x\nstep:\n  steps: {}\n  do: x",
            "4:3 E211 `steps` and `do` exclude each other",
            "a step has one body",
            id="not both",
        ),
        pytest.param(
            "game: x\nstep: {repeat: never}", "2:8 E214 `repeat` may not stand here", None, id="not this"
        ),
        pytest.param(
            "game: x\nstep: {at most: 3}", "2:8 E212 `at most` needs `repeat` beside it", None, id="needs"
        ),
        pytest.param(
            "game: x\nnames: {A b: x}",
            "2:9 E213 `A b` is not spelled as a key in `names` must be",
            "small letters",
            id="name",
        ),
        pytest.param("game: x\nnever: 1", "1:1 E214 a key may not stand here", None, id="forbidden"),
        pytest.param(
            "game: x\nsome: [y]", "2:7 E215 an item that is needed is missing in `some`", None, id="contains"
        ),
        pytest.param(
            "game: x\nodd: 3", "2:6 E200 the number `3` does not fit for `odd`", None, id="anything else"
        ),
        pytest.param(
            "game: x\nboard: {kind: hex, size: x}",
            "2:26 E201 expected a whole number for `size`, found the text `x`",
            None,
            id="branch",
        ),
    ],
)
def test_one_finding(text: str, found: str, way: str | None) -> None:
    (finding,) = findings(text)
    assert (line(finding), finding.help) == (found, way)


@pytest.mark.parametrize(
    "text",
    [
        "game: x",
        "game: little-factory\nplayers: 2..4\nlanguage: 1",
        "game: x\nplayers: 2",
        "game: x\nstep: {x-note: 1, do: y}",
        "game: x\nboard: {kind: square, size: x}",
        "game: x\nnames: {a: x, b: y}",
    ],
)
def test_nothing_wrong(text: str) -> None:
    assert findings(text) == ()


def test_every_finding_in_the_order_of_the_file() -> None:
    text = "game: X\nlast: x\nstep:\n  do: 1\n  at most: x\nfiles: [1, 2]\n"
    assert [line(finding).split()[:2] for finding in findings(text)] == [
        ["1:7", "E206"],
        ["2:7", "E204"],
        ["4:7", "E201"],
        ["5:3", "E212"],
        ["5:12", "E201"],
        ["6:9", "E201"],
        ["6:12", "E201"],
    ]


def test_a_value_of_the_wrong_sort_has_one_finding() -> None:
    schema = {
        "properties": {
            "a": {
                "type": ["string", "object"],
                "enum": ["x"],
                "if": {"type": "object"},
                "then": {"minProperties": 1},
                "else": {"type": "string", "minLength": 3},
            }
        }
    }
    (finding,) = findings("a: 4", schema)
    assert line(finding) == "1:4 E201 expected text or a mapping for `a`, found the number `4`"


def test_the_same_error_through_two_branches_is_one_finding() -> None:
    schema = {"allOf": [{"required": ["b"]}, {"required": ["b"]}]}
    assert len(findings("a: 1", schema)) == 1


def test_missing_key_is_explained() -> None:
    schema = {"required": ["b"], "properties": {"b": {"description": "The second letter."}}}
    (finding,) = findings("a: 1", schema)
    assert finding.help == "`b`: the second letter"


def test_a_branch_that_does_not_dispatch_is_still_answered_in_our_words() -> None:
    (finding,) = findings("a: 1", {"properties": {"a": {"oneOf": [{"type": "string"}, {"type": "array"}]}}})
    assert line(finding) == "1:4 E200 the number `1` does not fit for `a`"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A schema folder of the test's own."""
    monkeypatch.setattr(resources, "root", lambda name: tmp_path)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """Let go of all schemas that were read."""
    for cached in (schema_check._validator, schema_check._fit, schema_check._files):
        cached.cache_clear()


def test_schema_files(folder: Path) -> None:
    one = {
        "$id": "one.schema.json",
        "type": "object",
        "properties": {"a": {"$ref": "two.schema.json#/$defs/word"}},
        "$defs": {"part": {"type": "array", "items": {"$ref": "#/$defs/word"}}, "word": {"const": "w"}},
    }
    two = {"$id": "two.schema.json", "$defs": {"word": {"type": "string", "minLength": 3}}}
    (folder / "one.schema.json").write_text(json.dumps(one), encoding="utf-8")
    (folder / "two.schema.json").write_text(json.dumps(two), encoding="utf-8")
    (folder / "notes.txt").write_text("no schema", encoding="utf-8")

    node, _ = read(Source("f", "a: xy"))
    assert node is not None
    assert [line(finding) for finding in check(node, "one")] == [
        "1:4 E208 expected at least 3 letters for `a`, found 2 letters"
    ]
    node, _ = read(Source("f", "- w\n- v"))
    assert node is not None
    assert [line(finding) for finding in check(node, "one", "part")] == [
        "2:3 E205 expected `w` in the list, found the text `v`"
    ]
    with pytest.raises(FileNotFoundError):
        check(node, "three")


def test_our_schemas_are_schemas() -> None:
    from jsonschema import Draft202012Validator

    files = schema_check._files()
    assert files
    for schema in files.values():
        Draft202012Validator.check_schema(schema)
        text = json.dumps(schema)
        assert '"oneOf"' not in text
        assert '"anyOf"' not in text


def test_the_validator_is_imported_late() -> None:
    import subprocess
    import sys

    code = "import interpreter.syntax.schema_check, sys; print('jsonschema' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
