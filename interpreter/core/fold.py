"""Constructors of expressions that fold what is known already: options vanish before a match starts."""

from interpreter.core import ir

TRUE, FALSE = ir.Const(1), ir.Const(0)


def and_(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """``left and right``."""
    if isinstance(left, ir.Const):
        return right if left.value else FALSE
    if isinstance(right, ir.Const) and right.value:
        return left
    return ir.And(left, right)


def or_(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """``left or right``."""
    if isinstance(left, ir.Const):
        return TRUE if left.value else right
    if isinstance(right, ir.Const) and not right.value:
        return left
    return ir.Or(left, right)


def not_(inner: ir.Expr) -> ir.Expr:
    """``not inner``."""
    match inner:
        case ir.Const(value):
            return ir.Const(0 if value else 1)
        case ir.Not(other):
            return other
        case _:
            return ir.Not(inner)


def if_(test: ir.Expr, then: ir.Expr, other: ir.Expr) -> ir.Expr:
    """``then if test else other``."""
    if isinstance(test, ir.Const):
        return then if test.value else other
    return ir.If(test, then, other)


def arith(op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """``left op right``, with constants gathered."""
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        return ir.Const(_compute(op, left.value, right.value))
    match op, left, right:
        case (("add" | "sub"), _, ir.Const(0)):
            return left
        case "add", ir.Const(0), _:
            return right
        case "mul", _, ir.Const(1):
            return left
        case "mul", ir.Const(1), _:
            return right
        case (("add" | "sub"), ir.Arith("add", inner, ir.Const(a)), ir.Const(b)):
            return arith("add", inner, ir.Const(a + b if op == "add" else a - b))
        case "sub", _, ir.Const(b):
            return ir.Arith("add", left, ir.Const(-b))
        case _:
            return ir.Arith(op, left, right)  # type: ignore[arg-type]


def _compute(op: str, a: int, b: int) -> int:
    match op:
        case "add":
            return a + b
        case "sub":
            return a - b
        case "mul":
            return a * b
        case "div":
            return a // b
        case "mod":
            return a % b
        case "min":
            return min(a, b)
        case _:
            return max(a, b)


def compare(op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """``left op right`` as 1 or 0."""
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        a, b = left.value, right.value
        holds = {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[op]
        return TRUE if holds else FALSE
    return ir.Compare(op, left, right)  # type: ignore[arg-type]


def size(of: ir.Expr) -> ir.Expr:
    """How many members a set has."""
    return ir.Const(of.bits.bit_count()) if isinstance(of, ir.SetConst) else ir.Size(of)


def sum_(var: int, over: ir.Expr, value: ir.Expr) -> ir.Expr:
    """``sum of value for var in over``."""
    if value == ir.Const(0) or (isinstance(over, ir.SetConst) and not over.bits):
        return ir.Const(0)
    return ir.Sum(var, over, value)


def member(item: ir.Expr, of: ir.Expr) -> ir.Expr:
    """``item in of``."""
    if isinstance(item, ir.Const) and isinstance(of, ir.SetConst):
        return TRUE if item.value >= 0 and of.bits >> item.value & 1 else FALSE
    return ir.Member(item, of)


def set_op(op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """``left + right``, ``left & right``, ``left - right`` of sets."""
    if isinstance(left, ir.SetConst) and isinstance(right, ir.SetConst):
        a, b = left.bits, right.bits
        bits = a | b if op == "union" else a & b if op == "inter" else a & ~b
        return ir.SetConst(bits, left.width)
    if isinstance(right, ir.SetConst) and not right.bits:
        return right if op == "inter" else left
    if isinstance(left, ir.SetConst) and not left.bits:
        return right if op == "union" else left
    return ir.SetOp(op, left, right)  # type: ignore[arg-type]


def single(item: ir.Expr, width: int) -> ir.Expr:
    """The set of just one member."""
    if isinstance(item, ir.Const):
        return ir.SetConst(1 << item.value if item.value >= 0 else 0, width)
    return ir.Single(item, width)


def filter_(var: int, over: ir.Expr, test: ir.Expr, width: int) -> ir.Expr:
    """``all x in over where test``."""
    if isinstance(test, ir.Const):
        return over if test.value else ir.SetConst(0, width)
    return ir.Filter(var, over, test, width)


def exists(var: int, over: ir.Expr, test: ir.Expr) -> ir.Expr:
    """``some x in over where test``."""
    if isinstance(test, ir.Const):
        return not_(ir.Empty(over)) if test.value else FALSE
    return ir.Exists(var, over, test)
