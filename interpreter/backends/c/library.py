"""Shared libraries of programs: built once, kept in the cache folder, loaded through cffi.

A library is named by the hash of its source, its compiler and its flags, so one that is found is the right
one, and beside it lies the hash of its bytes: what is damaged is built anew. It is written under another name
and renamed, so that processes that build it at the same time do not disturb each other.
"""

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from interpreter.backends.c.building import SOURCE, publish, seal_of
from interpreter.backends.c.compiler import Compiler, build_with, compiler
from interpreter.backends.c.refusals import NoCompiler
from interpreter.text.cache_folder import cache_folder

Source = Callable[[], str]
"""Gives a C text where it is needed."""

_SUFFIX = ".dll" if sys.platform == "win32" else ".so"
_loaded: dict[str, tuple[Any, Any]] = {}


def library_of(digest: str, source: Source, made_by: Compiler) -> tuple[Any, Any]:
    """Cffi's access to memory, and the library that a compiler makes of the C text with that digest.

    Raises: NoCompiler where it cannot be compiled, or where there is no cffi.
    """
    try:
        from interpreter.backends.c.interface import ffi
    except ImportError:
        raise NoCompiler("native code needs cffi: install the extra `ludwright[native]`") from None
    key = _key(digest, made_by)
    found = _loaded.get(key)
    if found is None:
        found = _loaded[key] = (ffi, _opened(ffi, source, key, made_by))
    return found


def _key(digest: str, made_by: Compiler) -> str:
    return hashlib.sha256(f"{made_by.identity}\0{sys.platform}\0{digest}".encode()).hexdigest()[:40]


def is_built(digest: str, made_by: Compiler) -> bool:
    """Whether the library that a compiler makes of the C text with that digest lies in the cache."""
    key, folder = _key(digest, made_by), cache_folder()
    return key in _loaded or (folder is not None and _is_whole(_file(folder, key)))


def _file(folder: Path, key: str) -> Path:
    return folder / f"native-{key}{_SUFFIX}"


def _opened(ffi: Any, source: Source, key: str, made_by: Compiler) -> Any:
    """The library from the cache, or built; without a safe cache, from a folder that is removed at once."""
    folder = cache_folder()
    if folder is None:
        import tempfile

        with tempfile.TemporaryDirectory(prefix="ludwright-") as own:
            return ffi.dlopen(str(build(source(), Path(own), key, made_by)))
    path = _file(folder, key)
    if _is_whole(path):
        try:
            return ffi.dlopen(str(path))
        except OSError:
            pass  # made on another machine, or for another one: build it anew
    try:
        return ffi.dlopen(str(build(source(), folder, key, made_by)))
    except OSError as error:
        raise NoCompiler(f"the library of native code cannot be loaded: {error}") from None


def _is_whole(path: Path) -> bool:
    """Whether a library is there and has the bytes that were written."""
    try:
        data, seal = path.read_bytes(), seal_of(path).read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return False
    return hashlib.sha256(data).hexdigest() == seal.strip()


def build(source: str, folder: Path, key: str, made_by: Compiler) -> Path:
    """Compile a C text into a folder.

    Raises: NoCompiler where that fails.
    """
    import tempfile

    path = _file(folder, key)
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix="part-") as part:
            text = Path(part) / SOURCE
            text.write_text(source, "utf-8")
            build_with(made_by, text, text.with_suffix(_SUFFIX))
            publish(text.with_suffix(_SUFFIX), path)
    except OSError as error:
        raise NoCompiler(f"native code cannot be built in {folder}: {error}") from None
    return path


def laid_out(digest: str, source: Source, made_by: Compiler) -> tuple[Path, Path] | None:
    """A new folder of the cache with the C text in it, and the path of the library that is to be made of it;
    None where that cannot be.
    """
    import tempfile

    folder = cache_folder()
    if folder is None:
        return None
    try:
        part = Path(tempfile.mkdtemp(dir=folder, prefix="part-"))
        (part / SOURCE).write_text(source(), "utf-8")
    except OSError:
        return None
    return part, _file(folder, _key(digest, made_by))


def library_bytes(source: str) -> bytes:
    """The bytes of the library of a C text, built anew.

    Raises: NoCompiler.
    """
    import tempfile

    made_by = compiler()
    with tempfile.TemporaryDirectory(prefix="ludwright-") as own:
        return build(source, Path(own), "library", made_by).read_bytes()


def forget() -> None:
    """Let go of what is loaded, for tests of the cache."""
    _loaded.clear()
