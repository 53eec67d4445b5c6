"""What a ruleset declares, resolved: domains, columns, options, components, terms.

The checker fills a `World` and side tables (kinds and references by syntax node); lowering reads
them. Nothing here depends on the number of players or on options, but for ``Rows``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from interpreter.check.kinds import POISON, Kind, MapOf, Maybe, Member, Number, Single
from interpreter.check.ledger import Ledger
from interpreter.check.price import Price
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.text.span import Span

MOST_PLAYERS = 16
PLAYER = Member("Player")
DIRECTION = Member("Direction")


Form: TypeAlias = Literal[
    "words", "rows", "player", "cells", "lines", "windows", "directions", "option", "maps", "records", "part"
]


@dataclass(slots=True, eq=False)
class Domain:
    """An enumerated kind. Of players, ``members`` holds as many as can ever play.

    A part of another kind is numbered as the ``whole``: where the whole has a member that it has not, its
    ``members`` hold an empty name.

    ``playing`` says how many of the members there are with so many players, from none on; they are the
    first ones. It is empty where all are always there.
    """

    name: str
    members: tuple[str, ...]
    span: Span | None
    form: Form = "words"
    whole: str = ""
    playing: tuple[int, ...] = ()
    index: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.index = {name: position for position, name in enumerate(self.members) if name or not self.whole}

    @property
    def named(self) -> tuple[str, ...]:
        """The members that there are."""
        return tuple(self.index) if self.whole else self.members

    def numbered(self, players: int) -> int:
        """By how many numbers the members are told apart where so many play."""
        return self.playing[players] if self.playing else len(self.members)

    def always(self, players: tuple[int, int]) -> int:
        """How many of the members are there in every match of so few to so many players."""
        least, most = players
        return min(self.numbered(count) for count in range(least, most + 1))


@dataclass(slots=True, eq=False)
class Column:
    """A word printed on each member of a domain: ``terrain(t)``.

    ``cases`` holds, for each choice of rows, one value a member: an index, a number, -1 for none,
    or the bits of a set. ``choice`` says which case holds; a board's columns have one case.

    A printed table is a column that belongs to no domain: its ``owner`` is "", and all its keys are further
    keys.
    """

    name: str
    owner: str
    kind: Kind
    cases: tuple[tuple[int, ...], ...]
    choice: n.RowsChoice | None
    span: Span | None
    extra: tuple[Single, ...] = ()  # further keys: `step(c, d)`
    is_cyclic: bool = False  # the last key is any whole number, counted round: `turned(d, k)`

    @property
    def keys(self) -> tuple[Single, ...]:
        """All keys in their order: the member of the owner, if there is one, then the further keys."""
        return (Member(self.owner), *self.extra) if self.owner else self.extra

    @property
    def address(self) -> str:
        """``Land.terrain``, ``tables.wheel``."""
        return f"{self.owner or 'tables'}.{self.name}"


@dataclass(slots=True, eq=False)
class Option:
    """A switch; ``kind`` is a flag, a number or a word of its own domain. ``default`` as in a slot."""

    name: str
    kind: Kind
    default: int
    decl: r.OptionDecl


@dataclass(slots=True, eq=False)
class Component:
    """A component: ``keys``, then the kind of each place. ``seen``: all, owner, nobody.

    ``during`` is the address of the step or action behind which it is back at its start, ``rounds`` for each
    round, "" where it lasts.
    """

    name: str
    keys: tuple[Single, ...]
    kind: Kind
    seen: Literal["all", "owner", "nobody"]
    decl: r.ComponentDecl
    during: str = ""
    revealed: bool = False  # some `reveal` or `hide` speaks of it
    places: dict[tuple[int, ...], int] = field(default_factory=dict)  # starts other than the rule, by indices


@dataclass(slots=True, eq=False)
class Var:
    """A bound name: ``role`` says what binds it."""

    name: str
    kind: Kind
    role: Literal["bound", "param", "let", "stage", "me"]
    span: Span | None
    hidden: bool = False


@dataclass(slots=True, eq=False)
class Term:
    """A definition; ``kind`` is known once its phrase is checked."""

    name: str
    params: tuple[Var, ...]
    decl: r.TermDecl
    kind: Kind | None = None
    uses_me: bool = False


@dataclass(frozen=True, slots=True)
class KindSet:
    """A kind's name used as the set of all its members: ``Colour``."""

    kind: Single


@dataclass(frozen=True, slots=True)
class One:
    """A member named: ``red``, ``P1``, ``published4``."""

    kind: Member
    index: int


@dataclass(frozen=True, slots=True)
class Builtin:
    """A built-in function or value: ``size``, ``player_count``."""

    name: str


Ref: TypeAlias = Var | Component | Column | Option | Term | KindSet | One | Builtin


