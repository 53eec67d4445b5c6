"""What hangs together, and cheapest ways, in C: from member to member, as long as there are new ones."""

from typing import TYPE_CHECKING

from interpreter.backends.c import sets
from interpreter.core.ir import Cheapest, Linked

if TYPE_CHECKING:
    from interpreter.backends.c.expressions import Expressions


def linked(unit: "Expressions", expr: Linked, width: int) -> str:
    """All that is reached step by step: members are taken from an agenda, their neighbours put on it."""
    out = unit.out
    kind, found, agenda = sets.set_type(width), out.fresh("linked"), out.fresh("agenda")
    of, within = unit.held(expr.of, "of"), unit.held(expr.within, "within")
    out.line(f"{kind} {found} = {sets.inter(width, of, within)}, {agenda} = {found};")
    with out.block(f"while (!{sets.is_empty(width, agenda)})"):
        item, near = out.fresh("i"), out.fresh("near")
        out.line(f"const int {item} = {sets.lowest(width, agenda)};")
        with unit.calling({expr.var: item}), unit.ranges.running(expr.var, expr.within):
            near_text = sets.inter(width, unit.set(expr.step), within)
        out.line(f"const {kind} {near} = {sets.minus(width, near_text, found)};")
        out.line(sets.drop(width, agenda, item))
        out.line(f"{found} = {sets.union(width, found, near)};")
        out.line(f"{agenda} = {sets.union(width, agenda, near)};")
    return found


def cheapest(unit: "Expressions", expr: Cheapest) -> str:
    """Of what is open, that is settled which the cheapest way leads to, until the goal is (Dijkstra 1959)."""
    width, out = unit.ranges.width(expr.of), unit.out
    kind, least, found = sets.set_type(width), out.fresh("least"), out.fresh("cheapest")
    start, to, price = unit.held(expr.of, "start"), unit.held(expr.to, "to"), unit.held(expr.price, "price")
    open_, settled, item = out.fresh("open"), out.fresh("settled"), out.fresh("i")
    out.line(f"int64_t {least}[{width}] = {{0}};")
    out.line(f"int64_t {found} = -1;")
    out.line(f"{kind} {open_} = {start}, {settled} = {sets.nothing(width)};")
    with out.block(f"while (!{sets.is_empty(width, open_)})"):
        out.line(f"int {item} = -1;")
        one = out.fresh("i")
        with sets.each(out, width, open_, one):
            out.line(f"if ({item} < 0 || {least}[{one}] < {least}[{item}]) {item} = {one};")
        out.line(f"if ({item} == {to}) {{ {found} = {least}[{item}]; break; }}")
        out.line(sets.remove(width, open_, item))
        out.line(sets.add(width, settled, item))
        with unit.calling({expr.var: item}), unit.ranges.running(expr.var, expr.of):
            toll, near = unit.held(expr.toll, "toll"), unit.held(expr.step, "near")
        is_start, onward = sets.has(width, start, item), out.fresh("onward")
        out.line(f"const int64_t {onward} = {least}[{item}] + {price} + ({is_start} ? 0 : {toll});")
        one = out.fresh("i")
        with sets.each(out, width, sets.minus(width, near, settled), one):
            is_new = f"!{sets.has(width, open_, one)}"
            out.line(f"if ({is_new} || {onward} < {least}[{one}]) {least}[{one}] = {onward};")
            out.line(sets.add(width, open_, one))
    return f"({unit.type_of(expr)}){found}"
