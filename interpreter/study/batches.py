"""Games played natively: batches of them in threads, which run at once since C needs no interpreter."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from time import perf_counter

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.tally import Tally
from interpreter.study.simulate import Partly, Plan, Stop

_SECONDS = 0.2
"""How long a batch should take: so long a Ctrl-C waits, and so often progress is told."""

_FIRST = 64
"""How many games the first batches have, before it is known how long they take."""


def totals_by_batches(
    executor: NativeExecutor, games: int, plan: Plan, jobs: int, stop: Stop | None
) -> Iterator[Tally]:
    """The sum of all games so far, each time some more are done.

    Raises: Partly after Ctrl-C; RulesError of the first game that fails, with a note that says which it is.
    """
    total = Tally()
    pool = ThreadPoolExecutor(jobs)
    try:
        for done in _in_order(executor, games, plan, jobs, pool):
            total = total.joined(done)
            yield total
            if stop is not None and stop():
                return
        if not games:
            yield total
    except KeyboardInterrupt:
        raise Partly(total) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _in_order(
    executor: NativeExecutor, games: int, plan: Plan, jobs: int, pool: ThreadPoolExecutor
) -> Iterator[Tally]:
    """The batches in the order of their games, so that the first error is that of the first game to fail."""
    waiting: deque[Future[tuple[Tally, float]]] = deque()
    first, size = 0, _FIRST

    def play(start: int, count: int) -> tuple[Tally, float]:
        began = perf_counter()
        return executor.batch(plan.seed, start, count, plan.policy), perf_counter() - began

    while first < games or waiting:
        while first < games and len(waiting) < 2 * jobs:
            count = min(size, games - first)
            waiting.append(pool.submit(play, first, count))
            first += count
        found, seconds = waiting.popleft().result()
        if seconds < _SECONDS / 2:
            size = max(size, 2 * found.games)
        elif seconds > 2 * _SECONDS:
            size = max(1, min(size, found.games // 2))
        yield found
