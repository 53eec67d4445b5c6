"""Charts of two sets of figures, A and B, as SVG: histograms side by side, and estimates with intervals.

A is drawn full and round, B hollow and angular, so that nobody has to tell them by their colours, which are
those of the page: ``--a``, ``--b`` and that of its text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from interpreter.draw.svg.canvas import number

CHART_STYLE = """
.ch-a{fill:var(--a);stroke:var(--a)}.ch-b{fill:var(--paper);stroke:var(--b);stroke-width:1.6}
.ch-aline{stroke:var(--a);stroke-width:1.6}.ch-bline{stroke:var(--b);stroke-width:1.6}
.ch-bar-a{fill:var(--a)}.ch-bar-b{fill:var(--b);fill-opacity:.25;stroke:var(--b);stroke-width:1.2}
.ch-axis{stroke:currentColor;stroke-opacity:.45}.ch-grid{stroke:currentColor;stroke-opacity:.13}
.ch-text{fill:currentColor;font:12px system-ui,-apple-system,'Segoe UI',sans-serif}.ch-soft{fill-opacity:.7}
.ch-strong{font-weight:700}
"""

WIDE = 640
_LEFT, _RIGHT, _TOP, _FOOT = 150, 24, 26, 40
_ROW = 34
_HIGH = 170
_MOST_BINS = 40
_MOST_NAME = 22


@dataclass(frozen=True, slots=True)
class Whisker:
    """An estimate between the ends of its interval."""

    at: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of A and of B; None where one has none. ``marked``: they differ."""

    name: str
    a: Whisker | None
    b: Whisker | None
    marked: bool = False


