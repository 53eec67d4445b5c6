"""The folder where what can be computed again is kept between runs."""

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path


def cache_folder() -> Path | None:
    """The cache folder, made if needed, or ``None`` where there can be no safe one.

    ``LUDWRIGHT_CACHE`` names another folder, or switches caching off when it is empty. The folder
    must belong to this user and be closed to others, since what lies in it is trusted.
    """
    chosen = os.environ.get("LUDWRIGHT_CACHE")
    if chosen == "":
        return None
    folder = Path(chosen) if chosen else _platform_folder() / "ludwright"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_safe(folder):
            return None
    except (OSError, RuntimeError):
        return None
    return folder


def keep(file: Path, text: str) -> None:
    """Write a file of the cache whole or not at all; a cache that can't be written is no error."""
    from interpreter.text.whole_file import part_of

    with suppress(OSError), part_of(file, text.encode(), lasting=False) as part:
        part.replace(file)


def _platform_folder() -> Path:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) if local else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    chosen = os.environ.get("XDG_CACHE_HOME")
    return Path(chosen) if chosen else Path.home() / ".cache"


def _is_safe(folder: Path) -> bool:
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    if status.st_uid != os.getuid():
        return False
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        folder.chmod(0o700)
    return True
