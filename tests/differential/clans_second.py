"""Clans a second time, written from the document and its rulings, not from the ruleset or the engine.

It shares nothing with them but the printed facts of ``land.yaml``. It follows the course of play as the
rulings tell it (S1 to S7), with plain dictionaries, so that the two can be held side by side.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

LAND = Path(__file__).parents[2] / "rulesets" / "clans" / "land.yaml"
COLOURS = ("red", "blue", "green", "yellow", "black")
HEAVY = 7


@dataclass(frozen=True)
class Board:
    """What is printed: neighbours and terrain of each land, and the epoch chart from the first epoch on."""

    near: Mapping[str, frozenset[str]]
    terrain: Mapping[str, str]
    chart: tuple[Mapping[str, Any], ...]


@cache
def printed(chart: str) -> Board:
    """The board with one of the two charts of the data file."""
    facts = yaml.safe_load(LAND.read_text(encoding="utf-8"))
    lands = facts["territories"]
    return Board(
        {name: frozenset(row["neighbours"]) for name, row in lands.items()},
        {name: row["terrain"] for name, row in lands.items()},
        tuple(facts[chart].values()),
    )


@dataclass(frozen=True)
class Options:
    """The options of the game, as they are if nothing is said."""

    terrain_scheme: str = "seed5"
    big_group_merge: bool = False
    tie_break: str = "shared"
    epoch_order: str = "chart"

    @property
    def board(self) -> Board:
        return printed("forest_first" if self.epoch_order == "forest_first" else "epochs")


@dataclass
class Table:
    """A match of Clans. Players are counted from 0; ``sites`` are the villages that wait for an order."""

    options: Options
    players: int
    huts: dict[str, Counter[str]]
    clan: list[str]
    turn: int
    villages: set[str] = field(default_factory=set)
    chips_taken: int = 0
    chips: list[int] = field(default_factory=list)
    score: Counter[str] = field(default_factory=Counter)
    sites: list[str] = field(default_factory=list)
    over: str = ""

    def __post_init__(self) -> None:
        self.board = self.options.board
        self.chips = self.chips or [0] * self.players
        self._look_for_the_end()

    # -- what may be done -----------------------------------------------------------------------------

    def moves(self) -> list[str]:
        """Everything the player on turn may choose, in no particular order."""
        if self.over:
            return []
        if self.sites:
            return [f"found site {site}" for site in self.sites]
        return [f"move from {a} to {b}" for a, b in self._marches()]

    def _marches(self) -> list[tuple[str, str]]:
        crowds = {land: self._crowd(land) for land in self.board.near}
        return [
            (a, b)
            for a, group in crowds.items()
            if group and a not in self.villages
            for b in self.board.near[a]
            if crowds[b] and self._light_enough(group, crowds[b])
        ]

    def _light_enough(self, group: int, other: int) -> bool:
        return group < HEAVY or (self.options.big_group_merge and other >= HEAVY and other >= group)

    def _crowd(self, land: str) -> int:
        return self.huts[land].total()

    # -- doing it -------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Carry out a move that is legal."""
        word, *rest = move.split()
        if word == "found":
            self._found(rest[1])
            self.sites.remove(rest[1])
        else:
            source, target = rest[1], rest[3]
            self.huts[target] += self.huts[source]
            self.huts[source] = Counter()
            self.sites = self._surrounded()
        self._settle()

    def _settle(self) -> None:
        """A village that is alone needs no order; when all are founded the next player is on turn."""
        while len(self.sites) == 1 and not self.over:
            self._found(self.sites.pop())
        if self.over:
            self.sites = []
        elif not self.sites:
            self.turn = (self.turn + 1) % self.players
            self._look_for_the_end()

    def _surrounded(self) -> list[str]:
        """Lands with huts, not villages yet, without a single hut next to them."""
        return [
            land
            for land in self.board.near
            if self._crowd(land)
            and land not in self.villages
            and not any(self._crowd(other) for other in self.board.near[land])
        ]

    def _found(self, site: str) -> None:
        epoch = self._next_epoch()
        self.chips_taken += 1
        self.chips[self.turn] += 1
        huts = self.huts[site]
        if len(+huts) == len(COLOURS):
            self.huts[site] = huts = Counter({colour: n for colour, n in huts.items() if n > 1})
        if self._among(site, epoch["unfavourable"]):
            self.huts[site] = Counter()
        else:
            worth = huts.total() + (epoch["bonus"] if self._among(site, epoch["favourable"]) else 0)
            for colour in +huts:
                self.score[colour] += worth
        self.villages.add(site)
        if self.chips_taken == self._all_chips():
            self.over = "twelfth_village"

    def _next_epoch(self) -> Mapping[str, Any]:
        before = 0
        for epoch in self.board.chart:
            before += epoch["markers"]
            if self.chips_taken < before:
                return epoch
        raise AssertionError("there is no chip left")

    def _all_chips(self) -> int:
        return int(sum(epoch["markers"] for epoch in self.board.chart))

    def _among(self, site: str, terrains: list[str]) -> bool:
        return self._ground(self.board.terrain[site]) in {self._ground(one) for one in terrains}

    def _ground(self, terrain: str) -> str:
        """The published board knows no difference between plain and meadow."""
        if self.options.terrain_scheme == "published4" and terrain in {"plain", "meadow"}:
            return "grassland"
        return terrain

    def _look_for_the_end(self) -> None:
        if self.chips_taken == self._all_chips():
            self.over = "twelfth_village"
        elif not self._marches():
            self.over = "stuck"

    # -- the end --------------------------------------------------------------------------------------

    def totals(self) -> list[int]:
        """Points of each player: those of the own clan, and one for each chip."""
        return [self.score[self.clan[p]] + self.chips[p] for p in range(self.players)]

    def places(self) -> list[int]:
        """The place of each player: one more than the number of players ahead."""
        by_chips = self.options.tie_break == "most_chips"
        worth = [(total, self.chips[p] if by_chips else 0) for p, total in enumerate(self.totals())]
        return [1 + sum(other > mine for other in worth) for mine in worth]