def histogram(title: str, axis: str, a: Mapping[int, int], b: Mapping[int, int]) -> str:
    """How many of each have a whole number: two bars a bin, as shares of all of each."""
    if not a or not b:
        return ""
    low, high = min(*a, *b), max(*a, *b)
    width = max(1, ceil((high - low + 1) / _MOST_BINS))
    bins = [low + width * i for i in range((high - low) // width + 1)]
    shares = [_shares(counts, bins, width) for counts in (a, b)]
    top = max(*shares[0], *shares[1])
    each = (WIDE - 50 - _RIGHT) / len(bins)
    bottom = _TOP + _HIGH
    parts = [*_legend(50)]
    for at, (mine, yours) in enumerate(zip(*shares, strict=True)):
        left = 50 + at * each
        parts.append(_bar("ch-bar-a", left + each * 0.08, bottom, each * 0.42, mine / top * _HIGH))
        parts.append(_bar("ch-bar-b", left + each * 0.5, bottom, each * 0.42, yours / top * _HIGH))
    parts.append(_line("ch-axis", 50, bottom, WIDE - _RIGHT, bottom))
    step = max(1, ceil(len(bins) / 8))
    for at in range(0, len(bins), step):
        first = bins[at]
        name = str(first) if width == 1 else f"{first}–{first + width - 1}"
        parts.append(_text(50 + (at + 0.5) * each, bottom + 16, name, "middle", "ch-soft"))
    for part in (0.5, 1.0):
        y = bottom - part * _HIGH
        parts.append(_line("ch-grid", 50, y, WIDE - _RIGHT, y))
        parts.append(_text(44, y + 4, f"{100 * top * part:.3g} %", "end", "ch-soft"))
    parts.append(_text((50 + WIDE - _RIGHT) / 2, bottom + 33, axis, "middle", "ch-soft"))
    return _svg(title, f"Two bars for each of {len(bins)} bins from {low} to {high}.", bottom + _FOOT, parts)


def whiskers(title: str, axis: str, rows: Sequence[Row], *, percent: bool = False, log: bool = False) -> str:
    """Estimates with their intervals, a row a figure; on a scale of powers of ten with ``log``."""
    found = [one for row in rows for one in (row.a, row.b) if one is not None]
    if not found:
        return ""
    place, ticks = (_log if log else _linear)(found)
    bottom = _TOP + _ROW * len(rows)
    parts = [*_legend(_LEFT)]
    for tick in ticks:
        x = place(tick)
        parts.append(_line("ch-grid", x, _TOP, x, bottom))
        told = f"{100 * tick:.3g} %" if percent else f"{tick:.4g}"
        parts.append(_text(x, bottom + 16, told, "middle", "ch-soft"))
    parts.append(_line("ch-axis", _LEFT, bottom, WIDE - _RIGHT, bottom))
    for at, row in enumerate(rows):
        y = _TOP + _ROW * (at + 0.5)
        look = "ch-strong" if row.marked else ""
        parts.append(_text(_LEFT - 10, y + 4, _short(row.name) + (" *" if row.marked else ""), "end", look))
        if row.a is not None:
            parts += _whisker("a", row.a, y - 6, place)
        if row.b is not None:
            parts += _whisker("b", row.b, y + 6, place)
    parts.append(_text((_LEFT + WIDE - _RIGHT) / 2, bottom + 33, axis, "middle", "ch-soft"))
    told = "; ".join(_told(row, percent=percent) for row in rows)
    return _svg(title, told, bottom + _FOOT, parts)


# -- scales -----------------------------------------------------------------------------------------------

Place = Callable[[float], float]


def _linear(found: Sequence[Whisker]) -> tuple[Place, list[float]]:
    low, high = min(one.low for one in found), max(one.high for one in found)
    step = _step((high - low or abs(high) or 1) / 5)
    first, last = floor(low / step) * step, ceil(high / step) * step
    last = last if last > first else first + step
    ticks = [first + step * i for i in range(round((last - first) / step) + 1)]
    return _placed(first, last), ticks


def _step(rough: float) -> float:
    """The next of 1, 2, 5, 10, … that is not below."""
    power: float = 10.0 ** floor(log10(rough))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= rough * (1 - 1e-9))


def _log(found: Sequence[Whisker]) -> tuple[Place, list[float]]:
    """Powers of ten; what is 0 or below stands at the left end."""
    positive = [one for one in found if one.at > 0]
    # An end far below its estimate would leave no room for the others: it is drawn to the left end.
    lows = [one.low if one.low >= one.at / 10 else one.at for one in positive] or [1.0]
    low, high = floor(log10(min(lows))), ceil(log10(max(*(one.high for one in found), *lows)))
    high = max(high, low + 1)
    place = _placed(low, high)
    return (lambda value: place(log10(max(value, 10.0**low)))), [
        10.0**power for power in range(low, high + 1)
    ]


def _placed(low: float, high: float) -> Place:
    width = WIDE - _RIGHT - _LEFT
    return lambda value: _LEFT + width * (value - low) / (high - low)


def _shares(counts: Mapping[int, int], bins: Sequence[int], width: int) -> list[float]:
    found = [0] * len(bins)
    for value, count in counts.items():
        found[(value - bins[0]) // width] += count
    return [count / sum(found) for count in found]


# -- shapes -----------------------------------------------------------------------------------------------


def _whisker(side: str, one: Whisker, y: float, place: Place) -> list[str]:
    x, low, high = place(one.at), place(one.low), place(one.high)
    ends = [_line(f"ch-{side}line", end, y - 3, end, y + 3) for end in (low, high)]
    return [_line(f"ch-{side}line", low, y, high, y), *ends, _mark(side, x, y)]


def _mark(side: str, x: float, y: float) -> str:
    if side == "a":
        return f'<circle class="ch-a" cx="{number(x)}" cy="{number(y)}" r="4"/>'
    points = " ".join(f"{number(x + dx)},{number(y + dy)}" for dx, dy in ((0, -5), (5, 0), (0, 5), (-5, 0)))
    return f'<polygon class="ch-b" points="{points}"/>'


def _legend(x: float) -> list[str]:
    return [
        _mark("a", x + 6, 11), _text(x + 16, 15, "A", "start"),
        _mark("b", x + 46, 11), _text(x + 56, 15, "B", "start"),
    ]  # fmt: skip


def _bar(look: str, x: float, bottom: float, width: float, high: float) -> str:
    box = f'x="{number(x)}" y="{number(bottom - high)}" width="{width:.2f}" height="{number(high)}"'
    return f'<rect class="{look}" {box}/>'


def _line(look: str, x1: float, y1: float, x2: float, y2: float) -> str:
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<line class="{look}" {ends}/>'


def _text(x: float, y: float, text: str, anchor: str, look: str = "") -> str:
    head = f'class="ch-text {look}"'.replace(' "', '"')
    return f'<text {head} x="{number(x)}" y="{number(y)}" text-anchor="{anchor}">{escape(text)}</text>'


def _short(name: str) -> str:
    return name if len(name) <= _MOST_NAME else f"{name[: _MOST_NAME - 1]}…"


def _told(row: Row, *, percent: bool) -> str:
    """A row in words, for those who don't see it."""
    sides = ((side, one) for side, one in (("A", row.a), ("B", row.b)) if one is not None)
    scale, unit = (100, " %") if percent else (1, "")
    told = ", ".join(f"{side} {scale * one.at:.3g}{unit}" for side, one in sides)
    return f"{row.name}: {told}" + (" (differs)" if row.marked else "")


def _svg(title: str, told: str, high: float, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDE} {number(high)}" '
        f'width="{WIDE}" height="{number(high)}">'
    )
    return f"{head}<title>{escape(title)}</title><desc>{escape(told)}</desc>{''.join(parts)}</svg>"
