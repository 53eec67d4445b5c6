"""Records are held against the schema by hand: both must say the same of any file."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from interpreter import Match
from interpreter.record.errors import RecordError
from interpreter.record.extract import extract
from interpreter.record.save import record_of
from interpreter.record.shape import record_from
from interpreter.resources import read_text
from tests.programs.table import Table
from tests.record.conftest import played

VALIDATOR = Draft202012Validator(json.loads(read_text("schema", "record.schema.json")))

STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 17, 10**12, "", "x", "P1", "P0", "P100", "spectator", "take", "ask",
    "a" * 64, "a" * 2001, "two\x00lines", "\ud800", "Märchen", [], ["P1"], ["P1", "P1"], [""], ["x"], {},
    {"a": 1}, {"P1": 1}, {"P1": "x"}, {"A-b": [1, {"c": None}]}, {"a": "\x1b"}, {"chance": 1},
    [{"chance": "x", "of": "Die"}], [{"chance": 3, "of": "Die", "seen": []}],
    {"places": {}, "won": []}, {"components": {}, "hidden": []},
)  # fmt: skip


def records(noughts: Table, market: Table) -> Iterator[dict[str, Any]]:
    over = played(Match(noughts.engine(), 3))
    yield record_of(over, actors={"P1": "human"}).to_json()
    asked = Match(market.engine(), 3, forced="ask")
    played(asked, 2)
    turn = asked.state.to_move[0]
    asked.choose(turn, asked.state.stage(turn).values[0])
    yield {**record_of(asked).to_json(), "entries": record_of(asked).to_json()["entries"][:7]}
    given = Match(market.engine(), 3, slots=(0, 1, 1, *market.engine().layout.start[3:]))
    yield record_of(played(given, 2)).to_json()
    yield extract(played(Match(market.engine(), 5), 3), 2)
    yield extract(over, None)


def mutants(whole: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The record with one place left out, added, or replaced by something strange."""
    yield whole
    lots = random.Random(12)
    for path in places(whole):
        *before, last = path
        for value in lots.sample(STRANGE, 12):
            yield changed(whole, before, last, value)
        gone = copy.deepcopy(whole)
        del at(gone, before)[last]
        yield gone
    for path in [(), *places(whole)]:
        if isinstance(at(whole, list(path)), dict):
            yield changed(whole, list(path), "more", 1)
            yield changed(whole, list(path), "for", "P1")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def at(value: Any, path: list[Any]) -> Any:
    for key in path:
        value = value[key]
    return value


def changed(whole: dict[str, Any], path: list[Any], last: Any, value: Any) -> dict[str, Any]:
    copied = copy.deepcopy(whole)
    at(copied, path)[last] = value
    return copied


def is_read(data: dict[str, Any]) -> bool:
    try:
        record = record_from(data)
    except RecordError:
        return False
    left_out = ("forced", "take")  # what goes without saying
    assert record.to_json() == {key: value for key, value in data.items() if (key, value) != left_out}
    return True


@pytest.mark.parametrize("which", range(5))
def test_the_schema_and_the_reader_agree(noughts: Table, market: Table, which: int) -> None:
    whole = list(records(noughts, market))[which]
    assert is_read(whole)
    for mutant in mutants(whole):
        is_valid = VALIDATOR.is_valid(mutant)
        assert is_read(mutant) == is_valid, json.dumps(mutant)
