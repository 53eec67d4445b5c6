"""Programs of others: whatever goes wrong in one of them is no fault of ours, and does not end the run."""

from collections.abc import Callable

from interpreter.study.peers.sample import Contestant, Sample, Unavailable


class Foreign:
    """A contestant of another system, made and asked with care.

    Raises: Unavailable for any error that it has.
    """

    def __init__(self, make: Callable[[str], Contestant], game: str) -> None:
        try:
            self._inner = make(game)
        except Unavailable:
            raise
        except Exception as error:
            raise _failed(error) from error

    def round(self, number: int, seconds: float) -> Sample:
        """See `sample.Contestant`."""
        try:
            return self._inner.round(number, seconds)
        except Exception as error:
            raise _failed(error) from error


def _failed(error: Exception) -> Unavailable:
    said = " ".join(str(error).split())[:80]
    return Unavailable(f"failed: {type(error).__name__}: {said}")
