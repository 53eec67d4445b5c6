"""Who does the work of a search: this process, or several beside it, with the same result.

Work comes in pieces that depend on nothing but what they are handed. Their results come back in their order,
so that sums are the same however many work at them.
"""

import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from multiprocessing import get_context
from typing import Any

from interpreter.backends.choosing import executor_named
from interpreter.backends.executor import Executor
from interpreter.core.ir import Program
from interpreter.core.text import parse_program, print_program
from interpreter.study.playability.explore import explore
from interpreter.study.playability.graph import Graph
from interpreter.study.playability.holdings import Holding
from interpreter.study.playability.looks import Looker, Looks, Value
from interpreter.study.playability.marks import marked
from interpreter.study.playability.sweep import Sweep, sweep
from interpreter.study.playability.tokens import Closed
from interpreter.study.workers import without_interrupts


@dataclass(frozen=True, slots=True)
class Given:
    """What is known of one setting by whoever works at it; the program as text, as it goes to a process."""

    text: str
    held: tuple[Holding, ...]
    closed: tuple[Closed, ...]
    executor: str


class Bench:
    """One setting, with all that is built to play it."""

    def __init__(self, given: Given, program: Program | None = None) -> None:
        self.given = given
        self.program = program if program is not None else parse_program(given.text)

    @cached_property
    def looker(self) -> Looker:
        """What looks into games."""
        return Looker(marked(self.program), self.given.held, self.given.closed)

    @cached_property
    def executor(self) -> Executor:
        """What plays many games."""
        return executor_named(self.given.executor, self.looker.marked.program)

    def sweep(self, seed: int, first: int, games: int) -> Sweep:
        """Games from number ``first`` on."""
        return sweep(self.executor, self.looker.marked, self.given.held, seed, first, games)

    def look(self, seed: int, number: int, known: Counter[Value]) -> Looks:
        """One game that is looked into."""
        return self.looker.game(seed, number, known)

    def explore(self, most: int, stop: Callable[[], bool]) -> Graph:
        """All positions, if there are no more than ``most``."""
        return explore(self.looker.engine, self.looker.marked, self.given.held, most, stop)


class Crew:
    """Does pieces of work, here or in ``jobs`` processes."""

    def __init__(self, benches: list[Bench], jobs: int) -> None:
        self.benches = benches
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> "Crew":
        if self.jobs > 1:
            # Processes are started now, while Ctrl-C is ignored: so they go on ignoring it.
            with without_interrupts():
                given = [bench.given for bench in self.benches]
                self._pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), _begin, (given,))
                for _ in range(self.jobs):
                    self._pool.submit(_nothing)
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def each(
        self, work: str, at: int, pieces: Iterable[tuple[Any, ...]], stop: Callable[[], bool]
    ) -> Iterator[Any]:
        """The results of a method of a bench for each piece, in order, until somebody says stop."""
        if self._pool is None:
            for piece in pieces:
                if stop():
                    return
                yield getattr(self.benches[at], work)(*piece)
            return
        waiting: deque[Future[Any]] = deque()
        left = iter(pieces)
        while True:
            for piece in islice(left, 2 * self.jobs - len(waiting)):
                waiting.append(self._pool.submit(_work, work, at, piece))
            if not waiting:
                return
            if stop():
                for future in waiting:
                    future.cancel()
                return
            yield waiting.popleft().result()


_HERE: list[Bench] = []


def _begin(given: list[Given]) -> None:
    """What a process does first. The terminal sends Ctrl-C to all, but only the parent may answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _HERE[:] = [Bench(one) for one in given]


def _nothing() -> None:
    """Work that has a process started."""


def _work(work: str, at: int, piece: tuple[Any, ...]) -> Any:
    return getattr(_HERE[at], work)(*piece)


def given(program: Program, held: tuple[Holding, ...], closed: tuple[Closed, ...], executor: str) -> Given:
    """What a process is told of a setting."""
    return Given(print_program(program), held, closed, executor)
