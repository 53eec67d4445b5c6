"""Which slots an expression or a statement reads and writes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from interpreter.core import ir

LOOPS = (ir.Filter, ir.Exists, ir.Sum, ir.Extreme, ir.Union, ir.First, ir.Top)
"""The forms that run over the members of a set ``over``, with each in the scratch slot ``var``."""


SPREADS = (ir.Linked, ir.Cheapest)
"""The forms that go from member to member, with each in the scratch slot ``var``."""


def has_loop(node: Any) -> bool:
    """Whether a loop stands in a node."""
    return isinstance(node, (*LOOPS, *SPREADS)) or any(has_loop(part) for part in parts(node))


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node with its inner expressions changed, those inside parts of other kinds too; the same node where
    nothing is. What is only told or shown stays as it is: a bag is told by the shape of its sum.
    """
    if isinstance(node, ir.Log | ir.Shown):
        return node
    changes = {}
    for name in _fields(type(node)):
        value = getattr(node, name)
        new = value
        if isinstance(value, tuple) and value and _is_node(type(value[0])):
            new = tuple(rebuilt(item, change) for item in value)
        elif _is_node(type(value)):
            new = change(value)
        if new is not value and new != value:
            changes[name] = new
    return replace(node, **changes) if changes else node


def parts(node: Any) -> Iterator[Any]:
    """The IR nodes directly inside one."""
    for name in _fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, tuple):
            for item in value:
                if _is_node(type(item)):
                    yield item
        elif _is_node(type(value)):
            yield value


_NAMES: dict[type, tuple[str, ...]] = {}
_NODES: dict[type, bool] = {}


def _fields(form: type) -> tuple[str, ...]:
    """The names of the fields of a form; asked of every node, so that it is kept."""
    found = _NAMES.get(form)
    if found is None:
        found = _NAMES[form] = tuple(field.name for field in fields(form))
    return found


def _is_node(form: type) -> bool:
    """Whether values of a type are nodes, and no numbers, texts or tuples."""
    found = _NODES.get(form)
    if found is None:
        found = _NODES[form] = is_dataclass(form)
    return found


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
                | ir.Linked(var=var)
                | ir.Cheapest(var=var)
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
