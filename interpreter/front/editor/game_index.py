"""The index of a whole game: all its files read, all names resolved."""

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.api.files import Files, beside
from interpreter.api.pages import base_key
from interpreter.check.kinds import Kind
from interpreter.check.world import Column, Domain, One, Var, World
from interpreter.front.editor.beside_index import BesideIndex
from interpreter.front.editor.rules_index import RulesIndex
from interpreter.front.editor.symbols import CONDITIONS, Index, Mention, Symbol, Use, Uses
from interpreter.front.editor.trees import tree_of
from interpreter.syntax import document as d
from interpreter.syntax.document import Mapping, Scalar, Sequence
from interpreter.text.span import Source, Span

SCENARIOS = "scenarios"
_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*")

_TIERS: dict[str, tuple[frozenset[str], ...]] = {
    "value": tuple(
        frozenset(one)
        for one in (
            {"component"}, {"term", "group", "route"}, {"option"}, {"kind"}, {"table"}, {"member"},
            {"column"}, {"column of data"}, {"action", "stage"},
        )
    ),
    "read": tuple(
        frozenset(one) for one in ({"component"}, {"term", "group", "route"}, {"table"}, {"column"}, {"cost"})
    ),
    "start of a column": tuple(
        frozenset(one)
        for one in ({"column of data"}, {"option"}, {"member"}, {"column"}, {"component"}, {"term"})
    ),
    "kind": (frozenset({"kind"}),),
    "option": (frozenset({"option"}),),
    "order": (frozenset({"order"}),),
    "action": (frozenset({"action"}),),
    "step": (frozenset({"step"}),),
    "cost": (frozenset({"cost"}),),
    "market": (frozenset({"market"}),),
    "paragraph": (frozenset({"step", "phase", "action", "paragraph"}),),
    "standing rule": (frozenset({"standing rule"}),),
    "statement": (frozenset({"statement"}),),
    "member": (frozenset({"member"}),),
    "member or kind": (frozenset({"member"}), frozenset({"kind"})),
    "column": (frozenset({"column"}),),
    "component": (frozenset({"component"}), frozenset({"column", "term", "table"})),
    "table of data": (frozenset({"table of data"}),),
    "reason": (CONDITIONS,),
}  # fmt: skip
"""What a name in a role can be: the first of these sorts of which there is one of that name."""


