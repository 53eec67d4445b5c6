"""Warnings: what is declared and never used."""

from interpreter.check import file_findings
from interpreter.check.calls import calls_of
from interpreter.check.world import World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.text.diagnostic import Diagnostic


def check_usage(world: World, found: list[Diagnostic]) -> None:
    """Report components, terms, options, actions and steps that nothing reads or calls."""
    used = {id(ref) for ref in world.refs.values()}
    for component in world.components.values():
        if id(component) not in used:
            found.append(file_findings.unused("component", component.name, component.decl.head.span))
    for term in world.terms.values():
        if id(term) not in used:
            sort = term.decl.head.path.partition(".")[0].removesuffix("s")
            found.append(file_findings.unused(sort, term.name, term.decl.head.span))
    for table in world.tables.values():
        if id(table) not in used and table.span is not None:
            found.append(file_findings.unused("table", table.name, table.span))
    bounds = _bound_names(world)
    for option in world.options.values():
        if id(option) not in used and option.name not in bounds | world.ruleset.unread:
            found.append(file_findings.unused("option", option.name, option.decl.head.span))
    called = set(calls_of(world.ruleset))
    rules = world.ruleset
    called |= {f"cost {line.call.name}" for action in rules.actions.values() for line in _pays(action)}
    for sort, section in (
        ("action", rules.actions),
        ("step", rules.steps),
        ("market", rules.markets),
        ("cost", rules.costs),
    ):
        for decl in section.values():
            if f"{sort} {decl.head.name}" not in called:
                found.append(file_findings.unused(sort, decl.head.name, decl.head.span))


def _pays(action: r.ActionDecl) -> tuple[n.CostLine, ...]:
    return (*action.costs, *action.promises)


def _bound_names(world: World) -> set[str]:
    """Options that a range or the number of players ends in."""
    names = set()
    players = world.ruleset.players.expr
    for end in (players.low, players.high) if isinstance(players, n.SpanOf) else (players,):
        if isinstance(end, n.Name):
            names.add(end.name)
    for component in world.components.values():
        for part in component.decl.type.shape:
            for bound in _bounds(part):
                if isinstance(bound.value, str):
                    names.add(bound.value)
    return names


def _bounds(part: n.KindExpr) -> tuple[n.Bound, ...]:
    match part:
        case n.KindRange(low=low, high=high):
            return low, high
        case n.KindOf(bound=bound) if bound is not None:
            return (bound,)
        case _:
            return ()
