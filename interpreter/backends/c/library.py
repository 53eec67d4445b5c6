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

from interpreter.backends.c.compiler import Compiler, build_with, compiler
from interpreter.backends.c.refusals import NoCompiler
from interpreter.text.cache_folder import cache_folder

Source = Callable[[], str]
"""Gives a C text where it is needed."""

_SUFFIX = ".dll" if sys.platform == "win32" else ".so"
_loaded: dict[str, tuple[Any, Any]] = {}


def library_of(digest: str, source: Source, quick: bool = False) -> tuple[Any, Any]:
    """The library of the C text with that digest, and cffi's access to its memory. ``quick``: it is not
    optimised.

    Raises: NoCompiler where there is no compiler, or no cffi.
    """
    try:
        from interpreter.backends.c.interface import ffi
    except ImportError:
        raise NoCompiler("native code needs cffi: install the extra `ludwright[native]`") from None
    made_by = compiler().quick() if quick else compiler()
    key = _key(digest, made_by)
    found = _loaded.get(key)
    if found is None:
        found = _loaded[key] = (ffi, _opened(ffi, source, key, made_by))
    return found


def _key(digest: str, made_by: Compiler) -> str:
    return hashlib.sha256(f"{made_by.identity}\0{sys.platform}\0{digest}".encode()).hexdigest()[:40]


def is_built(digest: str, quick: bool = False) -> bool:
    """Whether the library of the C text with that digest lies in the cache.

    Raises: NoCompiler.
    """
    key, folder = _key(digest, compiler().quick() if quick else compiler()), cache_folder()
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


def _seal(path: Path) -> Path:
    return path.with_suffix(".sha256")


def _is_whole(path: Path) -> bool:
    """Whether a library is there and has the bytes that were written."""
    try:
        data, seal = path.read_bytes(), _seal(path).read_text("ascii")
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
            text, library = Path(part) / "program.c", Path(part) / f"program{_SUFFIX}"
            text.write_text(source, "utf-8")
            build_with(made_by, text, library)
            seal = Path(part) / "seal"
            seal.write_text(hashlib.sha256(library.read_bytes()).hexdigest(), "ascii")
            library.chmod(0o700)
            library.replace(path)
            seal.replace(_seal(path))
    except OSError as error:
        raise NoCompiler(f"native code cannot be built in {folder}: {error}") from None
    return path


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
