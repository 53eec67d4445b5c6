"""Each small ruleset has one known fault, which is found with a record that shows it; its twin has not."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Game
from interpreter.api.files import shipped
from interpreter.backends.reference import Reference
from interpreter.core.ir import Program
from interpreter.core.verify import verify
from interpreter.engine import machine
from interpreter.engine.errors import RulesError
from interpreter.engine.policy import CUT
from interpreter.record.match import Match, demand_invariants
from interpreter.record.replay import replay
from interpreter.record.save import parse
from interpreter.study.playability.finding import Finding
from interpreter.study.playability.judge import judge
from interpreter.study.playability.looks import Looker
from interpreter.study.playability.marks import Marked, marked
from interpreter.study.playability.odds import interval
from interpreter.study.playability.report import to_json
from interpreter.study.playability.search import Plan, Search, search
from interpreter.study.playability.settings import settings_of
from interpreter.study.playability.trace import record_from
from tests.shipped import shipped_game, shipped_program
from tests.small import game
from tests.study.faults import FAULTS, PIT, Fault, turns

FEW = 24
"""Games of a search in these tests."""


def looked_at(subject: Game, *, games: int = FEW, positions: int = 500, every_option: bool = False) -> Search:
    which, notes = settings_of(subject, None, {}, every_option)
    return search(subject, which, notes, Plan(games, "test", positions=positions, executor="reference"))


def found(subject: Game, name: str, *, positions: int = 500, every_option: bool = False) -> list[Finding]:
    """The findings of that name."""
    found = judge(looked_at(subject, positions=positions, every_option=every_option))
    return [one for one in found if one.name == name]


def shown(subject: Game, finding: Finding, every_option: bool = False) -> Match:
    """The match that shows a finding, written as a record, read and replayed."""
    assert finding.shown is not None
    setting = settings_of(subject, None, {}, every_option)[0][finding.shown.setting]
    engine = subject.engine(setting.players, dict(setting.options))
    record = record_from(engine, finding.shown.trace)
    assert record is not None
    return replay(subject, parse(record.text().encode(), "shown.json")).match


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_each_fault_is_found_and_its_twin_has_it_not(
    fault: Fault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "MAX_UNITS", 500_000)  # so that nobody waits for nothing
    faulty = game(tmp_path / "faulty", fault.rules.replace(fault.word, fault.faulty))
    findings = found(faulty, fault.name, every_option=fault.every_option)
    assert findings, f"`{fault.name}` is not found"
    first = findings[0]
    assert (first.where.rule, first.severity, first.certain) == (fault.rule, fault.severity, True)
    assert not fault.rule or first.where.line
    shown(faulty, first, fault.every_option)
    sound = game(tmp_path / "sound", fault.rules.replace(fault.word, fault.sound))
    left = found(sound, fault.name, every_option=fault.every_option)
    assert first.where.rule not in [one.where.rule for one in left]


def faulty_game(tmp_path: Path, name: str) -> Game:
    fault = next(one for one in FAULTS if one.name == name)
    return game(tmp_path, fault.rules.replace(fault.word, fault.faulty))


def test_the_record_before_a_failure_goes_on_to_it(tmp_path: Path) -> None:
    subject = faulty_game(tmp_path, "out-of-range")
    (finding,) = found(subject, "out-of-range")
    match = shown(subject, finding)
    assert finding.how == "the match before it; it goes on with `P2 go`"
    with pytest.raises(RulesError) as raised:
        match.apply(2, "go")
    assert raised.value.code == "E701"


def test_the_record_of_a_broken_invariant_is_accepted_and_one_move_from_it(tmp_path: Path) -> None:
    subject = faulty_game(tmp_path, "invariant-broken")
    (finding,) = found(subject, "invariant-broken")
    match = shown(subject, finding)
    demand_invariants(match)
    match.apply(match.state.to_move[0], "go")
    with pytest.raises(RulesError, match="`low` does not hold after move 3"):
        demand_invariants(match)


def test_the_record_of_a_loss_shows_that_a_thing_is_gone(tmp_path: Path) -> None:
    subject = faulty_game(tmp_path, "not-conserved")
    (finding,) = found(subject, "not-conserved")
    view = shown(subject, finding).state.view(None)["components"]
    things = [thing for thing in view["on"].values() if thing is not None]
    assert sum(view["box"].values()) + len(things) == 2  # of three
    assert finding.text.endswith("3 when play began, 2 now")


def test_the_record_of_a_dead_end_has_no_end_before_it(tmp_path: Path) -> None:
    subject = game(tmp_path, turns(PIT, "fall, nothing").replace("ENDING", "2"))
    (finding,) = found(subject, "endless")
    match = shown(subject, finding)
    assert not match.state.is_over
    assert match.state.view(None)["components"]["depth"] == 3
    # Of the positions (depth 0, 1 or 3, either player to move, or over at 2) those at depth 3 are dead.
    assert finding.text == "from 2 of all 7 positions no end can be reached, with 2 players"


@pytest.mark.parametrize("name", ["unfinished", "repeats"])
def test_a_search_at_random_meets_play_without_end(name: str, tmp_path: Path) -> None:
    subject = faulty_game(tmp_path, "endless")
    (finding,) = found(subject, name, positions=0)
    match = shown(subject, finding)
    assert finding.severity == "warning"
    if name == "unfinished":
        assert match.state.unfinished
        assert len(match.moves()) == 30
        assert finding.where.rule == "longest"
    else:
        now = match.state
        assert [before.slots for before in match.states[:-1]].count(now.slots) == 1


def test_a_search_at_random_never_says_that_something_cannot_be(tmp_path: Path) -> None:
    subject = faulty_game(tmp_path, "action-never")
    (finding,) = found(subject, "action-never", positions=0)
    assert (finding.severity, finding.certain) == ("warning", False)
    assert finding.text == "`jump` is never offered in 32 games, with 2 players"
    (finding,) = found(subject, "action-never")
    assert (finding.severity, finding.certain) == ("error", True)
    assert "in any of all" in finding.text


def test_all_positions_of_tic_tac_toe_are_as_published() -> None:
    """5,478 positions, 255,168 games: 131,184 won by the first player, 77,904 by the second, 46,080 drawn.

    958 of the positions are over: 626 and 316 won, 16 drawn. OpenSpiel's tests count the same states.
    """
    done = looked_at(shipped_game("tic-tac-toe"), games=1, positions=6000)
    graph = done.looked[0].graph
    assert graph is not None
    assert graph.is_complete
    assert graph.positions == 5478
    order = graph.sorted()
    assert order is not None
    games = {over.won: times for over, times in graph.games(order).items()}
    assert games == {(1,): 131_184, (2,): 77_904, (): 46_080}
    assert sum(games.values()) == 255_168
    assert {over.won: len(nodes) for over, nodes in graph.endings.items()} == {(1,): 626, (2,): 316, (): 16}
    assert graph.lengths(order) == (5, 9)


DICE = """
players: 2
longest: 30 decisions
components:
  die: 1..3
  gone: 0..4
