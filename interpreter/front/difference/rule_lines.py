"""Differences between rules as a person reads them on a terminal."""

import textwrap
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.draw.ink import BOLD, DIM, PLAIN, Line

if TYPE_CHECKING:
    from interpreter.api.rules_difference import Made, RuleDifference, RulesDifference, Told
    from interpreter.study.statements import Statement

DOES = {
    "adds": "new",
    "removes": "gone",
    "changes": "changed",
    "moves": "moved",
    "renames": "renamed",
    "cites": "cites otherwise",
}
"""What a difference is, in a word or two."""

AROUND = 2
"""Lines of a block that are shown before and behind those that differ."""

_OLD, _NEW = "red", "green"


def rule_lines(found: "RulesDifference", room: int) -> list[Line]:
    """The differences, a section at a time; ``room`` is the width of the terminal."""
    lines: list[Line] = []
    if found.chosen:
        lines += [(("options chosen", BOLD),)]
        lines += [
            ((f"  {one.name}: ", PLAIN), (one.old, _OLD), (" → ", PLAIN), (one.new, _NEW))
            for one in found.chosen
        ]
    for section, some in groupby(found.differences, key=lambda one: one.section):
        lines += [*([()] if lines else []), ((section, BOLD),)]
        for one in some:
            lines += _difference(one, room)
    return lines


def _difference(one: "RuleDifference", room: int) -> Iterator[Line]:
    was = one.old.address if one.old is not None and one.old.address != one.address else ""
    head = f"  {one.address}" + (f" (was {was})" if was else "")
    yield ((head, PLAIN), (f"  {DOES[one.does]}", DIM))
    old, new = one.old, one.new
    if one.does == "moves":
        yield from _beside(old, new)
    elif one.does in {"changes", "adds", "removes"}:
        for mark, text in changed_lines(old.text if old else "", new.text if new else ""):
            yield from _marked(mark, text, room)
    if one.does in {"adds", "removes"}:
        yield from _neighbour(new or old)
    if one.does != "renames":
        yield from _cited(old, new, room, both=one.does != "cites")
    for side, made in (("A", one.made_old), ("B", one.made_new)):
        for change in made:
            yield from _made(change, side, room)


def changed_lines(old: str, new: str) -> list[tuple[str, str]]:
    """The lines of two texts, each with a mark: ``-`` only in the first, ``+`` only in the second, a blank in
    both; of long stretches that both have only the ends are given, and ``…`` stands for the rest.
    """
    mine, yours = old.split("\n") if old else [], new.split("\n") if new else []
    found: list[tuple[str, str]] = []
    codes = SequenceMatcher(None, mine, yours, autojunk=False).get_opcodes()
    for number, (tag, a, b, c, d) in enumerate(codes):
        if tag == "equal":
            found += _both(mine[a:b], is_first=number == 0, is_last=number == len(codes) - 1)
            continue
        found += [("-", text) for text in mine[a:b]]
        found += [("+", text) for text in yours[c:d]]
    return found


def _both(lines: list[str], *, is_first: bool, is_last: bool) -> list[tuple[str, str]]:
    head, tail = 0 if is_first else AROUND, 0 if is_last else AROUND
    if len(lines) <= head + tail + 1:
        return [(" ", text) for text in lines]
    behind = lines[len(lines) - tail :]
    return [*((" ", text) for text in lines[:head]), ("…", ""), *((" ", text) for text in behind)]


def _marked(mark: str, text: str, room: int) -> Iterator[Line]:
    look = {"-": _OLD, "+": _NEW}.get(mark, DIM)
    blanks = text[: len(text) - len(text.lstrip())]
    for number, part in enumerate(_wrapped(text, room - 6 - len(blanks))):
        sign = mark if number == 0 else " "
        yield (("    ", PLAIN), (f"{sign} {blanks}{part}".rstrip(), look))


def _wrapped(text: str, room: int) -> list[str]:
    wide = max(room, 16)
    return textwrap.wrap(text.strip(), wide, break_long_words=True, break_on_hyphens=False) or [""]


def _beside(old: "Told | None", new: "Told | None") -> Iterator[Line]:
    if old is not None and new is not None and old.beside and new.beside:
        yield ((f"    {old.beside}", _OLD), (" → ", PLAIN), (new.beside, _NEW))


def _neighbour(side: "Told | None") -> Iterator[Line]:
    if side is not None and side.beside:
        yield ((f"      {side.beside}", DIM),)


def _cited(old: "Told | None", new: "Told | None", room: int, *, both: bool) -> Iterator[Line]:
    """What is cited: once what ``both`` cite, with its text, and by a mark what only one of them cites."""
    mine = {one.name: one for one in old.cites} if old is not None else {}
    yours = {one.name: one for one in new.cites} if new is not None else {}
    for name in dict.fromkeys((*mine, *yours)):
        if name in mine and name in yours and mine[name].text == yours[name].text:
            if both:
                yield from _statement(" ", mine[name], room)
            continue
        if name in mine:
            yield from _statement(" " if new is None else "-", mine[name], room)
        if name in yours:
            yield from _statement(" " if old is None else "+", yours[name], room)


def _statement(mark: str, one: "Statement", room: int) -> Iterator[Line]:
    lead = f"    {mark} [{one.name}] "
    parts = _wrapped(one.text, room - len(lead)) if one.text else [""]
    look = {"-": _OLD, "+": _NEW}.get(mark, DIM)
    yield ((lead, look), (parts[0], DIM))
    for part in parts[1:]:
        yield ((" " * len(lead), PLAIN), (part, DIM))


def _made(change: "Made", side: str, room: int) -> Iterator[Line]:
    text = f"by {change.page}, {change.place}" + (f": {change.help}" if change.help else "")
    for number, part in enumerate(_wrapped(f"in {side} {text}", room - 6)):
        yield ((("      " if number == 0 else "        ") + part, DIM),)
