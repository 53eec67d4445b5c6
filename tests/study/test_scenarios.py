"""Each way in which a scenario can fail gives the finding that says so, at its place."""

import re
from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.study.scenario_files import Scenario, read_scenarios
from interpreter.study.scenarios import Outcome, run
from interpreter.study.suite import suite_of
from interpreter.syntax.schema_check import check as check_schema
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source

GIVEN = """language: 1
game: clans
scenarios:
  - name: here
    players: 3
    given:
      huts: {T01: {red: 1}, T02: {blue: 1}, T06: {green: 1}, T07: {black: 1}}
      clan: {P1: red, P2: blue, P3: green}
      starter: P1
"""
MOVED = f"""{GIVEN}    when:
      - P1 move from T02 to T06
"""


HERE = Path(__file__).resolve().parent / "scenarios"


def source(name: str) -> Source:
    return Source(name, (HERE / name).read_text("utf-8"))


def scenarios_in(text: str | Source, game: str = "clans") -> tuple[Scenario, ...]:
    scenarios, found = read_scenarios(text if isinstance(text, Source) else Source("here.yaml", text), game)
    assert found == ()
    return scenarios


def outcome(game: Game, text: str) -> Outcome:
    (scenario,) = scenarios_in(text)
    return run(game, scenario)


HOLDS = scenarios_in(source("holds.yaml"))
FAILS = scenarios_in(source("fails.yaml"))
WANTED = re.compile(r"#! (E\d\d\d) ?([^|]*)(?:\| (.*))?$")


@pytest.mark.parametrize("scenario", HOLDS, ids=lambda scenario: scenario.name)
def test_what_the_rules_do_passes(clans: Game, scenario: Scenario) -> None:
    assert run(clans, scenario).findings == ()


@pytest.mark.parametrize("scenario", FAILS, ids=lambda scenario: scenario.name)
def test_what_fails_says_what_was_expected_and_found(clans: Game, scenario: Scenario) -> None:
    (found,) = run(clans, scenario).findings
    assert found.span is not None
    wanted = WANTED.search(found.span.source.line(found.span.line))
    assert wanted is not None, found
    code, message, help_ = wanted.groups(default="")
    assert found.code == code
    assert message.strip() in found.message
    assert help_ in (found.help or "")


def test_every_line_that_must_fail_belongs_to_one_scenario() -> None:
    lines = source("fails.yaml").text.splitlines()
    assert sum(WANTED.search(line) is not None for line in lines) == len(FAILS)


def test_everything_that_fails_is_reported(clans: Game) -> None:
    text = f"""{MOVED}    then: [chips(P1) = 2, chips(P2) = 2, true]
    legal: {{P2: 3}}
    result: unfinished
"""
    assert [one.code for one in outcome(clans, text).findings] == ["E930", "E930", "E933", "E936"]


# Forced moves, chance, and rules that fail

DICE = """
language: 1
game: dice
title: Dice
players: 2
longest: 20 decisions
components:
  score: 0..9 per Player
  last: 1..6 = 1
phases:
  turns:
    who: each clockwise from P1
    repeat: until the end
    one of: roll, stay
actions:
  roll:
    do: |
      draw 1 from 1..6 to last
      add last to score(me)
  stay:
    requires:
      has_points: score(me) > 0
    do: finish
ends:
  enough:
    when: some p in Player where score(p) >= 5
ranking:
  of: p in Player
  keys:
    score: highest score(p)
  last: shared
"""


@pytest.fixture
def dice(tmp_path: Path) -> Game:
    (tmp_path / "ruleset.yaml").write_text(DICE)
    loaded = load(str(tmp_path))
    assert loaded.game is not None, loaded.diagnostics
    return loaded.game


DICE_SCENARIOS = """language: 1
game: dice
scenarios:
  - name: chance as it is written, and forced moves by themselves
    players: 2
    # nobody can stay with nothing, so both rolled before P1 chose
    chance: [2, 3, 1]
    when: [P1 roll]
    then: [score(P1) = 3, score(P2) = 3, last = 1]
    log: [P1 roll, P2 roll, P1 roll]
  - name: a forced move that is said
    players: 2
    given: {score: {P1: 1}}
    chance: [1, 2]
    when: [P1 roll, P2 roll]
  - name: rules that fail
    players: 2
    given: {score: {P1: 4}}
    chance: [6]
    when: [P1 roll]
  - name: a condition that cannot be computed
    players: 2
    given: {score: {P1: 4}}
    then: [10 div (score(P1) - 4) = 1]
  - name: another number than those on a die
    players: 2
    given: {score: {P1: 1}}
    chance: [7]
    when: [P1 roll]
"""


