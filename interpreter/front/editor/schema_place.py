"""What a schema says of a place that is known by the keys above it alone."""

from typing import Any

from interpreter.front.editor.cursor import ITEM
from interpreter.syntax.document import Mapping, Node, Scalar, Sequence
from interpreter.syntax.patches.address import steps_of
from interpreter.syntax.sentences import Schema, resolved, schema_of
from interpreter.text.scalar_map import map_scalar
from interpreter.text.span import Source, Span

_NOWHERE = Span(Source("", ""), 0, 0)
MAPPING = Mapping((), _NOWHERE)
SCALAR = Scalar("", "", "plain", _NOWHERE, map_scalar(_NOWHERE, "plain", ""))
LIST = Sequence((), _NOWHERE)


def address_of(path: tuple[str, ...]) -> tuple[str, ...]:
    """The place of a page that a path means: below `adds` and `changes` that of the base."""
    match path:
        case ("adds", *rest):
            return tuple(rest)
        case ("changes", address, "was" | "now", *rest):
            return (*steps_of(address), *rest)
        case _:
            return path


def schema_at(sort: str, path: tuple[str, ...], node: Node = MAPPING) -> Schema | None:
    """The schema of what stands under a path, for a value of the sort of ``node``; None for nothing."""
    whole = schema_of(sort)
    here: Any = whole
    address = address_of(path) if sort == "ruleset" else path
    if address[:1] == ("data",) and len(address) > 1 and sort == "ruleset":
        return schema_at("data", address[1:], node)
    for step in address:
        if step == ITEM:
            here = resolved(LIST, here, whole).get("items")
        else:
            here = resolved(MAPPING, here, whole)
            here = here.get("properties", {}).get(step, here.get("additionalProperties"))
        if not isinstance(here, dict):
            return None
    return resolved(node, here, whole)


def property_of(sort: str, path: tuple[str, ...]) -> Schema | None:
    """What the schema says of a key as such; None where the key is a free name."""
    if not path or path[-1] == ITEM:
        return None
    above = schema_at(sort, path[:-1])
    found = above.get("properties", {}).get(path[-1]) if above is not None else None
    return found if isinstance(found, dict) else None


def description(schema: Schema, sort: str) -> str:
    """What a part of a schema is described by, following a reference where it says nothing itself."""
    told = schema.get("description") or resolved(MAPPING, schema, schema_of(sort)).get("description")
    return str(told or resolved(SCALAR, schema, schema_of(sort)).get("description", ""))
