"""The syntax tree of the inner language: one frozen dataclass a form, each with its place.

The first line of a docstring is the form as an author writes it.
"""

from dataclasses import dataclass, field
from typing import Literal

from interpreter.syntax.way_nodes import Cheapest as Cheapest
from interpreter.syntax.way_nodes import Group as Group
from interpreter.syntax.way_nodes import Step as Step
from interpreter.syntax.way_nodes import Through as Through
from interpreter.syntax.way_nodes import Ways as Ways
from interpreter.text.span import Span

# ---------------------------------------------------------------------------------------------
# Expressions


@dataclass(frozen=True, slots=True, eq=False)
class Int:
    """``7``."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """``none``, ``true``, ``false``, ``all``, ``nothing``, ``everything``: words with a fixed meaning."""

    word: Literal["none", "true", "false", "all", "nothing", "everything"]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """``occupied``: a bound name, a component, a term, an option, a kind or a member of one."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """``crowd(from)``: a component, column, term, cost or built-in, looked up."""

    name: str
    args: "tuple[Expr, ...]"
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True, eq=False)
class SetOf:
    """``(plain, meadow)``: the set of just these."""

    items: "tuple[Expr, ...]"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class SpanOf:
    """``1..6``: the set of the numbers from the first to the last."""

    low: "Expr"
    high: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class EndOf:
    """``top of deck``, ``bottom of track``: the outermost place of a list, and what lies there."""

    end: Literal["top", "bottom"]
    of: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Of:
    """``2 of red``: so many of one thing; ``1..3 of hand(me)``: so many out of a bag."""

    count: "Expr"
    thing: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Arith:
    """``a + b``, ``a & b``, ``a div b``: numbers, sets or bags."""

    op: Literal["+", "-", "&", "*", "div", "mod"]
    left: "Expr"
    right: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Logic:
    """``a and b``, ``a or b``."""

    op: Literal["and", "or"]
    left: "Expr"
    right: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Not:
    """``not a``."""

    inner: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Negative:
    """``-1``."""

    inner: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Compare:
    """``a < b``, ``a = b``."""

    op: Literal["=", "!=", "<", "<=", ">", ">="]
    left: "Expr"
    right: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class In:
    """``x in s``, ``x not in s``."""

    item: "Expr"
    of: "Expr"
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class IsEmpty:
    """``s is empty``, ``s is not empty``."""

    of: "Expr"
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class IfElse:
    """``a if c else b``."""

    test: "Expr"
    then: "Expr"
    other: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Bind:
    """``t in Land``: a name bound to each member in turn."""

    name: str
    over: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Overs:
    """``p in Player with e in Domino where c``."""

    binds: tuple[Bind, ...]
    where: "Expr | None"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Quantified:
    """``all t in Land where c``, ``count …``, ``some …``, ``no …``, ``every … has c``."""

    word: Literal["all", "count", "some", "no", "every"]
    overs: Overs
    has: "Expr | None"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Key:
    """``highest e``, ``lowest e``, ``listed``."""

    which: Literal["highest", "lowest", "listed"]
    value: "Expr | None"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """``by highest e, then shared``, ``at once``, ``clockwise from p``, ``at random``."""

    how: Literal["by", "at once", "clockwise", "at random"]
    keys: tuple[Key, ...]
    last: str | None
    start: "Expr | None"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Pick:
    """``first x in S where c by … else e``, ``top x in S by …``."""

    word: Literal["first", "top"]
    name: str
    over: "Expr"
    where: "Expr | None"
    by: Order | None
    otherwise: "Expr | None"
    span: Span
    is_sure: bool = False  # there is one, as who wrote this knows


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """``sum of e for x in S``, ``union of …``, ``highest of … else 0``, ``bag of n for k in K``."""

    word: Literal["sum", "union", "highest", "lowest", "sorted", "bag", "row"]
    value: "Expr"
    overs: Overs
    otherwise: "Expr | None"
    span: Span


Expr = (
    Int
    | Word
    | Name
    | Read
    | SetOf
    | SpanOf
    | Of
    | EndOf
    | Arith
    | Logic
    | Not
    | Negative
    | Compare
    | In
    | IsEmpty
    | IfElse
    | Quantified
    | Pick
    | Fold
    | Group
    | Ways
    | Cheapest
)

# ---------------------------------------------------------------------------------------------
# Sentences


@dataclass(frozen=True, slots=True, eq=False)
class Foot:
    """``[R12, CL-8]``: the statements a sentence cites."""

    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """An expression that is a whole sentence, with its footnote."""

    expr: Expr
    foot: Foot | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Requirement:
    """``crowd(from) < 7 if big``: the condition, and when it is asked at all."""

    that: Expr
    when: Expr | None
    foot: Foot | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class StageLine:
    """``camps``, ``Level or none per Branch``, ``any of S``, ``some of S``, each ``seen by me``."""

    form: Literal["one", "any", "some"]
    value: Expr
    per: str | None
    seen: Expr | None
    foot: Foot | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Who:
    """``everyone at once``, ``each clockwise from p``, ``each in travel``, ``owner(x)``, and
    ``owner(c) for each c in auction``, whose ``name`` is ``c``.
    """

    form: Literal["together", "circle", "ordered", "one", "of"]
    start: Expr | None
    order: str | None
    skipping: Expr | None
    foot: Foot | None
    span: Span
    name: Name | None = None


@dataclass(frozen=True, slots=True, eq=False)
class RepeatLine:
    """``3 times``, ``until C``, ``until the end``."""

    form: Literal["times", "until", "end"]
    value: Expr | None
    foot: Foot | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """``put_up(colour, space)``: an action, a step or a cost, with what it is handed."""

    name: str
    args: tuple[Expr, ...]
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Calls:
    """``move, apply(d), nothing``."""

    calls: tuple[Call, ...]
    foot: Foot | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class CostLine:
    """``action(me, b, levels(b)) for each b in Branch``."""

    call: Call
    overs: Overs | None
    foot: Foot | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class OrderLine:
    """``p in Player by lowest column(p), then never tied``."""

    overs: Overs
    order: Order | None
    foot: Foot | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class RankLine:
    """``highest score(p)``."""

    key: Key
    foot: Foot | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Amount:
    """``less resources(p, b) when c``, ``at least 0``."""

    form: Literal["base", "less", "more", "at least", "at most"]
    value: Expr
    when: Expr | None
    foot: Foot | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class RowsChoice:
    """``epochs if epoch_order = chart else forest_first``: which data table holds the rows."""

    cases: tuple[tuple[Expr, str], ...]
    otherwise: str
    foot: Foot | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class RowLine:
    """``2, 4, forest, plain``: one row of a table."""

    values: tuple[Expr, ...]
    foot: Foot | None
    span: Span


# ---------------------------------------------------------------------------------------------
# Types


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """``60`` or an option's name: an end of a range."""

    value: int | str
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class KindName:
    """``Colour``, ``flag``."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class KindRange:
    """``0..12``."""

    low: Bound
    high: Bound
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class KindNone:
    """``none`` in ``Player or none``."""

    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class KindOf:
    """``set of Land``, ``bag of Colour up to 60``, ``list of Card up to 9``."""

    form: Literal["set", "bag", "list"]
    item: "KindName | KindRange"
    bound: Bound | None
    span: Span


KindExpr = KindName | KindRange | KindNone | KindOf


@dataclass(frozen=True, slots=True, eq=False)
class TypeLine:
    """``bag of Colour up to 60 per Land seen by owner = start``.

    ``names`` for a list of words (``shared, most_chips``); ``shape`` for everything else (more than
    one where it says ``or``); ``places`` for ``place of a + b``.
    """

    names: tuple[Name, ...]
    shape: tuple[KindExpr, ...]
    per: tuple[Name, ...]
    seen: Expr | None
    during: Name | None
    start: Expr | None
    places: Expr | None
    foot: Foot | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class KindLine:
    """``red, blue``, ``1..6``, ``Stone or none per Slot``, ``g in Good where c``."""

    names: tuple[Name, ...]
    shape: tuple[KindExpr, ...]
    per: tuple[Name, ...]
    part_of: Bind | None
    where: Expr | None
    foot: Foot | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Param:
    """``t in Land``, ``lifted in Leader or none``."""

    name: str
    shape: tuple[KindExpr, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """``crowd(t in Land)``."""

    name: str
    params: tuple[Param, ...]
    span: Span
    name_span: Span


# ---------------------------------------------------------------------------------------------
# Effects


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One effect: a verb and its parts, as they stand in the sentence.

    ``set``: target, value. ``add``, ``remove``, ``move``, ``deal``, ``draw``: what, from, to.
    ``reveal``, ``hide``, ``shuffle``, ``release``, ``collect``: what, to. ``run``, ``refund``, ``refill``:
    call. ``let``: name, value. ``finish``: won by (value). ``stop``, ``nothing``.

    ``award`` is written by nobody: it tells the log who stands first in a claim (call: the things, then who)
    and by what (name: the address below the claims).
    """

    verb: Literal[
        "set", "add", "remove", "move", "deal", "draw", "shuffle", "reveal", "hide", "refill", "let",
        "run", "finish", "stop", "collect", "release", "refund", "nothing",
        "award",
    ]  # fmt: skip
    span: Span
    what: Expr | None = None
    source: Expr | None = None
    target: Expr | None = None
    value: Expr | None = None
    name: str = ""
    call: Call | None = None
    overs: Overs | None = None
    up_to: bool = False
    otherwise: "Line | None" = None
    foot: Foot | None = None


@dataclass(frozen=True, slots=True, eq=False)
class IfBlock:
    """``if c: … else if d: … else: …``."""

    cases: "tuple[tuple[Expr, Block], ...]"
    otherwise: "Block | None"
    foots: tuple[Foot, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ForBlock:
    """``for each c in Colour where … at once: …``; ``claimed`` where it stands for claims."""

    overs: Overs
    order: Order | None
    body: "Block"
    foot: Foot | None
    span: Span
    claimed: bool = False


Statement = Line | IfBlock | ForBlock


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The lines of a ``do``."""

    statements: tuple[Statement, ...]
    span: Span
    feet: tuple[Foot, ...] = field(default=())
