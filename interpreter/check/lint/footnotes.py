"""Statements that one sentence, or one paragraph as a whole and a sentence of it, cite twice."""

from interpreter.check.lint import findings as f
from interpreter.check.lint.sight import Sight
from interpreter.syntax import nodes as n
from interpreter.text.span import Span


def repeated_footnotes(sight: Sight) -> None:
    """Report a statement that stands twice in one footnote."""
    for paragraph in sight.paragraphs:
        for node in paragraph.nodes:
            if isinstance(node, n.Foot):
                first: dict[str, Span] = {}
                for cite in node.cites:
                    if cite in first:
                        sight.found.append(f.cited_twice(cite, node.span))
                    first.setdefault(cite, node.span)
