"""Everything that is wrong with a game as an editor holds it, file by file, and the index of its names."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.api.combination import tried
from interpreter.api.files import Files
from interpreter.api.front_end import (
    NONE_ON,
    Checked,
    check_sets,
    has_errors,
    look_at_pages,
    unseen,
    with_blame,
)
from interpreter.api.lints import lints
from interpreter.api.page_findings import with_modules
from interpreter.api.pages import Pages, base_alone, read_pages
from interpreter.check.citations import statement_kinds
from interpreter.check.world import World
from interpreter.draw.picture import read_picture
from interpreter.front.drawing import read_in_panels
from interpreter.front.editor.beside_check import ScenarioCheck
from interpreter.front.editor.game_index import GameIndex
from interpreter.front.editor.homes import Held, files_of
from interpreter.front.editor.symbols import Index
from interpreter.front.editor.trees import tree_of
from interpreter.syntax.document import Mapping
from interpreter.syntax.schema_check import check as check_schema
from interpreter.syntax.yaml_reader import read
from interpreter.text.diagnostic import Diagnostic, sort_key
from interpreter.text.span import Source

SCHEMAS = ("ruleset", "scenario", "data", "document", "picture")
_NAMED = re.compile(
    r"^#[^\n]*\$schema=\S*?(ruleset|scenario|data|document|picture)\.schema\.json", re.MULTILINE
)
_KEYS = (
    ("scenario", r"^scenarios\s*:"),
    ("document", r"^(statements|rulings)\s*:"),
    ("picture", r"^(panels|colours|letters|canvas|leave out)\s*:"),
    ("ruleset", r"^(phases|actions|players|extends|switch|components|kinds)\s*:"),
)


@dataclass(slots=True)
class Examined:
    """What was found in a game: findings by file, the names, and the files that were read for it.

    ``is_whole`` says that nothing was left for later.
    """

    main: Path
    findings: dict[Path, list[Diagnostic]] = field(default_factory=dict)
    index: Index = field(default_factory=Index)
    paths: dict[str, Path] = field(default_factory=dict)
    sorts: dict[Path, str] = field(default_factory=dict)
    is_whole: bool = True
    files: Files | None = None

    @property
    def errors(self) -> frozenset[tuple[str, str, str]]:
        """The errors, as far as they can be known again in another text."""
        return frozenset(
            (str(path), one.code, one.message)
            for path, found in self.findings.items()
            for one in found
            if one.severity == "error"
        )


def examine(
    main: Path, held: Held, goes_on: Callable[[], bool] = lambda: True, before: Examined | None = None
) -> Iterator[Examined]:
    """What is found in a game: first with its modules off, then, if that is not all, everything.

    ``goes_on`` is asked now and then whether anybody still wants to know; ``before`` is what was found last.
    Never raises for any texts.
    """
    files = files_of(main, held)
    if before is not None and before.files is not None:
        files.take_over(before.files)
    pages, start = read_pages(files)
    sight = _Sight(main, files, pages, goes_on)
    if pages is None:
        yield sight.examined([*start, *_own_errors(files)])
        return
    looked_at, found = look_at_pages(pages, NONE_ON, sized=False)
    sight.keep(NONE_ON, looked_at)
    first = [*start, *found]
    if has_errors(first):
        sight.is_sound = False
        yield sight.examined([*start, *with_blame(pages, NONE_ON, found)])
        return
    sight.is_early = True
    first += sight.open_modules(pages, first)
    yield sight.examined(first)
    if not goes_on():
        return
    sight.is_early = False
    sound: dict[frozenset[str], Checked] = {}
    whole = check_sets(pages, start, sound, lambda on, checked: sight.keep(on, checked) and goes_on())
    if goes_on():
        doubts = () if has_errors(whole) else lints(pages, sound).findings()
        result = sight.examined([*whole, *doubts])
        if goes_on():
            yield result


def _own_errors(files: Files) -> list[Diagnostic]:
    """The errors in a ruleset's own rules, where what its modules change does not fit them."""
    pages = base_alone(files)
    found = look_at_pages(pages, NONE_ON, sized=False)[1] if pages is not None else ()
    return [one for one in found if one.severity == "error"]


def glance(
    main: Path, held: Held, before: Examined | None = None, sound: frozenset[str] = frozenset()
) -> Examined:
    """The errors of a game with each module alone, and its names: what is known without making programs.

    ``sound`` are scenario files that are known to follow their schema, as findings call them.
    """
    files = files_of(main, held)
    if before is not None and before.files is not None:
        files.take_over(before.files)
    pages, found = read_pages(files)
    sight = _Sight(main, files, pages, lambda: True, makes_programs=False, sound=sound)
    if pages is None:
        return sight.examined(found)
    for on in (one for one in tried(pages) if len(one) < 2):
        looked_at, here = look_at_pages(pages, on, sized=False)
        found.extend(one for one in here if not on or one.severity == "error")
        if not on and has_errors(here):
            sight.is_sound = False
            break
        sight.keep(on, looked_at)
    return sight.examined(found)


