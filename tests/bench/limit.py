"""Hand-written C for the measured games, to compare native code with: speed, lengths and shares of wins."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from interpreter.backends.c.compiler import compiler

FOLDER = Path(__file__).parent / "limit"

PROGRAMS = {
    "tic-tac-toe": "ttt",
    "connect-four": "c4",
    "breakthrough": "breakthrough",
    "hex": "hex_uf",
    "reversi": "reversi",
    "gomoku": "gomoku",
    "amazons": "amazons_fast",
    "english-draughts": "checkers",
    "kalah": "kalah",
}
"""The program of each game, by the game's name."""

_LINE = re.compile(r"med (\d+) .* plies ([\d.]+) moves/s \d+ +res d/1/2 ([\d.]+) ([\d.]+) ([\d.]+)")


@dataclass(frozen=True, slots=True)
class Limit:
    """What a program has measured: playouts a second, the mean number of plies, the shares of the results."""

    playouts_per_second: float
    plies: float
    draws: float
    wins: tuple[float, float]


def measure(game: str, folder: Path, seconds: float) -> Limit:
    """Compile the program of a game into a folder and let it play, seven rounds of so many seconds."""
    program = folder / PROGRAMS[game]
    source = FOLDER / f"{PROGRAMS[game]}.c"
    flags = ["-O3", "-march=native", f"-DSECONDS={seconds}"]
    command = [*compiler().command, *flags, "-o", str(program), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    text = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    found = _LINE.search(text)
    assert found is not None, text
    rate, plies, draws, first, second = map(float, found.groups())
    return Limit(rate, plies, draws, (first, second))
