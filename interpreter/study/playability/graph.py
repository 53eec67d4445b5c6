"""All positions of a game, where they are few enough: what can be reached, and what surely cannot.

A position is what the digest of a state covers but the generator: the same rules go on from it, whatever has
been before. How many decisions were made is no part of it, so `longest` is left aside. Chance is followed
into each of its outcomes, and what several choose at once choice by choice.
"""

from collections import Counter
from dataclasses import dataclass, field

from interpreter.engine.moves import Whole
from interpreter.study.playability.sums import Reach, Spread
from interpreter.study.playability.sweep import Failure


@dataclass(frozen=True, slots=True)
class Step:
    """One step from a position: a move of a player (from 0), or an outcome of chance (player -1)."""

    player: int
    whole: Whole


@dataclass(frozen=True, slots=True)
class Over:
    """How a game ended: the name of the end, and who won (1..n)."""

    end: str
    won: tuple[int, ...]


@dataclass(slots=True)
class Node:
    """A position: the block at which it waits, how it was first come to, and the positions that follow, one
    for each way. ``kind`` is "decision", "chance" or "over".
    """

    kind: str
    block: int
    parent: int
    step: Step | None
    ways: list[int] = field(default_factory=list)
    over: Over | None = None


@dataclass(frozen=True, slots=True)
class Failing:
    """How often the rules fail in one way; first in position ``node`` (-1: in set-up), by ``step``."""

    times: int
    node: int
    step: Step | None
    text: str


@dataclass(slots=True)
class Graph:
    """What was found out. ``is_complete``: every position was looked at; else ``why`` not.

    ``positions`` are those at which somebody chooses or the game is over. The other fields are as in `Looks`;
    ``failing`` are the positions with a step after which the rules fail.
    """

    nodes: list[Node] = field(default_factory=list)
    is_complete: bool = False
    why: str = ""
    moves: int = 0
    visits: Counter[int] = field(default_factory=Counter)
    forced: Counter[int] = field(default_factory=Counter)
    offered: Counter[tuple[int, int]] = field(default_factory=Counter)
    chosen: set[tuple[int, int, int, int]] = field(default_factory=set)
    branching: dict[int, Spread] = field(default_factory=dict)
    reach: Reach = field(default_factory=Reach)
    laps: Reach = field(default_factory=Reach)
    seen: int = 0
    failures: dict[Failure, "Failing"] = field(default_factory=dict)
    failing: set[int] = field(default_factory=set)

    @property
    def positions(self) -> int:
        """Positions without those at which only chance acts."""
        return sum(node.kind != "chance" for node in self.nodes)

    @property
    def endings(self) -> dict[Over, list[int]]:
        """The positions in which a game is over, by how."""
        found: dict[Over, list[int]] = {}
        for index, node in enumerate(self.nodes):
            if node.over is not None:
                found.setdefault(node.over, []).append(index)
        return found

    def path(self, index: int) -> list[Step]:
        """The steps that first led to a position."""
        found: list[Step] = []
        while self.nodes[index].parent >= 0:
            step = self.nodes[index].step
            assert step is not None
            found.append(step)
            index = self.nodes[index].parent
        return found[::-1]

    def depth(self, index: int) -> int:
        """How many moves are on the way that first led to a position; no other way is shorter in steps."""
        return sum(step.player >= 0 for step in self.path(index))

    # -- questions ------------------------------------------------------------------------------------

    def sorted(self) -> list[int] | None:
        """All positions, each before those that follow it; None where a game can come back to one."""
        ahead = [0] * len(self.nodes)
        for node in self.nodes:
            for way in node.ways:
                ahead[way] += 1
        ready = [index for index, count in enumerate(ahead) if not count]
        found = []
        while ready:
            index = ready.pop()
            found.append(index)
            for way in self.nodes[index].ways:
                ahead[way] -= 1
                if not ahead[way]:
                    ready.append(way)
        return found if len(found) == len(self.nodes) else None

    def games(self, order: list[int]) -> dict[Over, int]:
        """How many games there are, by how they end: sequences of moves and outcomes of chance."""
        ways = [0] * len(self.nodes)
        ways[0] = 1
        found: dict[Over, int] = {}
        for index in order:
            node = self.nodes[index]
            for way in node.ways:
                ways[way] += ways[index]
            if node.over is not None:
                found[node.over] = found.get(node.over, 0) + ways[index]
        return found

    def lengths(self, order: list[int]) -> tuple[int, int]:
        """Moves of the shortest and of the longest game."""
        least, most = [0] * len(self.nodes), [0] * len(self.nodes)
        for index in reversed(order):
            node = self.nodes[index]
            if node.ways:
                here = node.kind == "decision"
                least[index] = here + min(least[way] for way in node.ways)
                most[index] = here + max(most[way] for way in node.ways)
        return least[0], most[0]

    def endless(self) -> list[int]:
        """The positions from which no end can be reached, and in which the rules do not fail either."""
        back: list[list[int]] = [[] for _ in self.nodes]
        for index, node in enumerate(self.nodes):
            for way in node.ways:
                back[way].append(index)
        ready = [i for i, node in enumerate(self.nodes) if node.kind == "over" or i in self.failing]
        reached = set(ready)
        while ready:
            for index in back[ready.pop()]:
                if index not in reached:
                    reached.add(index)
                    ready.append(index)
        return [index for index in range(len(self.nodes)) if index not in reached]

    def repeated(self) -> int | None:
        """A position that a game can come back to, one of those that are reached soonest; None if none is."""
        colour = [0] * len(self.nodes)  # 1: on the way, 2: done
        stack: list[tuple[int, int]] = [(0, 0)] if self.nodes else []
        best: int | None = None
        if stack:
            colour[0] = 1
        while stack:
            index, at = stack.pop()
            ways = self.nodes[index].ways
            if at == len(ways):
                colour[index] = 2
                continue
            stack.append((index, at + 1))
            way = ways[at]
            if colour[way] == 1 and (best is None or way < best):
                best = way
            elif colour[way] == 0:
                colour[way] = 1
                stack.append((way, 0))
        return best
