"""A new folder with files in it: written whole or not at all, and never into one that is there."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from interpreter.front.cli import Misuse
from interpreter.text.quote import quote


def demand_new(folder: Path) -> None:
    """Nothing has this name yet, and a folder can be made there.

    Raises: Misuse.
    """
    if not folder.name or folder.name in {".", ".."}:
        raise Misuse(f"{quote(str(folder))} is no name of a new folder", "name one that is not there yet")
    if os.path.lexists(folder):
        raise Misuse(f"{quote(str(folder))} is there already", "nothing is written over; name another folder")
    nearest = next(one for one in folder.absolute().parents if os.path.lexists(one))
    if not nearest.is_dir():
        raise Misuse(f"{quote(str(nearest))} is no folder", "name a folder that can be made")


def write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Make a folder with these texts by their paths in it, in one step; folders above it are made, too.

    Raises: Misuse where somebody made it in the meantime; OSError where it can't be written.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".part-"))
    try:
        for name, text in files.items():
            path = part / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
        part.chmod(0o777 & ~_umask())
        demand_new(folder)
        part.rename(folder)
    except FileExistsError:
        raise Misuse(f"{quote(str(folder))} is there already", "nothing is written over") from None
    finally:
        with suppress(OSError):
            shutil.rmtree(part)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
