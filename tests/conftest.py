import pytest
from hypothesis import HealthCheck, settings

from interpreter.api.files import shipped

# Machines differ and are shared: how long an example takes says nothing about what it shows.
settings.register_profile("shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared machine")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker runs all that is tried on one game, else all of one file: what it loads, it loads once."""
    games = frozenset(shipped())
    for item in items:
        item.add_marker(pytest.mark.xdist_group(_game_of(item, games) or item.path.name))


def _game_of(item: pytest.Item, games: frozenset[str]) -> str | None:
    """The shipped game, or that of a variant, among the values of a test, by itself or first in a tuple."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    named = (value[0] if isinstance(value, tuple) and value else value for value in values)
    found = (name.partition("/")[0] for name in named if isinstance(name, str))
    return next((name for name in found if name in games), None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-docs", action="store_true", help="write the tables of the reference page anew"
    )
