"""The cache of native libraries: what is damaged is built anew, and several may build at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from interpreter.backends.c import library
from interpreter.backends.c.compiler import NoCompiler, compiler
from interpreter.backends.c.native import NativeExecutor
from tests.programs.tic_tac_toe import tic_tac_toe


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of this test's own, with nothing loaded."""
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(library, "_loaded", {})
    return tmp_path / "cache"


def played() -> int:
    return NativeExecutor(tic_tac_toe(), quick=True).playout(5).moves


def test_a_library_is_built_once_and_closed_to_others(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not NativeExecutor(tic_tac_toe(), quick=True, is_loaded=False).is_built
    first = played()
    (built,) = folder.glob("native-*.so")
    assert built.stat().st_mode & 0o077 == 0
    assert NativeExecutor(tic_tac_toe(), quick=True, is_loaded=False).is_built
    library.forget()
    monkeypatch.setattr(library, "build", None)
    assert played() == first


def test_a_damaged_library_is_built_anew(folder: Path) -> None:
    first = played()
    (built,) = folder.glob("native-*.so")
    for damage in (b"", b"\x7fELF nonsense", built.read_bytes()[:-1] + b"\0\1"):
        library.forget()
        built.unlink()
        built.write_bytes(damage)
        assert played() == first
        assert built.read_bytes() != damage


def test_a_library_without_its_seal_is_not_trusted(folder: Path) -> None:
    first = played()
    (built,) = folder.glob("native-*.so")
    built.with_suffix(".sha256").unlink()
    library.forget()
    assert not NativeExecutor(tic_tac_toe(), quick=True, is_loaded=False).is_built
    assert played() == first


def test_nothing_else_is_left_in_the_folder(folder: Path) -> None:
    played()
    assert sorted(path.suffix for path in folder.iterdir()) == [".sha256", ".so"]


def test_several_may_build_the_same_library_at_once(folder: Path) -> None:
    text = NativeExecutor(tic_tac_toe(), is_loaded=False).source
    made_by = compiler().quick()
    folder.mkdir(mode=0o700)
    with ThreadPoolExecutor(4) as pool:
        paths = list(pool.map(lambda _: library.build(text, folder, "same", made_by), range(4)))
    assert len(set(paths)) == 1
    assert len(list(folder.iterdir())) == 2
    assert library._is_whole(paths[0])


def test_without_a_cache_a_library_is_built_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "")
    assert 5 <= played() <= 9


def test_what_cannot_be_compiled_says_what_the_compiler_said() -> None:
    with pytest.raises(NoCompiler, match="could not compile"):
        library.library_of("int broken(", quick=True)


def test_no_compiler_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler --flag")
    with pytest.raises(NoCompiler, match="install one"):
        played()


def test_the_flags_are_part_of_the_name(folder: Path) -> None:
    NativeExecutor(tic_tac_toe(), quick=True)
    NativeExecutor(tic_tac_toe())
    assert len(list(folder.glob("native-*.so"))) == 2
