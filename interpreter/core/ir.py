"""The core program: what a checked ruleset, a player count and a set of options are lowered to.

A program is a flat block of integer slots, constant tables and a graph of basic blocks. Every
executor runs exactly this; the surface language is never executed.

Values. Every expression is an *integer* or a *set*. Booleans are 0 and 1; a member of an
enumeration is its index from 0 (players too: 0 is P1); a bounded number is itself; `none` is -1.
A set over a finite domain is an integer whose bit ``i`` says whether the member with index ``i``
is in it; ``width`` is the size of the domain. Whatever runs over the members of a set (loop
variables, stages, draws) holds the member's *index*, also where the domain is one of numbers.

Slots. Components, locals and loop variables all have fixed slots, since nothing recurses. A slot
group with ``count`` above 1 is an array. Loop variables of expressions live in scratch slots.
"""

from dataclasses import dataclass
from typing import Literal

# ---------------------------------------------------------------------------------------------
# Expressions


@dataclass(frozen=True, slots=True)
class Const:
    """``7``, ``red``, ``none``: an integer."""

    value: int


@dataclass(frozen=True, slots=True)
class SetConst:
    """``(plain, meadow)``, ``all``, ``nothing``: a set known before the match."""

    bits: int
    width: int


@dataclass(frozen=True, slots=True)
class Read:
    """``starter``: the value of one slot, an integer or a set."""

    slot: int


@dataclass(frozen=True, slots=True)
class ReadAt:
    """``chips(me)``: the slot ``base + index`` of an array of ``size`` slots; 0 <= index < size."""

    base: int
    size: int
    index: "Expr"


@dataclass(frozen=True, slots=True)
class Lookup:
    """``near(t)``: entry ``index`` of constant table ``table`` (0 <= index < its length)."""

    table: int
    index: "Expr"


@dataclass(frozen=True, slots=True)
class Arith:
    """``a + b``, ``a div b``, ``min(a, b)``. Division rounds down; the divisor is never 0."""

    op: Literal["add", "sub", "mul", "div", "mod", "min", "max"]
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Compare:
    """``a < b``: 1 or 0, of two integers."""

    op: Literal["eq", "ne", "lt", "le", "gt", "ge"]
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class And:
    """``a and b``: ``b`` is evaluated only where ``a`` holds."""

    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Or:
    """``a or b``: ``b`` is evaluated only where ``a`` fails."""

    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Not:
    """``not a``."""

    inner: "Expr"


@dataclass(frozen=True, slots=True)
class If:
    """``a if c else b``: only the branch taken is evaluated. Both are integers, or both sets."""

    test: "Expr"
    then: "Expr"
    other: "Expr"


@dataclass(frozen=True, slots=True)
class SetOp:
    """``a + b``, ``a & b``, ``a - b`` of two sets of equal width."""

    op: Literal["union", "inter", "minus"]
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class SetCompare:
    """``a = b``, ``a != b``, ``a <= b`` (contained in) of two sets: 1 or 0."""

    op: Literal["eq", "ne", "subset"]
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Member:
    """``x in s``: 1 or 0. ``item`` may be -1 (none), which is in no set."""

    item: "Expr"
    of: "Expr"


@dataclass(frozen=True, slots=True)
class Empty:
    """``s is empty``: 1 or 0."""

    of: "Expr"


@dataclass(frozen=True, slots=True)
class Size:
    """``size(s)``: how many members a set has."""

    of: "Expr"


@dataclass(frozen=True, slots=True)
class Single:
    """The set that holds just ``item`` (0 <= item < width); -1 gives the empty set."""

    item: "Expr"
    width: int


@dataclass(frozen=True, slots=True)
class Lowest:
    """The lowest member of a set; ``default`` where it is empty."""

    of: "Expr"
    default: "Expr"


@dataclass(frozen=True, slots=True)
class Highest:
    """The highest member of a set; ``default`` where it is empty."""

    of: "Expr"
    default: "Expr"


@dataclass(frozen=True, slots=True)
class Filter:
    """``all x in s where c``: the members of ``over`` for which ``test`` holds.

    ``var`` is the scratch slot that holds the member while ``test`` is evaluated. Members are
    visited in ascending order, here and in every form below.
    """

    var: int
    over: "Expr"
    test: "Expr"
    width: int


