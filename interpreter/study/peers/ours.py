"""The compiled ruleset as a contestant."""

from interpreter.backends.c.refusals import Unsupported
from interpreter.backends.tally import Tally
from interpreter.core.ir import Program
from interpreter.engine.rng import split
from interpreter.study.executors import EXECUTORS
from interpreter.study.peers.sample import Counted, Sample, Unavailable
from interpreter.study.peers.table import Pairing
from interpreter.study.rate import rate


class Ours:
    """The native executor.

    Raises: NoCompiler; Unavailable for a program that C cannot run.
    """

    def __init__(self, program: Program, pairing: Pairing) -> None:
        try:
            self._play = EXECUTORS["native"](program)
        except Unsupported as error:
            raise Unavailable(str(error)) from None
        self._pairing = pairing
        self._play(0, 0, 1, pairing.policy)

    def round(self, number: int, seconds: float) -> Sample:
        """See `sample.Contestant`."""
        total, seed = Tally(), split(0, f"round {number}")

        def play(first: int, games: int) -> None:
            nonlocal total
            total = total.joined(self._play(seed, first, games, self._pairing.policy))

        return Sample(rate(play, seconds), counted(total, self._pairing))


def counted(tally: Tally, pairing: Pairing) -> Counted:
    """What the limit program of this game counts, in the sum of our games."""
    spread = tally.decisions if pairing.plies == "decisions" else tally.moves
    left_out = sum(times for name, times in tally.actions if name in pairing.uncounted)
    return Counted(tally.games, spread.total - left_out, tuple(seat.wins for seat in tally.seats))
