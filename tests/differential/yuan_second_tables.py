"""A notation for small Yuan tables, in which the golden tests are written.

A map is rows of cells, in axial coordinates: a cell touches its left and right neighbour, above it the
same column and the next, below it the same column and the one before. ``.`` is nothing, ``~`` water,
``^`` a mountain, ``!`` a volcano, anything else a province, ``name`` (a hill) or ``name/terrain``.

Holdings are words: the clan's colour, ``c`` or ``cc`` for City pieces followed by the number of Ramparts,
``+n`` armies, ``t`` a temple. ``red cc2 +1`` is a doubled, indestructible red City with an army.
"""

import re
from collections.abc import Iterable

from tests.differential.yuan_second import Clan, Land, Options, Plan, Position, Report, land_of, resolve
from tests.differential.yuan_second_map import Space

COLOURS = {"black": "mu", "red": "suhey", "green": "weyu", "orange": "xiangi"}
NAMES = {name: colour for colour, name in COLOURS.items()}
SYMBOLS = {"~": "W", "^": "X", "!": "V"}
PLAIN = Options()
POWERS = Options(clan_powers=True)
Levels = tuple[str, int, int, int]
"""Target, then the levels of Development, Fortification and Militarization."""


def drawn_land(rows: str) -> Land:
    spaces = {}
    for r, row in enumerate(rows.strip().splitlines()):
        for q, word in enumerate(row.split()):
            name, _, terrain = word.partition("/")
            if word in SYMBOLS:
                spaces[q, r] = Space(SYMBOLS[word], f"space {q} {r}")
            elif word != ".":
                spaces[q, r] = Space(terrain or "H", name)
    return land_of(spaces)


def table(rows: str, options: Options = PLAIN, turn: int = 1, chao: int = 20, **holdings: str) -> Position:
    """A position on a drawn map; the clans are those that hold something, in order of appearance."""
    land = drawn_land(rows)
    colours = dict.fromkeys(words.split()[0] for words in holdings.values() if words.split()[0] in COLOURS)
    position = Position(
        land,
        [Clan(COLOURS[colour], chao) for colour in colours],
        [None] * land.size,
        [0] * land.size,
        [0] * land.size,
        [0] * land.size,
        [False] * land.size,
        turn=turn,
    )
    for name, words in holdings.items():
        _put(position, land.number[name], words.split(), list(colours))
    position.set_boards(options)
    return position


def _put(position: Position, province: int, words: list[str], colours: list[str]) -> None:
    for word in words:
        if word in colours:
            position.owner[province] = colours.index(word)
        elif word == "t":
            position.temple[province] = True
            position.temples_left -= 1
        elif word.startswith("+"):
            position.armies[province] = int(word)
        elif city := re.fullmatch(r"(c{1,2})([12]?)", word):
            position.cities[province] = len(city[1])
            position.ramparts[province] = int(city[2] or 0)
        else:
            raise ValueError(f"no holding is written {word}")
    position.ramparts_left -= position.ramparts[province]
    owner = position.owner[province]
    if owner is not None:
        position.clans[owner].villages -= not position.cities[province]
        position.clans[owner].cities -= position.cities[province]
        position.clans[owner].armies -= position.armies[province]


def written(position: Position, name: str) -> str:
    """The holding of a province in the notation, empty if it is free and without a temple."""
    p = position.land.number[name]
    owner = position.owner[p]
    words = [] if owner is None else [NAMES[position.clans[owner].name]]
    if position.cities[p]:
        words.append("c" * position.cities[p] + (str(position.ramparts[p]) if position.ramparts[p] else ""))
    words += [f"+{position.armies[p]}"] * (position.armies[p] > 0) + ["t"] * position.temple[p]
    return " ".join(words)


def holdings(position: Position, names: str) -> list[str]:
    """The holdings of several provinces, their names separated by spaces."""
    return [written(position, name) for name in names.split()]


def clan(position: Position, colour: str) -> Clan:
    return next(each for each in position.clans if each.name == COLOURS[colour])


def number(position: Position, colour: str) -> int:
    return [each.name for each in position.clans].index(COLOURS[colour])


def plan(position: Position, levels: Levels) -> Plan:
    return Plan(position.land.number[levels[0]], *levels[1:])


def plans(position: Position, **by_colour: Levels) -> list[Plan | None]:
    """What every clan planned; those not named pass."""
    assert by_colour.keys() <= {NAMES[each.name] for each in position.clans}
    return [
        plan(position, by_colour[NAMES[each.name]]) if NAMES[each.name] in by_colour else None
        for each in position.clans
    ]


def play(position: Position, options: Options = PLAIN, **by_colour: Levels) -> tuple[Position, Report]:
    """A whole turn."""
    return resolve(position, plans(position, **by_colour), options)


def named(position: Position, provinces: Iterable[int]) -> set[str]:
    return {position.land.names[p] for p in provinces}


def pieces(position: Position) -> tuple[list[tuple[int, int, int]], int, int]:
    """All Villages, Cities and armies of each clan, on the map and in stock; all temples; all Ramparts."""
    counts = []
    for number_, each in enumerate(position.clans):
        own = [p for p, owner in enumerate(position.owner) if owner == number_]
        counts.append(
            (
                each.villages + sum(not position.cities[p] for p in own),
                each.cities + sum(position.cities[p] for p in own),
                each.armies + sum(position.armies[p] for p in own),
            )
        )
    temples = position.temples_left + sum(position.temple)
    return counts, temples, position.ramparts_left + sum(position.ramparts)
