import pytest

from interpreter import Game, Match, load
from interpreter.engine.rng import split
from interpreter.players.random_player import RandomPlayer
from tests.programs.stalls import stalls
from tests.programs.table import Table
from tests.programs.tic_tac_toe import tic_tac_toe


@pytest.fixture(scope="session")
def clans() -> Game:
    game = load("clans").game
    assert game is not None
    return game


@pytest.fixture(scope="session")
def noughts() -> Table:
    return Table(tic_tac_toe())


@pytest.fixture(scope="session")
def market() -> Table:
    return Table(stalls())


def played(match: Match, moves: int = 1000, seed: int = 0) -> Match:
    """The match after some more random moves, as far as it goes."""
    player = RandomPlayer(split(seed, "test"))
    for _ in range(moves):
        if match.state.is_over:
            break
        turn = match.state.to_move[0]
        match.apply(turn, player.choose(match.state, turn))
    return match
