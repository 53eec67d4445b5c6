"""Does the order of a loop matter? Law 6: then it must be declared."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.check import at_once_findings as a
from interpreter.check import findings as f
from interpreter.check.kinds import ListOf, Maybe, Member
from interpreter.check.world import Component, One, Term, Var, World
from interpreter.syntax import nodes as n
from interpreter.syntax import walk
from interpreter.syntax.unparse import unparse
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

Parts = Sequence[n.Expr | n.Block]
"""What a round does, in order: phrases that it reads outside of blocks, and blocks."""

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
                found.append(a.choice_at_once(line.span, loop.claimed))
            else:
                found.append(f.order_missing(line.verb, line.span, ONE_BY_ONE))
            return
    if how == "at once":
        check_rounds(world, [(loop.body,)], variables, found, a.CLAIMS if loop.claimed else a.LOOP)
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


def check_rounds(
    world: World,
    rounds: Sequence[Parts],
    variables: tuple[Var, ...],
    found: list[Diagnostic],
    words: a.Simultaneous = a.LOOP,
) -> None:
    """Report what keeps rounds from being simultaneous: two set one place, or one reads what it changed."""
    accesses = [accesses_of(world, parts, variables) for parts in rounds]
    writes = [write for written, _ in accesses for write in written]
    for write in _colliding(world, writes):
        found.append(a.sets_collide(write.component.name, write.node.span, words))
    copied = copied_of(writes, [one for _, read in accesses for one in read])
    told: set[Span] = set()
    for parts in rounds:
        changed: set[Component] = set()
        for part in parts:
            for read in _late_reads(world, part, variables, changed):
                if read.component in copied and read.node.span not in told:
                    told.add(read.node.span)
                    found.append(a.reads_own_write(read.component.name, read.node.span, words))


def _colliding(world: World, writes: list[Access]) -> Iterator[Access]:
    """The writes that set a place to which another round may do something else."""
    for write in writes:
        if write.verb == "set" and not write.own and not _is_constant(world, write.value):
            yield write
            continue
        others = [other for other in writes if other.component is write.component and other is not write]
        if any(_differ(world, write, other) for other in others):
            yield write


def _differ(world: World, write: Access, other: Access) -> bool:
    """Whether the order of two rounds with these writes could matter, the first of which sets or hides."""
    if (write.own and other.own) or _are_apart(world, write.node, other.node):
        return False
    if write.verb != "set" or other.verb in {"reveal", "hide"}:
        return (write.verb, other.verb) == ("hide", "reveal")
    if other.verb == "set" and not (_is_constant(world, write.value) and _is_constant(world, other.value)):
        return write.own or other.own  # else the one that is not constant is reported by itself
    return other.verb != "set" or _text(write.value) != _text(other.value)


def _text(value: n.Expr | None) -> str:
    return unparse(value) if value is not None else ""


def _are_apart(world: World, one: n.Expr, other: n.Expr) -> bool:
    """Whether two places have different members among their keys."""
    if not (isinstance(one, n.Read) and isinstance(other, n.Read)):
        return False
    keys = zip(one.args, other.args, strict=False)
    return any(_is_constant(world, a) and _is_constant(world, b) and _text(a) != _text(b) for a, b in keys)


def _late_reads(
    world: World, part: n.Expr | n.Block, variables: tuple[Var, ...], changed: set[Component]
) -> Iterator[Access]:
    """The reads of a component that was changed before, in the order of what is done."""
    if not isinstance(part, n.Block):
        yield from (read for read in reads(world, part, variables) if read.component in changed)
        return
    for statement in part.statements:
        match statement:
            case n.Line():
                here = _reads_of_line(world, statement, variables)
                yield from (read for read in here if read.component in changed)
                changed.update(write.component for write in _writes_of_line(world, statement, variables))
            case n.IfBlock(cases=cases, otherwise=otherwise):
                before = set(changed)
                for test, body in cases:
                    yield from _late_reads(world, test, variables, before)
                    branch = set(before)
                    yield from _late_reads(world, body, variables, branch)
                    changed |= branch
                if otherwise is not None:
                    yield from _late_reads(world, otherwise, variables, before)
                    changed |= before
            case n.ForBlock(overs=overs, order=order, body=body):
                for expr in (*walk.of_overs(overs), *walk.of_order(order)):
                    yield from _late_reads(world, expr, variables, changed)
                for _ in range(2):  # a later lap comes after all of an earlier one
                    yield from _late_reads(world, body, variables, changed)


def accesses_of(world: World, parts: Parts, variables: tuple[Var, ...]) -> tuple[list[Access], list[Access]]:
    """The writes and the reads of a round."""
    writes: list[Access] = []
    read: list[Access] = []
    for part in parts:
        if isinstance(part, n.Block):
            writes += writes_of(world, part, variables)
            read += reads_of(world, part, variables)
        else:
            read += reads(world, part, variables)
    return writes, read


def copied_in(world: World, rounds: Sequence[Parts], variables: tuple[Var, ...]) -> list[Component]:
    """The components that all of some simultaneous rounds must read as they were before them."""
    accesses = [accesses_of(world, parts, variables) for parts in rounds]
    writes = [one for written, _ in accesses for one in written]
    copied = copied_of(writes, [one for _, read in accesses for one in read])
    return [one for one in world.components.values() if one in copied]


def copied_of(writes: Sequence[Access], reads: Sequence[Access]) -> set[Component]:
    """The components that are both written and read, and not only at places of a round's own."""
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
    if line in world.settled:
        yield from reads_of(world, world.settled[line], variables)
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
    if line in world.settled:
        yield from writes_of(world, world.settled[line], variables)
    for place in _places(line):
        component = world.refs.get(place)
        if isinstance(component, Component):
            if isinstance(component.kind, ListOf):
                # What comes to a list first lies deeper: adds do not add up, whichever list it is.
                yield Access(component, False, place, "set")
                continue
            verb = "set" if line.verb == "set" or _replaces(component, line) else line.verb
            value = line.value
            if line.verb == "move" and place is line.target and isinstance(component.kind, Member | Maybe):
                verb, value = "set", line.what  # what lay there before is gone
            yield Access(component, _is_own(world, place, variables), place, verb, value)


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
        if node in world.promised:
            yield from reads(world, world.promised[node], variables, seen)
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
    for var in tuple(named):
        if isinstance(var, Var):
            named |= set(world.tells.get(var, ()))
    return all(var in named for var in variables)


def _is_constant(world: World, value: n.Expr | None) -> bool:
    if isinstance(value, n.Int | n.Word):
        return True
    return value is not None and isinstance(world.refs.get(value), One)


def _ends(order: n.Order) -> bool:
    return order.last in {"listed", "random", "never tied"} or any(
        key.which == "listed" for key in order.keys
    )
