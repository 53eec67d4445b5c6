"""Saves and scenario files, spoilt: every answer is an error of their own kind or a finding."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import Game, Match, load
from interpreter.record.errors import RecordError
from interpreter.record.form import Record
from interpreter.record.replay import first_difference, replay, resume
from interpreter.record.save import parse, record_of
from interpreter.study.scenario_files import read_scenarios
from interpreter.study.scenarios import run
from interpreter.text.render import render_all
from interpreter.text.span import Source
from tests.fuzz.derive import sentence
from tests.fuzz.mutate import mutated, names_in

ROOT = Path(__file__).parents[2]
CLANS = sorted((ROOT / "rulesets" / "clans" / "scenarios").glob("*.yaml"))
GAMES = {
    "tic-tac-toe": "tic-tac-toe",
    "suits": str(ROOT / "tests/laws/games/suits.yaml"),
    "marsh": str(ROOT / "tests/laws/games/marsh.yaml"),
}
STEADY = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
seeds = st.integers(0, 2**32 - 1)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=12,
)


def game(name: str) -> Game:
    loaded = load(GAMES.get(name, name))
    assert loaded.game is not None
    return loaded.game


def played(name: str, lots: random.Random) -> Match:
    match = game(name).start(seed=lots.randrange(1000))
    for _ in range(lots.randrange(12)):
        if match.state.is_over:
            break
        player = match.state.to_move[0]
        match.apply(player, lots.choice(list(match.state.legal(player))))
    return match


def used(there: Game, data: bytes) -> bool:
    """Whether bytes are a record that plays; a record that does not is refused in its own words."""
    try:
        record = parse(data, "a record")
        replay(there, record)
        resume(there, record)
    except RecordError as error:
        assert error.diagnostic.code.startswith("E8")
        assert error.diagnostic.message
        return False
    return True


# -- saves ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@settings(STEADY, max_examples=60)
@given(seed=seeds)
def test_spoilt_text_of_a_record(name: str, seed: int) -> None:
    lots = random.Random(seed)
    text = record_of(played(name, lots)).text()
    for _ in range(lots.choice([1, 1, 2, 4])):
        at = lots.randrange(len(text))
        new = lots.choice(
            ["", "", "0", "9", "-", "}", "]", '"', ",", "1e9", "null", "NaN", "\\u0000", "é", "[" * 50]
        )
        text = text[:at] + new + text[at + lots.choice([0, 1, 1, 3, 40]) :]
    used(game(name), text.encode())


@pytest.mark.parametrize("name", GAMES)
@settings(STEADY, max_examples=60)
@given(seed=seeds, value=plain)
def test_a_record_with_another_value(name: str, seed: int, value: Any) -> None:
    lots = random.Random(seed)
    whole = json.loads(record_of(played(name, lots)).text())
    parent, key = lots.choice(list(places(whole)))
    if lots.random() < 0.3:
        del parent[key]
    else:
        parent[key] = value
    used(game(name), json.dumps(whole).encode())


def places(value: Any) -> "list[tuple[Any, Any]]":
    """Every place below a value of JSON, as what it is in and its key there."""
    keys = (
        list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    )
    return [(value, key) for key in keys] + [one for key in keys for one in places(value[key])]


@pytest.mark.parametrize("name", GAMES)
@settings(STEADY, max_examples=40)
@given(seed=seeds)
def test_a_record_whose_entries_changed_places(name: str, seed: int) -> None:
    lots = random.Random(seed)
    there, record = game(name), record_of(played(name, lots))
    entries = list(record.entries)
    lots.shuffle(entries)
    changed = replace(record, entries=tuple(entries[: lots.randrange(len(entries) + 1)]))
    if changed.entries == record.entries:
        assert used(there, changed.text().encode())
    else:
        first_difference(there, changed)
        used(there, changed.text().encode())


@settings(STEADY, max_examples=80)
@given(data=st.one_of(st.binary(max_size=200), plain.map(lambda one: json.dumps(one).encode())))
def test_any_bytes_as_a_record(data: bytes) -> None:
    with pytest.raises(RecordError):
        parse(data, "a record")


def test_a_sound_record_plays() -> None:
    for name in GAMES:
        match = played(name, random.Random(1))
        record = record_of(match)
        assert isinstance(record, Record)
        assert used(game(name), record.text().encode())


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@settings(STEADY, max_examples=400, derandomize=False)
@given(seed=seeds, value=plain)
def test_many_records_with_another_value(name: str, seed: int, value: Any) -> None:
    lots = random.Random(seed)
    whole = json.loads(record_of(played(name, lots)).text())
    parent, key = lots.choice(places(whole))
    parent[key] = value
    used(game(name), json.dumps(whole).encode())


# -- scenarios --------------------------------------------------------------------------------------------


def run_all(text: str, there: Game) -> int:
    """Read and run; how many scenarios there were."""
    scenarios, found = read_scenarios(Source("s.yaml", text), there.name)
    render_all(found[:20])
    assert not (scenarios and found)
    for scenario in scenarios:
        outcome = run(there, scenario)
        render_all(outcome.findings)
    return len(scenarios)


@settings(STEADY, max_examples=25)
@given(seed=seeds)
def test_spoilt_scenarios(seed: int) -> None:
    lots = random.Random(seed)
    text = short(lots.choice(CLANS).read_text(encoding="utf-8"), lots)
    run_all(mutated(text, lots), game("clans"))


def short(text: str, lots: random.Random) -> str:
    """The head of a scenario file with two of its scenarios."""
    head, *rest = text.split("  - name:")
    return head + "".join("  - name:" + one for one in lots.sample(rest, 2))


SCENARIO = """language: 1
game: suits
scenarios:
  - name: one
    players: 3
    seed: 5
    then: [{phrases}]
