"""Citations: each names a statement of the document, and each rule has one."""

from collections.abc import Iterator

from interpreter.check import file_findings
from interpreter.check.data import Tables
from interpreter.check.world import World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.document import Mapping, Scalar
from interpreter.syntax.read_ruleset import cited
from interpreter.syntax.walk import feet
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

SECTIONS = ("statements", "rulings", "sources")
"""The sections of a document that hold what can be cited."""


def check_citations(world: World, tables: Tables, document: Mapping | None, found: list[Diagnostic]) -> None:
    """Report citations of nothing, in data files too, and rules that cite nothing (a warning)."""
    rules, known = world.ruleset, statement_kinds(document)
    if document is not None:
        game = document.get("game")
        if isinstance(game, Scalar) and game.text != rules.game:
            found.append(file_findings.wrong_game(game.text, rules.game, game.span))
    elif rules.document is not None:
        return  # the document could not be read: reported there
    of_rows = [foot for table in tables for foot, _ in feet_of_table(tables, table)]
    for foot in (*(foot for foot, _ in all_feet(rules)), *of_rows):
        for cite in foot.cites:
            if document is None:
                found.append(file_findings.no_document(foot.span))
            elif cite not in known:
                found.append(file_findings.unknown_statement(cite, foot.span, known))
    if document is not None:
        for path, span in uncited_rules(rules):
            found.append(file_findings.uncited(path, span))


def statement_kinds(document: Mapping | None) -> dict[str, str]:
    """The numbers of all statements, rulings and sources, with their kinds ("source" for those)."""
    found: dict[str, str] = {}
    for section in SECTIONS:
        part = document.get(section) if document is not None else None
        if isinstance(part, Mapping):
            for entry in part.entries:
                kind = entry.value.get("kind") if isinstance(entry.value, Mapping) else None
                found[entry.name] = kind.text if isinstance(kind, Scalar) else "source"
    return found


def feet_of_table(tables: Tables, name: str) -> Iterator[tuple[n.Foot, str]]:
    """What the rows of a table of a data file cite, each with the name of its row."""
    table = tables[name].value if name in tables else None
    for row in table.entries if isinstance(table, Mapping) else ():
        if isinstance(row.value, Mapping):
            for foot in cited(row.value):
                yield foot, row.name


def feet_of_rows(rules: r.Ruleset, tables: Tables) -> Iterator[tuple[n.Foot, str]]:
    """What the rows of kinds cite in data files, each with the address of its row."""
    printed = [(kind.head, kind.rows) for kind in rules.kinds.values()]
    printed += [(table.head, table.rows) for table in rules.tables.values()]
    for head, rows in printed:
        if rows is not None:
            for name in (*(case for _, case in rows.cases), rows.otherwise):
                for foot, row in feet_of_table(tables, name):
                    yield foot, f"{head.path}.rows.{row}"


def all_feet(rules: r.Ruleset) -> Iterator[tuple[n.Foot, str]]:
    """Every footnote of a ruleset, with the address of the paragraph that it stands in."""
    for head, blocks in paragraphs_of(rules):
        for foot in head.feet:
            yield foot, head.path
        for block in blocks:
            for foot in feet(block):
                yield foot, head.path
    yield from rules.cited_by_changes
    if rules.players.foot is not None:
        yield rules.players.foot, "players"
    for name, sentence in (("longest", rules.longest), ("rounds", rules.rounds)):
        if sentence is not None and sentence.foot is not None:
            yield sentence.foot, name


Blocks = tuple[n.Block, ...]


def paragraphs_of(rules: r.Ruleset) -> Iterator[tuple[r.Head, Blocks]]:
    """Every declaration and paragraph, with the effect blocks that are its own."""
    for kind in rules.kinds.values():
        yield kind.head, ()
        for column in kind.has:
            yield column.head, ()
    for section in (rules.options, rules.boards, rules.components, rules.terms, rules.orders, rules.markets):
        for decl in section.values():
            yield decl.head, ()
    for table in rules.tables.values():
        yield table.head, ()
    for cost in rules.costs.values():
        yield cost.head, ()
        for modifier in cost.modifiers:
            yield modifier.head, ()
    for require in (*rules.checks, *rules.invariants, *(limit.require for limit in rules.limits)):
        yield require.head, ()
    for step in (*rules.setup, *rules.phases, *rules.steps.values(), *rules.scoring):
        yield from _of_step(step)
    for action in rules.actions.values():
        yield action.head, _some(action.do)
        for stage in action.choose:
            yield stage.head, ()
        for require in action.requires:
            yield require.head, ()
        for step in action.steps:
            yield from _of_step(step)
    for standing in rules.always:
        yield from _of_step(standing.body)
    for end in rules.ends:
        yield end.head, ()
    if rules.ranking is not None:
        yield rules.ranking.head, ()
        for key in rules.ranking.keys:
            yield key.head, ()
    for other in rules.others:
        yield other.head, ()


def _of_step(step: r.StepDecl) -> Iterator[tuple[r.Head, Blocks]]:
    yield step.head, _some(step.do, step.if_stuck)
    if step.claims is not None:
        yield step.claims.head, ()
        for rank in step.claims.ranks:
            yield rank.head, ()
    for inner in step.steps:
        yield from _of_step(inner)


def _some(*blocks: n.Block | None) -> Blocks:
    return tuple(block for block in blocks if block is not None)


def cites_of(head: r.Head, blocks: Blocks) -> tuple[str, ...]:
    """What a paragraph cites, in its own sentences."""
    found = dict.fromkeys(head.cites)
    for block in blocks:
        for foot in feet(block):
            found.update(dict.fromkeys(foot.cites))
    return tuple(found)


RULES = frozenset(
    {
        "setup", "phases", "actions", "steps", "scoring", "ends", "always", "ranking", "limits", "costs",
        "markets", "tables",
    }
)  # fmt: skip
"""The sections of which every paragraph cites something: what says what is done, and what it costs."""


def uncited_rules(rules: r.Ruleset) -> Iterator[tuple[str, Span]]:
    """Rules that cite nothing in any of their parts."""
    groups: dict[str, tuple[Span, bool]] = {}
    changed = {_whole(path) for _, path in rules.cited_by_changes}
    for head, blocks in paragraphs_of(rules):
        section = head.path.partition(".")[0]
        if section not in RULES:
            continue
        whole = _whole(head.path)
        span, cited = groups.get(whole, (head.span, whole in changed))
        groups[whole] = span, cited or bool(cites_of(head, blocks))
    for path, (span, cited) in groups.items():
        if not cited:
            yield path, span


def _whole(path: str) -> str:
    """The rule that a paragraph belongs to; the ranking is one."""
    section, _, rest = path.partition(".")
    return section if section == "ranking" else f"{section}.{rest.split('.')[0]}"
