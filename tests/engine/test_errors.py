from dataclasses import replace

import pytest

from interpreter.core.ir import (
    Block,
    Choose,
    Compare,
    Const,
    Draw,
    DrawBag,
    Go,
    Program,
    Range,
    Read,
    Repeat,
    Require,
    Set,
    SetConst,
    SetOp,
    Statement,
    Terminator,
)
from interpreter.engine.budget import MAX_BLOCKS, MAX_UNITS, charges
from interpreter.engine.errors import RulesError
from interpreter.engine.events import Drawn, Taken, Told
from interpreter.engine.machine import Engine
from interpreter.engine.playout import playout
from interpreter.engine.state import State, start
from tests.programs.stalls import COINS, GOOD, LUCK, SACK, SCRIPT, STALLS, TRADE, stalls
from tests.programs.tic_tac_toe import tic_tac_toe


def with_block(index: int, block: Block) -> Program:
    program = stalls()
    blocks = list(program.blocks)
    blocks[index] = block
    return replace(program, blocks=tuple(blocks))


def after_selling(*body: Statement, end: Terminator | None = None) -> Program:
    return with_block(10, Block(body, end or Go(11)))


def fails(program: Program, move: str = "sell apple 3") -> RulesError:
    state = start(Engine(program), 7, chance=iter(SCRIPT))
    with pytest.raises(RulesError) as caught:
        state.apply(1, move)
    return caught.value


def test_a_value_out_of_range() -> None:
    error = fails(after_selling(Set(COINS, Const(10), Range(0, 9, 1))))
    assert (error.code, error.message) == ("E701", "`coins(P1)` would become 10, expected 0..9")
    assert error.values == (("coins(P1)", "10"),)
    assert error.place is not None
    assert error.place.rule == "actions.sell"
    assert str(error) == "stalls.yaml:11:5: E701 `coins(P1)` would become 10, expected 0..9"


def test_a_bound_of_laps_is_reached() -> None:
    error = fails(after_selling(Repeat(Const(1), (), 3, 1)))
    assert (error.code, error.message) == ("E702", "a loop is not done after 3 laps")


def test_a_bound_of_laps_may_just_be_met() -> None:
    count = Repeat(Compare("lt", Read(COINS), Const(3)), (Set(COINS, Const(3)),), 1, 1)
    assert start(Engine(after_selling(count)), 7, chance=iter(SCRIPT)).apply(1, "sell apple 1").to_move == (
        2,
    )


def test_a_draw_from_an_empty_set() -> None:
    nothing = SetOp("minus", SetConst(7, 3), SetConst(7, 3))
    error = fails(after_selling(end=Draw(LUCK, nothing, 11, GOOD, 4)))
    assert (error.code, error.message) == ("E703", "a draw from nothing")
    assert error.place is not None
    assert error.place.rule == "setup.draw"


def test_a_draw_from_an_empty_bag() -> None:
    empty = tuple(Set(SACK + i, Const(0)) for i in range(3))
    assert fails(after_selling(*empty, end=DrawBag(LUCK, SACK, 3, Const(0), 11, GOOD, 4))).code == "E703"


def test_nothing_is_legal() -> None:
    program = replace(stalls(), decisions=(replace(TRADE, stuck=-1),))
    state = start(Engine(program), 7, chance=iter(SCRIPT))
    state = state.apply(1, "sell apple 3").apply(2, "whisper cheese").apply(1, "whisper none")
    with pytest.raises(RulesError) as caught:
        state.apply(2, "sell bread 2")
    assert (caught.value.code, caught.value.message) == ("E704", "nothing is legal at `trade`")
    # what happened in the transition comes with it
    assert [type(event) for event in caught.value.log] == [Taken, Told]


def test_a_game_that_runs_away() -> None:
    error = fails(after_selling(end=Go(10)))
    assert (error.code, error.message) == ("E705", "no decision after 200,000,000 steps")


@pytest.fixture
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough for a thousand of the cheapest blocks."""
    monkeypatch.setattr("interpreter.engine.machine.MAX_UNITS", 1000 * MAX_UNITS // MAX_BLOCKS)


@pytest.mark.usefixtures("small_budget")
def test_stuck_decisions_use_up_the_budget_too() -> None:
    program = replace(stalls(), decisions=(replace(TRADE, stuck=9),))
    state = start(Engine(program), 7, chance=iter(SCRIPT))
    state = state.apply(1, "sell apple 3").apply(2, "whisper cheese").apply(1, "whisper none")
    with pytest.raises(RulesError) as caught:
        state.apply(2, "sell bread 2")
    assert caught.value.code == "E705"


@pytest.mark.usefixtures("small_budget")
def test_draws_use_up_the_budget_too() -> None:
    error = fails(after_selling(Set(STALLS, SetConst(0, 3)), end=Draw(LUCK, SetConst(1, 3), 10, GOOD, 4)))
    assert error.code == "E705"
    assert isinstance(error.log[-1], Drawn)


def test_a_promise_is_broken() -> None:
    error = fails(after_selling(Require(Const(0), "E706", 5)))
    assert (error.code, error.message) == ("E706", "a promise of the ruleset does not hold")
    assert error.place is not None
    assert error.place.rule == "ends"


@pytest.mark.usefixtures("small_budget")
def test_playouts_fail_alike() -> None:
    program = tic_tac_toe()
    blocks = (program.blocks[0], Block((), Choose(0)), Block((), Go(2)), *program.blocks[3:])
    with pytest.raises(RulesError) as caught:
        playout(Engine(replace(program, blocks=blocks)), 1)
    assert caught.value.code == "E705"


def test_every_block_is_charged_for_its_worst_case() -> None:
    program = stalls()
    assert min(charges(program)) == MAX_UNITS // MAX_BLOCKS
    long = Repeat(Const(1), (Set(COINS, Const(0)),), 99, 1)  # 100 laps of three steps
    assert charges(after_selling(long))[10] == 1 + 1 + 100 * 4


def test_an_error_leaves_the_state_as_it_was(dealt: State) -> None:
    state = start(Engine(after_selling(Set(COINS, Const(10), Range(0, 9, 1)))), 7, chance=iter(SCRIPT))
    before = state.digest
    with pytest.raises(RulesError):
        state.apply(1, "sell apple 3")
    assert state.digest == before
