"""The kind of every expression: names resolved, numbers as intervals, `none` tested before use."""

from dataclasses import replace
from typing import assert_never

from interpreter.check import at_once_findings as a
from interpreter.check import findings as f
from interpreter.check import kind_findings as kf
from interpreter.check import table_findings as tf
from interpreter.check.bags import Bags
from interpreter.check.bound import interval
from interpreter.check.builtins import BUILTINS, VALUES
from interpreter.check.intervals import arithmetic
from interpreter.check.joined import Joined
from interpreter.check.kinds import (
    FLAG,
    POISON,
    BagOf,
    Flag,
    Kind,
    ListOf,
    MapOf,
    Maybe,
    Member,
    NoneKind,
    Number,
    Poison,
    SetOf,
    Single,
    below_zero,
    comparable,
    fits,
    held_by,
    is_part,
    join,
    narrower,
    same_things,
    stands_for,
)
from interpreter.check.names import MAX_MEMBERS
from interpreter.check.parts import Parts
from interpreter.check.scope import MOST_SUGGESTIONS
from interpreter.check.world import Builtin, Component, KindSet, One, Term, Var
from interpreter.syntax import nodes as n
from interpreter.syntax.unparse import unparse
from interpreter.text.span import Span

LARGEST = 2_000_000_000


