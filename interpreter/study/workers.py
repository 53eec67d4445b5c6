"""Games played in several processes at once.

The parent hands out ranges of games, two to a worker so that none has to wait, and adds up what comes
back. A worker is a fresh interpreter that gets the program as text.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import current_thread, main_thread
from typing import cast

from interpreter.backends.choosing import executor_named
from interpreter.backends.executor import Executor
from interpreter.backends.tally import Tally
from interpreter.core.ir import Program
from interpreter.core.text import parse_program, print_program
from interpreter.engine.errors import RulesError, TooManyMoves
from interpreter.study.games import games_from
from interpreter.study.simulate import CHUNK, Partly, Plan, Stop

_AHEAD = 2
"""Ranges of games that a worker has at most: the one it plays and the next."""

Range = tuple[int, int]
"""The number of the first game, and how many."""


@dataclass(slots=True)
class _Worker:
    """A process, the line to it, and the ranges that it has not answered yet."""

    process: SpawnProcess
    line: Connection
    owed: list[Range]


def totals_by_workers(
    program: Program, games: int, plan: Plan, jobs: int, stop: Stop | None
) -> Iterator[Tally]:
    """The sum of all games so far, each time some more are done.

    Raises: Partly after Ctrl-C; RulesError, with a note that says in which game.
    """
    ranges = ((first, min(CHUNK, games - first)) for first in range(0, games, CHUNK))
    total = Tally()
    workers: list[_Worker] = []
    try:
        _begin(workers, print_program(program), plan, jobs)
        for worker in workers:
            _hand_out(worker, ranges)
        busy = {worker.line: worker for worker in workers if worker.owed}
        while busy:
            if stop is not None and stop():
                break
            for line in wait(list(busy)):
                worker = busy[cast(Connection, line)]
                total = total.joined(_answer(worker, program, plan))
                _hand_out(worker, ranges)
                if not worker.owed:
                    del busy[worker.line]
            yield total
    except KeyboardInterrupt:
        raise Partly(total) from None
    finally:
        _end(workers)
    if not games:
        yield total


def _begin(workers: list[_Worker], text: str, plan: Plan, jobs: int) -> None:
    """Start the processes; each is put on the list as soon as it is there, so that it can be ended."""
    context = get_context("spawn")
    with without_interrupts():
        for _ in range(jobs):
            here, there = context.Pipe()
            process = context.Process(target=_work, args=(there, text, plan), daemon=True)
            process.start()
            there.close()
            workers.append(_Worker(process, here, []))


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Inside, Ctrl-C is ignored, and processes that are started go on ignoring it: the terminal sends it to
    all of them, but only the parent may answer.
    """
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _hand_out(worker: _Worker, ranges: Iterator[Range]) -> None:
    while len(worker.owed) < _AHEAD:
        some = next(ranges, None)
        if some is None:
            return
        worker.line.send(some)
        worker.owed.append(some)


def _answer(worker: _Worker, program: Program, plan: Plan) -> Tally:
    """The next sum that a worker sends.

    Raises: RulesError where the rules failed there; RuntimeError where the process is gone.
    """
    first, count = worker.owed.pop(0)
    try:
        answer = worker.line.recv()
    except EOFError:
        raise RuntimeError("a process that played games ended by itself") from None
    if isinstance(answer, Tally):
        return answer
    # The rules failed. Errors do not travel between processes; the same games fail here in the same way.
    games_from(executor_named(plan.executor, program), first, count, plan)
    raise RuntimeError("the rules failed in another process, but not here")


def _end(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.line.close()
        worker.process.terminate()
    for worker in workers:
        worker.process.join()


def _work(line: Connection, text: str, plan: Plan) -> None:
    """What a process does: play the ranges that it is sent until nobody sends any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    runner = executor_named(plan.executor, parse_program(text))
    # The line breaks where the parent needs no more games: then this process has nothing left to do.
    with suppress(EOFError, OSError):
        while True:
            first, count = line.recv()
            line.send(_played(runner, first, count, plan))


def _played(runner: Executor, first: int, count: int, plan: Plan) -> Tally | None:
    """The sum of these games; None where the rules failed in one of them, or the policy."""
    try:
        return games_from(runner, first, count, plan)
    except (RulesError, TooManyMoves):
        return None
