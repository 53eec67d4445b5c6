"""One game, measured in turns: ours, the limit program and the other systems, round after round."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from interpreter.core.ir import Program
from interpreter.study.peers.figures import Comparison
from interpreter.study.peers.foreign import Foreign
from interpreter.study.peers.limit import LimitProgram
from interpreter.study.peers.ludax import Ludax
from interpreter.study.peers.openspiel import OpenSpiel
from interpreter.study.peers.ours import Ours
from interpreter.study.peers.pgx import Pgx
from interpreter.study.peers.sample import Contestant, Sample, Unavailable
from interpreter.study.peers.table import Pairing

OURS, LIMIT = "ours", "limit"

PEERS: dict[str, Callable[[str], Contestant]] = {"OpenSpiel": OpenSpiel, "Pgx": Pgx, "Ludax": Ludax}
"""The other systems, each with what makes a contestant of one of its games."""


_PACKAGES = {"OpenSpiel": "open_spiel", "Pgx": "pgx", "Ludax": "ludax"}


def versions() -> dict[str, str]:
    """The other systems that are installed, and which version of each."""
    found = {}
    for name, package in _PACKAGES.items():
        with suppress(PackageNotFoundError):
            found[name] = version(package)
    return found


def compare(pairing: Pairing, program: Program, folder: Path, rounds: int, seconds: float) -> Comparison:
    """Measure one game in so many rounds, each contestant for so many seconds in each; limit programs are
    compiled into the folder.

    Raises: NoCompiler.
    """
    contestants: dict[str, Contestant] = {}
    absent: dict[str, str] = {}
    makers: dict[str, Callable[[], Contestant]] = {
        OURS: partial(Ours, program, pairing),
        LIMIT: partial(LimitProgram, pairing.limit, folder),
    }
    for name, game in pairing.peers.items():
        if name in PEERS:
            makers[name] = partial(Foreign, PEERS[name], game)
        else:
            absent[name] = "nobody here knows how to run it"
    for name, make in makers.items():
        try:
            contestants[name] = make()
        except Unavailable as error:
            absent[name] = str(error)
    return _compared(pairing, program.players, contestants, absent, rounds, seconds)


def _compared(
    pairing: Pairing, players: int, contestants: dict[str, Contestant], absent: dict[str, str], rounds: int,
    seconds: float,
) -> Comparison:  # fmt: skip
    samples = in_turns(contestants, absent, rounds, seconds)
    ours, limit = samples.pop(OURS, []), samples.pop(LIMIT, [])
    return Comparison(pairing, players, ours, limit, samples, absent)


def in_turns(
    contestants: dict[str, Contestant], absent: dict[str, str], rounds: int, seconds: float
) -> dict[str, list[Sample]]:
    """The samples of each contestant. Every other round goes backwards, so that a machine that becomes slower
    harms all alike. Who fails is taken out and put under ``absent``.
    """
    samples: dict[str, list[Sample]] = {name: [] for name in contestants}
    for number in range(rounds):
        order = [*contestants]
        for name in order if number % 2 == 0 else reversed(order):
            with suppress(KeyError):  # it has failed before
                try:
                    samples[name].append(contestants[name].round(number, seconds))
                except Unavailable as error:
                    absent[name] = str(error)
                    del samples[name], contestants[name]
    return samples
