"""What lints look at: a checked ruleset with its declarations, its words and its effects, gathered once."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any

from interpreter.check.citations import paragraphs_of
from interpreter.check.world import Component, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax import walk
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

Place = tuple[str, int]
"""A file, as findings show it, and an offset in it."""

SECTIONS = (
    "kinds", "boards", "tables", "options", "components", "markets", "terms", "orders", "costs", "checks",
    "invariants", "limits", "setup", "phases", "actions", "steps", "always", "ends", "scoring",
)  # fmt: skip
"""The sections of a ruleset that hold declarations or paragraphs; the ranking stands beside them."""


@dataclass(frozen=True, slots=True, eq=False)
class Paragraph:
    """A declaration or paragraph right below a section, with every node of the syntax tree inside it."""

    section: str
    decl: Any
    nodes: tuple[Any, ...]


@dataclass(slots=True, eq=False)
class Sight:
    """A ruleset as lints see it; findings go to ``found``. ``read_elsewhere`` are the words of its picture.

    ``words`` counts how often each name is read or called, ``kinds`` how often each stands in a type.
    """

    world: World
    read_elsewhere: frozenset[str]
    found: list[Diagnostic] = field(default_factory=list)
    paragraphs: tuple[Paragraph, ...] = ()
    words: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    places: set[Place] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.paragraphs = tuple(_paragraphs(self.world.ruleset))
        nodes = [node for one in self.paragraphs for node in one.nodes]
        rules = self.world.ruleset
        nodes += [node for root in (rules.players, rules.rounds, rules.longest) for node in nodes_in(root)]
        for node in nodes:
            self._count(node)

    def _count(self, node: Any) -> None:
        match node:
            case Span():
                self.places.add((node.source.path, node.start))
            case n.Name(name=name) | n.Read(name=name) | n.Call(name=name) | r.WrittenColumn(name=name):
                self.words[name] += 1
            case n.Bound(value=str() as name) | n.Who(order=str() as name):
                self.words[name] += 1
            case n.KindName(name=name) | n.StageLine(per=str() as name):
                self.kinds[name] += 1
            case r.BoardDecl(windows=windows):
                self.kinds.update(one.slots.text for one in windows if one.slots is not None)
            case _:
                pass

    def is_read(self, name: str) -> bool:
        """Whether a word stands anywhere that it is read: in rules, types, or the picture."""
        return name in self.words or name in self.kinds or name in self.read_elsewhere

    # -- effects ------------------------------------------------------------------------------------------

    def blocks(self) -> Iterator[n.Block]:
        """Every block of effects: those of paragraphs, of payments, and of what settles promises."""
        for _, blocks in paragraphs_of(self.world.ruleset):
            yield from blocks
        for prices in self.world.prices.values():
            for price in prices:
                yield price.block
        yield from self.world.settled.values()

    def writes(self) -> Iterator[tuple[Component, n.Line]]:
        """Each change of a component, with the line that makes it."""
        for block in self.blocks():
            for line in walk.lines(block):
                for place in places_of(self.world, line):
                    ref = self.world.refs.get(place.of if isinstance(place, n.EndOf) else place)
                    if isinstance(ref, Component):
                        yield ref, line


def places_of(world: World, line: n.Line) -> Iterator[n.Expr]:
    """The places that a line changes, or may change."""
    places: tuple[n.Expr | None, ...]
    match line.verb:
        case "set" | "add":
            places = (line.target,)
        case "remove":
            places = (line.source,)
        case "move" | "draw":
            places = (line.source, line.target)
        case "deal":
            places = (line.what, line.target)
        case "shuffle":
            places = (line.what,)
        case "refill" if line.call is not None:
            market = world.ruleset.markets[line.call.name]
            discards = market.discards.expr if market.discards is not None else None
            places = (market.deck.expr, market.row.expr, discards)
        case _:
            places = ()
    yield from (place for place in places if place is not None)


def _paragraphs(rules: r.Ruleset) -> Iterator[Paragraph]:
    for section in SECTIONS:
        value = getattr(rules, section)
        for decl in value.values() if isinstance(value, dict) else value:
            yield Paragraph(section, decl, tuple(nodes_in(decl)))
    if rules.ranking is not None:
        yield Paragraph("ranking", rules.ranking, tuple(nodes_in(rules.ranking)))


def nodes_in(root: Any) -> Iterator[Any]:
    """Every node of a syntax tree, each once, and all spans."""
    seen: set[int] = set()
    left = [root]
    while left:
        node = left.pop()
        if isinstance(node, Span):
            yield node
        elif isinstance(node, tuple):
            left.extend(reversed(node))
        elif isinstance(node, dict):
            left.extend(reversed(node.values()))
        elif id(node) not in seen and is_dataclass(node):
            seen.add(id(node))
            yield node
            names = reversed(_attributes(node.__class__))
            # The block of claims is the loop that they come to, which no author wrote.
            is_made = isinstance(node, r.StepDecl) and node.claims is not None
            left.extend(getattr(node, name) for name in names if not (is_made and name == "do"))


@cache
def _attributes(of: type) -> tuple[str, ...]:
    return tuple(one.name for one in fields(of))
