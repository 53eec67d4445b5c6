"""Where the rules fail: the errors that stop a match."""

from collections.abc import Iterator

from interpreter.engine.rng import numbered, seed_of
from interpreter.study.playability.finding import CODES, Finding, Shown, Where
from interpreter.study.playability.looks import Looker
from interpreter.study.playability.saying import (
    engine_of,
    every_setting,
    extent,
    shown_by,
)
from interpreter.study.playability.search import Looked, Search
from interpreter.study.playability.sweep import Failure
from interpreter.study.playability.trace import fails, said, trace_of


def failures(search: Search) -> Iterator[Finding]:
    """One finding for each way in which the rules fail, with the match before it."""
    known: dict[Failure, None] = {}
    for one in search.looked:
        graph = one.graph.failures if one.graph is not None and one.is_exhaustive else {}
        known.update(dict.fromkeys([*graph, *one.looks.failures, *one.sweep.failures]))
    for failure in known:
        where = Where(failure.rule, *(failure.place or ("", 0)))
        shown, text = _failing(search, failure)
        times = sum(_times(one, failure) for one in search.looked)
        text = (
            f"{text}; so it went {times:,} times {extent(search, every_setting(search))}" if times else text
        )
        how = ""
        if shown is not None:
            move = said(engine_of(search, shown.setting), shown.trace)
            how = f"the match before it; it goes on with `{move}`" if move else "the match before it"
        yield Finding(CODES.get(failure.code, "out-of-range"), "error", True, where, text, shown, how)


def _times(one: Looked, failure: Failure) -> int:
    looked = one.looks.failures[failure].times if failure in one.looks.failures else 0
    return looked + one.sweep.failures.get(failure, (0, 0))[0]


def _failing(search: Search, failure: Failure) -> tuple[Shown | None, str]:
    """The match before the rules fail, if there is one, and what they say."""
    for at, one in enumerate(search.looked):
        if one.graph is not None and one.is_exhaustive and failure in one.graph.failures:
            failing = one.graph.failures[failure]
            steps = one.graph.path(failing.node) if failing.node >= 0 else []
            if failing.step is not None:
                steps.append(failing.step)
            trace = trace_of(engine_of(search, at), steps, failure.code)
            return shown_by(at, trace), failing.text
        if failure in one.looks.failures:
            found = one.looks.failures[failure]
            return shown_by(at, found.trace if found.trace.made else None), found.text
    return _failing_in_sweep(search, failure)


def _failing_in_sweep(search: Search, failure: Failure) -> tuple[Shown | None, str]:
    """The match of a game of a sweep, in which chance and players draw from one stream: where chance falls in
    set-up alone, a match of the same seed has the same.
    """
    for at, one in enumerate(search.looked):
        if failure in one.sweep.failures:
            seed = numbered(seed_of(str(search.plan.seed)), one.sweep.failures[failure][1])
            looks = Looker(one.marked, one.held, one.closed).swept(seed)
            found = next(iter(looks.failures.values()), None)
            if found is None:
                break
            is_shown = fails(engine_of(search, at), found.trace, failure.code)
            return shown_by(at, found.trace if is_shown else None), found.text
    return None, f"the rules fail ({failure.code})"
