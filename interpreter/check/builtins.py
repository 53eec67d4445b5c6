"""The built-in words: name, what they take, what they mean. The reference page is made from this."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.check import findings as f
from interpreter.check.kinds import (
    FLAG,
    POISON,
    BagOf,
    Kind,
    MapOf,
    Maybe,
    Member,
    Number,
    Poison,
    SetOf,
    fits,
    stands_for,
)
from interpreter.check.promised import check_promised
from interpreter.check.world import DIRECTION, Component, KindSet, World
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.check.infer import Infer

Check = Callable[["Infer", n.Read, Kind | None], Kind]


@dataclass(frozen=True, slots=True)
class Function:
    """A built-in that is read with something in brackets."""

    name: str
    takes: str
    means: str
    check: Check


@dataclass(frozen=True, slots=True)
class Value:
    """A built-in that stands alone."""

    name: str
    means: str
    kind: Callable[[World], Kind]


def _arguments(infer: "Infer", node: n.Read, count: int) -> bool:
    if len(node.args) == count:
        return True
    for arg in node.args:
        infer.expr(arg)
    wanted = f"{count} value" + ("s" if count > 1 else "")
    infer.found.append(f.wrong_count(node.name, wanted, len(node.args), node.span))
    return False


def _size(infer: "Infer", node: n.Read, want: Kind | None) -> Kind:
    if not _arguments(infer, node, 1):
        return POISON
    match infer.expr(node.args[0]):
        case SetOf(of):
            return Number(0, infer.world.count(of) if of is not None else 0)
        case BagOf(_, cap):
            return Number(0, cap)
        case Poison():
            return POISON
        case kind:
            infer.found.append(f.no_collection(kind, node.args[0].span))
            return POISON


def _kinds(infer: "Infer", node: n.Read, want: Kind | None) -> Kind:
    if not _arguments(infer, node, 1):
        return POISON
    match infer.expr(node.args[0]):
        case BagOf(of):
            return SetOf(of)
        case Poison():
            return POISON
        case kind:
            infer.found.append(f.wrong_kind("a bag", kind, node.args[0].span))
            return POISON


def _extreme(infer: "Infer", node: n.Read, want: Kind | None) -> Kind:
    if not _arguments(infer, node, 2):
        return POISON
    left, right = infer.number(node.args[0]), infer.number(node.args[1])
    if isinstance(left, Poison) or isinstance(right, Poison):
        return POISON
    best = min if node.name == "min" else max
    return Number(best(left.low, right.low), best(left.high, right.high))


def _neighbour(infer: "Infer", node: n.Read, want: Kind | None) -> Kind:
    if not _arguments(infer, node, 1):
        return POISON
    kind = infer.value(node.args[0], want)
    if isinstance(kind, Member | Number | Poison):
        return kind
    infer.found.append(f.wrong_kind("a member of a kind", kind, node.args[0].span))
    return POISON


def _last(infer: "Infer", node: n.Read, want: Kind | None) -> Kind:
    if not _arguments(infer, node, 1):
        return POISON
    kind = infer.expr(node.args[0])
    ref = infer.world.refs.get(node.args[0])
    if isinstance(kind, SetOf) and isinstance(ref, KindSet):
        return ref.kind
    if not isinstance(kind, Poison):
        infer.found.append(f.wrong_kind("the name of a kind", kind, node.args[0].span))
    return POISON


def _seat(infer: "Infer", node: n.Read, want: Kind | None) -> Kind:
    """``left(p)``, or so many seats on: ``left(p, 3)``."""
    seats_on = node.name != "other" and len(node.args) == 2
    if not seats_on and not _arguments(infer, node, 1):
        return POISON
    player = Member("Player")
    infer.key(node.name, node.args[0], player)
    if seats_on:
        infer.number(node.args[1])
    if node.name == "other" and infer.world.players != (2, 2):
        infer.found.append(f.wrong_kind("a game for just two players", player, node.name_span))
    return player


def _seats_after(infer: "Infer", node: n.Read, want: Kind | None) -> Kind:
    if not _arguments(infer, node, 2):
        return POISON
    for arg in node.args:
        infer.key(node.name, arg, Member("Player"))
    return Number(0, infer.world.players[1] - 1)


def _shown(infer: "Infer", node: n.Read, want: Kind | None) -> Kind:
    if not _arguments(infer, node, 1):
        return POISON
    infer.expr(node.args[0])
    component = infer.world.refs.get(node.args[0])
    if not isinstance(component, Component) or infer.is_part(node.args[0]):
        infer.found.append(f.not_hideable(node.args[0].span.text, node.args[0].span))
    else:
        component.revealed = True
    return FLAG


def _public(infer: "Infer", node: n.Read, want: Kind | None) -> Kind:
    if not _arguments(infer, node, 1):
        return POISON
    kind = infer.expr(node.args[0], want)
    if isinstance(kind, BagOf | MapOf):
        infer.found.append(f.wrong_kind("one value or a set", kind, node.args[0].span))
        return POISON
    return kind


def _promised(infer: "Infer", node: n.Read, want: Kind | None) -> Kind:
    return check_promised(infer, node) if _arguments(infer, node, 1) else POISON


def _along(infer: "Infer", node: n.Read, want: Kind | None) -> Kind:
    """``along(c, d, S)`` is a set of cells, ``beyond(c, d, S)`` a cell or none."""
    if not _arguments(infer, node, 3):
        return POISON
    start, direction, over = node.args
    cell = infer.value(start)
    cell = infer.world.root(cell) if isinstance(cell, Member) else cell
    infer.key(node.name, direction, DIRECTION)
    if not isinstance(cell, Member) or infer.world.domains[cell.domain].form != "cells":
        infer.expr(over)
        if not isinstance(cell, Poison):
            infer.found.append(f.wrong_kind("a cell of a board", cell, start.span))
        return POISON
    _cells(infer, over, cell)
    return SetOf(cell) if node.name == "along" else Maybe(cell)


def _linked(infer: "Infer", node: n.Read, want: Kind | None) -> Kind:
    """``linked(a, s)``: the cells of ``s`` that hang together with those of ``a``."""
    if not _arguments(infer, node, 2):
        return POISON
    of, within = node.args
    cells = infer.expr(within)
    cell = cells.of if isinstance(cells, SetOf) else None
    cell = infer.world.root(cell) if isinstance(cell, Member) else cell
    if not isinstance(cell, Member) or infer.world.domains[cell.domain].form != "cells":
        infer.expr(of)
        if not isinstance(cells, Poison):
            infer.found.append(f.wrong_kind("a set of cells of a board", cells, within.span))
        return POISON
    _cells(infer, of, cell)
    return cells


def _cells(infer: "Infer", node: n.Expr, cell: Member) -> None:
    """An expression that must be cells of a board; one cell stands for the set of it."""
    kind = infer.expr(node, SetOf(cell))
    found = SetOf(kind) if isinstance(kind, Member) else stands_for(kind)
    if not fits(found, SetOf(cell)):
        infer.found.append(f.wrong_kind(str(SetOf(cell)), kind, node.span))


BUILTINS: dict[str, Function] = {
    function.name: function
    for function in (
        Function("size", "a set or a bag", "how many things it holds", _size),
        Function("kinds", "a bag", "the set of what it holds at least one of", _kinds),
        Function("min", "two numbers", "the smaller one", _extreme),
        Function("max", "two numbers", "the larger one", _extreme),
        Function("next", "a member or a number", "the one listed after it; the last one stays", _neighbour),
        Function(
            "previous", "a member or a number", "the one listed before it; the first one stays", _neighbour
        ),
        Function("last", "the name of a kind", "its last member", _last),
        Function(
            "left",
            "a player, perhaps a number",
            "the next player clockwise; `left(p, 3)` the one three seats on, round and round",
            _seat,
        ),
        Function("right", "a player, perhaps a number", "the same counter-clockwise", _seat),
        Function("other", "a player", "the other one of two players", _seat),
        Function(
            "seats_after",
            "two players",
            "how many seats the first sits clockwise after the second",
            _seats_after,
        ),
        Function(
            "along",
            "a cell, a direction, a set of cells",
            "the cells in that direction, from the next one on, as long as they are in the set",
            _along,
        ),
        Function(
            "beyond",
            "a cell, a direction, a set of cells",
            "the first cell in that direction that is not in the set, or `none`",
            _along,
        ),
        Function(
            "linked",
            "two sets of cells",
            "the cells of the second that hang together, side by side, with cells of the first",
            _linked,
        ),
        Function(
            "promised",
            "a place that pays",
            "how much has been promised out of it and is not collected yet",
            _promised,
        ),
        Function("public", "a value", "that value, made known to all on purpose", _public),
        Function("shown", "a hidden component's place", "whether it has been revealed to everybody", _shown),
    )
}

@dataclass(frozen=True, slots=True)
class Printed:
    """A word that a board brings with it: its columns, as if they were printed."""

    name: str
    takes: str
    means: str


BOARD_WORDS: dict[str, Printed] = {
    word.name: word
    for word in (
        Printed("beside", "a cell", "the cells that share a side: four on a grid, six on hexes"),
        Printed("diagonal", "a cell", "the cells that share a corner only; none on hexes"),
        Printed("around", "a cell", "the cells that share a side or a corner"),
        Printed("file", "a cell", "the number of its file, from 1"),
        Printed("rank", "a cell", "the number of its rank, from 1"),
        Printed("step", "a cell and a direction", "the next cell in a direction, or `none` at the edge"),
        Printed("ray", "a cell and a direction", "all cells from the next one to the edge"),
        Printed("opposite", "a direction", "the contrary direction"),
        Printed("cells", "a line or a window", "its cells"),
        Printed("cell", "a window and a slot", "the cell in a slot of a window"),
        Printed(
            "turned",
            "a cell, a window or a slot; or a direction and a number",
            "what is there after half a turn; the direction so many turns clockwise",
        ),
    )
}
"""What a game with a board can read on it."""

VALUES: dict[str, Value] = {
    value.name: value
    for value in (
        Value("player_count", "how many play", lambda world: Number(*world.players)),
        Value(
            "round",
            "the number of the round that is played, from 1; 1 in set-up and without `rounds`",
            lambda world: world.rounds or Number(1, 1),
        ),
    )
}
