"""The kinds of phrases that are bags, and of sets and members that stand where a bag is wanted."""

from abc import abstractmethod

from interpreter.check import bag_findings
from interpreter.check import findings as f
from interpreter.check.bound import Bound, interval
from interpreter.check.kinds import (
    FLAG,
    POISON,
    BagOf,
    Flag,
    Kind,
    Member,
    Number,
    Poison,
    SetOf,
    Single,
    fits,
    held_by,
    join,
)
from interpreter.check.world import Builtin, Var
from interpreter.syntax import nodes as n


class Bags(Bound):
    """The forms that make, join, compare and read bags."""

    @abstractmethod
    def key(self, name: str, arg: n.Expr, key: Kind) -> None:
        """An argument that must be a member of ``key``."""

    def as_bag(self, kind: Kind, of: Single) -> BagOf | None:
        """The bag that a value stands for where one of ``of`` is wanted: a set is one of each."""
        match kind:
            case BagOf(other) if other == of:
                return kind
            case SetOf(None):
                return BagOf(of, 0)
            case SetOf(inner) if inner is not None and held_by(inner, of):
                return BagOf(of, self.world.count(inner))
            case Member() | Number() if fits(kind, of) and held_by(kind, of):
                return BagOf(of, 1)
            case _:
                return None

    def bag(self, node: n.Expr, of: Single) -> BagOf | Poison:
        """An expression that must be a bag, or may stand for one."""
        kind = self.value(node, BagOf(of, 0))
        if isinstance(kind, Poison):
            return kind
        found = self.as_bag(kind, of)
        if found is not None and isinstance(node, n.SetOf):
            return BagOf(of, len(node.items))
        if found is None:
            self.found.append(f.wrong_kind(str(BagOf(of, 0)), kind, node.span))
            return POISON
        return found

    def bag_for(self, name: str, arg: n.Expr, want: BagOf) -> None:
        """What is handed over where ``want`` is declared: no more things than that."""
        found = self.bag(arg, want.of)
        if isinstance(found, BagOf) and found.cap > want.cap:
            self.found.append(bag_findings.bag_too_large(name, found.cap, want.cap, arg.span))

    def read_bag(self, node: n.Read, var: Var) -> Kind:
        """``b(g)``: how many there are in a bag that has a name."""
        self.world.refs[node] = var
        assert isinstance(var.kind, BagOf)
        if len(node.args) != 1:
            self.found.append(f.wrong_count(node.name, "1 value", len(node.args), node.span))
            return POISON
        self.key(node.name, node.args[0], var.kind.of)
        return Number(0, var.kind.cap)

    def count_of(self, node: n.Read) -> Kind:
        """``count(b, g)``: how a bag that is handed over is read where it is written out.

        `count` is a word of the language: an author's has another number of values, or none that fit.
        """
        if len(node.args) != 2:
            self.found.append(f.unknown_word(node.name, node.span, ()))
            return POISON
        self.world.refs[node] = Builtin("count")
        of = self.value(node.args[1])
        if not isinstance(of, Member | Number):
            return POISON
        kind = self.value(node.args[0])
        held = kind.of if isinstance(kind, BagOf | SetOf) and kind.of is not None else of
        bag = self.bag(node.args[0], held)
        self.key("count", node.args[1], held)
        return Number(0, bag.cap) if isinstance(bag, BagOf) else POISON

    def bag_arith(self, node: n.Arith, left: Kind, right: Kind) -> Kind:
        """``a + b``, ``a - b``."""
        of = _of(left, right)
        if node.op == "&":
            self.found.append(bag_findings.no_bag_in_common(node.span))
            return POISON
        a, b = self.as_bag(left, of), self.as_bag(right, of)
        if a is None or b is None:
            bad, side = (left, node.left) if a is None else (right, node.right)
            self.found.append(bag_findings.no_bag(node.op, bad, side.span))
            return POISON
        return BagOf(of, a.cap + b.cap if node.op == "+" else a.cap)

    def bag_compare(self, node: n.Compare, left: Kind, right: Kind) -> Kind:
        """``a = b``, ``a != b``, ``a <= b``: contained in."""
        of = _of(left, right)
        if node.op not in {"=", "!=", "<="}:
            self.found.append(f.no_order(node.op, BagOf(of, 0), node.span))
        elif self.as_bag(left, of) is None or self.as_bag(right, of) is None:
            self.found.append(f.incomparable(left, right, node.span))
        return FLAG

    def join_branches(self, then: Kind, other: Kind, want: Kind | None) -> Kind | None:
        """The kind of ``a if c else b``."""
        if any(isinstance(kind, BagOf) for kind in (then, other, want)):
            of = want.of if isinstance(want, BagOf) else _of(then, other)
            a, b = self.as_bag(then, of), self.as_bag(other, of)
            if a is not None and b is not None:
                return BagOf(of, max(a.cap, b.cap))
        return join(then, other)

    def copies(self, node: n.Of) -> Kind:
        """``2 of rose``: a bag of so many."""
        count, of = self.number(node.count), self.value(node.thing)
        if isinstance(count, Poison) or isinstance(of, Poison):
            return POISON
        if not isinstance(of, Member | Number):
            self.found.append(f.wrong_kind("one thing", of, node.thing.span))
            return POISON
        if count.low < 0:
            self.found.append(f.wrong_kind("a number that is never below 0", count, node.count.span))
            return POISON
        return BagOf(of, count.high)

    def bag_fold(self, node: n.Fold, variables: tuple[Var, ...], kind: Kind) -> Kind:
        """``bag of E for x in S where C``: E copies of each x."""
        of = variables[0].kind
        if len(variables) > 1:
            self.found.append(bag_findings.bag_of_one_name(node.overs.span))
            return POISON
        if not isinstance(kind, Number | Flag):
            self.found.append(f.wrong_kind("a number", kind, node.value.span))
            return POISON
        copies = interval(kind)
        if copies.low < 0:
            self.found.append(f.wrong_kind("a number that is never below 0", kind, node.value.span))
            return POISON
        return BagOf(of, copies.high * self.world.size(of)) if isinstance(of, Member | Number) else POISON


def _of(left: Kind, right: Kind) -> Single:
    """What the bag among the two holds."""
    if isinstance(left, BagOf):
        return left.of
    assert isinstance(right, BagOf)
    return right.of
