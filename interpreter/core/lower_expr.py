"""Lowering of expressions: names become slots, options constants, terms are written out."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from interpreter.check.kinds import (
    BagOf,
    Flag,
    Kind,
    ListOf,
    MapOf,
    Maybe,
    Member,
    Number,
    SetOf,
    Single,
    run_over,
)
from interpreter.check.world import Builtin, Column, Component, KindSet, One, Option, Ref, Term, Var
from interpreter.core import bags, fold, ir, ways
from interpreter.core.lists import NOTHING, ListPlace, list_place
from interpreter.core.lower_bags import is_simple
from interpreter.core.lower_words import LowerWords
from interpreter.core.place import Place
from interpreter.core.reading import slots_bound
from interpreter.core.sorted_keys import key_values
from interpreter.core.tabled import tabled
from interpreter.syntax import nodes as n

_ARITH = {"+": "add", "-": "sub", "*": "mul", "div": "div", "mod": "mod"}
_SETS = {"+": "union", "-": "minus", "&": "inter"}
_COMPARE = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class LowerExpr(LowerWords):
    """Lowers checked expressions."""

    # -- values -------------------------------------------------------------------------------------

    def value(self, node: n.Expr) -> ir.Expr:
        """An integer: a number, a flag, a member, or none as -1; a set where the kind is one."""
        kind = self.kind(node)
        if isinstance(kind, SetOf) and kind.of is not None:
            return self.set(node, kind.of)
        match node:
            case n.Int(value=value):
                return ir.Const(value)
            case n.Word(word=word):
                return ir.Const({"none": -1, "true": 1}.get(word, 0))
            case n.Name() | n.Read():
                return self._reading(node)
            case n.Negative(inner=inner):
                return fold.arith("sub", ir.Const(0), self.value(inner))
            case n.Arith(op=op, left=left, right=right):
                return fold.arith(_ARITH[op], self.value(left), self.value(right))
            case n.Logic(op=op, left=left, right=right):
                make = fold.and_ if op == "and" else fold.or_
                return make(self.value(left), self.value(right))
            case n.Not(inner=inner):
                return fold.not_(self.value(inner))
            case n.Compare():
                return self._compare(node)
            case n.In():
                return self._in(node)
            case n.IsEmpty(of=of, negated=negated):
                empty = self._empty(of)
                return fold.not_(empty) if negated else empty
            case n.IfElse(test=test, then=then, other=other):
                return fold.if_(self.value(test), self.value(then), self.value(other))
            case n.EndOf():
                return self._end_of(node)
            case n.Quantified():
                return self._quantified(node)
            case n.Pick():
                return self._first(node)
            case n.Fold():
                return self._fold(node)
            case n.Cheapest():
                return ways.cheapest(self, node)
            case n.SetOf() | n.SpanOf() | n.Of() | n.Group() | n.Ways():
                raise AssertionError("a set or an amount is no value")
            case _:
                assert_never(node)

    def _reading(self, node: n.Name | n.Read) -> ir.Expr:
        ref = self.world.refs[node]
        args, table, keys = self.world.parted(ref, node.args if isinstance(node, n.Read) else ())
        value = self._read(node, ref, args)
        if table is None:
            return value
        return self.entry(self.instance.table(table, 0), self._behind(value, table, keys), 0)

    def _read(self, node: n.Name | n.Read, ref: Ref, args: tuple[n.Expr, ...]) -> ir.Expr:
        match ref:
            case Var() if isinstance(ref.kind, BagOf):
                return self.counted(self.named_bag(node, ref.kind.of), self._item(args[0], ref.kind.of))
            case Var(kind=MapOf()) if ref in self.meaning:
                return self._row_at(self.meaning[ref], args)
            case Var() if ref in self.meaning:
                phrase = self.meaning[ref]
                of = ref.kind.of if isinstance(ref.kind, SetOf) else None
                return self.value(phrase) if of is None else self.set(phrase, of)
            case Var(kind=MapOf()):
                values = self.maps[ref]
                return values.read(self.position(list(values.keys), args)[1])
            case Var():
                return self.env[ref]
            case Component(kind=ListOf() as kind):
                return self._listed(node, kind)
            case Component():
                return self.place(node).read()
            case Column():
                return self._column(ref, args)
            case Option():
                return ir.Const(self.instance.options[ref.name])
            case Term():
                return self._term(ref, args)
            case One():
                return ir.Const(ref.index)
            case KindSet():
                return self.everything(ref.kind)
            case Builtin() if node in self.world.promised:
                return self.value(self.world.promised[node])
            case Builtin():
                return self.word(ref.name, args)
            case _:
                assert_never(ref)

    def _row_at(self, node: n.Expr, args: tuple[n.Expr, ...]) -> ir.Expr:
        """One value of a row that stands for its phrase."""
        if isinstance(node, n.Fold):
            names = [self.world.vars_of[bind] for bind in node.overs.binds]
            kind = self.kind(node.value)
            of = kind.of if isinstance(kind, SetOf) else None
            value = node.value
            make = lambda: self.value(value) if of is None else self.set(value, of)  # noqa: E731
            return self.with_args(list(zip(names, args, strict=True)), make)
        assert isinstance(node, n.Name | n.Read)
        ref, own = self.world.refs[node], node.args if isinstance(node, n.Read) else ()
        if isinstance(ref, Component):
            return self.place_of(ref, (*own, *args)).read()
        return self._read(node, ref, (*own, *args))

    # -- components and columns ---------------------------------------------------------------------

    def _list(self, node: n.Name | n.Read, kind: ListOf) -> ListPlace:
        return list_place(self, self.place(node), kind)

    def _listed(self, node: n.Name | n.Read, kind: ListOf) -> ir.Expr:
        """``deck(2)``: what lies there, counted from the top; none beyond the end."""
        assert isinstance(node, n.Read)
        here = self._list(node, kind)
        with self.slots.scratch() as slot:
            number, length = ir.Read(slot), here.length()
            there = here.at(fold.arith("sub", length, number))
            found = fold.if_(fold.compare("le", number, length), there, NOTHING)
            return ir.Let(slot, self.value(node.args[-1]), found)

    def _end_of(self, node: n.EndOf) -> ir.Expr:
        """What lies on top or at the bottom; none if nothing does."""
        component = self.world.refs[node]
        assert isinstance(component, Component) and isinstance(component.kind, ListOf)
        assert isinstance(node.of, n.Name | n.Read)
        here = self._list(node.of, component.kind)
        if node.end == "bottom":
            return here.at(ir.Const(0))
        last = here.at(fold.arith("sub", here.length(), ir.Const(1)))
        return fold.if_(fold.compare("gt", here.length(), ir.Const(0)), last, NOTHING)

    def place(self, node: n.Name | n.Read) -> Place:
        """Where a component's place lies."""
        component = self.world.refs[node]
        assert isinstance(component, Component)
        return self.place_of(component, node.args if isinstance(node, n.Read) else ())

    def whole_place(self, component: Component, args: tuple[n.Expr, ...], live: bool = False) -> Place:
        """A place by itself: terms among its keys are computed with its index."""
        return self._whole(lambda: self.place_of(component, args, live))

    def whole_mark(self, component: Component, args: tuple[n.Expr, ...]) -> Place:
        """The mark of a place by itself."""
        return self._whole(lambda: self.mark_of(component, args))

    def _whole(self, make: Callable[[], Place]) -> Place:
        with self.root() as hoisted:
            place = make()
            for slot, value in reversed(hoisted.values()):
                place.index = ir.Let(slot, value, place.index)
        return place

    def place_of(self, component: Component, args: tuple[n.Expr, ...], live: bool = False) -> Place:
        """The place with these keys; ``live`` looks past a snapshot, where a write goes."""
        keys: list[Single] = list(component.keys)
        if isinstance(component.kind, BagOf):
            keys.append(component.kind.of)
        size, index = self.position(keys, args)
        items = self.width(keys[-1]) if isinstance(component.kind, BagOf) and len(args) < len(keys) else 0
        base = self.bases[component]
        base = (self.lives if live else self.snapshots).get(component, base)
        return Place(component, base, size, index, items)

    def mark_of(self, component: Component, args: tuple[n.Expr, ...]) -> Place:
        """The mark that tells whether a place is shown: one for each place, whatever a bag there holds."""
        size, index = self.position(list(component.keys), args[: len(component.keys)])
        return Place(component, self.shown[component], size, index, 0)

    def position(self, keys: list[Single], args: tuple[n.Expr, ...]) -> tuple[int, ir.Expr]:
        """How many places there are with such keys, and the number of the one with these, or the first."""
        size = 1
        index: ir.Expr = ir.Const(0)
        for position, key in enumerate(keys):
            width = self.width(key)
            size *= width
            part = self.index(self.value(args[position]), key) if position < len(args) else ir.Const(0)
            index = fold.arith("add", fold.arith("mul", index, ir.Const(width)), part)
        return size, index

    def _column(self, column: Column, args: tuple[n.Expr, ...]) -> ir.Expr:
        if isinstance(column.kind, BagOf):
            bag = bags.ColumnBag(self, column.kind.of, column, args[:-1])
            return self.counted(bag, self._item(args[-1], column.kind.of))
        width = (
            self.width(column.kind.of) if isinstance(column.kind, SetOf) and column.kind.of is not None else 0
        )
        return self.entry(self.instance.table(column, width), self.row_of(column, args), width)

    def row_of(self, column: Column, args: tuple[n.Expr, ...]) -> ir.Expr:
        """The number of the entry of a column's table that belongs to these keys."""
        if not column.owner:
            return self._behind(ir.Const(0), column, args)
        return self._behind(self.value(args[0]), column, args[1:])

    def _behind(self, index: ir.Expr, column: Column, keys: tuple[n.Expr, ...]) -> ir.Expr:
        for arg, key in zip(keys, column.extra, strict=True):
            step = fold.arith("mul", index, ir.Const(self.width(key)))
            index = fold.arith("add", step, self._key(arg, key, column.is_cyclic))
        return index

    def _key(self, arg: n.Expr, key: Single, is_cyclic: bool) -> ir.Expr:
        value, kind = self.value(arg), self.kind(arg)
        if is_cyclic and not (isinstance(kind, Number) and isinstance(key, Number) and _within(kind, key)):
            return fold.arith("mod", value, ir.Const(self.width(key)))
        return self.index(value, key)

    def entry(self, table: int, index: ir.Expr, width: int) -> ir.Expr:
        """An entry of a constant table; ``width`` 0: an integer, else a set."""
        if isinstance(index, ir.Const):
            value = self.instance.tables[table].values[index.value]
            return ir.SetConst(value, width) if width else ir.Const(value)
        return ir.Lookup(table, index)

    # -- terms --------------------------------------------------------------------------------------

    def _term(self, term: Term, args: tuple[n.Expr, ...]) -> ir.Expr:
        body = term.decl.phrase.expr
        if not term.params:
            return self._shared(term)
        known = tabled(self, term, args)
        if known is not None:
            return known
        return self.with_args(list(zip(term.params, args, strict=True)), lambda: self.value(body))

    def with_args(self, pairs: list[tuple[Var, n.Expr]], make: Callable[[], ir.Expr]) -> ir.Expr:
        """What ``make`` lowers, with names bound; what is not simple is computed once, into scratch."""
        if not pairs:
            return make()
        (param, arg), *rest = pairs
        if isinstance(param.kind, BagOf):
            return self.with_bag(param, param.kind.of, arg, lambda: self.with_args(rest, make))
        of = param.kind.of if isinstance(param.kind, SetOf) else None
        value = self.set(arg, of) if of is not None else self.value(arg)
        before = self.env.get(param)
        if isinstance(value, ir.SetConst | ir.Lookup) or is_simple(value):
            self.env[param] = value
            expr = self.with_args(rest, make)
        else:
            with self.slots.scratch(self.width(of) if of is not None else 0) as slot:
                self.env[param] = ir.Read(slot)
                inner = self.with_args(rest, make)
            expr = inner if isinstance(inner, ir.Const) else ir.Let(slot, value, inner)
        if before is not None:
            self.env[param] = before
        return expr

    def _shared(self, term: Term) -> ir.Expr:
        hoisted = self._hoisted
        assert hoisted is not None
        known = hoisted.get(term)
        if known is None:
            # Its own terms come first, so that each is computed before who needs it. Bound names
            # outside are not seen from inside a term, so the depth of scratch is all that counts.
            value = self.value(term.decl.phrase.expr)
            if isinstance(value, ir.Const | ir.SetConst | ir.Read):
                return value
            kind = term.kind
            width = self.width(kind.of) if isinstance(kind, SetOf) and kind.of is not None else 0
            known = hoisted[term] = (self.slots.term(term.name, width), value)
        return ir.Read(known[0])

    # -- comparisons --------------------------------------------------------------------------------

    def _compare(self, node: n.Compare) -> ir.Expr:
        left, right = self.kind(node.left), self.kind(node.right)
        for kind in (left, right):
            if isinstance(kind, BagOf):
                return self.compare_bags(node, kind.of)
        if isinstance(left, SetOf) or isinstance(right, SetOf):
            return self._compare_sets(node, left, right)
        return fold.compare(_COMPARE[node.op], self.value(node.left), self.value(node.right))

    def _compare_sets(self, node: n.Compare, left: Kind, right: Kind) -> ir.Expr:
        of = _common(left, right)
        if of is None:  # nothing compared with nothing
            return fold.TRUE if node.op != "!=" else fold.FALSE
        op = {"=": "eq", "!=": "ne", "<=": "subset"}[node.op]
        return ir.SetCompare(op, self.set(node.left, of), self.set(node.right, of))  # type: ignore[arg-type]

    def _in(self, node: n.In) -> ir.Expr:
        of = self.kind(node.of)
        if isinstance(of, BagOf):
            inside = self.in_bag(node.item, node.of, of)
        else:
            assert isinstance(of, SetOf)
            inside = fold.FALSE if of.of is None else self.in_set(node.item, node.of, of.of)
        return fold.not_(inside) if node.negated else inside

    def in_set(self, item: n.Expr, of: n.Expr, domain: Single) -> ir.Expr:
        """Whether a value is a member of a set or of what a bag holds."""
        value = self.value(item)
        kind = self.kind(item)
        low = self.instance.low(domain)
        inside = fold.member(self.index(value, domain), self.set(of, domain))
        number = kind.of if isinstance(kind, Maybe) else kind
        if isinstance(number, Number) and isinstance(domain, Number) and not _within(number, domain):
            fits = fold.and_(
                fold.compare("ge", value, ir.Const(low)), fold.compare("le", value, ir.Const(domain.high))
            )
            return fold.and_(fits, inside)
        if isinstance(kind, Maybe) and isinstance(domain, Number) and low != 0:
            return fold.and_(fold.compare("ne", value, ir.Const(-1)), inside)
        return inside

    def _empty(self, node: n.Expr) -> ir.Expr:
        kind = self.kind(node)
        if isinstance(kind, BagOf):
            return fold.compare("eq", self.bag(node, kind.of).size(), ir.Const(0))
        assert isinstance(kind, SetOf)
        if kind.of is None:
            return fold.TRUE
        found = self.set(node, kind.of)
        return ir.Const(int(found.bits == 0)) if isinstance(found, ir.SetConst) else ir.Empty(found)

    # -- sets ---------------------------------------------------------------------------------------

    def set(self, node: n.Expr, of: Single) -> ir.Expr:
        """A set over the domain ``of``; a member stands for the set of just it, none for the empty set."""
        kind = self.kind(node)
        one = kind.of if isinstance(kind, Maybe) else kind
        beyond = isinstance(one, Number) and isinstance(of, Number) and not _within(one, of)
        if beyond or (isinstance(kind, Maybe) and self.instance.low(of) != 0):
            # A number that is none of the domain is in no set of it, and so is none.
            with self.slots.scratch() as number, self.slots.scratch() as var:
                same = ir.Compare("eq", ir.Read(var), ir.Read(number))
                found = ir.Filter(var, self.everything(of), same, self.width(of))
                return ir.Let(number, self.index(self.value(node), of), found)
        if isinstance(kind, Member | Number | Flag | Maybe):
            return fold.single(self.index(self.value(node), of), self.width(of))
        if isinstance(kind, BagOf):
            return self.bag(node, kind.of).kinds()
        own = kind.of if isinstance(kind, SetOf) and kind.of is not None else of
        if own == of or not isinstance(own, Number) or not isinstance(of, Number):
            return self._set(node, own)
        return self._rebased(node, own, of)

    def _rebased(self, node: n.Expr, own: Number, of: Number) -> ir.Expr:
        """A set of numbers in another range of numbers; it is computed once, before its numbers are."""
        with self.slots.scratch(self.width(own)) as whole, self.slots.scratch() as var:
            found = self._set(node, own)
            if isinstance(found, ir.SetConst):
                shift = own.low - of.low
                bits = found.bits << shift if shift >= 0 else found.bits >> -shift
                return ir.SetConst(bits & ((1 << self.width(of)) - 1), self.width(of))
            there = fold.arith("add", ir.Read(var), ir.Const(of.low - own.low))
            inside = ir.And(
                ir.Compare("lt", there, ir.Const(self.width(own))),
                ir.Member(ir.Arith("max", there, ir.Const(-1)), ir.Read(whole)),
            )
            return ir.Let(whole, found, ir.Filter(var, self.everything(of), inside, self.width(of)))

    def _set(self, node: n.Expr, of: Single) -> ir.Expr:
        width = self.width(of)
        match node:
            case n.Word(word=word):
                return self.everything(of) if word == "all" else ir.SetConst(0, width)
            case n.Name() | n.Read():
                return self._reading(node)
            case n.SetOf(items=items):
                found: ir.Expr = ir.SetConst(0, width)
                for item in items:
                    found = fold.set_op("union", found, fold.single(self.index(self.value(item), of), width))
                return found
            case n.SpanOf(low=low, high=high):
                return self._numbers(self.value(low), self.value(high), of)
            case n.Arith(op=op, left=left, right=right):
                return fold.set_op(_SETS[op], self.set(left, of), self.set(right, of))
            case n.IfElse(test=test, then=then, other=other):
                return fold.if_(self.value(test), self.set(then, of), self.set(other, of))
            case n.Quantified():
                return self._all(node, width)
            case n.Pick():
                return self._top(node, width)
            case n.Fold():
                return self._union(node, of)
            case n.Group():
                return ways.group(self, node)
            case n.Ways():
                return ways.ways(self, node)
            case _:
                raise AssertionError("no such set")

    def _numbers(self, low: ir.Expr, high: ir.Expr, of: Single) -> ir.Expr:
        width, base = self.width(of), self.instance.low(of)
        if isinstance(low, ir.Const) and isinstance(high, ir.Const):
            bits = sum(1 << i for i in range(width) if low.value <= base + i <= high.value)
            return ir.SetConst(bits, width)
        for end in (low, high):
            if slots_bound(end):
                # It has names of its own, so it can't stand inside: it is taken before.
                with self.slots.scratch() as slot:
                    taken = ir.Read(slot)
                    found = self._numbers(taken if end is low else low, taken if end is high else high, of)
                return ir.Let(slot, end, found)
        with self.slots.scratch() as var:
            number = fold.arith("add", ir.Read(var), ir.Const(base))
            inside = fold.and_(fold.compare("ge", number, low), fold.compare("le", number, high))
            return ir.Filter(var, self.everything(of), inside, width)

    # -- bound names ----------------------------------------------------------------------------------

    def over(self, node: n.Expr) -> tuple[ir.Expr, Single]:
        """What a name runs over: a set, and its domain."""
        domain = run_over(self.kind(node))
        return self.set(node, domain), domain

    @contextmanager
    def bound(self, var: Var, domain: Single) -> Iterator[int]:
        """A scratch slot that holds the index of a bound name."""
        with self.slots.scratch() as slot:
            self.env[var] = self.from_index(ir.Read(slot), domain)
            yield slot

    def _quantified(self, node: n.Quantified) -> ir.Expr:
        binds = [(bind, self.world.vars_of[bind]) for bind in node.overs.binds]
        match node.word:
            case "count":
                return self._nested(binds, node.overs.where, None, "count")
            case "some":
                return self._nested(binds, node.overs.where, None, "some")
            case "no":
                return fold.not_(self._nested(binds, node.overs.where, None, "some"))
            case _:
                return fold.not_(self._nested(binds, node.overs.where, node.has, "every"))

    def _nested(
        self, binds: list[tuple[n.Bind, Var]], where: n.Expr | None, has: n.Expr | None, word: str
    ) -> ir.Expr:
        if not binds:
            test: ir.Expr = fold.TRUE if where is None else self.value(where)
            if has is not None:
                test = fold.and_(test, fold.not_(self.value(has)))
            return test
        (bind, var), *rest = binds
        over, domain = self.over(bind.over)
        with self.bound(var, domain) as slot:
            inner = self._nested(rest, where, has, word)
        if word != "count":
            return fold.exists(slot, over, inner)
        if not rest and isinstance(inner, ir.Const):
            return ir.Size(over) if inner.value else ir.Const(0)
        return ir.Sum(slot, over, inner)

    def _all(self, node: n.Quantified, width: int) -> ir.Expr:
        bind = node.overs.binds[0]
        over, domain = self.over(bind.over)
        with self.bound(self.world.vars_of[bind], domain) as slot:
            assert node.overs.where is not None
            test = self.value(node.overs.where)
        return fold.filter_(slot, over, test, width)

    def keys(self, by: n.Order | None) -> tuple[ir.Key, ...]:
        """The keys of an order, up to `listed`, which is the order of indices."""
        found = []
        for key in by.keys if by is not None else ():
            if key.which == "listed" or key.value is None:
                break
            found += [ir.Key(key.which, make()) for make in key_values(self, key.value)]
        return tuple(found)

    def _picked(self, node: n.Pick) -> tuple[int, ir.Expr, tuple[ir.Key, ...], Single]:
        over, domain = self.over(node.over)
        with self.bound(self.world.vars_of[node], domain) as slot:
            if node.where is not None:
                over = fold.filter_(slot, over, self.value(node.where), self.width(domain))
            keys = self.keys(node.by)
        return slot, over, keys, domain

    def _first(self, node: n.Pick) -> ir.Expr:
        slot, over, keys, domain = self._picked(node)
        low = self.instance.low(domain)
        if node.otherwise is None:
            default: ir.Expr = ir.Const(-1 - low)
        else:
            default = self.index(self.value(node.otherwise), domain)
        found = ir.First(slot, over, keys, default) if keys else ir.Lowest(over, default)
        return self.from_index(found, domain)

    def _top(self, node: n.Pick, width: int) -> ir.Expr:
        slot, over, keys, _ = self._picked(node)
        return ir.Top(slot, over, keys, width) if keys else over

    def _fold(self, node: n.Fold) -> ir.Expr:
        binds = [(bind, self.world.vars_of[bind]) for bind in node.overs.binds]
        default = ir.Const(-1) if node.otherwise is None else self.value(node.otherwise)
        return self._folded(binds, node, default)

    def _folded(self, binds: list[tuple[n.Bind, Var]], node: n.Fold, default: ir.Expr) -> ir.Expr:
        (bind, var), *rest = binds
        over, domain = self.over(bind.over)
        with self.bound(var, domain) as slot:
            if not rest and node.overs.where is not None:
                over = fold.filter_(slot, over, self.value(node.overs.where), self.width(domain))
            value = self.value(node.value) if not rest else self._folded(rest, node, default)
        if node.word == "sum":
            return ir.Sum(slot, over, value)
        return ir.Extreme("highest" if node.word == "highest" else "lowest", slot, over, value, default)

    def _union(self, node: n.Fold, of: Single) -> ir.Expr:
        binds = [(bind, self.world.vars_of[bind]) for bind in node.overs.binds]
        return self._united(binds, node, of)

    def _united(self, binds: list[tuple[n.Bind, Var]], node: n.Fold, of: Single) -> ir.Expr:
        (bind, var), *rest = binds
        over, domain = self.over(bind.over)
        with self.bound(var, domain) as slot:
            if not rest and node.overs.where is not None:
                over = fold.filter_(slot, over, self.value(node.overs.where), self.width(domain))
            value = self.set(node.value, of) if not rest else self._united(rest, node, of)
        return ir.Union(slot, over, value, self.width(of))

    # -- built-ins ------------------------------------------------------------------------------------


def _common(left: Kind, right: Kind) -> Single | None:
    """The domain in which two sets (or a set and a bag's kinds) are compared."""
    a = left.of if isinstance(left, SetOf | BagOf) else None
    b = right.of if isinstance(right, SetOf | BagOf) else None
    if isinstance(a, Number) and isinstance(b, Number):
        return Number(min(a.low, b.low), max(a.high, b.high))
    return a if a is not None else b


def _within(kind: Number, other: Number) -> bool:
    return other.low <= kind.low and kind.high <= other.high
