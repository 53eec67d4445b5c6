"""What emitted functions call besides Python's own."""

from interpreter.core.constant import cheapest, linked
from interpreter.engine.members import members as members_of
from interpreter.engine.rng import MASK
from interpreter.engine.rng import below as below_exactly

_REMEMBERED = 16_384


class Failed(Exception):  # noqa: N818 - it never leaves the executor
    """The rules failed, or something is to be done that emitted code leaves to the reference, which says
    what it is.
    """


def below(rng: int, n: int) -> tuple[int, int]:
    """The generator after a draw, and a number 0..n - 1: `rng.below`, the usual case in one go."""
    if n == 1:
        return rng, 0
    after = (rng + 0x9E3779B97F4A7C15) & MASK
    z = ((after ^ (after >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    product = ((z ^ (z >> 31)) >> 32) * n
    if product & 0xFFFFFFFF < n:
        return below_exactly(rng, n)
    return after, product >> 32


class Members(dict[int, tuple[int, ...]]):
    """The members of sets in ascending order, taken out when a set is first asked for: byte by byte, by
    what the same byte gave before.
    """

    def __init__(self) -> None:
        super().__init__()
        self._bytes: dict[int, tuple[int, ...]] = {}

    def __missing__(self, bits: int) -> tuple[int, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        found: tuple[int, ...] = ()
        known = self._bytes
        for place, byte in enumerate(bits.to_bytes((bits.bit_length() + 7) // 8, "little")):
            if byte:
                key = place << 8 | byte
                part = known.get(key)
                if part is None:
                    part = known[key] = members_of(byte << 8 * place)
                found += part
        self[bits] = found
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
        "cheapest": cheapest,
        "Failed": Failed,
        "linked": linked,
        "members": Members(),
        "nonzero": nonzero,
        "single": single,
    }
