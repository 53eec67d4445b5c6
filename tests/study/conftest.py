import pytest

from interpreter import Game, load


@pytest.fixture(scope="session")
def clans() -> Game:
    game = load("clans").game
    assert game is not None
    return game


@pytest.fixture(scope="session")
def noughts() -> Game:
    game = load("tic-tac-toe").game
    assert game is not None
    return game
