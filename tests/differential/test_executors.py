"""Every executor against the reference: whole games, games stop by stop, faults of the rules.

An executor is added to `EXECUTORS` by one line. E707 is judged by no executor: invariants are looked at from
outside.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.executor import Executor, Position
from interpreter.backends.python.executor import Python
from interpreter.backends.reference import Reference
from interpreter.core import ir
from interpreter.engine.budget import MAX_BLOCKS, MAX_UNITS
from interpreter.engine.chance import Lot
from interpreter.engine.errors import RulesError
from interpreter.engine.moves import Choice, Whole
from interpreter.engine.playout import Outcome
from interpreter.engine.policy import CUT, Policy
from interpreter.engine.rng import numbered
from interpreter.engine.together import asked
from tests.compiler import needs_compiler
from tests.fuzz.author import ruleset
from tests.fuzz.oracles import check_text, programs
from tests.laws.cases import GAMES, Case, all_cases, game, is_long, plain_case, some_cases, walk
from tests.programs.stalls import COINS, GOOD, LUCK, SACK, STALLS, TRADE, stalls
from tests.programs.tic_tac_toe import tic_tac_toe

Found = TypeVar("Found")
Make = Callable[[ir.Program], Executor]

EXECUTORS: dict[str, Make] = {
    "python": Python,
    "native": lambda program: NativeExecutor(program, quick=True),
}

each_executor = pytest.mark.parametrize(
    "make",
    [
        pytest.param(make, id=name, marks=[needs_compiler] if name == "native" else [])
        for name, make in EXECUTORS.items()
    ],
)
each_game = pytest.mark.parametrize("name", GAMES)

POLICIES: tuple[Policy, ...] = ("auto", "stage")
WAYS: tuple[tuple[Policy, int], ...] = (("auto", CUT), ("auto", 5), ("stage", CUT))
"""How games at random are played: with many moves of a decision made stage by stage, too."""

MOST_COMPILED = 5
"""Cases of one game that are compiled here; all of them are in the slow suite."""

MOST_MOVES = 300
"""Legal moves of one decision that are compared one by one."""


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where emitted Python gives up, the reference takes over; it must not where nothing is wrong."""

    def refuse(program: ir.Program) -> Reference:
        raise AssertionError("the reference was asked")

    monkeypatch.setattr("interpreter.backends.python.executor.Reference", refuse)


def fault(error: RulesError) -> tuple[object, ...]:
    """What an error tells."""
    return error.code, error.message, error.place, error.values


def told(executor: Executor, seed: int, policy: Policy, cut: int) -> Outcome | tuple[object, ...]:
    """How a game at random ends."""
    try:
        return executor.playout(seed, policy, cut)
    except RulesError as error:
        return fault(error)


def play_alike(make: Make, program: ir.Program, seeds: range) -> int:
    """Games at random come to equal outcomes; how many came to an end without a fault."""
    ours, reference, over = make(program), Reference(program), 0
    for number in seeds:
        seed = numbered(1, number)
        for policy, cut in WAYS:
            expected = told(reference, seed, policy, cut)
            assert told(ours, seed, policy, cut) == expected
            over += isinstance(expected, Outcome)
    return over


def cases_for(make: Make, name: str) -> list[Case]:
    """The cases of a game that an executor is tried on; to compile one takes longer than to play it.

    A large game as it is if nothing is said is played natively by the tests of native code.
    """
    cases = some_cases(name)
    if make is not EXECUTORS["native"]:
        return cases[:1] if is_long(name) else cases
    return cases[-1:] if is_long(name) else cases[:MOST_COMPILED]


# ---------------------------------------------------------------------------------------------
# Whole games


@pytest.mark.usefixtures("alone")
@each_executor
@each_game
def test_games_at_random(make: Make, name: str) -> None:
    for case in cases_for(make, name):
        assert play_alike(make, case.engine.program, range(1 if is_long(name) else 3))


@pytest.mark.slow
@pytest.mark.usefixtures("alone")
@each_executor
@each_game
def test_many_games_at_random(make: Make, name: str) -> None:
    for case in all_cases(name):
        assert play_alike(make, case.whole.program, range(2 if is_long(name) else 40))