class Infer(Bags, Parts, Joined):
    """Checks expressions in a scope; results go to the side tables of the world."""

    # -- entry points -----------------------------------------------------------------------------------

    def expr(self, node: n.Expr, want: Kind | None = None) -> Kind:
        """The kind of an expression; ``want`` helps where a name has several owners."""
        kind = self._infer(node, want)
        if self.facts and isinstance(kind, Maybe | Number | Member):
            known = self.facts.get(unparse(node), kind)
            if isinstance(kind, Maybe) and known is not kind:
                self.certain.add(node)
            kind = known
        if isinstance(kind, Maybe) and below_zero(kind.of):
            self.found.append(f.none_below_zero(node.span))
            kind = POISON
        if isinstance(kind, Number) and (kind.high > LARGEST or kind.low < -LARGEST):
            self.found.append(f.number_overflow(node.span))
            kind = POISON
        if isinstance(kind, BagOf) and kind.cap > LARGEST:
            self.found.append(f.number_overflow(node.span))
            kind = POISON
        if isinstance(kind, SetOf) and kind.of is not None and self.world.size(kind.of) > MAX_MEMBERS:
            self.found.append(f.set_too_large(self.world.size(kind.of), node.span))
            kind = POISON
        self.world.kinds_of[node] = kind
        return kind

    def condition(self, node: n.Expr) -> None:
        """An expression that must be true or false."""
        kind = self.expr(node, FLAG)
        if not isinstance(kind, Flag | Poison):
            self.found.append(f.no_condition(kind, node.span))

    def value(self, node: n.Expr, want: Kind | None = None) -> Kind:
        """An expression that must not be none."""
        return self.there(node, self.expr(node, want))

    def there(self, node: n.Expr, kind: Kind) -> Kind:
        """The kind of an expression of this kind that must not be none."""
        if isinstance(kind, Maybe):
            self.found.append(f.may_be_none(unparse(node), node.span))
            return kind.of
        return kind

    def of_kind(self, node: n.Expr, want: Kind, expected: str | None = None) -> Kind:
        """An expression that must fit a kind."""
        kind = self.expr(node, want)
        if isinstance(kind, SetOf) and isinstance(want, SetOf) and not held_by(kind.of, want.of):
            help_ = kf.those_in_part(unparse(node), kind, want)
            self.found.append(f.wrong_kind(expected or str(want), kind, node.span, help_))
            return POISON
        if fits(kind, want):
            return kind
        if isinstance(kind, Maybe) and fits(kind.of, want):
            self.found.append(f.may_be_none(unparse(node), node.span))
        else:
            self.found.append(f.wrong_kind(expected or str(want), kind, node.span))
        return POISON

    def number(self, node: n.Expr) -> Number | Poison:
        """An expression that must be a number."""
        kind = self.value(node)
        if isinstance(kind, Number):
            return kind
        if isinstance(kind, Flag):
            return Number(0, 1)
        if not isinstance(kind, Poison):
            self.found.append(f.wrong_kind("a number", kind, node.span))
        return POISON

    # -- the forms --------------------------------------------------------------------------------------

    def _infer(self, node: n.Expr, want: Kind | None) -> Kind:
        match node:
            case n.Int(value=value):
                return Number(value, value)
            case n.Word():
                return self._word(node, want)
            case n.Name():
                return self._name(node, want)
            case n.Read():
                return self._read(node, want)
            case n.SetOf():
                return self._set_of(node, want)
            case n.SpanOf(low=low, high=high):
                return self._span(low, high)
            case n.EndOf():
                return self._end_of(node)
            case n.Of():
                return self.copies(node)
            case n.Arith():
                return self._arith(node, want)
            case n.Negative(inner=inner):
                number = self.number(inner)
                return Number(-number.high, -number.low) if isinstance(number, Number) else POISON
            case n.Logic() | n.Not():
                return self._logic(node)
            case n.Compare():
                return self._compare(node)
            case n.In():
                return self._in(node)
            case n.IsEmpty(of=of):
                kind = self.expr(of)
                if not isinstance(kind, SetOf | BagOf | Poison):
                    self.found.append(f.no_collection(kind, of.span))
                return FLAG
            case n.IfElse():
                return self._if_else(node, want)
            case n.Quantified():
                return self._quantified(node)
            case n.Pick():
                return self._pick(node)
            case n.Fold():
                return self._fold(node)
            case n.Group():
                return self.group(node)
            case n.Ways():
                return self.ways(node)
            case n.Cheapest():
                return self.cheapest(node)
            case _:
                assert_never(node)

    def _word(self, node: n.Word, want: Kind | None) -> Kind:
        match node.word:
            case "none":
                return NoneKind()
            case "true" | "false":
                return FLAG
            case "all" | "nothing":
                wanted = isinstance(want, SetOf) or (isinstance(want, BagOf) and node.word == "all")
                return SetOf(want.of) if wanted and isinstance(want, SetOf | BagOf) else SetOf(None)
            case "everything":
                self.found.append(f.type_not_here("`everything` stands only in an effect", node.span))
                return POISON

    def _name(self, node: n.Name, want: Kind | None) -> Kind:
        world, name = self.world, node.name
        var = self.lookup(name)
        if var is not None:
            world.refs[node] = var
            return var.kind
        if name == "me":
            return self._me(node)
        if name in world.components:
            return self._whole(node, world.components[name])
        if name in world.terms:
            return self._term(node, world.terms[name], ())
        if name in world.options:
            world.refs[node] = world.options[name]
            return world.options[name].kind
        if name in world.domains:
            world.refs[node] = KindSet(world.member(name))
            return POISON if name in world.broken else SetOf(world.member(name))
        if name in world.ranges:
            number = Number(*world.ranges[name])
            world.refs[node] = KindSet(number)
            return SetOf(number)
        if name in VALUES:
            world.refs[node] = Builtin(name)
            return VALUES[name].kind(world)
        if name in world.tables:
            return self.table_entry(node, world.tables[name])
        return self._member(node, want)

    def _me(self, node: n.Name) -> Kind:
        self.used_me = True
        if not self.has_me:
            self.found.append(f.nobody_acts(node.span))
            return POISON
        self.world.refs[node] = self.world.me
        return self.world.me.kind

    def _member(self, node: n.Name, want: Kind | None) -> Kind:
        owners = self.world.members.get(node.name, [])
        wanted = want.of if isinstance(want, Maybe | SetOf | BagOf) else want
        if isinstance(wanted, Member):
            owners = [one for one in owners if is_part(wanted, one.kind)] or owners
        if len(owners) > 1:
            self.found.append(f.ambiguous(node.name, node.span, [one.kind.domain for one in owners]))
            return POISON
        if not owners:
            if node.name == self.claimant:
                self.found.append(a.claimant_outside(node.name, node.span))
            else:
                self.found.append(f.unknown_name(node.name, node.span, self.known_names()))
            return POISON
        if owners[0].index >= self.world.domains[owners[0].kind.domain].always(self.seats):
            self.found.append(f.not_always_there(owners[0].kind, node.name, self.seats[0], node.span))
            return POISON
        found = owners[0]
        if isinstance(wanted, Member) and wanted.whole and is_part(wanted, found.kind):
            # Where a part is wanted, a member of the whole that is one of the part's is meant as that.
            is_there = node.name in self.world.domains[wanted.domain].index
            found = One(wanted, found.index) if is_there else found
        self.world.refs[node] = found
        return found.kind

    def _whole(self, node: n.Name, component: Component) -> Kind:
        self.world.refs[node] = component
        if isinstance(component.kind, Poison):
            return POISON
        return MapOf(component.keys, component.kind) if component.keys else _as_read(component.kind)

    # -- reading ----------------------------------------------------------------------------------------

    def _read(self, node: n.Read, want: Kind | None) -> Kind:
        world, name = self.world, node.name
        if name == "count":
            return self.count_of(node)
        var = self.lookup(name)
        if var is not None and isinstance(var.kind, BagOf):
            return self.read_bag(node, var)
        if var is not None and isinstance(var.kind, Poison):
            world.refs[node] = var
            return POISON  # what it stands for was reported where it is made
        part = self.part(node)
        if part is not None:
            return part
        if name in world.components:
            return self._read_component(node, world.components[name])
        if name in world.terms:
            return self._term(node, world.terms[name], node.args)
        var = self.lookup(name)
        if var is not None and isinstance(var.kind, MapOf):
            return self._read_map(node, var, var.kind)
        if name in world.tables:
            return self.table_entry(node, world.tables[name])
        if name in BUILTINS:
            world.refs[node] = Builtin(name)
            return BUILTINS[name].check(self, node, want)
        if name in world.columns:
            return self._column(node)
        for arg in node.args:
            self.expr(arg)
        known = [*world.components, *world.terms, *world.columns, *world.tables, *BUILTINS]
        if name in world.domains or self.lookup(name) or name in world.options:
            self.found.append(f.wrong_count(name, "nothing in brackets", len(node.args), node.span))
        else:
            near = known if len(self.found) <= MOST_SUGGESTIONS else ()
            is_table = name in world.ruleset.tables
            self.found.append((tf.too_early if is_table else f.unknown_word)(name, node.name_span, near))
        return POISON

    def _read_map(self, node: n.Read, var: Var, kind: MapOf) -> Kind:
        """A name that stands for one value for each key, with the keys given."""
        self.world.refs[node] = var
        if len(node.args) > len(kind.keys):
            self.found.append(f.wrong_count(node.name, _count(len(kind.keys)), len(node.args), node.span))
            return POISON
        for arg, key in zip(node.args, kind.keys, strict=False):
            self.key(node.name, arg, key)
        rest = kind.keys[len(node.args) :]
        return MapOf(rest, kind.value) if rest else kind.value

    def list_at(self, node: n.Expr) -> ListOf | None:
        """The list that a place is, or of which it is an end; ``None`` where it is neither."""
        place = node.of if isinstance(node, n.EndOf) else node
        component = self.world.components.get(place.name) if isinstance(place, n.Name | n.Read) else None
        given = len(place.args) if isinstance(place, n.Read) else 0
        if component is None or given != len(component.keys) or not isinstance(component.kind, ListOf):
            return None
        return component.kind

    def _end_of(self, node: n.EndOf) -> Kind:
        kind = self.expr(node.of)
        there = self.list_at(node)
        if there is None:
            if not isinstance(kind, Poison):
                self.found.append(f.no_list(kind, node.of.span))
            return POISON
        self.world.refs[node] = self.world.refs[node.of]
        return Maybe(there.of)

    def _read_component(self, node: n.Read, component: Component) -> Kind:
        self.world.refs[node] = component
        if isinstance(component.kind, Poison):
            for arg in node.args:
                self.expr(arg)
            return POISON
        keys = list(component.keys)
        if isinstance(component.kind, BagOf):
            keys.append(component.kind.of)
        if isinstance(component.kind, ListOf):
            keys.append(Number(1, component.kind.cap))
        if len(node.args) > len(keys):
            self.found.append(f.wrong_count(node.name, _count(len(keys)), len(node.args), node.span))
            return POISON
        for arg, key in zip(node.args, keys, strict=False):
            self.key(node.name, arg, key)
        given = len(node.args)
        if isinstance(component.kind, BagOf):
            if given == len(keys):
                return Number(0, component.kind.cap)
            rest = component.keys[given:]
        else:
            rest = component.keys[given:]
        if isinstance(component.kind, ListOf) and given == len(keys):
            return Maybe(component.kind.of)
        return MapOf(rest, component.kind) if rest else _as_read(component.kind)

    def key(self, name: str, arg: n.Expr, key: Kind) -> None:
        """An argument that must be a member of ``key``."""
        kind = self.expr(arg, key)
        if isinstance(kind, Maybe) and fits(kind.of, key):
            self.found.append(f.may_be_none(unparse(arg), arg.span))
        elif isinstance(kind, Member) and isinstance(key, Member) and is_part(key, kind) and kind != key:
            self.found.append(kf.not_surely_of_part(name, unparse(arg), kind, key, arg.span))
        elif isinstance(kind, SetOf) and isinstance(key, SetOf) and not held_by(kind.of, key.of):
            help_ = kf.those_in_part(unparse(arg), kind, key)
            self.found.append(replace(f.wrong_key(name, key, kind, arg.span), help=help_))
        elif not fits(kind, key):
            self.found.append(f.wrong_key(name, key, kind, arg.span))
        elif isinstance(kind, Number) and isinstance(key, Number) and not _within(kind, key):
            self.found.append(
                f.never_fits(kind, key, arg.span)
                if _apart(kind, key)
                else f.wrong_key(name, key, kind, arg.span)
            )

    def _column(self, node: n.Read) -> Kind:
        owners = self.world.columns[node.name]
        first = self.value(node.args[0], Member(next(iter(owners))) if len(owners) == 1 else None)
        if isinstance(first, Poison):
            return POISON
        column = self.world.column(node.name, first)
        if column is None:
            self.found.append(f.no_such_column(node.name, first, node.args[0].span, owners))
            return POISON
        keys: tuple[Single, ...] = column.extra
        kind = column.kind
        if isinstance(kind, BagOf) and len(node.args) == 2 + len(keys):
            keys, kind = (*keys, kind.of), Number(0, kind.cap)
        if len(node.args) != 1 + len(keys):
            self.found.append(f.wrong_count(node.name, _count(1 + len(keys)), len(node.args), node.span))
            return POISON
        for arg, key in zip(node.args[1:], keys, strict=True):
            if column.is_cyclic:
                self.number(arg)
            else:
                self.key(node.name, arg, key)
        self.world.refs[node] = column
        return kind

    def _term(self, node: n.Name | n.Read, term: Term, args: tuple[n.Expr, ...]) -> Kind:
        self.world.refs[node] = term
        if len(args) != len(term.params):
            self.found.append(f.wrong_count(term.name, _count(len(term.params)), len(args), node.span))
            return POISON
        kind = self.term(term, node.span)
        for arg, param in zip(args, term.params, strict=True):
            self.handed(term.name, arg, param.kind)
        if term.uses_me:
            self.used_me = True
            if not self.has_me:
                self.found.append(f.nobody_acts(node.span))
        return kind

    def handed(self, name: str, arg: n.Expr, want: Kind) -> None:
        """What a term, a step, an action or a cost is handed."""
        if isinstance(want, BagOf):
            self.bag_for(name, arg, want)
        elif isinstance(want, Maybe):
            self.of_kind(arg, want)
        elif isinstance(want, SetOf):
            self.set_for(name, arg, want)
        else:
            self.key(name, arg, want)

    def term(self, term: Term, span: Span) -> Kind:
        """The kind of a term, checked once, whoever asks first."""
        if term.name in self.open_terms:
            start = self.open_terms.index(term.name)
            self.found.append(f.calls_itself("term", [*self.open_terms[start:], term.name], span))
            return POISON
        if term.kind is not None:
            return term.kind
        self.open_terms.append(term.name)
        saved = self.scope, self.facts, self.has_me, self.used_me
        self.scope, self.facts, self.has_me, self.used_me = [{}], {}, True, False
        for param in term.params:
            self.bind(param)
        term.kind = self.expr(term.decl.phrase.expr)
        term.uses_me = self.used_me
        self.scope, self.facts, self.has_me, self.used_me = saved
        self.open_terms.pop()
        return term.kind

    # -- sets and numbers ---------------------------------------------------------------------------------

    def _set_of(self, node: n.SetOf, want: Kind | None) -> Kind:
        inner: Kind | None = want.of if isinstance(want, SetOf) else want
        of: Kind | None = None
        for item in node.items:
            kind = self.value(item, inner)
            if isinstance(kind, Poison):
                continue
            if not isinstance(kind, Flag | Number | Member):
                self.found.append(f.wrong_kind("one member", kind, item.span))
                continue
            joined = kind if of is None else join(of, kind)
            if joined is None:
                assert of is not None
                self.found.append(f.mixed_set(of, kind, item.span))
                return POISON
            of = joined
        return SetOf(of) if isinstance(of, Number | Member) else POISON

    def _span(self, low: n.Expr, high: n.Expr) -> Kind:
        first, last = self.number(low), self.number(high)
        if isinstance(first, Poison) or isinstance(last, Poison):
            return POISON
        return SetOf(Number(first.low, max(first.low, last.high)))

    def _arith(self, node: n.Arith, want: Kind | None) -> Kind:
        left = self.expr(node.left, want)
        right = self.expr(node.right, left if isinstance(left, SetOf | BagOf) else want)
        if node.op in {"+", "-", "&"} and (isinstance(left, SetOf) or isinstance(right, SetOf)):
            left, right = stands_for(left), stands_for(right)
        left, right = self.there(node.left, left), self.there(node.right, right)
        if isinstance(left, Poison) or isinstance(right, Poison):
            return POISON
        if node.op in {"+", "-", "&"} and (isinstance(left, BagOf) or isinstance(right, BagOf)):
            return self.bag_arith(node, left, right)
        if node.op in {"+", "-", "&"} and (isinstance(left, SetOf) or isinstance(right, SetOf)):
            return self._set_arith(node, left, right)
        if not isinstance(left, Number | Flag):
            self.found.append(f.no_number(node.op, left, node.left.span))
            return POISON
        if not isinstance(right, Number | Flag):
            self.found.append(f.no_number(node.op, right, node.right.span))
            return POISON
        if node.op == "&":
            self.found.append(f.no_collection(left, node.left.span))
            return POISON
        a, b = interval(left), interval(right)
        if node.op in {"div", "mod"} and b.low <= 0 <= b.high:
            self.found.append(f.may_divide_by_zero(node.right.span))
            return POISON
        return arithmetic(node.op, a, b)

    def _set_arith(self, node: n.Arith, left: Kind, right: Kind) -> Kind:
        a = SetOf(left) if isinstance(left, Member | Number) else left
        b = SetOf(right) if isinstance(right, Member | Number) else right
        if not isinstance(a, SetOf) or not isinstance(b, SetOf):
            bad, side = (a, node.left) if not isinstance(a, SetOf) else (b, node.right)
            self.found.append(f.no_collection(bad, side.span))
            return POISON
        if not same_things(a.of, b.of):
            self.found.append(f.mixed_set(left, right, node.span))
            return POISON
        if node.op == "-":
            return a if a.of is not None else b
        if node.op == "&" and isinstance(a.of, Number) and isinstance(b.of, Number):
            low, high = max(a.of.low, b.of.low), min(a.of.high, b.of.high)
            return SetOf(Number(low, high)) if low <= high else a
        if node.op == "&" and a.of is not None and b.of is not None:
            return SetOf(narrower(a.of, b.of))
        joined = join(a, b)
        return POISON if joined is None else joined

    # -- logic ------------------------------------------------------------------------------------------

    def _logic(self, node: n.Logic | n.Not) -> Kind:
        if isinstance(node, n.Not):
            self.condition(node.inner)
            return FLAG
        self.condition(node.left)
        with self.inner():
            self.learn(node.left, node.op == "and")
            self.condition(node.right)
        return FLAG

    def _compare(self, node: n.Compare) -> Kind:
        if isinstance(node.left, n.Name) and len(self.world.members.get(node.left.name, ())) > 1:
            # Several kinds have such a member: the other side says which is meant.
            right = self.expr(node.right)
            left = self.expr(node.left, right)
        else:
            left = self.expr(node.left)
            right = self.expr(node.right, left)
        if isinstance(left, Poison) and isinstance(node.left, n.Name):
            return FLAG
        if isinstance(left, Poison) or isinstance(right, Poison):
            return FLAG
        if isinstance(left, BagOf) or isinstance(right, BagOf):
            return self.bag_compare(node, left, right)
        if node.op in {"=", "!="}:
            if node.left in self.certain or node.right in self.certain:
                pass  # a test for none where there surely is something: needless, but not wrong
            elif not comparable(left, right) or isinstance(left, MapOf):
                self.found.append(f.incomparable(left, right, node.span))
            return FLAG
        if node.op == "<=" and isinstance(left, SetOf) and isinstance(right, SetOf):
            if not same_things(left.of, right.of):
                self.found.append(f.incomparable(left, right, node.span))
            return FLAG
        for kind, side in ((left, node.left), (right, node.right)):
            if isinstance(kind, Maybe):
                self.found.append(f.may_be_none(unparse(side), side.span))
                return FLAG
            if not isinstance(kind, Number):
                self.found.append(f.no_order(node.op, kind, side.span))
                return FLAG
        return FLAG

    def _in(self, node: n.In) -> Kind:
        of = self.expr(node.of)
        inner = of.of if isinstance(of, SetOf | BagOf) else None
        item = self.expr(node.item, inner)
        if not isinstance(of, SetOf | BagOf | Poison):
            self.found.append(f.no_collection(of, node.of.span))
        elif inner is not None and not isinstance(of, Poison) and not comparable(item, inner):
            self.found.append(f.incomparable(item, of, node.span))
        return FLAG

    def _if_else(self, node: n.IfElse, want: Kind | None) -> Kind:
        self.condition(node.test)
        with self.inner():
            self.learn(node.test, True)
            then = self.expr(node.then, want)
        with self.inner():
            self.learn(node.test, False)
            other = self.expr(node.other, want if want is not None else then)
        joined = self.join_branches(then, other, want)
        if joined is None:
            self.found.append(f.branches_differ(then, other, node.span))
            return POISON
        return joined


def _as_read(kind: Kind) -> Kind:
    """A list read as a whole is the bag of what it holds."""
    return BagOf(kind.of, kind.cap) if isinstance(kind, ListOf) else kind


def _within(kind: Number, other: Number) -> bool:
    return other.low <= kind.low and kind.high <= other.high


def _apart(kind: Number, other: Number) -> bool:
    return kind.high < other.low or other.high < kind.low


def _count(count: int) -> str:
    return "nothing in brackets" if count == 0 else f"{count} value" + ("s" if count > 1 else "")
