"""Which slots an expression or a statement reads and writes."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

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
    changes: dict[str, Any] = {}
    for name in inner_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, tuple):
            if value and _NODES[type(value[0])]:
                changes[name] = tuple([rebuilt(item, change) for item in value])
        elif _NODES[type(value)]:
            changes[name] = change(value)
    return with_changes(node, changes)


def with_changes(node: Any, changes: Mapping[str, Any]) -> Any:
    """A node with other values in some fields; the same node where they are equal to those that it has.

    `dataclasses.replace` takes much longer, and makes a copy of each of the many nodes in which no walk
    changes anything.
    """
    for name, new in changes.items():
        old = getattr(node, name)
        if new is not old and new != old:
            break
    else:
        return node
    form = type(node)
    return form(*[changes[name] if name in changes else getattr(node, name) for name in form.__match_args__])


def parts(node: Any) -> list[Any]:
    """The IR nodes directly inside one."""
    found: list[Any] = []
    for name in inner_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, tuple):
            found += [item for item in value if _NODES[type(item)]]
        elif _NODES[type(value)]:
            found.append(value)
    return found


def inner_fields(form: type) -> tuple[str, ...]:
    """The names of the fields of a form that may hold nodes, and not just numbers and texts."""
    found = _INNER.get(form)
    if found is None:
        found = _INNER[form] = tuple(one.name for one in fields(form) if not _is_plain(one.type))
    return found


def is_node(value: object) -> bool:
    """Whether a value is a node, and no number, text or tuple."""
    return _NODES[type(value)]


def _is_plain(annotation: Any) -> bool:
    """Whether no value that an annotation allows holds a node."""
    if annotation in (int, str, bool, None, type(None)):
        return True
    if get_origin(annotation) is Literal:
        return True
    within = [one for one in get_args(annotation) if one is not Ellipsis]
    return get_origin(annotation) in (tuple, Union, UnionType) and all(map(_is_plain, within))


class _Nodes(dict[type, bool]):
    """Whether values of a type are nodes; asked of every value, so that it is kept."""

    def __missing__(self, form: type) -> bool:
        self[form] = is_dataclass(form)
        return self[form]


_NODES = _Nodes()
_INNER: dict[type, tuple[str, ...]] = {}


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
            changes[field.name] = tuple([renamed(one, names) if is_node(one) else one for one in value])
        elif is_node(value):
            changes[field.name] = renamed(value, names)
    return with_changes(node, changes)