@dataclass(slots=True)
class _Sight:
    """What is known of a game while it is examined; early, what takes long is left out."""

    main: Path
    files: Files
    pages: Pages | None
    goes_on: Callable[[], bool]
    seen: dict[frozenset[str], Checked] = field(default_factory=dict)
    is_sound: bool = True
    is_early: bool = False
    makes_programs: bool = True
    sound: frozenset[str] = frozenset()

    def keep(self, on: frozenset[str], checked: Checked | None) -> bool:
        """Remember the rules with some modules on."""
        if checked is not None:
            self.seen[on] = checked
        return True

    def open_modules(self, pages: Pages, found: list[Diagnostic]) -> Iterator[Diagnostic]:
        """What is found with a module on that somebody works on now; with all others it takes longer."""
        seen = set(found)
        for module in pages.modules:
            if self.files.path_of(module.page.key) in self.files.unsaved and self.goes_on():
                on = next((one for one in tried(pages) if module.name in one), None)
                if on is not None:
                    looked_at, here = look_at_pages(pages, on, sized=False)
                    self.keep(on, looked_at)
                    yield from (with_modules(one, sorted(on)) for one in unseen(pages, on, here, seen))

    def examined(self, found: Iterable[Diagnostic]) -> Examined:
        """Put together what was found, with what stands in pictures and scenarios."""
        files, reader = self.files, GameIndex(self.files).read()
        every = list(found)
        if self.pages is not None and self.is_sound:
            every = self._with_picture(self.pages, every)
        every += self._scenarios(reader)
        result = Examined(self.main, {}, reader.index(self._worlds()), self._paths(), self._sorts(reader))
        result.is_whole, result.files = not self.is_early, files
        shown = {source.path: name for name in files.names() if (source := files.read(name)) is not None}
        for finding in dict.fromkeys(every):
            name = shown.get(finding.span.source.path) if finding.span is not None else None
            path = result.paths.get(name, self.main) if name is not None else self.main
            result.findings.setdefault(path, []).append(finding)
        for rows in result.findings.values():
            rows.sort(key=sort_key)
        return result

    def _worlds(self) -> tuple[World, ...]:
        """What is known with each module alone, and with none."""
        return tuple(checked.world for on, checked in self.seen.items() if len(on) < 2)

    def _paths(self) -> dict[str, Path]:
        files = self.files
        found = ((name, files.path_of(name)) for name in files.names() if files.read(name) is not None)
        return {name: path for name, path in found if path is not None}

    def _sorts(self, reader: GameIndex) -> dict[Path, str]:
        """Which schema each file of a game is held against."""
        found = ((self.files.path_of(name), sort) for name, sort in reader.sorts.items())
        return {path: sort for path, sort in found if path is not None}

    def _with_picture(self, pages: Pages, found: list[Diagnostic]) -> list[Diagnostic]:
        """The findings with those in the picture, and without warnings of what only the picture reads."""
        source = self.files.read(pages.picture) if pages.picture else None
        root = tree_of(source) if source is not None else None
        worlds = tuple(one.world for one in self.seen.values())
        if source is None or not isinstance(root, Mapping) or not worlds or check_schema(root, "picture"):
            return found
        picture, own = read_picture(root, worlds[0])
        there = [{(one.code, one.span) for one in read_picture(root, world)[1]} for world in worlds[1:]]
        own = tuple(one for one in own if all((one.code, one.span) in others for others in there))
        read_there = read_in_panels(picture, worlds[0])
        kept = [one for one in found if one.code != "W400" or _place(one) not in read_there]
        # A picture may show what only a module brings, and the modules have not been looked at yet.
        return kept if self.is_early and pages.modules else [*kept, *own]

    def _scenarios(self, reader: GameIndex) -> Iterator[Diagnostic]:
        """What is wrong with the scenario files, as far as nothing has to be played."""
        checked = self.seen.get(NONE_ON) if self.is_sound else None
        document = checked.document if checked is not None else None
        check = ScenarioCheck(
            self.pages if self.is_sound else None,
            self.seen if self.is_sound else {},
            self.pages.chain[-1].game if self.pages is not None else None,
            statement_kinds(document) if document is not None else None,
            self.sound,
        )
        for name in reader.scenario_files(self.files.main):
            is_open = self.files.path_of(name) in self.files.unsaved
            source = self.files.read(name) if is_open or not self.is_early else None
            if source is not None and (is_open or self.goes_on()):
                yield from check.findings(
                    source, is_open=is_open and self.makes_programs and not self.is_early
                )


def _place(finding: Diagnostic) -> tuple[str, int]:
    """The file of a finding and the offset where it begins."""
    return (finding.span.source.path, finding.span.start) if finding.span is not None else ("", 0)


# -- files that belong to no game ------------------------------------------------------------------------


def sort_of_text(text: str) -> str | None:
    """Which schema a file that no game names is meant for; None where nothing tells."""
    named = _NAMED.search(text)
    if named is not None:
        return named[1]
    return next((sort for sort, keys in _KEYS if re.search(keys, text, re.MULTILINE)), None)


def lone_findings(source: Source) -> tuple[Diagnostic, ...]:
    """What is wrong with the form of a file that belongs to no game."""
    root, found = read(source)
    sort = sort_of_text(source.text)
    if root is None or has_errors(found) or sort is None:
        return found
    return (*found, *check_schema(root, sort))