@dataclass(frozen=True, slots=True)
class Exists:
    """``some x in s where c``: 1 or 0; stops at the first member found."""

    var: int
    over: "Expr"
    test: "Expr"


@dataclass(frozen=True, slots=True)
class Sum:
    """``sum of e for x in s``; also ``count`` (with a 0/1 value)."""

    var: int
    over: "Expr"
    value: "Expr"


@dataclass(frozen=True, slots=True)
class Extreme:
    """``highest of e for x in s``: the largest or smallest value; ``default`` where ``over`` is empty."""

    which: Literal["highest", "lowest"]
    var: int
    over: "Expr"
    value: "Expr"
    default: "Expr"


@dataclass(frozen=True, slots=True)
class Union:
    """``union of e for x in s``: all members of the sets ``value``."""

    var: int
    over: "Expr"
    value: "Expr"
    width: int


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an order: ``highest e`` or ``lowest e``."""

    which: Literal["highest", "lowest"]
    value: "Expr"


@dataclass(frozen=True, slots=True)
class First:
    """``first x in s by …``: the member with the best keys, compared in turn; the lowest of equals.

    ``default`` is the value where ``over`` is empty. With no keys it is the lowest member.
    """

    var: int
    over: "Expr"
    keys: tuple[Key, ...]
    default: "Expr"


@dataclass(frozen=True, slots=True)
class Top:
    """``top x in s by …``: the set of all members whose keys are equal to the best."""

    var: int
    over: "Expr"
    keys: tuple[Key, ...]
    width: int


@dataclass(frozen=True, slots=True)
class Let:
    """``inner`` with scratch slot ``slot`` holding ``value``: parameters of terms, hoisted terms."""

    slot: int
    value: "Expr"
    inner: "Expr"


Expr = (
    Const
    | SetConst
    | Read
    | ReadAt
    | Lookup
    | Arith
    | Compare
    | And
    | Or
    | Not
    | If
    | SetOp
    | SetCompare
    | Member
    | Empty
    | Size
    | Single
    | Lowest
    | Highest
    | Filter
    | Exists
    | Sum
    | Extreme
    | Union
    | First
    | Top
    | Let
)

# ---------------------------------------------------------------------------------------------
# Statements: effects without decision or chance inside


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

    ``seen`` is the set of players who may read it; ``None`` is everybody. Playouts skip it.
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


Statement = Set | SetAt | Copy | When | Loop | Sorted | Repeat | Log | Require

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

    The item's index goes to ``slot``; the counts are not changed. An empty bag is E703.
    """

    slot: int
    base: int
    size: int
    offset: Expr
    block: int
    domain: int
    place: int
    seen: Expr | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The match is over; the ranking, or the slot ``Program.winners``, says who won."""


Terminator = Go | Branch | Choose | Draw | DrawBag | End


@dataclass(frozen=True, slots=True)
class Shown:
    """A part of a condition that `why` prints with its value: ``crowd(T03) = 7``.

    ``text`` holds literal pieces and argument numbers in turn: ("crowd(", 0, ")"); ``domains`` print
    the arguments (-1: a plain number). The value is a set if ``is_set``.
    """

    text: tuple[str | int, ...]
    args: tuple[Expr, ...]
    domains: tuple[int, ...]
    value: Expr
    domain: int
    is_set: bool


@dataclass(frozen=True, slots=True)
class Requirement:
    """A named condition on a choice. ``otherwise`` is the author's message, "" if there is none."""

    name: str
    test: Expr
    otherwise: str
    place: int
    shows: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """One small choice: a member of ``over`` goes to ``slot``.

    ``optional``: `none` (-1) may be chosen too; it comes after all members. ``requires`` holds the
    requirements that are decided as soon as this stage is. ``hidden``: only the chooser sees the
    value. ``over`` may read the slots of the stages before it.
    """

    name: str
    slot: int
    domain: int
    over: Expr
    optional: bool
    requires: tuple[Requirement, ...]
    place: int
    hidden: bool = False


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
class Shared:
    """A parameterless term computed once (into a scratch slot) before a decision's expressions."""

    slot: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice by one player among alternatives; a single legal move is forced.

    ``who`` is the player index. ``stuck`` is the block to go on with where nothing is legal
    (-1: the checker proved that something always is; otherwise E704).
    """

    name: str
    who: Expr
    shared: tuple[Shared, ...]
    alternatives: tuple[Alternative, ...]
    stuck: int
    place: int


@dataclass(frozen=True, slots=True)
class Block:
    """Statements, then one way on."""

    body: tuple[Statement, ...]
    end: Terminator


# ---------------------------------------------------------------------------------------------
# What surrounds the code


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite domain: ``names[i]`` is member ``i``. Of numbers: ``names`` is empty, values are
    ``low .. low + size - 1``, and member ``i`` of a *set* of numbers is the number ``low + i``.
    """

    name: str
    size: int
    low: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A constant table; ``width`` 0: integers, else sets over a domain of that size."""

    name: str
    width: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A group of ``count`` slots from ``base`` on.

    Integers in ``low..high`` (``width`` 0), or sets of ``width`` members. ``role``: components and
    locals are state; a ghost (a counter that only bounds a loop) is saved but not hashed; scratch is
    neither. All start at ``start`` (one value for each slot).
    """

    name: str
    base: int
    count: int
    low: int
    high: int
    width: int
    role: Literal["component", "local", "ghost", "scratch"]
    start: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Component:
    """How a component is read from outside: by view, `given`, position display and phrases.

    ``keys`` are domains; ``form`` is what stands at each combination of keys: an ``integer`` (of
    ``domain``), a ``set`` of ``domain``, or a ``bag`` (one count for each member of ``domain``).
    ``seen``: "all", "owner" (the first key), "nobody". ``shown`` is the first of one slot per cell
    (1: revealed to everybody), -1 if it never is.
    """

    name: str
    slot: int
    keys: tuple[int, ...]
    form: Literal["integer", "set", "bag"]
    domain: int
    optional: bool
    seen: Literal["all", "owner", "nobody"]
    shown: int
    place: int


