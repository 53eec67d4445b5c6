"""The tables of the reference page, made from the schema, the grammar and the tables of the program."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from interpreter.api.files import MOST_BYTES
from interpreter.check.boards import MAX_CELLS as BOARD_CELLS
from interpreter.check.boards import MAX_PARTS, MAX_SIDE
from interpreter.check.builtins import BUILTINS, VALUES
from interpreter.check.data import MAX_PRINTED
from interpreter.check.evaluate import MOST_WORK
from interpreter.check.infer import LARGEST
from interpreter.check.made import LONGEST, MAX_COMBINATIONS
from interpreter.check.names import MAX_CELLS, MAX_MEMBERS, MAX_VALUES
from interpreter.check.rules import MOST_LAPS
from interpreter.check.world import MOST_PLAYERS
from interpreter.check.written_out import DEEPEST as STEPS_INSIDE
from interpreter.check.written_out import HIGHEST, MOST_PARTS
from interpreter.core.cost import MAX_COST
from interpreter.engine.budget import MAX_UNITS
from interpreter.syntax.findings import RESERVED
from interpreter.syntax.parse import MAX_LENGTH, MAX_NUMBER
from interpreter.syntax.yaml_tree import DEEPEST, MOST_VALUES
from interpreter.text.codes import CODES

ROOT = Path(__file__).parents[2]
Schema = dict[str, Any]


def table(name: str) -> str:
    """The text that belongs between the marks ``<!-- table: name -->`` and ``<!-- end -->``."""
    made = _WHOLE.get(name)
    if made is not None:
        return made()
    parts = [_keys_table(part) for part in name.split()]
    return "\n\n".join(parts)


def _schema(name: str = "ruleset") -> Schema:
    schema: Schema = json.loads((ROOT / "schema" / f"{name}.schema.json").read_text("utf-8"))
    return schema


def _rows(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _description(schema: Schema, whole: Schema) -> str:
    while "description" not in schema and "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    return str(schema.get("description", "")).removesuffix(".")


def _keys_of(schema: Schema, whole: Schema, required: list[str]) -> list[tuple[str, ...]]:
    rows = []
    for key, inner in schema["properties"].items():
        must = " (must be there)" if key in required else ""
        rows.append((f"`{key}`", _description(inner, whole) + must))
    return rows


def _top_keys() -> str:
    whole = _schema()
    required = [*whole["else"]["else"]["required"]]
    return _rows(("key", "says"), _keys_of(whole, whole, required))


def _keys_table(name: str) -> str:
    whole = _schema()
    schema = whole["$defs"][name]
    title = name.removesuffix("_long").replace("_", " ")
    return _rows((f"key of a {title}", "says"), _keys_of(schema, whole, schema.get("required", [])))


def _picture() -> str:
    whole = _schema("picture")
    panel = whole["$defs"]["panel"]
    top = _rows(("key of a picture file", "says"), _keys_of(whole, whole, []))
    return top + "\n\n" + _rows(("key of a panel", "says"), _keys_of(panel, whole, panel["required"]))


def _built_ins() -> str:
    rows = [(f"`{one.name}(…)`", one.takes, one.means) for one in BUILTINS.values()]
    rows += [(f"`{one.name}`", "", one.means) for one in VALUES.values()]
    return _rows(("word", "takes", "gives"), rows)


def _limits() -> str:
    rows = [
        ("a file", f"{MOST_BYTES // 1024 // 1024} MiB"),
        ("keys and values of a file", f"{MOST_VALUES:,}"),
        ("mappings and lists inside one another", f"{DEEPEST}"),
        ("a sentence", f"{MAX_LENGTH:,} characters"),
        ("a number that is written", f"{MAX_NUMBER:,}"),
        ("a number that is worked out", f"{LARGEST:,}"),
        ("players", f"{MOST_PLAYERS}"),
        ("members of a kind, things that a set or bag may hold", f"{MAX_MEMBERS:,}"),
        ("the name of a member that is made", f"{LONGEST} characters"),
        ("combinations that `where` of a kind looks at", f"{MAX_COMBINATIONS:,}"),
        ("parts of phrases worked out for `where` of a kind", f"{MOST_WORK:,}"),
        ("numbers printed in all columns together", f"{MAX_PRINTED:,}"),
        ("the side of a board", f"{MAX_SIDE} cells"),
        ("all boards together", f"{BOARD_CELLS:,} cells"),
        ("cells of all lines and windows together", f"{MAX_PARTS:,}"),
        ("values of an option", f"{MAX_VALUES:,}"),
        ("places of all components together", f"{MAX_CELLS:,}"),
        ("parts of all sentences, terms and steps written out where they are used", f"{MOST_PARTS:,}"),
        ("phrases inside one another, terms written out", f"{HIGHEST}"),
        ("steps and actions that run inside one another", f"{STEPS_INSIDE}"),
        ("`never more than`, and `N times`", f"{MOST_LAPS:,} laps"),
        ("steps of one move, as they can be counted before", f"{MAX_COST:,}"),
        ("steps between two decisions, as they are played", f"{MAX_UNITS:,}"),
    ]
    return _rows(("what", "at most"), rows)


def _reserved() -> str:
    return ", ".join(f"`{word}`" for word in sorted(RESERVED))


def _sentences() -> str:
    whole = _schema()
    found: dict[str, list[str]] = {}
    for key, start in _starts(whole, whole, "", frozenset()):
        if key not in found.setdefault(start, []):
            found[start].append(key)
    forms = {start: _form(whole, start) for start in found}
    rows = [(f"`{start}`", ", ".join(map(_under, keys)), forms[start]) for start, keys in found.items()]
    return _rows(("start symbol", "under", "form"), rows)


def _under(key: str) -> str:
    section = key.removeprefix("keys of ")
    return f"the keys of `{section}`" if section != key else f"`{key}`"


def _starts(node: Any, whole: Schema, key: str, seen: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Each sort of sentence with the key under which it stands, through references."""
    if isinstance(node, list):
        for item in node:
            yield from _starts(item, whole, key, seen)
    if not isinstance(node, dict):
        return
    if "x-start" in node and key:
        yield key, node["x-start"]
    if "$ref" in node:
        name = node["$ref"].rsplit("/", 1)[1]
        if (name, key) not in seen and name in whole["$defs"]:
            yield from _starts(whole["$defs"][name], whole, key, seen | {(name, key)})  # type: ignore[operator]
    if key and isinstance(node.get("propertyNames"), dict):
        yield from _starts(node["propertyNames"], whole, f"keys of {key}", seen)
    for word, inner in node.items():
        if word == "properties":
            for name, value in inner.items():
                yield from _starts(value, whole, name, seen)
        elif word in {"additionalProperties", "items", "then", "else", "if"}:
            yield from _starts(inner, whole, key, seen)


