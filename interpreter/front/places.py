"""The places of a ruleset that a variant may change, as `info` lists them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from interpreter.api.pages import DATA, with_all_tables
from interpreter.draw.ink import BOLD, DIM, Line, aligned, line
from interpreter.front.cli import Misuse
from interpreter.syntax.patches.listing import Listed, listed
from interpreter.text.quote import quote
from interpreter.text.suggest import nearest

if TYPE_CHECKING:
    from interpreter.api.game import Game

WIDEST = 60
"""Columns of a text before it is cut; `--json` has it whole."""

MOST_NAMED = 6


def places_of(game: "Game", under: str | None = None) -> list[Listed]:
    """The places of a game in the order of its pages, those at and below an address if one is given.

    Without an address the rows of data files are left out: there may be thousands.

    Raises: Misuse for an address that is none.
    """
    every = list(listed(with_all_tables(game.checked().pages)))
    if under is None:
        return [one for one in every if one.steps[0] != DATA or len(one.steps) <= 2]
    wanted = under.strip().rstrip(".")
    # An address below data may be one that only a longer one has in full: `data` holds tables.
    found = [one for one in every if (one.address + ".").startswith(wanted + ".")]
    if not found:
        near = nearest(wanted, [one.address for one in every])
        hint = f"did you mean {quote(near)}?" if near else "`--places` lists all of them"
        raise Misuse(f"the ruleset has nothing at {quote(wanted)}", hint)
    return found


def facts_of(place: Listed) -> dict[str, Any]:
    """A place as plain data."""
    return {
        "address": place.address,
        "text": place.text,
        "holds": list(place.names),
        "file": place.span.source.path,
        "line": place.span.line,
    }


def lines_of(places: Iterable[Listed]) -> list[Line]:
    """A place on each line: its address, what stands there, and where."""
    rows: list[list[Line]] = []
    for one in places:
        where: Line = ((f"{one.span.source.path}:{one.span.line}", DIM),)
        rows.append([((one.address, BOLD),), line(one_line(one)), where])
    return aligned(rows)


def one_line(place: Listed) -> str:
    """What stands at a place, cut to one line; of what holds places their names in brackets."""
    if place.names:
        more = ", ..." if len(place.names) > MOST_NAMED else ""
        text = f"({', '.join(place.names[:MOST_NAMED])}{more})"
    else:
        first, *others = place.text.split("\n")
        text = " ".join(first.split()) + (" ..." if others else "")
    return text if len(text) <= WIDEST else text[: WIDEST - 3].rstrip() + "..."
