"""A file of a ruleset in the one layout, with the meaning that it had."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from interpreter.syntax.document import Mapping, Node, Scalar, Sequence
from interpreter.syntax.formatting import findings as f
from interpreter.syntax.formatting.printer import Printer, Section
from interpreter.syntax.formatting.remarks import remarks_of
from interpreter.syntax.formatting.sentence_starts import likely_sentences, sure_sentences
from interpreter.syntax.formatting.sheet import EMPTY, Line, printed
from interpreter.syntax.formatting.wording import BLOCK, words_of
from interpreter.syntax.schema_check import check as check_schema
from interpreter.syntax.sentences import parse_all, schema_of
from interpreter.syntax.yaml_reader import read
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source, Span

SCHEMAS = ("ruleset", "scenario", "document", "picture", "data")
_NAMED = re.compile(r"#\s*yaml-language-server:\s*\$schema=\S*?([a-z]+)\.schema\.json\s*$")
_IN_BLOCK = re.compile(r"#[^\n]*")  # no word of a sentence has the sign in it
_SCENARIOS = "scenarios"
_PARSED = ("ruleset", "scenario")  # in a picture the name of a kind stands for a sentence, too


@dataclass(frozen=True, slots=True)
class Formatted:
    """What came of a file: its ``text`` in the one layout, or None and what is wrong with it."""

    text: str | None
    findings: tuple[Diagnostic, ...] = ()


def format_source(source: Source, schema: str | None = None) -> Formatted:
    """The text of a ruleset, a module, a variant, a data file, scenarios, a document or a picture, laid out.

    ``schema`` is one of `SCHEMAS`; without it, it is known by what the file says. A file with an error in
    its YAML, its keys or its sentences has no layout. Never raises for any text. Formatting what was
    formatted changes nothing.
    """
    plain = Source(source.path, source.text.replace("\r\n", "\n").replace("\r", "\n"))
    root, findings = read(plain)
    if root is None or findings:
        return Formatted(None, findings)
    schema = schema or schema_of_file(plain, root)
    findings = check_schema(root, schema)
    if findings or not isinstance(root, Mapping):
        return Formatted(None, findings)
    if schema in _PARSED:
        findings = tuple(parse_all(root, schema).findings)
    if findings:
        return Formatted(None, findings)
    text = layout(plain, root, schema)
    if text != plain.text:
        why = _difference(plain, root, text, schema)
        if why is not None:
            return Formatted(None, (f.not_the_same(Span(plain, 0, 0), why),))
    return Formatted(text)


def schema_of_file(source: Source, root: Node) -> str:
    """Which schema a file follows: the one that its first line names, or the one that its keys are of."""
    named = _NAMED.match(source.text.lstrip("\ufeff").partition("\n")[0])
    if named is not None and named[1] in SCHEMAS:
        return named[1]
    keys = set(root.keys()) if isinstance(root, Mapping) else set()
    if _SCENARIOS in keys:
        return "scenario"
    if "statements" in keys:
        return "document"
    if "language" in keys:
        return "ruleset"
    return "picture" if keys <= set(schema_of("picture")["properties"]) else "data"


# -- the layout ------------------------------------------------------------------------------------------


def layout(source: Source, root: Mapping, schema: str) -> str:
    """The text in the one layout of a file that is known to be sound; its line ends are line feeds."""
    starts = {id(scalar): start for scalar, start in _sentences(root, schema)}
    parted = _SCENARIOS if schema == "scenario" else ""
    printer = Printer(source, root, starts, parted=parted)
    lines = printer.header(root)
    sections = _in_order(printer.sections(root), schema)
    lines.extend(_without_gap(sections[0][1]))
    for before, section in pairwise(sections):
        lines.extend(_apart(section, before, root, schema))
    return printed(lines)


def _sentences(root: Node, schema: str) -> list[tuple[Scalar, str]]:
    return [*sure_sentences(root, schema), *likely_sentences(root, schema)]


def _in_order(sections: list[Section], schema: str) -> list[Section]:
    """The top keys in the order of the reference; those of a picture stand as the author wants them."""
    if schema in ("picture", "data"):
        return sections
    places = {name: place for place, name in enumerate(schema_of(schema)["properties"])}
    return sorted(sections, key=lambda section: places.get(section[0], len(places)))


def _apart(section: Section, before: Section, root: Mapping, schema: str) -> list[Line]:
    """The lines of a top key, with an empty line first where it or the one before is a block."""
    lines = _without_gap(section[1])
    is_apart = section[1][:1] == [EMPTY]
    if schema != "scenario":
        is_apart = is_apart or any(_is_block(root, one[0]) for one in (section, before))
    return [EMPTY, *lines] if is_apart else lines


def _without_gap(lines: list[Line]) -> list[Line]:
    return lines[1:] if lines[:1] == [EMPTY] else lines


def _is_block(root: Mapping, name: str) -> bool:
    value = root.get(name)
    return not (value is None or isinstance(value, Scalar) or value.span.text[:1] in ("{", "["))


# -- the proof -------------------------------------------------------------------------------------------


def _difference(source: Source, root: Mapping, text: str, schema: str) -> str | None:
    """In what a text does not say what the file says, word by word and remark by remark."""
    again = Source(source.path, text)
    new, findings = read(again)
    if new is None or findings:
        return findings[0].message if findings else "nothing would be left"
    if Counter(all_remarks(source, root, schema)) != Counter(all_remarks(again, new, schema)):
        return "a remark would be lost"
    return None if meaning(root, schema) == meaning(new, schema) else "a value would be another one"


def all_remarks(source: Source, root: Node, schema: str) -> list[str]:
    """The remarks of a file and those inside of its blocks of effects, each in their order."""
    blocks = [scalar.text for scalar, start in _sentences(root, schema) if start == BLOCK]
    inside = [remark.rstrip() for text in blocks for remark in _IN_BLOCK.findall(text)]
    return [one.text for one in remarks_of(source, root)] + inside


def meaning(root: Node, schema: str) -> object:
    """All that a file says, as plain data: the order of top keys, layout and quotes left out."""
    starts = {id(scalar): start for scalar, start in _sentences(root, schema)}
    if not isinstance(root, Mapping):
        return _said(root, starts)
    return {entry.name: _said(entry.value, starts) for entry in root.entries}


def _said(node: Node, starts: dict[int, str]) -> object:
    match node:
        case Scalar():
            start = starts.get(id(node))
            words = None if start is None else words_of(node.text.rstrip("\n"), start)
            if words is None:
                return node.value
            # The sort of a value still counts: a number is not the text of it.
            return words, isinstance(node.value, str)
        case Sequence(items=items):
            return [_said(item, starts) for item in items]
        case Mapping(entries=entries):
            return [(_said(entry.key, starts), _said(entry.value, starts)) for entry in entries]
