"""Random rulesets that are often right: written by sorts, so that most of them pass the checker.

An `Author` writes what a careless person might: every sentence is well formed, most are well typed, ranges
are sometimes too narrow, loops sometimes too short, secrets sometimes told. Whatever passes the checker must
then lower, verify and play.
"""

import random
from collections.abc import Callable

from tests.fuzz.effects import Effects
from tests.fuzz.phrases import Component, Word
from tests.fuzz.sorts import FLAG, PLAYER, Bag, Maybe, Member, Number, Set, Single, Sort, written

WORDS = ("red", "blue", "green", "gold", "grey", "pink")


def ruleset(seed: int, daring: float | None = None) -> str:
    """The ruleset that a seed stands for; ``daring`` is how often a secret is told or a range not minded."""
    lots = random.Random(seed)
    usual = lots.choice([0.0, 0.0, 0.05, 0.3])
    return Author(lots, usual if daring is None else daring).ruleset()


class Author(Effects):
    """Writes one ruleset."""

    # -- the page -------------------------------------------------------------------------------------

    def ruleset(self) -> str:
        most = self.pick([2, 2, 3, 4])
        players = "2" if most == 2 else f"2..{most}"
        page = [f"language: 1\ngame: fuzz\ntitle: Fuzz\nplayers: {players}"]
        page.append(f"longest: {self.pick([5, 12, 25])} decisions")
        parts = (
            ("options", self._options),
            ("kinds", self._kinds),
            ("boards", self._boards),
            ("components", self._components),
            ("terms", self._terms),
            ("groups", self._groups),
            ("routes", self._routes),
            ("setup", lambda: self._paragraphs("s", 3)),
            ("steps", self._shared),
            ("actions", self._actions),
            ("phases", self._phases),
            ("always", self._always),
            ("ends", self._ends),
            ("scoring", self._scoring),
        )
        for heading, write in parts:
            lines = write()
            if lines:
                page.append(f"{heading}:")
                page += [f"  {line}" for line in lines]
        page += self._ranking()
        return "\n".join(page) + "\n"

    # -- what there is ----------------------------------------------------------------------------------

    def _options(self) -> list[str]:
        lines = []
        for _ in range(self.pick([0, 0, 1, 2])):
            name = self.new("o")
            line, sort = self.pick([("flag = true", FLAG), ("flag", FLAG), ("1..3 = 2", Number(1, 3))])
            self.options.append((name, sort))
            lines.append(f"{name}: {line}")
        return lines

    def _kinds(self) -> list[str]:
        self.kinds["Hue"] = list(WORDS[: self.pick([2, 2, 3, 4])])
        lines = [f"Hue: {', '.join(self.kinds['Hue'])}"]
        if self.chance(0.5):
            self.kinds["Site"] = [f"t{i}" for i in range(self.pick([2, 3, 5]))]
            lines += ["Site:", "  rows:"]
            worths = [self.lots.randint(0, 4) for _ in self.kinds["Site"]]
            for site, worth in zip(self.kinds["Site"], worths, strict=True):
                near = [one for one in self.kinds["Site"] if one != site and self.chance(0.5)]
                shown = (
                    f"({near[0]}, {near[0]})"
                    if len(near) == 1
                    else f"({', '.join(near)})"
                    if near
                    else "nothing"
                )
                lines.append(f"    {site}: {worth}, {self.pick(self.kinds['Hue'])}, {shown}")
            lines += ["  has: {worth: 0..4, hue: Hue, near: set of Site}"]
            site = (Member("Site"),)
            self.words += [Word("worth", site, Number(0, 4)), Word("hue", site, Member("Hue"))]
            self.words.append(Word("near", site, Set(Member("Site"))))
            if self.chance(0.5):
                most = self.pick(worths)
                lines.append(f"Shore: s in Site where worth(s) <= {most}")
                there = zip(self.kinds["Site"], worths, strict=True)
                self.kinds["Shore"] = [site for site, worth in there if worth <= most]
                self.words.append(Word("near", (Member("Shore"),), Set(Member("Site"))))
        return lines

    def _boards(self) -> list[str]:
        if not self.chance(0.35):
            return []
        hexes = self.chance(0.3)
        self.kinds["Cell"] = ["a1", "b1", "a2", "b2"]
        cell = Member("Cell")
        self.words += [Word(word, (cell,), Set(cell)) for word in ("beside", "around", "diagonal")]
        self.words += [Word("file", (cell,), Number(1, 3)), Word("rank", (cell,), Number(1, 3))]
        self.kinds["Direction"] = ["n", "s", "e", "w"]
        self.words.append(Word("step", (cell, Member("Direction")), Maybe(cell)))
        self.words.append(Word("ray", (cell, Member("Direction")), Set(cell)))
        lines = ["Cell:", f"  {'hex' if hexes else 'grid'}: {self.pick(['2 by 2', '3 by 3', '3 by 2'])}"]
        if self.chance(0.5):
            lines.append("  lines: {Line: 2}")
            self.words.append(Word("cells", (Member("Line"),), Set(cell)))
            self.kinds["Line"] = ["a1_b1"]
        return lines

    def _components(self) -> list[str]:
        lines = []
        for _ in range(self.lots.randint(3, 7)):
            sort = self._sort()
            keys: list[Single] = []
            while self.chance(0.45) and len(keys) < 2:
                keys.append(Member(self.pick([*self.kinds, "Player", "Player"])))
            seen = "all"
            if self.chance(0.3):
                seen = "owner" if keys and keys[0] == PLAYER else "nobody"
            name = self.new("c")
            per = " per " + " and ".join(written(key) for key in keys) if keys else ""
            by = "" if seen == "all" else f" seen by {seen}"
            start = self._start(sort)
            lines.append(f"{name}: {written(sort)}{per}{by}{start}")
            self.components.append(Component(name, tuple(keys), sort, seen))
        return lines

    def _sort(self) -> Sort:
        low = self.lots.randint(-3, 2)
        number = Number(low, low + self.lots.randint(1, 9))
        kind = Member(self.pick([*self.kinds, "Player"]))
        return self.pick(
            [
                number,
                Number(0, 20),
                FLAG,
                kind,
                Maybe(kind),
                Set(kind),
                Set(Number(0, 5)),
                Set(Number(2, 2 + self.lots.randint(1, 4))),
                Bag(kind, self.pick([2, 9])),
                Bag(Number(1, 3), 5),
                Maybe(Number(max(low, 0), 6)),
            ]
        )

    def _start(self, sort: Sort) -> str:
        if isinstance(sort, Number) and self.chance(0.5):
            return f" = {self.literal(self.lots.randint(sort.low, sort.high))}"
        if isinstance(sort, Set) and self.chance(0.3):
            return f" = {self.pick(['all', 'nothing'])}"
        return ""

    def _terms(self) -> list[str]:
        lines = []
        for _ in range(self.pick([0, 1, 2, 3])):
            params = [self.single() for _ in range(self.pick([0, 1, 2]))]
            names = [self.new("p") for _ in params]
            self.bound = list(zip(names, params, strict=True))
            sort: Sort = self.pick([FLAG, Number(0, 5), Set(PLAYER), Set(Member("Hue")), Member("Hue")])
            head = ", ".join(f"{n} in {written(p)}" for n, p in self.bound)
            phrase = self.phrase(sort)
            self.bound = []
            name = self.new("w")
            if isinstance(sort, Number):
                phrase = f"min(5, max(0, {phrase}))"
            lines.append(f"{name}{f'({head})' if head else ''}: '{phrase}'")
            self.words.append(Word(name, tuple(params), sort))
        return lines

    def _net(self) -> tuple[Member, str] | None:
        """A kind of spaces, and a word that gives their neighbours."""
        nets = []
        if "Site" in self.kinds:
            site = Member("Site")
            nets.append((site, "near"))
            laid = (one for one in self.components if (one.keys, one.sort) == ((site,), Set(site)))
            nets += [(site, one.name) for one in laid if one.seen == "all"] * 2
        if "Cell" in self.kinds:
            nets.append((Member("Cell"), self.pick(["beside", "around"])))
        return self.pick(nets) if nets else None

    def _groups(self) -> list[str]:
        net = self._net() if self.chance(0.6) else None
        if net is None:
            return []
        kind, near = net
        name, spaces = self.new("g"), self.phrase(Set(kind))
        self.words.append(Word(name, (kind,), Set(kind)))
        return [f"{name}:", f"  spaces: '{spaces}'", f"  joined by: {near}"]

    def _routes(self) -> list[str]:
        net = self._net() if self.chance(0.6) else None
        if net is None:
            return []
        kind, near = net
        name = self.new("v")
        lines = [f"{name}(q in {kind.kind}):", "  from: q", f"  joined by: {near}"]
        if self.chance(0.4):
            self.words.append(Word(name, (kind, kind), Maybe(Number(0, 60))))
            return [*lines, f"  each step costs: {self.lots.randint(0, 3)}"]
        passed = [f"x{at}: '{self.pick(['any', '1', '2'])} of {self._passed(kind)}'" for at in range(2)]
        self.words.append(Word(name, (kind,), Set(kind)))
        return [*lines, "  through:", *(f"    {one}" for one in passed)]

    def _passed(self, kind: Member) -> str:
        return f"({self.phrase(Set(kind))})"

    # -- what is played -----------------------------------------------------------------------------------

    def _paragraphs(self, stem: str, most: int) -> list[str]:
        lines = []
        for _ in range(self.lots.randint(0, most)):
            lines += [f"{self.new(stem)}:", *(f"  {line}" for line in self.paragraph())]
        return lines

    def _acting(self, write: Callable[[], list[str]]) -> list[str]:
        before, self.me = self.me, True
        lines = write()
        self.me = before
        return lines

    def _shared(self) -> list[str]:
        lines = []
        for _ in range(self.pick([0, 0, 1, 2])):
            name = self.new("r")
            params = [self.single() for _ in range(self.pick([0, 1]))]
            names = [self.new("p") for _ in params]
            self.bound = list(zip(names, params, strict=True))
            head = ", ".join(f"{n} in {written(p)}" for n, p in self.bound)
            lines += [f"{name}{f'({head})' if head else ''}:", *(f"  {one}" for one in self.paragraph())]
            self.bound = []
            self.runs.append((name, tuple(params)))
        return lines

    def _actions(self) -> list[str]:
        lines = []
        for _ in range(self.pick([1, 2, 3])):
            name = self.new("a")
            params = [self.single() for _ in range(self.pick([0, 0, 0, 1]))]
            names = [self.new("p") for _ in params]
            self.bound = list(zip(names, params, strict=True))
            head = ", ".join(f"{n} in {written(p)}" for n, p in self.bound)
            plain = self.chance(0.3)
            if plain:
                self.plain.add(name)
            body = self._acting(lambda: self._action(plain))  # noqa: B023 - called at once
            lines += [f"{name}{f'({head})' if head else ''}:", *(f"  {line}" for line in body)]
            self.offers.append((name, tuple(params)))
        self.bound = []
        return lines

    def _action(self, plain: bool) -> list[str]:
        lines, self.public = [], False
        if self.chance(0.3):
            lines.append(f"when: '{self.flag(2)}'")
        stages = self.pick([0, 1, 1, 2])
        if stages:
            lines.append("choose:")
            for _ in range(stages):
                name, of = self.new("g"), self.single()
                if isinstance(of, Number):
                    of = Number(max(0, of.low), max(0, of.high))
                optional = self.chance(0.15)
                lines.append(f"  {name}: '{self.set(of, 2)}{' or none' if optional else ''}'")
                self.bound.append((name, Maybe(of) if optional else of))
        if self.chance(0.4):
            lines += [
                "requires:",
                *(f"  {self.new('q')}: '{self.flag(2)}'" for _ in range(self.pick([1, 2]))),
            ]
        self.public = True
        if self.chance(0.3):
            numbers = [name for name, sort in self.bound if isinstance(sort, Member | Number)]
            lines.append(f"says: 'Done {' '.join('{' + name + '}' for name in numbers)}'")
        if plain or self.chance(0.7):
            return [*lines, *self.do(plain)]
        return [
            *lines,
            "steps:",
            *(f"  {line}" for line in self._paragraphs("s", 2) or ["none: {do: nothing}"]),
        ]

    def _phases(self) -> list[str]:
        lines = []
        for _ in range(self.pick([1, 1, 2])):
            if self.plain and self.chance(0.3):
                repeat = self.pick(["until the end", "3 times"])
                lines += [f"{self.new('f')}:", f"  repeat: {repeat}"]
                lines += [f"  {line}" for line in self._acting(self.together)]
                continue
            who = self.pick(["each clockwise from P1", f"each clockwise from {self.one(PLAYER, 1)}", "P2"])
            if who != "P2" and self.chance(0.1):
                who += " skipping " + self._with_me(lambda: self.flag(1))
            repeat = self.pick(["until the end", "until the end", "3 times"])
            lines += [f"{self.new('f')}:", f"  who: {who}", f"  repeat: {repeat}"]
            lines += [f"  {line}" for line in self._acting(self.decision)]
        return lines

    def _with_me(self, write: Callable[[], str]) -> str:
        before, self.me = self.me, True
        text = write()
        self.me = before
        return text

    def _always(self) -> list[str]:
        if not self.chance(0.25):
            return []
        body = self.do(plain=True)
        return [f"{self.new('e')}:", f"  when: '{self.flag(2)}'", *(f"  {line}" for line in body)]

    def _ends(self) -> list[str]:
        lines = []
        for _ in range(self.pick([0, 1, 1, 2])):
            name = self.new("e")
            if self.chance(0.5):
                lines.append(f"{name}: '{self.flag(2)}'")
            else:
                lines += [f"{name}:", f"  winners: '{self.set(PLAYER, 2)}'"]
                if self.chance(0.5):
                    lines.append(f"  when: '{self.flag(2)}'")
        return lines

    def _scoring(self) -> list[str]:
        secret = [one.name for one in self.components if one.seen != "all"]
        return [f"{self.new('s')}: reveal {name}" for name in secret if self.chance(0.8)]

    def _ranking(self) -> list[str]:
        if not self.chance(0.7):
            return []
        name = self.new("p")
        self.bound.append((name, PLAYER))
        keys = [f"    {self.new('k')}: {self.pick(['highest', 'lowest'])} {self.number(1)}" for _ in range(2)]
        self.bound.pop()
        last = self.pick(["shared", "nobody", "listed"])
        return ["ranking:", f"  of: {name} in Player", "  keys:", *keys, f"  last: {last}"]
