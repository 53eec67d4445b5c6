"""The files of a ruleset: found by name or path, read safely, never outside their folder."""

import hashlib
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from interpreter import resources
from interpreter.text.span import Source

MOST_BYTES = 4 * 1024 * 1024


@dataclass(slots=True)
class Files:
    """The folder of a ruleset and what was read from it. ``name`` is what the author sees."""

    folder: Path
    main: str
    shown: str
    _sources: dict[str, Source | None] = field(default_factory=dict)

    def read(self, name: str) -> Source | None:
        """A file beside the ruleset; ``None`` where there is none, or where it lies elsewhere."""
        if name not in self._sources:
            self._sources[name] = self._read(name)
        return self._sources[name]

    def _read(self, name: str) -> Source | None:
        path = self.folder / name
        try:
            root = self.folder.resolve()
            if not path.resolve().is_relative_to(root) or not stat.S_ISREG(path.stat().st_mode):
                return None
            with path.open("rb") as opened:
                data = opened.read(MOST_BYTES + 1)
        except (OSError, ValueError, RuntimeError):
            return None
        return Source.from_bytes(f"{self.shown}{name}", data)

    def beside(self) -> list[str]:
        """The names of the YAML files in the folder."""
        try:
            return sorted(one.name for one in self.folder.iterdir() if one.suffix in {".yaml", ".yml"})
        except OSError:
            return []

    def names(self) -> list[str]:
        """What was asked for so far."""
        return sorted(self._sources)

    def digest(self) -> str:
        """A hash of everything that was read so far and of what is missing."""
        digest = hashlib.sha256()
        for name, source in sorted(self._sources.items()):
            text = "" if source is None else source.text
            digest.update(f"{name}\0{source is None}\0{len(text)}\0".encode())
            digest.update(text.encode("utf-8", "surrogateescape"))
        return digest.hexdigest()


def find(name: str) -> Files | None:
    """The ruleset that a name or a path means; ``None`` where there is none.

    A path to a file or to a folder with a ``ruleset.yaml`` comes first, then the shipped games.
    """
    path = Path(name)
    try:
        if path.is_dir() and (path / "ruleset.yaml").is_file():
            return Files(path, "ruleset.yaml", _prefix(path))
        if path.is_file():
            return Files(path.parent, path.name, _prefix(path.parent))
    except (OSError, ValueError):
        return None
    if name in shipped():
        folder = resources.root("rulesets") / name
        return Files(folder, "ruleset.yaml", f"{name}/")
    return None


def _prefix(folder: Path) -> str:
    text = str(folder)
    return "" if text == "." else f"{text}{os.sep}"


def shipped() -> tuple[str, ...]:
    """The names of the games that come with the program."""
    try:
        folder = resources.root("rulesets")
        return tuple(sorted(one.name for one in folder.iterdir() if (one / "ruleset.yaml").is_file()))
    except (OSError, FileNotFoundError):
        return ()
