"""Yuan a second time: the map. Tiles, lattice, adjacency, lakes and the ways over water and mountains.

Written from the document and its dossier alone ([R n] statement of the document, [G n] ruling). Provinces
are numbered in ascending order of their names; a set of provinces is an integer with one bit for each.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

Cell = tuple[int, int]
"""An axial place: of one space, or of a tile's middle."""

OFFSETS: tuple[Cell, ...] = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
AROUND = OFFSETS[1:]
LATTICE: tuple[Cell, ...] = ((2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3), (3, -2))
"""From the middle of a tile to the middles of the six tiles that can touch it [G4]."""

MOUNTAINS = frozenset("XV")  # a volcano is a mountain [G5]
WATER = frozenset("W")
PROVINCES = frozenset("RFMH")  # rice, forest, mine, hill [R44-R48]

TWO = {
    "A": "XFRHWMX",
    "B": "VFMHRFM",
    "C": "MWWFHRM",
    "D": "FMWWMHR",
    "E": "XXHRFRM",
    "F": "VRMFHRW",
    "G": "WXMWRFF",
    "H": "RXRFMWF",
}
THREE = {"I": "VHMMRXF", "J": "FMMRFHR", "K": "HWFRMXR", "L": "WMRFFXW"}
FOUR = {"M": "FFHMWXR", "N": "VWMMHFR", "O": "FMXRWRH"}
SECOND_BOX = dict(  # [G40]
    zip(
        ("P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z", "AA", "AB", "AC", "AD"),
        (*THREE.values(), *FOUR.values(), *TWO.values()),
        strict=True,
    )
)
TILES: Mapping[str, str] = TWO | THREE | FOUR | SECOND_BOX
"""The terrain of a tile's spaces 0 to 6 by the tile's letter; two boxes [G4, G40]."""


def tiles_for(players: int) -> tuple[str, ...]:
    """The letters of the tiles in play [R15, R178-R182, G1, G40]."""
    first = tuple(TILES)[:15]
    second = tuple(SECOND_BOX)
    by_players = {
        2: first[:8],
        3: first[:12],
        4: first,
        5: first + second[:4],
        6: first + second[:7],
        7: first + second[:4] + second[7:],
        8: first + second,
    }
    return by_players[players]


class Space(NamedTuple):
    """One space of the map: what it is, and the name of a province."""

    terrain: str
    name: str


class Placed(NamedTuple):
    """A tile on the table: turned by ``rotation`` sixths, its middle at ``cell``."""

    tile: str
    cell: Cell
    rotation: int = 0


def moved(cell: Cell, by: Cell) -> Cell:
    return cell[0] + by[0], cell[1] + by[1]


def spaces_of(layout: Iterable[Placed]) -> dict[Cell, Space]:
    """Every space of the placed tiles; space i >= 1 lies at offset ((i - 1 + rotation) mod 6) + 1 [G4]."""
    spaces: dict[Cell, Space] = {}
    for tile, middle, rotation in layout:
        for i, terrain in enumerate(TILES[tile]):
            offset = OFFSETS[(i - 1 + rotation) % 6 + 1] if i else OFFSETS[0]
            cell = moved(middle, offset)
            if cell in spaces:
                raise ValueError(f"tile {tile} lies on another tile at {cell}")
            spaces[cell] = Space(terrain, f"{tile}{i}")
    return spaces


def centres(count: int) -> list[Cell]:
    """The first tile centres of the reference layout: a spiral of rings."""
    found: list[Cell] = [(0, 0)]
    ring = 0
    while len(found) < count:
        ring += 1
        cell = (ring * LATTICE[4][0], ring * LATTICE[4][1])
        for step in LATTICE:
            for _ in range(ring):
                found.append(cell)
                cell = moved(cell, step)
    return found[:count]


def reference_layout(players: int) -> tuple[Placed, ...]:
    """The tiles in play in the order of their letters, none of them turned."""
    tiles = tiles_for(players)
    return tuple(Placed(tile, cell) for tile, cell in zip(tiles, centres(len(tiles)), strict=True))


def free_cells(layout: Iterable[Placed]) -> tuple[Cell, ...]:
    """Where the next tile may lie: free cells that touch a placed tile; the origin for the first one [G7]."""
    taken = {placed.cell for placed in layout}
    if not taken:
        return ((0, 0),)
    return tuple(sorted({moved(cell, step) for cell in taken for step in LATTICE} - taken))


def name_order(name: str) -> tuple[int, str, int]:
    """Shorter tile letter first, then the alphabet, then the index of the space."""
    letters, index = re.fullmatch(r"([A-Za-z]+)(\d*)", name).groups()  # type: ignore[union-attr]
    return len(letters), letters, int(index or 0)


# -- sets of provinces --------------------------------------------------------------------------------


def bits(provinces: int) -> Iterator[int]:
    """The members of a set, ascending."""
    while provinces:
        low = provinces & -provinces
        yield low.bit_length() - 1
        provinces ^= low


