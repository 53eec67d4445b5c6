import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-docs", action="store_true", help="write the tables of the reference page anew"
    )
