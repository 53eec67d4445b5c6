"""Groups and routes: sets of spaces, and numbers, that are found step by step."""

from abc import abstractmethod
from math import prod

from interpreter.check import findings as f
from interpreter.check import way_findings as w
from interpreter.check.bound import LARGEST, Bound
from interpreter.check.kinds import (
    POISON,
    Kind,
    Maybe,
    Member,
    Number,
    Poison,
    SetOf,
    fits,
    held_by,
    same_things,
    stands_for,
)
from interpreter.check.world import Var
from interpreter.syntax import nodes as n

MOST_LAYERS = 24
"""How many ways of having used up what may be passed are told apart: they are written out."""


class Joined(Bound):
    """The forms that declarations of groups and routes stand for."""

    @abstractmethod
    def key(self, name: str, arg: n.Expr, key: Kind) -> None:
        """An argument that must be a member of ``key``."""

    def set_for(self, name: str, arg: n.Expr, want: SetOf) -> None:
        """An argument where a set is wanted: one member, or none, stands for the set of it."""
        kind = stands_for(self.expr(arg, want))
        found = SetOf(kind) if isinstance(kind, Member | Number) else kind
        if not fits(found, want) or (isinstance(found, SetOf) and not held_by(found.of, want.of)):
            self.key(name, arg, want)

    # -- the forms --------------------------------------------------------------------------------------

    def group(self, node: n.Group) -> Kind:
        """Those of the spaces that hang together with some others."""
        spaces = self._spaces(node.spaces)
        self._asked(node.of, spaces)
        if spaces is None:
            return POISON
        self._step(node.step, spaces)
        return SetOf(spaces)

    def ways(self, node: n.Ways) -> Kind:
        """What one comes to through some spaces."""
        start = self._spaces(node.start)
        if not node.through:
            self.found.append(w.no_end_of_way(node.span))
            return POISON
        if start is None:
            return POISON
        root = self.world.root(start)
        for one in node.through:
            self._passed(one, root)
        self._layers(node)
        return SetOf(root) if self._step(node.step, root) else POISON

    def cheapest(self, node: n.Cheapest) -> Kind:
        """The price of the cheapest way, or none."""
        start = self._spaces(node.start)
        self._asked(node.to, start, single=True)
        if start is None:
            return POISON
        root = self.world.root(start)
        self._step(node.step, root)
        if node.price is not None:
            price: Kind = self.number(node.price)
            span = node.price.span
        else:
            assert node.toll is not None
            with self.inner():
                self._bind(node.toll, root)
                price = self.number(node.toll.near)
            span = node.toll.span
        if not isinstance(price, Number):
            return POISON
        if price.low < 0:
            self.found.append(w.price_below_zero(price, span))
            return POISON
        most = price.high * self.world.count(root)
        if most > LARGEST:
            self.found.append(f.number_overflow(span))
            return POISON
        return Maybe(Number(0, most))

    # -- their parts ------------------------------------------------------------------------------------

    def _spaces(self, node: n.Expr) -> Member | None:
        """The kind of a set of spaces; one space, or none, stands for a set."""
        kind = stands_for(self.expr(node))
        kind = SetOf(kind) if isinstance(kind, Member) else kind
        if isinstance(kind, SetOf) and isinstance(kind.of, Member):
            return kind.of
        if not isinstance(kind, Poison):
            self.found.append(f.wrong_kind("a set of members of a kind", kind, node.span))
        return None

    def _asked(self, node: n.Expr, spaces: Member | None, single: bool = False) -> None:
        """The argument that a group or a route is asked with is of the kind that its spaces are of."""
        root = self.world.root(spaces) if spaces is not None else POISON
        want: Kind = root if isinstance(root, Poison) or single else SetOf(root)
        var = self.lookup(node.name) if isinstance(node, n.Name) else None
        if var is not None and isinstance(var.kind, Poison):
            var.kind = want
        if isinstance(want, SetOf):
            self.set_for("spaces", node, want)
        else:
            self.expr(node, want)

    def _bind(self, step: n.Step, spaces: Member) -> Var:
        var = self.bind(Var(step.name, spaces, "bound", step.span))
        self.world.vars_of[step] = var
        return var

    def _step(self, step: n.Step, spaces: Member) -> bool:
        """The neighbours of a space are spaces; false (reported) where they are not."""
        with self.inner():
            self._bind(step, spaces)
            kind = stands_for(self.expr(step.near))
        found = SetOf(kind) if isinstance(kind, Member) else kind
        if isinstance(found, Poison):
            return False
        if isinstance(found, SetOf) and found.of is not None and same_things(found.of, spaces):
            return True
        self.found.append(w.no_neighbours(self.world.root(spaces), kind, step.span))
        return False

    def _passed(self, one: n.Through, root: Member) -> None:
        kind = self.expr(one.spaces, SetOf(root))
        found = SetOf(kind) if isinstance(kind, Member) else stands_for(kind)
        if not fits(found, SetOf(root)):
            self.found.append(f.wrong_kind(str(SetOf(root)), kind, one.spaces.span))

    def _layers(self, node: n.Ways) -> None:
        """Budgets are numbers of the ruleset, small ones, since each way to use them is written out."""
        budgets = []
        for one in node.through:
            if one.most is None:
                continue
            if not isinstance(one.most, n.Int) or one.most.value < 1:
                self.found.append(w.no_budget(one.most.span))
                return
            self.expr(one.most)
            budgets.append(one.most.value)
        layers = prod(budget + 1 for budget in budgets)
        if layers > MOST_LAYERS:
            self.found.append(w.too_many_layers(layers, MOST_LAYERS, node.through[-1].span))
