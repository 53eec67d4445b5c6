"""What expressions and statements need from outside: the slots that they read before they write them."""

from typing import Any

from interpreter.core import ir
from interpreter.core.reading import inner_fields, is_node

LOOPS = (
    ir.Filter,
    ir.Exists,
    ir.Sum,
    ir.Extreme,
    ir.Union,
    ir.Linked,
    ir.Cheapest,
    ir.First,
    ir.Top,
)
"""The expressions that give a variable one value after another."""

_OUTSIDE = ("over", "default", "of", "within", "to", "price")
"""The parts of these forms that do not see the variable."""

Known = dict[int, tuple[Any, frozenset[int]]]
"""Answers by the identity of expressions, each with its expression, so that the ids stay theirs."""


def free(expr: Any, known: Known) -> frozenset[int]:
    """The slots that an expression reads, but for its own variables."""
    found = known.get(id(expr))
    if found is None:
        found = known[id(expr)] = expr, frozenset(_reads(expr, known))
    return found[1]


def _reads(expr: Any, known: Known) -> set[int]:
    match expr:
        case ir.Read(slot):
            return {slot}
        case ir.ReadAt(base, size, index):
            return {*range(base, base + size), *free(index, known)}
        case ir.Let(slot, value, inner):
            return {*free(value, known), *(free(inner, known) - {slot})}
        case _:
            pass
    found: set[int] = set()
    own = {expr.var} if isinstance(expr, LOOPS) else set()
    for name in inner_fields(type(expr)):
        value = getattr(expr, name)
        outside = name in _OUTSIDE
        for part in value if isinstance(value, tuple) else (value,):
            if is_node(part):
                found |= free(part, known) if outside else free(part, known) - own
    return found


def needed(statements: tuple[ir.Statement, ...], known: Known) -> set[int]:
    """The slots that statements, one after the other, may read before they have written them."""
    found: set[int] = set()
    written: set[int] = set()
    for statement in statements:
        found |= _needs(statement, known) - written
        match statement:
            case ir.Set(slot, _, _):
                written.add(slot)
            case ir.Copy(target, _, count):
                written.update(range(target, target + count))
            case _:
                pass
    return found


def _needs(statement: ir.Statement, known: Known) -> set[int]:
    match statement:
        case ir.Copy(_, source, count):
            return set(range(source, source + count))
        case ir.When(test, then, other):
            return {*free(test, known), *needed(then, known), *needed(other, known)}
        case ir.Loop(var, over, body):
            return {*free(over, known), *(needed(body, known) - {var})}
        case ir.Sorted(var, over, keys, body):
            inside = set().union(needed(body, known), *(free(key, known) for key in keys))
            return {*free(over, known), *(inside - {var})}
        case ir.Repeat(test, body, _, _):
            return {*free(test, known), *needed(body, known)}
        case _:
            return set(free(statement, known))
