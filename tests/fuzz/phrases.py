"""Random phrases of a wanted sort, out of what is declared and bound."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from tests.fuzz.sorts import FLAG, PLAYER, Bag, Flag, Maybe, Member, Number, Set, Single, Sort

T = TypeVar("T")
DEEP = 3
COMPARISONS = ("<", "<=", ">", ">=", "=", "!=")


@dataclass(frozen=True)
class Component:
    """A declared component: its keys, what each place holds, and who sees it."""

    name: str
    keys: tuple[Single, ...]
    sort: Sort
    seen: str


@dataclass(frozen=True)
class Word:
    """A column or a definition: a word with what it is about, and the sort of its value."""

    name: str
    params: tuple[Single, ...]
    sort: Sort


@dataclass
class Phrases:
    """Writes phrases. ``daring`` is how often a secret is read or a range is not minded."""

    lots: random.Random
    daring: float = 0.05
    kinds: dict[str, list[str]] = field(default_factory=dict)
    components: list[Component] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    options: list[tuple[str, Sort]] = field(default_factory=list)
    bound: list[tuple[str, Sort]] = field(default_factory=list)
    me: bool = False
    public: bool = True
    names: int = 0

    # -- small choices --------------------------------------------------------------------------------

    def chance(self, share: float) -> bool:
        return self.lots.random() < share

    def new(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"

    def pick(self, items: Sequence[T]) -> T:
        return items[self.lots.randrange(len(items))]

    def either(self, *ways: Callable[[], str]) -> str:
        return self.pick(ways)()

    def single(self) -> Single:
        """A sort that things can be counted in."""
        if self.chance(0.25):
            low = self.lots.randint(-2, 3)
            return Number(low, low + self.lots.randint(0, 5))
        return Member(self.pick([*self.kinds, "Player"]))

    # -- reading --------------------------------------------------------------------------------------

    def readings(self, fits: Callable[[Sort], bool], deep: int) -> list[Callable[[], str]]:
        """Ways to read something of a fitting sort: bound names, components, columns, terms, options."""
        ways: list[Callable[[], str]] = []
        for name, sort in self.bound:
            if fits(sort):
                ways += [lambda name=name: name] * 2
        for name, sort in self.options:
            if fits(sort):
                ways.append(lambda name=name: name)
        if deep <= 0:
            return ways
        for word in self.words:
            if fits(word.sort):
                ways.append(lambda word=word: self.called(word.name, word.params, deep))
        for one in self.components:
            if fits(one.sort) and self._may_read(one):
                ways.append(lambda one=one: self.place(one, deep))
        return ways

    def _may_read(self, one: Component) -> bool:
        if one.seen == "all" or self.chance(self.daring):
            return True
        return one.seen == "owner" and self.me and not self.public

    def called(self, name: str, args: Sequence[Single], deep: int) -> str:
        return f"{name}({', '.join(self.one(arg, deep - 1) for arg in args)})" if args else name

    def place(self, one: Component, deep: int) -> str:
        """A place of a component; of a secret one mostly the own."""
        keys = list(one.keys)
        if one.seen == "owner" and self.me and not self.chance(self.daring):
            rest = [self.one(key, deep - 1) for key in keys[1:]]
            return f"{one.name}({', '.join(['me', *rest])})"
        return self.called(one.name, keys, deep)

    # -- by sort --------------------------------------------------------------------------------------

    def phrase(self, sort: Sort, deep: int = DEEP) -> str:
        """A phrase of a sort, which may need brackets inside another."""
        match sort:
            case Flag():
                return self.flag(deep)
            case Number(low, high):
                return self.fit(low, high, deep)
            case Member():
                return self.one(sort, deep)
            case Maybe(of):
                return "none" if self.chance(0.2) else self.some(of, deep)
            case Set(of):
                return self.set(of, deep)
            case Bag():
                raise AssertionError("a bag is read only as a place")

    def some(self, of: Single, deep: int) -> str:
        ways = self.readings(lambda sort: sort == Maybe(of), deep)
        return self.either(*ways) if ways and self.chance(0.5) else self.one(of, deep)

    def one(self, sort: Single, deep: int) -> str:
        """One member, or a number of a range."""
        if isinstance(sort, Number):
            return self.fit(sort.low, sort.high, deep)
        ways = self.readings(lambda other: other == sort, deep)
        if sort == PLAYER:
            ways += [lambda: "P1", lambda: "P2"]
            ways += [lambda: "me"] * (4 if self.me else 0)
            if deep > 0:
                ways += [lambda: f"{self.pick(['left', 'right', 'next'])}({self.one(sort, deep - 1)})"]
        else:
            ways.append(lambda: self.pick(self.kinds[sort.kind]))
            if deep > 0:
                ways.append(lambda: f"{self.pick(['next', 'previous'])}({self.one(sort, deep - 1)})")
                ways.append(lambda: f"last({sort.kind})")
        if deep > 1:
            ways.append(lambda: self._first(sort, deep))
        return self.either(*ways)

    def _first(self, sort: Member, deep: int) -> str:
        over, name = self.set(sort, deep - 1), self.new("x")
        self.bound.append((name, sort))
        where = f" where {self.inner_flag(deep - 1)}" if self.chance(0.5) else ""
        key = self.number(deep - 2)
        self.bound.pop()
        by = self.pick([f"by highest {key}, listed", f"by lowest {key}, listed", "by listed"])
        return f"(first {name} in {over}{where} {by} else {self.one(sort, 0)})"

    def fit(self, low: int, high: int, deep: int) -> str:
        """A number that mostly lies in a range."""
        ways = self.readings(
            lambda sort: isinstance(sort, Number) and low <= sort.low <= sort.high <= high, deep
        )
        if deep > 0 and self.chance(0.4):
            if self.chance(self.daring):
                return self.number(deep)
            return f"min({high}, max({low}, {self.number(deep - 1)}))"
        if ways and self.chance(0.5):
            return self.either(*ways)
        return self.literal(self.lots.randint(low, high))

    def literal(self, value: int) -> str:
        return str(value) if value >= 0 else f"(0 - {-value})"

    def number(self, deep: int) -> str:
        """Any number."""
        ways: list[Callable[[], str]] = [lambda: str(self.lots.randint(0, 6)), lambda: "player_count"]
        ways += self.readings(lambda sort: isinstance(sort, Number), deep)
        if deep > 0:
            ways += [
                lambda: f"({self.number(deep - 1)} {self.pick('+-*')} {self.number(deep - 1)})",
                lambda: f"({self.number(deep - 1)} {self.pick(['div', 'mod'])} {self.lots.randint(1, 4)})",
                lambda: f"{self.pick(['min', 'max'])}({self.number(deep - 1)}, {self.number(deep - 1)})",
                lambda: f"({self.number(deep - 1)} if {self.flag(deep - 1)} else {self.number(deep - 1)})",
                lambda: f"size({self.collection(deep - 1)})",
                lambda: self._count(deep),
                lambda: self._sum(deep),
                lambda: f"seats_after({self.one(PLAYER, deep - 1)}, {self.one(PLAYER, deep - 1)})",
                lambda: self._bag_count(deep),
            ]
        return self.either(*ways)

    def _bag_count(self, deep: int) -> str:
        bags = [one for one in self.components if isinstance(one.sort, Bag) and self._may_read(one)]
        if not bags:
            return "2"
        one = self.pick(bags)
        assert isinstance(one.sort, Bag)
        place, item = self.place(one, deep - 1), self.one(one.sort.of, deep - 1)
        return f"{place[:-1]}, {item})" if place.endswith(")") and one.keys else f"{one.name}({item})"

    def collection(self, deep: int) -> str:
        bags = self.readings(lambda sort: isinstance(sort, Bag), deep)
        if bags and self.chance(0.5):
            return self.either(*bags)
        if self.chance(0.2):
            return self.any_numbers(deep)
        return self.set(Member(self.pick([*self.kinds, "Player"])), deep)

    def _bind(self, deep: int) -> tuple[str, str, Single]:
        """``x in S``, its name and sort."""
        of: Single = Member(self.pick([*self.kinds, "Player"]))
        if self.chance(0.2):
            of = Number(self.lots.randint(0, 2), self.lots.randint(3, 5))
        name = self.new("x")
        return f"{name} in {self.set(of, deep - 1)}", name, of

    def _count(self, deep: int) -> str:
        bind, name, of = self._bind(deep)
        self.bound.append((name, of))
        test = self.inner_flag(deep - 1)
        self.bound.pop()
        return f"(count {bind} where {test})"

    def _sum(self, deep: int) -> str:
        bind, name, of = self._bind(deep)
        self.bound.append((name, of))
        value = self.number(deep - 1)
        self.bound.pop()
        word = self.pick(["sum", "sum", "highest", "lowest"])
        return f"({word} of {value} for {bind}{'' if word == 'sum' else ' else 0'})"

    def set(self, of: Single, deep: int) -> str:
        """A set."""
        if isinstance(of, Number):
            return self._numbers(of, deep)
        ways = [lambda: of.kind] if deep <= 1 or self.chance(0.3) else []
        ways += self.readings(lambda sort: sort == Set(of), deep)
        if deep > 0:
            ways += [
                lambda: f"({self.one(of, deep - 1)}, {self.one(of, deep - 1)})",
                lambda: f"({self.set(of, deep - 1)} {self.pick('+&-')} {self.set(of, deep - 1)})",
                lambda: f"({self.set(of, deep - 1)} - {self.one(of, deep - 1)})",
                lambda: self._all(of, deep),
                *[lambda way=way: f"kinds({way()})" for way in self.readings(lambda s: _bag_of(s, of), deep)],
            ]
        return self.either(*ways) if ways else of.kind

    def _numbers(self, of: Number, deep: int) -> str:
        """A set of numbers; where others are mixed in, what is not in the range is taken out."""
        span = f"({self.literal(of.low)}..{self.literal(of.high)})"
        ways = [lambda: span, *self.readings(lambda sort: sort == Set(of), deep)]
        if deep > 0:
            ways += [
                lambda: f"({span} & {self.any_numbers(deep - 1)})",
                lambda: f"({self.any_numbers(deep - 1)} & {span})",
                lambda: f"({span} - {self.number(deep - 1)})",
                lambda: f"({self.literal(of.low)}, {self.literal(of.high)})",
                lambda: self._all(of, deep),
            ]
        return self.either(*ways)

    def any_numbers(self, deep: int) -> str:
        """A set of whatever numbers."""
        ways = self.readings(lambda sort: isinstance(sort, Set) and isinstance(sort.of, Number), deep)
        ways += [
            lambda: f"(0..{self.lots.randint(1, 7)})",
            lambda: f"(2..{self.literal(self.lots.randint(2, 6))})",
        ]
        if deep > 0:
            ways.append(
                lambda: f"({self.any_numbers(deep - 1)} {self.pick('+&-')} {self.any_numbers(deep - 1)})"
            )
        return self.either(*ways)

    def _all(self, of: Single, deep: int) -> str:
        over, name = self.set(of, deep - 1), self.new("x")
        self.bound.append((name, of))
        test = self.inner_flag(deep - 1)
        self.bound.pop()
        return f"(all {name} in {over} where {test})"

    def inner_flag(self, deep: int) -> str:
        return self.flag(max(deep, 1))

    def flag(self, deep: int) -> str:
        """A condition."""
        ways = self.readings(lambda sort: sort == FLAG, deep)
        if deep <= 0:
            return self.either(*ways, lambda: self.pick(["true", "false"]))
        kind = Member(self.pick([*self.kinds, "Player"]))
        ways += [
            lambda: f"({self.number(deep - 1)} {self.pick(COMPARISONS)} {self.number(deep - 1)})",
            lambda: f"({self.one(kind, deep - 1)} {self.pick(['=', '!='])} {self.one(kind, deep - 1)})",
            lambda: f"({self.one(kind, deep - 1)} {self.pick(['in', 'not in'])} {self.set(kind, deep - 1)})",
            lambda: f"({self.set(kind, deep - 1)} {self.pick(['=', '!=', '<='])} {self.set(kind, deep - 1)})",
            lambda: f"({self.collection(deep - 1)} {self.pick(['is empty', 'is not empty'])})",
            lambda: f"({self.flag(deep - 1)} {self.pick(['and', 'or'])} {self.flag(deep - 1)})",
            lambda: f"(not {self.flag(deep - 1)})",
            lambda: self._quantified(deep),
            lambda: self._tested(deep),
            lambda: (
                f"({self.any_numbers(deep - 1)} {self.pick(['=', '!=', '<='])} {self.any_numbers(deep - 1)})"
            ),
            lambda: f"({self.number(deep - 1)} {self.pick(['in', 'not in'])} {self.any_numbers(deep - 1)})",
        ]
        return self.either(*ways)

    def _quantified(self, deep: int) -> str:
        bind, name, of = self._bind(deep)
        self.bound.append((name, of))
        test = self.inner_flag(deep - 1)
        self.bound.pop()
        word = self.pick(["some", "no", "every"])
        return f"({word} {bind} {'has' if word == 'every' else 'where'} {test})"

    def _tested(self, deep: int) -> str:
        """What may be none, tested."""
        maybes = self.readings(lambda sort: isinstance(sort, Maybe), deep)
        if not maybes:
            return "true"
        return f"({self.either(*maybes)} {self.pick(['=', '!='])} none)"


def _bag_of(sort: Sort, of: Single) -> bool:
    return isinstance(sort, Bag) and sort.of == of
