import pytest
from hypothesis import HealthCheck, settings

# Machines differ and are shared: how long an example takes says nothing about what it shows.
settings.register_profile("shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared machine")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-docs", action="store_true", help="write the tables of the reference page anew"
    )
