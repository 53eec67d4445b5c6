"""The expressions of the core program: their meaning stands in `core/ir.py`."""

from typing import Literal

from interpreter.text.frozen import dataclass


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
class Linked:
    """``linked(a, s)``: the members of ``within`` that hang together with some of ``of``.

    They are the members of both sets, and all that can be reached from these through members of ``within``,
    one step after the other. ``step`` is the set of those one step away from the member in scratch slot
    ``var``; it is evaluated once for each member reached, always for the lowest of those that are left.
    """

    var: int
    of: "Expr"
    within: "Expr"
    step: "Expr"


@dataclass(frozen=True, slots=True)
class Cheapest:
    """``trek(a, b)``: what the cheapest way from a member of ``of`` to ``to`` costs; -1 where there is none.

    A way goes on to members of ``step``, which are one step away from the member in scratch slot ``var``.
    Each step costs ``price``, and each member passed what ``toll`` is for it; the ends are free, and nothing
    costs less than 0. Members are settled by what the way to them costs, of equals the lowest first, until
    ``to`` is; ``toll`` and ``step`` are evaluated once for each of them.
    """

    var: int
    of: "Expr"
    to: "Expr"
    price: "Expr"
    toll: "Expr"
    step: "Expr"


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
    | Linked
    | Cheapest
    | First
    | Top
    | Let
)
