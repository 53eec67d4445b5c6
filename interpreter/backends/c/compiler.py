"""The machine's C compiler: which one there is, and which flags it takes."""

import hashlib
import os
import platform
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.backends.c.building import compiled
from interpreter.backends.c.refusals import NoCompiler
from interpreter.text.cache_folder import cache_folder, keep

# Where the library lies in the cache nothing is compiled, and what starts processes is not imported.
if TYPE_CHECKING:
    from subprocess import CompletedProcess

_PROBE = """
#include <stdint.h>
#include <string.h>
#include <setjmp.h>
int64_t probe(int64_t x) { return x + 1; }
"""


@dataclass(frozen=True, slots=True)
class Compiler:
    """A command that compiles C, with its flags."""

    command: tuple[str, ...]
    flags: tuple[str, ...]

    def quick(self) -> "Compiler":
        """The same without optimising: faster to compile, and slower to run."""
        return replace(self, flags=tuple("-O0" if flag == "-O2" else flag for flag in self.flags))

    @property
    def identity(self) -> str:
        """What names the compiler and its flags, for the key of a cache."""
        return " ".join((*self.command, *self.flags, _stamp(self.command[0]), processor()))

    def build(self, source: Path, library: Path) -> None:
        """Compile a translation unit to a shared library.

        Raises: NoCompiler where the compiler fails.
        """
        done = _done(partial(compiled, (*self.command, *self.flags), source, library))
        if done is None or done.returncode:
            said = done.stderr.strip()[-2000:] if done else "it did not end"
            raise NoCompiler(f"`{' '.join(self.command)}` could not compile native code: {said}")


def _stamp(program: str) -> str:
    """What changes when a program is updated."""
    path = shutil.which(program)
    if path is None:
        return ""
    status = Path(path).resolve().stat()
    return f"{status.st_size} {status.st_mtime_ns}"


def _done(work: Callable[[], "CompletedProcess[str]"]) -> "CompletedProcess[str] | None":
    """What a compiler said; None where it could not be started, or did not end."""
    import subprocess

    try:
        return work()
    except (OSError, subprocess.TimeoutExpired):
        return None


def _candidates() -> list[tuple[str, ...]]:
    """The commands to try, best first. ``CC`` alone where it is set: it may say `none`."""
    chosen = os.environ.get("CC", "").strip()
    if chosen:
        return [tuple(shlex.split(chosen))]
    found: list[tuple[str, ...]] = [(name,) for name in ("cc", "gcc", "clang") if shutil.which(name)]
    if find_spec("ziglang") is not None:
        found.append((sys.executable, "-m", "ziglang", "cc"))
    if shutil.which("tcc"):
        found.append(("tcc",))
    return found


_SHARED = ("-shared", "-fPIC")
_COMMON = ("-std=gnu99", "-O2", "-fvisibility=hidden")
_FLAGS = (
    (*_COMMON, "-fno-semantic-interposition", "-fno-tree-vectorize", "-march=native"),
    (*_COMMON, "-mpopcnt", "-mbmi", "-mbmi2"),
    (*_COMMON, "-mpopcnt"),
    ("-std=gnu99", "-O2"),
    ("-O2",),
    (),
)


@cache
def processor() -> str:
    """What tells processors apart: a folder may be shared by machines, and code for one fails on another."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    said = sorted({line for line in lines if line.startswith(("flags", "Features", "model name"))})
    return hashlib.sha256("\n".join((platform.machine(), *said)).encode()).hexdigest()


def _known_flags(command: tuple[str, ...]) -> Path | None:
    """Where it is kept which flags a compiler takes; None without a cache."""
    folder = cache_folder()
    said = hashlib.sha256(" ".join((*command, _stamp(command[0]), processor())).encode()).hexdigest()
    return folder / f"compiler-{said[:40]}.txt" if folder is not None else None


def _flagged(command: tuple[str, ...]) -> Compiler | None:
    """The compiler with the flags that it is known to take, or those that are found out now."""
    path = _known_flags(command)
    try:
        known = tuple(path.read_text("utf-8").split("\n")) if path is not None else None
    except (OSError, UnicodeDecodeError):
        known = None
    if known in [(*flags, *_SHARED) for flags in _FLAGS]:
        return Compiler(command, known)
    found = _with_flags(command)
    if found is not None and path is not None:
        keep(path, "\n".join(found.flags))
    return found


def build_with(made_by: Compiler, source: Path, library: Path) -> None:
    """Compile; where that fails, once more with flags found out anew: a compiler may have changed.

    Raises: NoCompiler where that fails too.
    """
    try:
        made_by.build(source, library)
    except NoCompiler:
        path = _known_flags(made_by.command)
        if path is None or not path.exists():
            raise
        path.unlink(missing_ok=True)
        again = _flagged(made_by.command)
        if again is None:
            raise
        (again.quick() if made_by.quick() == made_by else again).build(source, library)


def _with_flags(command: tuple[str, ...]) -> Compiler | None:
    """The compiler with the first flags that it takes; None where it does not work at all."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="ludwright-probe-") as folder:
        source, library = Path(folder) / "probe.c", Path(folder) / "probe.so"
        source.write_text(_PROBE, "utf-8")
        for flags in _FLAGS:
            done = _done(partial(compiled, (*command, *flags, *_SHARED), source, library))
            if done is None:
                return None
            if done.returncode == 0 and library.exists() and not done.stderr.strip():
                return Compiler(command, (*flags, *_SHARED))
    return None


@cache
def _found(chosen: str, path: str) -> Compiler:
    tried = _candidates()
    for command in tried:
        compiler = _flagged(command)
        if compiler is not None:
            return compiler
    names = ", ".join(" ".join(command) for command in tried) or "cc, gcc, clang, ziglang, tcc"
    raise NoCompiler(
        f"no C compiler works here (tried {names}); install one, or the extra `ludwright[zig]`, or set CC"
    )


def compiler() -> Compiler:
    """The compiler to use: ``CC`` where that is set, else cc, gcc, clang, that of `ziglang`, tcc.

    Raises: NoCompiler.
    """
    return _found(os.environ.get("CC", ""), os.environ.get("PATH", ""))


def instant() -> Compiler | None:
    """Tcc, which compiles in some milliseconds what is slower to run; None where it is not there, where it is
    the compiler anyway, or where ``CC`` names another one.
    """
    if os.environ.get("CC", "").strip() or not shutil.which("tcc"):
        return None
    found = _instant(os.environ.get("PATH", ""))
    return found if found != compiler() else None


@cache
def _instant(path: str) -> Compiler | None:
    return _flagged(("tcc",))
