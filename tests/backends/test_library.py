"""The cache of native libraries: what is damaged is built anew, and several may build at once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.backends.c import compiler as compiler_module
from interpreter.backends.c import declared, library
from interpreter.backends.c import native as native_module
from interpreter.backends.c.compiler import compiler
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.refusals import NoCompiler
from tests.compiler import needs_compiler
from tests.programs.tic_tac_toe import tic_tac_toe

pytestmark = needs_compiler


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
    compiler_module._found.cache_clear()
    played()
    # The flags of the compiler, the facts of the text, the library and its seal.
    assert sorted(path.suffix for path in folder.iterdir()) == [".json", ".sha256", ".so", ".txt"]


def test_several_may_build_the_same_library_at_once(folder: Path) -> None:
    text = NativeExecutor(tic_tac_toe(), is_loaded=False).source
    made_by = compiler().quick()
    with ThreadPoolExecutor(4) as pool:
        paths = list(pool.map(lambda _: library.build(text, folder, "same", made_by), range(4)))
    assert len(set(paths)) == 1
    assert len(list(folder.glob("native-same.*"))) == 2
    assert library._is_whole(paths[0])


def test_without_a_cache_a_library_is_built_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "")
    assert 5 <= played() <= 9


def test_what_cannot_be_compiled_says_what_the_compiler_said() -> None:
    with pytest.raises(NoCompiler, match="could not compile"):
        library.library_of("broken", lambda: "int broken(", compiler().quick())


def test_no_compiler_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler --flag")
    with pytest.raises(NoCompiler, match="install one"):
        played()


def test_the_flags_are_part_of_the_name(folder: Path) -> None:
    NativeExecutor(tic_tac_toe(), quick=True)
    NativeExecutor(tic_tac_toe())
    assert len(list(folder.glob("native-*.so"))) == 2


# -- what is found without writing the text again -------------------------------------------------------


def test_the_text_is_not_written_again_to_find_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    first = played()
    library.forget()
    monkeypatch.setattr("interpreter.backends.c.source.unit_of", None)
    assert played() == first


def test_the_text_is_still_there_to_be_read() -> None:
    fresh, found = (NativeExecutor(tic_tac_toe(), is_loaded=False).source for _ in range(2))
    assert found == fresh
    assert "ludwright_playout" in found


def test_damaged_facts_are_written_anew(folder: Path) -> None:
    first = played()
    (facts,) = folder.glob("native-*.json")
    whole = facts.read_text()
    for damage in ("", "{}", whole.replace('"words": ', '"words": 1'), whole[:-20], "\udcff"):
        facts.write_bytes(damage.encode("utf-8", "surrogateescape"))
        library.forget()
        assert played() == first
        assert facts.read_text() == whole


def test_other_passes_have_other_facts(folder: Path) -> None:
    NativeExecutor(tic_tac_toe(), is_loaded=False)
    NativeExecutor(tic_tac_toe(), is_loaded=False, passes=frozenset())
    assert len(list(folder.glob("native-*.json"))) == 2


def test_a_changed_program_has_other_facts() -> None:
    program = tic_tac_toe()
    other = replace(program, longest=program.longest - 1)
    assert native_module.facts_of(program, frozenset()) != native_module.facts_of(other, frozenset())


def test_flags_are_found_out_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler_module._found.cache_clear()
    first = compiler()
    compiler_module._found.cache_clear()
    monkeypatch.setattr(compiler_module, "_with_flags", None)
    assert compiler() == first
    assert len(list(folder.glob("compiler-*.txt"))) == 1


def test_flags_that_no_longer_work_are_found_out_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler_module._found.cache_clear()
    first = compiler()
    (kept,) = folder.glob("compiler-*.txt")
    stale = (*compiler_module._FLAGS[0], "-mno-such-thing", *compiler_module._SHARED)
    monkeypatch.setattr(compiler_module, "_FLAGS", (stale[:-2], *compiler_module._FLAGS))
    kept.write_text("\n".join(stale))
    compiler_module._found.cache_clear()
    assert compiler().flags == stale
    assert 5 <= played() <= 9
    assert kept.read_text().split("\n") == list(first.flags)
    compiler_module._found.cache_clear()


def test_nonsense_for_flags_is_not_used(folder: Path) -> None:
    compiler_module._found.cache_clear()
    first = compiler()
    (kept,) = folder.glob("compiler-*.txt")
    kept.write_text("-o\n/somewhere/else")
    compiler_module._found.cache_clear()
    assert compiler() == first


def test_the_interface_is_that_of_what_is_declared() -> None:
    written = (Path(declared.__file__).parent / "interface.py").read_text("ascii")
    assert declared.compiled() == written, "see `declared.py` for how to write it anew"
