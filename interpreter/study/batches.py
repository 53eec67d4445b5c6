"""Games played natively: batches of them in threads, which run at once since C needs no interpreter."""

from collections import deque
from collections.abc import Iterator
from time import perf_counter

from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.executor import Executor
from interpreter.backends.tally import Tally
from interpreter.study.simulate import Partly, Plan, Stop

_SECONDS = 0.2
"""How long a batch should take: so long a Ctrl-C waits, and so often progress is told."""

_FIRST = 64
"""How many games the first batches have, before it is known how long they take."""


def totals_by_batches(
    executor: Executor, games: int, plan: Plan, jobs: int, stop: Stop | None
) -> Iterator[Tally]:
    """The sum of all games so far, each time some more are done.

    Raises: Partly after Ctrl-C; RulesError of the first game that fails, with a note that says which it is.
    """
    assert isinstance(executor, NativeExecutor)
    total = Tally()
    batches = _Batches(executor, plan, games)
    try:
        for done in batches.one_by_one() if jobs == 1 else batches.in_threads(jobs):
            total = total.joined(done)
            yield total
            if stop is not None and stop():
                return
        if not games:
            yield total
    except KeyboardInterrupt:
        raise Partly(total) from None


class _Batches:
    """The batches of a simulation in the order of their games, so that the first error is that of the first
    game to fail. Their size follows the time that they take.
    """

    def __init__(self, executor: NativeExecutor, plan: Plan, games: int) -> None:
        self._executor = executor
        self._plan = plan
        self._games = games
        self._size = _FIRST

    def one_by_one(self) -> Iterator[Tally]:
        """Played here, one after the other."""
        first = 0
        while first < self._games:
            count = min(self._size, self._games - first)
            yield self._timed(*self._play(first, count))
            first += count

    def in_threads(self, jobs: int) -> Iterator[Tally]:
        """Played by that many threads."""
        from concurrent.futures import Future, ThreadPoolExecutor

        waiting: deque[Future[tuple[Tally, float]]] = deque()
        first = 0
        pool = ThreadPoolExecutor(jobs)
        try:
            while first < self._games or waiting:
                while first < self._games and len(waiting) < 2 * jobs:
                    count = min(self._size, self._games - first)
                    waiting.append(pool.submit(self._play, first, count))
                    first += count
                yield self._timed(*waiting.popleft().result())
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _play(self, first: int, count: int) -> tuple[Tally, float]:
        """The sum of some games, and the seconds that they took."""
        began = perf_counter()
        played = self._executor.batch(self._plan.seed, first, count, self._plan.policy)
        return played, perf_counter() - began

    def _timed(self, played: Tally, seconds: float) -> Tally:
        if seconds < _SECONDS / 2:
            self._size = max(self._size, 2 * played.games)
        elif seconds > 2 * _SECONDS:
            self._size = max(1, min(self._size, played.games // 2))
        return played
