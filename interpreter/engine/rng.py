"""The random stream: SplitMix64 with Lemire's bounded draw, the same on every executor and machine.

The whole generator is one 64-bit number, so it can stand in a game state. Streams that must not
depend on each other are split off by a label.
"""

from hashlib import sha256
from typing import TypeVar

_Item = TypeVar("_Item")

MASK = (1 << 64) - 1
_LOW32 = (1 << 32) - 1


def next64(state: int) -> tuple[int, int]:
    """The generator one step on, and its 64-bit value.

    Source: Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014.
    """
    state = (state + 0x9E3779B97F4A7C15) & MASK
    z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return state, z ^ (z >> 31)


def below(state: int, n: int) -> tuple[int, int]:
    """The generator after a draw, and a number 0..n - 1, each as likely; 1 <= n <= 2**32.

    A draw from one value takes nothing from the stream.

    Source: Lemire, Fast random integer generation in an interval, 2019, with 32 bits.
    """
    if n == 1:
        return state, 0
    state, value = next64(state)
    product = (value >> 32) * n
    if product & _LOW32 < n:
        least = ((1 << 32) - n) % n
        while product & _LOW32 < least:
            state, value = next64(state)
            product = (value >> 32) * n
    return state, product >> 32


def drawn(state: int, left: list[_Item]) -> tuple[int, _Item]:
    """The generator after a draw, and the item drawn, which is taken out of those ``left`` (1 or more)."""
    state, k = below(state, len(left))
    return state, left.pop(k)


def numbered(seed: int, number: int) -> int:
    """The seed of stream ``number`` (below 2**63) of those that ``seed`` names; two steps of the generator,
    so that a batch of games finds its seeds without a hash.
    """
    _, first = next64(seed ^ 0xA0761D6478BD642F)
    return next64((first + number * 0x9E3779B97F4A7C15) & MASK)[1]


def split(seed: int, label: str | int) -> int:
    """A seed that depends on ``seed`` and ``label`` only; the number 1 and the text "1" differ."""
    kind = "number" if isinstance(label, int) else "text"
    return int.from_bytes(sha256(f"{seed} {kind} {label}".encode()).digest()[:8], "little")


def seed_of(text: str) -> int:
    """The seed that a text stands for: a decimal number below 2**64 is itself, all else is hashed."""
    if text.isascii() and text.isdecimal() and len(text) <= 20 and int(text) <= MASK:
        return int(text)
    return int.from_bytes(sha256(text.encode()).digest()[:8], "little")
