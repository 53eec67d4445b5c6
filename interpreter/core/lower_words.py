"""Lowering of the built-in words."""

from abc import abstractmethod

from interpreter.check.kinds import BagOf, Member, Number, SetOf
from interpreter.check.world import Component, KindSet
from interpreter.core import fold, ir, rays, ways
from interpreter.core.lower_bags import LowerBags
from interpreter.core.place import Place
from interpreter.syntax import nodes as n


class LowerWords(LowerBags):
    """Lowers what is read with a built-in word."""

    @abstractmethod
    def mark_of(self, component: Component, args: tuple[n.Expr, ...]) -> Place:
        """The place that tells whether a place of a component is shown."""

    def word(self, name: str, args: tuple[n.Expr, ...]) -> ir.Expr:
        """A built-in word with its arguments."""
        match name:
            case "player_count":
                return ir.Const(self.instance.players)
            case "round":
                return ir.Const(1) if self.round < 0 else ir.Read(self.round)
            case "size":
                kind = self.kind(args[0])
                if isinstance(kind, BagOf):
                    return self.bag(args[0], kind.of).size()
                assert isinstance(kind, SetOf)
                return ir.Const(0) if kind.of is None else ir.Size(self.set(args[0], kind.of))
            case "kinds":
                kind = self.kind(args[0])
                assert isinstance(kind, BagOf)
                return self.bag(args[0], kind.of).kinds()
            case "count":
                held, thing = self.kind(args[0]), self.kind(args[1])
                of = held.of if isinstance(held, BagOf | SetOf) and held.of is not None else thing
                assert isinstance(of, Member | Number)
                return self.counted(self.bag(args[0], of), self._item(args[1], of))
            case "min" | "max":
                return fold.arith(name, self.value(args[0]), self.value(args[1]))
            case "next" | "previous":
                return self._neighbour(name, args[0])
            case "last":
                ref = self.world.refs[args[0]]
                assert isinstance(ref, KindSet)
                last = self.instance.everything(ref.kind).bit_length() - 1
                return ir.Const(self.instance.low(ref.kind) + last)
            case "public":
                return self.value(args[0])
            case "shown":
                return self._is_shown(args[0])
            case "along":
                return rays.along(self, args)
            case "beyond":
                return rays.beyond(self, args)
            case "linked":
                return ways.linked(self, *args)
            case _:
                return self._seat(name, args)

    def _neighbour(self, name: str, arg: n.Expr) -> ir.Expr:
        kind = self.kind(arg)
        assert isinstance(kind, Member | Number)
        if isinstance(kind, Member) and kind.whole:
            return self.entry(self.instance.beside(kind, name), self.value(arg), 0)
        low = self.instance.low(kind)
        if name == "next":
            return fold.arith(
                "min", fold.arith("add", self.value(arg), ir.Const(1)), ir.Const(low + self.width(kind) - 1)
            )
        return fold.arith("max", fold.arith("sub", self.value(arg), ir.Const(1)), ir.Const(low))

    def _seat(self, name: str, args: tuple[n.Expr, ...]) -> ir.Expr:
        players = self.instance.players
        if name == "other":
            return fold.arith("sub", ir.Const(1), self.value(args[0]))
        if name == "seats_after":
            apart = fold.arith("sub", self.value(args[0]), self.value(args[1]))
        else:
            step = 1 if name == "left" else players - 1
            seats = ir.Const(step) if len(args) == 1 else self._seats_on(name, args[1])
            return fold.arith("mod", fold.arith("add", self.value(args[0]), seats), ir.Const(players))
        return fold.arith("mod", fold.arith("add", apart, ir.Const(players)), ir.Const(players))

    def _seats_on(self, name: str, number: n.Expr) -> ir.Expr:
        """How many seats clockwise a number is; it is no more than once round, so that nothing grows."""
        on = fold.arith("mod", self.value(number), ir.Const(self.instance.players))
        return on if name == "left" else fold.arith("sub", ir.Const(self.instance.players), on)

    def _is_shown(self, node: n.Expr) -> ir.Expr:
        component = self.world.refs[node]
        assert isinstance(component, Component) and isinstance(node, n.Name | n.Read)
        return self.mark_of(component, node.args if isinstance(node, n.Read) else ()).read()
