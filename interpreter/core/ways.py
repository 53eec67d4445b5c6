"""Groups and routes: what hangs together, and what one comes to through some spaces."""

from contextlib import ExitStack
from itertools import product

from interpreter.check.kinds import Member, SetOf, Single
from interpreter.core import fold, ir
from interpreter.core.lower_base import LowerBase
from interpreter.syntax import nodes as n

Budget = tuple[int, ...]
"""How many spaces a way has passed of each set of which no more than some may be passed."""


def group(lower: LowerBase, node: n.Group) -> ir.Expr:
    """The spaces that hang together with those asked about."""
    space = _space(lower, node)
    of, within = lower.set(node.of, space), lower.set(node.spaces, space)
    return _linked(lower, node.step, of, within, space)


def linked(lower: LowerBase, of: n.Expr, within: n.Expr) -> ir.Expr:
    """The cells of a board that hang together with others, side by side."""
    kind = lower.kind(within)
    assert isinstance(kind, SetOf) and isinstance(kind.of, Member)
    column = lower.world.column("beside", kind.of)
    assert column is not None
    beside = lower.instance.table(column, lower.width(kind.of))
    start, whole = lower.set(of, kind.of), lower.set(within, kind.of)
    with lower.slots.scratch() as var:
        return ir.Linked(var, start, whole, ir.Lookup(beside, ir.Read(var)))


def ways(lower: LowerBase, node: n.Ways) -> ir.Expr:
    """All that is next to the last space that a way passes."""
    space = _space(lower, node)
    with ExitStack() as slots:
        layers = _Layers(lower, node, space, slots)
        found = layers.result()
        for slot, value in reversed(layers.lets):
            found = ir.Let(slot, value, found)
        return found


def cheapest(lower: LowerBase, node: n.Cheapest) -> ir.Expr:
    """What the cheapest way costs, or -1."""
    space = lower.kind(node.to)
    assert isinstance(space, Member)
    of, to = lower.set(node.start, space), lower.value(node.to)
    price = lower.value(node.price) if node.price is not None else ir.Const(0)
    with lower.slots.scratch() as var:
        toll: ir.Expr = ir.Const(0)
        if node.toll is not None:
            lower.env[lower.world.vars_of[node.toll]] = ir.Read(var)
            toll = lower.value(node.toll.near)
        return ir.Cheapest(var, of, to, price, toll, _near(lower, node.step, var, space))


class _Layers:
    """The last spaces of ways, kept apart by how much of what may be passed they have used up.

    A way that goes back to where it has been passes no less than one that does not, so that sets of last
    spaces are enough: nothing need be known of the spaces before.
    """

    def __init__(self, lower: LowerBase, node: n.Ways, space: Single, slots: ExitStack) -> None:
        self.lets: list[tuple[int, ir.Expr]] = []
        self._lower = lower
        self._step = node.step
        self._space = space
        self._slots = slots
        self._free: ir.Expr = self._nothing()
        self._most: list[tuple[int, ir.Expr]] = []
        for one in node.through:
            spaces = lower.set(one.spaces, space)
            if one.most is None:
                self._free = fold.set_op("union", self._free, spaces)
            else:
                assert isinstance(one.most, n.Int)
                self._most.append((one.most.value, self._held(spaces)))
        self._free = self._held(self._free)
        self._begin = self._around(self._held(lower.set(node.start, space)))
        self._beyond: dict[Budget, ir.Expr] = {}

    def result(self) -> ir.Expr:
        """The neighbours of all last spaces."""
        found = self._nothing()
        for budget in product(*(range(most + 1) for most, _ in self._most)):
            self._beyond[budget] = self._around(self._held(self._last(budget)))
            found = fold.set_op("union", found, self._beyond[budget])
        return found

    def _last(self, budget: Budget) -> ir.Expr:
        """The spaces at which a way with just so much passed may be."""
        entered = self._nothing()
        for at, (_, spaces) in enumerate(self._most):
            if budget[at]:
                before = (*budget[:at], budget[at] - 1, *budget[at + 1 :])
                here = self._beyond[before]
                if not any(before):
                    here = fold.set_op("union", here, self._begin)
                entered = fold.set_op("union", entered, fold.set_op("inter", here, spaces))
        if _is_nothing(self._free):
            return entered
        entered = self._held(entered)
        onward = self._begin if not any(budget) else self._around(entered)
        linked = _linked(self._lower, self._step, onward, self._free, self._space)
        return fold.set_op("union", entered, linked)

    def _around(self, spaces: ir.Expr) -> ir.Expr:
        """The neighbours of some spaces, computed once."""
        if _is_nothing(spaces):
            return spaces
        with self._lower.slots.scratch() as var:
            near = _near(self._lower, self._step, var, self._space)
            return self._held(ir.Union(var, spaces, near, self._lower.width(self._space)))

    def _held(self, value: ir.Expr) -> ir.Expr:
        """A value that is read more than once, in a slot."""
        if isinstance(value, ir.SetConst | ir.Read):
            return value
        slot = self._slots.enter_context(self._lower.slots.scratch(self._lower.width(self._space)))
        self.lets.append((slot, value))
        return ir.Read(slot)

    def _nothing(self) -> ir.Expr:
        return ir.SetConst(0, self._lower.width(self._space))


def _space(lower: LowerBase, node: n.Group | n.Ways) -> Single:
    kind = lower.kind(node)
    assert isinstance(kind, SetOf) and kind.of is not None
    return kind.of


def _linked(lower: LowerBase, step: n.Step, of: ir.Expr, within: ir.Expr, space: Single) -> ir.Expr:
    with lower.slots.scratch() as var:
        return ir.Linked(var, of, within, _near(lower, step, var, space))


def _near(lower: LowerBase, step: n.Step, var: int, space: Single) -> ir.Expr:
    """The neighbours of the space in a slot."""
    lower.env[lower.world.vars_of[step]] = ir.Read(var)
    return lower.set(step.near, space)


def _is_nothing(spaces: ir.Expr) -> bool:
    return isinstance(spaces, ir.SetConst) and not spaces.bits
