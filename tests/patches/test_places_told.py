"""What is told of a variant in play names the file that says it: failures, refusals, the log, scenarios."""

from pathlib import Path

import pytest

from interpreter import Game, Refusal, RulesError, load
from interpreter.engine.events import Told
from interpreter.record.match import demand_invariants
from interpreter.study.suite import suite_of
from tests.patches.orchard import lay_out

PAGE = """\
language: 1
game: orchard-odd
title: Odd
extends: ../ruleset.yaml
document: odd/document.yaml
adds:
  components: {picked: 0..2 per Player}
  invariants: {fair: picked(P1) < 2}
changes:
  actions.pick.do:
    now: |
      remove number from hanging(tree)
      add number to basket(me) [R2]
      add 1 to picked(me) [V1]
  actions.pick.requires.odd: {after: enough, now: 'number != 2 [V1]'}
"""
DOCUMENT = "language: 1\ngame: orchard-odd\ntitle: Odd\nstatements:\n  V1: {kind: rule, says: Odd numbers.}\n"
SCENARIO = """\
language: 1
game: orchard-odd
scenarios:
  - name: Two are not odd
    players: 2
    when:
      - P1 pick old 2
  - name: Three times is too often
    players: 2
    when: [P1 pick old 1, P2 pick old 1, P1 pick old 1]
"""
VARIANT = "variants/odd.yaml"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {VARIANT: PAGE, "variants/odd/document.yaml": DOCUMENT, "variants/odd/scenarios/a.yaml": SCENARIO}
    return lay_out(tmp_path_factory.mktemp("odd"), **files)


@pytest.fixture(scope="module")
def odd(folder: Path) -> Game:
    game = load(str(folder / VARIANT), cached=False).game
    assert game is not None
    return game


def line_of(words: str) -> int:
    return next(number for number, line in enumerate(PAGE.splitlines(), 1) if words in line)


def test_a_failure_stands_where_the_sentence_is_that_fails(odd: Game, folder: Path) -> None:
    match = odd.start(2)
    for player in (1, 2, 1):
        match.apply(player, "pick old 1")
    with pytest.raises(RulesError) as failed:
        demand_invariants(match)
    place = failed.value.place
    assert place is not None
    assert (place.file, place.line) == (f"{folder}/{VARIANT}", line_of("fair:"))


def test_a_refusal_cites_the_variant_and_names_its_file(odd: Game, folder: Path) -> None:
    with pytest.raises(Refusal) as refused:
        odd.start(2).apply(1, "pick old 2")
    place = refused.value.place
    assert refused.value.reason == "odd"
    assert place is not None
    assert (place.file, place.line, place.cites) == (f"{folder}/{VARIANT}", line_of("requires.odd"), ("V1",))


def test_what_the_log_tells_comes_from_the_file_that_says_it(odd: Game, folder: Path) -> None:
    match = odd.start(2)
    match.apply(1, "pick old 1")
    program = match.engine.program
    events = [program.events[one.event] for one in match.happenings() if isinstance(one, Told)]
    places = [program.places[one.place] for one in events if one.place >= 0]

    assert [(one.file.removeprefix(f"{folder}/"), one.line) for one in places] == [
        (VARIANT, line_of("remove number")), (VARIANT, line_of("to basket")), (VARIANT, line_of("to picked")),
    ]  # fmt: skip


def test_a_scenario_of_the_variant_fails_in_its_own_file(odd: Game, folder: Path) -> None:
    suite = suite_of(odd, folder / "variants" / "odd", "variants/odd/")
    outcomes = [case.run() for case in suite.cases]
    found = [finding for outcome in outcomes for finding in outcome.findings]

    assert [one.code for one in found] == ["E931", "E707"]
    assert {one.span.source.path for one in found if one.span is not None} == {
        "variants/odd/scenarios/a.yaml"
    }
    assert VARIANT in found[1].message
