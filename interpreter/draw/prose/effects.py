"""Effects as paragraphs: one a line, what belongs to an `if` or a loop indented under it."""

from collections.abc import Iterator
from typing import assert_never

from interpreter.check.kinds import Flag, ListOf, Maybe, Member, Number, SetOf
from interpreter.check.world import PLAYER, Component, KindSet
from interpreter.draw.prose.english import is_adjective, is_agent, is_container, is_plural, spaced
from interpreter.draw.prose.items import Item, cites_of
from interpreter.draw.prose.lines import Lines
from interpreter.draw.prose.naming import raw
from interpreter.draw.prose.words import Words, plain, say, sentence
from interpreter.syntax import nodes as n


class Effects(Lines):
    """Tells blocks of effects."""

    def block(self, block: n.Block | None) -> tuple[Item, ...]:
        """The paragraphs of a block."""
        return (
            () if block is None else tuple(one for line in block.statements for one in self._statement(line))
        )

    def _statement(self, statement: n.Statement) -> Iterator[Item]:
        match statement:
            case n.Line(foot=foot):
                yield Item(self.effect(statement), cites_of(foot), raw(statement))
            case n.IfBlock():
                yield from self._if(statement)
            case n.ForBlock(overs=overs, order=order, body=body, foot=foot):
                head = say("for ", self.all_of(overs, "each"), self.order(order), ":")
                yield Item(sentence(head), cites_of(foot), self._first_line(statement), self.block(body))
            case _:
                assert_never(statement)

    def _first_line(self, block: n.ForBlock | n.IfBlock) -> str:
        """The line that opens a block, as it was written."""
        text = block.span.source.text[block.span.start : block.span.end]
        return (
            " ".join(text.partition("\n")[0].partition("[")[0].split())
            if not getattr(block, "claimed", False)
            else ""
        )

    def _if(self, block: n.IfBlock) -> Iterator[Item]:
        """The branches; those that settled options close are left out."""
        feet = list(block.foots)
        word = "if"
        for number, (test, body) in enumerate(block.cases):
            held = self.decided(test)
            if held is False:
                continue
            cites = self._cites_between(feet, test, body)
            if held is True and word == "if":
                yield from self.block(body)
                return
            head = say(f"{word} ", self.condition(test), ":")
            yield Item(
                sentence(head), cites, self._first_line(block) if number == 0 else "", self.block(body)
            )
            word = "otherwise, if"
        if block.otherwise is not None:
            rest = self._cites_left(feet, block)
            items = self.block(block.otherwise)
            if word == "if":
                yield from items
            else:
                yield Item(sentence("otherwise:"), rest, "", items)

    def _cites_between(self, feet: list[n.Foot], test: n.Expr, body: n.Block) -> tuple[str, ...]:
        """The footnote of one branch: it stands between its condition and its lines."""
        return tuple(
            cite for foot in feet
            if foot.span.source is test.span.source and test.span.end <= foot.span.start <= body.span.end
            and foot.span.start <= self._start(body)
            for cite in foot.cites
        )  # fmt: skip

    def _cites_left(self, feet: list[n.Foot], block: n.IfBlock) -> tuple[str, ...]:
        taken = {cite for test, body in block.cases for cite in self._cites_between(feet, test, body)}
        return tuple(cite for foot in feet for cite in foot.cites if cite not in taken)

    def _start(self, body: n.Block) -> int:
        return body.statements[0].span.start if body.statements else body.span.end

    # -- lines -------------------------------------------------------------------------------------------

    def effect(self, line: n.Line) -> Words:
        """One effect as a sentence."""
        return sentence(self._effect(line))

    def _effect(self, line: n.Line) -> Words:
        match line.verb:
            case "set":
                return self._set(line)
            case "add" | "remove" | "move" | "draw" | "deal":
                return self._moved(line)
            case "shuffle":
                return say("shuffle ", self._some(line.what))
            case "reveal":
                shown = say("reveal ", self._some(line.what))
                return say(shown, " to ", self.value(line.target)) if line.target is not None else shown
            case "hide":
                return say("hide ", self._some(line.what), " again")
            case "refill":
                assert line.call is not None
                return say("fill up ", self.call(line.call, "markets"))
            case "let":
                assert line.value is not None
                return self.let(line.name, line.value)
            case "run":
                assert line.call is not None
                return say("carry out ", self.call(line.call, "steps"))
            case "finish":
                if line.value is None:
                    return say("the match ends")
                return say("the match ends, and the winner is ", self.value(line.value))
            case "stop":
                return say("this repetition stops here")
            case "collect":
                return say("what ", self._whom(line.what or line.source), " promised is collected now")
            case "release":
                return say("what ", self._whom(line.what), " promised is dropped")
            case "refund":
                assert line.call is not None
                return say("give back what was paid for ", self.call(line.call, "costs"))
            case "nothing":
                return say("nothing happens")
            case "award":
                return say("tell who stands first")
            case _:
                assert_never(line.verb)

    def let(self, name: str, value: n.Expr) -> Words:
        """A value that gets a name."""
        told = self.value(value)
        if isinstance(self.kind(value), Flag):
            text = plain(told)
            return say(
                "note ",
                "" if text.startswith("whether") else "whether ",
                told,
                ": call this ",
                self.variable(name),
            )
        if isinstance(value, n.Fold) and value.word == "row":
            return say(
                "take now, ",
                self.all_of(value.overs, "each"),
                ", ",
                self.value(value.value),
                " as ",
                self.variable(name),
            )
        return say("let ", self.variable(name), " be ", told)

    def _some(self, expr: n.Expr | None) -> Words:
        assert expr is not None
        kind = self.kind(expr)
        ref = self.ref(expr)
        if isinstance(ref, Component) and isinstance(expr, n.Name) and ref.keys and not self.is_set(kind):
            many = is_plural(spaced(expr.name))
            return say("all " if many else "every ", self.label(expr.name, ref))
        return self.value(expr)

    def _whom(self, expr: n.Expr | None) -> Words:
        assert expr is not None
        told = self.value(expr)
        return say(told, " have" if self.is_set(self.kind(expr)) or self.is_me(expr) else " has")

    # -- values set --------------------------------------------------------------------------------------

    def _set(self, line: n.Line) -> Words:
        target, value = line.target, line.value
        assert target is not None
        assert value is not None
        kind, ref = self.kind(target), self.ref(target)
        if isinstance(kind, Flag) and isinstance(value, n.Word):
            return say("from now on ", self.condition(target, value.word == "false"))
        nothing = isinstance(value, n.Word) and value.word in {"none", "nothing"}
        if isinstance(target, n.Read) and isinstance(ref, Component):
            cell, words = target.args[0], spaced(target.name)
            if words == "owner":
                whom = say("nobody") if nothing else self.value(value)
                return say(self.value(cell), " now belongs to ", whom)
            if is_container(words):
                if nothing:
                    return say(self.value(cell), " is empty from now on")
                return say(self.value(cell), " now holds ", self.value(value))
            inner = kind.of if isinstance(kind, Maybe) else kind
            lies = inner == PLAYER and self.is_place(self.kind(cell)) and not is_agent(words)
            if lies and not nothing and isinstance(value, n.Name):
                return say(self.value(target), " is now ", self.theirs(value))
        if isinstance(target, n.Name) and self.is_token(target) and not nothing:
            return say(self.value(target), " goes to ", self.value(value))
        if (
            isinstance(target, n.Name)
            and is_adjective(spaced(target.name))
            and isinstance(kind, Maybe | Member)
        ):
            label = self.label(target.name, ref)
            return (
                say("nothing is ", label, " any more")
                if nothing
                else say(self.value(value), " is now ", label)
            )
        if nothing:
            return self._cleared(target)
        if isinstance(kind, Number):
            return say("set ", self.value(target), " to ", self.value(value))
        if isinstance(kind, SetOf | Member | Maybe):
            verb = "are" if self.np(target).many else "is"
            return say(self.value(target), f" {verb} now ", self.value(value))
        return say("set ", self.value(target), " to ", self.value(value))

    def _cleared(self, target: n.Expr) -> Words:
        if isinstance(self.kind(target), SetOf) or self.is_set(self.kind(target)):
            return say("clear ", self.value(target))
        if isinstance(target, n.Read) and isinstance(self.ref(target), Component):
            first, rest = target.args[0], target.args[1:]
            has = "have" if self.is_me(first) else "has"
            label = self.label(target.name, self.ref(target))
            return say(
                self.value(first),
                f" no longer {has} a",
                "n " if plain(label)[:1] in "aeiou" else " ",
                label,
                self._further(rest),
            )
        return say("there is no ", self._bare(target), " any more")

    def _bare(self, target: n.Expr) -> Words:
        return self.np(target).head

    # -- things moved ------------------------------------------------------------------------------------

    def _moved(self, line: n.Line) -> Words:
        match line.verb:
            case "add":
                return say("add ", self._what(line), " to ", self._some(line.target))
            case "remove":
                return say("remove ", self._what(line), " from ", self._some(line.source))
            case "move":
                return say(
                    "move ",
                    self._what(line),
                    " from ",
                    self._some(line.source),
                    " to ",
                    self._some(line.target),
                )
            case "deal":
                assert line.overs is not None
                over = self.all_of(line.overs, "each")
                return say(
                    "deal out ",
                    self._dealt(line),
                    " at random, one as ",
                    self._some(line.target),
                    " for ",
                    over,
                )
            case _:
                told = self._drawn(line)
                if line.otherwise is None:
                    return told
                return say(told, "; for each that is missing, ", self._effect(line.otherwise))

    def _drawn(self, line: n.Line) -> Words:
        source, target = self._supply(line.source), line.target
        assert target is not None
        if isinstance(line.what, n.Int) and line.what.value == 1 and not self.is_set(self.kind(target)):
            return say("draw ", self.value(target), " at random from ", source)
        how = "" if isinstance(self.ref_kind(line.source), ListOf) else " at random"
        what = (
            say("as many as ", self.value(line.what))
            if isinstance(line.what, n.Arith | n.IfElse | n.Read | n.Name)
            else self._what(line)
        )
        return say("draw ", what, how, " from ", source, " to ", self._some(target))

    def ref_kind(self, expr: n.Expr | None) -> object:
        """The kind of the component that an expression names."""
        return getattr(self.ref(expr), "kind", None) if isinstance(expr, n.Name | n.Read) else None

    def _supply(self, expr: n.Expr | None) -> Words:
        """What is drawn or dealt from; a whole kind is "the colours"."""
        assert expr is not None
        ref = self.ref(expr)
        return say("the ", self.nouns(ref.kind)) if isinstance(ref, KindSet) else self._some(expr)

    def _dealt(self, line: n.Line) -> Words:
        return self._supply(line.what if line.what is not None else line.source)

    def _what(self, line: n.Line) -> Words:
        what = line.what
        assert what is not None
        if isinstance(what, n.Word) and what.word == "everything":
            return say("everything")
        if self.is_me(what):
            return say("yourself")
        return say("up to " if line.up_to else "", self.value(what))


class Teller(Effects):
    """The whole printer."""