class GameIndex:
    """Reads the files of a game in the order in which they rest on one another."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.rules = RulesIndex()
        self.sources: dict[str, Source] = {}
        self.roots: dict[str, Mapping] = {}
        self.sorts: dict[str, str] = {files.main: "ruleset"}

    def read(self) -> "GameIndex":
        """Take all pages, tables, documents, pictures and scenarios, as far as they are YAML."""
        pages: list[tuple[str, Mapping]] = []
        for key, root in reversed(list(self._chain())):
            pages.append((key, root))
            for name in _names(root, "modules"):
                module = beside(key, name.text)
                self.sorts[module] = "ruleset"
                inner = self._root(module)
                if inner is not None:
                    pages.append((module, inner))
        for key, root in pages:
            self.sorts[key] = "ruleset"
            self._page(key, root)
        # What is said of the rules is read when all of them are known.
        for key, root in pages:
            self._beside(key, root, "picture")
            for other in self.scenario_files(key) if root.get("switch") is None else ():
                self.sorts[other] = "scenario"
                inner = self._root(other)
                if inner is not None:
                    BesideIndex(self.rules, other).scenarios(inner)
        return self

    def _chain(self) -> Iterator[tuple[str, Mapping]]:
        """The page itself and those that it rests on."""
        key, seen = self.files.main, set[str]()
        while key not in seen and len(seen) < 9:
            seen.add(key)
            root = self._root(key)
            if root is None:
                return
            yield key, root
            base = next(iter(_names(root, "extends")), None)
            found = base_key(key, base.text) if base is not None else None
            if found is None:
                return
            key = found

    def _root(self, key: str) -> Mapping | None:
        if key not in self.roots:
            source = self.files.read(key)
            root = tree_of(source) if source is not None else None
            if source is not None:
                self.sources[key] = source
            if not isinstance(root, Mapping):
                return None
            self.roots[key] = root
        return self.roots[key]

    def _page(self, key: str, root: Mapping) -> None:
        self.rules.page(key, root)
        adds = root.get("adds")
        new_rows = adds.get("data") if isinstance(adds, Mapping) else None
        if isinstance(new_rows, Mapping):
            BesideIndex(self.rules, key).data(new_rows)
        for section in ("data", "document"):
            self._beside(key, root, section)

    def _beside(self, key: str, root: Mapping, section: str) -> None:
        for name in _names(root, section):
            other = beside(key, name.text)
            self.sorts[other] = section
            inner = self._root(other)
            if inner is not None:
                getattr(BesideIndex(self.rules, other), section)(inner)

    def scenario_files(self, key: str) -> list[str]:
        """The scenario files of a page, as they are called among the files."""
        folder = scenario_folder(key)
        path = self.files.path_of(folder)
        try:
            names = (
                sorted(one.name for one in path.iterdir() if one.suffix in {".yaml", ".yml"}) if path else []
            )
        except OSError:
            names = []
        held = [one.name for one in self.files.unsaved if path is not None and one.parent == path]
        return [f"{folder}/{name}" for name in dict.fromkeys([*names, *sorted(held)])]

    # -- names -------------------------------------------------------------------------------------------

    def index(self, worlds: Iterable[World]) -> Index:
        """All names resolved; the worlds know the kinds, and which of several members is meant."""
        index = Index(symbols=self.rules.symbols, sources=self.sources, envs=self.rules.envs)
        exact: dict[tuple[str, int], frozenset[str]] = {}
        for world in worlds:
            _learn(world, index, exact)
        by_name: dict[str, list[Symbol]] = {}
        for symbol in self.rules.symbols:
            by_name.setdefault(symbol.name, []).append(symbol)
        known = _Known(by_name, exact, self.rules.whole_of, index.kind_of)
        for key, mentions in self.rules.mentions.items():
            uses = [known.use(one) for one in mentions]
            index.uses[key] = Uses(use for use in uses if use is not None)
        for key, names in self.rules.links.items():
            there = ((name.span, base_key(key, name.text)) for name in names)
            index.links[key] = tuple((span, target) for span, target in there if target in self.sources)
        index.statements = {one.name: one for one in self.rules.symbols if one.sort == "statement"}
        return index


def scenario_folder(key: str) -> str:
    """The folder of the scenarios of a page: beside a ruleset, of a variant in a folder of its name."""
    at, name = posixpath.split(key)
    if name != "ruleset.yaml" and posixpath.basename(at) == "variants":
        at = posixpath.splitext(key)[0]
    return f"{at}/{SCENARIOS}" if at else SCENARIOS


def _names(root: Mapping, key: str) -> tuple[Scalar, ...]:
    value = root.get(key)
    items: tuple[d.Node, ...] = (
        value.items if isinstance(value, Sequence) else (value,) if value is not None else ()
    )
    return tuple(item for item in items if isinstance(item, Scalar))


@dataclass(slots=True)
class _Known:
    """What decides between symbols of one name: the checker's word, the kinds of stages, wholes."""

    by_name: dict[str, list[Symbol]]
    exact: dict[tuple[str, int], frozenset[str]]
    whole: dict[str, str]
    kind_of: dict[tuple[str, int], str]

    def owners(self, mention: Mention) -> frozenset[str]:
        """The kinds to one of which what is meant belongs; none where nothing is known."""
        found = mention.owners | self.exact.get((mention.span.source.path, mention.span.start), frozenset())
        if mention.stage is not None and not found:
            place = mention.stage.span
            told = self.kind_of.get((place.source.path, place.start), "")
            found = frozenset(
                word.removesuffix("s") if word not in self.by_name else word for word in _NAME.findall(told)
            )
        return found

    def use(self, mention: Mention) -> Use | None:
        """What a mention means; None where that is nothing that is declared."""
        if mention.local is not None:
            return Use(mention.span, (mention.local,), mention.role)
        named = self.by_name.get(mention.name, ())
        for tier in _TIERS.get(mention.role, ()):
            found = [one for one in named if one.sort in tier]
            if found:
                owners = self.owners(mention) if len(found) > 1 else frozenset()
                fitting = [one for one in found if one.owner in _with_wholes(owners, self.whole)]
                return Use(mention.span, tuple(fitting or found), mention.role)
        return None


def _with_wholes(owners: frozenset[str], whole: dict[str, str]) -> set[str]:
    """Kinds with those that they are parts of."""
    found = set(owners)
    for owner in owners:
        here = whole.get(owner)
        while here is not None and here not in found:
            found.add(here)
            here = whole.get(here)
    return found


def _learn(world: World, index: Index, exact: dict[tuple[str, int], frozenset[str]]) -> None:
    """What the checker knows: kinds of expressions and of what is declared, and what names mean."""
    for node, ref in world.refs.items():
        span: Span = getattr(node, "name_span", None) or node.span
        match ref:
            case One(kind=kind):
                exact[span.source.path, span.start] = frozenset((kind.domain, *kind.whole))
            case Column(owner=owner):
                exact[span.source.path, span.start] = frozenset((owner,))
            case Var(kind=kind, span=place) if place is not None:
                index.kind_of[place.source.path, place.start] = str(kind)
            case _:
                pass
    for node, kind in world.kinds_of.items():
        place = node.span
        index.kinds_at[place.source.path, place.start, place.end] = str(kind)
    for var in world.vars_of.values():
        if var.span is not None:
            index.kind_of[var.span.source.path, var.span.start] = str(var.kind)
    declared: list[tuple[Any, Kind | None]] = [
        *((one.decl, one.kind) for one in world.components.values()),
        *((one.decl, one.kind) for one in world.terms.values()),
        *((one.decl, one.kind) for one in world.options.values()),
    ]
    for decl, kind_ in declared:
        head = decl.head.span
        index.kind_of[head.source.path, head.start] = str(kind_)
    for owners in world.columns.values():
        for column in owners.values():
            if column.span is not None:
                index.kind_of[column.span.source.path, column.span.start] = str(column.kind)
    for domain in world.domains.values():
        if domain.span is not None:
            index.members_of[domain.span.source.path, domain.span.start] = _told(domain)


def _told(domain: Domain) -> str:
    """How many members there are, and which come first."""
    named = domain.named
    shown = ", ".join(named[:8]) + (", …" if len(named) > 8 else "")
    return f"{len(named)} member{'s' if len(named) != 1 else ''}: {shown}"