@dataclass(frozen=True, slots=True)
class Event:
    """A kind of log line. ``text`` holds literal pieces and argument numbers in turn: ("Village on ", 0).

    ``kind``: what the author `says`, a ``change`` of a component, a ``reveal``, a ``payment``, an ``end``.
    ``domains[i]`` prints argument ``i`` (-1: a plain number). ``rule`` is the path of the paragraph.
    """

    kind: Literal["says", "change", "reveal", "payment", "end"]
    rule: str
    text: tuple[str | int, ...]
    domains: tuple[int, ...]
    place: int


@dataclass(frozen=True, slots=True)
class RankKey:
    """A named key of the ranking, best value first."""

    name: str
    which: Literal["highest", "lowest"]
    value: Expr
    place: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """Who won: players compared by ``keys``; ``var`` is the scratch slot of the player.

    ``last``: what equals get: ``shared`` (they share the place), ``nobody`` (they share it, and a
    shared first place is no win), ``listed`` (the lower seat is better).
    """

    var: int
    keys: tuple[RankKey, ...]
    last: Literal["shared", "nobody", "listed"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the author's files something stands, which paragraph it is and what it cites."""

    rule: str
    file: str
    line: int
    column: int
    cites: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Program:
    """A whole game for one number of players and one set of options.

    ``winners`` is the slot of the set of winners that an end may name, ``ended`` the slot that tells
    which end it was (index into ``ends``, -1 for none yet); -1 where a game has no such slot.
    ``ends`` are names; those in ``deciding`` name the winners themselves (an empty set: nobody wins),
    after all others the ranking decides. ``checks`` are conditions on tables and options that must hold before a
    match starts (E922). ``longest`` is the number of decisions (forced ones too) after which a match
    stops unfinished. Running begins at ``entry`` (set-up), or at ``begin`` (play) for a given position.
    """

    game: str
    language: int
    players: int
    options: tuple[tuple[str, str], ...]
    longest: int
    domains: tuple[Domain, ...]
    tables: tuple[Table, ...]
    slots: tuple[Slot, ...]
    components: tuple[Component, ...]
    events: tuple[Event, ...]
    decisions: tuple[Decision, ...]
    blocks: tuple[Block, ...]
    entry: int
    begin: int
    ranking: Ranking | None
    winners: int
    ended: int
    ends: tuple[str, ...]
    checks: tuple[Requirement, ...]
    places: tuple[Place, ...]
    deciding: tuple[int, ...] = ()
