"""What `bench` prints: tables for the terminal and, the same, for a Markdown page."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.draw.ink import DIM, Line, aligned, line

if TYPE_CHECKING:
    from interpreter.study.bench import Speed
    from interpreter.study.peers.figures import Comparison

Row = tuple[str, ...]

_SPEEDS: Row = ("game", "executor", "players", "load", "cached", "build", "cached", "playouts a second")
_PEERS: Row = ("game", "ours", "limit", "share", "binding", "best peer", "its speed", "ours/peer")


def speed_table(speeds: "Sequence[Speed]") -> list[Row]:
    """The heads, and a row for each executor of each game."""
    return [_SPEEDS, *[_speed_row(speed) for speed in speeds]]


def peer_table(found: "Sequence[Comparison]") -> list[Row]:
    """The heads, and a row for each game; speeds in playouts a second."""
    return [_PEERS, *[_peer_row(one) for one in found]]


def peer_notes(found: "Sequence[Comparison]") -> list[str]:
    """Who could not take part, and where two programs of a game differ."""
    from interpreter.study.peers.sample import NOT_INSTALLED

    notes: list[str] = []
    for one in found:
        notes += [f"{one.pairing.game}: {text}" for text in one.differences()]
    absent = [(one.pairing.game, name, why) for one in found for name, why in one.absent.items()]
    general = {f"{name}: {why}": None for _, name, why in absent if why == NOT_INSTALLED}
    notes += [f"{game}: {name}: {why}" for game, name, why in absent if why != NOT_INSTALLED]
    notes += general
    return notes


def lines_of(table: Sequence[Row], numbers_from: int) -> list[Line]:
    """A table for the terminal."""
    heads: list[Line] = [((word, DIM),) for word in table[0]]
    return aligned([heads, *[[line(cell) for cell in row] for row in table[1:]]], numbers_from=numbers_from)


def markdown_of(table: Sequence[Row], numbers_from: int) -> list[str]:
    """The same table for a page."""
    rule = tuple("---:" if i >= numbers_from else "---" for i in range(len(table[0])))
    return [
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
        for row in (table[0], rule, *table[1:])
    ]


def _speed_row(speed: "Speed") -> Row:
    times = (speed.load_cold, speed.load_cached, speed.build_cold, speed.build_cached)
    rate = _count(speed.playouts_per_second)
    return (speed.game, speed.executor, str(speed.players), *map(milliseconds, times), rate)


def _peer_row(one: "Comparison") -> Row:
    from interpreter.study.peers.figures import speed

    best = one.best_peer
    stages = " (by stages)" if one.pairing.policy == "stage" else ""
    players = f", {one.players} players" if one.players > 2 else ""
    return (
        f"{one.pairing.game}{players}{stages}",
        _count(speed(one.ours)) if one.ours else "-",
        _count(speed(one.limit)) if one.limit else "-",
        "-" if one.share is None else f"{one.share:.2f}",
        f"{one.pairing.limit.share:.2f}",
        best or "-",
        _count(speed(one.peers[best])) if best else "-",
        "-" if one.multiple is None else f"{one.multiple:,.1f}",
    )


def milliseconds(seconds: float | None) -> str:
    """A time as it is shown."""
    return "-" if seconds is None else f"{1000 * seconds:,.0f} ms"


def _count(number: float) -> str:
    """A speed in three digits: no run is more exact."""
    digits = len(str(int(number)))
    return f"{round(number, 3 - digits) if digits > 3 else number:,.0f}"
