"""What emitted functions call besides Python's own."""

from interpreter.engine.members import members as members_of
from interpreter.engine.rng import below

_REMEMBERED = 16_384


class Failed(Exception):  # noqa: N818 - it never leaves the executor
    """The rules failed, or something is to be done that emitted code leaves to the reference, which says
    what it is.
    """


class Members(dict[int, tuple[int, ...]]):
    """The members of sets in ascending order, taken out when a set is first asked for."""

    def __missing__(self, bits: int) -> tuple[int, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = self[bits] = members_of(bits)
        return found


def at(index: int, count: int) -> int:
    """An index, which must be in ``0..count - 1``."""
    if 0 <= index < count:
        return index
    raise Failed


def single(index: int, width: int) -> int:
    """The set of one member, of none where it is -1."""
    if -1 <= index < width:
        return 1 << index if index >= 0 else 0
    raise Failed


def nonzero(divisor: int) -> int:
    """A divisor, which must not be 0."""
    if divisor:
        return divisor
    raise Failed


def names() -> dict[str, object]:
    """The names that every emitted module knows."""
    return {
        "at": at,
        "below": below,
        "Failed": Failed,
        "members": Members(),
        "nonzero": nonzero,
        "single": single,
    }
