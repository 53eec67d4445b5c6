"""Pairs of games, played here, in threads or in processes: the sums are the same."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor as Pool
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context

from interpreter.backends.choosing import executor_named
from interpreter.backends.executor import Executor
from interpreter.core.ir import Program
from interpreter.core.text import parse_program, print_program
from interpreter.engine.errors import RulesError, TooManyMoves
from interpreter.engine.policy import Policy
from interpreter.study.contrast.pairs import Setting, Sums, played
from interpreter.study.workers import without_interrupts

CHUNK = 16
"""Pairs that are played, and reported as progress, at once."""

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How pairs are played: a pair's own number and the seed decide all of it."""

    setting: Setting
    seed: int
    policy: Policy


class Interrupted(Exception):  # noqa: N818 - it carries what was done when Ctrl-C came
    """Ctrl-C came; ``sums`` is what was played so far."""

    def __init__(self, sums: Sums) -> None:
        super().__init__()
        self.sums = sums


def pairs_played(
    runners: tuple[Executor, Executor], plan: Plan, games: int, jobs: int, progress: Progress | None
) -> Sums:
    """The sum of that many pairs.

    Raises: Interrupted after Ctrl-C; RulesError, with notes that say in which game; TooManyMoves.
    """
    total = Sums()
    try:
        for sums in _parts(runners, plan, games, jobs):
            total.join(sums)
            if progress is not None:
                progress(total.games)
    except KeyboardInterrupt:
        raise Interrupted(total) from None
    return total


def _parts(runners: tuple[Executor, Executor], plan: Plan, games: int, jobs: int) -> Iterator[Sums]:
    ranges = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]
    if min(jobs, len(ranges)) == 1:
        for first, count in ranges:
            yield played(runners, plan.setting, plan.seed, plan.policy, first, count)
        return
    here = partial(played, runners, plan.setting, plan.seed, plan.policy)
    with _Workers(runners, plan, min(jobs, len(ranges))) as (pool, play):
        left = iter(ranges)
        with without_interrupts():
            waiting = [(one, pool.submit(play, *one)) for one in islice(left, 2 * jobs)]
        while waiting:
            (first, count), future = waiting.pop(0)
            found = future.result()
            # Errors do not travel between processes; the same games fail here in the same way.
            yield here(first, count) if found is None else found
            waiting += [(one, pool.submit(play, *one)) for one in islice(left, 1)]


class _Workers:
    """A pool of threads where both executors are compiled, which need no interpreter; else of processes."""

    def __init__(self, runners: tuple[Executor, Executor], plan: Plan, jobs: int) -> None:
        self._pool: Pool
        self._play: Callable[[int, int], Sums | None]
        if all(runner.name == "native" for runner in runners):
            self._pool = ThreadPoolExecutor(jobs)
            self._play = partial(played, runners, plan.setting, plan.seed, plan.policy)
        else:
            texts = tuple((runner.name, print_program(runner.program)) for runner in runners)
            self._pool = ProcessPoolExecutor(
                jobs, get_context("spawn"), initializer=_begin, initargs=(texts, plan)
            )
            self._play = _work

    def __enter__(self) -> "tuple[Pool, Callable[[int, int], Sums | None]]":
        return self._pool, self._play

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


_WORK: list[Callable[[int, int], Sums]] = []
"""In a process that plays: what plays there."""


def _begin(texts: tuple[tuple[str, str], ...], plan: Plan) -> None:
    """What a process does first. Ctrl-C goes to all processes, but only the first one may answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    programs: list[Program] = [parse_program(text) for _, text in texts]
    made = [executor_named(name, program) for (name, _), program in zip(texts, programs, strict=True)]
    _WORK.append(partial(played, (made[0], made[1]), plan.setting, plan.seed, plan.policy))


def _work(first: int, count: int) -> Sums | None:
    """The sum of these pairs; None where the rules failed in one of them, or the policy."""
    try:
        return _WORK[0](first, count)
    except (RulesError, TooManyMoves):
        return None
