"""Compiles a C text for the cache in a process of its own, which may outlive the one that asked for it.

It is run as a file, knows nothing of the package, and says nothing: what is missing in the cache afterwards
is compiled by whoever needs it next.
"""

import hashlib
import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

TIMEOUT = 300
"""Seconds after which a compiler is given up."""

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


def main(folder: str, library: str, *command: str) -> None:
    """Compile the text in a folder of the cache with that command, publish the library, remove the folder."""
    import subprocess

    with suppress(OSError, AttributeError):
        os.nice(10)  # the games that are played meanwhile come first
    source, built = Path(folder) / SOURCE, (Path(folder) / SOURCE).with_suffix(Path(library).suffix)
    with suppress(OSError, subprocess.TimeoutExpired):
        done = subprocess.run(
            [*command, "-o", str(built), str(source)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=TIMEOUT, check=False,
        )  # fmt: skip
        if done.returncode == 0:
            publish(built, Path(library))
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
