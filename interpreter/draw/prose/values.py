"""Everything else that has a value: sums, choices, sets with conditions, the first by keys."""

from typing import assert_never

from interpreter.check.kinds import BagOf, Flag, Maybe, Number, SetOf
from interpreter.check.world import PLAYER, KindSet, Option
from interpreter.draw.prose.clauses import Clauses
from interpreter.draw.prose.english import plural, with_article
from interpreter.draw.prose.words import Run, Words, joined, listed, plain, say
from interpreter.syntax import nodes as n


class Values(Clauses):
    """Tells expressions as nouns."""

    def value(self, expr: n.Expr) -> Words:
        """An expression as a noun."""
        match expr:
            case n.Int(value=value):
                return say(str(value))
            case n.Word(word=word):
                return say(
                    {"none": "nothing", "nothing": "nothing", "everything": "everything"}.get(word, word)
                )
            case n.Name() | n.Read():
                return self._plain(expr)
            case n.SetOf(items=items):
                return listed([self.value(item) for item in items])
            case n.SpanOf(low=low, high=high):
                return say("a number from ", self.value(low), " to ", self.value(high))
            case n.Of(count=count, thing=thing):
                return self._of_things(count, thing)
            case n.EndOf(end=end, of=of):
                return say(f"the {end} of ", self.value(of))
            case n.Arith():
                return self._arith(expr)
            case n.Negative(inner=inner):
                return say("−", self.inner(inner))
            case n.IfElse():
                return self._choice(expr)
            case n.Quantified(word="all"):
                return self.all_of(expr.overs, "all", kept=False)
            case n.Quantified(word="count"):
                return say("the number of ", self.all_of(expr.overs, "count", kept=len(expr.overs.binds) > 1))
            case n.Quantified() | n.Logic() | n.Not() | n.Compare() | n.In() | n.IsEmpty():
                return say("whether ", self.condition(expr))
            case n.Pick():
                return self._pick(expr)
            case n.Fold():
                return self._fold(expr)
            case n.Group() | n.Ways() | n.Cheapest():
                return self.way(expr)
            case _:
                assert_never(expr)

    def _plain(self, expr: n.Name | n.Read) -> Words:
        if isinstance(self.kind(expr), Flag) and not isinstance(self.ref(expr), Option):
            clause = self.clause(expr)
            if clause is not None and not (isinstance(expr, n.Name) and not clause.rest):
                return say("whether ", self.condition(expr))
        return self.np(expr).words

    # -- numbers, sets and bags ------------------------------------------------------------------------------

    def _of_things(self, count: n.Expr, thing: n.Expr) -> Words:
        kind = self.kind(thing)
        if self.is_set(kind):
            many = isinstance(count, n.SpanOf)
            low = (
                self.value(count)
                if not isinstance(count, n.SpanOf)
                else say("up to ", self.value(count.high))
            )
            if isinstance(count, n.SpanOf) and not (isinstance(count.low, n.Int) and count.low.value == 0):
                low = say("from ", self.value(count.low), " to ", self.value(count.high))
            many = many and plain(low) != "up to 1"
            single = not many and plain(low) in {"1", "up to 1"}
            things = self.noun(kind) if single else self.nouns(kind)
            return say(
                low,
                f" {things} out of ",
                self.value(thing),
            )
        if isinstance(count, n.Int):
            return say(self.value(count), " ", self.value(thing))
        return say("as many ", self.value(thing), " as ", self.inner(count))

    def _arith(self, expr: n.Arith) -> Words:
        left, right = expr.left, expr.right
        if self.is_set(self.kind(expr)):
            return self._sets(expr)
        match expr.op:
            case "+":
                return say(self._summand(left), " plus ", self._summand(right, "+"))
            case "-":
                return say(self._summand(left), " minus ", self.inner(right))
            case "*":
                return say(self.inner(left), " times ", self.inner(right))
            case "div":
                return say(self.inner(left), " divided by ", self.inner(right), " (rounded down)")
            case "mod":
                return say("the remainder of ", self.inner(left), " divided by ", self.inner(right))
            case "&":
                return self._sets(expr)

    def _summand(self, expr: n.Expr, op: str = "-") -> Words:
        if isinstance(expr, n.Arith) and expr.op in {"+", "-", "*"} and not (op == "+" and expr.op == "-"):
            return self.value(expr)
        return self.inner(expr)

    def _sets(self, expr: n.Arith) -> Words:
        left, right = expr.left, expr.right
        match expr.op:
            case "&":
                ref = self.ref(right)
                if isinstance(ref, KindSet):
                    return say(f"the {plural(self.noun(ref.kind))} of ", self._member_list(left))
                if isinstance(left, n.Fold):
                    return say(self.value(left), ", as far as it is ", self.belonging(right))
                return say(self._member_list(left), " that are ", self._are(right))
            case "-":
                return say(self._member_list(left), " but not ", self._member_list(right))
            case _:
                return say(self._member_list(left), " and ", self._member_list(right))

    def _are(self, of: n.Expr) -> Words:
        """What several things are that belong to a set."""
        told = self.belonging(of)
        text = plain(told)
        if text.startswith("one of "):
            return say("among ", self.value(of))
        return told

    def _member_list(self, expr: n.Expr) -> Words:
        if isinstance(expr, n.Arith):
            return say("(", self.value(expr), ")") if expr.op != "+" else self.value(expr)
        if isinstance(expr, n.IfElse | n.Fold | n.Pick):
            return say("(", self.value(expr), ")")
        return self.value(expr)

    def _choice(self, expr: n.IfElse) -> Words:
        held = self.decided(expr.test)
        if held is not None:
            return self.value(expr.then if held else expr.other)
        told = say(self.value(expr.then), " if ", self.condition(expr.test))
        if isinstance(expr.other, n.IfElse):
            return say(told, "; else ", self.value(expr.other))
        return say(told, ", else ", self.value(expr.other))

    # -- bound names -------------------------------------------------------------------------------------

    def each(self, bind: n.Bind, where: n.Expr | None, word: str = "each", kept: bool = True) -> Words:
        """What a bound name runs over. ``word``: each, every, some, no, all, count. Where the name is not
        ``kept`` it is left out, if what holds of it can be said without.
        """
        if where is not None and self.decided(where) is True:
            where = None
        over = bind.over
        kind = self.kind(over)
        many = word in {"all", "count"}
        is_player = isinstance(kind, SetOf | Maybe | BagOf) and kind.of == PLAYER
        noun = self.of_name(over) if self._is_whole(over) else self.noun(kind)
        noun = plural(noun) if many else noun
        name: Words = self.variable(bind.name)
        relative = self.relative(bind.name, where, many, is_player) if where is not None else None
        named = kept or (where is not None and relative is None)
        head = self._determiner(word, noun, many, self._is_whole(over))
        if not named:
            name = ()
        told = self._heading(bind, head, noun, name, word, many)
        if where is None:
            return told
        if relative is not None:
            return say(told, " ", relative)
        told_where = self.condition(where)
        if plain(told_where).startswith(("for ", "if ", "either ")):
            return say(told, " such that ", told_where)
        link = (
            " for whom "
            if is_player
            else " where "
            if self.is_place(getattr(kind, "of", None))
            else " for which "
        )
        return say(told, link, told_where)

    def _is_whole(self, over: n.Expr) -> bool:
        return isinstance(over, n.Name) and isinstance(self.ref(over), KindSet)

    def _determiner(self, word: str, noun: str, many: bool, whole: bool) -> Words:
        match word:
            case "all":
                return say("all " if whole else "")
            case "count":
                return say("")
            case "some":
                return say(with_article(noun).removesuffix(noun))
            case _:
                return say(f"{word} ")

    def _heading(self, bind: n.Bind, head: Words, noun: str, name: Words, word: str, many: bool) -> Words:
        over, kind = bind.over, self.kind(bind.over)
        spaced_name = say(" ", name) if name else say("")
        if self._is_whole(over):
            to = self.kind_address(over.name) if isinstance(over, n.Name) else ""
            if plain(name) == noun:  # `each space in Space`
                return say(head, name)
            linked: Words = (Run(noun, "", to),)
            return say(head, linked, spaced_name)
        if isinstance(over, n.SpanOf):
            return say(head, noun, spaced_name, " from ", self.value(over.low), " to ", self.value(over.high))
        if isinstance(kind, Maybe):
            there = say(" (if any)")
            return say(
                "the " if word in {"each", "every", "all"} else head,
                noun,
                spaced_name,
                " that is ",
                self.value(over),
                there,
            )
        if isinstance(kind, Number):
            return say(head, noun, spaced_name, " that is ", self.value(over))
        within = (
            self.value(over) if not isinstance(over, n.Arith | n.IfElse) else say("(", self.value(over), ")")
        )
        if self._says_noun(within, noun):
            if many and not name:
                return within if word in {"all", "count"} else say(head, noun, " of ", within)
            if many:
                return say("those ", name, " of ", within)
            one = "one" if word == "some" else "none" if word == "no" else word
            return say(one, spaced_name, " of ", within)
        thing = name if plain(name) == noun else say(noun, spaced_name)
        return say(head or ("the " if word == "all" else ""), thing, " of ", within)

    def _says_noun(self, within: Words, noun: str) -> bool:
        text = plain(within)
        return plural(noun) in text.replace(",", " ").split() or plural(noun) in text

    # -- the first by keys, sums over things -------------------------------------------------------------

    def _pick(self, expr: n.Pick) -> Words:
        bind = n.Bind(expr.name, expr.over, expr.span)
        keys = expr.by.keys if expr.by is not None else ()
        valued = [key for key in keys if key.value is not None]
        kept = any(self.uses(expr.name, key.value) for key in valued)
        if expr.word == "top":
            over = self.each(bind, expr.where, "all", kept)
            return say(over, " with ", self._key_words(keys, expr.name))
        text = self._first(bind, expr, kept)
        if valued:
            text = say(text, " with ", self._key_words(keys, expr.name))
        if expr.otherwise is not None:
            text = say(text, " (or, if there is none, ", self.value(expr.otherwise), ")")
        return text

    def _first(self, bind: n.Bind, expr: n.Pick, kept: bool) -> Words:
        told = self.each(bind, expr.where, "each", kept)
        text = plain(told)
        by_value = expr.by is not None and any(key.value is not None for key in expr.by.keys)
        start = "the " if by_value or expr.is_sure else "the first "
        if text.startswith("each "):
            first, *rest = told
            return say(start, (Run(first.text.removeprefix("each "), first.look, first.to),), tuple(rest))
        if text.startswith("the "):
            return told
        return say(start, "of ", told)

    def _key_words(self, keys: "tuple[n.Key, ...]", name: str = "") -> Words:
        told: list[Words] = []
        for key in keys:
            if key.value is None:
                told.append(say("the first as listed"))
            else:
                told.append(self.key_words(key, name))
        return joined(told, "; among equals ")

    def key_words(self, key: n.Key, name: str = "") -> Words:
        """A sort key as what one has, who is bound to ``name``: "the highest number of coins"."""
        if key.value is None:
            return say("the first place in the list")
        words = self.value(key.value)
        if (
            isinstance(key.value, n.Read)
            and isinstance(key.value.args[0], n.Name)
            and key.value.args[0].name == name
        ):
            phrase = self.np(key.value)
            if phrase.owner:
                return say(f"the {key.which} ", phrase.head)
        if isinstance(key.value, n.Fold) and key.value.word == "sorted":
            return say(
                f"the {key.which} smallest number, then the {key.which} second smallest and so on, of ", words
            )
        text = plain(words)
        if text.startswith("the ") and words:
            first, *rest = words
            return say(
                f"the {key.which} ",
                (Run(first.text.removeprefix("the "), first.look, first.to),),
                tuple(rest),
            )
        if isinstance(key.value, n.IfElse):
            return say(f"the {key.which} value of ", words)
        return say(f"the {key.which} ", words)

    def _fold(self, expr: n.Fold) -> Words:
        kept = any(self.uses(bind.name, expr.value) for bind in expr.overs.binds)
        each = self.all_of(expr.overs, "each", kept)
        many = self.all_of(expr.overs, "all", kept)
        value = self.inner(expr.value) if isinstance(expr.value, n.IfElse) else self.value(expr.value)
        match expr.word:
            case "sum":
                return say("the total of ", value, " over ", many)
            case "union":
                any_ = self.all_of(expr.overs, "any", kept)
                return say("whatever is ", self.belonging(expr.value), ", for ", any_)
            case "highest" | "lowest":
                told = say(f"the {expr.word} of ", value, " over ", many)
                if expr.otherwise is None:
                    return told
                return say(told, " (", self.value(expr.otherwise), " if there are none)")
            case "sorted":
                return say(value, " for ", each)
            case "bag":
                return say("as many of ", each, " as ", value)
            case "row":
                return say("for ", each, ": ", value)

    # -- groups and routes -------------------------------------------------------------------------------

    def way(self, expr: n.Group | n.Ways | n.Cheapest) -> Words:
        """What a group or a route is."""
        match expr:
            case n.Group(spaces=spaces, step=step):
                return say(
                    "those of ", self.value(spaces), " that hang together with ", self.value(expr.of),
                    ", step by step from a space to ", self.value(step.near), ", without leaving them",
                )  # fmt: skip
            case n.Ways(start=start, step=step, through=through):
                passed = [self._through(one) for one in through]
                over = (
                    say(" that passes one space or more, each of them ", joined(passed, ", or "))
                    if passed
                    else say("")
                )
                return say(
                    "all spaces to which a way leads from ", self.value(start), over,
                    "; each step leads from a space to ", self.value(step.near),
                )  # fmt: skip
            case n.Cheapest(start=start, to=to, step=step, price=price, toll=toll):
                cost = say("every step costs ", self.value(price)) if price is not None else say("")
                if toll is not None:
                    cost = say("every space passed on the way costs ", self.value(toll.near))
                return say(
                    "what the cheapest way from ", self.value(start), " to ", self.value(to), " costs; ",
                    "a step leads from a space to ", self.value(step.near), ", and ", cost,
                )  # fmt: skip

    def _through(self, one: n.Through) -> Words:
        most = "any number" if one.most is None else say(self.value(one.most), " at most")
        return say("one of ", self.value(one.spaces), " (", one.name.replace("_", " "), ": ", most, ")")
