"""The intervals in which the results of arithmetic lie."""

from collections.abc import Callable

from interpreter.check.kinds import Number


def arithmetic(op: str, a: Number, b: Number) -> Number:
    """The interval of ``a op b``; a divisor never is 0."""
    match op:
        case "+":
            return Number(a.low + b.low, a.high + b.high)
        case "-":
            return Number(a.low - b.high, a.high - b.low)
        case "*":
            return _corners(lambda x, y: x * y, a, b)
        case "div":
            return _corners(lambda x, y: x // y, a, b)
        case _:
            return Number(0, b.high - 1) if b.low > 0 else Number(b.low + 1, 0)


def _corners(of: Callable[[int, int], int], a: Number, b: Number) -> Number:
    values = [of(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    return Number(min(values), max(values))