def test_chance_forced_moves_and_failing_rules(dice: Game) -> None:
    written, said, failing, uncomputed, seven = (
        run(dice, scenario) for scenario in scenarios_in(DICE_SCENARIOS, "dice")
    )
    assert written.findings == ()
    (found,) = said.findings
    assert found.code == "E931"
    assert found.help == "it was the only legal move and was made by itself: leave it out"
    (found,) = failing.findings
    assert found.code == "E939"
    assert "the rules fail in `actions.roll`" in found.message
    assert "E701" in found.message
    assert uncomputed.findings[0].code in ("E602", "E930")
    assert seven.findings[0].code == "E938"


def test_a_match_cut_at_its_longest_is_unfinished(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(DICE.replace("20 decisions", "3 decisions"))
    game = load(str(tmp_path)).game
    assert game is not None
    text = """language: 1
game: dice
scenarios:
  - name: three rolls
    players: 2
    given: {score: {P1: 1, P2: 1}}
    chance: [1, 1, 1]
    when: [P1 roll, P2 roll, P1 roll]
    result: unfinished
    won: []
"""
    (scenario,) = scenarios_in(text, "dice")
    assert run(game, scenario).findings == ()


# Files


def test_a_file_of_another_game_is_refused() -> None:
    scenarios, found = read_scenarios(Source("here.yaml", GIVEN), "tic-tac-toe")
    assert scenarios == ()
    assert [one.code for one in found] == ["E653"]


def test_two_scenarios_of_one_name_are_refused() -> None:
    text = GIVEN + GIVEN.split("scenarios:\n")[1]
    _, found = read_scenarios(Source("here.yaml", text), "clans")
    assert [one.code for one in found] == ["E400"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "E106"),
        ("a: [", "E124"),
        ("[]", "E201"),
        (GIVEN.replace("players: 3", "players: three"), "E201"),
        (GIVEN.replace("given", "givn"), "E202"),
        (GIVEN + "    seed: 1\n", "E211"),
        (GIVEN + "    result: [P1]\n", "E201"),
        (GIVEN + "    result: soon\n", "E204"),
    ],
)
def test_a_file_that_is_no_scenario_file_says_why(text: str, code: str) -> None:
    scenarios, found = read_scenarios(Source("here.yaml", text), "clans")
    assert scenarios == ()
    assert code in [one.code for one in found]


def test_the_schema_knows_every_key_that_is_read() -> None:
    text = """language: 1
game: clans
scenarios:
  - name: everything
    cite: [R12]
    players: 2
    options: {big_group_merge: true}
    given: {starter: P1}
    chance: [red, 3]
    when: [P1 move from T01 to T02, {refused: P1 move from T01 to T02, because: from}]
    then: [true]
    legal: {P1: 3, P2: []}
    view: {spectator: {sees: [villages], hides: [clan]}}
    log: [something]
    result: {P1: 1, P2: 1}
    won: [P1, P2]
"""
    root, found = read(Source("here.yaml", text))
    assert found == ()
    assert root is not None
    assert check_schema(root, "scenario") == ()
    scenario = scenarios_in(text)[0]
    assert scenario.options == {"big_group_merge": True}
    assert [cite.text for cite in scenario.cites] == ["R12"]
    assert scenario.chance is not None


# Suites


def test_a_suite_has_a_case_for_everything_beside_a_ruleset(clans: Game, tmp_path: Path) -> None:
    for folder in ("scenarios", "records"):
        (tmp_path / folder).mkdir()
    (tmp_path / "scenarios" / "good.yaml").write_text(MOVED)
    (tmp_path / "scenarios" / "wrong.yaml").write_text(GIVEN.replace("given", "givn"))
    (tmp_path / "scenarios" / "cites.yaml").write_text(GIVEN + "    cite: [R99]\n")
    (tmp_path / "scenarios" / "notes.txt").write_text("nothing")
    (tmp_path / "records" / "cut.json").write_text("{")
    suite = suite_of(clans, tmp_path, "clans/")
    outcomes = {case.name: case.run() for case in suite.cases}
    assert {name: [one.code for one in outcome.findings] for name, outcome in outcomes.items()} == {
        "cites": ["E650"],
        "good: here": [],
        "wrong": ["E202"],
        "records: cut": ["E804"],
    }
    assert outcomes["wrong"].findings[0].span is not None
    assert outcomes["wrong"].file == "clans/scenarios/wrong.yaml"
    assert outcomes["records: cut"].file == "clans/records/cut.json"
    assert [one.name for one in suite.scenarios] == ["here"]


def test_a_ruleset_with_nothing_beside_it_has_no_cases(clans: Game, tmp_path: Path) -> None:
    assert suite_of(clans, tmp_path).cases == ()
