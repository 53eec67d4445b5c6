"""Invariants: judged where one tests, with the move and the values; never in play."""

from pathlib import Path

import pytest

from interpreter import Game, RulesError
from interpreter.core.digest import digest
from interpreter.core.ir import Const
from interpreter.engine.machine import Engine
from interpreter.engine.playout import playout
from interpreter.record.match import demand_invariants
from interpreter.record.save import record_of, write
from interpreter.study.coverage import Statement
from interpreter.study.scenario_files import read_scenarios
from interpreter.study.scenarios import Outcome, run
from interpreter.study.simulate import simulate
from interpreter.study.suite import run_record
from interpreter.text.span import Source
from tests.small import codes, game

LEAK = """
    players: 2
    longest: 9 decisions
    components:
      bank: 0..9 = 9
      purse: 0..9 per Player seen by owner
    phases: {turns: {who: each clockwise from P1, repeat: until the end, one of: 'earn, lose'}}
    actions:
      earn: {do: move 1 from bank to purse(me)}
      lose: {do: remove up to 1 from purse(me)}
    invariants:
      nothing_is_lost: bank + (sum of purse(p) for p in Player) = 9
      nobody_is_rich: every p in Player has purse(p) < 3
"""
SCENARIOS = """language: 1
game: small
scenarios:
  - name: here
    players: 2
"""


def outcome(there: Game, text: str) -> Outcome:
    (scenario,), found = read_scenarios(Source("here.yaml", SCENARIOS + text), "small")
    assert found == ()
    return run(there, scenario)


def test_a_scenario_judges_invariants_after_each_move(tmp_path: Path) -> None:
    done = outcome(game(tmp_path, LEAK), "    when: [P1 earn, P2 earn, P1 lose, P2 lose]\n")

    (found,) = done.findings
    assert found.code == "E707"
    assert "`nothing_is_lost` (" in found.message
    assert "does not hold after move 3" in found.message
    assert found.help == "here `bank = 7`, `sum of purse(p) for p in Player = 1`"
    assert found.span is not None
    assert found.span.text == "P1 lose"


def test_every_is_shown_by_the_first_that_breaks_it(tmp_path: Path) -> None:
    moves = ", ".join(["P1 lose, P2 earn"] * 3)
    done = outcome(game(tmp_path, LEAK), f"    when: [{moves}]\n")

    (found,) = done.findings
    assert "`nobody_is_rich`" in found.message
    assert "after move 6" in found.message
    assert found.help == "here `p = P2`, `purse(P2) = 3`"


def test_what_is_false_in_a_given_position_is_not_judged(tmp_path: Path) -> None:
    there = game(tmp_path, LEAK)

    assert outcome(there, "    given: {bank: 2}\n    when: [P1 lose]\n").passed
    assert not outcome(there, "    given: {bank: 8, purse: {P1: 1}}\n    when: [P1 lose]\n").passed


def test_with_a_seed_all_must_hold_from_the_beginning(tmp_path: Path) -> None:
    there = game(tmp_path, LEAK.replace("0..9 = 9", "0..9 = 8"))

    (found,) = outcome(there, "    seed: 1\n").findings
    assert (found.code, found.message.endswith("before the first move")) == ("E707", True)


@pytest.mark.parametrize("actors", [None, ("random", "first")])
def test_a_simulation_judges_them_if_asked(tmp_path: Path, actors: tuple[str, ...] | None) -> None:
    program = game(tmp_path, LEAK).program()

    assert simulate(program, 20, 1, players=actors).tally.games == 20
    with pytest.raises(RulesError) as failed:
        simulate(program, 20, 1, players=actors, check=True)
    error = failed.value
    assert error.code == "E707"
    assert "after move" in error.message
    assert error.place is not None
    assert error.place.rule.startswith("invariants.")
    assert dict(error.values)
    assert any("the seed of that game" in note for note in error.__notes__)


def test_the_end_is_judged_too(tmp_path: Path) -> None:
    text = """
        players: 1
        longest: 9 decisions
        components: {spent: flag}
        phases: {once: {who: P1, one of: spend}}
        actions: {spend: {do: set spent to true}}
        invariants: {unspent: not spent}
    """
    engine = Engine(game(tmp_path, text).program())

    playout(engine, 1)
    with pytest.raises(RulesError, match="`unspent` does not hold after move 1"):
        playout(engine, 1, judge=engine.invariants.demand)


def test_a_condition_of_an_invariant_may_bind_it(tmp_path: Path) -> None:
    text = LEAK.split("    invariants:")[0] + "    invariants: {rich: {that: bank < 9, if: purse(P1) > 0}}\n"

    engine = Engine(game(tmp_path, text).program())

    assert engine.invariants.true_in(engine.layout.start) == {"rich"}


def test_they_change_no_digest(tmp_path: Path) -> None:
    # `price` and the flower's domain are read by the invariant alone.
    text = """
        players: 2
        longest: 9 decisions
        kinds: {Flower: {has: {price: 0..9}, rows: {rose: '3', iris: '4'}}}
        components: {bed: set of Flower}
        phases: {turns: {who: P1, one of: nothing}}
    """
    more = "    invariants: {cheap: (sum of price(f) for f in bed) < 9}\n"
    without = game(tmp_path / "a", text).program()
    with_one = game(tmp_path / "b", text.rstrip() + "\n    " + more).program()

    assert with_one.beside != (0, 0, 0)
    assert digest(without) == digest(with_one)


def test_a_record_is_judged_at_every_state(tmp_path: Path) -> None:
    there = game(tmp_path, LEAK)
    match = there.start(2, seed=1)
    match.apply(1, "earn")
    demand_invariants(match)
    match.apply(2, "lose")
    match.apply(1, "lose")
    match.apply(2, "earn")

    with pytest.raises(RulesError, match="`nothing_is_lost` does not hold after move 3"):
        demand_invariants(match)

    write(tmp_path / "match.json", record_of(match))
    (found,) = run_record(there, tmp_path / "match.json", "match.json").findings
    assert found.code == "E707"
    assert "here `bank = 8`" in found.message


def test_what_is_certain_needs_no_values(tmp_path: Path) -> None:
    text = LEAK.split("    invariants:")[0] + "    invariants: {wrong: player_count = 3}\n"

    (one,) = game(tmp_path, text).program().invariants

    assert (one.test, one.shows) == (Const(0), ())


def test_nobody_acts_in_an_invariant(tmp_path: Path) -> None:
    assert codes(tmp_path, LEAK + "      mine: purse(me) = 0\n") == ["E414"]


def test_an_invariant_neither_rules_nor_declares() -> None:
    statement = Statement("R1", "rule", ("invariants.unspent", "actions.spend"), (), ())

    assert statement.ruled_by == ("actions.spend",)
    assert statement.declared_by == ()
