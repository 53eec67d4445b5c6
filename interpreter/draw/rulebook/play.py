"""The chapters of set-up, the course of play, shared procedures and scoring: steps within steps."""

from collections.abc import Iterable, Iterator

from interpreter.draw.prose.items import Item, cites_of
from interpreter.draw.prose.naming import raw
from interpreter.draw.prose.words import Words, joined, listed, say, sentence, small
from interpreter.draw.rulebook.chapter import Chapter
from interpreter.draw.rulebook.page import Block, Section
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r


class Play(Chapter):
    """Steps."""

    def setup(self) -> Iterator[Section]:
        """The chapter of set-up."""
        yield from self.section(
            "Setting up", "setup", (one for step in self.rules.setup for one in self._paragraph(step))
        )

    def course(self) -> Iterator[Section]:
        """The chapter of the course of play, with a section for each phase."""
        blocks: list[Block] = []
        phases = self._in_play(self.rules.phases)
        if self.rules.rounds is not None:
            blocks.append(
                Item(
                    sentence("a round is all phases in this order; ", self.tell.repeat(self.rules.rounds)),
                    cites_of(self.rules.rounds.foot),
                    raw(self.rules.rounds),
                    anchor="rounds",
                )
            )
        if len(phases) > 1:
            names = listed([self.tell.label(one.head.name) for one in phases])
            blocks.append(Item(sentence("the phases are ", names)))
        blocks += [section for step in phases for section in self._phase(step)]
        yield from self.section("The course of play", "phases", blocks)

    def procedures(self) -> Iterator[Section]:
        """The chapter of procedures that several rules share."""
        blocks = [section for step in self.rules.steps.values() for section in self._phase(step)]
        yield from self.section("Procedures that several rules share", "steps", blocks)

    def scoring(self) -> Iterator[Section]:
        """What happens after the end."""
        yield from self.section(
            "Scoring", "scoring", (one for step in self.rules.scoring for one in self._paragraph(step))
        )

    def _in_play(self, steps: Iterable[r.StepDecl]) -> list[r.StepDecl]:
        """The steps that the settled options do not leave out."""
        return [one for one in steps if one.when is None or self.tell.decided(one.when.expr) is not False]

    # -- steps -----------------------------------------------------------------------------------------------

    def _phase(self, step: r.StepDecl) -> Iterator[Section]:
        items = self.parts(step)
        cites = self.left_over(step.head, items, (step.do, step.if_stuck))
        title = self.title(step.head.name)
        about = self.tell.params(step.params)
        start = (Item(sentence("given ", about)),) if step.params else ()
        yield Section(title, step.head.path, (*self.remark(step.head.help), *start, *items), cites)

    def _paragraph(self, step: r.StepDecl) -> Iterator[Item]:
        """A step as one paragraph under its name, with its parts under it."""
        if step.when is not None and self.tell.decided(step.when.expr) is False:
            return
        items = (*self.remark(step.head.help), *self.parts(step))
        cites = self.left_over(step.head, items, (step.do, step.if_stuck))
        title, path = self.title(step.head.name), step.head.path
        if len(items) == 1 and not items[0].lead:  # one sentence stands behind the name
            only = items[0]
            yield Item(
                only.words, tuple(dict.fromkeys((*only.cites, *cites))), only.raw, only.items, title, path
            )
        else:
            yield Item((), cites, "", items, title, path)

    def parts(self, step: r.StepDecl) -> tuple[Item, ...]:
        """All that is said of a step: when, what is noted, how often, who, and what happens."""
        return tuple(self._parts(step))

    def _parts(self, step: r.StepDecl) -> Iterator[Item]:
        if step.when is not None and self.tell.decided(step.when.expr) is None:
            yield self.line(step.when, say("only if ", self.tell.condition(step.when.expr)))
        yield from map(self.let, step.let)
        if step.repeat is not None:
            yield self._repeat(step)
        if step.who is not None:
            yield self.line(step.who, self.tell.who(step.who))
        if step.says is not None:
            yield self.says(step.says)
        if step.one_of is not None:
            yield from self._choice(step, step.one_of)
        if step.claims is not None:
            yield from self._claims(step.claims)
        else:
            yield from self.tell.block(step.do)
        for inner in step.steps:
            yield from self._paragraph(inner)

    def _repeat(self, step: r.StepDecl) -> Item:
        assert step.repeat is not None
        told = self.tell.repeat(step.repeat)
        if step.at_most is not None:
            told = say(told, f"; it never takes more than {step.at_most} times")
        return self.line(step.repeat, told)

    def _choice(self, step: r.StepDecl, calls: n.Calls) -> Iterator[Item]:
        whose = self._chooser(step)
        yield self.line(calls, say(whose, self.tell.calls(calls)))
        if step.if_stuck is not None:
            lines = self.tell.block(step.if_stuck)
            told = joined([small(line.words) for line in lines], " ")
            cites = tuple(cite for line in lines for cite in line.cites)
            yield Item(sentence("if nothing of this is possible: ", told), cites, raw(step.if_stuck))

    def _chooser(self, step: r.StepDecl) -> Words:
        if step.who is not None and step.who.form == "together":
            return say("each chooses in secret: ")
        return say("who acts chooses: " if step.who is not None else "then choose: ")

    def says(self, says: r.Says) -> Item:
        """The line that the log tells."""
        told: Words = ()
        for part in says.parts:
            if isinstance(part, str):
                told = say(told, part)
            else:
                told = say(told, "the player" if self.tell.is_me(part) else self.tell.value(part))
        return Item(sentence("it is announced: “", told, "”"), note=True)

    # -- claims ------------------------------------------------------------------------------------------

    def _claims(self, claims: r.ClaimsDecl) -> Iterator[Item]:
        over = self.tell.all_of(claims.over.overs, "each")
        by = self.tell.all_of(claims.by.overs, "every")
        yield self.line(claims.over, say("for ", over, ", all at the same moment, it is found who claims it"))
        yield self.line(claims.by, say("it is claimed by ", by))
        if claims.ranks:
            ranks = tuple(
                Item(
                    sentence(self.tell.condition(rank.phrase.expr)),
                    rank.head.cites,
                    raw(rank.phrase),
                    lead=self.title(rank.head.name),
                    anchor=rank.head.path,
                )
                for rank in claims.ranks
            )
            yield Item(sentence("of several the first of these decides who stands first:"), (), "", ranks)
        if claims.best is not None:
            name = claims.by.overs.binds[0].name
            yield self.line(
                claims.best, say("of several stands first who has ", self.tell.rank(claims.best.key, name))
            )
        won = self.tell.block(claims.won)
        if claims.won is not None:
            yield Item(
                sentence("if one stands first alone (the ", self.tell.variable("winner"), "):"), (), "", won
            )
        yield Item(
            sentence(
                "if several stand first (they are ",
                self.tell.variable("tied"),
                "; who came behind are ",
                self.tell.variable("others"),
                "):",
            ),
            (),
            "",
            self.tell.block(claims.tied),
        )
