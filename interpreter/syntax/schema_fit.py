"""Whether a document follows a JSON Schema at all, found out by functions that are made of the schema once.

They say yes or no, and take a tenth of the time of `jsonschema`, which need not even be imported for what
follows its schema. What is wrong and where is `jsonschema`'s to find: it is asked where these say no.
"""

import json
import re
from collections.abc import Callable, Mapping, Sized
from types import NoneType
from typing import Any

Schema = Mapping[str, Any]
Fits = Callable[[Any], bool]
"""Whether plain data, as `document.plain` gives it, fits."""


def fit_of(schema: Schema) -> Fits | None:
    """The function for a whole schema; None where it has a keyword that is not known here."""
    try:
        return _Maker(schema).of(schema)
    except _UnknownError:
        return None


class _UnknownError(Exception):
    """A schema says something that is not known here."""


_SAYS_NOTHING = frozenset({"$schema", "$id", "$defs", "title", "description"})
_BESIDE = frozenset({"then", "else"})
"""Keywords that count with another one only."""

_TYPES: dict[str, type] = {
    "object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": NoneType,
}  # fmt: skip
_SCALARS = (str, int, NoneType)


class _Maker:
    """Makes the functions of one schema; ``$ref`` means a definition of the whole."""

    def __init__(self, whole: Schema) -> None:
        self._defs = whole.get("$defs", {})
        self._made: dict[str, list[Fits]] = {}

    def of(self, schema: Any) -> Fits:
        """The function for a schema, or for a part of one."""
        return _all(self._each(schema))

    def _each(self, schema: Any) -> list[Fits]:
        if isinstance(schema, bool):
            return [] if schema else [lambda value: False]
        if unknown := [key for key in schema if not _is_known(key)]:
            raise _UnknownError(unknown)
        return [_KEYWORDS[key](self, schema[key], schema) for key in schema if key in _KEYWORDS]

    def ref(self, name: str, _: Schema) -> Fits:
        """``$ref``: definitions may speak of themselves, so that what is made is filled in later."""
        key = name.removeprefix("#/$defs/")
        if key == name or key not in self._defs or "~" in key or "%" in key:
            raise _UnknownError(name)
        if key not in self._made:
            self._made[key] = []
            self._made[key] += self._each(self._defs[key])
        return _all(self._made[key])


def _is_known(keyword: str) -> bool:
    return keyword in _KEYWORDS or keyword in _SAYS_NOTHING or keyword in _BESIDE or keyword.startswith("x-")


def _all(tests: list[Fits]) -> Fits:
    def fits(value: Any) -> bool:
        for test in tests:  # noqa: SIM110 - a generator for each value would take a third of the time
            if not test(value):
                return False
        return True

    return fits


# -- values -----------------------------------------------------------------------------------------------


def _type(_: _Maker, wanted: str | list[str], __: Schema) -> Fits:
    names = [wanted] if isinstance(wanted, str) else wanted
    if unknown := [name for name in names if name not in _TYPES]:
        raise _UnknownError(unknown)
    types = frozenset(_TYPES[name] for name in names)
    return lambda value: type(value) in types


def _enum(_: _Maker, values: list[Any], __: Schema) -> Fits:
    if not all(isinstance(value, _SCALARS) for value in values):
        raise _UnknownError(values)
    known = frozenset((type(value), value) for value in values)  # 1 is not true
    return lambda value: isinstance(value, _SCALARS) and (type(value), value) in known


def _const(maker: _Maker, value: Any, schema: Schema) -> Fits:
    return _enum(maker, [value], schema)


def _pattern(_: _Maker, pattern: str, __: Schema) -> Fits:
    search = re.compile(pattern).search
    return lambda value: not isinstance(value, str) or search(value) is not None


def _minimum(_: _Maker, least: int, __: Schema) -> Fits:
    return lambda value: type(value) is not int or value >= least


def _maximum(_: _Maker, most: int, __: Schema) -> Fits:
    return lambda value: type(value) is not int or value <= most


def _at_least(kind: type[Sized]) -> "_Keyword":
    return lambda _, least, __: lambda value: not isinstance(value, kind) or len(value) >= least


def _at_most(kind: type[Sized]) -> "_Keyword":
    return lambda _, most, __: lambda value: not isinstance(value, kind) or len(value) <= most


# -- lists and mappings -----------------------------------------------------------------------------------


def _items(maker: _Maker, schema: Any, _: Schema) -> Fits:
    fits = maker.of(schema)
    return lambda value: not isinstance(value, list) or all(map(fits, value))


def _unique(_: _Maker, is_wanted: bool, __: Schema) -> Fits:
    def fits(value: Any) -> bool:
        if not is_wanted or not isinstance(value, list):
            return True
        return len({json.dumps(item, sort_keys=True) for item in value}) == len(value)

    return fits


def _properties(maker: _Maker, schemas: Schema, _: Schema) -> Fits:
    known = {name: maker.of(schema) for name, schema in schemas.items()}

    def fits(value: Any) -> bool:
        if not isinstance(value, dict):
            return True
        return all(known[name](inner) for name, inner in value.items() if name in known)

    return fits


def _additional(maker: _Maker, schema: Any, whole: Schema) -> Fits:
    named, fits = frozenset(whole.get("properties", ())), maker.of(schema)
    if schema is False:
        return lambda value: not isinstance(value, dict) or named.issuperset(value)

    def others_fit(value: Any) -> bool:
        if not isinstance(value, dict):
            return True
        return all(fits(inner) for name, inner in value.items() if name not in named)

    return others_fit


def _names(maker: _Maker, schema: Any, _: Schema) -> Fits:
    fits = maker.of(schema)
    return lambda value: not isinstance(value, dict) or all(map(fits, value))


def _required(_: _Maker, names: list[str], __: Schema) -> Fits:
    wanted = frozenset(names)
    return lambda value: not isinstance(value, dict) or wanted <= value.keys()


def _dependent(_: _Maker, wanted: Mapping[str, list[str]], __: Schema) -> Fits:
    needs = {name: frozenset(names) for name, names in wanted.items()}

    def fits(value: Any) -> bool:
        if not isinstance(value, dict):
            return True
        return all(names <= value.keys() for name, names in needs.items() if name in value)

    return fits


# -- schemas put together ---------------------------------------------------------------------------------


def _every(maker: _Maker, schemas: list[Any], _: Schema) -> Fits:
    return _all([maker.of(schema) for schema in schemas])


def _not(maker: _Maker, schema: Any, _: Schema) -> Fits:
    fits = maker.of(schema)
    return lambda value: not fits(value)


def _if(maker: _Maker, schema: Any, whole: Schema) -> Fits:
    fits, then, other = (maker.of(one) for one in (schema, whole.get("then", True), whole.get("else", True)))
    return lambda value: then(value) if fits(value) else other(value)


_Keyword = Callable[[_Maker, Any, Schema], Fits]
_KEYWORDS: dict[str, _Keyword] = {
    "$ref": _Maker.ref,
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "minimum": _minimum,
    "maximum": _maximum,
    "minLength": _at_least(str),
    "maxLength": _at_most(str),
    "minItems": _at_least(list),
    "maxItems": _at_most(list),
    "minProperties": _at_least(dict),
    "maxProperties": _at_most(dict),
    "items": _items,
    "uniqueItems": _unique,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "required": _required,
    "dependentRequired": _dependent,
    "allOf": _every,
    "not": _not,
    "if": _if,
}
