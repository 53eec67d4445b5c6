"""A document against a JSON Schema, each error as a finding at its place.

Only the keyword that failed and its path are taken from the validator, never its words.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from interpreter import resources
from interpreter.syntax.document import Node, plain
from interpreter.syntax.schema_findings import Failure, findings_of, missing, misspelled
from interpreter.syntax.schema_fit import Fits, Schema, fit_of
from interpreter.text.diagnostic import Diagnostic, sort_key
from interpreter.text.span import Span

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

_MOST_FAILURES = 1000
"""What is wrong in more places than anybody reads is no ruleset; it must not take for ever to say so."""


def check(node: Node, schema: str, part: str | None = None) -> tuple[Diagnostic, ...]:
    """Everything in which a document differs from the schema file ``schema``, in the order of the file.

    With ``part`` the document is held against that definition of the schema only.

    Raises:
        FileNotFoundError: there is no such schema.
    """
    fits = _fit(schema, part)
    if fits is not None and fits(plain(node)):
        return ()
    return _check(node, _validator(schema, part))


def check_against(node: Node, schema: Schema) -> tuple[Diagnostic, ...]:
    """The same for a schema given as data, which refers to no file."""
    return _check(node, _validator_of(schema, {}))


def _check(node: Node, validator: "Validator") -> tuple[Diagnostic, ...]:
    found: list[Diagnostic] = []
    for failure in _without_consequences(_failures(validator.iter_errors(plain(node)), validator.schema)):
        found.extend(findings_of(node, failure))
    return tuple(sorted(_distinct(found), key=sort_key))


@cache
def _validator(schema: str, part: str | None) -> "Validator":
    return _validator_of(_schema(schema, part), _files())


@cache
def _fit(schema: str, part: str | None) -> Fits | None:
    return fit_of(_schema(schema, part))


def _schema(schema: str, part: str | None) -> Schema:
    files = _files()
    name = f"{schema}.schema.json"
    if name not in files:
        raise FileNotFoundError(f"there is no schema `{name}`")
    whole = files[name]
    if part is None:
        return whole
    kept = {key: whole[key] for key in ("$schema", "$id", "$defs") if key in whole}
    return {**kept, "$ref": f"#/$defs/{part}"}


def _validator_of(schema: Schema, files: Mapping[str, Schema]) -> "Validator":
    # Importing the validator takes longer than all the rest: who checks nothing must not wait for it.
    from jsonschema import Draft202012Validator
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    resources_by_name = [(name, DRAFT202012.create_resource(dict(file))) for name, file in files.items()]
    return Draft202012Validator(schema, registry=Registry().with_resources(resources_by_name))


@cache
def _files() -> dict[str, Schema]:
    """The schema files by name; one may refer to another by its name."""
    names = sorted(file.name for file in resources.root("schema").iterdir())
    wanted = [name for name in names if name.endswith(".schema.json")]
    return {name: json.loads(resources.read_text("schema", name)) for name in wanted}


def _failures(errors: "Iterable[ValidationError]", whole: object) -> list[Failure]:
    return [
        Failure(
            keyword=str(error.validator or "false"),
            wanted=error.validator_value,
            path=tuple(error.absolute_path),
            value=error.instance,
            schema=_described(error, whole),
            is_name="propertyNames" in error.absolute_schema_path,
        )
        for error in islice(errors, _MOST_FAILURES)
    ]


def _described(error: "ValidationError", whole: object) -> Schema:
    """The schema that failed; a branch of the whole also knows what the whole says of its keys."""
    own: Schema = error.schema if isinstance(error.schema, Mapping) else {}
    if error.absolute_path or "properties" in own or not isinstance(whole, Mapping):
        return own
    return {"properties": whole.get("properties", {}), **own}


def _without_consequences(failures: Sequence[Failure]) -> list[Failure]:
    """The failures that are not merely another one seen again.

    A value of the wrong sort fails other keywords too, and a misspelled key is missing under its right name.
    """
    sorts = _widest_sorts(failures)
    meant = {(failure.path, near) for failure in failures for near in misspelled(failure).values()}
    kept = []
    for failure in failures:
        if failure.is_name:
            kept.append(failure)
        elif failure.path in sorts:
            kept.extend([failure] if failure is sorts[failure.path] else [])
        elif failure.keyword == "required":
            gone = [key for key in missing(failure) if (failure.path, key) not in meant]
            kept.extend([replace(failure, wanted=gone)] if gone else [])
        else:
            kept.append(failure)
    return kept


def _widest_sorts(failures: Sequence[Failure]) -> dict[tuple[str | int, ...], Failure]:
    """Per path the failure of `type` that allows most: a branch asks for less than the whole allows."""
    widest: dict[tuple[str | int, ...], Failure] = {}
    for failure in failures:
        if failure.keyword == "type" and not failure.is_name:
            before = widest.get(failure.path)
            if before is None or _sorts(failure) > _sorts(before):
                widest[failure.path] = failure
    return widest


def _sorts(failure: Failure) -> int:
    return 1 if isinstance(failure.wanted, str) else len(failure.wanted)


def _distinct(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Each finding once, though several branches of the schema may have led to it."""
    kept: dict[tuple[str, Span | None, str], Diagnostic] = {}
    for finding in found:
        kept.setdefault((finding.code, finding.span, finding.message), finding)
    return list(kept.values())
