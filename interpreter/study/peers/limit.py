"""The hand-written limit programs: compiled here, run one round at a time in a child process."""

import os
import re
import subprocess
from pathlib import Path

from interpreter.backends.c.compiler import compiler
from interpreter.backends.c.refusals import NoCompiler
from interpreter.study.peers.sample import Counted, Sample, Unavailable
from interpreter.study.peers.table import Limit
from interpreter.study.rate import Rate

FLAGS = ("-O3", "-march=native")
"""How a limit program is compiled: as fast as the compiler can make it for this machine."""

_PATIENCE = 60
"""Seconds that a compiler, or a round beyond its own time, may take."""

_LINE = re.compile(r"games (\d+) nanoseconds (\d+) plies (\d+) results((?: \d+){2,})\n")


class LimitProgram:
    """One program, compiled into a folder.

    Raises: Unavailable where it cannot be compiled.
    """

    def __init__(self, limit: Limit, folder: Path) -> None:
        self._path = folder / limit.file.stem
        defined = [f"-D{one}" for one in limit.define]
        try:
            command = [*compiler().command, *FLAGS, *defined, "-o", str(self._path), str(limit.file)]
        except NoCompiler as error:
            raise Unavailable(str(error)) from None
        done = _run(command, {}, 2 * _PATIENCE)
        if done.returncode:
            said = done.stderr.strip().splitlines() or ["it said nothing"]
            raise Unavailable(f"`{command[0]}` could not compile {limit.file.name}: {_first_error(said)}")

    def round(self, number: int, seconds: float) -> Sample:
        """See `sample.Contestant`."""
        told = {"LIMIT_SECONDS": str(seconds), "LIMIT_SEED": str(number)}
        done = _run([str(self._path)], told, seconds + _PATIENCE)
        if done.returncode:
            raise Unavailable(f"the limit program {self._path.name} failed with {done.returncode}")
        return parse(done.stdout)


def parse(text: str) -> Sample:
    """The line that a limit program prints of a round; its results are draws, then wins of each player.

    Raises: Unavailable for any other text.
    """
    found = _LINE.fullmatch(text)
    if found is None or not int(found[1]) or not int(found[2]):
        raise Unavailable(f"the limit program printed {text[:80]!r}, expected a line of counts")
    games, _, *wins = (int(found[1]), *map(int, found[4].split()))
    return Sample(Rate(games, int(found[2]) / 1e9), Counted(games, int(found[3]), tuple(wins)))


def _first_error(lines: list[str]) -> str:
    return next((line for line in lines if "error" in line), lines[0])


def _run(command: list[str], told: dict[str, str], seconds: float) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=seconds, check=False,
            env={**os.environ, **told},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise Unavailable(f"`{Path(command[0]).name}` did not end within {seconds:.0f} seconds") from None
    except OSError as error:
        raise Unavailable(f"`{Path(command[0]).name}` cannot be run: {error.strerror}") from None
