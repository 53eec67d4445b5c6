"""A run of words with links in it: what the prose printer makes, and what a page is written from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

Look = Literal["", "name", "code", "strong"]


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text. ``look`` says how it is set: a bound name, code, or strong; ``to`` is an address
    of the ruleset that it leads to, "" for none.
    """

    text: str
    look: Look = ""
    to: str = ""


Words = tuple[Run, ...]

NO_WORDS: Words = ()


def say(*parts: "str | Words") -> Words:
    """Words put together, as they stand; neighbours that look alike become one run."""
    found: list[Run] = []
    for part in parts:
        for run in (Run(part),) if isinstance(part, str) else part:
            if not run.text:
                continue
            if found and (found[-1].look, found[-1].to) == (run.look, run.to):
                found[-1] = replace(run, text=found[-1].text + run.text)
            else:
                found.append(run)
    return tuple(found)


def listed(items: Sequence["str | Words"], last: str = "and") -> Words:
    """``a, b and c``."""
    if not items:
        return say("nothing")
    found = say(items[0])
    for item in items[1:-1]:
        found = say(found, ", ", item)
    return say(found, f" {last} ", items[-1]) if len(items) > 1 else found


def joined(items: Iterable["str | Words"], between: str) -> Words:
    """Items with something between each two."""
    found: Words = ()
    for number, item in enumerate(items):
        found = say(found, between if number else "", item)
    return found


def plain(words: Words) -> str:
    """The text alone."""
    return "".join(run.text for run in words)


def capital(words: Words) -> Words:
    """With a capital letter at the beginning; a bound name stays as it is."""
    if not words or words[0].look in {"name", "code"}:
        return words
    first = words[0]
    return (replace(first, text=first.text[:1].upper() + first.text[1:]), *words[1:])


def small(words: Words) -> Words:
    """With a small letter at the beginning, for the middle of a sentence."""
    if not words or words[0].look in {"name", "code"}:
        return words
    first = words[0]
    return (replace(first, text=first.text[:1].lower() + first.text[1:]), *words[1:])


def sentence(*parts: "str | Words") -> Words:
    """A whole sentence: a capital at the beginning, a full stop at the end unless it has its own."""
    words = capital(say(*parts))
    return words if plain(words).endswith((".", ":", "!", "?")) or not words else say(words, ".")
