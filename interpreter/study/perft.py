"""Counts of move sequences of a game, as plain data."""

from interpreter.engine.perft import perft
from interpreter.engine.rng import seed_of
from interpreter.engine.state import start
from interpreter.record.starting import Options, Startable
from interpreter.study.report import Json

Seed = int | str
"""A whole number, or a text that stands for one."""


def move_counts(
    game: Startable, depth: int, players: int | None = None, options: Options | None = None, seed: Seed = 0
) -> dict[str, Json]:  # fmt: skip
    """How many sequences of 1 to ``depth`` moves there are from the start, set up with ``seed``.

    A move is the whole staged move, a forced one too.

    Raises: StartError, RulesError.
    """
    engine = game.engine(players, options)
    game.demand_checks(engine.program)
    counts = perft(start(engine, seed_of(str(seed)), forced="ask"), depth)
    return {"game": game.name, "depth": depth, "by": "move", "counts": list(counts)}
