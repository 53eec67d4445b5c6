import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

ROOT = Path(__file__).parent.parent.parent
RULESETS = Path(__file__).parent / "rulesets"

Run = Callable[..., Result]
Started = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that all tests of a worker share, and nobody else."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def run(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process: `run("play", "clans", typed="quit\\n")`."""
    from interpreter.front.cli import cli

    monkeypatch.setenv("LUDWRIGHT_CACHE", str(cache))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("LUDWRIGHT_DEBUG", raising=False)

    def run(*words: str, typed: str | None = None) -> Result:
        return CliRunner().invoke(cli, list(words), input=typed)

    return run


def environment(cache: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a process that finds the package and the shared cache."""
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "LUDWRIGHT_DEBUG"}}
    return {**kept, "PYTHONPATH": paths, "LUDWRIGHT_CACHE": str(cache), "COLUMNS": "100", **(more or {})}


@pytest.fixture
def start(cache: Path) -> Started:
    """Run Python in a fresh process: `start("-m", "interpreter", "list")`."""

    def start(
        *words: str, typed: str | None = None, env: Mapping[str, str] | None = None, cwd: Path | None = None
    ) -> "subprocess.CompletedProcess[str]":
        command: Sequence[str] = [sys.executable, *words]
        return subprocess.run(
            command, input=typed if typed is not None else "", capture_output=True, text=True, timeout=120,
            encoding="utf-8", env=environment(cache, env), cwd=cwd, check=False,
        )  # fmt: skip

    return start
