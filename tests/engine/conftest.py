import pytest

from interpreter.engine.machine import Engine
from interpreter.engine.state import State, start
from tests.programs.stalls import SCRIPT, stalls
from tests.programs.tic_tac_toe import tic_tac_toe


@pytest.fixture(scope="session")
def noughts() -> Engine:
    """Tic-tac-toe."""
    return Engine(tic_tac_toe())


@pytest.fixture(scope="session")
def market() -> Engine:
    """The market."""
    return Engine(stalls())


@pytest.fixture
def dealt(market: Engine) -> State:
    """The market after the set-up that `SCRIPT` says."""
    return start(market, 7, chance=iter(SCRIPT))
