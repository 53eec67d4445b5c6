"""Playouts made decision by decision are the playouts."""

import pytest

from interpreter.engine.drawn_move import with_drawn_move
from interpreter.engine.machine import Engine
from interpreter.engine.playout import playout
from interpreter.engine.policy import Policy
from interpreter.engine.state import start
from tests.programs.stalls import stalls
from tests.programs.tic_tac_toe import tic_tac_toe
from tests.shipped import shipped_game

BIG = ("clans", "little-factory", "yellow-yangtze", "yin-yang", "yuan", "yunnan")


def same_game(engine: Engine, seed: int, policy: Policy) -> None:
    state = start(engine, seed, forced="ask")
    while state.to_move:
        player = state.to_move[0]
        drawn, move = with_drawn_move(state, player, policy)
        state = drawn.apply(player, move)
    wanted = playout(engine, seed, policy)
    assert engine.layout.frozen(list(state.slots)) == wanted.slots
    assert (state.rng, state.result) == (wanted.rng, wanted.result)


@pytest.mark.parametrize("policy", ["auto", "stage"])
@pytest.mark.parametrize("engine", [Engine(tic_tac_toe()), Engine(stalls())], ids=["tic-tac-toe", "market"])
def test_the_same_moves_are_drawn(engine: Engine, policy: Policy) -> None:
    for seed in range(20):
        same_game(engine, seed, policy)


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["auto", "stage"])
@pytest.mark.parametrize("name", BIG)
def test_the_same_moves_are_drawn_in_games_of_all_sorts(name: str, policy: Policy) -> None:
    # Choices of several at once, stages of several parts, forced moves, moves past the cut.
    for seed in range(3):
        same_game(shipped_game(name).engine(), seed, policy)