phases:
  turns:
    who: each clockwise from P1
    repeat: until the end
    steps:
      roll: draw 1 from 1..3 to die
      act:
        one of: go, nothing
actions:
  go:
    do: add die to gone
ends:
  there: gone = 4
"""


def test_chance_is_followed_and_found_again_by_a_seed(tmp_path: Path) -> None:
    """From 2 a roll of 3 leaves the range, from 3 one of 2 or 3: the record shows one of these."""
    subject = game(tmp_path, DICE)
    (finding,) = found(subject, "out-of-range")
    match = shown(subject, finding)
    view = match.state.view(None)["components"]
    assert view["gone"] + view["die"] > 4
    with pytest.raises(RulesError, match="E701"):
        match.apply(match.state.to_move[0], "go")


TOGETHER = """
players: 2
longest: 10 decisions
kinds:
  Hand: rock, paper
components:
  shown_by: Hand or none per Player
phases:
  throw:
    who: everyone at once
    one of: show
  settle:
    who: P1
    one of: nothing
actions:
  show:
    choose: {hand: Hand}
    do: set shown_by(me) to hand
"""


def test_what_several_choose_at_once_is_followed_choice_by_choice(tmp_path: Path) -> None:
    done = looked_at(game(tmp_path, TOGETHER))
    graph = done.looked[0].graph
    assert graph is not None
    order = graph.sorted()
    assert order is not None
    assert sum(graph.games(order).values()) == 4
    # Nobody has chosen, P1 has chosen one of two, both have: P1 must settle four tables, which then are over.
    assert graph.positions == 1 + 2 + 4 + 4
    assert [one.name for one in judge(done) if one.weighs] == ["nobody-wins"]  # there is nothing to win


@pytest.mark.parametrize("name", ["tic-tac-toe", "kalah", "yin-yang"])
def test_a_program_with_marks_plays_as_it_does_without(name: str) -> None:
    demand_same_play(shipped_program(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped())
def test_every_program_with_marks_is_sound_and_plays_as_it_does_without(name: str) -> None:
    demand_same_play(shipped_program(name))


def demand_same_play(program: Program) -> None:
    made = marked(program)
    assert verify(made.program) == ()
    with_marks, without = Reference(made.program), Reference(program)
    for seed in range(2):
        one, other = with_marks.playout(seed, "auto", CUT), without.playout(seed, "auto", CUT)
        assert one.slots[: made.base] == other.slots
        assert (one.result, one.moves, one.actions, one.rng) == (
            other.result,
            other.moves,
            other.actions,
            other.rng,
        )
        taken = {
            program.decisions[mark.index].alternatives[mark.way].action
            for number, mark in enumerate(made.marks)
            if mark.part == "alternative" and made.seen(one.slots) >> number & 1
        }
        assert taken == {name for name, _ in one.actions}


@pytest.mark.slow
def test_jobs_and_executors_change_no_finding() -> None:
    subject = shipped_game("yin-yang")
    which, notes = settings_of(subject, None, {}, False)
    plans = [
        Plan(64, 3, jobs, 0, None, executor)
        for jobs, executor in ((1, "reference"), (2, "reference"), (2, "python"), (1, "python"))
    ]
    searches = [search(subject, which, notes, plan) for plan in plans]
    documents = [to_json(one, judge(one), {}) for one in searches]
    for document in documents:
        del document["seconds"]
        for setting in document["settings"]:
            del setting["executor"]
    assert documents[0] == documents[1] == documents[2] == documents[3]


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 400), st.integers(1, 400))
def test_an_interval_holds_the_share_and_narrows(times: int, more: int) -> None:
    of = times + more
    low, high = interval(times, of)
    assert 0.0 <= low <= times / of <= high <= 1.0
    tighter_low, tighter_high = interval(10 * times, 10 * of)
    assert tighter_high - tighter_low < high - low


def test_an_interval_is_as_worked_out_by_hand() -> None:
    # 10 of 40 with z = 2.5758: (0.25 + 0.08294) / 1.16587 = 0.28557, and 2.5758 / 1.16587 times the root of
    # 0.1875 / 40 + 0.16587 / 160 = 0.0057242, which is 0.16715.
    low, high = interval(10, 40)
    assert (round(low, 4), round(high, 4)) == (0.1184, 0.4527)


RULED_OUT = """
options:
  leaps: flag = false
