"""The code of the core program: statements, blocks, decisions."""

from interpreter.core.expressions import Expr, Key
from interpreter.text.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Range:
    """A run-time check that a value about to be written lies in ``lo..hi``.

    ``place`` is an index into ``Program.places``; a violation is the rules error E701.
    """

    lo: int
    hi: int
    place: int


@dataclass(frozen=True, slots=True)
class Set:
    """``set starter to p``: write one slot. Without ``check`` the value is proved to fit."""

    slot: int
    value: Expr
    check: Range | None = None


@dataclass(frozen=True, slots=True)
class SetAt:
    """``add 1 to chips(me)``: write slot ``base + index`` of an array of ``size`` slots."""

    base: int
    size: int
    index: Expr
    value: Expr
    check: Range | None = None


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy ``count`` slots from ``source`` on to ``target`` on: snapshots, rows."""

    target: int
    source: int
    count: int


@dataclass(frozen=True, slots=True)
class When:
    """``if c: … else: …``."""

    test: Expr
    then: "tuple[Statement, ...]"
    other: "tuple[Statement, ...]"


@dataclass(frozen=True, slots=True)
class Loop:
    """``for each x in s``: ``over`` is evaluated once, members are visited in ascending order."""

    var: int
    over: Expr
    body: "tuple[Statement, ...]"


@dataclass(frozen=True, slots=True)
class Sorted:
    """``for each x in s by …``: members best key first, equals by ascending index; keys are taken once."""

    var: int
    over: Expr
    keys: tuple[Key, ...]
    body: "tuple[Statement, ...]"


@dataclass(frozen=True, slots=True)
class Repeat:
    """``repeat until``: ``body`` as long as ``test`` holds; more than ``at_most`` laps is E702."""

    test: Expr
    body: "tuple[Statement, ...]"
    at_most: int
    place: int


@dataclass(frozen=True, slots=True)
class Log:
    """Tell event ``event`` (index into ``Program.events``) with these values.

    A bag has no value of its own: its argument is the `Sum` of its counts over the members of its domain,
    in `Let` where need be, and each count is told. ``seen`` is the set of players who may read it; ``None``
    is everybody. Playouts skip it.
    """

    event: int
    args: tuple[Expr, ...]
    seen: Expr | None = None


@dataclass(frozen=True, slots=True)
class Require:
    """A promise of the ruleset that must hold here (``never tied``); failing is the error ``code``."""

    test: Expr
    code: str
    place: int


@dataclass(frozen=True, slots=True)
class Agree:
    """Simultaneous rounds must agree: where ``test`` fails, the error ``code`` tells of slot number ``slot``,
    and of the two values that it would get, if ``values`` are there.
    """

    test: Expr
    code: str
    place: int
    slot: Expr
    values: tuple[Expr, ...] = ()


Statement = Set | SetAt | Copy | When | Loop | Sorted | Repeat | Log | Require | Agree

# ---------------------------------------------------------------------------------------------
# Terminators and decisions


@dataclass(frozen=True, slots=True)
class Go:
    """Go on with another block."""

    block: int


@dataclass(frozen=True, slots=True)
class Branch:
    """Go on with ``yes`` where ``test`` holds, else with ``no``."""

    test: Expr
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Stop until the decision ``decision`` (index into ``Program.decisions``) is taken."""

    decision: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: one member of the non-empty set ``over``, each as likely, goes to ``slot``.

    A set with one member draws no random number. ``seen`` as in ``Log``; an empty set is E703.
    """

    slot: int
    over: Expr
    block: int
    domain: int
    place: int
    seen: Expr | None = None


@dataclass(frozen=True, slots=True)
class DrawBag:
    """Chance: one item of a bag of ``size`` counts at ``base + offset``; weight = count.

    The item's index goes to ``slot``; the counts are not changed. With ``among``, a set, only items of
    it can be drawn. Where there is none, that is E703.
    """

    slot: int
    base: int
    size: int
    offset: Expr
    block: int
    domain: int
    place: int
    seen: Expr | None = None
    among: Expr | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The match is over; the ranking, or the slot ``Program.winners``, says who won."""


Terminator = Go | Branch | Choose | Draw | DrawBag | End


