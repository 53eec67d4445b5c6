"""Which paragraphs of a ruleset read an option."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass

from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.text.span import Source, Span


def readers_of(rules: r.Ruleset, names: set[str], option_of: Callable[[n.Expr], str]) -> dict[str, list[str]]:
    """For each of these options the addresses, ``actions.move``, of the declarations that read it."""
    found: dict[str, list[str]] = {}
    for path, decl in _declarations(rules):
        for expr in _expressions(decl):
            name = option_of(expr)
            if name in names and path not in found.setdefault(name, []):
                found[name].append(path)
    return found


def _declarations(rules: r.Ruleset) -> Iterator[tuple[str, object]]:
    for section in (
        rules.kinds,
        rules.tables,
        rules.components,
        rules.terms,
        rules.orders,
        rules.markets,
        rules.costs,
        rules.actions,
        rules.steps,
    ):
        for decl in section.values():
            yield decl.head.path, decl
    for step in (*rules.setup, *rules.phases, *rules.scoring):
        yield step.head.path, step
    for require in (*rules.checks, *rules.invariants):
        yield require.head.path, require
    for limit in rules.limits:
        yield limit.require.head.path, limit
    for standing in rules.always:
        yield standing.head.path, standing
    for end in rules.ends:
        yield end.head.path, end
    if rules.ranking is not None:
        yield "ranking", rules.ranking


def _expressions(node: object) -> Iterator[n.Expr]:
    """All names and readings in a declaration, at any depth."""
    if isinstance(node, n.Name | n.Read):
        yield node
    if isinstance(node, tuple):
        for one in node:
            yield from _expressions(one)
    elif is_dataclass(node) and not isinstance(node, Span | Source | type):
        for field in fields(node):
            yield from _expressions(getattr(node, field.name))
