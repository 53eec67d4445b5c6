"""Lowering of rounds: the phases again and again, with the number of the round that is played."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.core import ir
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r

if TYPE_CHECKING:
    from interpreter.core.lower_play import LowerPlay

MOST_UNCOUNTED = 100_000
"""The most rounds `until C` where the ruleset has a word `round` of its own."""


def lay_out_round(play: "LowerPlay") -> tuple[ir.Component, ...]:
    """The slot of the number, read from outside like a component; none without `rounds`."""
    kind, repeat = play.world.rounds, play.world.ruleset.rounds
    if kind is None or repeat is None:
        return ()
    play.round = play.slots.add("round", 1, kind.low, kind.high, 0, "component", (1,))
    place = play.instance.place("rounds", repeat.span, repeat.foot.cites if repeat.foot is not None else ())
    domain = play.instance.domain(kind)
    return (ir.Component("round", play.round, (), "integer", domain, False, "all", -1, place),)


def play_rounds(play: "LowerPlay", rules: r.Ruleset, lap: Callable[[], None]) -> None:
    """All phases, as often as `rounds` says. The number counts on behind a round that another one follows."""
    repeat = rules.rounds
    if repeat is None or play.round < 0:
        play.repeated(repeat, MOST_UNCOUNTED if repeat is not None and repeat.form == "until" else None, lap)
        return
    flow, now = play.flow, ir.Read(play.round)
    after, head, more = flow.new(), flow.new(), flow.new()
    goes_on = _going_on(play, repeat)
    if goes_on is None:
        flow.go(head)
    else:
        flow.close(ir.Branch(goes_on(True), head, after))
    flow.at(head)
    lap()
    if goes_on is None:
        flow.go(more)
    else:
        flow.close(ir.Branch(goes_on(False), more, after))
    flow.at(more)
    check = None
    if play.notes.marking:
        play.mark("over", play.place_in_file(repeat.span, repeat.foot))
    if repeat.form != "times":
        assert play.world.rounds is not None
        check = ir.Range(1, play.world.rounds.high, play.place_in_file(repeat.span, repeat.foot))
    flow.emit(ir.Set(play.round, ir.Arith("add", now, ir.Const(1)), check))
    flow.go(head)
    flow.at(after)


def _going_on(play: "LowerPlay", repeat: n.RepeatLine) -> "Callable[[bool], ir.Expr] | None":
    """The condition of the first round, and of one more; none where there always is one."""
    now = ir.Read(play.round)
    match repeat:
        case n.RepeatLine(form="times", value=value) if value is not None:
            times = play.whole(value)
            if not isinstance(times, ir.Const):
                assert play.world.rounds is not None
                last = play.slots.local("last round", 0, play.world.rounds.high)
                play.flow.emit(ir.Set(last, times))
                times = ir.Read(last)
            return lambda is_first: ir.Compare("le" if is_first else "lt", now, times)
        case n.RepeatLine(form="until", value=value) if value is not None:
            return lambda is_first: ir.Not(play.whole(value))
        case _:
            return None
