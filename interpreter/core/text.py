"""The canonical text of a core program: what is printed, parsed, hashed and kept in the cache.

Every class of `ir` is one form ``(Name field field …)`` with its fields in order, a tuple is
``[item item …]``. Atoms are decimal numbers (hexadecimal from 2**64 on), quoted strings, ``true``,
``false`` and ``none``. A form that is longer than a line is broken after its head, one field a line.
"""

import json
import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import GenericAlias, NoneType, UnionType
from typing import Any, ForwardRef, Literal, Union, get_args, get_origin

from interpreter.core import ir
from interpreter.core.ir import Program

MAX_NESTING = 200
"""How deep forms and lists may be nested; more is refused, here and by `verify`."""

_LINE = 110
_TOKEN = re.compile(r'\([A-Za-z]+|[)\[\]]|"(?:[^"\\]|\\.)*"|[^\s()\[\]"]+|\S')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)|0x[0-9a-f]+")

# ---------------------------------------------------------------------------------------------
# Printing

_Broken = tuple[str, "list[str | _Broken]", str]


def print_program(program: Program, places: bool = True) -> str:
    """The canonical text, which `parse_program` reads; without ``places``, the text that is hashed.

    That one leaves out all that changes nothing any executor does: where things stand in files, what
    they cite, what a refusal says.

    Raises: ValueError where the program is nested deeper than MAX_NESTING.
    """
    lines: list[str] = []
    _write(_layout(program, 0, _names if places else _bare_names), "", "", lines)
    return "\n".join(lines) + "\n"


def demand_text(program: Program) -> None:
    """A program has a text: it is what `print_program` can print, found out without printing it.

    Raises: ValueError.
    """
    level: list[object] = [program]
    for depth in range(MAX_NESTING + 1):
        below: list[object] = []
        for value in level:
            if isinstance(value, tuple):
                below += value
            elif is_dataclass(value) and not isinstance(value, type):
                below += [getattr(value, name) for name in _names(type(value))]
            else:
                _atom(value)
        if below and depth == MAX_NESTING:
            break
        level = [value for value in below if type(value) not in _ATOMS]
        if not level:
            return
    raise ValueError(_too_deep())


_ATOMS = frozenset((int, str, bool, NoneType))


def _too_deep() -> str:
    return f"the program is nested deeper than {MAX_NESTING}"


def print_part(part: object) -> str:
    """An expression, a statement or another part of a program, on one line."""
    if isinstance(part, tuple):
        return f"[{' '.join(map(print_part, part))}]"
    if is_dataclass(part) and not isinstance(part, type):
        values = [print_part(getattr(part, name)) for name in _names(type(part))]
        return f"({' '.join([type(part).__name__, *values])})"
    return _atom(part)


def _layout(value: object, depth: int, names: "Callable[[type], tuple[str, ...]]") -> "str | _Broken":
    """The text of a value where it fits on a line, else its head, its parts and its close."""
    if depth > MAX_NESTING:
        raise ValueError(_too_deep())
    if isinstance(value, tuple):
        return _join("[", [_layout(item, depth + 1, names) for item in value], "]")
    if is_dataclass(value) and not isinstance(value, type):
        parts = [_layout(getattr(value, name), depth + 1, names) for name in names(type(value))]
        return _join(f"({type(value).__name__}", parts, ")")
    return _atom(value)


def _join(head: str, parts: "list[str | _Broken]", close: str) -> "str | _Broken":
    flat = [part for part in parts if isinstance(part, str)]
    if len(flat) < len(parts) or sum(map(len, flat)) + len(flat) + len(head) > _LINE:
        return head, parts, close
    return (head + " ".join(flat) if head == "[" else " ".join([head, *flat])) + close


def _write(part: "str | _Broken", indent: str, close: str, lines: list[str]) -> None:
    if isinstance(part, str):
        lines.append(indent + part + close)
        return
    head, parts, own_close = part
    lines.append(indent + head)
    filled = _filled(parts, _LINE - len(indent)) if head == "[" else parts
    for item in filled[:-1]:
        _write(item, indent + " ", "", lines)
    _write(filled[-1], indent + " ", own_close + close, lines)


def _filled(parts: "list[str | _Broken]", room: int) -> "list[str | _Broken]":
    """The items of a list, atoms that follow each other put together as far as a line goes."""
    filled: list[str | _Broken] = []
    for part in parts:
        last = filled[-1] if filled else None
        is_atom = isinstance(part, str) and part[0] not in "(["
        if is_atom and isinstance(last, str) and last[0] not in "([" and len(last) + len(part) < room:
            filled[-1] = f"{last} {part}"
        else:
            filled.append(part)
    return filled


def _atom(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value) if value < 1 << 64 else hex(value)
        case str():
            return json.dumps(value)
        case _:
            raise ValueError(f"no text for {value!r}")


