"""Compiles C texts, those of large programs in pieces at once; for the cache also in a process of its own.

Such a process may outlive the one that asked for it. It is run as a file, knows nothing of the package, and
says nothing: what is missing in the cache afterwards is compiled by whoever needs it next.
"""

import hashlib
import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

# Where the library lies in the cache nothing is compiled, and what starts processes is not imported.
if TYPE_CHECKING:
    from subprocess import CompletedProcess

TIMEOUT = 300
"""Seconds after which a compiler is given up."""

MOST_PIECES = 4
"""The most compilers that read a text at once."""

PIECE_MARK = "#if IN_PIECE("
"""How a line begins behind which stands what belongs to one of them."""

SOURCE = "program.c"
"""The name of the C text in the folder in which a library is built."""


def seal_of(library: Path) -> Path:
    """Where the hash of a library's bytes lies."""
    return library.with_suffix(".sha256")


def publish(built: Path, library: Path) -> None:
    """Give a library that was built in another folder of the cache its name, with its seal beside it.

    Each is renamed as a whole, so that processes that build the same one do not disturb each other.

    Raises: OSError.
    """
    seal = built.with_name("seal")
    seal.write_text(hashlib.sha256(built.read_bytes()).hexdigest(), "ascii")
    built.chmod(0o700)
    built.replace(library)
    seal.replace(seal_of(library))


def compiled(command: Sequence[str], source: Path, library: Path) -> "CompletedProcess[str]":
    """Make a library of a C text with a compiler and its flags; what the compiler said, and how it ended.

    A text in pieces is optimised by several compilers at once where there are processors for them.

    Raises: OSError, subprocess.TimeoutExpired.
    """
    pieces = _pieces(source) if "-O2" in command else 1
    if pieces > 1 and _in_pieces(command, source, library, pieces):
        from subprocess import CompletedProcess

        return CompletedProcess(list(command), 0, "", "")
    return _run((*command, "-o", str(library), str(source)))


def _run(command: Sequence[str]) -> "CompletedProcess[str]":
    import subprocess

    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
        timeout=TIMEOUT, check=False,
    )  # fmt: skip


def _pieces(source: Path) -> int:
    """How many compilers read a text: a power of two, so that each has about as much to do."""
    if f"\n{PIECE_MARK}" not in source.read_text("utf-8"):
        return 1
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return next(most for most in (MOST_PIECES, MOST_PIECES // 2, 1) if most <= max(1, count))


def _in_pieces(command: Sequence[str], source: Path, library: Path, pieces: int) -> bool:
    """Compile the pieces of a text at once and link them; whether that succeeded."""
    import subprocess

    single = [part for part in command if part != "-shared"]
    objects = [source.with_suffix(f".{number}.o") for number in range(pieces)]
    no = subprocess.DEVNULL
    running: list[subprocess.Popen[bytes]] = []
    try:
        for number, path in enumerate(objects):
            which = (f"-DPIECES={pieces}", f"-DPIECE={number}", "-c")
            compiler = [*single, *which, "-o", str(path), str(source)]
            running.append(subprocess.Popen(compiler, stdin=no, stdout=no, stderr=no))
        for one in running:
            if one.wait(TIMEOUT):
                return False
        return not _run((*command, "-o", str(library), *map(str, objects))).returncode
    finally:
        for one in running:
            if one.poll() is None:
                one.kill()
                one.wait()
        for path in objects:
            path.unlink(missing_ok=True)


def main(folder: str, library: str, *command: str) -> None:
    """Compile the text in a folder of the cache with that command, publish the library, remove the folder."""
    import subprocess

    with suppress(OSError, AttributeError):
        os.nice(10)  # the games that are played meanwhile come first
    source, built = Path(folder) / SOURCE, (Path(folder) / SOURCE).with_suffix(Path(library).suffix)
    with suppress(OSError, subprocess.TimeoutExpired):
        if compiled(command, source, built).returncode == 0:
            publish(built, Path(library))
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
