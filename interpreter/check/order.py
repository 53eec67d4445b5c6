"""Does the order of a loop matter? Law 6: then it must be declared."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.check import at_once_findings as a
from interpreter.check import findings as f
from interpreter.check.access import Access
from interpreter.check.collisions import clashes_of, mixed
from interpreter.check.kinds import BagOf, ListOf, Maybe, Member, Number, SetOf
from interpreter.check.world import Builtin, Component, Term, Var, World
from interpreter.syntax import nodes as n
from interpreter.syntax import walk
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

Parts = Sequence[n.Expr | n.Block]
"""What a round does, in order: phrases that it reads outside of blocks, and blocks."""

CHANCE = {"draw", "deal", "shuffle", "refill", "run", "finish", "stop"}
_NEIGHBOURS = {"left", "right", "other"}
ONE_BY_ONE = "say in which order: `by listed`, `by highest …`, `clockwise from …` or `at random`"
BY_LISTED = "say in which order: `by listed`, `by highest …`, `clockwise from …` or `at once`"


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
        words = a.CLAIMS if loop.claimed else a.LOOP
        check_rounds(world, [(loop.body,)], variables, found, words, loop)
    else:
        _check_free(world, loop, variables, found)


def _check_free(world: World, loop: n.ForBlock, variables: tuple[Var, ...], found: list[Diagnostic]) -> None:
    writes = list(writes_of(world, loop.body, variables))
    shared = (one for one in writes if one.verb in {"set", "take", "empty"} and not one.own)
    for write in (*shared, *mixed(writes)):
        found.append(f.order_missing(write.component.name, write.span, BY_LISTED))
        return
    for read in reads_of(world, loop.body, variables):
        here = [write for write in writes if write.component is read.component]
        if here and not (read.own and all(write.own == read.own for write in here)):
            found.append(f.order_missing(read.component.name, read.node.span, BY_LISTED))
            return


def check_rounds(
    world: World,
    rounds: Sequence[Parts],
    variables: tuple[Var, ...],
    found: list[Diagnostic],
    words: a.Simultaneous = a.LOOP,
    loop: n.ForBlock | None = None,
) -> None:
    """Report what keeps rounds from being simultaneous: two set one place, or one reads what it changed.

    Of a ``loop`` it is noted where play must look whether two rounds set a place to two values. Without one,
    rounds are what players choose: there, what may clash will, sooner or later, and is reported.
    """
    accesses = [accesses_of(world, parts, variables) for parts in rounds]
    writes = [write for written, _ in accesses for write in written]
    clashes = clashes_of(world, rounds, writes, variables)
    for write in clashes.surely if loop is not None else (*clashes.surely, *clashes.perhaps):
        found.append(a.sets_collide(write.component.name, write.span, words))
    if loop is not None and clashes.perhaps:
        world.contested[loop] = tuple(dict.fromkeys(write.component for write in clashes.perhaps))
    copied = copied_of(writes, [one for _, read in accesses for one in read])
    told: set[Span] = set()
    for parts in rounds:
        changed: set[Component] = set()
        for part in parts:
            for read in _late_reads(world, part, variables, changed):
                if read.component in copied and read.node.span not in told:
                    told.add(read.node.span)
                    found.append(a.reads_own_write(read.component.name, read.node.span, words))


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
                changed.update(write.component for write in writes_of_line(world, statement, variables))
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
                # A later lap comes after all of an earlier one, unless all are at once.
                at_once = order is not None and order.how == "at once"
                for _ in range(1 if at_once else 2):
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
        owns = {one.own for one in (*writes, *reads) if one.component is component}
        if len(owns) > 1 or "" in owns:
            copied.add(component)
    return copied


def summed_in(world: World, rounds: Sequence[Parts], variables: tuple[Var, ...]) -> dict[Component, n.Line]:
    """The numbers and bags that some simultaneous rounds both raise and lower, with the first line that does:
    how high they are between two rounds means nothing.
    """
    found: dict[Component, tuple[n.Line, set[str], set[str]]] = {}
    blocks = [part for parts in rounds for part in parts if isinstance(part, n.Block)]
    for line in (line for block in blocks for line in _written_lines(world, block)):
        for write in writes_of_line(world, line, variables):
            if isinstance(write.component.kind, Number | BagOf) and write.verb in {"add", "remove"}:
                _, owns, ways = found.setdefault(write.component, (line, set(), set()))
                owns.add(write.own)
                kind = world.kinds_of.get(write.what)
                ways.update({"add", "remove"} if isinstance(kind, Number) and kind.low < 0 else {write.verb})
    return {
        component: line
        for component, (line, owns, ways) in found.items()
        if len(ways) > 1 and (len(owns) > 1 or "" in owns)
    }


def _written_lines(world: World, block: n.Block) -> Iterator[n.Line]:
    """The lines of a block, those of promises written out."""
    for line in walk.lines(block):
        if line in world.settled:
            yield from _written_lines(world, world.settled[line])
        else:
            yield line


def writes_of(world: World, block: n.Block, variables: tuple[Var, ...]) -> Iterator[Access]:
    """Every write in a block."""
    for line in walk.lines(block):
        yield from writes_of_line(world, line, variables)


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


def writes_of_line(world: World, line: n.Line, variables: tuple[Var, ...] = ()) -> Iterator[Access]:
    """Every write of a line."""
    if line in world.settled:
        for write in writes_of(world, world.settled[line], variables):
            # What is collected or given back is gone: in another round it would be taken once more.
            takes = write.verb == "set" and line.verb != "release"
            yield replace(write, verb="take" if takes else write.verb, line=line.span)
    for place in _places(line):
        component = world.refs.get(place)
        if isinstance(component, Component):
            if isinstance(component.kind, ListOf):
                # What comes to a list first lies deeper: adds do not add up, whichever list it is.
                yield Access(component, "", place, "take")
            else:
                yield _written(world, line, place, component, variables)


def _written(
    world: World, line: n.Line, place: n.Expr, component: Component, variables: tuple[Var, ...]
) -> Access:
    own, what = _own(world, place, variables), line.what
    leaves = line.verb == "remove" or (line.verb == "move" and place is line.source)
    if line.verb == "set":
        return Access(component, own, place, "set", line.value)
    if leaves and line.verb == "move" and _replaces(line):
        return Access(component, own, place, "empty")  # another round could move it away as well
    if line.verb == "move" and _replaces(line) and isinstance(component.kind, Number | BagOf):
        return Access(component, own, place, "add", None, line.source)
    if _replaces(line) and not (isinstance(component.kind, BagOf) and not leaves and _is_of_one(world, line)):
        value = n.Word("nothing", line.span) if leaves else line.source
        return Access(component, own, place, "set", value)
    if line.verb == "move" and not leaves and isinstance(component.kind, Member | Maybe):
        return Access(component, own, place, "set", what)  # what lay there before is gone
    if line.up_to and leaves:
        return Access(component, own, place, "up to", line.target)
    verb = {"move": "remove" if leaves else "add"}.get(line.verb, line.verb)
    if isinstance(component.kind, SetOf) and what is not None and verb in {"add", "remove"}:
        own = own or _own(world, place, variables, what)
    return Access(component, own, place, verb, None, what)


def _replaces(line: n.Line) -> bool:
    """Moving into or emptying a place is like setting it: it does not add up."""
    return isinstance(line.what, n.Word) and line.verb in {"move", "remove"}


def _is_of_one(world: World, line: n.Line) -> bool:
    """Whether what is moved is the one thing that lies in a place, if any: that adds up."""
    source = world.refs.get(line.source) if line.source is not None else None
    return isinstance(source, Component) and isinstance(source.kind, Maybe)


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
            yield Access(ref, _own(world, node, variables), node)
        elif isinstance(ref, Term) and ref.name not in seen:
            for read in reads(world, ref.decl.phrase.expr, (), seen | {ref.name}):
                yield Access(read.component, "", node)


def _own(world: World, place: n.Expr, variables: tuple[Var, ...], member: n.Expr | None = None) -> str:
    """By which keys a place is named by all the loop's names, so that no other round means it; else empty.

    With ``member``, not the place is meant, but whether this member is in the set that lies there.
    """
    rest, found = list(variables), []
    keys = place.args if isinstance(place, n.Read) else ()
    for position, arg in enumerate(keys if member is None else (*keys, member)):
        way, var = _one_to_one(world, arg)
        told = [one for one in rest if one in world.tells.get(var, ())] if var is not None and not way else []
        if var in rest:
            rest.remove(var)
            found.append(f"{position} {way}{var.name}")
        elif told:
            # Who claims one thing at most tells which it is, whether as winner or as one of those behind.
            rest = [one for one in rest if one not in told]
            found.append(f"{position} of {' and '.join(one.name for one in told)}")
    return ", ".join(found) if found and not rest else ""


def _one_to_one(world: World, arg: n.Expr) -> tuple[str, Var | None]:
    """A name, or the neighbour of a player with that name: another one for each of them."""
    way = ""
    while isinstance(arg, n.Read) and isinstance(world.refs.get(arg), Builtin) and arg.name in _NEIGHBOURS:
        if len(arg.args) > 1:  # so many seats on, and perhaps not as many in each round
            return "", None
        way, arg = f"{way}{arg.name} ", arg.args[0]
    ref = world.refs.get(arg)
    return way, ref if isinstance(ref, Var) else None


def _ends(order: n.Order) -> bool:
    return order.last in {"listed", "random", "never tied"} or any(
        key.which == "listed" for key in order.keys
    )
