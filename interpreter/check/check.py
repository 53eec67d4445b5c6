"""The checker: from a parsed ruleset and its data to a `World`, or to everything that is wrong."""

from interpreter.check import findings as f
from interpreter.check.audience import check_audiences
from interpreter.check.boards import Boards
from interpreter.check.citations import check_citations, feet_of_rows
from interpreter.check.data import Rows, Tables
from interpreter.check.during import check_during
from interpreter.check.made import Made
from interpreter.check.names import Names
from interpreter.check.promises import open_ledgers, settle_audiences
from interpreter.check.rules import Rules
from interpreter.check.standing import check_standing
from interpreter.check.starts import Starts
from interpreter.check.tables import PrintedTables
from interpreter.check.usage import check_usage
from interpreter.check.world import World
from interpreter.check.written_out import check_written_out
from interpreter.syntax.document import Mapping
from interpreter.syntax.ruleset import Ruleset
from interpreter.text.diagnostic import Diagnostic


def check(
    rules: Ruleset, data: tuple[Mapping, ...], document: Mapping | None
) -> tuple[World, tuple[Diagnostic, ...]]:
    """What the ruleset declares, resolved, and all findings, warnings too.

    ``data`` are the roots of its data files, ``document`` that of its document. The world is only
    fit for lowering where no finding is an error.
    """
    found: list[Diagnostic] = []
    world = World(rules)
    endless = check_written_out(rules)
    if endless is not None:
        return world, (endless,)
    names = Names(world, found)
    names.collect()
    tables = _tables(data, found)
    boards, rows = Boards(world, names, found), Rows(world, names, tables, found)
    boards.members()
    rows.members()
    boards.windows.name_slots()
    Made(world, names, rows, found).members()
    rows.columns()
    PrintedTables(world, names, tables, found).read()
    world.cited_by_rows = tuple(feet_of_rows(rules, tables))
    names.collect_rest()
    open_ledgers(names)
    Starts(world, rows.values, found).check()
    Rules(world, found).rules(names)
    if not found:
        check_during(world, found)
        check_standing(world, found)
        settle_audiences(world)
        check_audiences(world, found)
    check_citations(world, tables, document, found)
    if not any(one.severity == "error" for one in found):
        check_usage(world, found)
    return world, tuple(found)


def _tables(data: tuple[Mapping, ...], found: list[Diagnostic]) -> Tables:
    """All tables of all data files, by name."""
    tables: Tables = {}
    for root in data:
        for entry in root.entries:
            if entry.name in tables:
                found.append(f.declared_twice(entry.name, entry.key.span, tables[entry.name].key.span))
            tables[entry.name] = entry
    return tables
