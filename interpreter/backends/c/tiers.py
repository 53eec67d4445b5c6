"""Two tiers: what tcc compiles in some milliseconds plays until the library that is optimised is there.

Both play the same games, so it does not matter when one takes over from the other.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.backends.c import building
from interpreter.backends.c.compiler import Compiler, compiler, instant
from interpreter.backends.c.library import Source, is_built, laid_out, library_of
from interpreter.backends.c.refusals import NoCompiler

if TYPE_CHECKING:
    from subprocess import Popen

Switch = Callable[[Any], None]
"""Told the optimised library as soon as it is loaded, by another thread."""


def library_soon(digest: str, source: Source, switch: Switch) -> tuple[Any, Any]:
    """Cffi's access to memory, and a library of the C text with that digest that is there soon.

    Where the optimised one has to be compiled, there is tcc, and there is a cache to build it in, it is that
    of tcc, and ``switch`` is called later; else it is the optimised one.

    Raises: NoCompiler where there is no compiler, or no cffi.
    """
    best, first = compiler(), instant()
    if first is not None and not is_built(digest, best):
        try:
            found = library_of(digest, source, first)
        except NoCompiler:
            return library_of(digest, source, best)
        if _begin(digest, source, best, switch):
            return found
    return library_of(digest, source, best)


def _begin(digest: str, source: Source, made_by: Compiler, switch: Switch) -> bool:
    """Start compiling the optimised library; whether that can be done."""
    prepared = laid_out(digest, source, made_by) if sys.executable else None
    process = _started(*prepared, made_by) if prepared is not None else None
    if process is None:
        return False
    from threading import Thread

    def wait() -> None:
        process.wait()
        try:
            if is_built(digest, made_by):
                switch(library_of(digest, source, made_by)[1])
        except NoCompiler:
            return  # the first tier plays on

    Thread(target=wait, name="native code", daemon=True).start()
    return True


def _started(folder: Path, library: Path, made_by: Compiler) -> "Popen[bytes] | None":
    from subprocess import DEVNULL, Popen

    command = (*made_by.command, *made_by.flags)
    try:
        return Popen(
            [sys.executable, "-I", "-S", str(building.__file__), str(folder), str(library), *command],
            stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True,
        )  # fmt: skip
    except OSError:
        return None
