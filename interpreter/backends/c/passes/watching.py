"""Which cells have no member of a kept set near is kept too, where the board says anyhow who is near.

``all t in Land where near(t) & occupied is empty`` looks at every land; but it changes only near a land that
becomes occupied or free. Where the set of the rows with some sum is kept, so are the cells apart from it.
"""

from typing import Any

from interpreter.backends.c.passes.folding import conjuncts, inter, is_total, minus, narrowed
from interpreter.backends.c.passes.forms import Above, Apart, own
from interpreter.backends.c.passes.rewriter import Rewriter, reads
from interpreter.backends.c.passes.views import Views
from interpreter.backends.c.ranges import Ranges
from interpreter.core import ir


class Watching(Rewriter):
    """Rewrites loops over cells that ask whether a kept set has a member near.

    ``views`` is told what is kept; ``tables`` are those of the program, and for each that is watched the one
    that leads back.
    """

    def __init__(self, program: ir.Program, ranges: Ranges, views: Views) -> None:
        super().__init__(program, ranges)
        self.tables = list(program.tables)
        self._views = views
        self._named: dict[int, Above] = {}

    def decision(self, decision: Any) -> Any:
        """A decision rebuilt, in which what is shared has names."""
        kept = {one.slot: own(one.value) for one in decision.shared}
        self._named = {slot: value for slot, value in kept.items() if isinstance(value, Above)}
        found = super().decision(decision)
        self._named = {}
        return found

    def after(self, expr: Any) -> Any:
        """A loop as a set, where it can be one."""
        if not isinstance(expr, ir.Filter | ir.Exists):
            return expr
        found, rest = expr.over, list[Any]()
        width = self.ranges.width(expr.over)
        with self.ranges.running(expr.var, expr.over):
            for one in conjuncts(expr.test):
                apart = self._apart(expr.var, one, width)
                # What may fail is not asked of cells that a condition before it keeps out.
                if apart is None or not all(is_total(test, self.ranges) for test in rest):
                    rest.append(one)
                elif isinstance(one, ir.Not):
                    found = minus(found, apart)
                else:
                    found = inter(found, apart)
        return narrowed(expr, found, rest)

    def _apart(self, var: int, test: Any, width: int) -> Apart | None:
        """The cells that a condition asks for, or, where it begins with ``not``, the others."""
        match test:
            case ir.Not(ir.Empty(of)) | ir.Empty(of):
                pass
            case _:
                return None
        match of:
            case (
                ir.SetOp("inter", ir.Lookup(table, ir.Read(cell)), kept)
                | ir.SetOp("inter", kept, ir.Lookup(table, ir.Read(cell)))
            ) if cell == var and not reads(kept, var):
                above = self._named.get(kept.slot) if isinstance(kept, ir.Read) else own(kept)
            case _:
                return None
        near = self.tables[table]
        if not isinstance(above, Above) or len(near.values) != width or near.width != above.width:
            return None
        apart = Apart(above.base, above.length, above.least, table, self._back(table, width), width)
        if apart not in self._views.apart:
            self._views.apart.append(apart)
        return apart

    def _back(self, number: int, width: int) -> int:
        """The table of the cells that have a row near; the same one where all are near each other."""
        near = self.tables[number]
        rows = range(near.width)
        back = tuple(sum((near.values[cell] >> row & 1) << cell for cell in range(width)) for row in rows)
        for at, table in enumerate(self.tables):
            if table.values == back and table.width == width:
                return at
        self.tables.append(ir.Table(f"back {len(self.tables)}", width, back))
        self.ranges.know_table(self.tables[-1])
        return len(self.tables) - 1
