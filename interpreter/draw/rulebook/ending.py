"""The chapters of standing rules and limits, of the end, the ranking, and what is always true."""

from collections.abc import Iterator

from interpreter.draw.prose.english import spaced
from interpreter.draw.prose.items import Item, cites_of
from interpreter.draw.prose.naming import raw
from interpreter.draw.prose.words import Words, capital, listed, plain, say, sentence
from interpreter.draw.rulebook.page import Block, Section
from interpreter.draw.rulebook.play import Play
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r

_LAST = {
    "shared": "Who are equal in all of this share their place; several who are first have won together",
    "nobody": "If several are first and equal in all of this, nobody has won",
    "listed": "Who are equal in all of this stand in the order of the players",
    "never tied": "No two can be equal in all of this",
    "random": "Who are equal in all of this draw lots",
}


class Ending(Play):
    """What holds all the time, and how it ends."""

    def standing(self) -> Iterator[Section]:
        """Standing rules and limits."""
        yield from self.section("Standing rules", "always", self._always())
        yield from self.section("Limits", "limits", map(self._limit, self.rules.limits))

    def ends(self) -> Iterator[Section]:
        """The end of the match."""
        blocks: list[Block] = [one for end in self.rules.ends for one in self._end(end)]
        if self.rules.longest is not None:
            longest = self.tell.value(self.rules.longest.expr)
            told = sentence("a match of more than ", longest, " decisions is broken off without a winner")
            blocks.append(Item(told, cites_of(self.rules.longest.foot), anchor="longest", note=True))
        yield from self.section("The end", "ends", blocks)

    def ranking(self) -> Iterator[Section]:
        """Who has won, and what breaks ties."""
        decl = self.rules.ranking
        if decl is None:
            return
        name = decl.of.overs.binds[0].name
        items = [
            self._key(number, key, name)
            for number, key in enumerate(decl.keys)
            if key.when is None or self.tell.decided(key.when.expr) is not False
        ]
        head = "first comes who has" if items else "all are equal"
        start = Item(sentence(head, ":" if items else ""), (), raw(decl.of), tuple(items))
        last = Item(sentence(_LAST.get(decl.last, f"ties: {decl.last}")))
        blocks = (*self.remark(decl.head.help), start, last)
        yield Section("Who has won", "ranking", blocks, self.left_over(decl.head, (start,)))

    def always_true(self) -> Iterator[Section]:
        """What follows from the rules, and what is checked before a match."""
        yield from self.section(
            "What is checked before a match begins", "checks", map(self.requirement, self.rules.checks)
        )
        note = "These follow from the rules; they are a help for checking the table."
        items = [self.requirement(one) for one in self.rules.invariants]
        yield from self.section(
            "What is always true", "invariants", (*self.remark(note), *items) if items else ()
        )

    # -- parts -------------------------------------------------------------------------------------------

    def _key(self, number: int, key: r.RankKeyDecl, name: str) -> Item:
        told = say("among equals, " if number else "", self.tell.rank(key.line.key, name))
        if key.when is not None and self.tell.decided(key.when.expr) is None:
            told = say(told, " (only if ", self.tell.condition(key.when.expr), ")")
        return Item(
            sentence(told), key.head.cites, raw(key.line), (), self.title(key.head.name), key.head.path
        )

    def _end(self, decl: r.EndDecl) -> Iterator[Item]:
        told: Words
        if decl.when is not None:
            held = self.tell.decided(decl.when.expr)
            if held is False:
                return
            told = say("the match ends when ", self.tell.condition(decl.when.expr))
            if decl.winners is not None:
                told = say(told, "; ", self._winners(decl.winners.expr))
        else:
            assert decl.winners is not None
            told = say(
                "the match ends as soon as somebody is among these, who win: ",
                self.tell.value(decl.winners.expr),
            )
        if decl.checked is not None:
            told = say(told, " (this is looked at only after ", (*self.tell.label(decl.checked),), ")")
        written = raw(decl.when or decl.winners)
        yield Item(
            sentence(told),
            decl.head.cites,
            written,
            self.remark(decl.head.help),
            self.title(decl.head.name),
            decl.head.path,
        )

    def _winners(self, expr: n.Expr) -> Words:
        told = self.tell.value(expr)
        return say("nobody wins") if plain(told) == "nothing" else say("the winners are ", told)

    def _always(self) -> Iterator[Block]:
        for decl in self.rules.always:
            if self.tell.decided(decl.when.expr) is False:
                continue
            start = self.line(decl.when, say("whenever ", self.tell.condition(decl.when.expr), ":"))
            inner = self.parts(decl.body)
            items: tuple[Item, ...] = (Item(start.words, start.cites, start.raw, inner),)
            if decl.before:
                names = listed([spaced(one) for one in decl.before])
                items = (*items, Item(sentence("this comes before ", names)))
            cites = self.left_over(decl.head, items, (decl.body.do,))
            more = self.left_over(decl.body.head, items, (decl.body.do,))
            cites = tuple(dict.fromkeys((*cites, *more)))
            yield Item(
                (),
                cites,
                "",
                (*self.remark(decl.head.help), *items),
                self.title(decl.head.name),
                decl.head.path,
            )

    def _limit(self, decl: r.LimitDecl) -> Item:
        item = self.requirement(decl.require)
        told = say("no action may leave this broken: ", item.words)
        if decl.actions:
            names = listed([self.tell.label(name) for name, _ in decl.actions])
            told = say("this binds ", names, ", which may not leave it broken: ", item.words)
        return Item(capital(told), item.cites, item.raw, item.items, item.lead, item.anchor)
