"""Where the parts of a program stand in the author's files."""

from interpreter.core import ir
from interpreter.study.playability.finding import Where
from interpreter.study.playability.search import Looked
from interpreter.syntax.ruleset import Head
from interpreter.text.span import Span


def at_place(program: ir.Program, place: int, rule: str = "") -> Where:
    """A place of the program; under another address, if one is given."""
    if place < 0:
        return Where(rule)
    found = program.places[place]
    return Where(rule or found.rule, found.file, found.line)


def at_head(head: Head) -> Where:
    """A declaration."""
    return Where(head.path, head.span.source.path, head.span.line)


def at_span(rule: str, span: Span) -> Where:
    """A sentence."""
    return Where(rule, span.source.path, span.line)


def at_end(one: Looked, name: str) -> Where:
    """An end by its name; one that an effect comes to is known by the address of its paragraph alone."""
    for end in one.world.ruleset.ends:
        if end.head.name == name:
            return at_head(end.head)
    for decision in one.program.decisions:
        if name == "stuck" and decision.stuck >= 0:
            return at_place(one.program, decision.place, f"{decision.name}.if stuck")
    for place in one.program.places:
        if place.rule.partition(".")[2] == name:
            return Where(place.rule, place.file, place.line)
    return Where(name)