def set_of(provinces: Iterable[int]) -> int:
    total = 0
    for province in provinces:
        total |= 1 << province
    return total


@dataclass(frozen=True, eq=False)
class Land:
    """What the laid tiles fix for the whole game. Sets are by province."""

    names: tuple[str, ...]
    terrain: tuple[str, ...]
    near: tuple[int, ...]
    """Adjacent provinces [R58, G35]."""
    lake: tuple[int, ...]
    """Provinces connected by a lake of any size [R59]."""
    short_lake: tuple[int, ...]
    """Provinces connected over one or two Water spaces: all that Xiangi has [R155]."""
    chain: tuple[int, ...]
    """Provinces over at most one mountain and two Water spaces: what Weyu has besides [R153, G25]."""
    volcanic: int
    """Provinces next to a volcano."""
    between_two: int
    """Provinces with at least two mountains next to them [R156, G26]."""
    between_opposite: int
    """Provinces with two mountains on opposite sides [G26, option]."""
    number: Mapping[str, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.names)

    def of(self, *terrains: str) -> int:
        """The provinces of these terrains."""
        return set_of(p for p, terrain in enumerate(self.terrain) if terrain in terrains)

    def beside(self, provinces: int) -> int:
        """Every province next to a member of the set; members only where they touch each other."""
        found = 0
        for p in bits(provinces):
            found |= self.near[p]
        return found

    def group(self, start: int, within: int) -> int:
        """What hangs together with ``start`` inside ``within``; lakes do not join groups [R60]."""
        group = frontier = start
        while frontier:
            frontier = self.beside(frontier) & within & ~group
            group |= frontier
        return group

    def groups(self, within: int) -> Iterator[int]:
        while within:
            group = self.group(within & -within, within)
            yield group
            within &= ~group


def land_of(spaces: Mapping[Cell, Space]) -> Land:
    """The land of any map of spaces."""
    cells = sorted(
        (cell for cell, space in spaces.items() if space.terrain in PROVINCES),
        key=lambda cell: name_order(spaces[cell].name),
    )
    number = {cell: p for p, cell in enumerate(cells)}
    around = {cell: [other for step in AROUND if (other := moved(cell, step)) in spaces] for cell in spaces}
    mountains = {cell for cell, space in spaces.items() if space.terrain in MOUNTAINS}
    volcanoes = {cell for cell, space in spaces.items() if space.terrain == "V"}
    names = tuple(spaces[cell].name for cell in cells)
    return Land(
        names,
        tuple(spaces[cell].terrain for cell in cells),
        tuple(set_of(number[other] for other in around[cell] if other in number) for cell in cells),
        _lakes(spaces, around, number),
        tuple(_over(cell, spaces, around, number, mountains=0, waters=2) for cell in cells),
        tuple(_over(cell, spaces, around, number, mountains=1, waters=2) for cell in cells),
        set_of(number[cell] for cell in cells if volcanoes.intersection(around[cell])),
        set_of(number[cell] for cell in cells if len(mountains.intersection(around[cell])) >= 2),
        set_of(number[cell] for cell in cells if _on_opposite_sides(cell, mountains)),
        {name: p for p, name in enumerate(names)},
    )


def _lakes(
    spaces: Mapping[Cell, Space], around: Mapping[Cell, list[Cell]], number: Mapping[Cell, int]
) -> tuple[int, ...]:
    """For each province the others that border a lake with it; a lake is a component of Water spaces."""
    connected = [0] * len(number)
    waters = {cell for cell, space in spaces.items() if space.terrain in WATER}
    while waters:
        lake = [waters.pop()]
        shore = 0
        for cell in lake:
            for other in around[cell]:
                if other in number:
                    shore |= 1 << number[other]
                elif other in waters:
                    waters.remove(other)
                    lake.append(other)
        for p in bits(shore):
            connected[p] |= shore & ~(1 << p)
    return tuple(connected)


def _over(
    home: Cell,
    spaces: Mapping[Cell, Space],
    around: Mapping[Cell, list[Cell]],
    number: Mapping[Cell, int],
    mountains: int,
    waters: int,
) -> int:
    """The provinces at the other end of a chain of so many mountains and waters at most, in any order."""
    found = 0
    seen: set[tuple[Cell, int, int]] = set()
    ways = [(home, mountains, waters)]
    for cell, high, wet in ways:
        for other in around[cell]:
            if other in number:
                found |= 1 << number[other] if cell != home else 0
                continue
            way = (other, high, wet - 1) if spaces[other].terrain in WATER else (other, high - 1, wet)
            if min(way[1:]) >= 0 and way not in seen:
                seen.add(way)
                ways.append(way)
    return found & ~(1 << number[home])


def _on_opposite_sides(cell: Cell, mountains: set[Cell]) -> bool:
    return any(
        moved(cell, AROUND[i]) in mountains and moved(cell, AROUND[i + 3]) in mountains for i in range(3)
    )


@cache
def reference_land(players: int) -> Land:
    return land_of(spaces_of(reference_layout(players)))