@each_executor
def test_a_free_choice_beside_one_without_stages(make: Make) -> None:
    # Trying moves writes nothing here, so that nothing is put back.
    program = tic_tac_toe()
    (decision,) = program.decisions
    (place,) = decision.alternatives
    passing = replace(place, action="pass", stages=())
    decision = replace(decision, alternatives=(place, passing))
    assert play_alike(make, replace(program, decisions=(decision,)), range(5)) == 15


@each_executor
def test_a_batch_is_its_games(make: Make) -> None:
    ours = make(stalls())
    seeds = tuple(range(20))
    assert ours.outcomes(seeds, "auto", CUT) == [ours.playout(seed, "auto", CUT) for seed in seeds]
    assert ours.outcomes(seeds, "auto", CUT) == Reference(stalls()).outcomes(seeds, "auto", CUT)


# ---------------------------------------------------------------------------------------------
# Stop by stop


@dataclass(frozen=True)
class Fault:
    """What is found where the rules fail."""

    told: tuple[object, ...]


def or_fault(what: Callable[..., Found], *arguments: Any) -> Found | Fault:
    try:
        return what(*arguments)
    except RulesError as error:
        return Fault(fault(error))


def goes_on(
    executor: Executor, at: Position, rng: int, move: Whole | None, player: int | None = None
) -> tuple[Position, int]:
    """The next stop and the generator; ``move`` where there is one to be made."""
    if move is not None:
        return executor.play(at, move, player), rng
    if isinstance(executor.program.blocks[at.block].end, ir.Choose):
        return executor.stuck(at), rng
    return executor.draw(at, rng)


def stops(one: Executor, other: Reference, seed: int, lots: random.Random) -> Iterator[Position]:
    """A match in which both agree on all stops; each goes on from where the other is, or from its own.

    It is no longer than the longest match: past that, bounds need not hold.
    """
    at, rng = or_fault(one.begin), seed
    decisions = 0
    assert at == or_fault(other.begin)
    if isinstance(at, Fault):
        return
    while True:
        yield at
        stop = other.engine.quiet.stops[at.block]
        move = None
        player = None
        if isinstance(stop, Choice):
            decisions += 1
            if decisions > one.program.longest:
                return
            player = any_player(stop, at, lots)
            move = any_move(one, other, at, lots, player)
        elif not isinstance(stop, Lot):
            return
        mine, theirs = (or_fault(goes_on, executor, at, rng, move, player) for executor in (one, other))
        assert mine == theirs
        if isinstance(mine, Fault):
            return
        at, rng = mine if lots.random() < 0.5 else theirs


def any_player(stop: Choice, at: Position, lots: random.Random) -> int | None:
    """Who chooses next where several do at once: mostly the first, sometimes one who has chosen before."""
    if stop.together is None or lots.random() < 0.5:
        return None
    return lots.choice(asked(stop.together, at.slots))


def any_move(
    one: Executor, other: Executor, at: Position, lots: random.Random, player: int | None = None
) -> Whole | None:
    """A legal move, None where there is none; what is legal is the same for both."""
    moves = list(islice(one.legal(at, player), MOST_MOVES))
    assert moves == list(islice(other.legal(at, player), MOST_MOVES))
    for limit in (1, 2, MOST_MOVES):
        assert one.count(at, limit, player) == min(limit, len(moves))
    return lots.choice(moves) if moves else None


def walk_alike(make: Make, case: Case, most: int) -> int:
    """Walk through a match, as far as ``most`` stops; how many there were."""
    program = case.engine.program
    walk = stops(make(program), Reference(program), case.seed, random.Random(case.seed))
    return sum(1 for _ in islice(walk, most))


@pytest.mark.usefixtures("alone")
@each_executor
@each_game
def test_stops(make: Make, name: str) -> None:
    seen = [walk_alike(make, case, 40 if is_long(name) else 60) for case in cases_for(make, name)[:4]]
    assert min(seen) >= 2


