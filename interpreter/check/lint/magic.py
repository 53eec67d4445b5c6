"""Numbers that have a name in the ruleset and are written out beside it."""

from collections import defaultdict
from collections.abc import Iterator

from interpreter.check.kinds import Member, Number
from interpreter.check.lint import findings as f
from interpreter.check.lint.sight import Paragraph, Sight
from interpreter.check.world import Column
from interpreter.syntax import nodes as n
from interpreter.syntax import walk
from interpreter.text.span import Span

SMALLEST = 3
"""Smaller numbers mean too many things to be called magic."""

MOST_PRINTED = 60
"""Columns and tables with more entries hold too many numbers to say which is meant."""

_PRINTED = frozenset({"kinds", "boards", "tables", "options", "components"})
_COMPARED = frozenset({"checks", "invariants"})
"""Where printed numbers are held against numbers on purpose."""


def magic_numbers(sight: Sight) -> None:
    """Report a number that a term names, in a section where that term is used, and one that is printed in a
    table or column which its own paragraph reads.
    """
    named, own = _constants(sight)
    spoken: dict[str, set[str]] = defaultdict(set)
    for paragraph in sight.paragraphs:
        spoken[paragraph.section] |= {node.name for node in paragraph.nodes if isinstance(node, n.Name)}
    for paragraph in sight.paragraphs:
        if paragraph.section in _PRINTED:
            continue
        numbers = [node for node in paragraph.nodes if isinstance(node, n.Int) and node.value >= SMALLEST]
        entries = _entries(sight, paragraph) if numbers and paragraph.section not in _COMPARED else {}
        for node in numbers:
            known = named.get(node.value, ())
            if node not in own and len(known) == 1 and known[0][0] in spoken[paragraph.section]:
                sight.found.append(f.magic(node.value, node.span, *known[0]))
            elif len(entries.get(node.value, ())) == 1 and node not in _beside_columns(sight, paragraph):
                sight.found.append(f.magic(node.value, node.span, *entries[node.value][0]))


def _constants(sight: Sight) -> tuple[dict[int, list[tuple[str, Span]]], set[n.Expr]]:
    """The terms that are numbers, by their value, and these numbers themselves."""
    named: dict[int, list[tuple[str, Span]]] = defaultdict(list)
    own: set[n.Expr] = set()
    for term in sight.world.ruleset.terms.values():
        expr = term.phrase.expr
        if not term.signature.params and isinstance(expr, n.Int):
            named[expr.value].append((term.head.name, term.head.span))
            own.add(expr)
    return named, own


def _entries(sight: Sight, paragraph: Paragraph) -> dict[int, list[tuple[str, Span]]]:
    """The numbers in the columns and tables that a paragraph reads, with the phrase that reads each."""
    found: dict[int, list[tuple[str, Span]]] = defaultdict(list)
    for column in dict.fromkeys(_columns(sight, paragraph)):
        key = column.keys[0]
        names = sight.world.domains[key.domain].members if isinstance(key, Member) else None
        low = key.low if isinstance(key, Number) else 0
        for at, value in enumerate(column.cases[0]):
            name = names[at] if names is not None else str(low + at)
            assert column.span is not None
            found[value].append((f"{column.name}({name})", column.span))
    return found


def _columns(sight: Sight, paragraph: Paragraph) -> Iterator[Column]:
    for node in paragraph.nodes:
        ref = sight.world.refs.get(node) if isinstance(node, n.Read) else None
        if (
            isinstance(ref, Column)
            and isinstance(ref.kind, Number)
            and ref.span is not None
            and len(ref.keys) == len(ref.cases) == 1
            and len(ref.cases[0]) <= MOST_PRINTED
        ):
            yield ref


def _beside_columns(sight: Sight, paragraph: Paragraph) -> set[n.Expr]:
    """Numbers that are compared with what is printed, or that say which entry is meant."""
    found: set[n.Expr] = set()
    for node in paragraph.nodes:
        if isinstance(node, n.Compare | n.Read | n.SpanOf):
            parts = [part for child in walk.children(node) for part in walk.everything(child)]
            if isinstance(node, n.SpanOf) or any(
                isinstance(sight.world.refs.get(part), Column) for part in (node, *parts)
            ):
                found.update(part for part in parts if isinstance(part, n.Int))
    return found
