"""The members of a set, taken out of its bits.

Loops run over the same sets again and again (neighbours, rows, what is occupied), so the members
found are remembered, up to a bound.
"""

_REMEMBERED = 16_384
_remembered: dict[int, tuple[int, ...]] = {}
_BYTES = tuple(tuple(i for i in range(8) if byte >> i & 1) for byte in range(256))


def members(bits: int) -> tuple[int, ...]:
    """The members of a set in ascending order."""
    found = _remembered.get(bits)
    if found is None:
        if len(_remembered) >= _REMEMBERED:
            _remembered.clear()
        found = _remembered[bits] = _taken_out(bits)
    return found


def _taken_out(bits: int) -> tuple[int, ...]:
    found: list[int] = []
    for start, byte in enumerate(bits.to_bytes((bits.bit_length() + 7) // 8, "little")):
        if byte:
            offset = 8 * start
            found += [offset + i for i in _BYTES[byte]]
    return tuple(found)
