"""The kinds of phrases that bind names: counts, choices by keys, sums and the like."""

from abc import ABC, abstractmethod

from interpreter.check import findings as f
from interpreter.check.kinds import (
    FLAG,
    POISON,
    BagOf,
    Flag,
    Kind,
    Maybe,
    Member,
    Number,
    Poison,
    SetOf,
    Single,
    join,
    stands_for,
)
from interpreter.check.row_values import row_kind
from interpreter.check.scope import Scope
from interpreter.check.sorted_keys import check_sorted
from interpreter.check.world import KindSet, Var
from interpreter.syntax import nodes as n

LARGEST = 2_000_000_000


class Bound(Scope, ABC):
    """The forms that bind names; what is inside them is checked by the subclass."""

    @abstractmethod
    def expr(self, node: n.Expr, want: Kind | None = None) -> Kind:
        """The kind of an expression."""

    @abstractmethod
    def condition(self, node: n.Expr) -> None:
        """An expression that must be true or false."""

    @abstractmethod
    def value(self, node: n.Expr, want: Kind | None = None) -> Kind:
        """An expression that must not be none."""

    @abstractmethod
    def there(self, node: n.Expr, kind: Kind) -> Kind:
        """The kind of an expression of this kind that must not be none."""

    @abstractmethod
    def number(self, node: n.Expr) -> Number | Poison:
        """An expression that must be a number."""

    @abstractmethod
    def of_kind(self, node: n.Expr, want: Kind, expected: str | None = None) -> Kind:
        """An expression that must fit a kind."""

    def domain_of(self, node: n.Expr) -> Single | None:
        """What a name runs over when it is bound to the members of ``node``."""
        kind = self.expr(node)
        match kind:
            case SetOf(of) if of is not None:
                return of
            case BagOf(of):
                return of
            case Maybe(of):  # one, or nothing to run over
                return of
            case Poison():
                return None
            case _:
                self.found.append(f.no_domain(kind, node.span))
                return None

    def overs(self, overs: n.Overs) -> tuple[Var, ...]:
        """Bind the names of ``p in Player with e in Domino where c`` in the present scope."""
        found = []
        for bind in overs.binds:
            domain = self.domain_of(bind.over)
            var = Var(bind.name, POISON if domain is None else domain, "bound", bind.span)
            self.world.vars_of[bind] = self.bind(var)
            found.append(var)
        if overs.where is not None:
            self.condition(overs.where)
            self.learn(overs.where, True)
        return tuple(found)

    @abstractmethod
    def bag_fold(self, node: n.Fold, variables: tuple[Var, ...], kind: Kind) -> Kind:
        """``bag of E for x in S where C``."""

    # -- names bound in phrases -----------------------------------------------------------------------------

    def _quantified(self, node: n.Quantified) -> Kind:
        with self.inner():
            variables = self.overs(node.overs)
            if node.has is not None:
                self.condition(node.has)
            kind = self.facts.get(variables[0].name, variables[0].kind)
        match node.word:
            case "all":
                return SetOf(kind) if isinstance(kind, Flag | Number | Member) else POISON
            case "count":
                most = 1
                for var in variables:
                    most *= self.world.count(var.kind)
                return Number(0, most)
            case _:
                return FLAG

    def _pick(self, node: n.Pick) -> Kind:
        with self.inner():
            domain = self.domain_of(node.over)
            span = node.span
            var = self.bind(Var(node.name, POISON if domain is None else domain, "bound", span))
            self.world.vars_of[node] = var
            if node.where is not None:
                self.condition(node.where)
                self.learn(node.where, True)
                known = self.facts.get(node.name)
                domain = known if isinstance(known, Member) else domain
            if node.by is not None:
                self.order_keys(node.by)
        if domain is None:
            return POISON
        if node.word == "top":
            return SetOf(domain)
        if node.by is not None and not ends(node.by):
            self.found.append(f.order_may_tie(node.by.span))
        if node.otherwise is None:
            return domain if node.is_sure or self._is_whole(node) else Maybe(domain)
        other = self.expr(node.otherwise, domain)
        joined = join(domain, other)
        if joined is None:
            self.found.append(f.branches_differ(domain, other, node.span))
            return POISON
        return joined

    def _is_whole(self, node: n.Pick) -> bool:
        """Whether one of all members of a kind is picked, of which there are always some."""
        return node.where is None and isinstance(self.world.refs.get(node.over), KindSet)

    def order_keys(self, by: n.Order) -> None:
        """The keys of ``by …``."""
        for key in by.keys:
            if key.value is not None:
                self.order_key(key.value)
        if by.start is not None:
            self.of_kind(by.start, Member("Player"), "a player")

    def order_key(self, node: n.Expr) -> None:
        """What a key compares: a number, a flag, or the numbers of ``sorted of``."""
        if isinstance(node, n.Fold) and node.word == "sorted":
            check_sorted(self, node)
            return
        kind = self.value(node)
        if not isinstance(kind, Number | Flag | Poison):
            self.found.append(f.key_not_ordered(kind, node.span))

    def _fold(self, node: n.Fold) -> Kind:
        with self.inner():
            variables = self.overs(node.overs)
            kind = self.expr(node.value)
        if node.word == "row":
            return row_kind(self, node, variables, kind)
        if node.word == "union":
            kind = stands_for(kind)
        kind = self.there(node.value, kind)
        if isinstance(kind, Poison):
            return POISON
        if node.word == "bag":
            return self.bag_fold(node, variables, kind)
        if node.word == "sorted":
            self.found.append(f.sorted_outside(node.span))
            return POISON
        if node.word == "union":
            if isinstance(kind, SetOf):
                return kind
            if isinstance(kind, Member | Number):
                return SetOf(kind)  # each member stands for the set of just it
            self.found.append(f.no_collection(kind, node.value.span))
            return POISON
        if not isinstance(kind, Number | Flag):
            self.found.append(f.wrong_kind("a number", kind, node.value.span))
            return POISON
        number = interval(kind)
        if node.word == "sum":
            most = 1
            for var in variables:
                most *= self.world.count(var.kind)
            return Number(min(0, number.low * most), max(0, number.high * most))
        if node.otherwise is None:
            return Maybe(number)
        other = self.number(node.otherwise)
        joined = join(number, other)
        return POISON if joined is None else joined


def ends(by: n.Order) -> bool:
    """Whether an order leaves no two things equal."""
    return (
        by.last in {"listed", "random", "never tied"}
        or any(key.which == "listed" for key in by.keys)
        or by.how != "by"
    )


def interval(kind: Number | Flag) -> Number:
    """The values of a number or a flag."""
    return kind if isinstance(kind, Number) else Number(0, 1)
