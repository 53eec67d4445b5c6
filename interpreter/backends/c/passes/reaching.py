"""The union of rays up to what stops them becomes one form, which is computed without a search.

The tables of a board say for each cell which cells lie on its ray, and which lie from there on. Where each
ray is listed so that it only rises or only falls, the cells before the first one outside a set are those
below the lowest, or above the highest, member of the ray outside it. Whether the tables are so is looked up
in them, row by row.
"""

from typing import Any

from interpreter.backends.c.passes.folding import inter
from interpreter.backends.c.passes.forms import Reach, own
from interpreter.backends.c.passes.rewriter import Rewriter, reads
from interpreter.backends.c.ranges import Ranges
from interpreter.core import ir


class Reaching(Rewriter):
    """Replaces unions of rays; ``tables`` are those of the program and those of the nearest cells."""

    def __init__(self, program: ir.Program, ranges: Ranges) -> None:
        super().__init__(program, ranges)
        self.tables = list(program.tables)
        self._known: dict[tuple[int, ...], int | None] = {}

    def after(self, expr: Any) -> Any:
        """A union over directions as what is reached in all of them."""
        match expr:
            case ir.Union(
                var,
                ir.SetConst(ways, count),
                ir.Let(
                    nearest,
                    ir.Let(
                        left,
                        ir.SetOp("minus", ir.Lookup(rays, row), within),
                        ir.If(
                            ir.Member(ir.Read(way), ir.SetConst(rising, _)),
                            ir.Lowest(ir.Read(lowest), ir.Const(-1)),
                            ir.Highest(ir.Read(highest), ir.Const(-1)),
                        ),
                    ),
                    ir.SetOp("minus", ir.Lookup(again, same_row), ir.Lookup(onward, behind)),
                ),
                width,
            ) if var == way and lowest == highest == left and (rays, row) == (again, same_row):
                cell = _cell(row, var, count)
                is_row = behind == _row(ir.Arith("add", ir.Read(nearest), ir.Const(1)), var, count)
                if cell is None or not is_row or _reads_any((cell, within), (var, left, nearest)):
                    return expr
                if not self.ranges.within(cell, 0, len(self.tables[rays].values) // count - 1):
                    return expr
                near = self._near(rays, onward, ways, rising & ways, count)
                if near is None:
                    return expr
                return Reach(cell, within, rays, near, ways, rising & ways, count, width)
            case _:
                return expr

    def _near(self, rays: int, onward: int, ways: int, rising: int, count: int) -> int | None:
        """The table of the nearest cells in all directions; None where the tables are not those of rays."""
        key = (rays, onward, ways, rising, count)
        if key not in self._known:
            found = _nearest(self.tables[rays], self.tables[onward], ways, rising, count)
            self._known[key] = None
            if found is not None:
                self._known[key] = len(self.tables)
                self.tables.append(ir.Table(f"nearest {len(self.tables)}", self.tables[rays].width, found))
                self.ranges.know_table(self.tables[-1])
        return self._known[key]


def _reads_any(parts: tuple[Any, ...], slots: tuple[int, ...]) -> bool:
    return any(reads(part, slot) for part in parts for slot in slots)


def _row(cell: Any, var: int, count: int) -> ir.Expr:
    return ir.Arith("add", ir.Arith("mul", cell, ir.Const(count)), ir.Read(var))


def _cell(row: Any, var: int, count: int) -> Any:
    """The cell of which a row is that of a direction."""
    match row:
        case ir.Arith("add", ir.Arith("mul", cell, ir.Const()), _) if row == _row(cell, var, count):
            return cell
        case _:
            return None


def _nearest(rays: ir.Table, onward: ir.Table, ways: int, rising: int, count: int) -> tuple[int, ...] | None:
    """For each cell the first ones on its rays, where every ray is as it has to be."""
    cells = len(rays.values) // count
    if len(rays.values) != cells * count or len(onward.values) < (rays.width + 1) * count:
        return None
    found = [0] * cells
    for way in (way for way in range(count) if ways >> way & 1):
        is_rising = bool(rising >> way & 1)
        behind = onward.values[way::count]
        for cell in range(cells):
            ray = rays.values[cell * count + way]
            if not _is_ordered(ray, behind, is_rising):
                return None
            found[cell] |= ray & -ray if is_rising else 1 << ray.bit_length() >> 1
    return tuple(found)


def _is_ordered(ray: int, behind: tuple[int, ...], is_rising: bool) -> bool:
    """Whether of each cell of a ray, those from there on are those above it, or those below it."""
    if ray & behind[0]:
        return False
    for cell in (cell for cell in range(ray.bit_length()) if ray >> cell & 1):
        before = ray & (1 << cell) - 1 if is_rising else ray >> cell + 1 << cell + 1
        if ray & ~behind[cell + 1] != before:
            return False
    return True


def nearest(over: Any) -> Any:
    """A part of a set that is found sooner and has a member if the set has one; None where none is known."""
    match own(over):
        case Reach(cell=cell, within=within, near=near):
            return inter(ir.Lookup(near, cell), within)
        case ir.Let(slot, value, inner):
            found = nearest(inner)
            return None if found is None else ir.Let(slot, value, found)
        case _:
            return None
