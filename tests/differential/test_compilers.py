"""Each compiler that is found, with each choice of flags, makes code that plays as the reference does."""

import shutil
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from interpreter.api.files import shipped
from interpreter.backends.c import compiler as compiler_module
from interpreter.backends.c import library
from interpreter.backends.c.compiler import compiler
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.refusals import NoCompiler
from interpreter.backends.reference import Reference
from interpreter.core.ir import Program
from interpreter.engine.playout import Outcome
from interpreter.engine.policy import CUT, Policy
from interpreter.engine.rng import numbered
from tests.compiler import needs_compiler
from tests.laws.cases import is_long
from tests.shipped import shipped_program

pytestmark = needs_compiler

COMPILERS = {
    "gcc": ("gcc", "gcc"),
    "clang": ("clang", "clang"),
    "tcc": ("tcc", "tcc"),
    "zig": ("zig", f"{sys.executable} -m ziglang cc"),
    # What stands in for the built-in functions of gcc and clang.
    "plain": ("gcc", "gcc -DPLAIN_C"),
}
WIDE = ("tic-tac-toe", "clans", "gomoku", "english-draughts")
"""Games with sets of one, of two and of four words, and with moves of several steps."""

WAYS: tuple[tuple[Policy, int], ...] = (("auto", CUT), ("stage", CUT), ("auto", 5))
SEED = 20_261_130


def is_there(program: str) -> bool:
    return find_spec("ziglang") is not None if program == "zig" else shutil.which(program) is not None


each_compiler = pytest.mark.parametrize(
    "command",
    [
        pytest.param(
            command,
            id=name,
            marks=pytest.mark.skipif(not is_there(program), reason=f"there is no {program} here"),
        )
        for name, (program, command) in COMPILERS.items()
    ],
)


@pytest.fixture
def use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Names a compiler, with a cache of its own and nothing loaded or known of it."""

    def named(command: str) -> None:
        monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))
        monkeypatch.setenv("CC", command)
        monkeypatch.setattr(library, "_loaded", {})
        monkeypatch.setattr(compiler_module, "_found", compiler_module._found.__wrapped__)

    return named


@cache
def in_the_reference(program: Program, number: int) -> list[Outcome]:
    """How a game at random ends, once for all compilers."""
    reference = Reference(program)
    return [reference.playout(numbered(SEED, number), policy, cut) for policy, cut in WAYS]


def play_alike(program: Program, quick: bool, games: int) -> None:
    ours = NativeExecutor(program, quick=quick)
    for number in range(games):
        seed = numbered(SEED, number)
        outcomes = [ours.playout(seed, policy, cut) for policy, cut in WAYS]
        assert outcomes == in_the_reference(program, number)


@each_compiler
def test_a_small_game(command: str, use: Callable[[str], None]) -> None:
    program = shipped_program("tic-tac-toe")
    use(command)
    play_alike(program, False, 20)


@pytest.mark.slow
@each_compiler
@pytest.mark.parametrize("name", shipped())
def test_each_game(command: str, name: str, use: Callable[[str], None]) -> None:
    program = shipped_program(name)
    use(command)
    play_alike(program, True, 1 if is_long(name) else 4)


@pytest.mark.slow
@each_compiler
@pytest.mark.parametrize("flags", compiler_module._FLAGS, ids=" ".join)
@pytest.mark.parametrize("name", WIDE)
def test_each_choice_of_flags(
    command: str, flags: tuple[str, ...], name: str, use: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    program = shipped_program(name)
    use(command)
    monkeypatch.setattr(compiler_module, "_FLAGS", (flags,))
    try:
        assert compiler().flags[: len(flags)] == flags
    except NoCompiler:
        assert flags  # which not every compiler takes
        return
    play_alike(program, False, 3)
