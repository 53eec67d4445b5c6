"""What lowering knows: where things lie, the names that are bound, and what it makes of them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from interpreter.check.kinds import Kind, Single
from interpreter.check.world import Column, Component, Term, Var, World
from interpreter.core import fold, ir
from interpreter.core.bags import Bag
from interpreter.core.instance import Instance
from interpreter.core.maps import MapValue
from interpreter.core.place import Place
from interpreter.core.simplify import simplify
from interpreter.core.slots import Slots
from interpreter.syntax import nodes as n

Scope = tuple[dict[Var, ir.Expr], dict[Var, Bag], dict[Var, MapValue]]


class LowerBase(ABC):
    """Lowers for one `Instance`; what the forms mean is the subclasses'."""

    def __init__(self, world: World, instance: Instance) -> None:
        self.world = world
        self.instance = instance
        self.slots = Slots()
        self.bases: dict[Component, int] = {}
        self.round = -1  # the slot of the number of the round; -1 where there is just one
        self.shown: dict[Component, int] = {}
        self.cells: dict[Component, int] = {}  # of lists, whose bases are those of their lengths
        self.env: dict[Var, ir.Expr] = {}
        self.bags: dict[Var, Bag] = {}
        self.maps: dict[Var, MapValue] = {}
        self.meaning: dict[Var, n.Expr] = {}  # names that stand for a phrase, lowered where it is read
        self.snapshots: dict[Component, int] = {}
        self.lives: dict[Component, int] = {}  # where simultaneous rounds sum up what they change
        self._hoisted: dict[Term, tuple[int, ir.Expr]] | None = None

    # -- to be given by the subclasses -------------------------------------------------------------------

    @abstractmethod
    def value(self, node: n.Expr) -> ir.Expr:
        """An integer: a number, a flag, a member, or none as -1; a set where the kind is one."""

    @abstractmethod
    def set(self, node: n.Expr, of: Single) -> ir.Expr:
        """A set over the domain ``of``; a member stands for the set of just it."""

    @abstractmethod
    def place(self, node: n.Name | n.Read) -> Place:
        """Where a component's place lies."""

    @abstractmethod
    def in_set(self, item: n.Expr, of: n.Expr, domain: Single) -> ir.Expr:
        """Whether a value is a member of a set or of what a bag holds."""

    @abstractmethod
    def row_of(self, column: Column, args: tuple[n.Expr, ...]) -> ir.Expr:
        """The number of the entry of a column's table that belongs to these keys."""

    @abstractmethod
    def entry(self, table: int, index: ir.Expr, width: int) -> ir.Expr:
        """An entry of a constant table; ``width`` 0: an integer, else a set."""

    @abstractmethod
    def with_args(self, pairs: list[tuple[Var, n.Expr]], make: Callable[[], ir.Expr]) -> ir.Expr:
        """What ``make`` lowers, with names bound; what is not simple is computed once, into scratch."""

    # -- names ---------------------------------------------------------------------------------------

    def scope(self) -> Scope:
        """The names that are bound here, to be seen again later."""
        return dict(self.env), dict(self.bags), dict(self.maps)

    @contextmanager
    def seeing(self, scope: Scope) -> Iterator[None]:
        """Inside, just those names are bound that were where the scope was taken."""
        before = self.env, self.bags, self.maps
        self.env, self.bags, self.maps = dict(scope[0]), dict(scope[1]), dict(scope[2])
        yield
        self.env, self.bags, self.maps = before

    # -- roots --------------------------------------------------------------------------------------

    @contextmanager
    def root(self) -> Iterator[dict[Term, tuple[int, ir.Expr]]]:
        """Everything lowered inside shares its parameterless terms, each computed once."""
        before, self._hoisted = self._hoisted, {}
        yield self._hoisted
        self._hoisted = before

    def whole(self, node: n.Expr) -> ir.Expr:
        """An expression by itself."""
        return self.wrapped(lambda: self.value(node))

    def whole_set(self, node: n.Expr, of: Single) -> ir.Expr:
        """A set by itself."""
        return self.wrapped(lambda: self.set(node, of))

    def wrapped(self, make: Callable[[], ir.Expr]) -> ir.Expr:
        """What ``make`` lowers, with the terms that it shares computed before."""
        if self._hoisted is not None:
            return make()
        with self.root() as hoisted:
            expr = make()
            for slot, value in reversed(hoisted.values()):
                expr = ir.Let(slot, value, expr)
        return simplify(expr)

    # -- kinds --------------------------------------------------------------------------------------

    def kind(self, node: n.Expr) -> Kind:
        """The kind that the checker found."""
        return self.world.kinds_of[node]

    def width(self, kind: Single) -> int:
        """The size of a domain."""
        return self.instance.size(kind)

    def everything(self, kind: Single) -> ir.Expr:
        """The set of all members."""
        return ir.SetConst(self.instance.everything(kind), self.width(kind))

    def index(self, value: ir.Expr, key: Single) -> ir.Expr:
        """The index of a value in a domain."""
        return fold.arith("sub", value, ir.Const(self.instance.low(key)))

    def _item(self, arg: n.Expr, of: Single) -> ir.Expr:
        return self.index(self.value(arg), of)

    def from_index(self, index: ir.Expr, key: Single) -> ir.Expr:
        """The value with an index."""
        return fold.arith("add", index, ir.Const(self.instance.low(key)))
