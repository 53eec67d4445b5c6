"""The slots of a program as a list to start from and as bytes to save and to hash."""

from dataclasses import dataclass

from interpreter.core.ir import Program, Slot


@dataclass(frozen=True, slots=True)
class _Run:
    """One group of slots in the bytes: ``size`` bytes for each, counted up from ``low``."""

    name: str
    base: int
    end: int
    low: int
    high: int
    size: int


class Layout:
    """Where each slot stands in the bytes of a state.

    Numbers are little-endian, without sign, of 1, 2, 4 or 8 bytes after the lowest value of their
    slot is taken off; a set has a byte for every eight members. Components and locals come first,
    in the order of slots, and are all that is hashed; ghosts follow. Scratch is left out.
    """

    def __init__(self, program: Program) -> None:
        hashed = [_run(g) for g in program.slots if g.role in ("component", "local")]
        ghosts = [_run(g) for g in program.slots if g.role == "ghost"]
        self._hashed = tuple(hashed)
        self._saved = tuple(hashed + ghosts)
        self._scratch = tuple(
            (g.base, g.base + g.count, list(g.start)) for g in program.slots if g.role == "scratch"
        )
        self.start = tuple(value for group in program.slots for value in group.start)
        self.hashed_size = sum((run.end - run.base) * run.size for run in self._hashed)
        self.size = sum((run.end - run.base) * run.size for run in self._saved)

    def frozen(self, slots: list[int]) -> tuple[int, ...]:
        """The slots of a state at rest: scratch slots are back at their start."""
        for base, end, start in self._scratch:
            slots[base:end] = start
        return tuple(slots)

    def hashed(self, slots: tuple[int, ...]) -> bytes:
        """The bytes that the digest of a state covers."""
        return b"".join(_pack(slots, run) for run in self._hashed)

    def saved(self, slots: tuple[int, ...]) -> bytes:
        """The bytes that a state is restored from.

        Raises: ValueError for a value that its slot cannot hold.
        """
        return b"".join(_pack(slots, run) for run in self._saved)

    def restored(self, data: bytes) -> tuple[int, ...]:
        """The slots whose bytes ``saved`` gave.

        Raises: ValueError for bytes of another length, or with a value that its slot cannot hold.
        """
        if len(data) != self.size:
            raise ValueError(f"{len(data)} bytes of slots, expected {self.size}")
        slots, at = list(self.start), 0
        for run in self._saved:
            for slot in range(run.base, run.end):
                value = run.low + int.from_bytes(data[at : at + run.size], "little")
                if value > run.high:
                    raise ValueError(f"`{run.name}` holds a value out of range")
                slots[slot] = value
                at += run.size
        return tuple(slots)


def _run(group: Slot) -> _Run:
    if group.width:
        size, low, high = (group.width + 7) // 8, 0, (1 << group.width) - 1
    else:
        low, high = group.low, group.high
        size = next((size for size in (1, 2, 4) if high - low < 1 << 8 * size), 8)
    return _Run(group.name, group.base, group.base + group.count, low, high, size)


def _pack(slots: tuple[int, ...], run: _Run) -> bytes:
    values = slots[run.base : run.end]
    if min(values) < run.low or max(values) > run.high:
        raise ValueError(f"`{run.name}` holds a value out of range")
    if run.size == 1:
        return bytes([value - run.low for value in values] if run.low else values)
    return b"".join([(value - run.low).to_bytes(run.size, "little") for value in values])
