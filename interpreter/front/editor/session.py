"""The texts that an editor holds, what was found in them, and the questions that it asks about them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.front.editor.examine import Examined, lone_findings, sort_of_text
from interpreter.front.editor.homes import home_of, mains_of, text_at
from interpreter.front.editor.symbols import Index, Symbol, Use
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source, Span


@dataclass(frozen=True, slots=True)
class Drift:
    """What became of the places of a text after one stretch of it was written anew."""

    start: int
    old_end: int
    new_end: int

    @classmethod
    def between(cls, old: str, new: str) -> "Drift":
        """The stretch in which two texts differ."""
        if old == new:
            return cls(len(old), len(old), len(old))
        most = min(len(old), len(new))
        start = _most_alike(most, lambda count: old[:count] == new[:count])
        ends = _most_alike(most - start, lambda count: old[len(old) - count :] == new[len(new) - count :])
        return cls(start, len(old) - ends, len(new) - ends)

    def to_old(self, offset: int) -> int | None:
        """Where a place of the new text was; None inside what is new."""
        if offset <= self.start:
            return offset
        return offset - self.new_end + self.old_end if offset >= self.new_end else None

    def to_new(self, start: int, end: int) -> tuple[int, int] | None:
        """Where a stretch of the old text is; None where it was changed."""
        if end <= self.start:
            return start, end
        if start >= self.old_end:
            shift = self.new_end - self.old_end
            return start + shift, end + shift
        return None


def _most_alike(most: int, are_alike: Callable[[int], bool]) -> int:
    """The largest number up to ``most`` that is right, where all smaller ones are."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if are_alike(middle) else (low, middle - 1)
    return low


@dataclass(frozen=True, slots=True)
class Found:
    """A place of a file in the index of a game: the offset that it had there, and the name at it."""

    examined: Examined
    key: str
    offset: int
    use: Use | None


