"""A large text is compiled in pieces by several compilers at once, and plays as the reference does."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from interpreter.backends.c import apart, library
from interpreter.backends.c.building import PIECE_MARK
from interpreter.backends.c.compiler import compiler
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.pieces import piece, shared_out
from interpreter.backends.c.writer import Writer
from interpreter.backends.reference import Reference
from interpreter.engine.policy import CUT
from interpreter.engine.rng import numbered
from tests.compiler import needs_compiler
from tests.shipped import shipped_program


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of this test's own, with nothing loaded."""
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(library, "_loaded", {})
    return tmp_path / "cache"


@needs_compiler
@pytest.mark.parametrize("count", [2, 5])
def test_several_compilers_read_pieces_of_a_text(
    count: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = shipped_program("clans")
    for field in ("LARGE", "PART", "REPEATED", "LONG"):
        monkeypatch.setattr(apart, field, 5)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(count)), raising=False)
    started: list[list[str]] = []
    real = subprocess.Popen

    def start(command: list[str], **more: Any) -> Any:
        started.append(command)
        return real(command, **more)

    monkeypatch.setattr(subprocess, "Popen", start)
    native, reference = NativeExecutor(program), Reference(program)
    seed = numbered(11, 0)
    assert native.playout(seed) == reference.playout(seed, "auto", CUT)
    pieces = [part for command in started for part in command if part.startswith("-DPIECE=")]
    assert pieces == [f"-DPIECE={number}" for number in range(min(count, 4))]
    assert not list(folder.glob("**/*.o"))


@needs_compiler
def test_a_compiler_that_fails_at_pieces_reads_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, library = tmp_path / "text.c", tmp_path / "text.so"
    refusing = "#ifdef PIECES\n#error no pieces\n#endif\n#define IN_PIECE(n) 1\n"
    source.write_text(f"{refusing}{PIECE_MARK}0)\n#endif\nint one;\n")
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1}, raising=False)
    compiler().build(source, library)
    assert library.exists()
    assert not list(tmp_path.glob("*.o"))


def test_pieces_are_of_about_one_size() -> None:
    out = Writer()
    for size in (50, 10, 10, 10, 10, 10, 20, 20, 30):
        with piece(out):
            out.line("x" * size)
    lines = shared_out(out.since(0))
    work = [0] * 4
    for at, line in enumerate(lines):
        if line.startswith(PIECE_MARK):
            work[int(line.removeprefix(PIECE_MARK).rstrip(")"))] += len(lines[at + 1])
    assert sum(work) == 170
    assert max(work) == 50 and min(work) >= 40
    assert abs(work[0] + work[2] - work[1] - work[3]) <= 10
