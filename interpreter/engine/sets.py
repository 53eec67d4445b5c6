"""Forms of sets without a loop: integers whose bits are the members."""

from interpreter.core import constant
from interpreter.core.ir import (
    Cheapest,
    Compare,
    Const,
    Expr,
    Filter,
    Highest,
    Linked,
    Lookup,
    Lowest,
    Member,
    Read,
    ReadAt,
    SetCompare,
    SetConst,
    SetOp,
    Single,
    Sum,
)
from interpreter.engine.errors import RulesError
from interpreter.engine.forms import Compiler, Eval, Slots


def set_op(c: Compiler, expr: SetOp) -> Eval:
    """``a + b``, ``a & b``, ``a - b``."""
    match expr:
        case SetOp("inter", Lookup() as row, Read(slot)) | SetOp("inter", Read(slot), Lookup() as row):
            return _row_and_slot(c, row, slot)
        case SetOp("minus", Read(one), Read(other)):
            return lambda s: s[one] & ~s[other]
        case SetOp("inter", left, SetConst(bits)):
            value = c.expr(left)
            return lambda s: value(s) & bits
        case SetOp("minus", SetConst(bits), right):
            value = c.expr(right)
            return lambda s: bits & ~value(s)
        case _:
            return _of_two(expr.op, c.expr(expr.left), c.expr(expr.right))


def _of_two(op: str, left: Eval, right: Eval) -> Eval:
    match op:
        case "union":
            return lambda s: left(s) | right(s)
        case "inter":
            return lambda s: left(s) & right(s)
        case _:
            return lambda s: left(s) & ~right(s)


def _row_and_slot(c: Compiler, row: Lookup, slot: int) -> Eval:
    """``near(t) & occupied``."""
    values = c.program.tables[row.table].values
    if isinstance(row.index, Read) and c.bounds.within(row.index, 0, len(values) - 1):
        at = row.index.slot
        return lambda s: values[s[at]] & s[slot]
    index = c.index(row.index, len(values))
    return lambda s: values[index(s)] & s[slot]


def set_compare(c: Compiler, expr: SetCompare) -> Eval:
    """``a = b``, ``a != b``, ``a <= b``."""
    left, right = c.expr(expr.left), c.expr(expr.right)
    match expr.op:
        case "eq":
            return lambda s: left(s) == right(s)
        case "ne":
            return lambda s: left(s) != right(s)
        case "subset":
            if isinstance(expr.right, Read):
                slot = expr.right.slot
                return lambda s: not left(s) & ~s[slot]
            return lambda s: not left(s) & ~right(s)


def member(c: Compiler, expr: Member) -> Eval:
    """``x in s``; none is in no set."""
    of = c.expr(expr.of)
    never_none = c.bounds.interval(expr.item)[0] >= 0
    if never_none and isinstance(expr.item, Read):
        slot = expr.item.slot
        return lambda s: of(s) >> s[slot] & 1
    item = c.expr(expr.item)
    if never_none:
        return lambda s: of(s) >> item(s) & 1

    def run(s: Slots) -> int:
        index = item(s)
        return of(s) >> index & 1 if index >= 0 else 0

    return run


def empty(c: Compiler, of: Expr) -> Eval:
    """``s is empty``."""
    match of:
        case SetOp("inter", Lookup(table, Read(at) as index), Read(slot)) if c.bounds.within(
            index, 0, len(c.program.tables[table].values) - 1
        ):
            values = c.program.tables[table].values
            return lambda s: not values[s[at]] & s[slot]
        case _:
            bits = c.expr(of)
            return lambda s: not bits(s)


def size(c: Compiler, of: Expr) -> Eval:
    """``size(s)``."""
    if isinstance(of, Filter) and isinstance(of.test, Compare):
        return c.expr(Sum(of.var, of.over, of.test))
    bits = c.expr(of)
    return lambda s: bits(s).bit_count()


def single(c: Compiler, expr: Single) -> Eval:
    """The set of one member; none gives the empty set."""
    width = expr.width
    if c.bounds.within(expr.item, 0, width - 1):
        item = c.expr(expr.item)
        return lambda s: 1 << item(s)
    value = c.expr(expr.item)

    def run(s: Slots) -> int:
        index = value(s)
        if -1 <= index < width:
            return 1 << index if index >= 0 else 0
        raise RulesError("E701", f"a member of index {index}, expected 0..{width - 1}")

    return run


def outermost(c: Compiler, expr: Lowest | Highest) -> Eval:
    """The lowest or the highest member, or the default of an empty set."""
    of, default = c.expr(expr.of), c.expr(expr.default)
    if isinstance(expr, Lowest):

        def lowest(s: Slots) -> int:
            bits = of(s)
            return (bits & -bits).bit_length() - 1 if bits else default(s)

        return lowest

    def highest(s: Slots) -> int:
        bits = of(s)
        return bits.bit_length() - 1 if bits else default(s)

    if expr.default == Const(-1):
        return lambda s: of(s).bit_length() - 1
    return highest


def linked(c: Compiler, expr: Linked) -> Eval:
    """The members of a set that hang together with some of another."""
    of, within, width = c.expr(expr.of), c.expr(expr.within), c.bounds.width(expr.within)
    var = expr.var
    match expr.step:
        case Lookup(table, Read(slot)) if slot == var and width <= c.bounds.entries(table):
            near = c.program.tables[table].values
            return lambda s: constant.linked(of(s), within(s), near)
        case ReadAt(base, size, Read(slot)) if slot == var and width <= size:
            end = base + size
            return lambda s: constant.linked(of(s), within(s), s[base:end])
        case _:
            pass
    with c.bounds.running(var, expr.within):
        step = c.expr(expr.step)

    def run(s: Slots) -> int:
        def beside(member: int) -> int:
            s[var] = member
            return step(s)

        return constant.linked_by(of(s), within(s), beside)

    return run


def cheapest(c: Compiler, expr: Cheapest) -> Eval:
    """What the cheapest way costs."""
    of, to, price, var = c.expr(expr.of), c.expr(expr.to), c.expr(expr.price), expr.var
    with c.bounds.running(var, expr.of):
        toll, step = c.expr(expr.toll), c.expr(expr.step)

    def run(s: Slots) -> int:
        def at(member: int) -> tuple[int, int]:
            s[var] = member
            return toll(s), step(s)

        return constant.cheapest(of(s), to(s), price(s), at)

    return run


def nonzero(divisor: Eval) -> Eval:
    """A divisor; 0 fails."""

    def run(s: Slots) -> int:
        value = divisor(s)
        if value:
            return value
        raise RulesError("E701", "a division by 0")

    return run
