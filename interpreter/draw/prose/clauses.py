"""Conditions as clauses: `tile(s) = none` is "s has no tile", `me in ready` "you are ready"."""

from dataclasses import dataclass, replace

from interpreter.check.kinds import Flag, Kind, Maybe, Member, SetOf
from interpreter.check.world import PLAYER, Builtin, Column, Component, Option, Ref, Term, Var
from interpreter.draw.prose.english import (
    is_adjective,
    is_agent,
    is_container,
    is_place_word,
    is_verb,
    leads_on,
    of_many,
    spaced,
    with_article,
)
from interpreter.draw.prose.reads import THE, Reads
from interpreter.draw.prose.words import NO_WORDS, Words, joined, listed, plain, say
from interpreter.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Clause:
    """A subject and what is said of it. ``verb`` is that of one thing ("is", "has", "attacks").

    ``about`` is the bound name that is the subject; or the one that the subject belongs to, whose
    ``possessed`` it is: "whose terrain is hill".
    """

    subject: Words
    verb: str
    rest: Words
    many: bool = False
    about: str = ""
    possessed: Words = ()
    negative: bool = False


class Clauses(Reads):
    """Tells conditions."""

    def condition(self, expr: n.Expr, negated: bool = False) -> Words:
        """A condition as a clause, or its contrary."""
        decided = self.decided(expr)
        if decided is not None:
            return say("this always holds" if decided != negated else "this never holds")
        match expr:
            case n.Not(inner=inner):
                return self.condition(inner, not negated)
            case n.Logic():
                return self._logic(expr, negated)
            case n.IfElse(test=test, then=then, other=other):
                return self._case(test, then, other, negated)
            case n.Quantified(word="some" | "no" | "every"):
                return self._quantified(expr, negated)
            case n.Compare(left=left, right=right, op="=" | "!=" as op) if self._is_flag(left):
                return self._same_truth(left, right, (op == "!=") != negated)
            case n.Read(name="public", args=(inner,)) if isinstance(self.ref(expr), Builtin):
                return say(self.condition(inner, negated), " (told to everybody)")
        clause = self.clause(expr)
        if clause is None:
            return say("it does not hold that " if negated else "", self.value(expr))
        return self.told(clause, negated)

    def told(self, clause: Clause, negated: bool = False) -> Words:
        """A clause as a whole."""
        you = plain(clause.subject) == "you"
        return say(clause.subject, " ", self._predicate(clause, negated, clause.many or you))

    def _predicate(self, clause: Clause, negated: bool, many: bool) -> Words:
        verb = of_many(clause.verb) if many else clause.verb
        rest = say(" ", clause.rest) if clause.rest else NO_WORDS
        if negated == clause.negative:
            return say(verb, rest)
        if clause.verb in {"is", "can", "must"}:
            return say(f"{verb} not", rest)
        return say(f"{'do' if many else 'does'} not {of_many(clause.verb)}", rest)

    def relative(
        self, name: str, cond: n.Expr, many: bool, of_player: bool, negated: bool = False
    ) -> Words | None:
        """A condition as what is said of things without their name: "whose terrain is hill".

        None where it speaks of the name in another way.
        """
        match cond:
            case n.Not(inner=inner):
                return self.relative(name, inner, many, of_player, not negated)
            case n.Logic(op=op, left=left, right=right):
                both = (self.decided(left), self.decided(right))
                if both != (None, None):
                    return None
                parts = [self.relative(name, one, many, of_player, negated) for one in (left, right)]
                if parts[0] is None or parts[1] is None:
                    return None
                return say(parts[0], " and " if (op == "and") != negated else " or ", parts[1])
            case _:
                pass
        if self.decided(cond) is not None:
            return None
        clause = self.clause(cond)
        if clause is None or clause.about != name:
            return None
        if clause.possessed:
            return say("whose ", clause.possessed, " ", self._predicate(clause, negated, clause.many))
        return say("who " if of_player else "that ", self._predicate(clause, negated, many))

    # -- compound conditions -------------------------------------------------------------------------------

    def _logic(self, expr: n.Logic, negated: bool) -> Words:
        op = expr.op if not negated else ("or" if expr.op == "and" else "and")
        parts = [one for one in self._flat(expr, expr.op) if self.decided(one) is None]
        told = [self.condition(one, negated) for one in parts]
        if len(told) == 1:
            return told[0]
        mixed = any(self._is_compound(one) for one in parts)
        if op == "or":
            return say("either ", joined(told, ", or else " if mixed else " or "))
        return joined(told, ", and ") if mixed else listed(told)

    def _is_compound(self, expr: n.Expr) -> bool:
        match expr:
            case n.Logic() | n.IfElse():
                return True
            case n.Not(inner=inner):
                return self._is_compound(inner)
            case n.Quantified():
                return True
            case _:
                return False

    def _flat(self, expr: n.Expr, op: str) -> list[n.Expr]:
        """The parts of a chain of one operator."""
        if isinstance(expr, n.Logic) and expr.op == op:
            return [*self._flat(expr.left, op), *self._flat(expr.right, op)]
        return [expr]

    def _case(self, test: n.Expr, then: n.Expr, other: n.Expr, negated: bool) -> Words:
        held = self.decided(test)
        if held is not None:
            return self.condition(then if held else other, negated)
        return say(
            "if ", self.condition(test), " then ", self.condition(then, negated),
            ", otherwise ", self.condition(other, negated),
        )  # fmt: skip

    def _same_truth(self, left: n.Expr, right: n.Expr, negated: bool) -> Words:
        settled = self.decided(right)
        if settled is not None:
            return self.condition(left, settled == negated)
        word = " exactly if it is not so that " if negated else " exactly if "
        return say(self.condition(left), word, self.condition(right))

    def _is_flag(self, expr: n.Expr) -> bool:
        return isinstance(self.kind(expr), Flag)

    def _quantified(self, expr: n.Quantified, negated: bool) -> Words:
        binds = expr.overs.binds
        if expr.word == "every":
            assert expr.has is not None
            over = self.all_of(expr.overs, "every")
            if negated:
                return say("not for ", over, " it holds that ", self.condition(expr.has))
            if len(binds) == 1:
                relative = self.relative(
                    binds[0].name, expr.has, many=False, of_player=self._player(binds[0])
                )
                clause = self.clause(expr.has)
                if relative is not None and clause is not None and not clause.possessed:
                    return say(
                        self.all_of(expr.overs, "every", kept=False),
                        " ",
                        self._predicate(clause, False, False),
                    )
            return say("for ", over, ", ", self.condition(expr.has))
        there_is = (expr.word == "some") != negated
        kept = len(binds) > 1
        over = self.all_of(expr.overs, "some" if there_is else "no", kept)
        return say("there is ", over)

    def _player(self, bind: n.Bind) -> bool:
        kind = self.kind(bind.over)
        return isinstance(kind, SetOf | Maybe) and kind.of == PLAYER

    def all_of(self, overs: n.Overs, word: str, kept: bool = True) -> Words:
        """All bound names with what they run over."""
        *before, last = overs.binds
        if before and overs.where is not None and self.decided(overs.where) is not True:
            told = [self.each(bind, None, word, kept=True) for bind in overs.binds]
            return say(
                joined(told, " with " if word == "no" else " and "),
                " such that ",
                self.condition(overs.where),
            )
        told = [self.each(bind, None, word, kept=True) for bind in before]
        told.append(self.each(last, overs.where, word, kept or bool(before)))
        between = " and " if word != "no" else " with "
        return joined(told, between)

    # -- single conditions -----------------------------------------------------------------------------------

    def clause(self, expr: n.Expr) -> Clause | None:
        """A condition that is one clause; None for any other."""
        match expr:
            case n.Name() | n.Read() if self._is_flag(expr):
                return self._flag(expr)
            case n.Compare(left=left):
                return None if self._is_flag(left) else self._compare(expr)
            case n.In(item=item, of=of, negated=negated):
                found = self._of(item)
                return self._turned(replace(found, verb="is", rest=self.belonging(of)), negated)
            case n.IsEmpty(of=of, negated=negated):
                return self._empty(of, negated)
            case _:
                return None

    def _turned(self, clause: Clause, negated: bool) -> Clause:
        if not negated:
            return clause
        return replace(clause, negative=not clause.negative)

    def _of(self, expr: n.Expr) -> Clause:
        """A clause about an expression, of which nothing is said yet."""
        phrase = self.np(expr)
        name = expr.name if isinstance(expr, n.Name) and isinstance(self.ref(expr), Var | None) else ""
        if name or not isinstance(expr, n.Read) or len(expr.args) != 1:
            return Clause(phrase.words, "is", NO_WORDS, phrase.many, name)
        ref, arg = self.ref(expr), expr.args[0]
        plain_read = (
            isinstance(ref, Component | Column | Term) and isinstance(arg, n.Name) and not self.is_me(arg)
        )
        words = spaced(expr.name)
        if not plain_read or is_container(words) or is_place_word(words) or leads_on(words):
            return Clause(phrase.words, "is", NO_WORDS, phrase.many)
        assert isinstance(arg, n.Name)
        label = self.label(expr.name, ref)
        if phrase.many and plain(phrase.head) != words and isinstance(self.kind(expr), SetOf):
            return Clause(phrase.words, "is", NO_WORDS, phrase.many)
        about = arg.name if isinstance(self.ref(arg), Var) else ""
        return Clause(phrase.words, "is", NO_WORDS, phrase.many, about, label if about else NO_WORDS)

    def _compare(self, expr: n.Compare) -> Clause:
        op, left, right = expr.op, expr.left, expr.right
        if isinstance(right, n.Word) and right.word == "none":
            return self._none(left, op == "!=")
        if isinstance(left, n.Word) and left.word == "none":
            return self._none(right, op == "!=")
        kind = self.kind(left)
        if op in {"=", "!="}:
            return self._turned(self._equal(left, right, kind), op == "!=")
        found = self._of(left)
        if self.is_set(kind):
            words = {"<=": "within", "<": "within, and less than,", ">=": "all of", ">": "more than"}[op]
            if op == ">=":
                return replace(found, verb="includes", rest=self.value(right))
            return replace(found, rest=say(f"{words} ", self.value(right)))
        words = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}[op]
        return replace(found, rest=say(f"{words} ", self.value(right)))

    def _equal(self, left: n.Expr, right: n.Expr, kind: Kind | None) -> Clause:
        inner = kind.of if isinstance(kind, Maybe) else kind
        ref = self.ref(left)
        option = isinstance(ref, Option)
        if option:
            return Clause(self.np(left).words, "is", say("“", self.value(right), "”"))
        if inner == PLAYER and isinstance(left, n.Read) and isinstance(ref, Component | Column | Term):
            special = self._held(left, right, ref)
            if special is not None:
                return special
        if (
            isinstance(left, n.Read)
            and isinstance(ref, Component)
            and is_container(spaced(left.name))
            and self.is_place(self.kind(left.args[0]))
        ):
            cell = left.args[0]
            about = cell.name if isinstance(cell, n.Name) and isinstance(self.ref(cell), Var) else ""
            return Clause(self.value(cell), "holds", self.value(right), about=about)
        if self.is_me(left):
            return Clause(say("you"), "is", self.value(right))
        if isinstance(left, n.Name) and self.is_token(left):
            about = (
                right.name
                if isinstance(right, n.Name) and isinstance(self.ref(right), Var) and not self.is_me(right)
                else ""
            )
            return Clause(self.value(right), "has", say("the ", self.label(left.name, ref)), about=about)
        return replace(self._of(left), rest=self.value(right))

    def _held(self, left: n.Read, right: n.Expr, ref: Ref | None) -> Clause | None:
        """A place whose value is a player: the piece on it is theirs, or it is held by them."""
        words = spaced(left.name)
        cell = left.args[0]
        about = cell.name if isinstance(cell, n.Name) and isinstance(self.ref(cell), Var) else ""
        if words == "owner":
            return Clause(self.value(cell), "belongs", say("to ", self.value(right)), about=about)
        if self.is_deed(words, ref):
            return Clause(self.value(cell), words, self.value(right), about=about)
        if leads_on(words):
            return Clause(
                self.value(cell),
                "is",
                say(self.label(left.name, self.ref(left)), " ", self.value(right)),
                about=about,
            )
        if is_adjective(words) and isinstance(ref, Component):
            return Clause(
                self.value(cell),
                "is",
                say(self.label(left.name, self.ref(left)), " by ", self.value(right)),
                about=about,
            )
        if is_agent(words) or not (isinstance(ref, Component) and self.is_place(self.kind(cell))):
            return None
        return replace(self._of(left), rest=self.theirs(right))

    def is_token(self, expr: n.Expr) -> bool:
        """Whether it is a place that says which player something belongs to: "the turn"."""
        if not isinstance(expr, n.Name) or not isinstance(self.ref(expr), Component):
            return False
        kind = self.kind(expr)
        words = spaced(expr.name)
        inner = kind.of if isinstance(kind, Maybe) else kind
        return inner == PLAYER and not is_agent(words) and not is_adjective(words)

    def theirs(self, player: n.Expr) -> Words:
        """``yours``, ``P1's``."""
        if self.is_me(player):
            return say("yours")
        if isinstance(player, n.Name):
            return say(self.value(player), "'s")
        return say("that of ", self.value(player))

    def _none(self, left: n.Expr, there: bool) -> Clause:
        word = "a" if there else "no"
        if (
            isinstance(left, n.Name)
            and isinstance(self.ref(left), Component | Term)
            and is_adjective(spaced(left.name))
        ):
            what = self.label(left.name, self.ref(left))
            return Clause(say("something" if there else "nothing"), "is", what)
        if isinstance(left, n.Read) and isinstance(self.ref(left), Component | Term | Column):
            first, words = left.args[0], spaced(left.name)
            about = first.name if isinstance(first, n.Name) and isinstance(self.ref(first), Var) else ""
            if words == "owner":
                return Clause(
                    self.value(first), "belongs", say("to somebody" if there else "to nobody"), about=about
                )
            if is_container(words):
                return Clause(self.value(first), "is", say("empty"), about=about, negative=there)
            if self.is_deed(words, self.ref(left)):
                verb = say("something" if there else "nothing")
                return Clause(self.value(first), words, say(verb, self._further(left.args[1:])), about=about)
            if is_adjective(words):
                rest = say(
                    "not " if not there else "",
                    self.label(left.name, self.ref(left)),
                    " by anybody" if self._by(left) else "",
                )
                return Clause(self.value(first), "is", rest, about=about)
            if leads_on(words) and self._by(left):
                rest = say(self.label(left.name, self.ref(left)), " somebody" if there else " nobody")
                return Clause(self.value(first), "is", rest, about=about)
            if (is_verb(words) and not self.is_many(left.name, self.kind(left))) or leads_on(words):
                said = self.value(left)
                return Clause(said, "is", say("something" if there else "nothing"))
            label = self.label(left.name, self.ref(left))
            article = with_article(words).removesuffix(words) if there else "no "
            return Clause(
                self.value(first), "has", say(article, label, self._further(left.args[1:])), about=about
            )
        if isinstance(left, n.Name) and isinstance(self.ref(left), Component | Term):
            label = self.label(left.name, self.ref(left))
            article = with_article(spaced(left.name)).removesuffix(spaced(left.name)) if there else f"{word} "
            return Clause(say("there"), "is", say(article, label))
        return replace(self._of(left), rest=say("something" if there else "nothing"))

    def _by(self, left: n.Read) -> bool:
        kind = self.kind(left)
        return isinstance(kind, Maybe) and kind.of == PLAYER

    def _empty(self, of: n.Expr, there: bool) -> Clause:
        if isinstance(of, n.Arith) and of.op == "&":
            word = "some" if there else "none"
            return Clause(say(f"{word} of ", self.value(of.left)), "is", self.belonging(of.right), many=there)
        phrase = self.np(of)
        if isinstance(of, n.Name | n.Read) and phrase.many and not isinstance(self.ref(of), Var):
            word = "some " if there else "no "
            if phrase.owner:
                first = of.args[0] if isinstance(of, n.Read) else None
                about = (
                    first.name
                    if isinstance(first, n.Name)
                    and isinstance(self.ref(first), Var)
                    and not self.is_me(first)
                    else ""
                )
                return Clause(phrase.owner, "has", say(word, phrase.head), about=about)
            return Clause(say("there"), "is", say(word, phrase.head), many=True)
        clause = self._of(of)
        return replace(clause, rest=say("empty"), negative=there)

    # -- flags -----------------------------------------------------------------------------------------------

    def _flag(self, expr: n.Name | n.Read) -> Clause:
        ref = self.ref(expr)
        if isinstance(ref, Option):
            return Clause(say(THE, " option ", self.label(expr.name, ref)), "is", say("on"))
        args = expr.args if isinstance(expr, n.Read) else ()
        if isinstance(ref, Builtin) and expr.name == "shown":
            return replace(self._of(args[0]), rest=say("shown"))
        label = self.variable(expr.name) if isinstance(ref, Var) else self.label(expr.name, ref)
        words = plain(label).split()
        if not args:
            return self._bare_flag(expr, label, words)
        first, rest = args[0], args[1:]
        about = first.name if isinstance(first, n.Name) and not self.is_me(first) else ""
        subject = self.value(first)
        text = " ".join(words[1:])
        linked = (replace(label[0], text=text),) if text else NO_WORDS
        if words[0] in {"is", "has", "can", "may", "must"} and text:
            if words[0] == "has":
                linked = (replace(label[0], text=with_article(text)),)
            return Clause(subject, words[0], say(linked, self._with(rest)), about=about)
        if is_place_word(words[-1]) and len(words) > 1:
            thing = (replace(label[0], text=with_article(" ".join(words[:-1])) + f" {words[-1]}"),)
            return Clause(say("there"), "is", say(thing, " ", listed([self.value(one) for one in args])))
        if is_verb(" ".join(words)) and (len(words) == 1 or is_adjective(words[-1])):
            tail = say(linked, " " if linked and rest else "", self._object(args)) if rest else linked
            return Clause(subject, words[0], tail, about=about)
        if is_adjective(words[-1]) or leads_on(" ".join(words)):
            if rest and self._alike(args) and not leads_on(" ".join(words)):
                return Clause(listed([self.value(one) for one in args]), "is", label, many=True)
            return Clause(subject, "is", say(label, self._with(rest, leads_on(" ".join(words)))), about=about)
        if not rest:
            return Clause(
                subject, "is", (replace(label[0], text=with_article(" ".join(words))),), about=about
            )
        return Clause(
            (replace(label[0], text=f"“{' '.join(words)}”"),),
            "holds",
            say("for ", listed([self.value(one) for one in args])),
        )

    def _bare_flag(self, expr: n.Name | n.Read, label: Words, words: list[str]) -> Clause:
        if len(words) > 1 and is_adjective(words[-1]) and not isinstance(self.ref(expr), Var):
            thing = (replace(label[0], text=" ".join(words[:-1])),)
            return Clause(say("the ", thing), "is", say(words[-1]), about=expr.name)
        if is_adjective(words[0]) and len(words) == 1:
            return Clause(say("it"), "is", label)
        return Clause((replace(label[0], text=f"“{' '.join(words)}”"),), "holds", NO_WORDS)

    def _with(self, rest: "tuple[n.Expr, ...]", leads: bool = False) -> Words:
        if not rest:
            return NO_WORDS
        return say(" " if leads else " with ", listed([self.value(one) for one in rest]))

    def _object(self, args: "tuple[n.Expr, ...]") -> Words:
        """What stands behind a verb: the second thing itself where both are of one kind."""
        rest = args[1:]
        if self._alike(args[:2]):
            more = say(" with ", listed([self.value(one) for one in rest[1:]])) if rest[1:] else NO_WORDS
            return say(self.value(rest[0]), more)
        return say("with ", listed([self.value(one) for one in rest]))

    def _alike(self, args: "tuple[n.Expr, ...]") -> bool:
        kinds = [self.kind(one) for one in args]
        return all(isinstance(kind, Member) and kind == kinds[0] for kind in kinds)
