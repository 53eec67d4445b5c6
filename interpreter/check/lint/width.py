"""Ranges and bounds that play can't come near, and components that nothing changes."""

from interpreter.check.kinds import Number, SetOf
from interpreter.check.lint import findings as f
from interpreter.check.lint.sight import Sight
from interpreter.check.lint.values import interval_of
from interpreter.check.world import Component
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r


def still_components(sight: Sight) -> None:
    """Report components that no rule changes."""
    changed = {component for component, _ in sight.writes()}
    read = {ref for ref in sight.world.refs.values() if isinstance(ref, Component)}
    ledgers = {one.component for one in sight.world.ledgers.values()}
    for component in sight.world.components.values():
        is_read = component in read  # what nobody reads either is reported as that
        if is_read and component not in changed and component not in ledgers:
            sight.found.append(f.never_changes(component.name, component.decl.head.span))


def wide_ranges(sight: Sight) -> None:
    """Report ranges of numbers that are set only, and to less than the range allows."""
    reached: dict[Component, Number | None] = {}
    for component, line in sight.writes():
        if isinstance(component.kind, Number):
            before = reached.get(component, _start(sight, component))
            reached[component] = _joined(before, _written(sight, line))
    for component, number in reached.items():
        shape = component.decl.type.shape
        if number is None or not _is_written_out(shape) or component.decl.all_different:
            continue
        kind = component.kind
        assert isinstance(kind, Number)
        if number.low > kind.low or number.high < kind.high:
            if kind.low == 0 and number.high == kind.high:
                continue  # a range from 0 is how one counts, whatever comes first
            found = f.too_wide(
                component.name, (kind.low, kind.high), (number.low, number.high), shape[0].span
            )
            sight.found.append(found)


def _is_written_out(shape: tuple[n.KindExpr, ...]) -> bool:
    match shape:
        case (n.KindRange(low=n.Bound(value=int()), high=n.Bound(value=int())),):
            return True
        case _:
            return False


def _start(sight: Sight, component: Component) -> Number | None:
    """What a component holds before play; ``None`` where that is not known."""
    kind = component.kind
    assert isinstance(kind, Number)
    rule = min(max(0, kind.low), kind.high)
    found: Number | None = Number(rule, rule)
    decl = component.decl
    start = decl.type.start if decl.start is None else decl.start.expr
    if start is not None:
        found = interval_of(sight.world, start)
        if found is None and isinstance(start, n.Name) and start.name in sight.world.columns:
            return None
    for value in component.places.values():
        found = _joined(found, Number(value, value))
    return found


def _written(sight: Sight, line: n.Line) -> Number | None:
    match line:
        case n.Line(verb="set", value=value) if value is not None:
            return interval_of(sight.world, value)
        case n.Line(verb="draw", source=source) if source is not None:
            drawn = source
        case n.Line(verb="deal", what=what) if what is not None:
            drawn = what
        case _:
            return None
    kind = sight.world.kinds_of.get(drawn)
    return kind.of if isinstance(kind, SetOf) and isinstance(kind.of, Number) else None


def _joined(one: Number | None, other: Number | None) -> Number | None:
    if one is None or other is None:
        return None
    return Number(min(one.low, other.low), max(one.high, other.high))


def idle_bounds(sight: Sight) -> None:
    """Report a `never more than` beside laps that are counted anyway."""
    for paragraph in sight.paragraphs:
        for node in paragraph.nodes:
            if not isinstance(node, r.StepDecl) or node.repeat is None or node.at_most is None:
                continue
            at = node.at_most_at or node.head.span
            if node.repeat.form == "times" and node.repeat.value is not None:
                laps = interval_of(sight.world, node.repeat.value)
                if laps is not None and laps.high <= node.at_most:
                    sight.found.append(f.idle_bound(node.at_most, laps.high, at))
            elif node.repeat.form == "end":
                longest = sight.world.ruleset.longest
                if (
                    longest is not None
                    and isinstance(longest.expr, n.Int)
                    and longest.expr.value <= node.at_most
                ):
                    sight.found.append(f.idle_bound(node.at_most, longest.expr.value, at))
