"""Addresses: the names from the top key down to a place, joined by dots."""

import re
from collections.abc import Sequence

_DOT = re.compile(r"(?<!\.)\.(?!\.)")  # two dots belong to a range: `92..375`

Steps = tuple[str, ...]

MAIN = "is"
"""The key of types and kinds for what their short form says; only parts of it lie below."""


def steps_of(address: str) -> Steps:
    """``kinds.Level.rows.II`` as its names, each as it was written, perhaps with a signature."""
    return tuple(step.strip() for step in _DOT.split(address))


def name_of(step: str) -> str:
    """``crowd`` of ``crowd(t in Land)``: what an address calls the thing under such a key."""
    return step.partition("(")[0].strip()


def written(steps: Sequence[str]) -> str:
    """An address as its author writes it; the sentence that a start or a word is part of is understood."""
    if len(steps) > 1 and steps[-2] == MAIN:
        steps = (*steps[:-2], steps[-1])
    return ".".join(steps)


def encloses(outer: Sequence[str], inner: Sequence[str]) -> bool:
    """Whether one place is the other, or holds it."""
    return len(outer) <= len(inner) and tuple(inner[: len(outer)]) == tuple(outer)
