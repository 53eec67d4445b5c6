"""Pgx: games as JAX functions. Source: sotetsuk/pgx."""

from interpreter.study.peers.jax_batches import JaxGames
from interpreter.study.peers.sample import NOT_INSTALLED, Sample, Unavailable


class Pgx:
    """One of its games, by its name.

    Raises: Unavailable where `pgx` is not installed, or does not know the game.
    """

    def __init__(self, game: str) -> None:
        try:
            import pgx
        except ImportError:
            raise Unavailable(NOT_INSTALLED) from None
        if game not in pgx.available_envs():
            raise Unavailable(f"has no game `{game}`")
        made = pgx.make(game)
        self._games = JaxGames(made.init, made.step)

    def round(self, number: int, seconds: float) -> Sample:
        """See `sample.Contestant`."""
        return self._games.round(number, seconds)
