"""Lowering of stages: the slots of what is chosen, and what its name stands for afterwards."""

from interpreter.check.kinds import BagOf, MapOf, SetOf, Single
from interpreter.check.stages import parts_of, single_of
from interpreter.check.world import Var
from interpreter.core import fold, ir
from interpreter.core.bags import SlotBag
from interpreter.core.lower_markets import LowerMarkets
from interpreter.core.maps import MapValue, chosen_value
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r


class LowerStages(LowerMarkets):
    """Lowers the stages of actions."""

    def stage(self, decl: r.StageDecl) -> ir.Stage:
        """One stage, whose name is bound for the stages and requirements behind it."""
        var = self.world.vars_of[decl]
        place = self.instance.place(decl.head.path, decl.line.value.span, decl.head.cites)
        match var.kind:
            case SetOf() | BagOf():
                return self._several(decl, var, place)
            case MapOf(keys, _):
                return self._one_each(decl, var, keys[0], place)
            case _:
                return self._one(decl, var, place)

    def _offer(self, node: n.Expr) -> tuple[ir.Expr, Single, bool]:
        """What is offered: a set, its domain, and whether none may be chosen too."""
        optional = isinstance(node, n.Logic) and isinstance(node.right, n.Word) and node.right.word == "none"
        over, domain = self.over(node.left if optional and isinstance(node, n.Logic) else node)
        return over, domain, optional

    def _one(self, decl: r.StageDecl, var: Var, place: int) -> ir.Stage:
        over, domain, optional = self._offer(decl.line.value)
        slot = self.slots.local(var.name, -1 if optional else 0, self.width(domain) - 1)
        self.env[var] = chosen_value(ir.Read(slot), var.kind)
        number = self.instance.domain(domain)
        return ir.Stage(decl.head.name, slot, number, over, optional, (), place, var.hidden)

    def _one_each(self, decl: r.StageDecl, var: Var, key: Single, place: int) -> ir.Stage:
        """One value for each member of a kind: parts in its order, of the same offer."""
        assert isinstance(var.kind, MapOf)
        over, domain, optional = self._offer(decl.line.value)
        parts = self.width(key)
        low = -1 if optional else 0
        base = self.slots.local(var.name, low, self.width(domain) - 1, count=parts)
        self.maps[var] = MapValue(base, parts, (key,), var.kind.value)
        keyed = self.instance.domains[self.instance.domain(key)]
        names = keyed.names or tuple(str(keyed.low + i) for i in range(parts))
        number = self.instance.domain(domain)
        return ir.Stage(
            decl.head.name, base, number, over, optional, (), place, var.hidden, parts, names
        )  # fmt: skip

    def _several(self, decl: r.StageDecl, var: Var, place: int) -> ir.Stage:
        """A set or a bag, picked one by one."""
        value = decl.line.value
        thing = value.thing if isinstance(value, n.Of) else value
        domain, width = single_of(var.kind), self.width(single_of(var.kind))
        over = self.set(thing, domain)
        parts = max(1, min(parts_of(var.kind, width), parts_of(var.kind, self._most(value))))
        kinds = self.slots.local(var.name, 0, 0, width)
        size = self.slots.local(f"how many of {var.name}", 0, parts)
        picks = self.slots.local(f"picks of {var.name}", -1, width - 1, count=parts)
        counts, item, stock = -1, -1, None
        if isinstance(var.kind, BagOf):
            counts = self.slots.local(f"counts of {var.name}", 0, parts, count=width)
            item = self.slots.add(f"item of {var.name}", 1, 0, width - 1, 0, "scratch")
            stock = self.bag(thing, domain).count(ir.Read(item))
            self.bags[var] = SlotBag(self, domain, counts, kinds, size)
        else:
            self.env[var] = ir.Read(kinds)
        low, high = self._numbers_of(decl.line, parts)
        rest = self.slots.add(f"rest for {var.name}", 1, 0, 0, width, "scratch")
        several = ir.Several(picks, size, counts, width, low, high, item, stock, rest)
        number = self.instance.domain(domain)
        return ir.Stage(
            decl.head.name, kinds, number, over, False, (), place, var.hidden, parts, (), several
        )  # fmt: skip

    def _most(self, value: n.Expr) -> int:
        """The largest number written before `of`, where one is."""
        if not isinstance(value, n.Of):
            return 1 << 30
        last = value.count.high if isinstance(value.count, n.SpanOf) else value.count
        kind = self.kind(last)
        return max(0, int(getattr(kind, "high", 1)))

    def _numbers_of(self, line: n.StageLine, parts: int) -> tuple[ir.Expr, ir.Expr]:
        """How many are chosen at least and at most."""
        if not isinstance(line.value, n.Of):
            return ir.Const(1 if line.form == "some" else 0), ir.Const(parts)
        count = line.value.count
        if isinstance(count, n.SpanOf):
            return self.value(count.low), fold.arith("min", self.value(count.high), ir.Const(parts))
        number = self.value(count)
        return number, number
