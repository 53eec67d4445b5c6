from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.study.coverage import Coverage, cover
from interpreter.study.scenario_files import read_scenarios
from interpreter.study.suite import suite_of
from interpreter.text.span import Source

RULES = """language: 1
game: coin
title: Coin
players: 2
document: document.yaml
data: cards.yaml
longest: 5 decisions
kinds:
  Card:
    rows: cards if kind else others
    has: {worth: 1..3}
options:
  kind:
    is: flag = true [C1]
components:
  score: 0..9 per Player [C2]
terms:
  rich(p in Player): score(p) = 3 [R7]
phases:
  turns:
    who: each clockwise from P1 [R1]
    repeat: until the end
    one of: take, leave
actions:
  take:
    do: add 1 to score(me) [R2, R3, F2]
  leave:
    do: finish [G1]
ends:
  enough:
    when: some p in Player where rich(p) [R2]
ranking:
  of: p in Player
  keys:
    score: highest score(p) [R5]
  last: shared
"""

DOCUMENT = """language: 1
game: coin
title: Coin
statements:
  R1: {kind: rule, says: ruled and tested}
  R2: {kind: rule, says: ruled twice and tested twice}
  R3: {kind: rule, says: ruled but not tested}
  R4: {kind: rule, says: tested but not ruled}
  R5: {kind: consequence, says: cited but not tested}
  R6: {kind: consequence, says: tested}
  R7: {kind: rule, says: what a word means is encoded by the term that defines it}
  C1: {kind: component, says: declared}
  C2: {kind: component, says: declared and tested}
  C3: {kind: component, says: only tested}
  C4: {kind: component, says: a row of a data file declares it}
  C5: {kind: component, says: a row of a table that is another choice declares it}
  C6: {kind: component, says: a row of a table that nobody reads is no declaration}
  F1: {kind: flavour, says: cited by nobody}
  F2: {kind: flavour, says: cited all the same}
rulings:
  G1: {kind: rule, about: [R1], says: a ruling counts like a statement}
sources:
  S1: {says: nobody asks for a source}
"""

CARDS = """
cards: {ace: {worth: 3, cite: [C4]}, ten: {worth: 1}}
others: {ace: {worth: 3}, ten: {worth: 2, cite: [C4, C5]}}
unread: {ace: {cite: [C6]}}
"""

SCENARIOS = """language: 1
game: coin
scenarios:
  - {name: first, players: 2, cite: [R1, R2, R4, R6, R7, C2, C3]}
  - {name: second, players: 2, cite: [R2, G1]}
"""

MISSING = {
    "R1": (),
    "R2": (),
    "R3": ("no scenario cites it",),
    "R4": ("no rule cites it",),
    "R5": ("no scenario cites it",),
    "R6": (),
    "R7": (),
    "C1": (),
    "C2": (),
    "C3": ("no declaration cites it",),
    "C4": (),
    "C5": (),
    "C6": ("no declaration cites it",),
    "F1": (),
    "F2": ("it is cited, but asks for nothing",),
    "G1": (),
}


@pytest.fixture
def coverage(tmp_path: Path) -> Coverage:
    (tmp_path / "ruleset.yaml").write_text(RULES)
    (tmp_path / "document.yaml").write_text(DOCUMENT)
    (tmp_path / "cards.yaml").write_text(CARDS)
    loaded = load(str(tmp_path))
    assert loaded.game is not None, loaded.diagnostics
    scenarios, found = read_scenarios(Source("s.yaml", SCENARIOS), "coin")
    assert found == ()
    return cover(loaded.game.every_checked(), scenarios)


def test_each_kind_of_statement_asks_for_its_own(coverage: Coverage) -> None:
    assert {one.name: one.missing for one in coverage.statements} == MISSING
    assert [one.name for one in coverage.gaps] == [name for name, missing in MISSING.items() if missing]


def test_who_cites_a_statement_is_told(coverage: Coverage) -> None:
    two = next(one for one in coverage.statements if one.name == "R2")
    assert two.cited_by == ("actions.take", "ends.enough")
    assert two.tested_by == ("first", "second")
    declared = next(one for one in coverage.statements if one.name == "C1")
    assert declared.declared_by == ("options.kind",)
    assert declared.ruled_by == ()
    defined = next(one for one in coverage.statements if one.name == "R7")
    assert defined.declared_by == defined.ruled_by == ("terms.rich",)
    printed = next(one for one in coverage.statements if one.name == "C4")
    assert printed.declared_by == ("kinds.Card.rows.ace", "kinds.Card.rows.ten")


def test_the_percentage_counts_statements_and_rulings(coverage: Coverage) -> None:
    assert coverage.percentage == pytest.approx(100 * 10 / 16)
    assert not coverage.is_complete
    assert [one.name for one in coverage.sources] == ["S1"]
    whole = coverage.to_json()
    assert whole["game"] == "coin"
    assert whole["complete"] is False


def test_a_game_without_a_document_lacks_nothing(noughts: Game) -> None:
    coverage = cover(noughts.every_checked(), ())
    assert coverage.statements == ()
    assert coverage.percentage == 100.0
    assert coverage.is_complete


def test_scenarios_beside_a_ruleset_are_those_that_count(clans: Game) -> None:
    from interpreter import resources

    folder = resources.root("rulesets") / "clans"
    coverage = cover(clans.every_checked(), suite_of(clans, folder).scenarios)
    by_name = {one.name: one for one in coverage.statements}
    assert by_name["R13"].ruled_by == ("actions.move.choose.to",)
    assert "The published example of a conflict (golden 8)" in by_name["R23"].tested_by
    assert len(coverage.statements) == 49 + 19
