"""`load`: from a name or a path to a game, with all that was done before kept in a cache."""

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.api.doubts import Lints
from interpreter.api.files import Files, find, shipped, variants
from interpreter.api.game import About, Game, OptionInfo
from interpreter.api.kept import findings_from, kept_findings, kept_lints, lints_from
from interpreter.core.ir import Program
from interpreter.core.text import parse_program, print_program
from interpreter.record.starting import StartError
from interpreter.text.cache_folder import cache_folder, keep
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.suggest import nearest

if TYPE_CHECKING:
    from interpreter.api.front_end import Checked
    from interpreter.api.pages import Pages

On = frozenset[str]


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
        return Loaded(None, (_not_found(name),))
    return load_files(files, cached=cached)


def load_files(files: Files, *, cached: bool = True) -> Loaded:
    """The same for files that were found, or that are not written yet."""
    store = _Store(files) if cached else None
    kept = store.about() if store is not None else None
    if kept is not None:
        about, warnings = kept
        return Loaded(Game(about, _Maker(files, store, about)), warnings)
    from interpreter.api.front_end import check_files

    checked, found = check_files(files)
    if checked is None:
        return Loaded(None, found)
    about = about_of(checked)
    if store is not None:
        store.keep_about(about, found)
    return Loaded(Game(about, _Maker(files, store, about, checked)), found)


def _not_found(name: str) -> Diagnostic:
    games = shipped()
    game = name.partition("/")[0]
    own = [f"{game}/{one}" for one in variants(game)] if game in games else []
    near = nearest(name, (*games, *(f"{game}/{one}" for game in games for one in variants(game))))
    if near:
        hint = f"did you mean `{near}`?"
    elif own:
        hint = f"the variants of `{game}` are {', '.join(own)}"
    else:
        hint = f"the games here are {', '.join(games)}; `ludwright list` shows their variants, too"
    return Diagnostic("E923", f"there is no game and no ruleset `{name}`", None, hint)


