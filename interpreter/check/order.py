"""Does the order of a loop matter? Law 6: then it must be declared."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.check import findings as f
from interpreter.check.kinds import ListOf
from interpreter.check.world import Component, One, Term, Var, World
from interpreter.syntax import nodes as n
from interpreter.syntax import walk
from interpreter.text.diagnostic import Diagnostic

CHANCE = {"draw", "deal", "shuffle", "refill", "run", "finish", "stop"}
ONE_BY_ONE = "say in which order: `by listed`, `by highest …`, `clockwise from …` or `at random`"
BY_LISTED = "say in which order: `by listed`, `by highest …`, `clockwise from …` or `at once`"


@dataclass(frozen=True, slots=True)
class Access:
    """One read or write of a component in a loop; ``own``: at a place named by the loop's own name."""

    component: Component
    own: bool
    node: n.Expr
    verb: str = ""
    value: n.Expr | None = None


def check_loop(world: World, loop: n.ForBlock, variables: tuple[Var, ...], found: list[Diagnostic]) -> None:
    """Report a loop without an order whose rounds could disturb one another."""
    how = loop.order.how if loop.order is not None else ""
    if how in {"by", "clockwise", "at random"}:
        if loop.order is not None and how == "by" and not _ends(loop.order):
            found.append(f.order_may_tie(loop.order.span))
        return
    for line in walk.lines(loop.body):
        if line.verb in CHANCE:
            if how == "at once":
                found.append(f.choice_at_once(line.span))
            else:
                found.append(f.order_missing(line.verb, line.span, ONE_BY_ONE))
            return
    if how == "at once":
        _check_at_once(world, loop, variables, found)
    else:
        _check_free(world, loop, variables, found)


def _check_free(world: World, loop: n.ForBlock, variables: tuple[Var, ...], found: list[Diagnostic]) -> None:
    writes = list(writes_of(world, loop.body, variables))
    written = {write.component for write in writes}
    for write in writes:
        if write.verb == "set" and not write.own:
            found.append(f.order_missing(write.component.name, write.node.span, BY_LISTED))
            return
    for read in reads_of(world, loop.body, variables):
        if read.component in written and not (
            read.own and all(w.own for w in writes if w.component is read.component)
        ):
            found.append(f.order_missing(read.component.name, read.node.span, BY_LISTED))
            return


def _check_at_once(
    world: World, loop: n.ForBlock, variables: tuple[Var, ...], found: list[Diagnostic]
) -> None:
    for write in writes_of(world, loop.body, variables):
        if write.verb == "set" and not write.own and not _is_constant(world, write.value):
            found.append(f.sets_collide(write.component.name, write.node.span))
    copied = copied_in(world, loop, variables)
    changed: set[Component] = set()
    for line in walk.lines(loop.body):
        for read in _reads_of_line(world, line, variables):
            if read.component in copied and read.component in changed:
                found.append(f.reads_own_write(read.component.name, read.node.span))
        changed.update(write.component for write in _writes_of_line(world, line, variables))


def copied_in(world: World, loop: n.ForBlock, variables: tuple[Var, ...]) -> set[Component]:
    """The components that an `at once` loop must read as they were before it."""
    writes = list(writes_of(world, loop.body, variables))
    reads = list(reads_of(world, loop.body, variables))
    copied = set()
    for component in {write.component for write in writes} & {read.component for read in reads}:
        here = [one for one in (*writes, *reads) if one.component is component]
        if not all(one.own for one in here):
            copied.add(component)
    return copied


def writes_of(world: World, block: n.Block, variables: tuple[Var, ...]) -> Iterator[Access]:
    """Every write in a block."""
    for line in walk.lines(block):
        yield from _writes_of_line(world, line, variables)


def reads_of(world: World, block: n.Block, variables: tuple[Var, ...]) -> Iterator[Access]:
    """Every read in a block, through terms too; the place that a line changes is no read."""
    for statement in block.statements:
        match statement:
            case n.Line():
                yield from _reads_of_line(world, statement, variables)
            case n.IfBlock(cases=cases, otherwise=otherwise):
                for test, body in cases:
                    yield from reads(world, test, variables)
                    yield from reads_of(world, body, variables)
                if otherwise is not None:
                    yield from reads_of(world, otherwise, variables)
            case n.ForBlock(overs=overs, order=order, body=body):
                for expr in (*walk.of_overs(overs), *walk.of_order(order)):
                    yield from reads(world, expr, variables)
                yield from reads_of(world, body, variables)


def _reads_of_line(world: World, line: n.Line, variables: tuple[Var, ...]) -> Iterator[Access]:
    places = _places(line)
    for expr in walk.of_line(line):
        if any(expr is place for place in places):
            for child in walk.children(expr):
                yield from reads(world, child, variables)
            if line.verb == "move" and expr is line.source and isinstance(line.what, n.Word):
                yield from reads(world, expr, variables)  # everything: how much there is
        else:
            yield from reads(world, expr, variables)


def _writes_of_line(world: World, line: n.Line, variables: tuple[Var, ...]) -> Iterator[Access]:
    for place in _places(line):
        component = world.refs.get(place)
        if isinstance(component, Component):
            if isinstance(component.kind, ListOf):
                # What comes to a list first lies deeper: adds do not add up, whichever list it is.
                yield Access(component, False, place, "set")
                continue
            verb = "set" if line.verb == "set" or _replaces(component, line) else line.verb
            yield Access(component, _is_own(world, place, variables), place, verb, line.value)


def _replaces(component: Component, line: n.Line) -> bool:
    """Moving into or emptying a place is like setting it: it does not add up."""
    return isinstance(line.what, n.Word) and line.verb in {"move", "remove"}


def _places(line: n.Line) -> tuple[n.Expr, ...]:
    found: tuple[n.Expr | None, ...]
    match line.verb:
        case "set" | "add":
            found = (line.target,)
        case "remove":
            found = (line.source,)
        case "move":
            found = (line.source, line.target)
        case "reveal" | "hide":
            found = (line.what,)
        case _:
            found = ()
    return tuple(place for place in found if place is not None)


def reads(
    world: World, expr: n.Expr, variables: tuple[Var, ...], seen: frozenset[str] = frozenset()
) -> Iterator[Access]:
    """Every component that an expression reads, through terms too."""
    for node in walk.everything(expr):
        ref = world.refs.get(node)
        if isinstance(ref, Component):
            yield Access(ref, _is_own(world, node, variables), node)
        elif isinstance(ref, Term) and ref.name not in seen:
            for read in reads(world, ref.decl.phrase.expr, (), seen | {ref.name}):
                yield Access(read.component, False, node)


def _is_own(world: World, place: n.Expr, variables: tuple[Var, ...]) -> bool:
    """Whether all the loop's names stand among the keys of the place: no other round means it."""
    if not variables or not isinstance(place, n.Read):
        return False
    named = {world.refs.get(arg) for arg in place.args}
    return all(var in named for var in variables)


def _is_constant(world: World, value: n.Expr | None) -> bool:
    if isinstance(value, n.Int | n.Word):
        return True
    return value is not None and isinstance(world.refs.get(value), One)


def _ends(order: n.Order) -> bool:
    return order.last in {"listed", "random", "never tied"} or any(
        key.which == "listed" for key in order.keys
    )
