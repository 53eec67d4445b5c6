"""Numbers that have a name in the ruleset and are written out beside it."""

from collections import defaultdict

from interpreter.check.lint import findings as f
from interpreter.check.lint.sight import Sight
from interpreter.syntax import nodes as n
from interpreter.text.span import Span

SMALLEST = 3
"""Smaller numbers mean too many things to be called magic."""

_PRINTED = frozenset({"kinds", "boards", "tables", "options", "components"})


def magic_numbers(sight: Sight) -> None:
    """Report a number that a term names, in a section where that term is used."""
    named: dict[int, list[tuple[str, Span]]] = defaultdict(list)
    own = set()
    for term in sight.world.ruleset.terms.values():
        expr = term.phrase.expr
        if not term.signature.params and isinstance(expr, n.Int) and expr.value >= SMALLEST:
            named[expr.value].append((term.head.name, term.head.span))
            own.add(expr)
    if not named:
        return
    spoken: dict[str, set[str]] = defaultdict(set)
    for paragraph in sight.paragraphs:
        spoken[paragraph.section] |= {node.name for node in paragraph.nodes if isinstance(node, n.Name)}
    for paragraph in sight.paragraphs:
        for node in paragraph.nodes if paragraph.section not in _PRINTED else ():
            if not isinstance(node, n.Int) or node in own:
                continue
            known = named.get(node.value, ())
            if len(known) == 1 and known[0][0] in spoken[paragraph.section]:
                sight.found.append(f.magic(node.value, node.span, *known[0]))