class _Maker:
    """Gives programs from the cache, or by lowering the checked ruleset; each set of modules that is on is a
    ruleset of its own, checked when it is first asked for.
    """

    def __init__(
        self, files: Files, store: "_Store | None", about: About, checked: "Checked | None" = None
    ) -> None:
        self._files = files
        self._store = store
        self._about: dict[On, About] = {frozenset(): about}
        self._checked: dict[On, Checked] = {} if checked is None else {checked.on: checked}
        self._pages: Pages | None = None if checked is None else checked.pages
        self._found: list[Diagnostic] = []

    def program(self, players: int, options: dict[str, str], on: On) -> Program:
        """The program for these players and options.

        Raises: StartError where these options need more than a program may hold.
        """
        key = f"{players} " + " ".join(f"{name}={value}" for name, value in options.items())
        kept = self._store.program(key) if self._store is not None else None
        if kept is not None:
            return kept
        from interpreter.api.front_end import program_of

        world = self.checked(on).world
        values = {name: world.option_value(name, text) for name, text in options.items()}
        program = program_of(world, players, values)
        if isinstance(program, Diagnostic):
            raise BrokenModulesError(on, (program,)) if on else _too_much(program)
        return self._store.keep_program(key, program) if self._store is not None else program

    def about(self, on: On) -> About:
        """What is known of the game with some modules on.

        Raises: StartError for modules that can't be on together.
        """
        if on not in self._about:
            kept = self._store.about_with(on) if self._store is not None else None
            if kept is None:
                # The options are those of the whole game: modules change none.
                options = self._about[frozenset()].options
                kept = replace(about_of(self.checked(on)), options=options)
                if self._store is not None:
                    self._store.keep_about_with(on, kept)
            self._about[on] = kept
        return self._about[on]

    def checked(self, on: On) -> "Checked":
        """The checked ruleset with some modules on, read once.

        Raises: StartError for modules that can't be on together.
        """
        found = self._checked.get(on)
        if found is None:
            from interpreter.api.front_end import check_pages

            pages = self._read()
            if on:
                _demand_allowed(pages, on)
            # Whether it is too large shows when a program of it is asked for.
            found, problems = check_pages(pages, on, sized=False)
            if found is None:
                if not on:
                    raise RuntimeError(f"the ruleset changed while it was used: {problems[0].message}")
                raise BrokenModulesError(on, problems)
            self._checked[on] = found
        return found

    def every(self) -> "tuple[Checked, ...]":
        """The checked ruleset with the sets of modules that are validated, but for pairs that are on with
        others too: they cite nothing more. Those that are not sound are left out.
        """
        from interpreter.api.combination import is_pair_of_more, tried

        every = list(tried(self._read()))
        found = []
        for on in every:
            if not is_pair_of_more(on, every):
                with suppress(StartError):
                    found.append(self.checked(on))
        return tuple(found)

    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong with the ruleset, with its modules off and with each set that is tried."""
        from interpreter.api.front_end import check_sets

        self._pages = None
        pages = self._read()
        self._checked.clear()
        return check_sets(pages, self._found, self._checked)

    def lints(self) -> Lints:
        """What is doubtful in the ruleset, whatever modules are on."""
        from interpreter.api.lints import lints

        kept = self._store.lints() if self._store is not None else None
        if kept is not None:
            return kept
        sound = {one.on: one for one in self.every()}
        found = lints(self._read(), sound)
        return self._store.keep_lints(found) if self._store is not None else found

    def _read(self) -> "Pages":
        if self._pages is None:
            from interpreter.api.pages import read_pages

            files = self._files
            fresh = Files(files.folder, files.main, files.shown, unsaved=files.unsaved)
            self._pages, self._found = read_pages(fresh)
            if self._pages is None:
                raise RuntimeError(f"the ruleset changed while it was used: {self._found[0].message}")
        return self._pages


class BrokenModulesError(StartError):
    """Modules whose rules are wrong where they are on together; ``findings`` are what is wrong."""

    def __init__(self, on: On, findings: tuple[Diagnostic, ...]) -> None:
        from interpreter.api.page_findings import with_modules

        errors = [one for one in findings if one.severity == "error"]
        super().__init__(errors[0].code, errors[0].message, errors[0].help)
        self.findings = tuple(with_modules(one, sorted(on)) for one in findings)


def _too_much(finding: Diagnostic) -> StartError:
    """The defaults are fine, and these options are not."""
    return StartError(finding.code, f"{finding.message}, with these options", finding.help)


def _demand_allowed(pages: "Pages", on: On) -> None:
    """The checks of the ruleset allow these modules to be on together.

    Raises: StartError E922.
    """
    from interpreter.api.combination import refusal

    why = refusal(pages, on)
    if why is not None:
        place = f"{why.span.source.path}:{why.span.line}"
        where = place + (f" [{', '.join(why.cites)}]" if why.cites else "")
        raise StartError("E922", f"{why.why_not} for these options", f"`{why.name}` at {where}")


def about_of(checked: "Checked") -> About:
    """What a player is told of a game."""
    from interpreter.syntax import nodes as n

    rules, world = checked.rules, checked.world
    expr = rules.players.expr
    low, high = (expr.low, expr.high) if isinstance(expr, n.SpanOf) else (expr, expr)
    limits = tuple(end.name if isinstance(end, n.Name) else "" for end in (low, high))
    owners = {one.name: module.name for module in checked.modules for one in module.options}
    options = []
    for option in world.options.values():
        kind, values, default = world.option_texts(option)
        head = option.decl.head
        module = owners.get(option.name, "")
        options.append(OptionInfo(option.name, kind, values, default, head.help, head.cites, module))
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
        checked.pages.picture,
        longest,
        checked.pages.chain[-2].game if len(checked.pages.chain) > 1 else "",
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
        main = files.read(files.main)  # the pages it rests on are hashed with all other files
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
            return _about_from(loaded["about"]), findings_from(self._files, loaded["warnings"])
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

    def about_with(self, on: On) -> About | None:
        """What is known of the game with some modules on."""
        data = self._read(self._name_with(on))
        try:
            return None if data is None else _about_from(json.loads(data))
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

    def keep_about_with(self, on: On, about: About) -> None:
        """Remember what was found with some modules on."""
        self._write(self._name_with(on), json.dumps(asdict(about)))

    def _name_with(self, on: On) -> str:
        digest = hashlib.sha256(f"{self._key}\0{self._main}\0{sorted(on)}".encode()).hexdigest()[:32]
        return f"about-{digest}.json"

    def keep_about(self, about: About, found: tuple[Diagnostic, ...]) -> None:
        """Remember what was found, with the files that it rests on."""
        self._key = self._files.digest()[:32]
        names = self._files.names()
        warnings = kept_findings(self._files, found)
        whole = {"files": names, "digest": self._files.digest(), "about": asdict(about), "warnings": warnings}
        self._write(f"about-{self._main}.json", json.dumps(whole))

    def lints(self) -> Lints | None:
        """The lints that were found."""
        data = self._read(self._name("lints"))
        try:
            return None if data is None else lints_from(self._files, json.loads(data))
        except (ValueError, KeyError, TypeError):
            return None

    def keep_lints(self, lints: Lints) -> Lints:
        """Remember lints."""
        self._write(self._name("lints"), json.dumps(kept_lints(self._files, lints)))
        return lints

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
        return f"lints-{digest}.json" if key == "lints" else f"program-{digest}.ir"

    def _read(self, name: str) -> str | None:
        if self._folder is None:
            return None
        try:
            return (self._folder / name).read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def _write(self, name: str, text: str) -> None:
        if self._folder is not None:
            keep(self._folder / name, text)


@cache
def _own_version() -> str:
    """Changes whenever the program that made a cache entry changes."""
    package = Path(__file__).resolve().parent.parent
    stamps = []
    for folder in ("text", "syntax", "check", "core", "api"):
        for file in sorted((package / folder).rglob("*.py")):
            status = file.stat()
            stamps.append(f"{file.name} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(stamps).encode()).hexdigest()


def _about_from(data: dict[str, Any]) -> About:
    options = tuple(
        OptionInfo(**{**one, "values": tuple(one["values"]), "cites": tuple(one["cites"])})
        for one in data["options"]
    )
    return About(**{**data, "options": options, "limits": tuple(data["limits"])})
