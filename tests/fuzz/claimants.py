"""Random rulesets with claims, printed tables, rounds and components that last for a step."""

import random

from tests.fuzz.author import Author
from tests.fuzz.phrases import Component, Word
from tests.fuzz.sorts import PLAYER, Bag, Member, Number, Set, Single, Sort, written


def ruleset(seed: int) -> str:
    """The ruleset that a seed stands for."""
    lots = random.Random(seed)
    return Claimants(lots, lots.choice([0.0, 0.0, 0.1])).ruleset()


class Claimants(Author):
    """An author who likes what several want at once."""

    def ruleset(self) -> str:
        page = super().ruleset()
        lines = [*self.tables, *self.pick([[], ["rounds: 3 times"], ["rounds: until the end"]])]
        return page + "".join(f"{line}\n" for line in lines)

    # -- tables and components ----------------------------------------------------------------------------

    def _kinds(self) -> list[str]:
        lines = super()._kinds()
        self.tables: list[str] = []
        for _ in range(self.pick([0, 1, 2])):
            self._table()
        self.words.append(Word("round", (), Number(1, 1)))
        return lines

    def _table(self) -> None:
        key: Single = self.pick([Member("Hue"), Number(self.lots.randint(-2, 1), 4), Number(0, 6)])
        sort: Sort = self.pick([Number(0, 5), Member("Hue"), Set(Member("Hue"))])
        names = self.kinds["Hue"] if isinstance(key, Member) else []
        rows = names or [str(number) for number in range(key.low, key.high + 1)]  # type: ignore[union-attr]
        if not names and self.chance(0.5):
            rows = [f"{rows[0]}..{rows[1]}", *rows[2:]]
        name = self.new("v")
        self.tables = self.tables or ["tables:"]
        self.tables.append(f"  {name}: {{is: {written(sort)}, for: [{written(key)}], rows: {{")
        self.tables[-1] += ", ".join(f"{row}: {self._value(sort)}" for row in rows) + "}}"
        self.words.append(Word(name, (key,), sort))

    def _value(self, sort: Sort) -> str:
        hue = self.pick(self.kinds["Hue"])
        if isinstance(sort, Number):
            return str(self.lots.randint(sort.low, sort.high))
        return self.pick([hue, "all", "nothing"]) if isinstance(sort, Set) else hue

    def _start(self, sort: Sort) -> str:
        return (" during round" if self.chance(0.1) else "") + super()._start(sort)

    # -- claims -------------------------------------------------------------------------------------------

    def paragraph(self, depth: int = 0) -> list[str]:
        if depth or not self.chance(0.5):
            return super().paragraph()
        return self.claims()

    def claims(self) -> list[str]:
        """The body of a step: over, by, ranks or best, won, tied."""
        thing: Single = self.pick([Member("Hue"), PLAYER, Number(0, 3), Member(self.pick([*self.kinds]))])
        who: Single = self.pick([PLAYER, PLAYER, Member("Hue"), Number(1, 4)])
        name, claimant = self.new("x"), self.new("y")
        lines = ["claims:", f"  over: '{name} in {self.set(thing, 1)}{self._where((name, thing))}'"]
        self.bound.append((name, thing))
        lines.append(f"  by: '{claimant} in {self.set(who, 1)}{self._where((claimant, who))}'")
        self.bound.append((claimant, who))
        lines += self._decides()
        self.bound.pop()
        self.bound += [("tied", Set(who)), ("others", Set(who))]
        before, self.components = self.components, [one for one in self.components if one.seen == "all"]
        if not self.components:
            lines, self.components = [*lines, "  tied: nothing"], before
            del self.bound[-3:]
            return lines
        lines += ["  tied: |", *self._effects()]
        self.bound.append(("winner", who))
        lines += ["  won: |", *self._effects()] if self.chance(0.9) else []
        self.components = before
        del self.bound[-4:]
        return lines

    def _where(self, name: tuple[str, Single]) -> str:
        self.bound.append(name)
        where = f" where {self.flag(2)}" if self.chance(0.6) else ""
        self.bound.pop()
        return where

    def _decides(self) -> list[str]:
        if self.chance(0.3):
            return [f"  best: '{self.pick(['highest', 'lowest'])} {self.number(1)}'"]
        ranks = [f"    {self.new('k')}: '{self.flag(2)}'" for _ in range(self.pick([0, 1, 2, 3]))]
        return ["  ranks:", *ranks] if ranks else []

    def _effects(self) -> list[str]:
        """Effects that mostly go well together at once: adds, and what is set at a place of the thing."""
        lines = []
        for _ in range(self.pick([1, 1, 2])):
            lines += self._each() if self.chance(0.3) else [self._change(self.pick(self.components))]
        return [f"    {line}" for line in lines]

    def _each(self) -> list[str]:
        """Something for each of those who are tied or came behind."""
        group, of = self.pick([one for one in self.bound if one[0] in {"tied", "others"}])
        assert isinstance(of, Set)
        name = self.new("z")
        self.bound.append((name, of.of))
        line = self._change(self.pick(self.components))
        self.bound.pop()
        return [f"for each {name} in {group} at once:", f"  {line}"]

    def _change(self, one: Component) -> str:
        place = self.place(one, 0 if self.chance(0.8) else 1)
        match one.sort:
            case Number():
                amount = self.pick(["0", "1", self.number(1)])
                return self.pick([f"add {amount} to {place}", f"remove up to 1 from {place}"])
            case Set(of) | Bag(of):
                return f"add {self.one(of, 0)} to {place}"
            case _:
                own = [name for name, sort in self.bound if sort in one.keys]
                if own and self.chance(0.9):
                    keys = [
                        self.pick([name for name, sort in self.bound if sort == key] or [self.one(key, 0)])
                        for key in one.keys
                    ]
                    place = f"{one.name}({', '.join(keys)})"
                value = self.phrase(one.sort, 0 if self.chance(0.6) else 1)
                return f"set {place} to {value}"