@pytest.mark.usefixtures("alone")
@each_executor
@each_game
def test_positions_of_a_match(make: Make, name: str) -> None:
    for case in cases_for(make, name)[: 1 if game(name).modules else 2]:
        one, other, lots = make(case.engine.program), Reference(case.engine.program), random.Random(case.seed)
        for state in islice(walk(case.start("ask"), lots), 25):
            if state.is_over:
                continue
            at = Position(state.slots, state.block)
            for player in [None] if not state.together else [number - 1 for number in state.asked]:
                move = any_move(one, other, at, lots, player)
                assert goes_on(one, at, 0, move, player) == goes_on(other, at, 0, move, player)


def is_together(program: ir.Program, at: Position) -> bool:
    """Whether several choose at once there."""
    end = program.blocks[at.block].end
    return isinstance(end, ir.Choose) and isinstance(program.decisions[end.decision], ir.Together)


TOGETHER = ("yin-yang", "yuan", "bids", "claims", "signs")


@pytest.mark.parametrize("name", GAMES)
def test_it_is_known_where_several_choose_at_once(name: str) -> None:
    # Named, since to find out takes a program of every game, for which the tests beside would have to wait.
    decisions = plain_case(name).engine.program.decisions
    assert any(isinstance(one, ir.Together) for one in decisions) is (name in TOGETHER)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("make", [*each_executor.args[1], pytest.param(Reference, id="reference")])
@pytest.mark.parametrize("name", TOGETHER)
def test_choices_at_once_are_those_of_a_match(make: Make, name: str) -> None:
    # Players choose in any order, which the state of a match knows too; the last one carries all of it out.
    compared = 0
    for case in all_cases(name)[: 2 if game(name).modules else 4]:
        program, lots = case.engine.program, random.Random(case.seed)
        one = make(program)
        for state in islice(walk(case.start("ask"), lots), 15 if game(name).modules else 30):
            at, waiting = Position(state.slots, state.block), list(state.to_move)
            if not state.together:
                continue
            lots.shuffle(waiting)
            for player in waiting:
                wholes = list(islice(one.legal(at, player - 1), MOST_MOVES))
                moves = list(islice(state.legal(player), MOST_MOVES))
                assert len(wholes) == len(moves)
                k = lots.randrange(len(moves))
                at, state = one.play(at, wholes[k], player - 1), state.apply(player, moves[k])
                if not isinstance(program.blocks[at.block].end, ir.Draw | ir.DrawBag):
                    assert (at.slots, at.block) == (state.slots, state.block)
                    compared += 1
    assert compared >= 8


@each_executor
def test_who_is_not_asked_cannot_choose(make: Make) -> None:
    program = all_cases(TOGETHER[0])[0].engine.program
    reference = Reference(program)
    walked = stops(reference, reference, 0, random.Random(0))
    at = next(at for at in walked if is_together(program, at))
    for executor in (make(program), reference):
        with pytest.raises(ValueError, match="is not asked"):
            executor.count(at, 5, program.players)


@pytest.mark.slow
@pytest.mark.usefixtures("alone")
@each_executor
@each_game
def test_stops_of_many_matches(make: Make, name: str) -> None:
    for case in all_cases(name):
        for seed in range(1 if is_long(name) else 4):
            assert walk_alike(make, replace(case, seed=seed), 200 if is_long(name) else 600)


@each_executor
def test_what_is_spent_goes_along(make: Make) -> None:
    # Two draws after each other: the second stop carries what was spent before the first.
    one, other = make(stalls()), Reference(stalls())
    at, rng = one.begin(), 5
    for _ in range(3):
        before = at.spent
        (at, rng), expected = one.draw(at, rng), other.draw(at, rng)
        assert (at, rng) == expected
        assert at.spent > before


# ---------------------------------------------------------------------------------------------
# Faults of the rules


def selling(*body: ir.Statement, end: ir.Terminator | None = None) -> ir.Program:
    """The market, with other things done after a sale."""
    program = stalls()
    blocks = list(program.blocks)
    blocks[10] = ir.Block(body, end or ir.Go(11))
    return replace(program, blocks=tuple(blocks))


NOTHING_LEFT = ir.SetOp("minus", ir.SetConst(7, 3), ir.SetConst(7, 3))
NO_GOODS = tuple(ir.Set(SACK + i, ir.Const(0)) for i in range(3))
OUTSIDE = ir.Arith("sub", ir.Read(COINS), ir.Const(1))

