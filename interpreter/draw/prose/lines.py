"""The sentences of single keys: who acts, how often, what is chosen, types, amounts, orders."""

from typing import assert_never

from interpreter.check.kinds import SetOf
from interpreter.check.world import KindSet
from interpreter.draw.prose.english import plural, spaced, with_article
from interpreter.draw.prose.values import Values
from interpreter.draw.prose.words import NO_WORDS, Run, Words, joined, listed, plain, say
from interpreter.syntax import nodes as n


class Lines(Values):
    """Tells what stands under one key."""

    # -- who, how often ----------------------------------------------------------------------------------

    def who(self, who: n.Who) -> Words:
        """Who acts, as the beginning of a sentence."""
        match who.form:
            case "together":
                told = say("all players act at the same time, none of them knowing what the others choose")
            case "circle":
                assert who.start is not None
                told = say("the players act in turn, clockwise from ", self.value(who.start))
            case "ordered":
                told = say("the players act in turn, in the order of ", self._order_of(who))
            case "of":
                assert who.start is not None and who.name is not None
                each = say("for each ", self.value(who.name), " in the order of ", self._order_of(who))
                told = say(each, ", one after the other, ", self.value(who.start), " acts")
            case "one":
                assert who.start is not None
                told = say(self.value(who.start), " acts")
                if self.is_token(who.start):
                    told = say("the player who has ", told)
        if who.skipping is None:
            return told
        over = "you are" if who.name is None else say(self.value(who.name), " is")
        return say(told, "; ", over, " passed over if ", self.condition(who.skipping))

    def _order_of(self, who: n.Who) -> Words:
        order = who.order or ""
        return (Run(spaced(order), "", self.address(order)),)

    def repeat(self, line: n.RepeatLine) -> Words:
        """How often something happens."""
        match line.form:
            case "times":
                assert line.value is not None
                told = self.value(line.value)
                return say("this is done ", told, " times" if plain(told) != "1" else " time")
            case "until":
                assert line.value is not None
                return say("this is done again and again, until ", self.condition(line.value))
            case "end":
                return say("this is done again and again, until the match ends")

    # -- choices -----------------------------------------------------------------------------------------

    def stage(self, line: n.StageLine) -> Words:
        """What is chosen at a stage."""
        value = line.value
        match line.form:
            case "any":
                told = say("any number out of ", self.value(value), ", or none")
            case "some":
                told = say("one or more out of ", self.value(value))
            case "one":
                told = self._one(value)
        if line.per is not None:
            told = say(told, " for each ", self.kind_word(line.per))
        return (
            say(told, self.seen(line.seen, "chosen in secret: only you know it"))
            if line.seen is not None
            else told
        )

    def _one(self, value: n.Expr) -> Words:
        if isinstance(value, n.Logic) and value.op == "or":  # `Level or none`
            return say(self._one(value.left), ", or none")
        if isinstance(value, n.Word) and value.word == "none":
            return say("none")
        ref = self.ref(value)
        if isinstance(ref, KindSet):
            return say(
                "any ", self.kind_word(value.name) if isinstance(value, n.Name) else self.noun(ref.kind)
            )
        if isinstance(value, n.SpanOf):
            return self.value(value)
        if isinstance(value, n.Of):
            return self.value(value)
        if isinstance(value, n.IfElse):
            held = self.decided(value.test)
            if held is not None:
                return self._one(value.then if held else value.other)
            return say(
                self._one(value.then), " if ", self.condition(value.test), ", else ", self._one(value.other)
            )
        kind = self.kind(value)
        if isinstance(value, n.Arith) and value.op == "-":
            return say(self._one(value.left), ", but none that is ", self.belonging(value.right))
        if isinstance(value, n.Arith) and value.op == "&":
            link = ", and that is " if isinstance(value.left, n.Fold) else " that is "
            return say(self._one(value.left), link, self.belonging(value.right))
        if isinstance(value, n.Fold) and value.word == "union":
            any_ = self.all_of(value.overs, "any")
            thing = with_article(self.noun(kind))
            return say(f"{thing} that is ", self.belonging(value.value), ", for ", any_)
        if isinstance(value, n.Arith) and value.op == "+":
            return say(self._one(value.left), ", or ", self._one(value.right))
        if isinstance(value, n.Quantified) and value.word == "all":
            return self.all_of(value.overs, "some", kept=False)
        told = self.value(value)
        text = plain(told)
        if isinstance(kind, SetOf) and plural(self.noun(kind)) in text:
            return say("one of ", told)
        return say(f"one {self.noun(kind)} of ", told) if self.is_set(kind) else told

    def kind_word(self, name: str) -> Words:
        """A kind in the singular, leading to where it is declared."""
        known = self.world.member(name) if name in self.world.domains else None
        word = (
            self.noun(known) if known is not None and name not in self.world.ranges else spaced(name).lower()
        )
        return (Run(word, "", self.kind_address(name)),)

    def seen(self, seen: n.Expr | None, secret: str) -> Words:
        """Who may see something, as an aside; nothing for all."""
        match seen:
            case None:
                return NO_WORDS
            case n.Name(name="me"):
                return say(f" ({secret})")
            case n.Name(name="owner"):
                return say(" (secret: seen by its owner only)")
            case n.Name(name="nobody"):
                return say(" (hidden from everybody)")
            case n.Name(name="all"):
                return NO_WORDS
            case n.Word(word="all"):
                return NO_WORDS
            case _:
                return say(" (seen only by ", self.value(seen), ")")

    def call(self, call: n.Call, section: str = "") -> Words:
        """An action, a step, a market or a cost by name, with what it is handed."""
        to = f"{section}.{call.name}" if section else self.address(call.name)
        name: Words = (Run(spaced(call.name), "strong", to),)
        if not call.args:
            return name
        return say(name, " (", joined([self.value(arg) for arg in call.args], ", "), ")")

    def calls(self, calls: n.Calls) -> Words:
        """Actions to choose from."""
        told: list[Words] = []
        for one in calls.calls:
            match one.name:
                case "nothing":
                    told.append(say("do nothing"))
                case "stop":
                    told.append(say("stop"))
                case _:
                    told.append(self.call(one))
        return listed(told, "or")

    def cost(self, line: n.CostLine) -> Words:
        """What is paid."""
        told = self.call(line.call, "costs")
        return say(told, ", for ", self.all_of(line.overs, "each")) if line.overs is not None else told

    # -- orders and amounts ------------------------------------------------------------------------------

    def order(self, order: n.Order | None) -> Words:
        """The order of a loop, behind what it runs over; nothing where it does not matter."""
        if order is None:
            return NO_WORDS
        match order.how:
            case "at once":
                return say(", all at the same moment")
            case "at random":
                return say(", in a random order")
            case "clockwise":
                assert order.start is not None
                return say(", clockwise from ", self.value(order.start))
            case "by":
                if all(key.value is None for key in order.keys):
                    return say(", one after the other as listed")
                return say(", in order: ", self.keys(order))

    def keys(self, order: n.Order) -> Words:
        """The keys of an order, the first that tells apart."""
        told = [self.rank(key) for key in order.keys]
        last = {
            "shared": "; equals share a place",
            "nobody": "; among equals nobody comes first",
            "random": "; equals by lot",
            "never tied": "",
        }
        return say(joined(told, ", then "), last.get(order.last or "", ""))

    def rank(self, key: n.Key, name: str = "") -> Words:
        """A key of an order of what is bound to a name."""
        value = key.value
        if (
            isinstance(value, n.IfElse)
            and self._is_one(value.then, 1)
            and self._is_one(value.other, 0)
            and self.decided(value.test) is None
        ):
            return say("first those for whom ", self.condition(value.test, key.which == "lowest"))
        return say("as listed") if value is None else self.key_words(key, name)

    def _is_one(self, expr: n.Expr, number: int) -> bool:
        return isinstance(expr, n.Int) and expr.value == number

    def order_line(self, line: n.OrderLine) -> Words:
        """A named order, or what something is restricted to."""
        over = self.all_of(line.overs, "all")
        if line.order is None:
            return over
        told = self.order(line.order)
        return say(over, told)

    def amount(self, line: n.Amount) -> Words:
        """A change of what something costs."""
        value = self.value(line.value)
        match line.form:
            case "base":
                told = say("it costs ", value, " instead")
            case "less":
                told = say("less ", value)
            case "more":
                told = say("plus ", value)
            case "at least":
                told = say("never less than ", value)
            case "at most":
                told = say("never more than ", value)
        return say(told, ", if ", self.condition(line.when)) if line.when is not None else told

    def requirement(self, line: n.Requirement, written: n.Expr | None = None) -> Words:
        """A condition, and when it is asked at all."""
        that = self.condition(written if written is not None else line.that)
        return say("if ", self.condition(line.when), ": ", that) if line.when is not None else that

    # -- types -------------------------------------------------------------------------------------------

    def shape(self, shape: tuple[n.KindExpr, ...]) -> Words:
        """The kinds of a type, with `or` between."""
        return joined([self.kind_of(part) for part in shape], " or ")

    def kind_of(self, part: n.KindExpr) -> Words:
        """What a place of a type holds."""
        match part:
            case n.KindName(name="flag"):
                return say("yes or no")
            case n.KindName(name=name):
                word = self.kind_word(name)
                return say("an " if plain(word)[:1] in "aeiou" else "a ", word)
            case n.KindRange(low=low, high=high):
                return say(f"a number from {self._bound(low)} to {self._bound(high)}")
            case n.KindNone():
                return say("none")
            case n.KindOf(form=form, item=item, bound=bound):
                if isinstance(item, n.KindRange):
                    things: Words = say(f"numbers from {self._bound(item.low)} to {self._bound(item.high)}")
                else:
                    things = (
                        Run(plural(plain(self.kind_word(item.name))), "", self.kind_address(item.name)),
                    )
                most = f" ({self._bound(bound)} at most)" if bound is not None else ""
                how = {"set": "any of the ", "bag": "any number of ", "list": "an ordered row of "}[form]
                return say(how, things, most)
            case _:
                assert_never(part)

    def _bound(self, bound: n.Bound) -> str:
        return spaced(str(bound.value)) if isinstance(bound.value, str) else str(bound.value)

    def type_line(self, line: n.TypeLine, start: Words = NO_WORDS) -> Words:
        """A type: what each place holds, whom it is per, who sees it, how long it lasts, what it is at
        first.
        """
        if line.names:
            told = listed([spaced(name.name) for name in line.names], "or")
        elif line.places is not None:
            told = say("a place of ", self.value(line.places))
        else:
            told = self.shape(line.shape)
        if line.per:
            told = say(
                "for each ",
                joined([self.kind_word(name.name) for name in line.per], " and each "),
                ", ",
                told,
            )
        told = say(told, self.seen(line.seen, "secret"))
        if line.during is not None:
            told = say(told, "; kept during the ", spaced(line.during.name), " only")
        return say(told, "; ", start, " at the start") if start else told

    def kind_line(self, line: n.KindLine) -> Words:
        """A kind in one line."""
        if line.names:
            return listed([spaced(name.name) for name in line.names])
        if line.part_of is not None:
            return self.each(line.part_of, line.where, "all", kept=False)
        told = self.shape(line.shape)
        if line.per:
            told = say(
                told, " for each ", joined([self.kind_word(name.name) for name in line.per], " and each ")
            )
        return told

    def params(self, params: tuple[n.Param, ...]) -> Words:
        """What a declaration is about: "of a player p and a branch b"."""
        told = [self._param(one) for one in params]
        return listed(told) if told else NO_WORDS

    def _param(self, one: n.Param) -> Words:
        if not one.shape:
            return self.variable(one.name)
        if len(one.shape) == 1 and isinstance(one.shape[0], n.KindName):
            if plain(self.kind_word(one.shape[0].name)) == spaced(one.name):
                return say("an " if one.name[:1] in "aeiou" else "a ", self.variable(one.name))
            return say(self.shape(one.shape), " ", self.variable(one.name))
        return say(self.variable(one.name), " (", self.shape(one.shape), ")")