@dataclass(slots=True)
class Session:
    """``held`` are the texts by resolved path, ``clock`` counts changes, ``changed`` is when.

    ``since`` is the moment at which the examination of each game began.
    """

    held: dict[Path, Source] = field(default_factory=dict)
    clock: int = 0
    changed: dict[Path, int] = field(default_factory=dict)
    examined: dict[Path, Examined] = field(default_factory=dict)
    since: dict[Path, int] = field(default_factory=dict)

    # -- texts -------------------------------------------------------------------------------------------

    def hold(self, path: Path, text: str) -> None:
        """Take a text in place of the saved one."""
        self.held[path] = Source(str(path), text)
        self.touch(path)

    def let_go(self, path: Path) -> None:
        """From now on the saved text counts."""
        held = self.held.pop(path, None)
        if held is None or held.text != text_at(path, {}):
            self.touch(path)

    def touch(self, path: Path) -> None:
        """Remember that a file has changed."""
        self.clock += 1
        self.changed[path] = self.clock

    def source(self, path: Path) -> Source:
        """The text of a file as it is now."""
        return self.held.get(path) or Source(str(path), text_at(path, self.held) or "")

    # -- games -------------------------------------------------------------------------------------------

    def due(self, path: Path) -> tuple[Path, ...]:
        """The games to be examined when a file has changed, the one that it most likely belongs to first."""
        mains = mains_of(path, self.held)
        return tuple(main for main in mains if main not in self.examined or self._may_read(main, path))

    def _may_read(self, main: Path, path: Path) -> bool:
        paths = set(self.examined[main].paths.values())
        # A file that could not be read, or is new, may be one that was missing.
        return path in paths or not any(path in one.paths.values() for one in self.examined.values())

    def is_stale(self, main: Path, since: int) -> bool:
        """Whether anything that a game rests on has changed after a moment."""
        known = self.examined.get(main)
        home = home_of(main)
        return any(
            when > since and (home in path.parents or (known is not None and path in known.paths.values()))
            for path, when in self.changed.items()
        )

    def accept(self, result: Examined, since: int) -> bool:
        """Take the result of an examination that began at a moment; false where it is out of date."""
        if self.is_stale(result.main, since):
            return False
        before = self.examined.get(result.main)
        if before is not None and not result.is_whole:
            _keep_kinds(before.index, result.index)
        self.examined[result.main] = result
        self.since[result.main] = since
        return True

    def games_of(self, path: Path) -> Iterator[Examined]:
        """The examined games that read a file, the one that it most likely belongs to first."""
        mains = mains_of(path, self.held)
        order = {main: number for number, main in enumerate(mains)}
        readers = [one for one in self.examined.values() if path in one.paths.values()]
        yield from sorted(readers, key=lambda one: order.get(one.main, len(order)))

    def is_awaited(self, path: Path) -> bool:
        """Whether the game that a file most likely belongs to is still to be examined as it is now."""
        mains = mains_of(path, self.held)
        return bool(mains) and (mains[0] not in self.since or self.is_stale(mains[0], self.since[mains[0]]))

    def give_up(self, main: Path) -> None:
        """A game can't be examined: nobody waits for it."""
        self.examined.setdefault(main, Examined(main))
        self.since[main] = self.clock

    def findings(self, path: Path) -> list[Diagnostic]:
        """All findings in a file, of all games that read it and whose results are not out of date."""
        games = [game for main, game in self.examined.items() if not self.is_stale(main, self.since[main])]
        found = [one for game in games for one in game.findings.get(path, ())]
        known: dict[tuple[str, str, int, int], Diagnostic] = {}
        for one in found:
            place = (one.span.start, one.span.end) if one.span is not None else (0, 0)
            known.setdefault((one.code, one.message, *place), one)
        return list(known.values())

    def lone(self, path: Path) -> list[Diagnostic]:
        """What is wrong with the form of a file that no game reads."""
        return list(lone_findings(self.source(path)))

    # -- places ------------------------------------------------------------------------------------------

    def sort(self, path: Path) -> str:
        """The schema that a file is held against; that of rulesets where nothing tells."""
        known = (one.sorts[path] for one in self.examined.values() if path in one.sorts)
        return next(known, None) or sort_of_text(self.source(path).text) or "ruleset"

    def index(self, path: Path) -> Index:
        """The names of the game of a file, as far as they are known."""
        game = next(self.games_of(path), None)
        if game is None:
            game = next(
                (self.examined[main] for main in mains_of(path, self.held) if main in self.examined), None
            )
        return game.index if game is not None else Index()

    def find(self, path: Path, offset: int) -> Found | None:
        """What stands at an offset of a file as it is now."""
        best: Found | None = None
        for game in self.games_of(path):
            key = next(name for name, there in game.paths.items() if there == path)
            source = game.index.sources.get(key)
            if source is None:
                continue
            at = Drift.between(source.text, self.source(path).text).to_old(offset)
            if at is None:
                continue
            uses = game.index.uses.get(key)
            found = Found(game, key, at, uses.at(at) if uses is not None else None)
            if found.use is not None:
                return found
            best = best or found
        return best

    def now(self, game: Examined, span: Span) -> tuple[Path, Span] | None:
        """Where a span of the index stands in the texts as they are now; None where that was changed."""
        key = next(
            (key for key, source in game.index.sources.items() if source.path == span.source.path), None
        )
        if key is None or key not in game.paths:
            return None
        path = game.paths[key]
        source = self.source(path)
        place = Drift.between(game.index.sources[key].text, source.text).to_new(span.start, span.end)
        return (path, Span(source, *place)) if place is not None else None

    def places(
        self, game: Examined, symbol: Symbol, *, declared: bool, only: str = ""
    ) -> Iterator[tuple[Path, Span]]:
        """Every place where a symbol is named, its declarations only where they are wanted.

        With ``only`` those in this file.
        """
        own = {(one.source.path, one.start) for one in (symbol.span, *symbol.also)}
        files: dict[str, tuple[Source, Drift]] = {}
        for key, use in game.index.uses_of(symbol):
            if key not in game.paths or (only and key != only):
                continue
            if not declared and (use.span.source.path, use.span.start) in own:
                continue
            if key not in files:
                source = self.source(game.paths[key])
                files[key] = source, Drift.between(game.index.sources[key].text, source.text)
            source, drift = files[key]
            place = drift.to_new(use.span.start, use.span.end)
            if place is not None:
                yield game.paths[key], Span(source, *place)

    def is_current(self, game: Examined) -> bool:
        """Whether the texts are still those of the index."""
        return game.is_whole and all(
            key in game.paths and self.source(game.paths[key]).text == source.text
            for key, source in game.index.sources.items()
        )


def _keep_kinds(before: Index, after: Index) -> None:
    """Kinds of what modules declare are found out late: until then those of the names before hold."""
    old = {one.address: one for one in before.symbols if one.address}
    for symbol in after.symbols:
        known = old.get(symbol.address)
        if known is not None:
            there, here = ((one.span.source.path, one.span.start) for one in (known, symbol))
            for table in ("kind_of", "members_of"):
                told = getattr(before, table).get(there)
                if told is not None:
                    getattr(after, table).setdefault(here, told)
