"""One number of players and one choice of options: sizes of domains, constant tables, places."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from interpreter.check.kinds import BagOf, Flag, Member, Number, Single
from interpreter.check.world import DIRECTION, Column, Option, World
from interpreter.core import ir
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.text.span import Span


@dataclass(slots=True)
class Instance:
    """What a program is lowered for; hands out numbers of domains, tables and places."""

    world: World
    players: int
    options: dict[str, int]
    domains: list[ir.Domain] = field(default_factory=list)
    tables: list[ir.Table] = field(default_factory=list)
    places: list[ir.Place] = field(default_factory=list)
    worked_out: dict[Any, int | None] = field(default_factory=dict)  # tables of groups and routes
    _domain_of: dict[Single, int] = field(default_factory=dict)
    _table_of: dict[Column, int] = field(default_factory=dict)
    _kinds_of: dict[Column, int] = field(default_factory=dict)
    _onward_of: dict[Column, int] = field(default_factory=dict)
    _beside_of: dict[tuple[Member, str], int] = field(default_factory=dict)
    _place_of: dict[ir.Place, int] = field(default_factory=dict)

    # -- domains ------------------------------------------------------------------------------------

    def size(self, kind: Single) -> int:
        """How many values a single kind has in this match."""
        match kind:
            case Member(name):
                return self.world.domains[name].numbered(self.players)
            case Number(low, high):
                return high - low + 1
            case Flag():
                return 2

    def everything(self, kind: Single) -> int:
        """The set of all members; of a part of a kind, those of the whole that are in it."""
        if isinstance(kind, Member) and self.world.domains[kind.domain].whole:
            return sum(1 << index for index in self._indices(kind))
        return (1 << self.size(kind)) - 1

    def _indices(self, kind: Single) -> list[int]:
        """The numbers of the members that there are in this match."""
        size = self.size(kind)
        return [index for index in self.world.indices(kind) if index < size]

    def cells(self, keys: Iterable[Single]) -> ir.SetConst:
        """The places that keys tell apart, the last of them running fastest, without those that mean nothing:
        where a key is of a part of a kind, only its members have one.
        """
        width, found = 1, [0]
        for key in keys:
            size = self.size(key)
            bits = self.everything(key)
            width *= size
            found = [first * size + index for first in found for index in range(size) if bits >> index & 1]
        return ir.SetConst(sum(1 << cell for cell in found), width)

    def low(self, kind: Single) -> int:
        """The value with index 0."""
        return kind.low if isinstance(kind, Number) else 0

    def domain(self, kind: Single) -> int:
        """The number of a domain in the program."""
        known = self._domain_of.get(kind)
        if known is None:
            known = self._domain_of[kind] = len(self.domains)
            self.domains.append(self._domain(kind))
        return known

    def _domain(self, kind: Single) -> ir.Domain:
        size = self.size(kind)
        match kind:
            case Member(name):
                names = self.world.domains[name].members[:size]
                return ir.Domain(name, size, 0, names)
            case Number(low, high):
                return ir.Domain(f"{low}..{high}", size, low, ())
            case Flag():
                return ir.Domain("flag", 2, 0, ("false", "true"))

    # -- tables -------------------------------------------------------------------------------------

    def table(self, column: Column, width: int) -> int:
        """The number of a column's table."""
        known = self._table_of.get(column)
        if known is None:
            known = self._table_of[column] = len(self.tables)
            self.tables.append(ir.Table(column.address, width, self.values(column)))
        return known

    def values(self, column: Column) -> tuple[int, ...]:
        """What is printed in this match: that of the players who play, by the member and the further keys."""
        values = column.cases[self.case(column)]
        keys: list[Single] = [*column.keys]
        if isinstance(column.kind, BagOf):
            keys.append(column.kind.of)
        if all(self.size(key) == self.world.size(key) for key in keys):
            return values
        found = [0]
        for key in keys:
            most = self.world.size(key)
            found = [first * most + index for first in found for index in range(self.size(key))]
        return tuple(values[index] for index in found)

    def kinds_table(self, column: Column) -> int:
        """The number of the table that has, for each bag of a column, the set of what it holds."""
        known = self._kinds_of.get(column)
        if known is None:
            assert isinstance(column.kind, BagOf)
            width = self.size(column.kind.of)
            counts = self.values(column)
            values = tuple(
                sum(1 << item for item in range(width) if counts[first + item])
                for first in range(0, len(counts), width)
            )
            known = self._kinds_of[column] = len(self.tables)
            self.tables.append(ir.Table(f"{column.address} kinds", width, values))
        return known

    def beside(self, kind: Member, word: str) -> int:
        """The number of the table of the member listed after, or before, each of a part of a kind."""
        known = self._beside_of.get((kind, word))
        if known is None:
            found, values = self._indices(kind), [0] * self.size(kind)
            others = (*found[1:], *found[-1:]) if word == "next" else (*found[:1], *found[:-1])
            for one, other in zip(found, others, strict=True):
                values[one] = other
            known = self._beside_of[kind, word] = len(self.tables)
            self.tables.append(ir.Table(f"{kind.domain} {word}", 0, tuple(values)))
        return known

    def onward(self, ray: Column, width: int) -> int:
        """The number of the table of all that a cell shuts off in a direction: itself and the ray behind it.

        Its first rows are those of no cell, one for each direction.
        """
        known = self._onward_of.get(ray)
        if known is None:
            rays = self.values(ray)
            ways = len(rays) // width
            behind = tuple(1 << index // ways | bits for index, bits in enumerate(rays))
            known = self._onward_of[ray] = len(self.tables)
            self.tables.append(ir.Table(f"{ray.owner}.onward", width, (0,) * ways + behind))
        return known

    def rising(self, ray: Column) -> int:
        """The set of directions in which later cells follow; in the others earlier ones do."""
        rays = self.values(ray)
        ways = self.size(DIRECTION)
        falling = {index % ways for index, bits in enumerate(rays) if bits & ((1 << index // ways) - 1)}
        return sum(1 << way for way in range(ways) if way not in falling)

    def case(self, column: Column) -> int:
        """Which of the tables that `rows` chooses from holds."""
        if column.choice is None:
            return 0
        for index, (test, _) in enumerate(column.choice.cases):
            if self.constant(test):
                return index
        return len(column.choice.cases)

    def constant(self, expr: n.Expr) -> bool:
        """Whether a condition on options holds."""
        return bool(self._constant(expr))

    def _constant(self, expr: n.Expr) -> int:
        match expr:
            case n.Logic(op="and", left=left, right=right):
                return self._constant(left) and self._constant(right)
            case n.Logic(left=left, right=right):
                return self._constant(left) or self._constant(right)
            case n.Not(inner=inner):
                return not self._constant(inner)
            case n.Int(value=value):
                return value
            case n.Word(word=word):
                return int(word == "true")
            case n.Compare(op=op, left=left, right=right):
                a, b = self._constant(left), self._constant(right)
                table = {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
                return int(table[op])
            case _:
                ref = self.world.refs.get(expr)
                if isinstance(ref, Option):
                    return self.options[ref.name]
                index: int = getattr(ref, "index", self.players)
                return index

    # -- places -------------------------------------------------------------------------------------

    def place(self, rule: str, span: Span, cites: tuple[str, ...]) -> int:
        """The number of a place in the author's files."""
        text = " ".join(span.text.split())
        place = ir.Place(rule, span.source.path, span.line, span.column, cites, text[:200])
        known = self._place_of.get(place)
        if known is None:
            known = self._place_of[place] = len(self.places)
            self.places.append(place)
        return known

    def head(self, head: r.Head) -> int:
        """The place of a declaration."""
        return self.place(head.path, head.span, head.cites)
