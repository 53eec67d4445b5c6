import pytest

from interpreter import Game
from tests.shipped import shipped_game


@pytest.fixture(scope="session")
def clans() -> Game:
    """Clans, its ruleset read once for all tests."""
    game = shipped_game("clans")
    game.checked()
    return game
