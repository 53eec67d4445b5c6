"""How fast it all is, on this machine and now."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

from interpreter.core.ir import Program
from interpreter.engine.policy import Policy
from interpreter.engine.rng import split
from interpreter.study.executors import EXECUTORS, Batch
from interpreter.study.rate import rate
from interpreter.study.report import Json

ROUND = 1.0
"""Seconds that a round of playouts takes."""

_LOAD = """
import json, sys
from time import perf_counter
import interpreter.api.front_end, interpreter.core.lower, jsonschema, lark, yaml
from interpreter import load
name, cached = json.loads(sys.argv[1])
began = perf_counter()
load(name, cached=cached).game.program()
print(perf_counter() - began)
"""

_BUILD = """
import json, sys
from contextlib import suppress
from time import perf_counter
from interpreter import load
from interpreter.study.executors import EXECUTORS
name, executor, players, options = json.loads(sys.argv[1])
with suppress(ImportError):
    import cffi
program = load(name).game.program(players, options)
began = perf_counter()
EXECUTORS[executor](program)
print(perf_counter() - began)
"""


@dataclass(frozen=True, slots=True)
class Match:
    """What is measured: the name that `load` finds a game by, players and options as given, the policy."""

    name: str
    players: int | None = None
    options: tuple[tuple[str, bool | str], ...] = ()
    policy: Policy = "auto"


@dataclass(frozen=True, slots=True)
class Speed:
    """One game with one executor, in seconds and in random playouts a second.

    ``load``: from the name to the core program, imports done, read anew and from the cache. ``build``: from
    there until the executor can play, with an empty cache (native code is compiled) and with a full one. Each
    is the best of several rounds, so that what else the machine does counts as little as it can.
    """

    game: str
    executor: str
    players: int
    policy: Policy
    load_cold: float | None
    load_cached: float | None
    build_cold: float | None
    build_cached: float | None
    playouts_per_second: float

    def to_json(self) -> dict[str, Json]:
        """The figures as plain data; seconds, and playouts a second."""
        return asdict(self)


def bench(
    program: Program, match: Match, batches: Mapping[str, Batch], rounds: int = 3, seconds: float = ROUND
) -> list[Speed]:
    """Measure one game with each of these executors."""
    cold, cached = load_seconds(match.name, False, rounds), load_seconds(match.name, True, rounds)
    return [
        Speed(
            program.game, name, program.players, match.policy, cold, cached,
            build_seconds(match, name, False, rounds), build_seconds(match, name, True, rounds),
            playouts_per_second(batch, rounds, seconds, match.policy),
        )
        for name, batch in batches.items()
    ]  # fmt: skip


def made(program: Program, names: tuple[str, ...]) -> tuple[dict[str, Batch], dict[str, str]]:
    """The executors of these names, ready to play a program; and for those that can't, why."""
    from interpreter.backends.c.refusals import NoCompiler, Unsupported

    ready: dict[str, Batch] = {}
    refused: dict[str, str] = {}
    for name in names:
        try:
            ready[name] = EXECUTORS[name](program)
        except (NoCompiler, Unsupported) as error:
            refused[name] = str(error)
    return ready, refused


def playouts_per_second(
    batch: Batch, rounds: int = 3, seconds: float = ROUND, policy: Policy = "auto"
) -> float:
    """Random playouts a second in this process: the best round of several."""
    batch(0, 0, 1, policy)

    def one(number: int) -> float:
        seed = split(0, f"round {number}")
        return rate(lambda first, games: batch(seed, first, games, policy), seconds).per_second

    return max(map(one, range(rounds)))


def load_seconds(name: str, cached: bool, rounds: int = 3) -> float | None:
    """Seconds from a name to its core program, after imports, each time in a fresh process; None where it
    can't be loaded.
    """
    # The first run fills the caches; it does not count.
    return _least([_printed(_LOAD, (name, cached)) for _ in range(rounds + 1)][1:])


def build_seconds(match: Match, executor: str, cached: bool, rounds: int = 3) -> float | None:
    """Seconds from the core program until an executor can play it, each time in a fresh process: from the
    cache, or with an empty one; None where it can't.
    """
    what = (match.name, executor, match.players, dict(match.options))
    if cached:
        return _least([_printed(_BUILD, what) for _ in range(rounds + 1)][1:])
    times = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(prefix="ludwright-bench-") as folder:
            times.append(_printed(_BUILD, what, folder))
    return _least(times)


def help_seconds(rounds: int = 3) -> float | None:
    """Seconds that the command takes to print its help, start of the process and imports included."""
    command = [sys.executable, "-m", "interpreter", "--help"]
    times = [_taken(lambda: _run(command)) for _ in range(rounds)]
    return min(times) if _run(command).returncode == 0 else None


def _least(times: list[float | None]) -> float | None:
    found = [time for time in times if time is not None]
    return min(found) if found else None


def _taken(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def _printed(code: str, what: tuple[object, ...], cache: str | None = None) -> float | None:
    """The seconds that a program prints, told what to do by its argument."""
    done = _run([sys.executable, "-c", code, json.dumps(what)], cache)
    return float(done.stdout) if done.returncode == 0 else None


def _run(command: list[str], cache: str | None = None) -> "subprocess.CompletedProcess[str]":
    """A process that finds this package, wherever it runs from; with a cache folder of its own if given."""
    here = str(Path(__file__).resolve().parent.parent.parent)
    paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    if cache is not None:
        environment["LUDWRIGHT_CACHE"] = cache
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
