"""A ruleset as data: the headings of the rulebook, with every sentence below them parsed.

Each declaration knows its name, its address (``actions.move.requires.light_enough``: what a variant
patches and `why` answers with), its place and what it cites.
"""

from dataclasses import dataclass, field
from typing import Literal

from interpreter.syntax import nodes as n
from interpreter.syntax.document import Mapping, Scalar
from interpreter.text.span import Span


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """What every declaration has. ``feet`` are all footnotes on it and in its sentences."""

    name: str
    path: str
    span: Span
    feet: tuple[n.Foot, ...] = ()
    help: str = ""

    @property
    def cites(self) -> tuple[str, ...]:
        """The numbers of the statements cited, each once, in order."""
        return tuple(dict.fromkeys(cite for foot in self.feet for cite in foot.cites))


@dataclass(frozen=True, slots=True, eq=False)
class OptionDecl:
    """A switch chosen before the match: a flag, one of some words, or a number."""

    head: Head
    type: n.TypeLine


@dataclass(frozen=True, slots=True, eq=False)
class ColumnDecl:
    """What is printed on each member of a kind; ``start`` of the type names the data column."""

    head: Head
    type: n.TypeLine


@dataclass(frozen=True, slots=True, eq=False)
class WrittenColumn:
    """``{effect else adapt}``: a column of a member's name, and the word for none."""

    name: str
    otherwise: str
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """``{cause}->{effect}``: how the members of a kind are called."""

    parts: tuple[str | WrittenColumn, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class KindDecl:
    """What there is: words, a range, the rows of a table, combinations, a part of another kind."""

    head: Head
    line: n.KindLine | None = None
    rows: n.RowsChoice | None = None
    listed: tuple[tuple[Scalar, n.RowLine], ...] = ()
    has: tuple[ColumnDecl, ...] = ()
    where: n.Phrase | None = None
    count: n.Phrase | None = None
    marks: tuple[tuple[Scalar, n.Phrase | None], ...] = ()
    written: Written | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TableDecl:
    """A printed table: for each combination of ``keys`` an entry; ``across`` repeats the second key."""

    head: Head
    type: n.TypeLine
    keys: tuple[n.KindLine, ...]
    across: n.KindLine | None
    rows: n.RowsChoice | None
    listed: tuple[tuple[Scalar, n.RowLine], ...]


@dataclass(frozen=True, slots=True, eq=False)
class WindowDecl:
    """A kind of all rectangles of a size, files by ranks; ``slots`` is the kind that names their places."""

    name: Scalar
    size: tuple[int, ...]
    slots: Scalar | None


@dataclass(frozen=True, slots=True, eq=False)
class BoardDecl:
    """A board whose cells are made: ``grid: 3 by 3``, ``hex: 11 by 11``; ``lines`` names kinds of runs."""

    head: Head
    shape: Literal["grid", "hex"]
    size: tuple[int, ...]
    lines: tuple[tuple[Scalar, int], ...] = ()
    windows: tuple[WindowDecl, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class StartPlace:
    """``red: 8`` of a start given place by place; ``listed`` where the value is a list of members."""

    path: tuple[Scalar, ...]
    values: tuple[n.Expr, ...]
    listed: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A start drawn with marks: the rows of the board from the top, one mark a cell."""

    marks: dict[str, n.Expr]
    rows: tuple[Scalar, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ComponentDecl:
    """What lies on the table and changes during play."""

    head: Head
    type: n.TypeLine
    start: n.Phrase | None = None
    all_different: bool = False
    places: tuple[StartPlace, ...] = ()
    drawn: Drawn | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TermDecl:
    """A word that the rules use, with its meaning."""

    head: Head
    signature: n.Signature
    phrase: n.Phrase


@dataclass(frozen=True, slots=True, eq=False)
class OrderDecl:
    """A turn order that can be walked by name."""

    head: Head
    line: n.OrderLine


@dataclass(frozen=True, slots=True, eq=False)
class MarketDecl:
    """A place that `refill` fills from a deck; ``of`` restricts it to some of the things in the deck."""

    head: Head
    params: tuple[n.Param, ...]
    of: n.OrderLine | None
    deck: n.Phrase
    row: n.Phrase
    discards: n.Phrase | None
    full: n.Phrase


@dataclass(frozen=True, slots=True, eq=False)
class Other:
    """A declaration whose sentences parse, but that this version does not play yet."""

    head: Head
    section: str
    signature: n.Signature | None
    node: Mapping | Scalar


@dataclass(frozen=True, slots=True, eq=False)
class ModifierDecl:
    """One named change of what something costs."""

    head: Head
    line: n.Amount


@dataclass(frozen=True, slots=True, eq=False)
class CostDecl:
    """What something costs: paid out of ``source``, ``base`` changed by the modifiers in order; ``otherwise``
    is said where that is too much.
    """

    head: Head
    params: tuple[n.Param, ...]
    source: n.Phrase
    base: n.Phrase
    modifiers: tuple[ModifierDecl, ...] = ()
    show: n.Phrase | None = None
    to: n.Phrase | None = None
    record: n.Phrase | None = None
    otherwise: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class RequireDecl:
    """A named condition; its name answers `why not`, ``otherwise`` is a better sentence.

    Where ``line`` is what a limit comes to after an action, ``written`` is the limit as the author wrote it.
    """

    head: Head
    line: n.Requirement
    otherwise: str = ""
    written: n.Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LimitDecl:
    """A condition that no action may leave broken; ``actions`` are those it binds, none for all."""

    require: RequireDecl
    actions: tuple[tuple[str, Span], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class LetDecl:
    """A value taken once, when its paragraph begins."""

    name: str
    span: Span
    phrase: n.Phrase


@dataclass(frozen=True, slots=True, eq=False)
class StageDecl:
    """One part of a choice."""

    head: Head
    line: n.StageLine


@dataclass(frozen=True, slots=True, eq=False)
class Says:
    """``Village on {site} for {me}``: literal pieces and expressions in turn."""

    parts: tuple["str | n.Expr", ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ClaimRankDecl:
    """A named priority among those who claim the same thing."""

    head: Head
    phrase: n.Phrase


@dataclass(frozen=True, slots=True, eq=False)
class ClaimsDecl:
    """Who gets what several want: ``over`` the things, ``by`` the claimants, by ``ranks`` or by ``best``."""

    head: Head
    over: n.OrderLine
    by: n.OrderLine
    ranks: tuple[ClaimRankDecl, ...]
    best: n.RankLine | None
    won: n.Block | None
    tied: n.Block


@dataclass(frozen=True, slots=True, eq=False)
class StepDecl:
    """A paragraph of set-up, of a phase, of an action or of scoring, or a shared procedure.

    Claims are carried out by ``do``: the loop that they come to.
    """

    head: Head
    params: tuple[n.Param, ...] = ()
    says: Says | None = None
    when: n.Phrase | None = None
    who: n.Who | None = None
    let: tuple[LetDecl, ...] = ()
    repeat: n.RepeatLine | None = None
    at_most: int | None = None
    at_most_at: Span | None = None
    do: n.Block | None = None
    steps: tuple["StepDecl", ...] = ()
    one_of: n.Calls | None = None
    claims: ClaimsDecl | None = None
    if_stuck: n.Block | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ActionDecl:
    """Something a player may choose: stages, conditions, costs, then what follows."""

    head: Head
    params: tuple[n.Param, ...] = ()
    says: Says | None = None
    when: n.Phrase | None = None
    choose: tuple[StageDecl, ...] = ()
    let: tuple[LetDecl, ...] = ()
    requires: tuple[RequireDecl, ...] = ()
    costs: tuple[n.CostLine, ...] = ()
    promises: tuple[n.CostLine, ...] = ()
    do: n.Block | None = None
    steps: tuple[StepDecl, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class AlwaysDecl:
    """A standing rule: carried out at every joint where its condition holds."""

    head: Head
    when: n.Phrase
    body: StepDecl
    before: tuple[str, ...] = ()
    before_at: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class EndDecl:
    """What ends the match. ``checked`` names the step after which alone it is judged."""

    head: Head
    when: n.Phrase | None
    winners: n.Phrase | None
    checked: str | None
    checked_at: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class RankKeyDecl:
    """One key of the final comparison; ``when`` speaks of options and says whether it counts."""

    head: Head
    line: n.RankLine
    when: n.Phrase | None = None


@dataclass(frozen=True, slots=True, eq=False)
class RankingDecl:
    """Who has won: players by keys in turn, and what equals get."""

    head: Head
    of: n.OrderLine
    keys: tuple[RankKeyDecl, ...]
    last: str
    last_at: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """A whole ruleset, read and parsed, not yet checked.

    ``cited_by_changes`` are the citations of changes as such, with their addresses; ``unread`` are
    options that no rule needs to read: switches of modules, and options of modules that are off.
    """

    span: Span
    game: str
    title: str
    help: str
    players: n.Phrase
    document: Scalar | None
    data: tuple[Scalar, ...]
    picture: Scalar | None
    longest: n.Phrase | None
    options: dict[str, OptionDecl] = field(default_factory=dict)
    kinds: dict[str, KindDecl] = field(default_factory=dict)
    boards: dict[str, BoardDecl] = field(default_factory=dict)
    tables: dict[str, TableDecl] = field(default_factory=dict)
    components: dict[str, ComponentDecl] = field(default_factory=dict)
    terms: dict[str, TermDecl] = field(default_factory=dict)
    orders: dict[str, OrderDecl] = field(default_factory=dict)
    markets: dict[str, MarketDecl] = field(default_factory=dict)
    costs: dict[str, CostDecl] = field(default_factory=dict)
    checks: tuple[RequireDecl, ...] = ()
    invariants: tuple[RequireDecl, ...] = ()
    limits: tuple[LimitDecl, ...] = ()
    setup: tuple[StepDecl, ...] = ()
    rounds: n.RepeatLine | None = None
    phases: tuple[StepDecl, ...] = ()
    actions: dict[str, ActionDecl] = field(default_factory=dict)
    steps: dict[str, StepDecl] = field(default_factory=dict)
    always: tuple[AlwaysDecl, ...] = ()
    ends: tuple[EndDecl, ...] = ()
    scoring: tuple[StepDecl, ...] = ()
    ranking: RankingDecl | None = None
    others: tuple[Other, ...] = ()
    cited_by_changes: tuple[tuple[n.Foot, str], ...] = ()
    unread: frozenset[str] = frozenset()
