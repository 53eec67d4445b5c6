"""Which choices of options a condition holds for: what options alone decide is known before a match."""

from collections.abc import Iterator
from itertools import islice, product

from interpreter.check.world import One, Option, World
from interpreter.syntax import nodes as n
from interpreter.syntax import walk

MOST_CHOICES = 4096
"""Choices of options that are looked at; beyond them nothing is proved."""

Choice = dict[str, int]


def never_meet(world: World, one: n.Expr | None, other: n.Expr | None) -> bool:
    """Whether no choice of options lets both conditions hold, as far as options alone decide them."""
    tests = [*_decided(world, one), *_decided(world, other)]
    if one is None or other is None or not tests:
        return False
    names = sorted({ref.name for test in tests for ref in _options_in(world, test)})
    values = [range(*_span(world, name)) for name in names]
    choices = list(islice(product(*values), MOST_CHOICES + 1))
    if len(choices) > MOST_CHOICES:
        return False
    made = [dict(zip(names, choice, strict=True)) for choice in choices]
    return not any(all(_value(world, test, choice) for test in tests) for choice in made)


def _span(world: World, name: str) -> tuple[int, int]:
    option = world.options[name]
    kind, words, _ = world.option_texts(option)
    low = int(words[0]) if kind == "number" else 0
    return low, low + len(words)


def _decided(world: World, test: n.Expr | None) -> Iterator[n.Expr]:
    """The parts joined by `and` that options alone decide."""
    match test:
        case None:
            return
        case n.Logic(op="and", left=left, right=right):
            yield from _decided(world, left)
            yield from _decided(world, right)
        case _:
            plain = (n.Logic, n.Not, n.Compare, n.Name, n.Int, n.Word)
            if all(isinstance(part, plain) for part in walk.everything(test)) and all(
                isinstance(world.refs.get(part), Option | One)
                for part in walk.everything(test)
                if isinstance(part, n.Name)
            ):
                yield test


def _options_in(world: World, test: n.Expr) -> Iterator[Option]:
    for part in walk.everything(test):
        ref = world.refs.get(part)
        if isinstance(ref, Option):
            yield ref


def _value(world: World, test: n.Expr, choice: Choice) -> int:
    match test:
        case n.Logic(op="and", left=left, right=right):
            return _value(world, left, choice) and _value(world, right, choice)
        case n.Logic(left=left, right=right):
            return _value(world, left, choice) or _value(world, right, choice)
        case n.Not(inner=inner):
            return not _value(world, inner, choice)
        case n.Compare(op=op, left=left, right=right):
            a, b = _value(world, left, choice), _value(world, right, choice)
            return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
        case n.Int(value=value):
            return value
        case n.Word(word=word):
            return int(word == "true")
        case _:
            ref = world.refs.get(test)
            return choice[ref.name] if isinstance(ref, Option) else ref.index if isinstance(ref, One) else 0