FAULTS: dict[str, tuple[str, ir.Program]] = {
    "a value": ("E701", selling(ir.Set(COINS, ir.Const(10), ir.Range(0, 9, 1)))),
    "a value in an array": (
        "E701",
        selling(ir.SetAt(COINS, 2, ir.Const(1), ir.Const(-1), ir.Range(0, 9, 1))),
    ),
    "an index": ("E701", selling(ir.Set(COINS, ir.ReadAt(COINS, 2, OUTSIDE)))),
    "an index that is written": ("E701", selling(ir.SetAt(COINS, 2, OUTSIDE, ir.Const(1)))),
    "an index of a table": ("E701", selling(ir.Set(COINS, ir.Lookup(0, OUTSIDE)))),
    "a member": (
        "E701",
        selling(ir.Set(STALLS, ir.Single(ir.Arith("sub", ir.Read(COINS), ir.Const(2)), 3))),
    ),
    "a divisor": ("E701", selling(ir.Set(COINS, ir.Arith("div", ir.Const(7), ir.Read(COINS))))),
    "laps": ("E702", selling(ir.Repeat(ir.Const(1), (), 3, 1))),
    "a draw": ("E703", selling(end=ir.Draw(LUCK, NOTHING_LEFT, 11, GOOD, 4))),
    "a draw from a bag": (
        "E703",
        selling(*NO_GOODS, end=ir.DrawBag(LUCK, SACK, 3, ir.Const(0), 11, GOOD, 4)),
    ),
    "a draw among nothing": (
        "E703",
        selling(end=ir.DrawBag(LUCK, SACK, 3, ir.Const(0), 11, GOOD, 4, None, NOTHING_LEFT)),
    ),
    "nobody can move": ("E704", replace(stalls(), decisions=(replace(TRADE, stuck=-1),))),
    "a game that runs away": ("E705", selling(end=ir.Go(10))),
    "stuck again and again": ("E705", replace(stalls(), decisions=(replace(TRADE, stuck=9),))),
    "draws without end": (
        "E705",
        selling(ir.Set(STALLS, ir.SetConst(0, 3)), end=ir.Draw(LUCK, ir.SetConst(1, 3), 10, GOOD, 4)),
    ),
    "a promise": ("E706", selling(ir.Require(ir.Const(0), "E706", 5))),
    "two values": (
        "E710",
        selling(ir.Agree(ir.Const(0), "E710", 5, ir.Const(COINS), (ir.Read(COINS), ir.Const(3)))),
    ),
    "two ways": ("E711", selling(ir.Agree(ir.Const(0), "E711", 5, ir.Const(COINS)))),
}


@pytest.fixture
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough for a thousand of the cheapest blocks."""
    for module in ("engine.machine", "backends.python.executor", "backends.c.flow"):
        monkeypatch.setattr(f"interpreter.{module}.MAX_UNITS", 1000 * MAX_UNITS // MAX_BLOCKS)


@pytest.mark.usefixtures("small_budget")
@each_executor
@pytest.mark.parametrize(("code", "program"), FAULTS.values(), ids=FAULTS)
def test_faults(make: Make, code: str, program: ir.Program) -> None:
    ours, reference = make(program), Reference(program)
    found = set()
    for seed in range(12):
        for policy in POLICIES:
            expected = told(reference, seed, policy, CUT)
            assert told(ours, seed, policy, CUT) == expected
            found.add(expected[0] if isinstance(expected, tuple) else "over")
    assert code in found


@pytest.mark.usefixtures("small_budget")
@each_executor
@pytest.mark.parametrize(("code", "program"), FAULTS.values(), ids=FAULTS)
def test_faults_stop_by_stop(make: Make, code: str, program: ir.Program) -> None:
    found = set()
    for seed in range(12):
        one, other = make(program), Reference(program)
        at, rng, lots = one.begin(), seed, random.Random(seed)
        while not isinstance(program.blocks[at.block].end, ir.End):
            move = None
            if isinstance(program.blocks[at.block].end, ir.Choose):
                move = any_move(one, other, at, lots)
            try:
                expected = goes_on(other, at, rng, move)
            except RulesError as error:
                with pytest.raises(RulesError) as caught:
                    goes_on(one, at, rng, move)
                assert fault(caught.value) == fault(error)
                found.add(error.code)
                break
            assert goes_on(one, at, rng, move) == expected
            at, rng = expected
    assert code in found


STUBBORN = """
language: 1
game: stubborn
title: Stubborn
players: 2
longest: 60 decisions
kinds:
  Card: 1..40
