"""Conditions on printed things, worked out while a ruleset is loaded.

A checked condition becomes a function over a list of values, one for each bound name. A value is what it
would be in a slot; a set is a frozenset of values. Terms remember what they gave for the same arguments.
Nothing here can see a position, a player who acts or an option: what speaks of one is refused.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub
from typing import Any

from interpreter.check.kinds import BagOf, Kind, Maybe, Member, Number, SetOf, Single
from interpreter.check.world import Builtin, Column, KindSet, One, Term, Var, World
from interpreter.syntax import nodes as n

MOST_WORK = 5_000_000
"""How many parts of phrases may be worked out for one kind."""

Frame = list[Any]
Made = Callable[[Frame], Any]

_COMPARE = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_ARITH = {"+": add, "-": sub, "*": mul, "div": floordiv, "mod": mod}
_SETS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a | b,
    "-": lambda a, b: a - b,
    "&": lambda a, b: a & b,
}


class UnreadyError(Exception):
    """A part of a condition that is not known when a ruleset is loaded."""

    def __init__(self, node: n.Expr) -> None:
        super().__init__()
        self.node = node


class TooMuchError(Exception):
    """More work than `MOST_WORK`."""


class Combinations:
    """Tests combinations of values; one budget for all that it makes."""

    def __init__(self, world: World, players: int | None = None) -> None:
        self.world = world
        self.players = players  # how many play, where that may be asked
        self.left = MOST_WORK
        self._terms: dict[Term, Callable[[tuple[Any, ...]], Any]] = {}

    def test(self, where: n.Expr, variables: list[Var]) -> Callable[[tuple[int, ...]], bool]:
        """Whether a condition holds of a value for each of the variables.

        Raises: UnreadyError; the test itself TooMuchError.
        """
        scope = _Scope(self, variables)
        made = scope.expr(where)
        size, cost = len(variables), scope.parts
        empty: Frame = [None] * scope.slots

        def holds(values: tuple[int, ...]) -> bool:
            self.spend(cost)
            frame = empty.copy()
            frame[:size] = values
            return bool(made(frame))

        return holds

    def spend(self, parts: int) -> None:
        """Take work from the budget. Raises: TooMuchError."""
        self.left -= parts
        if self.left < 0:
            raise TooMuchError

    def term(self, term: Term) -> Callable[[tuple[Any, ...]], Any]:
        """A term as a function of its arguments."""
        known = self._terms.get(term)
        if known is not None:
            return known
        scope = _Scope(self, list(term.params))
        body = scope.expr(term.decl.phrase.expr)
        size, cost = len(term.params), scope.parts
        empty: Frame = [None] * scope.slots
        memory: dict[tuple[Any, ...], Any] = {}

        def call(args: tuple[Any, ...]) -> Any:
            if args not in memory:
                self.spend(cost)
                frame = empty.copy()
                frame[:size] = args
                memory[args] = body(frame)
            return memory[args]

        self._terms[term] = call
        return call


class _Scope:
    """One condition or the body of one term: its names lie in one frame. ``parts`` counts its phrases."""

    def __init__(self, whole: Combinations, variables: list[Var]) -> None:
        self.whole = whole
        self.world = whole.world
        self.place = {var: slot for slot, var in enumerate(variables)}
        self.slots = len(variables)
        self.parts = 0

    # -- values -----------------------------------------------------------------------------------------

    def expr(self, node: n.Expr) -> Made:
        """The function that works an expression out."""
        self.parts += 1
        match node:
            case n.Int(value=value):
                return lambda e: value
            case n.Word():
                return self._word(node)
            case n.Name() | n.Read():
                return self._reading(node)
            case n.Negative(inner=inner):
                made = self.expr(inner)
                return lambda e: -made(e)
            case n.Arith():
                return self._arith(node)
            case n.Logic(op=op, left=left, right=right):
                a, b = self.expr(left), self.expr(right)
                return (lambda e: a(e) and b(e)) if op == "and" else (lambda e: a(e) or b(e))
            case n.Not(inner=inner):
                made = self.expr(inner)
                return lambda e: int(not made(e))
            case n.Compare(op=op, left=left, right=right):
                a, b, same = self.expr(left), self.expr(right), _COMPARE[op]
                return lambda e: int(same(a(e), b(e)))
            case n.In():
                return self._in(node)
            case n.IsEmpty(of=of, negated=negated):
                members = self.set(of)
                return lambda e: int(bool(members(e)) == negated)
            case n.IfElse(test=test, then=then, other=other):
                chosen, a, b = self.expr(test), self.expr(then), self.expr(other)
                return lambda e: a(e) if chosen(e) else b(e)
            case n.SetOf(items=items):
                each = [self.expr(item) for item in items]
                return lambda e: frozenset([one(e) for one in each])
            case n.SpanOf(low=low, high=high):
                a, b = self.expr(low), self.expr(high)
                return lambda e: frozenset(range(a(e), b(e) + 1))
            case n.Quantified():
                return self._quantified(node)
            case n.Pick():
                return self._pick(node)
            case n.Fold():
                return self._fold(node)
            case _:
                raise UnreadyError(node)

    def set(self, node: n.Expr) -> Made:
        """An expression as a set; one member stands for the set of it, none for nothing."""
        made = self.expr(node)
        kind = self.world.kinds_of[node]
        if isinstance(kind, SetOf):
            return made
        if isinstance(kind, BagOf):
            raise UnreadyError(node)
        if isinstance(kind, Maybe):
            return lambda e: frozenset() if (value := made(e)) == -1 else frozenset([value])
        return lambda e: frozenset([made(e)])

    def _word(self, node: n.Word) -> Made:
        if node.word == "nothing":
            return lambda e: frozenset()
        if node.word == "all":
            kind = self.world.kinds_of[node]
            if not isinstance(kind, SetOf) or kind.of is None:
                raise UnreadyError(node)
            every = self._members(node, kind.of)
            return lambda e: every
        value = {"none": -1, "true": 1, "false": 0}.get(node.word)
        if value is None:
            raise UnreadyError(node)
        return lambda e: value

    def _members(self, node: n.Expr, kind: Single) -> frozenset[int]:
        if isinstance(kind, Number):
            return frozenset(range(kind.low, kind.high + 1))
        if self.world.varies(kind):
            raise UnreadyError(node)
        return frozenset(self.world.indices(kind))

    def _arith(self, node: n.Arith) -> Made:
        if isinstance(self.world.kinds_of[node], SetOf):
            a, b, join = self.set(node.left), self.set(node.right), _SETS[node.op]
            return lambda e: join(a(e), b(e))
        if node.op == "&" or isinstance(self.world.kinds_of[node], BagOf):
            raise UnreadyError(node)
        a, b, work = self.expr(node.left), self.expr(node.right), _ARITH[node.op]
        return lambda e: work(a(e), b(e))

    def _in(self, node: n.In) -> Made:
        item, members, wanted = self.expr(node.item), self.set(node.of), not node.negated
        if isinstance(self.world.kinds_of[node.item], Maybe):
            return lambda e: int(((value := item(e)) != -1 and value in members(e)) == wanted)
        return lambda e: int((item(e) in members(e)) == wanted)

    # -- reading ----------------------------------------------------------------------------------------

    def _reading(self, node: n.Name | n.Read) -> Made:
        ref = self.world.refs.get(node)
        whole = node.args if isinstance(node, n.Read) else ()
        args, table, keys = self.world.parted(ref, whole)
        made = self._read(node, ref, args)
        return made if table is None else self._looked_up(node, made, table, keys)

    def _read(self, node: n.Name | n.Read, ref: object, args: tuple[n.Expr, ...]) -> Made:
        match ref:
            case Var() if ref in self.place:
                slot = self.place[ref]
                return lambda e: e[slot]
            case One(_, index):
                return lambda e: index
            case KindSet(kind):
                every = self._members(node, kind)
                return lambda e: every
            case Term():
                call, given = self.whole.term(ref), [self.expr(arg) for arg in args]
                return lambda e: call(tuple([one(e) for one in given]))
            case Column() if len(ref.cases) == 1:
                return self._column(node, ref, args)
            case Builtin(name):
                return self._builtin(node, name, args)
            case _:
                raise UnreadyError(node)

    def _column(self, node: n.Name | n.Read, column: Column, args: tuple[n.Expr, ...]) -> Made:
        keys: list[Single] = list(column.extra)
        if isinstance(column.kind, BagOf):
            keys.append(column.kind.of)
        if not column.owner or len(args) != 1 + len(keys):
            raise UnreadyError(node)
        table = replace(column, choice=None, extra=tuple(keys))
        return self._looked_up(node, self.expr(args[0]), table, args[1:])

    def _looked_up(self, node: n.Expr, made: Made, table: Column, args: tuple[n.Expr, ...]) -> Made:
        """An entry of a table, by an index and further keys."""
        values: tuple[Any, ...] = table.cases[0]
        if isinstance(table.kind, SetOf) and table.kind.of is not None:
            low = table.kind.of.low if isinstance(table.kind.of, Number) else 0
            values = tuple(_taken_out(bits, low) for bits in values)
        for arg, key in zip(args, table.extra, strict=True):
            value = self.expr(arg)
            if table.is_cyclic:
                value = _counted_round(value, self.world.size(key))
            made = self._index(made, value, key)
        index = made
        return lambda e: values[index(e)]

    def _index(self, first: Made, made: Made, key: Single) -> Made:
        low = key.low if isinstance(key, Number) else 0
        # Tables hold all players who can ever play.
        width = len(self.world.domains[key.domain].members) if isinstance(key, Member) else 2
        if isinstance(key, Number):
            width = key.high - low + 1
        return lambda e: first(e) * width + made(e) - low

    def _builtin(self, node: n.Expr, name: str, args: tuple[n.Expr, ...]) -> Made:
        match name:
            case "player_count" if self.whole.players is not None:
                players = self.whole.players
                return lambda e: players
            case "size":
                members = self.set(args[0])
                return lambda e: len(members(e))
            case "min" | "max":
                a, b, best = self.expr(args[0]), self.expr(args[1]), min if name == "min" else max
                return lambda e: best(a(e), b(e))
            case "next" | "previous":
                return self._neighbour(name, args[0])
            case "last":
                kind = self.world.kinds_of[args[0]]
                assert isinstance(kind, SetOf) and kind.of is not None
                highest = max(self._members(node, kind.of))
                return lambda e: highest
            case _:
                raise UnreadyError(node)

    def _neighbour(self, name: str, arg: n.Expr) -> Made:
        kind: Kind = self.world.kinds_of[arg]
        if not isinstance(kind, Member | Number):
            raise UnreadyError(arg)
        made, every = self.expr(arg), self._members(arg, kind)
        low, high = min(every), max(every)
        return (lambda e: min(made(e) + 1, high)) if name == "next" else (lambda e: max(made(e) - 1, low))

    # -- bound names ------------------------------------------------------------------------------------

    def _bound(self, var: Var, over: n.Expr) -> tuple[int, Made]:
        members = self.set(over)
        slot = self.place[var] = self.slots
        self.slots += 1
        return slot, members

    def _quantified(self, node: n.Quantified) -> Made:
        binds = [self._bound(self.world.vars_of[bind], bind.over) for bind in node.overs.binds]
        before = self.parts
        test = self._test(node.overs.where, node.has)
        cost = 1 + self.parts - before
        if node.word == "all":
            return self._filter(*binds[0], test, cost)
        for slot, members in reversed(binds):
            make = self._total if node.word == "count" else self._exists
            test = make(slot, members, test, cost)
        if node.word in {"no", "every"}:
            return lambda e: int(not test(e))
        return test

    def _test(self, where: n.Expr | None, has: n.Expr | None) -> Made:
        """The condition, or where it holds without what each must have."""
        holds: Made = (lambda e: 1) if where is None else self.expr(where)
        if has is None:
            return holds
        must = self.expr(has)
        return lambda e: holds(e) and not must(e)

    def _filter(self, slot: int, members: Made, test: Made, cost: int) -> Made:
        spend = self.whole.spend

        def kept(e: Frame) -> frozenset[int]:
            found = []
            every = members(e)
            spend(cost * len(every))
            for e[slot] in every:
                if test(e):
                    found.append(e[slot])
            return frozenset(found)

        return kept

    def _exists(self, slot: int, members: Made, test: Made, cost: int) -> Made:
        spend = self.whole.spend

        def some(e: Frame) -> int:
            every = members(e)
            spend(cost * len(every))
            for e[slot] in every:
                if test(e):
                    return 1
            return 0

        return some

    def _total(self, slot: int, members: Made, value: Made, cost: int) -> Made:
        spend = self.whole.spend

        def total(e: Frame) -> int:
            found = 0
            every = members(e)
            spend(cost * len(every))
            for e[slot] in every:
                found += value(e)
            return found

        return total

    def _pick(self, node: n.Pick) -> Made:
        if node.by is not None and (node.by.how != "by" or node.by.last == "random"):
            raise UnreadyError(node)
        slot, members = self._bound(self.world.vars_of[node], node.over)
        before = self.parts
        kept = self._filter(slot, members, self._test(node.where, None), 1 + self.parts - before)
        keys = []
        for key in node.by.keys if node.by is not None else ():
            if key.which == "listed" or key.value is None:
                break
            keys.append((1 if key.which == "lowest" else -1, self.expr(key.value)))
        cost = 1 + self.parts - before
        spend = self.whole.spend

        def ranked(e: Frame) -> list[tuple[tuple[int, ...], int]]:
            found = []
            every = kept(e)
            spend(cost * len(every))
            for e[slot] in sorted(every):
                found.append((tuple(sign * value(e) for sign, value in keys), e[slot]))
            return found

        if node.word == "top":
            return lambda e: _top(ranked(e))
        default = (lambda e: -1) if node.otherwise is None else self.expr(node.otherwise)
        return lambda e: min(found)[1] if (found := ranked(e)) else default(e)

    def _fold(self, node: n.Fold) -> Made:
        if node.word not in {"sum", "union", "highest", "lowest"}:
            raise UnreadyError(node)
        binds = [self._bound(self.world.vars_of[bind], bind.over) for bind in node.overs.binds]
        before = self.parts
        test = self._test(node.overs.where, None)
        value = self.set(node.value) if node.word == "union" else self.expr(node.value)
        each = self._each(binds, test, value, 1 + self.parts - before)
        if node.word == "sum":
            return lambda e: sum(each(e))
        if node.word == "union":
            return lambda e: frozenset().union(*each(e))
        best: Callable[[Iterable[int]], int] = max if node.word == "highest" else min
        default = (lambda e: -1) if node.otherwise is None else self.expr(node.otherwise)
        return lambda e: best(found) if (found := each(e)) else default(e)

    def _each(self, binds: list[tuple[int, Made]], test: Made, value: Made, cost: int) -> Made:
        """The values for all members of all names for which the test holds."""
        made: Made = lambda e: [value(e)] if test(e) else []  # noqa: E731
        for slot, members in reversed(binds):
            made = self._gathered(slot, members, made, cost)
        return made

    def _gathered(self, slot: int, members: Made, inner: Made, cost: int) -> Made:
        spend = self.whole.spend

        def gathered(e: Frame) -> list[Any]:
            found: list[Any] = []
            every = members(e)
            spend(cost * len(every))
            for e[slot] in every:
                found += inner(e)
            return found

        return gathered


def _top(ranked: list[tuple[tuple[int, ...], int]]) -> frozenset[int]:
    """All that come first by their keys."""
    if not ranked:
        return frozenset()
    best = min(ranked)[0]
    return frozenset(member for keys, member in ranked if keys == best)


def _counted_round(made: Made, size: int) -> Made:
    return lambda e: made(e) % size


def _taken_out(bits: int, low: int) -> frozenset[int]:
    return frozenset(low + i for i in range(bits.bit_length()) if bits >> i & 1)
