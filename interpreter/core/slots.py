"""Slots handed out while lowering: components and locals for good, scratch by depth."""

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.core import ir

_LOWEST, _HIGHEST = -(2**31), 2**31 - 1


class Slots:
    """The slot groups of a program under construction."""

    def __init__(self) -> None:
        self.groups: list[ir.Slot] = []
        self.next = 0
        self._pools: dict[int, list[int]] = {}
        self._used: dict[int, int] = {}
        self._terms: dict[str, int] = {}

    def add(
        self, name: str, count: int, low: int, high: int, width: int, role: str, start: tuple[int, ...] = ()
    ) -> int:
        """A new group; returns its base."""
        base = self.next
        self.next += count
        slot = ir.Slot(name, base, count, low, high, width, role, start or (max(low, 0),) * count)  # type: ignore[arg-type]
        self.groups.append(slot)
        return base

    def local(self, name: str, low: int, high: int, width: int = 0, count: int = 1) -> int:
        """A local that may be alive at a decision; a later pass sees whether it is."""
        return self.add(name, count, low, high, width, "local")

    @contextmanager
    def scratch(self, width: int = 0) -> Iterator[int]:
        """A scratch slot for the time of an expression or of a loop without decisions.

        Slots are used again at the same depth, so that a program has few of them.
        """
        depth = self._used.get(width, 0)
        pool = self._pools.setdefault(width, [])
        if depth == len(pool):
            name = f"scratch{width}_{depth}" if width else f"scratch_{depth}"
            low, high = (0, 0) if width else (_LOWEST, _HIGHEST)
            pool.append(self.add(name, 1, low, high, width, "scratch"))
        self._used[width] = depth + 1
        yield pool[depth]
        self._used[width] = depth

    def term(self, name: str, width: int) -> int:
        """The scratch slot of a parameterless term, the same wherever it is computed."""
        known = self._terms.get(name)
        if known is None:
            low, high = (0, 0) if width else (_LOWEST, _HIGHEST)
            known = self._terms[name] = self.add(f"term {name}", 1, low, high, width, "scratch")
        return known

    def array(self, name: str, count: int, width: int = 0) -> int:
        """Scratch slots side by side: snapshots and orders that no decision sees."""
        low, high = (0, 0) if width else (_LOWEST, _HIGHEST)
        return self.add(name, count, low, high, width, "scratch")
