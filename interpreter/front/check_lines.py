"""What `ludwright check` found, as a person reads it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, aligned, line

if TYPE_CHECKING:
    from interpreter.study.playability.finding import Finding
    from interpreter.study.playability.search import Looked, Search
    from interpreter.study.playability.sums import Spread

_HUES = {"error": "red", "warning": "yellow", "note": "cyan"}


def check_lines(
    search: "Search", findings: "tuple[Finding, ...]", records: Mapping[int, str], title: str
) -> list[Line]:
    """The search, its findings with their places and records, and what matches were like."""
    lines: list[Line] = [((title, BOLD), (f"  {_what(search)}", PLAIN))]
    for one in search.looked:
        lines += [(), *_setting(one)]
    for note in search.notes:
        lines += [(), ((f"note: {note}", DIM),)]
    for number, finding in enumerate(findings):
        lines += [(), *_finding(finding, records.get(number))]
    looked_at = search.games or any(one.is_exhaustive for one in search.looked)
    lines += [(), line(_counts(findings) if looked_at else "nothing found, since no game was played")]
    if findings and not records and any(one.shown is not None for one in findings):
        lines.append((("`--records DIR` writes matches that show the findings", DIM),))
    return lines


def _what(search: "Search") -> str:
    plan = search.plan
    said = f"{search.games:,} games, {plan.games:,} asked for, seed {plan.seed}, {search.seconds:.1f} s"
    if search.interrupted:
        said += ", stopped by Ctrl-C"
    elif search.cut:
        said += f", cut short by the budget of {plan.seconds:g} s"
    return said


def _setting(one: "Looked") -> list[Line]:
    from interpreter.study.playability.report import counted

    sweep, looks = one.sweep, one.looks
    lines: list[Line] = [((str(one.setting), BOLD),), line(f"  {_extent(one)}")]
    said = f"  {sweep.games:,} games at random ({one.executor}), {looks.games:,} looked into"
    if sweep.unfinished:
        said += f", {sweep.unfinished:,} unfinished"
    lines.append(line(said))
    spreads = [("moves a game", sweep.moves, 0), ("decisions a game", sweep.choices, 0)]
    spreads += [
        (f"moves at {decision.name}", looks.branching[index], counted(one, index))
        for index, decision in enumerate(one.program.decisions)
        if index in looks.branching
    ]
    rows = [[line(f"  {name}"), *_quarters(spread, most)] for name, spread, most in spreads if spread.total]
    if rows:
        heads = [line("")] + [((word, DIM),) for word in ("min", "25 %", "50 %", "75 %", "max")]
        lines += aligned([heads, *rows], numbers_from=1)
    return lines + _wins(one)


def _quarters(spread: "Spread", most: int) -> list[Line]:
    """Quarters; a number as far as was counted stands with a + for that or more."""
    middle = (spread.quantile(part) for part in (0.25, 0.5, 0.75))
    return [
        line(f"{value:,}{'+' if value == most and most else ''}")
        for value in (spread.low, *middle, spread.high)
    ]


def _wins(one: "Looked") -> list[Line]:
    from interpreter.engine.seats import seats_of
    from interpreter.study.playability.wins import win_shares

    if not one.sweep.ends:
        return []
    shares = [
        f"{name} {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        for name, (share, low, high) in zip(seats_of(one.program).names, win_shares(one), strict=True)
    ]
    ends = ", ".join(f"{name} {times:,}" for name, times in sorted(one.sweep.ends.items()))
    return [line(f"  won: {', '.join(shares)}"), line(f"  ended by: {ends}")]


def _extent(one: "Looked") -> str:
    from interpreter.study.playability.report import why_not

    graph = one.graph
    if graph is None or not graph.is_complete:
        return f"a search at random: {why_not(one)}"
    said = f"exhaustive: all {graph.positions:,} positions"
    order = graph.sorted()
    if order is None:
        return f"{said}; play can come back to some"
    shortest, longest = graph.lengths(order)
    return f"{said}, {sum(graph.games(order).values()):,} games of {shortest} to {longest} moves"


def _finding(finding: "Finding", record: str | None) -> list[Line]:
    where = finding.where
    place = f"{where.file}:{where.line}: " if where.file else ""
    head: Line = (
        (place, BOLD), (finding.severity, _HUES[finding.severity]), (f" {finding.name}  ", BOLD),
        (finding.text, PLAIN),
    )  # fmt: skip
    lines: list[Line] = [head]
    if where.rule:
        lines.append(((f"  = rule {where.rule}", "cyan"),))
    if record is not None:
        lines.append(((f"  = record {record}: {finding.how}", "cyan"),))
    elif finding.shown is not None and finding.how:
        lines.append(((f"  = there is {finding.how}", "cyan"),))
    return lines


def _counts(findings: "tuple[Finding, ...]") -> str:
    if not findings:
        return "nothing found"
    said = []
    for severity in ("error", "warning", "note"):
        times = sum(one.severity == severity for one in findings)
        if times:
            said.append(f"{times} {severity}{'s' if times > 1 else ''}")
    return ", ".join(said)
