"""How fast it all is, on this machine and now."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from interpreter.backends.c.compiler import NoCompiler
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.c.ranges import Unsupported
from interpreter.backends.executor import Executor
from interpreter.backends.python.executor import Python
from interpreter.core.ir import Program
from interpreter.engine.at_random import CUT
from interpreter.engine.machine import Engine
from interpreter.engine.playout import playout
from interpreter.engine.rng import split
from interpreter.study.report import Json

ROUND = 1.0
"""Seconds that a round of playouts takes."""

_LOAD = """
from time import perf_counter
import interpreter.api.front_end, interpreter.core.lower, jsonschema, lark, yaml
from interpreter import load
began = perf_counter()
load({name!r}, cached={cached}).game.engine()
print(perf_counter() - began)
"""


@dataclass(frozen=True, slots=True)
class Speed:
    """One game: seconds to load it after imports, anew and from the cache, and random playouts a second.

    Each is the best of several rounds, so that what else the machine does counts as little as it can.
    """

    game: str
    players: int
    load_cold: float | None
    load_cached: float | None
    playouts_per_second: float
    executor: str = "reference"

    def to_json(self) -> dict[str, Json]:
        """The figures as plain data; seconds, and playouts a second."""
        return {
            "game": self.game,
            "players": self.players,
            "executor": self.executor,
            "load_cold": self.load_cold,
            "load_cached": self.load_cached,
            "playouts_per_second": self.playouts_per_second,
        }


def bench(program: Program, name: str, rounds: int = 3) -> Speed:
    """Measure one game; ``name`` is what `load` finds it by."""
    return Speed(
        program.game,
        program.players,
        load_seconds(name, False, rounds),
        load_seconds(name, True, rounds),
        playouts_per_second(program, rounds),
    )


def bench_all(program: Program, name: str, rounds: int = 3) -> list[Speed]:
    """Measure one game in each executor that works here, the reference first."""
    first = bench(program, name, rounds)
    found = [first]
    for executor in _others(program):
        rate = max(_outcomes(executor, number) for number in range(rounds))
        found.append(replace(first, executor=executor.name, playouts_per_second=rate))
    return found


def _others(program: Program) -> Iterator[Executor]:
    yield Python(program)
    try:
        yield NativeExecutor(program)
    except (NoCompiler, Unsupported):
        return


def _outcomes(executor: Executor, number: int) -> float:
    """Playouts a second of a round: single games, or batches of them where there are such."""
    games, size, seed = 0, 1, split(0, f"round {number}")
    began = perf_counter()
    while (taken := perf_counter() - began) < ROUND:
        if isinstance(executor, NativeExecutor):
            executor.batch(seed, games, size)
            games, size = games + size, 2 * size if taken < ROUND / 4 else size
        else:
            executor.playout(split(seed, games), "auto", CUT)
            games += 1
    return games / taken


def playouts_per_second(program: Program, rounds: int = 3, seconds: float = ROUND) -> float:
    """Random playouts a second in this process: the best round of several."""
    engine = Engine(program)
    playout(engine, 0)
    return max(_round(engine, number, seconds) for number in range(rounds))


def _round(engine: Engine, number: int, seconds: float) -> float:
    games, seed = 0, split(0, f"round {number}")
    began = perf_counter()
    while (taken := perf_counter() - began) < seconds:
        playout(engine, split(seed, games))
        games += 1
    return games / taken


def load_seconds(name: str, cached: bool, rounds: int = 3) -> float | None:
    """Seconds from a name to a game that is ready, after imports, each time in a fresh process; None where
    it can't be loaded.
    """
    code = _LOAD.format(name=name, cached=cached)
    # The first run fills the caches; it does not count.
    times = [_printed([sys.executable, "-c", code]) for _ in range(rounds + 1)][1:]
    found = [time for time in times if time is not None]
    return min(found) if found else None


def help_seconds(rounds: int = 3) -> float | None:
    """Seconds that the command takes to print its help, start of the process and imports included."""
    command = [sys.executable, "-m", "interpreter", "--help"]
    times = [_taken(lambda: _run(command)) for _ in range(rounds)]
    return min(times) if _run(command).returncode == 0 else None


def _taken(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def _printed(command: list[str]) -> float | None:
    done = _run(command)
    return float(done.stdout) if done.returncode == 0 else None


def _run(command: list[str]) -> "subprocess.CompletedProcess[str]":
    """A process that finds this package, wherever it runs from."""
    here = str(Path(__file__).resolve().parent.parent.parent)
    paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
