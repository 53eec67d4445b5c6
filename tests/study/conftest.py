import pytest

from interpreter import Game
from tests.shipped import shipped_game


@pytest.fixture(scope="session")
def clans() -> Game:
    return shipped_game("clans")


@pytest.fixture(scope="session")
def noughts() -> Game:
    return shipped_game("tic-tac-toe")
