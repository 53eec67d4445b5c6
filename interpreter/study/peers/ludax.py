"""Ludax: descriptions of games compiled to JAX functions. Source: gdrtodd/ludax."""

from interpreter.study.peers.jax_batches import JaxGames
from interpreter.study.peers.sample import NOT_INSTALLED, Sample, Unavailable


class Ludax:
    """One of the games that come with it, by its name.

    Raises: Unavailable where `ludax` is not installed, or has no such game.
    """

    def __init__(self, game: str) -> None:
        try:
            from ludax import games
            from ludax.environment import LudaxEnvironment
        except ImportError:
            raise Unavailable(NOT_INSTALLED) from None
        if game not in games.__all__:
            raise Unavailable(f"has no game `{game}`")
        made = LudaxEnvironment(game_str=getattr(games, game))
        self._games = JaxGames(made.init, made.step)

    def round(self, number: int, seconds: float) -> Sample:
        """See `sample.Contestant`."""
        return self._games.round(number, seconds)
