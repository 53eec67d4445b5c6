"""Names and readings as nouns: `armies(q)` is "the armies on q", `chips(me)` "your chips"."""

from collections.abc import Mapping
from dataclasses import replace

from interpreter.check.kinds import BagOf, Flag, Kind, ListOf, MapOf, Maybe, Member, Number, SetOf
from interpreter.check.world import PLAYER, Builtin, Column, Component, KindSet, One, Option, Ref, Term, Var
from interpreter.draw.prose.english import (
    begins_with_place,
    is_adjective,
    is_agent,
    is_container,
    is_place_word,
    is_plural,
    is_verb,
    leads_on,
    of_many,
    plural,
    spaced,
    with_article,
)
from interpreter.draw.prose.naming import Base, NounPhrase
from interpreter.draw.prose.words import NO_WORDS, Run, Words, joined, listed, say
from interpreter.syntax import nodes as n

THE = say("the")


class Reads(Base):
    """Tells names and readings."""

    def np(self, expr: n.Expr) -> NounPhrase:
        """An expression as a noun with its determiner."""
        if isinstance(expr, n.Name):
            return self._name(expr)
        if isinstance(expr, n.Read):
            return self._read(expr)
        return NounPhrase(NO_WORDS, self.value(expr), self.is_set(self.kind(expr)))

    # -- names alone ---------------------------------------------------------------------------------------

    def _name(self, expr: n.Name) -> NounPhrase:
        ref, kind = self.ref(expr), self.kind(expr)
        match ref:
            case Var(role="me"):
                return NounPhrase(NO_WORDS, say("you"), is_you=True)
            case Var():
                return NounPhrase(NO_WORDS, self.variable(expr.name), self.is_set(ref.kind))
            case One(kind=Member(domain=domain)):
                to = self.kind_address(domain)
                return NounPhrase(NO_WORDS, (Run(spaced(expr.name), "", to),))
            case KindSet():
                words = (Run(plural(self.of_name(expr)), "", self.kind_address(expr.name)),)
                return NounPhrase(say("all"), words, many=True)
            case Builtin(name="player_count"):
                return NounPhrase(THE, say("number of players"))
            case Builtin(name="round"):
                return NounPhrase(THE, say("number of the round"))
            case Option():
                return NounPhrase(THE, say("option ", self.label(expr.name, ref)))
            case None if self.is_me(expr):
                return NounPhrase(NO_WORDS, say("you"), is_you=True)
            case None:
                return NounPhrase(NO_WORDS, self.variable(expr.name), self.is_set(kind))
            case _:
                return self.named(expr.name, ref, kind, ())

    def of_name(self, expr: n.Expr) -> str:
        """One member of a kind that is named: of "Domino: 1..4" a domino."""
        kind = getattr(self.ref(expr), "kind", None)
        return (
            spaced(expr.name).lower()
            if isinstance(expr, n.Name) and isinstance(kind, Number)
            else self.noun(kind)
        )

    def named(self, name: str, ref: Ref | None, kind: Kind | None, args: "tuple[n.Expr, ...]") -> NounPhrase:
        """A component, a column or a term with what it is read with."""
        words, label = spaced(name), self.label(name, ref)
        leads = _leads(ref, args)
        args = tuple(one for one in args if not (isinstance(one, n.Word) and one.word == "none"))
        single = kind.of if isinstance(kind, Maybe) else kind
        if args and isinstance(single, Member) and self.is_deed(words, ref):
            you = self.is_me(args[0])
            verb = (Run(of_many(words) if you else words, "", label[0].to),)
            return NounPhrase(NO_WORDS, say("what ", self.value(args[0]), " ", verb, self._further(args[1:])))
        if args and isinstance(single, Member) and is_place_word(words):
            return NounPhrase(
                THE,
                say(self.noun(single), " ", label, " ", self.value(args[0]), self._further(args[1:], leads)),
            )
        if isinstance(kind, SetOf) and kind.of is not None:
            found = self._set_named(words, label, kind, args)
            if found is not None:
                return found
        if is_container(words) and args and self.is_place(self.kind(args[0])):
            many = isinstance(kind, BagOf | SetOf | ListOf)
            return NounPhrase(
                NO_WORDS, say("what ", (Run("lies", "", label[0].to),), " on ", self.value(args[0])), many
            )
        many = self.is_many(name, kind)
        if not args:
            return NounPhrase(THE, label, many)
        return self.owned(label, args, many, self._between(words, ref, args), leads)

    def is_deed(self, words: str, ref: Ref | None) -> bool:
        """Whether a word for one thing looks like a verb: what a power makes."""
        return isinstance(ref, Component | Column | Term) and is_plural(words) and is_verb(words)

    def _between(self, words: str, ref: Ref | None, args: "tuple[n.Expr, ...]") -> str:
        """The word between what is read and the first thing it is read with."""
        if leads_on(words) or is_place_word(words):
            return " "
        lies = isinstance(ref, Component) and self.is_place(self.kind(args[0])) and not is_agent(words)
        return " on " if lies else " of "

    def owned(
        self,
        label: Words,
        args: "tuple[n.Expr, ...]",
        many: bool = False,
        between: str = " of ",
        leads: Mapping[int, str] | None = None,
    ) -> NounPhrase:
        """Something of the first argument: "your chips", "p's chips for red", "the terrain of T01"."""
        first, rest = args[0], args[1:]
        head = say(label, self._further(rest, leads))
        if self.is_me(first):
            return NounPhrase(say("your"), head, many, say("you"), is_you=True)
        if self.kind(first) == PLAYER and isinstance(first, n.Name) and between == " of ":
            owner = self.value(first)
            return NounPhrase(say(owner, "'s"), head, many, owner)
        return NounPhrase(THE, say(label, between, self.value(first), self._further(rest, leads)), many)

    def _further(self, rest: "tuple[n.Expr, ...]", leads: Mapping[int, str] | None = None) -> Words:
        """What else it is read with; ``leads`` are the words before some, by the identity of these."""
        led = [one for one in rest if leads and id(one) in leads]
        if led and leads:
            others = tuple(one for one in rest if id(one) not in leads)
            behind = [part for one in led for part in (f" {leads[id(one)]} ", self.value(one))]
            return say(self._further(others), *behind)
        if not rest:
            return NO_WORDS
        if all(isinstance(one, n.Int) for one in rest):
            return say(" ", listed([self.value(one) for one in rest]))
        word = "with" if all(self.is_set(self.kind(one)) for one in rest) else "for"
        return say(f" {word} ", listed([self.value(one) for one in rest]))

    def _set_named(
        self, words: str, label: Words, kind: SetOf, args: "tuple[n.Expr, ...]"
    ) -> NounPhrase | None:
        """A set that is named by what its members are: "the free cells", "the lands near T01"."""
        things, to = self.nouns(kind.of), label[0].to
        if is_place_word(words) and args:
            if is_adjective(words) and words != "near":
                return None
            *before, last = args
            head = say(things, " ", label, " ", self.value(last))
            return NounPhrase(THE, say(head, self._further(tuple(before))), many=True)
        if leads_on(words) and args and is_plural(words.split()[0]):
            return NounPhrase(THE, say(label, " ", self.value(args[0]), self._further(args[1:])), many=True)
        if leads_on(words) and args:
            *before, last = args
            if before and self.kind(before[0]) == PLAYER:
                head = say(
                    things,
                    " ",
                    label,
                    " ",
                    self.value(last),
                    " for ",
                    listed([self.value(one) for one in before]),
                )
            else:
                head = say(things, " ", label, " ", listed([self.value(one) for one in args]))
            return NounPhrase(THE, head, many=True)
        if words.startswith(("had ", "has ")) and not args:
            return NounPhrase(
                THE, say(things, " that had ", (Run(with_article(words[4:]), "", to),)), many=True
            )
        if begins_with_place(words) and len(args) == 2 and self.kind(args[0]) == PLAYER:
            head = say(things, " ", label, " of ", self.value(args[1]), " for ", self.value(args[0]))
            return NounPhrase(THE, head, many=True)
        if begins_with_place(words):
            head = say(things, " ", label)
            return NounPhrase(
                THE,
                say(head, " of " if args else "", listed([self.value(a) for a in args]) if args else ""),
                many=True,
            )
        if is_adjective(words):
            adjective = (Run(f"{words} {things}", "", to),)
            return self.owned(adjective, args, many=True) if args else NounPhrase(THE, adjective, many=True)
        return None

    # -- readings ------------------------------------------------------------------------------------------

    def _read(self, expr: n.Read) -> NounPhrase:
        ref, kind, args = self.ref(expr), self.kind(expr), expr.args
        if isinstance(ref, Builtin):
            return self.builtin(expr)
        board = self._board_word(expr) if isinstance(ref, Column) else None
        if board is not None:
            return board
        own = self._own_args(ref, len(args))
        if own < len(args):
            return self._inside(expr, ref, args[:own], args[own:])
        if isinstance(ref, Var):
            return self.owned(self.variable(expr.name), args, isinstance(ref.kind, SetOf | BagOf), " for ")
        return self.named(expr.name, ref, kind, args)

    def _own_args(self, ref: Ref | None, given: int) -> int:
        """How many arguments are keys of the word itself; what is behind looks into its value."""
        match ref:
            case Component(keys=keys) | Column(keys=keys):
                return len(keys)
            case Term(params=params):
                return len(params)
            case Var(kind=MapOf(keys=keys)):
                return len(keys)
            case Var():
                return 0
            case _:
                return given

    def _inside(
        self, expr: n.Read, ref: Ref | None, own: "tuple[n.Expr, ...]", rest: "tuple[n.Expr, ...]"
    ) -> NounPhrase:
        """How many of a thing lie in a bag, what lies at a place of a list, or what a map holds."""
        inner = getattr(ref, "kind", None)
        whole = (
            self.variable(expr.name)
            if isinstance(ref, Var) and not own
            else self.named(expr.name, ref, inner, own).words
        )
        if isinstance(inner, MapOf):
            inner = inner.value
        if isinstance(inner, BagOf):
            return NounPhrase(THE, say("number of ", self.value(rest[0]), " in ", whole))
        if isinstance(inner, ListOf):
            return NounPhrase(THE, say("thing at place ", self.value(rest[0]), " from the top of ", whole))
        return NounPhrase(NO_WORDS, say(whole, " at ", listed([self.value(one) for one in rest])))

    def _board_word(self, expr: n.Read) -> NounPhrase | None:
        """The words that are printed on every board."""
        ref, args = self.ref(expr), expr.args
        assert isinstance(ref, Column)
        form = self.world.domains[ref.owner].form if ref.owner in self.world.domains else ""
        if form not in {"cells", "lines", "windows", "directions"} or expr.name in self._declared():
            return None
        first = self.value(args[0])
        things = self.nouns(self.kind(expr))
        match expr.name:
            case "beside":
                return NounPhrase(THE, say(things, " beside ", first), many=True)
            case "diagonal":
                return NounPhrase(THE, say(things, " diagonally beside ", first), many=True)
            case "around":
                return NounPhrase(THE, say(things, " around ", first), many=True)
            case "step":
                return NounPhrase(
                    THE, say(f"next {self.noun(self.kind(expr))} from ", first, " ", self.towards(args[1]))
                )
            case "ray":
                return NounPhrase(
                    THE, say(things, " from ", first, " to the edge ", self.towards(args[1])), many=True
                )
            case "opposite":
                return NounPhrase(THE, say("direction opposite to ", first))
            case "cells":
                return NounPhrase(THE, say(things, " of ", first), many=True)
            case "cell":
                return NounPhrase(
                    THE, say(f"{self.noun(self.kind(expr))} at ", self.value(args[1]), " of ", first)
                )
            case "turned" if len(args) == 2:
                return NounPhrase(
                    NO_WORDS, say(first, " turned clockwise by ", self.value(args[1]), " steps")
                )
            case "turned":
                return NounPhrase(NO_WORDS, say(first, " after half a turn"))
            case _:
                return None

    def _declared(self) -> set[str]:
        return {column.head.name for kind in self.world.ruleset.kinds.values() for column in kind.has}

    def towards(self, direction: n.Expr) -> Words:
        """A direction behind a way."""
        compass = {
            "n": "north", "ne": "north-east", "e": "east", "se": "south-east", "s": "south",
            "sw": "south-west", "w": "west", "nw": "north-west",
        }  # fmt: skip
        if isinstance(direction, n.Name) and isinstance(self.ref(direction), One):
            return say("to the ", compass.get(direction.name, direction.name))
        return say("in direction ", self.value(direction))

    # -- built-in words --------------------------------------------------------------------------------------

    def builtin(self, expr: n.Read) -> NounPhrase:
        """A reading of a word of the language."""
        args = expr.args
        one = args[0]
        first = self.value(one)
        match expr.name:
            case "size":
                return self.size(one)
            case "kinds":
                return NounPhrase(THE, say(f"different {self.nouns(self.kind(one))} in ", first), many=True)
            case "min":
                return NounPhrase(THE, say("smaller of ", self.inner(one), " and ", self.inner(args[1])))
            case "max":
                return NounPhrase(THE, say("larger of ", self.inner(one), " and ", self.inner(args[1])))
            case "next":
                return NounPhrase(THE, say(f"{self.noun(self.kind(expr))} listed after ", first))
            case "previous":
                return NounPhrase(THE, say(f"{self.noun(self.kind(expr))} listed before ", first))
            case "last":
                return NounPhrase(THE, say("last ", self.noun(self.kind(expr))))
            case "left":
                return NounPhrase(THE, say("next player clockwise after ", first))
            case "right":
                return NounPhrase(THE, say("next player counter-clockwise after ", first))
            case "other":
                if self.is_me(one):
                    return NounPhrase(say("your"), say("opponent"), owner=say("you"), is_you=True)
                return NounPhrase(THE, say("opponent of ", first))
            case "seats_after":
                return NounPhrase(
                    THE, say("number of seats from ", self.value(args[1]), " clockwise to ", first)
                )
            case "along":
                way = self.towards(args[1])
                things = self.nouns(self.kind(expr))
                return NounPhrase(
                    THE,
                    say(
                        f"{things} next in line from ",
                        first,
                        " ",
                        way,
                        " as long as they are ",
                        self.belonging(args[2]),
                    ),
                    many=True,
                )
            case "beyond":
                thing = self.noun(self.kind(expr))
                return NounPhrase(
                    THE,
                    say(
                        f"first {thing} from ",
                        first,
                        " ",
                        self.towards(args[1]),
                        " that is not ",
                        self.belonging(args[2]),
                    ),
                )
            case "linked":
                within = self.value(args[1])
                return NounPhrase(
                    THE,
                    say("part of ", within, " that hangs together, side by side, with ", first),
                    many=True,
                )
            case "promised":
                return NounPhrase(NO_WORDS, say("what is promised out of ", first))
            case "public":
                return NounPhrase(NO_WORDS, say(first, " (told to everybody)"))
            case "shown":
                return NounPhrase(NO_WORDS, say("whether ", first, " is shown"))
            case name:
                return NounPhrase(
                    THE, say(f"{spaced(name)} of ", joined([self.value(a) for a in args], " and "))
                )

    def size(self, of: n.Expr) -> NounPhrase:
        """How many things there are of something."""
        phrase = self.np(of)
        if isinstance(self.ref(of), Var):
            return NounPhrase(THE, say(f"number of {self.nouns(self.kind(of))} in ", phrase.words))
        if isinstance(of, n.Name | n.Read) and phrase.many:
            if phrase.owner:
                return NounPhrase(THE, say("number of ", phrase.words))
            return NounPhrase(
                THE, say("number of ", phrase.head if phrase.det in {THE, say("all")} else phrase.words)
            )
        if isinstance(of, n.Name | n.Read):
            return NounPhrase(THE, say(f"number of {self.nouns(self.kind(of))} in ", phrase.words))
        return NounPhrase(THE, say("number of ", self._without_all(phrase.words)))

    def _without_all(self, words: Words) -> Words:
        """``all players`` as what there is a number of."""
        if not words or not words[0].text.startswith("all "):
            return words
        return ((replace(words[0], text=words[0].text.removeprefix("all "))), *words[1:])

    def inner(self, expr: n.Expr) -> Words:
        """A value inside a longer one: in brackets where it would not be clear where it ends."""
        told = self.value(expr)
        if isinstance(expr, n.Arith | n.IfElse | n.Pick | n.Fold | n.Quantified):
            return say("(", told, ")")
        return told

    def belonging(self, of: n.Expr) -> Words:
        """Behind "is": that something belongs to a set: "free", "one of your pieces", "in the deck"."""
        match of:
            case n.SetOf(items=items):
                return listed([self.value(one) for one in items], "or")
            case n.SpanOf(low=low, high=high):
                return say("from ", self.value(low), " to ", self.value(high))
            case n.Arith(op="+", left=left, right=right):
                return say(self.belonging(left), " or ", self.belonging(right))
            case n.Arith(op="-", left=left, right=right):
                return say(self.belonging(left), " but not ", self.belonging(right))
            case n.Arith(op="&", left=left, right=right):
                return say("both ", self.belonging(left), " and ", self.belonging(right))
            case _:
                pass
        ref, kind = self.ref(of), self.kind(of)
        if isinstance(ref, KindSet):
            thing = self.of_name(of)
            return say(
                "an " if thing[:1] in "aeiou" else "a ",
                (Run(thing, "", self.kind_address(of.name if isinstance(of, n.Name) else "")),),
            )
        words = spaced(of.name) if isinstance(of, n.Name) else ""
        if words and isinstance(ref, Component | Term) and (is_adjective(words) or begins_with_place(words)):
            return self.label(words, ref)
        if isinstance(kind, Member | Number | Flag) or (
            isinstance(kind, Maybe) and not isinstance(ref, Component)
        ):
            return self.value(of)
        phrase = self.np(of)
        if phrase.many and isinstance(kind, SetOf) and not isinstance(ref, Var):
            return say("one of ", phrase.words)
        return say("in ", phrase.words)


def _leads(ref: Ref | None, args: "tuple[n.Expr, ...]") -> dict[int, str]:
    """The words that lead on to values: a parameter `but_for` is read "but for …"."""
    if not isinstance(ref, Term):
        return {}
    named = ((arg, spaced(param.name)) for param, arg in zip(ref.params, args, strict=False))
    return {id(arg): words for arg, words in named if leads_on(words)}
