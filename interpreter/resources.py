"""Where the data folders lie; nothing else in the package knows."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def root(name: str) -> Traversable:
    """The data folder ``name``: inside the installed package, or beside it in a checkout.

    Raises:
        FileNotFoundError: it is in neither place.
    """
    packed = files("interpreter").joinpath("_data", name)
    if packed.is_dir():
        return packed
    beside = Path(__file__).resolve().parent.parent / name
    if beside.is_dir():
        return beside
    raise FileNotFoundError(f"the data folder `{name}` is neither installed nor in a checkout")


def read_text(root_name: str, *parts: str) -> str:
    """The text of the file ``parts`` of a data folder, read as UTF-8.

    Raises:
        FileNotFoundError: no such folder or file.
    """
    return root(root_name).joinpath(*parts).read_text(encoding="utf-8")


def in_checkout(*parts: str) -> Path | None:
    """A file that lies in a checkout only, beside the package; None where there is none, as in a wheel."""
    path = Path(__file__).resolve().parent.parent.joinpath(*parts)
    return path if path.is_file() else None