@cache
def _names(form: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(form))


_BESIDE = {"place", "places", "otherwise", "shows", "invariants", "beside"}
"""Fields that say something about a program, not what it does."""


@cache
def _bare_names(form: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(form) if field.name not in _BESIDE)


# ---------------------------------------------------------------------------------------------
# Parsing

_Check = Callable[[Any], bool]
_Form = tuple[type[Any], int, tuple[frozenset[type], ...], tuple[tuple[int, _Check], ...]]


def parse_program(text: str) -> Program:
    """The program whose text this is.

    Raises: ValueError for a text that is no program, whatever is wrong with it.
    """
    value = _read(_TOKEN.findall(text))
    if not isinstance(value, Program):
        raise ValueError("the text holds no program")
    return value


def _read(tokens: list[str]) -> object:
    """The one value that the tokens spell; open forms wait on a stack, so nothing recurses."""
    atoms: dict[str, object] = {"true": True, "false": False}
    stack: list[tuple[list[object], str]] = []
    items: list[object] = []
    head = ""
    for token in tokens:
        value = atoms.get(token)
        if value is not None:
            items.append(value)
        elif token == ")":
            if head[:1] != "(":
                raise ValueError("`)` closes nothing")
            value = _build(head, items)
            items, head = stack.pop()
            items.append(value)
        elif token == "]":
            if head != "[":
                raise ValueError("`]` closes nothing")
            closed = tuple(items)
            items, head = stack.pop()
            items.append(closed)
        elif token[0] in "([":
            if len(stack) > MAX_NESTING:
                raise ValueError(f"the text is nested deeper than {MAX_NESTING}")
            stack.append((items, head))
            items, head = [], token
        elif token == "none":
            items.append(None)
        else:
            atoms[token] = value = _value(token)
            items.append(value)
    if stack or len(items) != 1:
        raise ValueError("the text ends in the middle, or holds more than one value")
    return items[0]


def _build(head: str, items: list[object]) -> object:
    form = _form(head)
    if form is None:
        raise ValueError(f"unknown form `{head}`")
    kind, count, allowed, checks = form
    if len(items) != count:
        raise ValueError(f"`{head}` has {len(items)} fields, expected {count}")
    for item, types in zip(items, allowed, strict=True):
        if type(item) not in types:
            raise ValueError(f"`{head}` has a field of a wrong kind")
    for index, check in checks:
        if not check(items[index]):
            raise ValueError(f"`{head}` has a wrong {fields(kind)[index].name}")
    return kind(*items)


def _value(token: str) -> object:
    if _NUMBER.fullmatch(token):
        return int(token, 16) if token.startswith("0x") else int(token)
    if len(token) > 1 and token[0] == '"':
        return json.loads(token)  # a JSONDecodeError is a ValueError
    raise ValueError(f"`{token[:40]}` is neither a number, a string nor a known word")


@cache
def _form(head: str) -> _Form | None:
    """The class of `ir` that a head opens, with what its fields may hold."""
    kind = vars(ir).get(head[1:])
    if not (isinstance(kind, type) and is_dataclass(kind)):
        return None
    shapes = [_shape(field.type) for field in fields(kind)]
    checks = tuple((i, check) for i, shape in enumerate(shapes) if (check := _check(shape)))
    return kind, len(shapes), tuple(map(_types, shapes)), checks


def _shape(annotation: Any) -> Any:
    """The annotation of a field. One in quotes is a name of `ir`, or a tuple of such."""
    if not isinstance(annotation, str):
        return annotation
    name = annotation.removeprefix("tuple[").removesuffix(", ...]")
    one = vars(ir)[name]
    return one if name == annotation else GenericAlias(tuple, (one, Ellipsis))


@cache
def _types(shape: Any) -> frozenset[type]:
    """The classes that a value of an annotation can have."""
    origin = get_origin(shape)
    if origin in (Union, UnionType):
        return frozenset().union(*map(_types, get_args(shape)))
    if origin is Literal:
        return frozenset({str})
    if origin is tuple:
        return frozenset({tuple})
    if isinstance(shape, ForwardRef):
        return _types(_shape(shape.__forward_arg__))
    return frozenset({NoneType if shape is None else shape})


def _check(shape: Any) -> _Check | None:
    """What an annotation asks for beyond the class of the value; None if that is all."""
    origin, args = get_origin(shape), get_args(shape)
    if origin is Literal:
        return frozenset(args).__contains__
    if origin is not tuple:
        return None
    if args[-1] is not Ellipsis:
        each = [_types(arg) for arg in args]
        return lambda items: list(map(type, items)) == [next(iter(types)) for types in each]
    types, inner = _types(args[0]), _check(args[0])
    if inner is None:
        return lambda items: types.issuperset(map(type, items))
    return lambda items: types.issuperset(map(type, items)) and all(map(inner, items))
