"""A report of many games as a person reads it."""

from typing import TYPE_CHECKING

from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, aligned, line

if TYPE_CHECKING:
    from interpreter.backends.tally import Spread
    from interpreter.study.report import Report


def report_lines(report: "Report", title: str) -> list[Line]:
    """The report as lines: who won how often, how the games ended, how long they were, how fast."""
    played = report.tally.games
    head = f"{_counted(played, 'game')} of {_counted(report.players, 'player')}"
    if report.interrupted:
        head += f", stopped before all of {report.asked:,} were played"
    chosen = ", ".join(f"{name}={value}" for name, value in report.options)
    lines: list[Line] = [((title, BOLD), (f"  {head}, seed {report.seed}", PLAIN))]
    if chosen:
        lines.append(((f"options {chosen}", DIM),))
    if not played:
        return lines
    lines += [(), *aligned(_players(report), numbers_from=2)]
    for rows in (_ends(report), _lengths(report), _actions(report)):
        lines += [(), *aligned(rows, numbers_from=1)]
    rate = f"{report.playouts_per_second:,.0f} games a second" if report.seconds else "no time"
    lines += [(), line(f"{report.seconds:.2f} s, {rate}, executor {report.executor}, policy {report.policy}")]
    if report.policy == "auto" and report.tally.staged:
        of, in_all = report.tally.staged, report.tally.decisions.total
        lines += [line(f"{of:,} of {in_all:,} decisions were made stage by stage (`info` says which)")]
    return lines


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _players(report: "Report") -> list[list[Line]]:
    rows = [_heads("player", "played by", "wins", "shared", "score min", "mean", "max")]
    for name, seat, actor in zip(report.names, report.tally.seats, report.actors, strict=True):
        wins, shared = line(f"{seat.wins:,}"), line(f"{seat.shared_wins:,}")
        rows.append([line(name), line(actor), wins, shared, *_spread(seat.score)])
    return rows


def _ends(report: "Report") -> list[list[Line]]:
    games = report.tally
    rows = [_heads("ended by", "games", "")]
    for name, count in (*games.ends, *([("(unfinished)", games.unfinished)] if games.unfinished else [])):
        rows.append([line(name), line(f"{count:,}"), line(f"{100 * count / games.games:.1f} %")])
    return rows


def _lengths(report: "Report") -> list[list[Line]]:
    games = report.tally
    rows = [_heads("in a game", "min", "mean", "max")]
    rows.append([line("moves"), *_spread(games.moves)])
    rows.append([line("decisions"), *_spread(games.decisions)])
    return rows


def _actions(report: "Report") -> list[list[Line]]:
    rows = [_heads("action", "taken", "a game")]
    for name, count in report.tally.actions:
        rows.append([line(name), line(f"{count:,}"), line(f"{count / report.tally.games:.1f}")])
    return rows


def _heads(*words: str) -> list[Line]:
    return [((word, DIM),) for word in words]


def _spread(spread: "Spread") -> list[Line]:
    if spread.mean is None:
        return [line("-"), line("-"), line("-")]
    return [line(str(spread.low)), line(f"{spread.mean:.1f}"), line(str(spread.high))]
