"""Files that are written whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def part_of(path: Path, data: bytes, mode: int = 0o600, *, lasting: bool = True) -> Iterator[Path]:
    """A file beside ``path`` with what that is to hold; gone afterwards unless it was `put` in its place.

    What is ``lasting`` is on the disk for good before it is given; what can be made again need not be.

    Raises: OSError; ValueError for a name that can't be used.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(data)
            opened.flush()
            if lasting:
                os.fsync(opened.fileno())
        part.chmod(mode)
        yield part
    finally:
        with suppress(OSError):
            part.unlink()


def put(part: Path, path: Path, *, replace: bool) -> None:
    """Give a part its name, in one step; over another file only with ``replace``.

    Raises: FileExistsError; OSError.
    """
    if replace:
        part.replace(path)
    else:
        try:
            # A link fails where the name is taken, in one step; a test beforehand could be overtaken.
            path.hardlink_to(part)
        except FileExistsError:
            raise
        except OSError:
            # No links on this file system: claim the name with an empty file, then put the part over it.
            path.touch(mode=0o600, exist_ok=False)
            part.replace(path)
    _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system lets folders be flushed."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
