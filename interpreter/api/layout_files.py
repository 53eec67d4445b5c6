"""Files laid out on disk: found below folders, read, and written whole or not at all."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.api.files import MAIN, MOST_BYTES
from interpreter.syntax.formatting.format import format_source
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.span import Source, Span
from interpreter.text.whole_file import part_of
from interpreter.text.whole_file import put as put_in_place

ENDINGS = (".yaml", ".yml")
MOST_FILES = 10_000
_ABOVE = 3  # folders between a file of a ruleset and its `ruleset.yaml`


@dataclass(frozen=True, slots=True)
class Laid:
    """A file: what it holds, and the text that it has in the one layout; None where it has none."""

    shown: str
    before: str
    after: str | None
    findings: tuple[Diagnostic, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether the file is not in the one layout yet."""
        return self.after is not None and self.after != self.before


def files_below(folder: Path) -> list[Path]:
    """The YAML files of the rulesets that lie in a folder or round it, in order; links are not followed.

    Only what belongs to a ruleset is found: other YAML is for other programs.

    Raises: OSError for more than `MOST_FILES`.
    """
    found: list[Path] = []
    for path in _walk(folder, _is_in_ruleset(folder)):
        found.append(path)
        if len(found) > MOST_FILES:
            raise OSError(0, f"more than {MOST_FILES:,} files", str(folder))
    return sorted(found)


def _is_in_ruleset(folder: Path) -> bool:
    parents = [folder.absolute(), *folder.absolute().parents][: _ABOVE + 1]
    return any((parent / MAIN).is_file() for parent in parents)


def _walk(folder: Path, is_inside: bool) -> Iterator[Path]:
    for at, folders, names in os.walk(folder):
        here = Path(at)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        inside = is_inside or _is_in_ruleset(here)
        for name in names:
            path = here / name
            if inside and path.suffix in ENDINGS and not path.is_symlink() and path.is_file():
                yield path


def lay_out(path: Path, shown: str, schema: str | None = None) -> Laid:
    """A file and what it is in the one layout; nothing is written."""
    data = _read(path)
    if data is None:
        span = Span(Source(shown, ""), 0, 0)
        return Laid(shown, "", None, (Diagnostic("E900", f"{quote(shown)} can't be read", span),))
    return lay_out_bytes(data, shown, schema)


def lay_out_bytes(data: bytes, shown: str, schema: str | None = None) -> Laid:
    """The same for what a file holds."""
    done = format_source(Source.from_bytes(shown, data), schema)
    # The text as it stands, byte mark and line ends included: the layout has neither.
    return Laid(shown, data.decode("utf-8", "replace"), done.text, done.findings)


def _read(path: Path) -> bytes | None:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        with path.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        return None


def put(path: Path, laid: Laid) -> None:
    """Write a file in its new layout, whole or not at all, with the rights that it has.

    Raises: OSError where it can't be written, or holds something else by now.
    """
    assert laid.after is not None
    real = path.resolve(strict=True)  # a link stays a link
    with part_of(real, laid.after.encode(), stat.S_IMODE(real.stat().st_mode)) as part:
        data = _read(real)
        if data is None or data.decode("utf-8", "replace") != laid.before:
            raise OSError(0, "changed while it was laid out", str(path))
        put_in_place(part, real, replace=True)