@dataclass(frozen=True, slots=True)
class Shown:
    """A part of a condition that `why` prints with its value: ``crowd(T03) = 7``.

    ``text`` holds literal pieces and argument numbers in turn: ("crowd(", 0, ")"); ``domains`` print
    the arguments (-1: a plain number). The value is a set if ``is_set``. It is shown only where ``when``
    holds; without one, always.
    """

    text: tuple[str | int, ...]
    args: tuple[Expr, ...]
    domains: tuple[int, ...]
    value: Expr
    domain: int
    is_set: bool
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class Requirement:
    """A named condition on a choice. ``otherwise`` is the author's message, "" if there is none."""

    name: str
    test: Expr
    otherwise: str
    place: int
    shows: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Shared:
    """What is computed once, into a scratch slot, before the expressions that read it."""

    slot: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Several:
    """How a stage chooses several things: a set of them, or a bag.

    They are picked one by one in ascending order, until the chooser is done: pick number k goes to slot
    ``picks + k`` (-1: done). ``low`` and ``high`` bound how many are picked. The set of what is picked
    lies in the stage's own slot, how many they are in slot ``size``; of a bag, ``counts + i`` is how many
    of member i of ``width`` (-1: a set, each once). ``stock`` is how many there are of the member in
    scratch slot ``var`` (None for a set). While `may` judges what can follow a pick, scratch slot ``rest``
    holds what can be picked after it.
    """

    picks: int
    size: int
    counts: int
    width: int
    low: Expr
    high: Expr
    var: int
    stock: Expr | None
    rest: int


@dataclass(frozen=True, slots=True)
class Stage:
    """One small choice: a member of ``over`` goes to ``slot``.

    ``optional``: `none` (-1) may be chosen too; it comes after all members. ``requires`` holds the
    requirements that are decided as soon as this stage is. ``hidden``: only the chooser sees the
    value. ``over`` may read the slots of the stages before it.

    A stage may have several ``parts``: one value for each of ``keys`` (part k goes to slot ``slot + k``),
    or as many as can be picked where ``several`` is given. ``may`` holds what must be true after each part
    but the last (one list for each part, or a single one for every pick): requirements weakened so far
    that they fail only where no choice of the parts still open could meet them. ``shared`` is computed when
    the stage begins.
    """

    name: str
    slot: int
    domain: int
    over: Expr
    optional: bool
    requires: tuple[Requirement, ...]
    place: int
    hidden: bool = False
    parts: int = 1
    keys: tuple[str, ...] = ()
    several: Several | None = None
    may: tuple[tuple[Requirement, ...], ...] = ()
    shared: tuple[Shared, ...] = ()


@dataclass(frozen=True, slots=True)
class Alternative:
    """One thing that may be chosen: an action with its stages, and the block that carries it out.

    ``requires`` are the conditions that depend on no stage. A value of a stage is offered only if
    the remaining stages can be completed.
    """

    action: str
    requires: tuple[Requirement, ...]
    stages: tuple[Stage, ...]
    block: int
    place: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice by one player among alternatives; a single legal move is forced.

    ``who`` is the player index. ``stuck`` is the block to go on with where nothing is legal
    (-1: the checker proved that something always is; otherwise E704). ``shows`` is what the player acts
    for, where that is no player.
    """

    name: str
    who: Expr
    shared: tuple[Shared, ...]
    alternatives: tuple[Alternative, ...]
    stuck: int
    place: int
    shows: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """Where each player's choice lies while it is hidden: the values of the ``count`` slots from ``base``
    on are kept, for player ``p``, in those from ``store + p * count`` on.
    """

    base: int
    count: int
    store: int


@dataclass(frozen=True, slots=True)
class Together(Decision):
    """A choice by several players at once, unseen by each other; nobody's is forced.

    Slots: ``asked`` holds the set of players who choose, ``ready`` those of them who have chosen. From
    ``answer`` on, one slot for each of ``players`` holds the alternative that is being made (-1: none), from
    ``made`` on how many of the parts of its stages are. What is chosen at the stages is ``kept``.

    To look at one player's choice, executors put its number into ``me``, which ``who`` reads, and what is
    kept into the slots of the stages. At all other times these slots, and what is kept for a stage that is
    not chosen, are as at the start. When all are ready the game goes on with the block that all
    alternatives name.
    """

    players: int
    me: int
    asked: int
    ready: int
    answer: int
    made: int
    kept: tuple[Kept, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Statements, then one way on."""

    body: tuple[Statement, ...]
    end: Terminator