components:
  total: 0..4
actions:
  go:
    choose: {number: 1..2}
    do: |
      if leaps:
        set total to 4
      else:
        set total to min(total + number, 4)
  leap:
    when: leaps
    do: set total to 4
ends:
  over:
    when: total = 4
    winners: Player
"""


def test_what_the_options_rule_out_is_not_missed(tmp_path: Path) -> None:
    subject = game(tmp_path, turns(RULED_OUT, "go, leap"))
    names = {one.name for one in judge(looked_at(subject))}
    assert not names & {"action-never", "alternative-never", "line-never"}


@pytest.mark.parametrize("name", ["tic-tac-toe", "yin-yang"])
def test_a_game_of_a_sweep_is_played_again_move_by_move(name: str) -> None:
    """So a failure that only a sweep met can be shown: chance and players draw from its one stream."""
    program = shipped_program(name)
    made, executor = marked(program), Reference(program)
    looker = Looker(made, (), ())
    for seed in range(3):
        looks, outcome = looker.swept(seed), executor.playout(seed, "auto", CUT)
        assert looks.example is not None
        assert looks.example.plies == outcome.moves
        assert set(looks.winners) == set(outcome.result.won)
        assert looks.seen.bit_count() == made.seen(slots_after(made, seed)).bit_count()


def slots_after(made: Marked, seed: int) -> tuple[int, ...]:
    return Reference(made.program).playout(seed, "auto", CUT).slots


def test_a_market_that_is_filled_is_carried_out_though_its_discards_never_are(tmp_path: Path) -> None:
    rules = """
    players: 2
    longest: 20 decisions
    kinds: {Good: "wood, corn, wool"}
    components:
      deck: {is: bag of Good up to 9, start: {wood: 3, corn: 3, wool: 3}}
      row: bag of Good up to 2
      pile: bag of Good up to 9
    markets:
      stall: {deck: deck, row: row, discards: pile, full: size(row) = 2}
    setup:
      fill: refill stall
    phases:
      turns: {who: each clockwise from P1, repeat: 2 times, one of: sit}
    actions:
      sit: {do: nothing}
    ranking: {of: p in Player, last: shared}
    """
    assert found(game(tmp_path, rules), "line-never") == []
