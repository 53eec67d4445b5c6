"""Things that are only ever moved, and so must never become more or fewer.

Which places belong together is read off the rules: a line that moves things from one component to another, a
draw, a market and a payment that says where it goes join the two. Where every line outside of set-up and
scoring that changes some of these components only moves things between them, their number is the same at each
decision: whatever else happens is that a thing was put where another one lay, and that one is gone. Of
components that any rule adds to, removes from, sets or brings back to their start nothing is claimed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.check.kinds import BagOf, ListOf, Maybe, Member, SetOf
from interpreter.check.world import Component, World
from interpreter.core import ir
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.walk import everything, lines


@dataclass(frozen=True, slots=True)
class Closed:
    """Components between which things of one kind are moved, and which nothing else changes."""

    kind: str
    components: tuple[str, ...]

    def counter(self, program: ir.Program) -> "Counter":
        """What counts the things in a position of a program."""
        parts = {one.name: one for one in program.components}
        groups = {group.base: group.count for group in program.slots}
        chosen = [parts[name] for name in self.components]
        width = max(program.domains[one.domain].size for one in chosen)
        return Counter(width, tuple((one, groups[one.slot]) for one in chosen))


@dataclass(frozen=True, slots=True)
class Counter:
    """Counts things: ``width`` members, and the components with how many slots each has."""

    width: int
    parts: tuple[tuple[ir.Component, int], ...]

    def count(self, slots: Sequence[int]) -> tuple[int, ...]:
        """How many of each member lie in all places together."""
        found = [0] * self.width
        for component, size in self.parts:
            values = slots[component.slot : component.slot + size]
            match component.form:
                case "bag":
                    for index, value in enumerate(values):
                        found[index % self.width] += value
                case "set":
                    for bits in values:
                        while bits:
                            found[(bits & -bits).bit_length() - 1] += 1
                            bits &= bits - 1
                case _:
                    for value in values:
                        if value >= 0:
                            found[value] += 1
        return tuple(found)


def closed(world: World) -> tuple[Closed, ...]:
    """The sets of components whose things are only ever moved, in the order of the ruleset."""
    moved, changed = _Moves(world), set[str]()
    for line in _lines_in_play(world.ruleset):
        changed |= moved.read(line)
    changed |= moved.read_costs() | moved.read_markets()
    changed |= {one.name for one in world.components.values() if one.during or _thing(one) is None}
    found = []
    for names in moved.groups():
        if not names & changed and len(names) > 1:
            ordered = tuple(name for name in world.components if name in names)
            kind = _thing(world.components[ordered[0]])
            assert kind is not None
            found.append(Closed(world.root(kind).domain, ordered))
    return tuple(found)


def _thing(component: Component) -> Member | None:
    """The kind of things that lie in a component, where it is made for things."""
    match component.kind:
        case BagOf(Member() as of) | SetOf(Member() as of) | ListOf(Member() as of) | Maybe(Member() as of):
            return of
        case _:
            return None


class _Moves:
    """Components joined where things go from one to the other."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.root = {name: name for name in world.components}

    def groups(self) -> list[set[str]]:
        """The components that are joined, in the order of the ruleset."""
        found: dict[str, set[str]] = {}
        for name in self.root:
            found.setdefault(self._root(name), set()).add(name)
        return list(found.values())

    def read(self, line: n.Line) -> set[str]:
        """Join what a line moves between; the components that it changes in another way."""
        match line.verb:
            case "move":
                return self._join(line.source, line.target)
            case "draw" if self._component(line.source) is not None:
                return self._join(line.source, line.target)
            case "deal" if self._component(line.what) is not None:
                return self._join(line.what, line.target)
            case "add" | "remove" | "set" | "deal" | "draw":
                return self._names(line.source, line.target)
            case _:
                return set()

    def read_costs(self) -> set[str]:
        """Join where a payment comes from with where it goes; components paid out of the game."""
        changed = set[str]()
        for cost in self.world.ruleset.costs.values():
            source, to = cost.source.expr, cost.to.expr if cost.to is not None else None
            changed |= self._join(source, to) if to is not None else self._names(source)
            changed |= self._names(cost.record.expr if cost.record is not None else None)
        return changed

    def read_markets(self) -> set[str]:
        """Join rows with the decks that fill them, and these with their discards."""
        changed = set[str]()
        for market in self.world.ruleset.markets.values():
            changed |= self._join(market.deck.expr, market.row.expr)
            if market.discards is not None:
                changed |= self._join(market.discards.expr, market.deck.expr)
        return changed

    def _join(self, one: n.Expr | None, other: n.Expr | None) -> set[str]:
        left, right = self._component(one), self._component(other)
        if left is None or right is None:
            return self._names(one, other)
        self.root[self._root(left)] = self._root(right)
        return set()

    def _root(self, name: str) -> str:
        while self.root[name] != name:
            name = self.root[name]
        return name

    def _component(self, expr: n.Expr | None) -> str | None:
        """The component that a place belongs to; None for what is no place of one."""
        while isinstance(expr, n.EndOf):
            expr = expr.of
        found = self.world.refs.get(expr)
        return found.name if isinstance(found, Component) else None

    def _names(self, *exprs: n.Expr | None) -> set[str]:
        """All components in these phrases."""
        inside = (one for expr in exprs if expr is not None for one in everything(expr))
        found = (self._component(one) for one in inside)
        return {name for name in found if name is not None}


def _lines_in_play(rules: r.Ruleset) -> Iterator[n.Line]:
    """All effects that can follow the first decision and come before the last one."""
    if any(one.one_of is not None for one in _inside(rules.setup)):
        yield from _of_steps(rules.setup)
    yield from _of_steps(rules.phases)
    yield from _of_steps(rules.steps.values())
    for action in rules.actions.values():
        if action.do is not None:
            yield from lines(action.do)
        yield from _of_steps(action.steps)
    yield from _of_steps(one.body for one in rules.always)


def _of_steps(steps: Iterable[r.StepDecl]) -> Iterator[n.Line]:
    for step in _inside(steps):
        blocks = [step.do, step.if_stuck]
        if step.claims is not None:
            blocks += [step.claims.won, step.claims.tied]
        for block in blocks:
            if block is not None:
                yield from lines(block)


def _inside(steps: Iterable[r.StepDecl]) -> Iterator[r.StepDecl]:
    for step in steps:
        yield step
        yield from _inside(step.steps)
