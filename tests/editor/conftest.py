from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editor.client import Editor, editing
from tests.editor.orchard import plant


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def server(cache: Path) -> Iterator[Editor]:
    """One server for all tests: to start one takes longer than most of them."""
    with editing(cache) as opened:
        yield opened


@pytest.fixture
def editor(server: Editor) -> Iterator[Editor]:
    """The server, with nothing open."""
    yield server
    server.close_all()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A game of its own for each test."""
    return plant(tmp_path)


@pytest.fixture(scope="session")
def garden(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Editor, Path]]:
    """One game with a server of its own for all tests that leave it as it is."""
    home = plant(tmp_path_factory.mktemp("garden"))
    with editing(cache) as opened:
        for file in sorted(home.rglob("*.yaml")):
            opened.open(file)
        opened.wait(home / "ruleset.yaml")
        opened.settle(home / "wasps.yaml", "waited: set", "a set of Players")
        yield opened, home
