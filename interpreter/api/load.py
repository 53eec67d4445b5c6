"""`load`: from a name or a path to a game, with all that was done before kept in a cache."""

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.api.files import Files, find, shipped
from interpreter.api.game import About, Game, OptionInfo
from interpreter.core.ir import Program
from interpreter.core.text import parse_program, print_program
from interpreter.text.cache_folder import cache_folder
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source, Span
from interpreter.text.suggest import nearest

if TYPE_CHECKING:
    from interpreter.api.front_end import Checked


@dataclass(frozen=True, slots=True)
class Loaded:
    """``game`` is ``None`` where ``diagnostics`` has errors; warnings may stand beside a game."""

    game: Game | None
    diagnostics: tuple[Diagnostic, ...]


def load(name: str, *, cached: bool = True) -> Loaded:
    """A shipped game's name, or the path of a ruleset's file or folder.

    Never raises for a bad ruleset. Without ``cached`` everything is read and checked anew.
    """
    files = find(name)
    if files is None:
        near = nearest(name, shipped())
        hint = f"did you mean `{near}`?" if near else f"the games here are {', '.join(shipped())}"
        return Loaded(None, (Diagnostic("E923", f"there is no game and no ruleset `{name}`", None, hint),))
    store = _Store(files) if cached else None
    kept = store.about() if store is not None else None
    if kept is not None:
        about, warnings = kept
        return Loaded(Game(about, _Maker(files, store, None)), warnings)
    from interpreter.api.front_end import check_files

    checked, found = check_files(files)
    if checked is None:
        return Loaded(None, found)
    about = about_of(checked)
    if store is not None:
        store.keep_about(about, found)
    return Loaded(Game(about, _Maker(files, store, checked)), found)


class _Maker:
    """Gives programs from the cache, or by lowering the checked ruleset."""

    def __init__(self, files: Files, store: "_Store | None", checked: "Checked | None") -> None:
        self._files = files
        self._store = store
        self._checked = checked

    def program(self, players: int, options: dict[str, str]) -> Program:
        """The program for these players and options."""
        key = f"{players} " + " ".join(f"{name}={value}" for name, value in options.items())
        kept = self._store.program(key) if self._store is not None else None
        if kept is not None:
            return kept
        from interpreter.core.lower import lower

        world = self.checked().world
        program = lower(
            world, players, {name: world.option_value(name, text) for name, text in options.items()}
        )
        return self._store.keep_program(key, program) if self._store is not None else program

    def checked(self) -> "Checked":
        """The checked ruleset, read once."""
        if self._checked is None:
            from interpreter.api.front_end import check_files

            self._checked, found = check_files(Files(self._files.folder, self._files.main, self._files.shown))
            if self._checked is None:
                raise RuntimeError(f"the ruleset changed while it was used: {found[0].message}")
        return self._checked


def about_of(checked: "Checked") -> About:
    """What a player is told of a game."""
    from interpreter.syntax import nodes as n

    rules, world = checked.rules, checked.world
    expr = rules.players.expr
    low, high = (expr.low, expr.high) if isinstance(expr, n.SpanOf) else (expr, expr)
    limits = tuple(end.name if isinstance(end, n.Name) else "" for end in (low, high))
    options = []
    for option in world.options.values():
        kind, values, default = world.option_texts(option)
        head = option.decl.head
        options.append(OptionInfo(option.name, kind, values, default, head.help, head.cites))
    longest = (
        rules.longest.expr.value if rules.longest is not None and isinstance(rules.longest.expr, n.Int) else 0
    )
    return About(
        rules.game,
        rules.title,
        rules.help,
        world.players[0],
        world.players[1],
        (limits[0], limits[1]),
        tuple(options),
        rules.document.text if rules.document is not None else "",
        rules.picture.text if rules.picture is not None else "",
        longest,
    )


# -- the cache ------------------------------------------------------------------------------------------


