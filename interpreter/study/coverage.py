"""Which statements of a game's document are encoded, and which are tested."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from interpreter.check.citations import all_feet, statement_kinds
from interpreter.study.report import Json
from interpreter.study.scenario_files import Scenario
from interpreter.study.subject import CheckedRules

DECLARATIONS = frozenset(
    {"options", "kinds", "boards", "components", "tables", "terms", "orders", "groups", "routes"}
)
"""Sections that say what there is; all the others say what is done."""

DEFINITIONS = frozenset({"terms", "orders", "groups", "routes"})
"""Declarations of words that the rules use: a rule that says what a word means is encoded there."""

INVARIANTS = "invariants"
"""The section that says what follows from all the others: it neither declares nor does anything."""

PRINTED = "data"
"""Where a variant or a module changes what is printed: that declares it anew, and is a rule of its own."""

_UNTESTED = "no scenario cites it"

SOURCE = "source"
"""The kind of an outside source: it may be cited, but nobody asks for it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement or ruling: its ``kind``, the addresses of the paragraphs that cite it, the names of the
    scenarios that do, and ``missing``: what its kind asks for and it has not. ``changes`` are the addresses
    of the changes of a variant or a module that cite it.
    """

    name: str
    kind: str
    cited_by: tuple[str, ...]
    tested_by: tuple[str, ...]
    missing: tuple[str, ...]
    changes: tuple[str, ...] = ()

    @property
    def declared_by(self) -> tuple[str, ...]:
        """The declarations among the paragraphs that cite it."""
        return tuple(path for path in self.cited_by if _is_declaration(path))

    @property
    def ruled_by(self) -> tuple[str, ...]:
        """The rules among the paragraphs that cite it, the words that it defines for them, and what is
        changed for it, be it a declaration: that a price is another one is a rule of a variant.
        """
        return tuple(path for path in self.cited_by if _is_rule(path) or path in self.changes)

    @property
    def needs_a_test(self) -> bool:
        """Whether no scenario cites it, though its kind asks for one."""
        return _UNTESTED in self.missing

    def to_json(self) -> dict[str, Json]:
        """The statement as plain data."""
        return {
            "statement": self.name,
            "kind": self.kind,
            "cited_by": list(self.cited_by),
            "tested_by": list(self.tested_by),
            "missing": list(self.missing),
        }


@dataclass(frozen=True, slots=True)
class Coverage:
    """All statements in the order of the document; sources stand apart."""

    game: str
    statements: tuple[Statement, ...]
    sources: tuple[Statement, ...]

    @property
    def gaps(self) -> tuple[Statement, ...]:
        """The statements that lack something."""
        return tuple(one for one in self.statements if one.missing)

    @property
    def percentage(self) -> float:
        """How many statements of a hundred lack nothing; 100 where there are none."""
        if not self.statements:
            return 100.0
        return 100.0 * (len(self.statements) - len(self.gaps)) / len(self.statements)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing."""
        return not self.gaps

    def to_json(self) -> dict[str, Json]:
        """The coverage as plain data."""
        return {
            "game": self.game,
            "percentage": self.percentage,
            "complete": self.is_complete,
            "statements": [one.to_json() for one in self.statements],
            "sources": [one.to_json() for one in self.sources],
        }


def cover(
    rulesets: Sequence[CheckedRules], scenarios: Iterable[Scenario], only: frozenset[str] | None = None
) -> Coverage:
    """Who cites each statement, and what is missing: a rule by a rule, the definition of a word or a change,
    and by a scenario, a consequence by a scenario, a component by a declaration; nothing cites flavour.

    ``rulesets`` are one game with the sets of modules that are looked at, the first with none; with ``only``
    no other statements are looked at.
    """
    cited: dict[str, dict[str, None]] = {}
    changes: dict[str, dict[str, None]] = {}
    for one in rulesets:
        for foot, path in one.rules.cited_by_changes:
            for name in foot.cites:
                changes.setdefault(name, {})[path] = None
        for foot, path in (*all_feet(one.rules), *one.world.cited_by_rows):
            for name in foot.cites:
                cited.setdefault(name, {})[path] = None
    tested: dict[str, dict[str, None]] = {}
    for scenario in scenarios:
        for cite in scenario.cites:
            tested.setdefault(cite.text, {})[scenario.name] = None
    each = [
        _statement(name, kind, *(tuple(one.get(name, ())) for one in (cited, tested, changes)))
        for name, kind in statement_kinds(rulesets[0].document).items()
        if only is None or name in only
    ]
    return Coverage(
        rulesets[0].rules.game,
        tuple(one for one in each if one.kind != SOURCE),
        tuple(one for one in each if one.kind == SOURCE),
    )


def _statement(
    name: str, kind: str, cited: tuple[str, ...], tested: tuple[str, ...], changes: tuple[str, ...]
) -> Statement:
    bare = Statement(name, kind, cited, tested, (), changes)
    return Statement(name, kind, cited, tested, tuple(_missing(bare)), changes)


def _is_rule(path: str) -> bool:
    section = _section(path)
    return section in DEFINITIONS or (section not in DECLARATIONS and section != INVARIANTS)


def _missing(one: Statement) -> Iterable[str]:
    match one.kind:
        case "rule":
            if not one.ruled_by:
                yield "no rule cites it"
            if not one.tested_by:
                yield _UNTESTED
        case "consequence":
            if not one.tested_by:
                yield _UNTESTED
        case "component":
            if not one.declared_by:
                yield "no declaration cites it"
        case "flavour":
            if one.cited_by or one.tested_by:
                yield "it is cited, but asks for nothing"
        case _:
            return


def _is_declaration(path: str) -> bool:
    return _section(path) in DECLARATIONS or _section(path) == PRINTED


def _section(path: str) -> str:
    return path.partition(".")[0]