"""


@settings(STEADY, max_examples=50)
@given(seed=seeds)
def test_phrases_that_the_grammar_derives(seed: int) -> None:
    lots = random.Random(seed)
    names = [*names_in(Path(GAMES["suits"]).read_text(encoding="utf-8")), "P1", "P2"]
    phrases = [json.dumps(sentence("phrase", names, lots, lots.randint(3, 8))) for _ in range(3)]
    assert run_all(SCENARIO.format(phrases=", ".join(phrases)), game("suits")) == 1


@settings(STEADY, max_examples=60)
@given(
    value=plain, key=st.sampled_from(["given", "chance", "legal", "view", "log", "result", "when", "options"])
)
def test_scenarios_with_another_value(key: str, value: Any) -> None:
    lines = SCENARIO.format(phrases="'true'")
    if key == "given":
        lines = lines.replace("    seed: 5\n", "")
    run_all(f"{lines}    {key}: {json.dumps(value)}\n", game("suits"))


def test_a_phrase_that_would_take_for_ever_is_refused() -> None:
    phrase = "(some a in 0..4000 with b in 0..4000 with c in 0..4000 where a + b + c = 99999)"
    (scenario,), _ = read_scenarios(Source("s.yaml", SCENARIO.format(phrases=json.dumps(phrase))), "suits")
    assert [one.code for one in run(game("suits"), scenario).findings] == ["E615"]


@settings(STEADY, max_examples=80)
@given(seed=seeds)
def test_given_tables_that_are_spoilt(seed: int) -> None:
    lots = random.Random(seed)
    view = played("suits", lots).state.view(None)["components"]
    assert isinstance(view, dict)
    parent, key = lots.choice(places(view))
    parent[key] = lots.choice(
        [None, True, -1, 10**12, "red", "P9", [], ["red", "red"], {}, {"red": -1}, {"P1": 3}]
    )
    text = SCENARIO.format(phrases="'true'").replace("seed: 5", f"given: {json.dumps(view)}")
    run_all(text, game("suits"))
