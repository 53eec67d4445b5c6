"""Games whose step is a JAX function, played in batches: shared by the systems that are made so."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from interpreter.study.peers.sample import NOT_INSTALLED, Sample, Unavailable
from interpreter.study.rate import rate

_SMALLEST, _LARGEST, _TIMES = 128, 65_536, 8
_LONG = 1.0
"""Seconds: a batch that takes longer is not made larger."""


class JaxGames:
    """Whole batches of random games, each from its start until its last one ends.

    ``init`` makes a state from a key, ``step`` the next state from a state and an action; states have
    ``legal_action_mask``, ``terminated`` and ``truncated``. The batch is as large as serves the system best.

    Raises: Unavailable where JAX is not installed.
    """

    def __init__(self, init: Callable[..., Any], step: Callable[..., Any]) -> None:
        try:
            import jax
        except ImportError:
            raise Unavailable(NOT_INSTALLED) from None
        self._jax = jax
        self._init, self._step = jax.vmap(init), jax.vmap(step)
        self.size, self._play = self._best()

    def round(self, number: int, seconds: float) -> Sample:
        """See `sample.Contestant`."""
        key = self._jax.random.key(number)

        def play(first: int, batches: int) -> None:
            for i in range(first, first + batches):
                self._play(self._jax.random.fold_in(key, i)).block_until_ready()

        found = rate(play, seconds)
        return Sample(type(found)(found.games * self.size, found.seconds))

    def _best(self) -> tuple[int, Callable[[Any], Any]]:
        """The size of batch that plays fastest, and its compiled function."""
        size, best, fastest = _SMALLEST, (0, self._batch(1)), 0.0
        while size <= _LARGEST:
            play = self._batch(size)
            play(self._jax.random.key(0)).block_until_ready()
            began = perf_counter()
            play(self._jax.random.key(1)).block_until_ready()
            taken = perf_counter() - began
            if size / taken > fastest:
                best, fastest = (size, play), size / taken
            if taken * _TIMES > _LONG:
                break
            size *= _TIMES
        return best

    def _batch(self, size: int) -> Callable[[Any], Any]:
        jax, init, step = self._jax, self._init, self._step
        numpy = jax.numpy

        def unfinished(carried: Any) -> Any:
            return ~_is_over(carried[0]).all()

        def one_ply(carried: Any) -> Any:
            states, key = carried
            key, drawn = jax.random.split(key)
            weights = numpy.where(states.legal_action_mask, 0.0, -numpy.inf)
            return step(states, jax.random.categorical(drawn, weights, axis=-1)), key

        def play(key: Any) -> Any:
            key, started = jax.random.split(key)
            begun = init(jax.random.split(started, size)), key
            return _is_over(jax.lax.while_loop(unfinished, one_ply, begun)[0]).sum()

        compiled: Callable[[Any], Any] = jax.jit(play)
        return compiled


def _is_over(states: Any) -> Any:
    return states.terminated | states.truncated
