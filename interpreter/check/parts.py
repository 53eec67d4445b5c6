"""What is read out of a map that is itself a value, and out of printed tables: ``a(s)``, ``cause(l, s)``."""

from abc import abstractmethod

from interpreter.check import findings as f
from interpreter.check.bound import Bound
from interpreter.check.builtins import BUILTINS
from interpreter.check.kinds import POISON, BagOf, Kind, MapOf, Member, Number, Poison
from interpreter.check.world import Column, Term
from interpreter.syntax import nodes as n
from interpreter.text.span import Span


class Parts(Bound):
    """Reading a word of a map kind with the keys of the map behind its own arguments."""

    @abstractmethod
    def key(self, name: str, arg: n.Expr, key: Kind) -> None:
        """An argument that must be a member of ``key``."""

    def part(self, node: n.Read) -> Kind | None:
        """The kind of one entry of a map; ``None`` where the word gives no map, or nothing stands behind."""
        found = self._map(node)
        if found is None:
            return None
        own, table = found
        args, keys = node.args[:own], node.args[own:]
        # The map by itself, as if it stood there alone: what is known of it (`!= none`) counts.
        whole: n.Expr = n.Name(node.name, node.span)
        if own:
            whole = n.Read(node.name, args, node.span, node.name_span)
        kind = self.value(whole)
        self.world.refs[node] = self.world.refs[whole]
        if len(keys) != len(table.extra):
            wanted = f"{own + len(table.extra)} value" + ("s" if own + len(table.extra) > 1 else "")
            self.found.append(f.wrong_count(node.name, wanted, len(node.args), node.span))
            return POISON
        for arg, key in zip(keys, table.extra, strict=True):
            self.key(node.name, arg, key)
        return POISON if isinstance(kind, Poison) else table.kind

    def is_part(self, node: n.Expr) -> bool:
        """Whether an expression reads one entry of a map that is a value."""
        args = node.args if isinstance(node, n.Read) else ()
        return self.world.parted(self.world.refs.get(node), args)[1] is not None

    def _map(self, node: n.Read) -> tuple[int, Column] | None:
        """How many arguments the word takes itself, and the table of the map that it gives."""
        world, name = self.world, node.name
        var = self.lookup(name)
        if var is not None and isinstance(var.kind, MapOf):
            return self._after(len(var.kind.keys), var.kind.value, node)
        if var is not None:
            return self._after(0, var.kind, node)
        if name in world.components:
            component = world.components[name]
            return self._after(len(component.keys), component.kind, node)
        if name in world.terms:
            term = world.terms[name]
            if len(node.args) <= len(term.params) or not world.maps:
                return None
            return self._after(len(term.params), self.term(term, node.span), node)
        if name in world.tables:
            table = world.tables[name]
            return self._after(len(table.keys), table.kind, node)
        column = self._column_of(node) if name in world.columns and name not in BUILTINS else None
        return None if column is None else self._after(1 + len(column.extra), column.kind, node)

    def _after(self, own: int, kind: Kind, node: n.Read) -> tuple[int, Column] | None:
        table = self.world.map_of(kind)
        return (own, table) if table is not None and len(node.args) > own else None

    def _column_of(self, node: n.Read) -> Column | None:
        """The column that is read, if any of its name holds maps; what is wrong is found later."""
        owners = self.world.columns[node.name]
        if len(node.args) < 2 or not any(self.world.map_of(one.kind) for one in owners.values()):
            return None
        before = len(self.found)
        kind = self.value(node.args[0], Member(next(iter(owners))) if len(owners) == 1 else None)
        del self.found[before:]
        return self.world.column(node.name, kind)

    def table_entry(self, node: n.Name | n.Read, table: Column) -> Kind:
        """The kind of an entry of a printed table; of a bag, perhaps of how many of one thing it holds."""
        args = node.args if isinstance(node, n.Read) else ()
        keys, kind = table.keys, table.kind
        self.world.refs[node] = table
        if isinstance(kind, Poison):
            for arg in args:
                self.expr(arg)
            return POISON
        if isinstance(kind, BagOf) and len(args) == 1 + len(keys):
            keys, kind = (*keys, kind.of), Number(0, kind.cap)
        if len(args) != len(keys):
            wanted = f"{len(keys)} value" + ("" if len(keys) == 1 else "s")
            self.found.append(f.wrong_count(node.name, wanted, len(args), node.span))
            return POISON
        for arg, key in zip(args, keys, strict=True):
            self.key(node.name, arg, key)
        return kind

    @abstractmethod
    def term(self, term: Term, span: Span) -> Kind:
        """The kind of a term."""