@dataclass(slots=True)
class World:
    """Everything declared, and what the checker found out about each node."""

    ruleset: r.Ruleset
    players: tuple[int, int] = (2, 2)
    rounds: Number | None = None  # what `round` can be; none without rounds, or where it is a name
    domains: dict[str, Domain] = field(default_factory=dict)
    ranges: dict[str, "tuple[int, int]"] = field(default_factory=dict)
    members: dict[str, list[One]] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)  # kinds that are reported and of which nothing is known
    columns: dict[str, dict[str, Column]] = field(default_factory=dict)
    tables: dict[str, Column] = field(default_factory=dict)
    maps: dict[str, Column] = field(default_factory=dict)  # what each member of a map kind holds, by kind
    options: dict[str, Option] = field(default_factory=dict)
    components: dict[str, Component] = field(default_factory=dict)
    terms: dict[str, Term] = field(default_factory=dict)
    kinds_of: dict[Any, Kind] = field(default_factory=dict)
    refs: dict[Any, Ref] = field(default_factory=dict)
    vars_of: dict[Any, Var] = field(default_factory=dict)
    prices: dict[str, tuple[Price, ...]] = field(default_factory=dict)  # by action
    limits: dict[str, tuple[r.RequireDecl, ...]] = field(default_factory=dict)  # by action
    taking: dict[n.Line, Price] = field(default_factory=dict)  # by the line that takes the amount of a round
    tells: dict[Var, tuple[Var, ...]] = field(default_factory=dict)  # claimants: which things theirs are
    ledgers: dict[str, Ledger] = field(default_factory=dict)  # what is promised, by cost
    promised: dict[n.Expr, n.Expr] = field(default_factory=dict)  # `promised(place)` written out
    settled: dict[n.Line, n.Block] = field(default_factory=dict)  # `collect`, `release`, `refund` written out
    contested: dict[n.ForBlock, tuple[Component, ...]] = field(default_factory=dict)  # where rounds may clash
    guards: dict[n.Line, n.Expr] = field(default_factory=dict)  # what must hold after a line
    guards_of: dict[Component, n.Expr] = field(default_factory=dict)  # and of all places of a component
    cited_by_rows: tuple[tuple[n.Foot, str], ...] = ()  # what rows of data files cite, with their addresses
    me: Var = field(default_factory=lambda: Var("me", PLAYER, "me", None))

    def member(self, name: str) -> Member:
        """A kind by its name, with the kinds that it is a part of."""
        whole: list[str] = []
        here = self.domains.get(name)
        while here is not None and here.whole:
            whole.append(here.whole)
            here = self.domains.get(here.whole)
        return Member(name, tuple(whole))

    def root(self, kind: Member) -> Member:
        """The kind as whose members those of a part are numbered; a kind that is no part is that itself."""
        here = self.member(kind.domain)
        return Member(here.whole[-1]) if here.whole else here

    def column(self, word: str, kind: Kind) -> Column | None:
        """What is printed on the members of a kind under a word; on those of a part as on the whole."""
        if not isinstance(kind, Member):
            return None
        owners = self.columns.get(word, {})
        chain = (kind.domain, *self.member(kind.domain).whole)
        return next((owners[name] for name in chain if name in owners), None)

    def count(self, kind: Kind) -> int:
        """How many values a single kind has at most; of a part, how many members there are."""
        return len(self.domains[kind.domain].named) if isinstance(kind, Member) else self.size(kind)

    def indices(self, kind: Single) -> Sequence[int]:
        """The numbers of the members, from 0; those of a part are numbers of the whole."""
        if isinstance(kind, Member) and self.domains[kind.domain].whole:
            return tuple(self.domains[kind.domain].index.values())
        return range(self.size(kind))

    def size(self, kind: Kind) -> int:
        """How many values a single kind is numbered by; a flag, and what is none, counts as two."""
        match kind:
            case Member(domain):
                return len(self.domains[domain].members)
            case Number(low, high):
                return high - low + 1
            case _:
                return 2

    def always(self, kind: Kind) -> int:
        """By how many numbers the members that are there in every match are told apart."""
        return self.domains[kind.domain].always(self.players) if isinstance(kind, Member) else self.size(kind)

    def varies(self, kind: Kind) -> bool:
        """Whether it depends on the number of players which members there are."""
        return self.always(kind) < self.size(kind)

    def ledgers_of(self, purse: object) -> tuple[Ledger, ...]:
        """The ledgers of what is promised out of a component."""
        return tuple(one for one in self.ledgers.values() if one.purse is purse)

    # -- maps as values -----------------------------------------------------------------------------------

    def map_of(self, kind: Kind) -> Column | None:
        """The table of a map kind, or of one that may be none; ``None`` for any other kind."""
        single = kind.of if isinstance(kind, Maybe) else kind
        return self.maps.get(self.root(single).domain) if isinstance(single, Member) else None

    def parted(
        self, ref: "Ref | None", args: tuple[n.Expr, ...]
    ) -> tuple[tuple[n.Expr, ...], Column | None, tuple[n.Expr, ...]]:
        """The arguments of a word itself, then the table of the map that it gives and the keys behind, if
        it is read with any: ``cause(l, s)``.
        """
        match ref:
            case Var(kind=MapOf(keys, kind)):
                own = len(keys)
            case Var(kind=kind):
                own = 0
            case Component(keys=keys, kind=kind):
                own = len(keys)
            case Column(kind=kind):
                own = len(ref.keys)
            case Term(params=params, kind=found):
                own, kind = len(params), found or POISON
            case _:
                return args, None, ()
        table = self.map_of(kind)
        if table is None or len(args) <= own:
            return args, None, ()
        return args[:own], table, args[own:]

    # -- options as text --------------------------------------------------------------------------------

    def option_texts(self, option: Option) -> tuple[str, tuple[str, ...], str]:
        """The sort of an option, its values as words, and its default among them."""
        match option.kind:
            case Number(low, high):
                return "number", tuple(str(value) for value in range(low, high + 1)), str(option.default)
            case Member(domain):
                words = self.domains[domain].members
                return "words", words, words[option.default]
            case _:
                words = ("false", "true")
                return "flag", words, words[option.default]

    def option_value(self, name: str, text: str) -> int:
        """The value of an option, as it stands in a slot, from its word."""
        option = self.options[name]
        kind, words, _ = self.option_texts(option)
        return int(text) if kind == "number" else words.index(text)
