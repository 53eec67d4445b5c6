"""Random paragraphs: effects, loops, chance, decisions."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fuzz.phrases import Component, Phrases
from tests.fuzz.sorts import FLAG, PLAYER, Bag, Flag, Maybe, Member, Number, Set, Single


@dataclass
class Effects(Phrases):
    """Writes effects and paragraphs; ``runs`` and ``offers`` are steps and actions to call, ``plain`` are
    actions without chance.
    """

    runs: list[tuple[str, tuple[Single, ...]]] = field(default_factory=list)
    offers: list[tuple[str, tuple[Single, ...]]] = field(default_factory=list)
    plain: set[str] = field(default_factory=set)

    # -- paragraphs -----------------------------------------------------------------------------------

    def paragraph(self) -> list[str]:
        """The lines of one step."""
        lines = []
        if self.chance(0.25):
            lines.append(f"when: '{self.flag(2)}'")
        lets = 0
        if self.chance(0.2):
            name, sort = self.new("l"), self.pick([Number(0, 5), FLAG, PLAYER, Set(Member("Hue"))])
            lines += ["let:", f"  {name}: '{self.phrase(sort, 2)}'"]
            self.bound.append((name, sort))
            lets = 1
        if self.chance(0.2):
            lines += self.pick(
                [
                    [f"repeat: {self.lots.randint(1, 3)} times"],
                    [f"repeat: until {self.flag(2)}", f"never more than: {self.pick([1, 3, 20])}"],
                ]
            )
        lines += self.decision() if self.me and self.offers and self.chance(0.2) else self.do()
        del self.bound[len(self.bound) - lets :]
        return lines

    def decision(self) -> list[str]:
        """A choice among actions."""
        if not self.offers:
            return self.do()
        calls = [self.called(name, params, 2) for name, params in self.offers if self.chance(0.8)]
        if self.chance(0.5) or not calls:
            calls.append("nothing")
        lines = [f"one of: {', '.join(calls)}"]
        if "nothing" not in calls or self.chance(0.2):
            lines.append(f"if stuck: {self.pick(['finish', 'nothing', 'finish'])}")
        return lines

    def together(self) -> list[str]:
        """A choice that everyone makes at once, of actions that hold nothing else."""
        calls = [self.called(name, params, 2) for name, params in self.offers if name in self.plain]
        return ["who: everyone at once", f"one of: {', '.join([*calls, 'nothing'])}"]

    def do(self, plain: bool = False) -> list[str]:
        """A block of effects."""
        return ["do: |", *(f"  {line}" for line in self.block(self.lots.randint(1, 3), 2, plain))]

    # -- effects --------------------------------------------------------------------------------------

    def block(self, many: int, deep: int, plain: bool = False) -> list[str]:
        lines: list[str] = []
        known = len(self.bound)
        for _ in range(many):
            lines += self._statement(deep, plain)
        del self.bound[known:]
        return lines

    def _statement(self, deep: int, plain: bool) -> list[str]:
        if deep > 0 and self.chance(0.2):
            inside = self.block(self.lots.randint(1, 2), deep - 1, plain)
            lines = [f"if {self.flag(2)}:", *(f"  {line}" for line in inside)]
            if self.chance(0.3):
                lines += ["else:", *(f"  {line}" for line in self.block(1, deep - 1, plain))]
            return lines
        if deep > 0 and self.chance(0.2):
            return self._loop(deep, plain)
        ways: list[Callable[[], str]] = [self._write] * 8 + [self._move, self._let]
        if not plain:
            ways += [self._draw, self._draw, self._deal]
            if self.runs:
                ways.append(self._run)
            if self.chance(0.1):
                ways.append(lambda: "finish")
        secret = [one for one in self.components if one.seen != "all"]
        if secret:
            ways.append(lambda: f"{self.pick(['reveal', 'hide'])} {self.place(self.pick(secret), 1)}")
        return [self.either(*ways)]

    def _loop(self, deep: int, plain: bool) -> list[str]:
        of, name = Member(self.pick([*self.kinds, "Player"])), self.new("x")
        over = self.set(of, 1)
        self.bound.append((name, of))
        where = f" where {self.flag(1)}" if self.chance(0.3) else ""
        key = self.number(1)
        order = self.pick([" by listed", " by listed", f" by highest {key}, listed", " at once", ""])
        inside = self.block(self.lots.randint(1, 2), deep - 1, plain or order in {" at once", ""})
        self.bound.pop()
        if of == PLAYER and order == " by listed":
            order = f" clockwise from {self.one(PLAYER, 0)}"
        return [f"for each {name} in {over}{where}{order}:", *(f"  {line}" for line in inside)]

    def _write(self) -> str:
        one = self.pick(self.components)
        place = self.place(one, 2)
        match one.sort:
            case Number(low, high):
                if self.chance(0.5):
                    return f"set {place} to {self.fit(low, high, 2)}"
                amount = str(self.lots.randint(0, 2)) if self.chance(0.7) else self.number(1)
                upto = self.chance(0.3)
                verb = "remove" if upto or self.chance(0.5) else "add"
                return (
                    f"{verb} {'up to ' if upto else ''}{amount} {'to' if verb == 'add' else 'from'} {place}"
                )
            case Flag() | Member() | Maybe():
                return f"set {place} to {self.phrase(one.sort, 2)}"
            case Set(of):
                if self.chance(0.3):
                    return f"set {place} to {self.set(of, 2)}"
                what = self.either(lambda: self.set(of, 1), lambda: self.one(of, 1))
                return self.pick([f"add {what} to {place}", f"remove {what} from {place}"])
            case Bag(of):
                return self._bag(place, of)

    def _bag(self, place: str, of: Single) -> str:
        what = self.either(
            lambda: self.one(of, 1),
            lambda: f"{self.lots.randint(0, 2)} of {self.one(of, 1)}",
            lambda: self.set(of, 1),
        )
        return self.pick(
            [
                f"add {what} to {place}",
                f"add {what} to {place}",
                f"remove {what} from {place}",
                f"remove everything from {place}",
            ]
        )

    def _move(self) -> str:
        ones = [one for one in self.components if isinstance(one.sort, Bag | Set | Number)]
        pairs = [(a, b) for a in ones for b in ones if _alike(a, b)]
        if not pairs:
            return "nothing"
        source, target = self.pick(pairs)
        what = "everything"
        if isinstance(source.sort, Number):
            what = self.pick(["everything", "1", "up to 2", "2"])
        elif isinstance(source.sort, Bag | Set) and self.chance(0.5):
            what = self.one(source.sort.of, 1)
        return f"move {what} from {self.place(source, 1)} to {self.place(target, 1)}"

    def _let(self) -> str:
        name, sort = self.new("l"), self.pick([Number(0, 9), FLAG, PLAYER, Member("Hue"), Set(PLAYER)])
        line = f"let {name} = {self.phrase(sort, 2)}"
        self.bound.append((name, sort))
        return line

    def _run(self) -> str:
        return f"run {self.called(*self.pick(self.runs), 1)}"

    def _draw(self) -> str:
        one = self.pick(self.components)
        of = one.sort.of if isinstance(one.sort, Set | Bag | Maybe) else one.sort
        if isinstance(of, Flag):
            return "nothing"
        sources = [
            self.place(other, 1)
            for other in self.components
            if isinstance(other.sort, Bag) and other.sort.of == of
        ]
        if isinstance(of, Member):
            sources.append(self.set(of, 2))
        elif of.low >= 0:
            sources.append(f"{of.low}..{of.high}")
        if not sources:
            return "nothing"
        many = self.pick(["1", "1", "2"]) if isinstance(one.sort, Set | Bag) else "1"
        other = f" else {self.pick(['nothing', 'finish'])}" if self.chance(0.3) else ""
        return f"draw {many} from {self.pick(sources)} to {self.place(one, 1)}{other}"

    def _deal(self) -> str:
        ones = [one for one in self.components if isinstance(one.sort, Member | Set | Bag) and one.keys]
        if not ones:
            return "nothing"
        one = self.pick(ones)
        of = one.sort if isinstance(one.sort, Member) else one.sort.of  # type: ignore[union-attr]
        name = self.new("x")
        if isinstance(of, Number):
            return "nothing"
        what = self.set(of, 1)
        over = self.set(one.keys[0], 1)
        rest = [self.one(key, 1) for key in one.keys[1:]]
        return f"deal {what} to {one.name}({', '.join([name, *rest])}) for each {name} in {over}"


def _alike(one: Component, other: Component) -> bool:
    match one.sort, other.sort:
        case (Bag(a), Bag(b)) | (Set(a), Set(b)):
            return a == b
        case Number(), Number():
            return True
        case _:
            return False
