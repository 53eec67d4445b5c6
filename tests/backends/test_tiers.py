"""The first tier plays while the optimised library is compiled. A shell script stands for tcc, so that
machines without it test this, too: `tests/differential/test_compilers.py` has the real one.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.backends.c import building, library, tiers
from interpreter.backends.c.compiler import Compiler, compiler, instant
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.choosing import executor_for
from interpreter.backends.reference import Reference
from interpreter.engine.policy import CUT
from tests.compiler import needs_compiler
from tests.programs.tic_tac_toe import tic_tac_toe

pytestmark = [needs_compiler, pytest.mark.skipif(os.name != "posix", reason="tcc is a shell script here")]

ROOT = Path(__file__).parent.parent.parent
ENOUGH = 60
"""Seconds after which what should have happened did not."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of this test's own, with nothing loaded, and a compiler called tcc."""
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(library, "_loaded", {})
    monkeypatch.delenv("CC", raising=False)
    (tmp_path / "bin").mkdir()
    compiles_as(tmp_path, f'exec {" ".join(compiler().command)} "$@" -O0')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    return tmp_path / "cache"


def compiles_as(tmp_path: Path, line: str) -> None:
    script = tmp_path / "bin" / "tcc"
    script.write_text(f"#!/bin/sh\n{line}\n", "utf-8")
    script.chmod(0o755)


def comes(what: Callable[[], bool]) -> bool:
    end = time.monotonic() + ENOUGH
    while not what() and time.monotonic() < end:
        time.sleep(0.02)
    return what()


def tcc() -> Compiler:
    found = instant()
    assert found is not None
    return found


def libraries(folder: Path) -> int:
    return len(list(folder.glob("native-*.so")))


def executor() -> NativeExecutor:
    found, why = executor_for(tic_tac_toe(), "auto", 1000)
    assert isinstance(found, NativeExecutor)
    assert not why
    return found


def test_one_library_takes_over_from_the_other(folder: Path) -> None:
    ours = executor()
    first, games = ours._library, ours.batch(3, 0, 200)
    assert comes(lambda: ours._library is not first)
    assert libraries(folder) == 2
    assert ours.batch(3, 0, 200) == games
    assert ours.playout(5) == Reference(tic_tac_toe()).playout(5, "auto", CUT)
    assert not list(folder.glob("part-*"))


def test_the_next_run_has_the_optimised_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = executor()
    assert comes(lambda: ours.is_built and not list(folder.glob("part-*")))
    library.forget()
    monkeypatch.setattr(tiers, "_started", None)
    assert executor().batch(3, 0, 50).games == 50


def test_it_is_compiled_to_the_end_though_the_process_ends(folder: Path) -> None:
    code = (
        "from interpreter.backends.choosing import executor_for\n"
        "from tests.programs.tic_tac_toe import tic_tac_toe\n"
        "print(executor_for(tic_tac_toe(), 'auto', 1000)[0].batch(1, 0, 10).games)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("10\n", "")
    assert comes(lambda: libraries(folder) == 2 and not list(folder.glob("part-*")))
    assert NativeExecutor(tic_tac_toe(), is_loaded=False).is_built


def test_a_process_that_ended_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []
    begin = tiers._started

    def noting(folder: Path, path: Path, made_by: Compiler) -> "subprocess.Popen[bytes] | None":
        process = begin(folder, path, made_by)
        assert process is not None
        started.append(process)
        return process

    monkeypatch.setattr(tiers, "_started", noting)
    ours = executor()
    first = ours._library
    assert comes(lambda: ours._library is not first)
    assert [one.returncode for one in started] == [0]


def test_what_tcc_cannot_compile_is_left_to_the_other(tmp_path: Path, folder: Path) -> None:
    assert tcc()
    compiles_as(tmp_path, "exit 1")
    assert executor().batch(3, 0, 50).games == 50
    assert libraries(folder) == 1


def test_a_text_that_cannot_be_compiled_is_left_uncompiled(folder: Path) -> None:
    ours = executor()
    assert comes(lambda: not list(folder.glob("part-*")))
    switched: list[object] = []
    broken = Compiler(("sh", "-c", "exit 1"), ())
    assert tiers._begin("broken", lambda: "int broken(", broken, switched.append)
    assert comes(lambda: not list(folder.glob("part-*")))
    assert not switched
    assert libraries(folder) == 2
    assert ours.is_built


def test_there_is_one_tier_where_a_compiler_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tcc()
    monkeypatch.setenv("CC", " ".join(compiler().command))
    assert instant() is None
    assert executor().is_built
    assert libraries(folder) == 1


def test_there_is_one_tier_without_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "")
    monkeypatch.setattr(tiers, "_started", None)
    assert executor().batch(3, 0, 50).games == 50


def test_what_is_not_compiled_in_time_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = folder / "part-slow"
    part.mkdir(parents=True)
    (part / building.SOURCE).write_text("int late;", "utf-8")
    monkeypatch.setattr(building, "TIMEOUT", 0.05)
    monkeypatch.setattr(building.os, "nice", lambda by: by)
    building.main(str(part), str(folder / "native-late.so"), "sleep", "20")
    assert not list(folder.iterdir())
