"""What is printed on the members of kinds and in tables, as rows of words."""

from collections.abc import Sequence
from math import prod

from interpreter.check.kinds import BagOf, Flag, Kind, ListOf, Maybe, Member, Number, SetOf, Single
from interpreter.check.world import Column
from interpreter.core.instance import Instance
from interpreter.draw.prose.english import spaced
from interpreter.draw.prose.words import Words, listed, say
from interpreter.draw.rulebook.page import Table
from interpreter.engine.members import members

LONG = 12
"""Rows beyond which a table is folded."""

MOST_KEYS = 16
"""Further keys of a column of which each value is shown in a cell."""


class Printed:
    """Tells printed values of one number of players and one choice of options."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.world = instance.world

    # -- members -----------------------------------------------------------------------------------------

    def names(self, kind: Single) -> tuple[str, ...]:
        """The members that there are, as they are called."""
        match kind:
            case Member(domain):
                domain_ = self.world.domains[domain]
                size = domain_.numbered(self.instance.players)
                return tuple(name for name in domain_.members[:size] if name)
            case Number(low, high):
                return tuple(str(number) for number in range(low, high + 1))
            case Flag():
                return ("no", "yes")

    def name(self, kind: Kind | None, index: int) -> str:
        """A value of a single kind by its number."""
        match kind:
            case Maybe(of=of):
                return "–" if index == -1 else self.name(of, index)
            case Member(domain):
                return spaced(self.world.domains[domain].members[index])
            case Flag():
                return "yes" if index else "no"
            case _:
                return str(index)

    # -- values ------------------------------------------------------------------------------------------

    def cell(self, column: Column, row: int) -> Words:
        """What a column says of the member in a row, with its further keys."""
        values = self.instance.values(column)
        extra = column.extra if column.owner else column.extra[1:]
        each = self._size(column.kind)
        sizes = [self.instance.size(key) for key in extra]
        count = prod(sizes)
        start = row * count * each
        if not extra:
            return self._value(column.kind, values[start : start + each])
        if count > MOST_KEYS:
            return say("…")
        told = []
        for number in range(count):
            at = start + number * each
            keys, left = [], number
            for key, size in zip(reversed(extra), reversed(sizes), strict=True):
                keys.append(self._key(key, left % size))
                left //= size
            told.append(say(" ".join(reversed(keys)), " ", self._value(column.kind, values[at : at + each])))
        return (
            listed(told, ",")
            if not told
            else say(*[say(", " if i else "", one) for i, one in enumerate(told)])
        )

    def _key(self, key: Single, index: int) -> str:
        return str(key.low + index) if isinstance(key, Number) else self.name(key, index)

    def _size(self, kind: Kind) -> int:
        return self.instance.size(kind.of) if isinstance(kind, BagOf) else 1

    def _value(self, kind: Kind, values: Sequence[int]) -> Words:
        match kind:
            case SetOf(of=of) if of is not None:
                names = [self._key(of, index) for index in members(values[0])]
                return say(", ".join(names) or "–")
            case BagOf(of=of) | ListOf(of=of):
                told = [f"{count} {self._key(of, index)}" for index, count in enumerate(values) if count]
                return say(", ".join(told) or "–")
            case _:
                return say(self.name(kind, values[0]))

    # -- tables ------------------------------------------------------------------------------------------

    def of_kind(self, name: str, cites: dict[str, tuple[str, ...]]) -> Table | None:
        """The members of a kind with what is printed on them; none where nothing is."""
        columns = [owners[name] for owners in self.world.columns.values() if name in owners]
        domain = self.world.domains.get(name)
        if not columns or domain is None:
            return None
        size = domain.numbered(self.instance.players)
        rows, feet = [], []
        for index, member in enumerate(domain.members[:size]):
            if member:
                rows.append((say(spaced(member)), *(self.cell(column, index) for column in columns)))
                feet.append(cites.get(member, ()))
        head = (say(spaced(name).lower()), *(say(spaced(column.name)) for column in columns))
        return Table(head, tuple(rows), tuple(feet) if any(feet) else (), len(rows) > LONG)

    def of_table(self, column: Column) -> Table:
        """A printed table: its first key down, a second one across if there is one."""
        first, *rest = column.extra
        names = [
            self._key(first, i - first.low if isinstance(first, Number) else i) for i in self._indices(first)
        ]
        if len(rest) == 1 and self.instance.size(rest[0]) <= MOST_KEYS and not isinstance(column.kind, BagOf):
            across = [self._key(rest[0], i) for i in range(self.instance.size(rest[0]))]
            values, width = self.instance.values(column), len(across)
            rows = [
                (
                    say(name),
                    *(
                        self._value(column.kind, values[row * width + i : row * width + i + 1])
                        for i in range(width)
                    ),
                )
                for row, name in enumerate(names)
            ]
            return Table((say(""), *map(say, across)), tuple(rows), (), len(rows) > LONG + 4)
        rows = [(say(name), self.cell(column, row)) for row, name in enumerate(names)]
        return Table((say(""), say(spaced(column.name))), tuple(rows), (), len(rows) > LONG + 4)

    def _indices(self, kind: Single) -> Sequence[int]:
        if isinstance(kind, Number):
            return range(kind.low, kind.high + 1)
        return range(self.instance.size(kind))
