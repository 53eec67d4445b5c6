"""How dear a part of a program is at worst, in elementary steps.

A step is about one form evaluated. What runs over the members of a set counts as often as the
set's domain is wide; a decision counts its whole moves as if every value of a stage were legal.
"""

from math import prod
from typing import assert_never

from interpreter.core.bounds import Bounds
from interpreter.core.ir import (
    Agree,
    Alternative,
    And,
    Arith,
    Block,
    Branch,
    Cheapest,
    Compare,
    Const,
    Copy,
    Decision,
    Draw,
    DrawBag,
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
    Log,
    Lookup,
    Loop,
    Lowest,
    Member,
    Not,
    Or,
    Read,
    ReadAt,
    Repeat,
    Require,
    Set,
    SetAt,
    SetCompare,
    SetConst,
    SetOp,
    Single,
    Size,
    Sorted,
    Stage,
    Statement,
    Sum,
    Together,
    Top,
    Union,
    When,
)
from interpreter.core.stages import is_staged

MAX_COST = 200_000_000
"""What one block, and one decision, may cost at most: some seconds, at the very worst."""


def expression_cost(expr: Expr, bounds: Bounds) -> int:
    """Unit: steps of one evaluation."""

    def cost(*parts: Expr) -> int:
        return 1 + sum(expression_cost(part, bounds) for part in parts)

    match expr:
        case Const() | SetConst() | Read():
            return 1
        case ReadAt() | Lookup():
            return cost(expr.index)
        case Arith() | Compare() | And() | Or() | SetOp() | SetCompare():
            return cost(expr.left, expr.right)
        case Not():
            return cost(expr.inner)
        case If():
            return cost(expr.test, expr.then, expr.other)
        case Member():
            return cost(expr.item, expr.of)
        case Empty() | Size():
            return cost(expr.of)
        case Single():
            return cost(expr.item)
        case Lowest() | Highest():
            return cost(expr.of, expr.default)
        case Filter() | Exists():
            return cost(expr.over) + bounds.most(expr.over) * cost(expr.test)
        case Sum() | Union():
            return cost(expr.over) + bounds.most(expr.over) * cost(expr.value)
        case Extreme():
            return cost(expr.over, expr.default) + bounds.most(expr.over) * cost(expr.value)
        case First():
            return cost(expr.default) + _keyed(expr.over, expr.keys, bounds)
        case Top():
            return _keyed(expr.over, expr.keys, bounds)
        case Linked():
            return cost(expr.of, expr.within) + bounds.most(expr.within) * cost(expr.step)
        case Cheapest():
            each = cost(expr.toll, expr.step)
            return cost(expr.of, expr.to, expr.price) + bounds.width(expr.of) * (each + bounds.width(expr.of))
        case Let():
            return cost(expr.value, expr.inner)
        case _:
            assert_never(expr)


def _keyed(over: Expr, keys: tuple[Key, ...], bounds: Bounds) -> int:
    each = 1 + sum(expression_cost(key.value, bounds) for key in keys)
    return 1 + expression_cost(over, bounds) + bounds.most(over) * each


def statement_cost(statement: Statement, bounds: Bounds) -> int:
    """Unit: steps of carrying it out once."""
    match statement:
        case Set():
            return 1 + expression_cost(statement.value, bounds)
        case SetAt():
            return 1 + expression_cost(statement.index, bounds) + expression_cost(statement.value, bounds)
        case Copy():
            return 1 + statement.count
        case When():
            branches = max(_body(statement.then, bounds), _body(statement.other, bounds))
            return 1 + expression_cost(statement.test, bounds) + branches
        case Loop():
            laps = bounds.most(statement.over)
            return 1 + expression_cost(statement.over, bounds) + laps * (1 + _body(statement.body, bounds))
        case Sorted():
            laps = bounds.most(statement.over)
            sorting = _keyed(statement.over, statement.keys, bounds) + laps * laps.bit_length()
            return sorting + laps * (1 + _body(statement.body, bounds))
        case Repeat():
            lap = 1 + expression_cost(statement.test, bounds) + _body(statement.body, bounds)
            return 1 + (statement.at_most + 1) * lap
        case Log():
            seen = expression_cost(statement.seen, bounds) if statement.seen else 0
            return 1 + seen + sum(expression_cost(arg, bounds) for arg in statement.args)
        case Require():
            return 1 + expression_cost(statement.test, bounds)
        case Agree():
            told = sum(expression_cost(one, bounds) for one in (statement.slot, *statement.values))
            return 1 + expression_cost(statement.test, bounds) + told
        case _:
            assert_never(statement)


def _body(body: tuple[Statement, ...], bounds: Bounds) -> int:
    return sum(statement_cost(statement, bounds) for statement in body)


def block_cost(block: Block, bounds: Bounds) -> int:
    """Unit: steps of running the block once, its way on included."""
    end = block.end
    match end:
        case Branch():
            way_on = expression_cost(end.test, bounds)
        case Draw():
            way_on = expression_cost(end.over, bounds)
        case DrawBag():
            way_on = expression_cost(end.offset, bounds) + end.size
            way_on += expression_cost(end.among, bounds) if end.among is not None else 0
        case _:
            way_on = 0
    return 1 + way_on + _body(block.body, bounds)


def decision_cost(decision: Decision, bounds: Bounds) -> int:
    """Unit: steps of finding every whole move once, for everybody who is asked; of each part by itself
    where a stage has several.
    """
    shared = sum(expression_cost(shared.value, bounds) for shared in decision.shared)
    options = sum(_alternative_cost(alternative, bounds) for alternative in decision.alternatives)
    once = 1 + shared + expression_cost(decision.who, bounds) + options
    return once * decision.players if isinstance(decision, Together) else once


def _alternative_cost(alternative: Alternative, bounds: Bounds) -> int:
    total = 1 + sum(expression_cost(item.test, bounds) for item in alternative.requires)
    widths: list[int] = []
    if any(is_staged(stage) for stage in alternative.stages):
        return total + sum(_parts_cost(stage, bounds) for stage in alternative.stages)
    for stage in alternative.stages:
        total += prod(widths) * expression_cost(stage.over, bounds)
        widths.append(bounds.most(stage.over) + stage.optional)
        total += prod(widths) * sum(expression_cost(item.test, bounds) for item in stage.requires)
    return total


def _parts_cost(stage: Stage, bounds: Bounds) -> int:
    """Nobody lists whole moves there: each part is chosen by itself; a search ahead has its own budget."""
    tests = sum(expression_cost(item.test, bounds) for item in stage.requires)
    tests += sum(expression_cost(item.test, bounds) for part in stage.may for item in part)
    if stage.several is not None:
        numbers = (stage.several.low, stage.several.high, stage.several.stock)
        tests += sum(expression_cost(number, bounds) for number in numbers if number is not None)
    width = bounds.most(stage.over) + 1
    return stage.parts * (expression_cost(stage.over, bounds) + width * tests)
