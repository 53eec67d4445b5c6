import pytest

from interpreter import Game, load


@pytest.fixture(scope="session")
def clans() -> Game:
    """Clans, its ruleset read once for all tests."""
    game = load("clans").game
    assert game is not None
    game.checked()
    return game
