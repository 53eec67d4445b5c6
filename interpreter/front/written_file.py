"""Files that a command writes: whole or not at all, and never silently over another."""

import os
from pathlib import Path

from interpreter.front.cli import Misuse
from interpreter.text.quote import quote
from interpreter.text.whole_file import part_of, put


def demand_free(path: Path, *, force: bool) -> None:
    """A file may be written here.

    Raises: Misuse for a folder, and without ``force`` for a file that is there already. A device is no file.
    """
    if _is_device(path):
        return
    if path.is_dir():
        raise Misuse(f"{quote(str(path))} is a folder", "give the name of a file in it")
    if not force and os.path.lexists(path):
        raise _is_there(path)
    if not path.parent.is_dir():
        raise Misuse(f"there is no folder {quote(str(path.parent))}", "make it first")


def write_file(path: Path, data: bytes, *, force: bool) -> None:
    """Write a file in one step; without ``force`` only where there is none. A link stays a link.

    Raises: Misuse; OSError where it can't be written.
    """
    demand_free(path, force=force)
    if _is_device(path):
        path.write_bytes(data)
        return
    path = path.resolve()
    try:
        with part_of(path, data, 0o666 & ~_umask()) as part:
            put(part, path, replace=force)
    except FileExistsError:
        raise _is_there(path) from None


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_dir() and not path.is_file()


def _is_there(path: Path) -> Misuse:
    return Misuse(f"{quote(str(path))} is there already", "`--force` writes over it")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
