"""Native playouts a second as a share of hand-written C, measured at once: python -m tests.bench.compare."""

import sys
import tempfile
from pathlib import Path
from time import perf_counter

from interpreter import load
from interpreter.backends.c.native import NativeExecutor
from tests.bench.limit import PROGRAMS, measure


def rate(executor: NativeExecutor, seconds: float = 0.2) -> float:
    """Playouts a second: the best of five rounds."""
    games, best = 16, 0.0
    while True:
        began = perf_counter()
        executor.batch(1, 0, games)
        taken = perf_counter() - began
        if taken > seconds:
            break
        games *= 2
    for number in range(5):
        began = perf_counter()
        executor.batch(2 + number, 0, games)
        best = max(best, games / (perf_counter() - began))
    return best


def main(names: list[str]) -> None:
    """Print a line for each game."""
    for name in names or list(PROGRAMS):
        game = load(name).game
        assert game is not None
        executor = NativeExecutor(game.program())
        with tempfile.TemporaryDirectory() as folder:
            limit = measure(name, Path(folder), 0.2).playouts_per_second
        ours = rate(executor)
        print(f"{name:18} {ours:12,.0f} of {limit:12,.0f} playouts/s: {ours / limit:.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
