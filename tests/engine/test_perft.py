from collections import Counter
from dataclasses import replace

import pytest

from interpreter.core.ir import (
    Alternative,
    Block,
    Choose,
    Const,
    Decision,
    Domain,
    Draw,
    DrawBag,
    Program,
    SetConst,
    Slot,
    Terminator,
)
from interpreter.engine.machine import Engine
from interpreter.engine.perft import perft
from interpreter.engine.state import State, start
from tests.programs.tic_tac_toe import tic_tac_toe

PUBLISHED = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_the_published_counts_of_tic_tac_toe(noughts: Engine) -> None:
    assert perft(start(noughts, 1), 6) == PUBLISHED[:6]
    assert perft(start(noughts, 1, forced="ask"), 4) == PUBLISHED[:4]


@pytest.mark.slow
def test_all_published_counts_of_tic_tac_toe(noughts: Engine) -> None:
    assert perft(start(noughts, 1), 9) == PUBLISHED


@pytest.mark.slow
def test_all_games_of_tic_tac_toe(noughts: Engine) -> None:
    results: Counter[tuple[int, ...]] = Counter()

    def walk(state: State) -> None:
        if state.result is not None:
            results[state.result.won] += 1
            return
        player = state.to_move[0]
        for move in state.legal(player):
            walk(state.apply(player, move))

    walk(start(noughts, 1))
    assert results == {(1,): 131_184, (2,): 77_904, (): 46_080}


def test_moves_and_sales_counted_by_hand(dealt: State) -> None:
    # P1 has 8 moves. P2 always has 4 whispers, and sells a loaf at the stalls 2 and 3 that are left:
    # 2 after P1 sold at stall 1 or whispered, 1 after the other three sales
    assert perft(dealt, 2) == [8, 5 * (4 + 2) + 3 * (4 + 1)]


def test_nothing_legal_is_no_move(dealt: State) -> None:
    # P1 whispers in 4 ways, P2 sells the only loaf that sells, then both pass because they must
    state = dealt.apply(1, "sell apple 3").apply(2, "whisper cheese")
    assert perft(state, 4) == [4, 4, 0, 0]


def dice(end: Terminator) -> Program:
    """One player rolls for ever."""
    program = tic_tac_toe()
    roll = Alternative("roll", (), (), 1, 0)
    return replace(
        program,
        longest=100,
        domains=(*program.domains, Domain("Pip", 3, 1, ())),
        slots=(
            *program.slots,
            Slot("face", 15, 1, 0, 2, 0, "local", (0,)),
            Slot("bag", 16, 3, 0, 9, 0, "component", (5, 0, 1)),
        ),
        decisions=(Decision("rolls", Const(0), (), (roll,), -1, 0, ()),),
        blocks=(Block((), Choose(0)), Block((), end)),
        entry=0,
        begin=0,
    )


@pytest.mark.parametrize(
    ("end", "outcomes"),
    [(Draw(15, SetConst(7, 3), 0, 2, 0), 3), (DrawBag(15, 16, 3, Const(0), 0, 2, 0), 2)],
    ids=["a die", "a bag with two kinds"],
)
def test_a_draw_multiplies_by_its_distinct_outcomes(end: Terminator, outcomes: int) -> None:
    state = start(Engine(dice(end)), 1, forced="ask")
    assert perft(state, 4) == [1, outcomes, outcomes**2, outcomes**3]


def test_counts_end_at_the_longest() -> None:
    engine = Engine(replace(tic_tac_toe(), longest=2))
    assert perft(start(engine, 1), 4) == [9, 72, 0, 0]


def test_nothing_follows_the_end(noughts: Engine) -> None:
    state = start(noughts, 1)
    for cell in ("a1", "a2", "b1", "b2", "c1"):
        state = state.apply(state.to_move[0], cell)
    assert state.result is not None
    assert state.result.won == (1,)
    assert perft(state, 2) == [0, 0]
    assert perft(start(noughts, 1), 0) == []
