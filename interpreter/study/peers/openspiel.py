"""OpenSpiel: its random rollouts in C++, from the initial position.

Source: google-deepmind/open_spiel, `RandomRolloutEvaluator`. Python can't call the evaluator itself; a tree
search of one simulation does nothing else than ask it about the root.
"""

from typing import Any

from interpreter.study.peers.sample import NOT_INSTALLED, Sample, Unavailable
from interpreter.study.rate import rate

_ONE_SIMULATION, _UCT, _MEGABYTES, _SOLVE, _VERBOSE = 1, 1.0, 1, False, False


class OpenSpiel:
    """One of its games, by its name with parameters.

    Raises: Unavailable where `pyspiel` is not installed, or does not know the game.
    """

    def __init__(self, game: str) -> None:
        try:
            import pyspiel
        except ImportError:
            raise Unavailable(NOT_INSTALLED) from None
        try:
            self._game = pyspiel.load_game(game)
        except (RuntimeError, pyspiel.SpielError) as error:
            raise Unavailable(f"refuses `{game}`: {' '.join(str(error).split())[:80]}") from None
        self._state = self._game.new_initial_state()
        self._pyspiel: Any = pyspiel

    def round(self, number: int, seconds: float) -> Sample:
        """See `sample.Contestant`. Only the mean of the results comes back, so nothing is counted."""

        def play(first: int, games: int) -> None:
            seed = (number * 1_000_003 + first) % 2**31
            evaluator = self._pyspiel.RandomRolloutEvaluator(games, seed)
            search = self._pyspiel.MCTSBot(
                self._game, evaluator, _UCT, _ONE_SIMULATION, _MEGABYTES, _SOLVE, seed, _VERBOSE
            )
            search.mcts_search(self._state)

        return Sample(rate(play, seconds))
