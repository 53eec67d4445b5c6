"""Where the data folders lie; nothing else in the package knows."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
"""The folder of this package; it is read as files, so it can't lie in an archive."""


def root(name: str) -> Path:
    """The data folder ``name``: inside the installed package, or beside it in a checkout.

    Raises:
        FileNotFoundError: it is in neither place.
    """
    for folder in (PACKAGE / "_data" / name, PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the data folder `{name}` is neither installed nor in a checkout")


def read_text(root_name: str, *parts: str) -> str:
    """The text of the file ``parts`` of a data folder, read as UTF-8.

    Raises:
        FileNotFoundError: no such folder or file.
    """
    return root(root_name).joinpath(*parts).read_text(encoding="utf-8")


def in_checkout(*parts: str) -> Path | None:
    """A file that lies in a checkout only, beside the package; None where there is none, as in a wheel."""
    path = PACKAGE.parent.joinpath(*parts)
    return path if path.is_file() else None
