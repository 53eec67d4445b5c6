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

from typing import Literal

from interpreter.core.code import (
    Agree,
    Alternative,
    Block,
    Branch,
    Choose,
    Copy,
    Decision,
    Draw,
    DrawBag,
    End,
    Go,
    Kept,
    Log,
    Loop,
    Range,
    Repeat,
    Require,
    Requirement,
    Set,
    SetAt,
    Several,
    Shared,
    Shown,
    Sorted,
    Stage,
    Statement,
    Terminator,
    Together,
    When,
)
from interpreter.core.expressions import (
    And,
    Arith,
    Cheapest,
    Compare,
    Const,
    Empty,
    Exists,
    Expr,
    Extreme,
    Filter,
    First,
    Highest,
    If,
    Key,
    Let,
    Linked,
    Lookup,
    Lowest,
    Member,
    Not,
    Or,
    Read,
    ReadAt,
    SetCompare,
    SetConst,
    SetOp,
    Single,
    Size,
    Sum,
    Top,
    Union,
)
from interpreter.text.frozen import dataclass

__all__ = [
    "Agree",
    "Alternative",
    "And",
    "Arith",
    "Block",
    "Branch",
    "Cheapest",
    "Choose",
    "Compare",
    "Component",
    "Const",
    "Copy",
    "Decision",
    "Domain",
    "Draw",
    "DrawBag",
    "Empty",
    "End",
    "Event",
    "Exists",
    "Expr",
    "Extreme",
    "Filter",
    "First",
    "Go",
    "Highest",
    "If",
    "Kept",
    "Key",
    "Let",
    "Linked",
    "Log",
    "Lookup",
    "Loop",
    "Lowest",
    "Member",
    "Not",
    "Or",
    "Place",
    "Program",
    "Range",
    "RankKey",
    "Ranking",
    "Read",
    "ReadAt",
    "Repeat",
    "Require",
    "Requirement",
    "Set",
    "SetAt",
    "SetCompare",
    "SetConst",
    "SetOp",
    "Several",
    "Shared",
    "Shown",
    "Single",
    "Size",
    "Slot",
    "Sorted",
    "Stage",
    "Statement",
    "Sum",
    "Table",
    "Terminator",
    "Together",
    "Top",
    "Union",
    "When",
]


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite domain: ``names[i]`` is member ``i``. Of numbers: ``names`` is empty, values are
    ``low .. low + size - 1``, and member ``i`` of a *set* of numbers is the number ``low + i``.

    A part of a domain is numbered as the whole is: a member that it has not has an empty name. No value is
    ever such a member, and where one is a key, the cell means nothing.
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
    ``domain``), a ``set`` of ``domain``, a ``bag`` (one count for each member of ``domain``), or a
    ``list`` (``room`` values from its bottom on, -1 above its top; ``length`` is the first of one slot
    per cell that holds how many there are).
    ``seen``: "all", "owner" (the first key), "nobody". ``shown`` is the first of one slot per cell
    (1: revealed to everybody), -1 if it never is.
    """

    name: str
    slot: int
    keys: tuple[int, ...]
    form: Literal["integer", "set", "bag", "list"]
    domain: int
    optional: bool
    seen: Literal["all", "owner", "nobody"]
    shown: int
    place: int
    room: int = 0
    length: int = -1


@dataclass(frozen=True, slots=True)
class Event:
    """A kind of log line. ``text`` holds literal pieces and argument numbers in turn: ("Village on ", 0).

    ``kind``: what the author `says`, a ``change`` of a component, a ``reveal``, a ``payment``, an ``end``,
    a ``claim`` that is decided. A ``mark`` is in no program that is played: `core.notes` has what it is.
    ``domains[i]`` prints argument ``i`` (-1: a plain number), which is what ``forms[i]`` says, as in
    `Component`. ``amount`` is the argument that says how much was added, taken or moved (-1: none does):
    where that is nothing, the line needs no reader. ``rule`` is the path of the paragraph.
    """

    kind: Literal["says", "change", "reveal", "payment", "end", "claim", "mark"]
    rule: str
    text: tuple[str | int, ...]
    domains: tuple[int, ...]
    forms: tuple[Literal["integer", "set", "bag", "list"], ...]
    amount: int
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
    after all others the ranking decides. ``checks`` are conditions on tables and options that must
    hold before a match starts (E922). ``longest`` is the number of decisions (forced ones too) after
    which a match stops unfinished. Running begins at ``entry`` (set-up), or at ``begin`` (play) for
    a given position. ``invariants`` are true at every decision and at the end; no executor judges them
    by itself. They alone need the last domains, tables and slot groups, as many of each as ``beside``
    says: those do nothing in play, so a digest leaves them out.
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
    decisions: tuple[Decision | Together, ...]
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
    invariants: tuple[Requirement, ...] = ()
    beside: tuple[int, int, int] = (0, 0, 0)
