"""Differences in play as a person reads them on a terminal."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import isfinite
from textwrap import wrap
from typing import TYPE_CHECKING

from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, aligned, line
from interpreter.front.match_options import command_line
from interpreter.study.contrast.pairs import SHARES

if TYPE_CHECKING:
    from interpreter.study.contrast.contrast import Compared, Contrast
    from interpreter.study.contrast.first_step import FirstStep, Search, Seen
    from interpreter.study.contrast.intervals import Interval

SORTS = {
    "moves": "length",
    "decisions": "length",
    "won": "wins, %",
    "several": "wins, %",
    "score": "score",
    "end": "ended by, %",
    "unfinished": "ended by, %",
    "action": "action, a game",
}
"""The headings of figures."""

NAMES = {
    "moves": "moves", "decisions": "decisions", "several": "shared by several", "unfinished": "(unfinished)",
}  # fmt: skip
"""What figures are called that are of nothing in particular."""

WHAT = {
    "turn": "whose turn it is",
    "offer": "what is offered",
    "choice": "what is offered at a stage",
    "log": "what happens",
    "table": "what lies on the table",
    "end": "the end",
    "failure": "the rules fail",
}
"""What differs at a step, in words."""

_NARROW = 72


def play_lines(found: "Contrast", room: int) -> list[Line]:
    """What differs in play; ``room`` is the width of the terminal."""
    lines = [*_head(found), ()]
    if found.search is not None:
        lines += [*_search(found.search), ()]
    lines += _figures(found, room)
    for text in found.cannot:
        lines.append(((f"not compared: {text}", DIM),))
    return lines


def _head(found: "Contrast") -> Iterator[Line]:
    players = " and ".join(dict.fromkeys(str(number) for number in found.players))
    head = f"{found.games:,} pairs of games of {players} players"
    if found.interrupted:
        head += f", stopped before all of {found.asked:,} were played"
    executors = " and ".join(dict.fromkeys(found.executors))
    yield (
        ("in play", BOLD),
        (f"  {head}, seed {found.seed}, policy {found.policy}, executor {executors}", PLAIN),
    )
    if found.games:
        share = 100 * found.same / found.games
        yield line(f"in {found.same:,} pairs ({share:.1f} %) nothing that is counted differs")


def _search(search: "Search") -> Iterator[Line]:
    step = search.first
    if step is None:
        matches = "one match" if search.matches == 1 else f"{search.matches} matches"
        yield line(f"no step differs in {matches} of {search.decisions} decisions")
        return
    yield (("first step that differs", BOLD), (f"  {where_text(step)}", PLAIN))
    for side, seen, look in (("A", step.old, "red"), ("B", step.new, "green")):
        yield from _seen(side, seen, look, step)


def _seen(side: str, seen: "Seen", look: str, step: "FirstStep") -> Iterator[Line]:
    yield ((f"  {side}", look), (f"  {turn_text(seen)}", PLAIN))
    yield from (((f"     {text}", DIM),) for text in seen.log)
    yield from (((f"     {text}", look),) for text in seen.then)
    yield from (((f"     {only_word(step)}: ", PLAIN), (text, look)) for text in seen.only)
    yield from (((f"     {text}", look),) for text in seen.table)


def turn_text(seen: "Seen") -> str:
    """Where a match stands at the step that differs."""
    if seen.failure:
        return f"the rules fail: {seen.failure}"
    if not seen.turn:
        return f"the match is over, {seen.result}"
    offered = "" if seen.offered is None else ", 1 move" if seen.offered == 1 else f", {seen.offered} moves"
    return f"{seen.turn} to choose{offered}"


def where_text(step: "FirstStep") -> str:
    """In which match, and when in it, something differs, and what."""
    where = (
        f"in the match with seed {step.seed}"
        if step.pair is None
        else f"in pair {step.pair} of those counted"
    )
    after = f"after {step.decisions} decision{'s' if step.decisions > 1 else ''}"
    if not step.decisions:
        after = "at the first decision" if step.what in {"offer", "turn", "choice"} else "in the set-up"
    return f"{where}, {after}: {WHAT[step.what]}"


def only_word(step: "FirstStep") -> str:
    """What goes before that which only one match offers."""
    same = step.what == "choice" and len(step.old.only) == 1 == len(step.new.only)
    return "chosen" if same else "only here"


def replayed(name: str, players: int, seed: str, options: Sequence[str]) -> str:
    """The command that plays the match of a seed in which the first step was found."""
    words = ["play", name, "--players", str(players), "--seed", seed, "--player", "1=random"]
    return command_line(*words, *(word for text in options for word in ("--option", text)))


# -- figures ----------------------------------------------------------------------------------------------


def _figures(found: "Contrast", room: int) -> Iterator[Line]:
    if not found.figures:
        return
    for heading, some in groupby(found.figures, key=lambda one: SORTS[one.sort]):
        if heading == "score":
            heading = f"score: {score_key(found)}"
        rows = [_heads(heading, "A", "B", "B − A", "")]
        rows += [_row(one, is_wide=room >= _NARROW) for one in some]
        yield from aligned(rows, numbers_from=1)
        yield ()
    for text in wrap(
        meaning_of_intervals(found.level, "± and [low, high]" if room >= _NARROW else ""), max(room, 20)
    ):
        yield ((text, DIM),)


def meaning_of_intervals(level: float, shown: str) -> str:
    """What the intervals and the marks mean; ``level`` is that of each difference, ``shown`` how the others
    are written.
    """
    together = f"{100 * level:.2f}".rstrip("0").rstrip(".")
    begin = f"{shown} are intervals at 95 %, those of B − A" if shown else "the intervals of B − A are"
    return f"{begin} at {together} % each, so that all of them hold together at 95 %; * marks those without 0"


def score_key(found: "Contrast") -> str:
    """The key of the ranking that is the score, in both rulesets."""
    return " and ".join(dict.fromkeys(key for key in found.score if key))


def _heads(*words: str) -> list[Line]:
    return [((word, DIM),) for word in words]


def _row(one: "Compared", *, is_wide: bool) -> list[Line]:
    percent = one.sort in SHARES
    look = BOLD if one.differs else PLAIN
    name = f"  {one.of or NAMES[one.sort]}"
    cells: list[Line] = [((name, look),)]
    for side in (one.old, one.new):
        cells.append(line(_shown(side, percent=percent, is_wide=is_wide)))
    cells.append(((_difference(one.difference, percent=percent, is_wide=is_wide), look),))
    cells.append((("*" if one.differs else "", look),))
    return cells


def _shown(one: "Interval | None", *, percent: bool, is_wide: bool) -> str:
    """An estimate with its interval."""
    if one is None:
        return "-"
    if not is_wide or not isfinite(one.low):
        return number(one.estimate, percent=percent)
    if percent:
        return f"{number(one.estimate, percent=True)} [{100 * one.low:.1f}, {100 * one.high:.1f}]"
    return f"{number(one.estimate)} ±{number(one.high - one.estimate)}"


def _difference(one: "Interval | None", *, percent: bool, is_wide: bool) -> str:
    if one is None:
        return "-"
    told = signed(one.estimate, percent=percent)
    if not is_wide:
        return told
    return f"{told} [{signed(one.low, percent=percent)}, {signed(one.high, percent=percent)}]"


def number(value: float, *, percent: bool = False) -> str:
    """A figure with as many places as it needs: a share in per cent."""
    if percent:
        return f"{100 * value:.1f}"
    return f"{value:.1f}" if abs(value) >= 100 else f"{value:.2f}"


def signed(value: float, *, percent: bool = False) -> str:
    """The same with a sign."""
    text = number(abs(value), percent=percent)
    return text if not float(text) else f"{'−' if value < 0 else '+'}{text}"
