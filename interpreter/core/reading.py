"""Which slots an expression or a statement reads and writes."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from interpreter.core import ir


def parts(node: Any) -> Iterator[Any]:
    """The IR nodes directly inside one."""
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, tuple):
            for item in value:
                if is_dataclass(item):
                    yield item
        elif is_dataclass(value):
            yield value


def slots_read(node: Any) -> set[int]:
    """The single slots that an expression reads; an array counts with all of its slots."""
    found: set[int] = set()
    stack = [node]
    while stack:
        here = stack.pop()
        match here:
            case ir.Read(slot):
                found.add(slot)
            case ir.ReadAt(base, size, _):
                found.update(range(base, base + size))
            case _:
                pass
        stack.extend(parts(here))
    return found


def slots_bound(node: Any) -> set[int]:
    """The scratch slots that the forms of an expression give values to while it is computed."""
    found: set[int] = set()
    stack = [node]
    while stack:
        here = stack.pop()
        match here:
            case ir.Let(slot, _, _):
                found.add(slot)
            case (
                ir.Filter(var=var)
                | ir.Exists(var=var)
                | ir.Sum(var=var)
                | ir.Extreme(var=var)
                | ir.Union(var=var)
                | ir.First(var=var)
                | ir.Top(var=var)
            ):
                found.add(var)
            case _:
                pass
        stack.extend(parts(here))
    return found


def slots_hidden(decision: ir.Together) -> set[int]:
    """The slots that say who is asked and what has been chosen so far."""
    each = decision.players
    found = {decision.asked, decision.ready}
    for base, count in (
        (decision.answer, each),
        (decision.made, each),
        *((one.store, each * one.count) for one in decision.kept),
    ):
        found.update(range(base, base + count))
    return found


def slots_written(statement: ir.Statement) -> set[int]:
    """The slots that a statement writes, those of loops and scratch too."""
    found: set[int] = set()
    stack: list[Any] = [statement]
    while stack:
        here = stack.pop()
        match here:
            case ir.Set(slot, _, _):
                found.add(slot)
            case ir.SetAt(base, size, _, _, _):
                found.update(range(base, base + size))
            case ir.Copy(target, _, count):
                found.update(range(target, target + count))
            case ir.Loop(var, _, _) | ir.Sorted(var, _, _, _):
                found.add(var)
            case _:
                pass
        stack.extend(parts(here))
    return found


def renamed(node: Any, names: Mapping[int, int]) -> Any:
    """An expression with other slots for its own variables: those bound in it, and the reads of them."""
    changes: dict[str, Any] = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name in ("var", "slot") and value in names and not isinstance(node, ir.ReadAt):
            changes[field.name] = names[value]
        elif isinstance(value, tuple):
            changes[field.name] = tuple(renamed(one, names) if is_dataclass(one) else one for one in value)
        elif is_dataclass(value):
            changes[field.name] = renamed(value, names)
    return replace(node, **changes) if changes else node
