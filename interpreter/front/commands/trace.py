"""``ludwright trace``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interpreter.front.asking import as_option, depth_option, viewer_of
from interpreter.front.cli import Misuse
from interpreter.front.match_options import json_option, load_game

if TYPE_CHECKING:
    from interpreter.study.breaks import Breaks
    from interpreter.study.trace import Trace


@click.command(
    "trace",
    epilog="\b\nExamples:\n  ludwright trace MATCH.json\n  ludwright trace MATCH.json --from 10 --to 12\n"
    "  ludwright trace MATCH.json --break actions.move --watch round\n"
    "  ludwright trace MATCH.json --until CONDITION --json",
    short_help="a match step by step, with reasons",
)
@click.argument("record", type=click.Path(path_type=Path), metavar="RECORD")
@click.option("--game", "name", metavar="GAME", help="The ruleset, if it is not a shipped one: a path.")
@click.option("--from", "first", type=click.IntRange(min=0), metavar="N", help="From move N; 0: the set-up.")
@click.option("--to", "last", type=click.IntRange(min=0), metavar="N", help="End with move N.")
@click.option("--break", "rules", multiple=True, metavar="ADDRESS",
              help="Only moves where this rule acts, as in `actions.move`. May be repeated.")  # fmt: skip
@click.option("--watch", "watched", multiple=True, metavar="PLACE",
              help="Only moves behind which this component or place changes. May be repeated.")  # fmt: skip
@click.option("--until", metavar="CONDITION",
              help="End with the first move behind which this holds, as in `round > 2`.")  # fmt: skip
@click.option("--all", "full", is_flag=True, help="Tell also what is judged and comes to nothing.")
@click.option("--reasons", is_flag=True, help="The whole trees of conditions.")
@as_option
@depth_option
@click.option("--interactive/--plain", "by_hand", default=None,
              help="Go through it by hand.  [default: on a terminal]")  # fmt: skip
@json_option
def command(
    record: Path, name: str | None, first: int | None, last: int | None, rules: tuple[str, ...],
    watched: tuple[str, ...], until: str | None, full: bool, reasons: bool, viewer: str | None, depth: int,
    by_hand: bool | None, as_json: bool,
) -> None:  # fmt: skip
    """Tell a match move by move: what followed from each by itself, which rule did it, what it rests on, what
    it changed, and what its conditions came to.

    RECORD is a saved match, finished or not; of one that does not replay, all is told as far as it goes, and
    why it goes no further (exit code 1). On a terminal one goes through it by hand; `?` says how.
    """
    from interpreter.front.paint import is_terminal
    from interpreter.record.replay import demand_game
    from interpreter.record.save import read
    from interpreter.study.trace import trace_of

    if by_hand and as_json:
        raise Misuse("`--json` prints everything at once", "leave out `--interactive`")
    loaded = read(record)
    game = load_game(name or loaded.game)
    demand_game(game, loaded)
    seen = viewer_of(viewer, game.engine(loaded.players, dict(loaded.options)).seats)
    trace = trace_of(game, loaded, seen, depth)
    breaks = _breaks(trace, rules, watched)
    if by_hand or (by_hand is None and not as_json and is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        _go(trace, name or loaded.game, _with_until(trace, breaks, until), first or 0, full=full)
    else:
        _Telling(trace, breaks, full=full, reasons=reasons, as_json=as_json).tell(first, last, until)
    if trace.halt is not None:
        sys.exit(1)


def _breaks(trace: "Trace", rules: tuple[str, ...], watched: tuple[str, ...]) -> "Breaks":
    from interpreter.study.breaks import BreakError, Breaks, place_named, rule_named

    try:
        return Breaks(
            tuple(rule_named(trace, one) for one in rules), tuple(place_named(trace, one) for one in watched)
        )
    except BreakError as error:
        raise Misuse(error.message, error.hint) from None


def _with_until(trace: "Trace", breaks: "Breaks", until: str | None) -> "Breaks":
    from dataclasses import replace

    from interpreter.front.failing import BAD_USAGE, Failed
    from interpreter.study.breaks import PhraseError, condition_named

    if until is None:
        return breaks
    try:
        return replace(breaks, until=(condition_named(trace, until, "--until"),))
    except PhraseError as error:
        raise Failed(error.findings, BAD_USAGE) from None


def _go(trace: "Trace", name: str, breaks: "Breaks", first: int, *, full: bool) -> None:
    """Through a trace by hand."""
    from interpreter.front.drawing import scene_of
    from interpreter.front.paint import say
    from interpreter.front.tracing import Tracing

    if not trace.passages:
        raise Misuse(trace.halt.message if trace.halt is not None else "the record is empty")
    if trace.warning:
        say(trace.warning)
    at = _passage(trace, first)
    game: Any = trace.game
    Tracing(trace, scene_of(name, game, trace.engine.program), breaks, at, full).run()


def _passage(trace: "Trace", number: int) -> int:
    """The passage with the move of that number.

    Raises: Misuse where there is none.
    """
    fitting = [at for at, one in enumerate(trace.passages) if one.number <= number]
    last = trace.passages[-1]
    most = last.number + max(1, len(last.moves)) - 1
    if not fitting or number > most:
        raise Misuse(f"there is no move {number}", f"the moves are 1 to {most}, and 0 is the set-up")
    return fitting[-1]


class _Telling:
    """Prints passages, one after the other."""

    def __init__(self, trace: "Trace", breaks: "Breaks", *, full: bool, reasons: bool, as_json: bool) -> None:
        self.trace = trace
        self.breaks = breaks
        self.full = full
        self.reasons = reasons
        self.as_json = as_json
        self.told: list[dict[str, Any]] = []

    def tell(self, first: int | None, last: int | None, until: str | None) -> None:
        """The passages from one move to another, those with breakpoints alone if there are any."""
        trace = self.trace
        end = _with_until(trace, type(self.breaks)(), until)
        start = _passage(trace, first) if first is not None else 0
        stop = _passage(trace, last) if last is not None else len(trace.passages) - 1
        if start > stop:
            raise Misuse(f"`--to {last}` comes before `--from {first}`")
        if trace.warning and not self.as_json:
            self._say(trace.warning)
        came = self._passages(start, stop, end)
        if self.as_json:
            self._print(until, came=came)
            return
        if trace.halt is not None and stop == len(trace.passages) - 1 and not came:
            from interpreter.front.paint import show_folded
            from interpreter.front.trace_lines import halt_lines

            show_folded(halt_lines(trace.halt))
        if until is not None and not came:
            self._say(f"`{until}` holds behind none of these moves")

    def _passages(self, start: int, stop: int, end: "Breaks") -> bool:
        """Tell them; whether the last one was that at which the condition comes to hold."""
        from interpreter.front.paint import show_folded
        from interpreter.front.trace_lines import passage_lines
        from interpreter.study.breaks import hits

        for at in range(start, stop + 1):
            entries = self.trace.entries(at, full=self.full)
            met = tuple(hits(self.trace, self.breaks, at, entries))
            is_end = any(True for _ in hits(self.trace, end, at, entries))
            if met or is_end or not self.breaks:
                if self.as_json:
                    self.told.append(self._passage_json(at, entries, met))
                else:
                    show_folded(passage_lines(self.trace, at, entries, met, reasons=self.reasons))
            if is_end:
                return True
        return False

    def _passage_json(self, at: int, entries: Any, met: tuple[str, ...]) -> dict[str, Any]:
        passage = self.trace.passages[at]
        return {
            "number": passage.number,
            "moves": [{"player": one.player, "move": one.move} for one in passage.moves]
            if self.trace.viewer == 0
            else [entry.text for entry in entries if entry.sort == "move"],
            "stops_for": list(met),
            "entries": [one.to_json() for one in entries],
        }

    def _print(self, until: str | None, *, came: bool) -> None:
        from interpreter.front.paint import print_json

        trace = self.trace
        halt = None
        if trace.halt is not None:
            halt = {"move": trace.halt.number, "message": trace.halt.message}
        print_json({
            "game": trace.record.game, "players": trace.record.players, "options": dict(trace.record.options),
            "warning": trace.warning or None, "passages": self.told, "halt": halt,
            "until": None if until is None else {"condition": until, "holds": came},
        })  # fmt: skip

    def _say(self, text: str) -> None:
        from interpreter.front.paint import say

        say(text)
