"""Rulesets spoilt: sentences swapped, words changed, keys lost, lines moved, letters dropped."""

import json
import random
import re
from collections.abc import Callable

from interpreter.syntax.document import Mapping, Node
from interpreter.syntax.sentences import sentences_of
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source, Span
from tests.fuzz.derive import sentence

NUMBERS = ("0", "1", "-1", "2", "17", "4097", "1000000000", "99999999999")
STRAYS = (
    "none",
    "all",
    "nothing",
    "me",
    "true",
    "P1",
    "P9",
    "is empty",
    "not",
    "Player",
    "until the end",
    "per",
)
VALUES = ("", "~", "[]", "{}", "5", "true", "a", "[a, b]", "{a: b}", "'", "|", "- x", "until the end", "P1")

Mutation = Callable[[str, random.Random], str]


def mutated(text: str, lots: random.Random) -> str:
    """A text with a few changes."""
    for _ in range(lots.choice([1, 1, 1, 2, 3])):
        text = lots.choice(MUTATIONS)(text, lots)
    return text


def _sentences(text: str) -> list[tuple[Span, str]]:
    """The places of all sentences that are still to be found, with their start symbols."""
    root: Node | None = read(Source("x", text))[0]
    if not isinstance(root, Mapping):
        return []
    try:
        return [(scalar.span, start) for scalar, start in sentences_of(root, "ruleset")]
    except (KeyError, TypeError, AttributeError):
        return []  # the walk may trust in the schema, which a spoilt text need not fit


def names_in(text: str) -> list[str]:
    return sorted(set(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", text)))


def _replaced(text: str, span: Span, by: str) -> str:
    return text[: span.start] + by + text[span.end :]


def other_sentence(text: str, lots: random.Random) -> str:
    """Another sentence of the same sort, derived from the grammar."""
    found = _sentences(text)
    if not found:
        return text
    span, start = lots.choice(found)
    return _replaced(text, span, json.dumps(sentence(start, names_in(text), lots, lots.randint(3, 9))))


def swapped_sentences(text: str, lots: random.Random) -> str:
    """A sentence where another one of the same sort stood."""
    found = _sentences(text)
    if not found:
        return text
    span, start = lots.choice(found)
    alike = [one for one, other in found if other == start]
    return _replaced(text, span, lots.choice(alike).text)


def changed_word(text: str, lots: random.Random) -> str:
    """A word or number that is another one."""
    places = [match.span() for match in re.finditer(r"[A-Za-z_0-9]+|[-+*<>=]", text)]
    start, end = lots.choice(places)
    old = text[start:end]
    new = lots.choice(NUMBERS) if old.isdigit() else lots.choice([*names_in(text), *STRAYS])
    return text[:start] + new + text[end:]


def lost_lines(text: str, lots: random.Random) -> str:
    """A line, or a key with all that belongs to it, gone."""
    lines = text.split("\n")
    at = lots.randrange(len(lines))
    depth = len(lines[at]) - len(lines[at].lstrip())
    end = at + 1
    if lots.random() < 0.6:
        while end < len(lines) and (
            not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > depth
        ):
            end += 1
    return "\n".join(lines[:at] + lines[end:])


def moved_line(text: str, lots: random.Random) -> str:
    """A line somewhere else, or twice."""
    lines = text.split("\n")
    at = lots.randrange(len(lines))
    line = lines[at] if lots.random() < 0.5 else lines.pop(at)
    lines.insert(lots.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def other_value(text: str, lots: random.Random) -> str:
    """A key with a value of another sort."""
    lines = text.split("\n")
    at = lots.randrange(len(lines))
    key, colon, _ = lines[at].partition(":")
    if colon:
        lines[at] = f"{key}: {lots.choice(VALUES)}"
    return "\n".join(lines)


def letters(text: str, lots: random.Random) -> str:
    """A few letters gone or strange."""
    at = lots.randrange(len(text) + 1)
    gone = lots.choice([0, 0, 1, 2, 10])
    strange = lots.choice(
        ["", "", "(", ")", ":", "'", '"', "\t", "\n", "[", "]", "{", "#", "é", " ", "\0", "|", ","]
    )
    return text[:at] + strange + text[at + gone :]


MUTATIONS: tuple[Mutation, ...] = (
    other_sentence,
    other_sentence,
    swapped_sentences,
    swapped_sentences,
    changed_word,
    changed_word,
    changed_word,
    lost_lines,
    moved_line,
    other_value,
    letters,
)
