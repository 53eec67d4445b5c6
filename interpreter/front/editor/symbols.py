"""What a game declares and where it is named: the table that editors ask."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.syntax.document import Node
from interpreter.text.span import Source, Span

Address = tuple[str, ...]


@dataclass(slots=True, eq=False)
class Symbol:
    """Something that is declared under a name.

    ``sort`` is the word of the language for it, ``span`` its name where it is declared. ``owner`` is the kind
    of a member or of a column, the action of a stage. ``line`` is the sentence that says what it is, parsed;
    ``value`` what stands under the name. ``also`` are further places that declare the same thing.
    """

    name: str
    sort: str
    span: Span
    address: Address
    owner: str = ""
    value: Node | None = None
    line: Any = None
    help: str = ""
    also: list[Span] = field(default_factory=list)

    @property
    def is_local(self) -> bool:
        """Whether only one paragraph knows the name."""
        return self.sort in LOCAL


LOCAL = frozenset({"bound name", "parameter", "stage", "let"})
NAMED_IN_SENTENCES = frozenset(
    {"option", "kind", "member", "column", "table", "component", "term", "group", "route"}
)
CONDITIONS = frozenset({"condition", "limit", "cost", "check", "action"})
"""What can be the reason why a move is refused."""


@dataclass(frozen=True, slots=True, eq=False)
class Mention:
    """A name where it stands. ``role`` says what it can be there; ``local`` is known from the paragraph.

    ``owners`` are the kinds to one of which a member or a column must belong, where that is known; ``stage``
    is the stage of a move whose value it is.
    """

    name: str
    span: Span
    role: str
    local: Symbol | None = None
    owners: frozenset[str] = frozenset()
    stage: Symbol | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    """A mention that means something: one symbol, or several between which only the types decide."""

    span: Span
    symbols: tuple[Symbol, ...]
    role: str


class Uses:
    """The uses in one file, found by offset."""

    def __init__(self, uses: Iterable[Use]) -> None:
        by_place = {(use.span.start, use.span.end): use for use in uses}
        self.all = [by_place[place] for place in sorted(by_place)]
        self._starts = [use.span.start for use in self.all]

    def at(self, offset: int) -> Use | None:
        """The use that covers an offset, or ends there."""
        row = bisect_right(self._starts, offset) - 1
        for use in (self.all[row] if row >= 0 else None, self.all[row - 1] if row >= 1 else None):
            if use is not None and use.span.start <= offset <= use.span.end:
                return use
        return None


@dataclass(slots=True)
class Index:
    """All symbols and uses of a game. ``uses`` are by what the file is called among the files of the game.

    ``kinds_at`` tells the kinds of expressions by file and place, ``kind_of`` those of symbols by where they
    are declared: what the checker found out, as words. ``envs`` are the names that the paragraph at an
    address knows, ``links`` the names of files in each file, with what those are called.
    """

    symbols: list[Symbol] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    uses: dict[str, Uses] = field(default_factory=dict)
    kinds_at: dict[tuple[str, int, int], str] = field(default_factory=dict)
    kind_of: dict[tuple[str, int], str] = field(default_factory=dict)
    members_of: dict[tuple[str, int], str] = field(default_factory=dict)
    statements: dict[str, Symbol] = field(default_factory=dict)
    envs: dict[Address, Mapping[str, Symbol]] = field(default_factory=dict)
    links: dict[str, tuple[tuple[Span, str], ...]] = field(default_factory=dict)
    _places: dict[int, list[tuple[str, Use]]] = field(default_factory=dict)

    @property
    def has_boards(self) -> bool:
        """Whether the game declares a board, which brings words with it."""
        return any(one.address[:1] == ("boards",) for one in self.symbols)

    def named(self, name: str) -> Iterator[Symbol]:
        """All symbols of this name."""
        return (one for one in self.symbols if one.name == name)

    def symbols_and_locals(self) -> Iterator[Symbol]:
        """All symbols, with names that only one sentence knows."""
        yield from self.symbols
        for uses in self.uses.values():
            for use in uses.all:
                if use.role == "declaration":
                    yield use.symbols[0]

    def uses_of(self, symbol: Symbol) -> Iterator[tuple[str, Use]]:
        """Every place where a symbol is named, with the file, its declarations too."""
        if not self._places:
            for key, uses in self.uses.items():
                for use in uses.all:
                    for one in use.symbols:
                        self._places.setdefault(id(one), []).append((key, use))
        yield from self._places.get(id(symbol), ())
