"""The hardest pages of the language: each loads, fits the schema, and every sentence of it parses."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.resources import read_text
from interpreter.syntax.document import Mapping, Node, Scalar, Sequence
from interpreter.syntax.grammar import STARTS
from interpreter.syntax.read_ruleset import read_ruleset
from interpreter.syntax.schema_check import check
from interpreter.syntax.sentences import parse_all, sentences_of
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source

HERE = Path(__file__).parent
RULESETS = HERE.parents[1] / "rulesets"
PAGES = {
    "clans-founding": 60,
    "yuan-planning-and-colonising": 150,
}
SCHEMAS = ("data", "document", "picture", "record", "ruleset", "scenario")


def page(name: str) -> Mapping:
    text = (HERE / f"{name}.yaml").read_text(encoding="utf-8")
    root, findings = read(Source(f"{name}.yaml", text))
    assert findings == ()
    assert isinstance(root, Mapping)
    return root


def test_every_page_is_listed() -> None:
    assert {path.stem for path in HERE.glob("*.yaml")} == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_page_fits_the_schema(name: str) -> None:
    assert check(page(name), "ruleset") == ()


@pytest.mark.parametrize(("name", "fewest"), PAGES.items())
def test_every_sentence_parses(name: str, fewest: int) -> None:
    root = page(name)
    assert parse_all(root, "ruleset").findings == []
    # A page whose sentences the schema does not point at would pass by silence.
    assert len(list(sentences_of(root, "ruleset"))) >= fewest


@pytest.mark.parametrize("name", PAGES)
def test_log_texts_parse(name: str) -> None:
    root = page(name)
    _, findings = read_ruleset(root, parse_all(root, "ruleset"))
    assert [finding for finding in findings if finding.code != "E690"] == []


def strings(node: Node) -> Iterator[str]:
    match node:
        case Scalar():
            if isinstance(node.value, str):
                yield node.value
        case Sequence(items=items):
            for item in items:
                yield from strings(item)
        case Mapping(entries=entries):
            for entry in entries:
                yield from strings(entry.value)


def cited(root: Mapping) -> set[str]:
    """Every id that stands in a footnote or under `cite`."""
    sentences = parse_all(root, "ruleset")
    feet = {cite for foot in feet_below(list(map(sentences.node, texts_of(root)))) for cite in foot.cites}
    return feet | set(listed_cites(root))


def texts_of(root: Mapping) -> list[Scalar]:
    return [scalar for scalar, _ in sentences_of(root, "ruleset")]


def feet_below(value: Any) -> Iterator[Any]:
    """Every footnote in a syntax tree."""
    if type(value).__name__ == "Foot":
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from feet_below(item)
    elif hasattr(value, "__dataclass_fields__"):
        for field in value.__dataclass_fields__:
            if field != "span":
                yield from feet_below(getattr(value, field))


def listed_cites(node: Node) -> Iterator[str]:
    match node:
        case Sequence(items=items):
            for item in items:
                yield from listed_cites(item)
        case Mapping(entries=entries):
            for entry in entries:
                if entry.name == "cite":
                    yield from strings(entry.value)
                else:
                    yield from listed_cites(entry.value)
        case Scalar():
            return


@pytest.mark.parametrize("name", PAGES)
def test_citations_stand_in_the_document(name: str) -> None:
    root = page(name)
    game = root.get("game")
    assert isinstance(game, Scalar)
    file = RULESETS / game.text / "document.yaml"
    if root.get("document") is None or not file.exists():
        return  # its statements stand at the head of the page, or the game is not shipped yet
    document, _ = read(Source(str(file), file.read_text(encoding="utf-8")))
    assert isinstance(document, Mapping)
    known: set[str] = set()
    for section in ("statements", "rulings", "sources"):
        part = document.get(section)
        known |= set(part.keys()) if isinstance(part, Mapping) else set()
    assert cited(root) - known == set()


# ---- the schemas themselves --------------------------------------------------------------------


def schema(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(read_text("schema", f"{name}.schema.json"))
    return loaded


def below(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from below(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from below(inner)


def description_of(part: dict[str, Any], whole: dict[str, Any]) -> str | None:
    if "description" in part or "$ref" not in part:
        return part.get("description")
    return description_of(whole["$defs"][part["$ref"].removeprefix("#/$defs/")], whole)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_property_is_described(name: str) -> None:
    whole = schema(name)
    bare = [
        key
        for part in below(whole)
        if isinstance(part.get("properties"), dict) and part.get("type") == "object"
        for key, inner in part["properties"].items()
        if not description_of(inner, whole)
    ]
    assert bare == []


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_dispatch_and_close(name: str) -> None:
    for part in below(schema(name)):
        assert not {"oneOf", "anyOf"} & part.keys()
        if part.get("type") == "object" and isinstance(part.get("properties"), dict):
            assert part["additionalProperties"] is False


@pytest.mark.parametrize("name", SCHEMAS)
def test_sentences_have_start_symbols(name: str) -> None:
    starts = {part["x-start"] for part in below(schema(name)) if isinstance(part.get("x-start"), str)}
    assert starts <= set(STARTS)