class _Store:
    """What was found out about a ruleset before, kept by the hash of its files and of this program.

    The file ``about-…`` lists the files that were read with it, so that the key can be made without
    reading the ruleset: all of them are hashed anew each time.
    """

    def __init__(self, files: Files) -> None:
        self._files = files
        self._folder = cache_folder()
        main = files.read(files.main)
        start = f"{_own_version()}\0{files.shown}\0{files.main}\0{'' if main is None else main.text}"
        self._main = hashlib.sha256(start.encode("utf-8", "surrogateescape")).hexdigest()[:32]
        self._key = ""

    def about(self) -> tuple[About, tuple[Diagnostic, ...]] | None:
        """What is known of the game, with the warnings about it; ``None`` if anything changed."""
        data = self._read(f"about-{self._main}.json")
        if data is None:
            return None
        try:
            loaded = json.loads(data)
            for name in loaded["files"]:
                self._files.read(str(name))
            if loaded["digest"] != self._files.digest():
                return None
            self._key = self._files.digest()[:32]
            return _about_from(loaded["about"]), self._warnings(loaded["warnings"])
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

    def keep_about(self, about: About, found: tuple[Diagnostic, ...]) -> None:
        """Remember what was found, with the files that it rests on."""
        self._key = self._files.digest()[:32]
        names = self._files.names()
        warnings = [
            [
                one.code,
                one.message,
                one.span.source.path[len(self._files.shown) :],
                one.span.start,
                one.span.end,
                one.help,
            ]
            for one in found
            if one.span is not None
        ]
        whole = {"files": names, "digest": self._files.digest(), "about": asdict(about), "warnings": warnings}
        self._write(f"about-{self._main}.json", json.dumps(whole))

    def _warnings(self, stored: list[list[Any]]) -> tuple[Diagnostic, ...]:
        found = []
        for code, message, name, start, end, help_ in stored:
            source = self._files.read(name) or Source(name, "")
            found.append(Diagnostic(code, message, Span(source, start, end), help_))
        return tuple(found)

    def program(self, key: str) -> Program | None:
        """The program kept under these players and options."""
        data = self._read(self._name(key))
        if data is None:
            return None
        try:
            return parse_program(data)
        except ValueError:
            return None

    def keep_program(self, key: str, program: Program) -> Program:
        """Remember a program, and give it as it will be read: what is named by its pickle is found again."""
        text = print_program(program)
        self._write(self._name(key), text)
        return parse_program(text)

    def _name(self, key: str) -> str:
        digest = hashlib.sha256(f"{self._key}\0{self._main}\0{key}".encode()).hexdigest()[:32]
        return f"program-{digest}.ir"

    def _read(self, name: str) -> str | None:
        if self._folder is None:
            return None
        try:
            return (self._folder / name).read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def _write(self, name: str, text: str) -> None:
        """Write whole or not at all; a cache that can't be written is no error."""
        if self._folder is None:
            return
        import tempfile

        try:
            handle, part = tempfile.mkstemp(dir=self._folder, prefix="part-")
            with os.fdopen(handle, "w", encoding="utf-8") as opened:
                opened.write(text)
            Path(part).replace(self._folder / name)
        except OSError:
            return


@cache
def _own_version() -> str:
    """Changes whenever the program that made a cache entry changes."""
    package = Path(__file__).resolve().parent.parent
    stamps = []
    for folder in ("text", "syntax", "check", "core", "api"):
        for file in sorted((package / folder).glob("*.py")):
            status = file.stat()
            stamps.append(f"{file.name} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(stamps).encode()).hexdigest()


def _about_from(data: dict[str, Any]) -> About:
    options = tuple(
        OptionInfo(
            one["name"], one["kind"], tuple(one["values"]), one["default"], one["help"], tuple(one["cites"])
        )
        for one in data["options"]
    )
    return About(**{**data, "options": options, "limits": tuple(data["limits"])})
