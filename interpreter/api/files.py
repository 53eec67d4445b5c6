"""The files of a ruleset: found by name or path, read safely, never outside their folder."""

import hashlib
import os
import posixpath
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter import resources
from interpreter.text.span import Source

MOST_BYTES = 4 * 1024 * 1024
MAIN = "ruleset.yaml"
VARIANTS = "variants"
"""The folder of a game that holds its variants; they may read what lies in the game's folder."""


@dataclass(slots=True)
class Files:
    """The folder of a ruleset and what was read from it. ``shown`` goes before names that an author sees.

    A file is called by its path from the folder, or by ``//GAME/PATH`` where it belongs to a shipped game.
    """

    folder: Path
    main: str
    shown: str
    _sources: dict[str, Source | None] = field(default_factory=dict)
    known: dict[tuple[str, str], Any] = field(default_factory=dict)
    """What was made of files before, by their names and what they were read as."""
    unsaved: Mapping[Path, Source] = field(default_factory=dict)
    """Texts that take the place of those on the disk, by resolved path: what an editor holds."""

    def read(self, name: str) -> Source | None:
        """A file beside the ruleset; ``None`` where there is none, or where it lies elsewhere."""
        if name not in self._sources:
            self._sources[name] = self._read(name)
        return self._sources[name]

    def take_over(self, before: "Files") -> None:
        """Take what was read and made before of files of which the text is still the same."""
        for name, source in before._sources.items():
            now = self.read(name) if source is not None else None
            if source is not None and now is not None and (now.path, now.text) == (source.path, source.text):
                self._sources[name] = source
        for (name, schema), made in before.known.items():
            if self._sources.get(name) is before._sources.get(name):
                self.known[name, schema] = made

    def path_of(self, name: str) -> Path | None:
        """Where a file lies, or would lie; None where that is not in the folder."""
        folder, _, name = self._home(name)
        if folder is None:
            return None
        try:
            path = (folder / name).resolve()
            return path if path.is_relative_to(folder.resolve()) else None
        except (OSError, ValueError, RuntimeError):
            return None

    def _home(self, name: str) -> tuple[Path | None, str, str]:
        """The folder of a file, what goes before its name in messages, and its path from the folder."""
        if not name.startswith("//"):
            return self.folder, self.shown, name
        game, _, name = name[2:].partition("/")
        return (shipped_folder(game), f"{game}/", name) if game in shipped() else (None, "", name)

    def _read(self, name: str) -> Source | None:
        resolved = self.path_of(name)
        folder, shown, name = self._home(name)
        if resolved is None or folder is None:
            return None
        held = self.unsaved.get(resolved)
        if held is not None:
            return Source(f"{shown}{name}", held.text)
        path = folder / name
        try:
            if not stat.S_ISREG(path.stat().st_mode):
                return None
            with path.open("rb") as opened:
                data = opened.read(MOST_BYTES + 1)
        except (OSError, ValueError, RuntimeError):
            return None
        return Source.from_bytes(f"{shown}{name}", data)

    def beside(self) -> list[str]:
        """The names of the YAML files in the folder."""
        try:
            return sorted(one.name for one in self.folder.iterdir() if one.suffix in {".yaml", ".yml"})
        except OSError:
            return []

    def name_of(self, source: Source) -> str:
        """What a source that was read is called."""
        return next((name for name, read in self._sources.items() if read is source), source.path)

    def tests(self, *, of_variant: bool) -> tuple[Path, str]:
        """The folder that holds `scenarios/` and `records/`, and how it is shown.

        A variant that is a file has a folder of the same name beside it.
        """
        at = posixpath.dirname(self.main)
        if of_variant and posixpath.basename(self.main) != MAIN:
            at = posixpath.splitext(self.main)[0]
        return self.folder / at, f"{self.shown}{at}/" if at else self.shown

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

    A path to a file or to a folder with a ``ruleset.yaml`` comes first, then the shipped games, and their
    variants: ``GAME/VARIANT``, or ``GAME-VARIANT``, which is the id that such a variant has.
    """
    path = Path(name)
    try:
        if path.is_dir() and (path / MAIN).is_file():
            return at_home(path, MAIN)
        if path.is_file():
            return at_home(path.parent, path.name)
    except (OSError, ValueError):
        return None
    for game in shipped():
        if name == game:
            return Files(shipped_folder(game), MAIN, f"{game}/")
        if name.startswith((f"{game}/", f"{game}-")):
            main = variants(game).get(name[len(game) + 1 :])
            if main is not None:
                return Files(shipped_folder(game), main, f"{game}/")
    return None


def at_home(folder: Path, main: str) -> Files:
    """The files of the ruleset in a file of a folder; one in the folder `variants`
    of a game belongs to the game's folder.
    """
    real = folder.absolute()
    if real.name == VARIANTS and (real.parent / MAIN).is_file():
        home = folder.parent if folder.name else folder / ".."
        return Files(home, f"{VARIANTS}/{main}", _prefix(home))
    if real.parent.name == VARIANTS and (real.parent.parent / MAIN).is_file():
        home = folder.parent.parent if folder.parent.name else folder / ".." / ".."
        return Files(home, f"{VARIANTS}/{real.name}/{main}", _prefix(home))
    return Files(folder, main, _prefix(folder))


def beside(name: str, other: str) -> str:
    """What a file is called that lies, by the name ``other``, beside the file ``name``.

    A name that leads out of the folder stays one that does, and is not read.
    """
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), other))


def variants(game: str) -> dict[str, str]:
    """The variants of a shipped game: their names, and where their files lie in its folder."""
    return _variants_in(shipped_folder(game))


def called(files: Files) -> dict[str, str]:
    """The variants in the folder of a ruleset: what one types for each, and where its file lies in it.

    Those of a shipped game are ``GAME/VARIANT``, all others have their path.
    """
    game = files.folder.name
    found = _variants_in(files.folder)
    if game in shipped() and files.folder.absolute() == shipped_folder(game).absolute():
        return {f"{game}/{name}": key for name, key in found.items()}
    return {f"{files.shown}{key}": key for key in found.values()}


def _variants_in(folder: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    try:
        for one in sorted((folder / VARIANTS).iterdir()):
            if one.suffix == ".yaml" and one.is_file():
                found[one.stem] = f"{VARIANTS}/{one.name}"
            elif (one / MAIN).is_file():
                found[one.name] = f"{VARIANTS}/{one.name}/{MAIN}"
    except OSError:
        return found
    return found


def shipped_folder(game: str) -> Path:
    """Where a shipped game lies."""
    return Path(str(resources.root("rulesets"))) / game


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