components:
  laid: set of Card
  left: 0..90 = 90
phases:
  turns:
    who: each clockwise from P1
    repeat: until the end
    one of: lay, nothing
actions:
  lay:
    choose:
      cards: 1..6 of (Card - laid)
    requires:
      covered: (sum of c for c in cards) * (sum of c for c in cards) mod 4 = 2
    do: |
      remove (sum of c for c in cards) from left
      add cards to laid
ends:
  over: left = 0
"""


@each_executor
def test_a_search_that_is_given_up(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    # No square leaves 2 when divided by 4: nothing can be laid, and no weakened condition says so early.
    monkeypatch.setattr("interpreter.engine.parts.MAX_TRIALS", 3000)
    checked, _ = check_text(STUBBORN)
    assert checked is not None
    program = next(programs(checked, random.Random(0)))
    ours, reference = make(program), Reference(program)
    for policy in POLICIES:
        expected = told(reference, 1, policy, CUT)
        assert isinstance(expected, tuple)
        assert expected[0] == "E708"
        assert told(ours, 1, policy, CUT) == expected


@each_executor
def test_an_index_fails_at_the_same_move_whoever_is_asked(make: Make) -> None:
    # What is legal depends on a read that fails; the moves before it are given all the same.
    beyond = ir.Compare("ge", ir.ReadAt(0, 9, ir.Arith("mul", ir.Read(12), ir.Const(2))), ir.Const(-1))
    program = tic_tac_toe()
    (decision,) = program.decisions
    (place,) = decision.alternatives
    (cell,) = place.stages
    stage = replace(cell, requires=(ir.Requirement("beyond", beyond, "", 0),))
    decision = replace(decision, alternatives=(replace(place, stages=(stage,)),))
    program = replace(program, decisions=(decision,))
    for executor in (make(program), Reference(program)):
        moves = executor.legal(executor.begin())
        assert [next(moves)[1] for _ in range(5)] == [(0,), (1,), (2,), (3,), (4,)]
        with pytest.raises(RulesError) as caught:
            next(moves)
        assert (caught.value.code, caught.value.message) == ("E701", "an index of 10, expected 0..8")


# ---------------------------------------------------------------------------------------------
# Random rulesets

rulesets = st.integers(0, 2**32 - 1).map(ruleset)
STEADY = settings(
    deadline=None,
    derandomize=True,
    max_examples=20,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def check_random(make: Make, text: str, seed: int) -> int:
    checked, _ = check_text(text)
    if checked is None:
        return 0
    return sum(play_alike(make, program, range(2)) for program in programs(checked, random.Random(seed)))


def check_stops(make: Make, text: str, seed: int) -> int:
    """Walk through matches of a random ruleset; at how many stops several choose at once."""
    checked, _ = check_text(text)
    if checked is None:
        return 0
    found = 0
    for program in programs(checked, random.Random(seed)):
        walked = stops(make(program), Reference(program), seed, random.Random(seed))
        found += sum(is_together(program, at) for at in islice(walked, 40))
    return found


@each_executor
def test_random_rulesets(make: Make) -> None:
    assert sum(check_random(make, ruleset(seed), seed) for seed in range(20)) >= 40


@each_executor
def test_random_rulesets_in_which_several_choose_at_once(make: Make) -> None:
    texts = [text for text in map(ruleset, range(120)) if "everyone at once" in text]
    assert sum(check_random(make, text, 1) for text in texts) >= 8
    assert sum(check_stops(make, text, 1) for text in texts) >= 8


@pytest.mark.slow
@each_executor
@settings(STEADY, max_examples=150, derandomize=False)
@given(text=rulesets, seed=st.integers(0, 2**32 - 1))
def test_many_random_rulesets(make: Make, text: str, seed: int) -> None:
    check_random(make, text, seed)
