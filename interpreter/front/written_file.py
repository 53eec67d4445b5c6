"""Text files that a command writes: whole or not at all, and never silently over another."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from interpreter.front.cli import Misuse
from interpreter.text.quote import quote


def demand_free(path: Path, *, force: bool) -> None:
    """A file may be written here.

    Raises: Misuse for a folder, and without ``force`` for a file that is there already.
    """
    if path.is_dir():
        raise Misuse(f"{quote(str(path))} is a folder", "give the name of a file in it")
    if not force and os.path.lexists(path):
        raise Misuse(f"{quote(str(path))} is there already", "`--force` writes over it")
    if not path.parent.is_dir():
        raise Misuse(f"there is no folder {quote(str(path.parent))}", "make it first")


def write_text(path: Path, text: str, *, force: bool) -> None:
    """Write a file in one step; without ``force`` only where there is none.

    Raises: Misuse; OSError where it can't be written.
    """
    demand_free(path, force=force)
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
        os.chmod(part, 0o666 & ~_umask())  # noqa: PTH101 - a file by its name, as mkstemp gives it
        if force:
            Path(part).replace(path)
            return
        try:
            path.hardlink_to(part)  # fails where the name has been taken in the meantime
        except FileExistsError:
            raise Misuse(f"{quote(str(path))} is there already", "`--force` writes over it") from None
        except OSError:  # no links on this file system
            path.touch(exist_ok=False)
            Path(part).replace(path)
    finally:
        with suppress(OSError):
            os.unlink(part)  # noqa: PTH108 - gone where it was put in its place


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