def _form(whole: Schema, start: str) -> str:
    for schema in whole["$defs"].values():
        if schema.get("x-start") == start and "x-pattern-help" in schema:
            return str(schema["x-pattern-help"])
    for schema in whole["properties"].values():
        if schema.get("x-start") == start and "x-pattern-help" in schema:
            return str(schema["x-pattern-help"])
    return ""


def _grammar() -> str:
    text = (ROOT / "grammar" / "ludwright.lark").read_text("utf-8")
    return f"```lark\n{text.strip()}\n```"


def _codes() -> str:
    rows = []
    for code in CODES.values():
        title = re.sub(r"``(.+?)``", r"`\1`", code.title)
        rows.append((f"[{code.id}](../errors/{code.id}.md)", title))
    return _rows(("code", "means"), rows)


def _lints() -> str:
    rows = []
    for code in CODES.values():
        if code.severity == "warning":
            rows.append((f"[{code.id}](errors/{code.id}.md)", re.sub(r"``(.+?)``", r"`\1`", code.title)))
    return _rows(("code", "warns of"), rows)


def _scenario() -> str:
    whole: Schema = json.loads((ROOT / "schema" / "scenario.schema.json").read_text("utf-8"))
    schema = whole["$defs"]["scenario"]
    return _rows(("key", "says"), _keys_of(schema, whole, schema["required"]))


def _tiny() -> str:
    text = (ROOT / "tests" / "errors" / "bases" / "tiny.yaml").read_text("utf-8")
    return f"```yaml\n{text.strip()}\n```"


_WHOLE = {
    "picture": _picture,
    "top keys": _top_keys,
    "built-ins": _built_ins,
    "limits": _limits,
    "reserved": _reserved,
    "sentences": _sentences,
    "grammar": _grammar,
    "codes": _codes,
    "lints": _lints,
    "scenario": _scenario,
    "tiny": _tiny,
}
