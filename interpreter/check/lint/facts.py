"""What is known to hold where a phrase stands: conditions by their text, and the values of phrases.

A fact about printed things and bound names lasts as long as its scope; one about the table is forgotten
with the next effect.
"""

from dataclasses import dataclass, field
from typing import Literal

from interpreter.check.intervals import arithmetic
from interpreter.check.kinds import BagOf, Kind, Maybe, Member, Number, SetOf
from interpreter.check.lint.values import Values, interval_of, members_of, one_flag, values_of
from interpreter.check.world import KindSet, One, World
from interpreter.syntax import nodes as n
from interpreter.syntax.rewrite import Rewrite
from interpreter.syntax.unparse import unparse
from interpreter.syntax.walk import everything
from interpreter.text.span import Span

Why = Literal["said", "passed"]
"""``said``: a condition holds here; ``passed``: an earlier alternative would have been taken."""

MOST_OPENED = 6
"""How many definitions inside one another a condition is followed through."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A condition by its text, whether it holds, where that is said, and whether an effect makes it void."""

    holds: bool
    span: Span
    why: Why
    lasts: bool


@dataclass(frozen=True, slots=True)
class Held:
    """What a phrase can be here: an interval of numbers, or members by number (-1 for none)."""

    number: Number | None
    members: Values | None
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a condition always is, by these facts; without facts, by the kinds of what it reads."""

    holds: bool
    by: tuple[Fact, ...] = ()


class _TooDeepError(Exception):
    """A map or bag would have to be put in the place of a name."""


def _refuse(known: n.Expr, read: n.Read) -> n.Expr:
    raise _TooDeepError


@dataclass(slots=True)
class Facts:
    """The facts at one place; ``copy`` is taken where a scope opens."""

    world: World
    truths: dict[str, Fact] = field(default_factory=dict)
    held: dict[str, Held] = field(default_factory=dict)
    named: dict[n.Expr, Kind] = field(default_factory=dict)  # names that stand for bound ones, by their kind

    def copy(self) -> "Facts":
        """The same facts, to be added to."""
        return Facts(self.world, dict(self.truths), dict(self.held), self.named)

    def after_effects(self) -> None:
        """Forget what an effect may have changed."""
        self.truths = {text: fact for text, fact in self.truths.items() if fact.lasts}
        self.held = {text: one for text, one in self.held.items() if all(fact.lasts for fact in one.facts)}

    def for_another(self) -> None:
        """Forget what is known of `me`, and what effects may change: somebody else acts now."""
        self.after_effects()
        self.truths = {text: fact for text, fact in self.truths.items() if not _speaks_of_me(text)}
        self.held = {text: one for text, one in self.held.items() if not _speaks_of_me(text)}

    # -- learning -----------------------------------------------------------------------------------------

    def learn(self, node: n.Expr, holds: bool, span: Span, why: Why = "said", depth: int = 0) -> None:
        """A condition holds here, or does not; ``span`` is where that is said."""
        match node:
            case n.Not(inner=inner):
                self.learn(inner, not holds, span, why, depth)
                return
            case n.Logic(op=op, left=left, right=right) if (op == "and") == holds:
                for part in (left, right):
                    self.learn(part, holds, span if depth else part.span, why, depth)
                return
            case n.Word():
                return
            case _:
                pass
        fact = Fact(holds, span, why, self._lasts(node))
        text, flipped = normal(node)
        self.truths.setdefault(text, Fact(holds != flipped, span, why, fact.lasts))
        match node:
            case n.Compare(op=sign, left=left, right=right):
                self._learn_order(sign if holds else _CONTRARY[sign], left, right, fact)
            case n.In(item=item, of=of, negated=negated):
                self._learn_in(item, of, holds != negated, fact, depth)
            case n.Name() | n.Read():
                self._learn_term(node, holds, fact, depth)
            case _:
                pass

    def learn_bound(self, name: n.Name, over: n.Expr, span: Span) -> None:
        """A name stands for one of a set."""
        kind = self.world.kinds_of.get(over)
        if isinstance(kind, SetOf | BagOf | Maybe) and kind.of is not None:
            self.named[name] = kind.of
        fact = Fact(True, span, "said", self._lasts(over))
        self.truths[normal(n.In(name, over, False, span))[0]] = fact
        self._learn_in(name, over, True, fact, 0)
        listed = self.listed(over) if isinstance(over, n.SetOf) else None
        if listed is not None:
            self._keep(name, Held(None, listed, (fact,)))

    def _lasts(self, node: n.Expr) -> bool:
        world = self.world
        for part in everything(node):
            if isinstance(part, n.Name | n.Read | n.EndOf | n.Group | n.Ways | n.Cheapest):
                name = getattr(part, "name", "")
                if not name or name in world.components or name in world.terms or name in _CHANGING:
                    return False
        return True

    def _learn_order(self, op: str, left: n.Expr, right: n.Expr, fact: Fact) -> None:
        self._narrow(op, left, right, fact)
        self._narrow(_SWAPPED[op], right, left, fact)

    def _narrow(self, op: str, node: n.Expr, other: n.Expr, fact: Fact) -> None:
        """What ``node op other`` says of the left side."""
        if isinstance(node, n.Int | n.Word):
            return
        before, its = self.number(node), self.number(other)
        if before is not None and its is not None:
            found = _narrowed(op, before[0], its[0])
            if found is not None and found != before[0]:
                self._keep(node, Held(found, None, (*before[1], *its[1], fact)))
            return
        mine, theirs = self.members(node), self.members(other)
        if mine is not None and theirs is not None and op in {"=", "!="}:
            left = mine[0] & theirs[0] if op == "=" else mine[0] - theirs[0]
            if (op == "=" or len(theirs[0]) == 1) and left and left != mine[0]:
                self._keep(node, Held(None, left, (*mine[1], *theirs[1], fact)))

    def _keep(self, node: n.Expr, held: Held) -> None:
        self.held[unparse(node)] = held

    def _learn_in(self, item: n.Expr, of: n.Expr, holds: bool, fact: Fact, depth: int) -> None:
        """``item in of``, opened as far as its definition says more."""
        match of:
            case n.Arith(op="&", left=left, right=right) if holds:
                self._both_in(item, left, True, right, True, fact, depth)
            case n.Arith(op="-", left=left, right=right) if holds:
                self._both_in(item, left, True, right, False, fact, depth)
            case n.Arith(op="+", left=left, right=right) if not holds:
                self._both_in(item, left, False, right, False, fact, depth)
            case n.SpanOf(low=low, high=high) if holds:
                self._learn_order(">=", item, low, fact)
                self._learn_order("<=", item, high, fact)
            case n.Quantified(word="all", overs=n.Overs(binds=(bind,), where=where)) if holds:
                self._both_in(item, bind.over, True, None, True, fact, depth)
                if where is not None:
                    opened = self._opened(where, {bind.name: item})
                    if opened is not None:
                        self.learn(opened, True, fact.span, fact.why, depth + 1)
            case n.Quantified(word="all", overs=n.Overs(binds=(bind,), where=where)) if where is not None:
                if self._is_whole(item, bind.over):
                    opened = self._opened(where, {bind.name: item})
                    if opened is not None:
                        self.learn(opened, False, fact.span, fact.why, depth + 1)
            case n.Name() | n.Read():
                self._in_named(item, of, holds, fact, depth)
            case _:
                self._narrow_in(item, of, holds, fact)

    def _is_whole(self, item: n.Expr, over: n.Expr) -> bool:
        """Whether a set is all of the kind of a thing."""
        ref, kind = self.world.refs.get(over), self.world.kinds_of.get(item, self.named.get(item))
        return isinstance(ref, KindSet) and isinstance(kind, Member) and ref.kind == kind

    def _in_named(self, item: n.Expr, of: n.Name | n.Read, holds: bool, fact: Fact, depth: int) -> None:
        opened = self._definition(of)
        if opened is not None and depth < MOST_OPENED:
            self._learn_in(item, opened, holds, fact, depth + 1)
        else:
            self._narrow_in(item, of, holds, fact)

    def _both_in(
        self, item: n.Expr, one: n.Expr, is_in: bool, other: n.Expr | None, too: bool, fact: Fact, depth: int
    ) -> None:
        if depth > MOST_OPENED:
            return
        for of, holds in ((one, is_in), (other, too)):
            if of is not None:
                text, flipped = normal(n.In(item, of, False, fact.span))
                lasts = fact.lasts and self._lasts(of)
                self.truths.setdefault(text, Fact(holds != flipped, fact.span, fact.why, lasts))
                self._learn_in(item, of, holds, fact, depth + 1)

    def _narrow_in(self, item: n.Expr, of: n.Expr, holds: bool, fact: Fact) -> None:
        theirs, mine = self.listed(of), self.members(item)
        if isinstance(self.world.refs.get(of), One):
            text, flipped = normal(n.Compare("=", item, of, fact.span))
            self.truths.setdefault(text, Fact(holds != flipped, fact.span, fact.why, fact.lasts))
        if theirs is None or mine is None:
            return
        left = mine[0] & theirs if holds else mine[0] - theirs
        if left and left != mine[0]:
            self._keep(item, Held(None, left, (*mine[1], fact)))

    def _learn_term(self, node: n.Name | n.Read, holds: bool, fact: Fact, depth: int) -> None:
        opened = self._definition(node)
        if opened is not None and depth < MOST_OPENED:
            self.learn(opened, holds, fact.span, fact.why, depth + 1)

    # -- definitions --------------------------------------------------------------------------------------

    def _definition(self, node: n.Name | n.Read) -> n.Expr | None:
        """What a term stands for, with what it is handed put in; ``None`` where that says no more."""
        term = self.world.terms.get(node.name)
        args = node.args if isinstance(node, n.Read) else ()
        if term is None or len(args) != len(term.params):
            return None
        names = {param.name: arg for param, arg in zip(term.params, args, strict=True)}
        return self._opened(term.decl.phrase.expr, names)

    def _opened(self, node: n.Expr, names: dict[str, n.Expr]) -> n.Expr | None:
        if isinstance(node, n.Group | n.Ways | n.Cheapest):
            return None
        try:
            return Rewrite(names, "it", _refuse).expr(node) if names else node
        except _TooDeepError:
            return None

    # -- what is known ------------------------------------------------------------------------------------

    def number(self, node: n.Expr) -> tuple[Number, tuple[Fact, ...]] | None:
        """The interval of a number here, with the facts that it rests on."""
        held = self.held.get(unparse(node)) if self.held else None
        if held is not None and held.number is not None:
            return held.number, held.facts
        if self.held and isinstance(node, n.Arith) and node.op in {"+", "-", "*"}:
            left, right = self.number(node.left), self.number(node.right)
            if left is not None and right is not None and (left[1] or right[1]):
                return arithmetic(node.op, left[0], right[0]), (*left[1], *right[1])
        plain = interval_of(self.world, node)
        return (plain, ()) if plain is not None else None

    def members(self, node: n.Expr) -> tuple[Values, tuple[Fact, ...]] | None:
        """The members that a phrase can stand for here, with the facts that this rests on."""
        held = self.held.get(unparse(node)) if self.held else None
        if held is not None and held.members is not None:
            return held.members, held.facts
        known = self.named.get(node)
        plain = members_of(self.world, known) if known is not None else values_of(self.world, node)
        return (plain, ()) if plain is not None else None

    def listed(self, of: n.Expr) -> Values | None:
        """The members of a set that is written out, or of a kind."""
        world, ref = self.world, self.world.refs.get(of)
        if isinstance(ref, KindSet) and isinstance(ref.kind, Member):
            # At a smaller table not all of them are there.
            return None if world.varies(ref.kind) else frozenset(world.indices(ref.kind))
        if isinstance(ref, One):
            return frozenset((ref.index,))
        if not isinstance(of, n.SetOf):
            return None
        refs = [world.refs.get(item) for item in of.items]
        return (
            frozenset(one.index for one in refs if isinstance(one, One))
            if all(isinstance(one, One) for one in refs)
            else None
        )

    def judge(self, node: n.Expr) -> Verdict | None:
        """What a condition always is here; ``None`` where it may be either."""
        if self.held:
            # What is so anyway rests on no other condition.
            found = Facts(self.world, named=self.named)._plainly(node)
            if found is not None:
                return found
        found = self._plainly(node)
        if found is not None:
            return found
        if not self.truths:
            return None
        text, flipped = normal(node)
        fact = self.truths.get(text)
        return Verdict(fact.holds != flipped, (fact,)) if fact is not None else None

    def _plainly(self, node: n.Expr) -> Verdict | None:
        match node:
            case n.Word(word="true" | "false" as word):
                return Verdict(word == "true")
            case n.Compare():
                return self._compared(node)
            case n.In(item=item, of=of, negated=negated):
                found = self._is_in(item, of)
                return Verdict(found.holds != negated, found.by) if found is not None else None
            case n.IsEmpty(of=of, negated=negated):
                empty = self._is_empty(of)
                return None if empty is None else Verdict(empty != negated)
            case n.Name() | n.Read():
                flag = one_flag(self.world, node)
                return None if flag is None else Verdict(flag)
            case _:
                return None

    def _compared(self, node: n.Compare) -> Verdict | None:
        if unparse(node.left) == unparse(node.right):
            return Verdict(node.op in {"=", "<=", ">="})
        left, right = self.number(node.left), self.number(node.right)
        if left is not None and right is not None:
            holds = _ordered(node.op, left[0], right[0])
            return None if holds is None else Verdict(holds, (*left[1], *right[1]))
        if node.op not in {"=", "!="}:
            return None
        mine, theirs = self.members(node.left), self.members(node.right)
        if mine is None or theirs is None:
            return None
        by = (*mine[1], *theirs[1])
        if not mine[0] & theirs[0]:
            return Verdict(node.op == "!=", by)
        return Verdict(node.op == "=", by) if mine[0] == theirs[0] and len(mine[0]) == 1 else None

    def _is_in(self, item: n.Expr, of: n.Expr) -> Verdict | None:
        kinds = self.world.kinds_of
        kind, held = kinds.get(item), kinds.get(of)
        if isinstance(kind, Number) and isinstance(held, SetOf) and isinstance(held.of, Number):
            mine = self.number(item)
            assert mine is not None
            low, high = mine[0].low, mine[0].high
            if high < held.of.low or low > held.of.high:
                return Verdict(False, mine[1])
            whole = isinstance(self.world.refs.get(of), KindSet) or (
                isinstance(of, n.SpanOf) and isinstance(of.low, n.Int) and isinstance(of.high, n.Int)
            )
            return Verdict(True, mine[1]) if whole and held.of.low <= low and high <= held.of.high else None
        theirs, members = self.listed(of), self.members(item)
        if theirs is None or members is None:
            return None
        if not members[0] & theirs:
            return Verdict(False, members[1])
        return Verdict(True, members[1]) if members[0] <= theirs else None

    def _is_empty(self, of: n.Expr) -> bool | None:
        ref = self.world.refs.get(of)
        if isinstance(of, n.Word) and of.word == "nothing":
            return True
        return False if isinstance(of, n.SetOf) or isinstance(ref, KindSet | One) else None


_CHANGING = frozenset({"round", "promised", "shown"})
_CONTRARY = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_SWAPPED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def _speaks_of_me(text: str) -> bool:
    return "me" in text.replace("(", " ").replace(")", " ").replace(",", " ").split()


def normal(node: n.Expr) -> tuple[str, bool]:
    """One text for a condition and its contrary, and whether this is the contrary."""
    match node:
        case n.Not(inner=inner):
            text, flipped = normal(inner)
            return text, not flipped
        case n.Compare(op="=" | "!=" as op, left=left, right=right):
            sides = sorted((unparse(left), unparse(right)))
            return " = ".join(sides), op == "!="
        case n.Compare(op="<" | ">=" as op, left=left, right=right):
            return f"{unparse(left)} < {unparse(right)}", op == ">="
        case n.Compare(op=">" | "<=" as op, left=left, right=right):
            return f"{unparse(right)} < {unparse(left)}", op == "<="
        case n.In(item=item, of=of, negated=negated):
            return f"{unparse(item)} in {unparse(of)}", negated
        case n.IsEmpty(of=of, negated=negated):
            return f"{unparse(of)} is empty", negated
        case _:
            return unparse(node), False


def _narrowed(op: str, kind: Number, other: Number) -> Number | None:
    low, high = kind.low, kind.high
    match op:
        case "=":
            low, high = max(low, other.low), min(high, other.high)
        case "!=" if other.low == other.high:
            low, high = low + (low == other.low), high - (high == other.low)
        case "<" | "<=":
            high = min(high, other.high - (op == "<"))
        case ">" | ">=":
            low = max(low, other.low + (op == ">"))
        case _:
            pass
    return Number(low, high) if low <= high else None


def _ordered(op: str, a: Number, b: Number) -> bool | None:
    match op:
        case "=" | "!=":
            if a.high < b.low or b.high < a.low:
                return op == "!="
            return op == "=" if a.low == a.high == b.low == b.high else None
        case "<" | ">=":
            if a.high < b.low:
                return op == "<"
            return op == ">=" if a.low >= b.high else None
        case _:
            if b.high < a.low:
                return op == ">"
            return op == "<=" if b.low >= a.high else None
