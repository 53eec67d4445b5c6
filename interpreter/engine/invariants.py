"""Invariants: what the author says is always true, judged where somebody asks for it and nowhere else."""

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.core.ir import Requirement
from interpreter.engine.closures import Closures
from interpreter.engine.errors import RulesError
from interpreter.engine.explain import shown_values
from interpreter.engine.forms import Eval, place_of


@dataclass(frozen=True, slots=True)
class Broken:
    """An invariant that is not true, with the values that show it."""

    invariant: Requirement
    values: tuple[tuple[str, str], ...]


class Invariants:
    """The invariants of a program, compiled."""

    def __init__(self, closures: Closures) -> None:
        self._closures = closures
        self._tests: tuple[tuple[Requirement, Eval], ...] = tuple(
            (one, closures.expr(one.test)) for one in closures.program.invariants
        )

    def true_in(self, slots: Sequence[int]) -> frozenset[str]:
        """The names of those that are true there."""
        s = list(slots)
        return frozenset(one.name for one, test in self._tests if test(s))

    def first_broken(self, slots: Sequence[int], among: frozenset[str] | None = None) -> Broken | None:
        """The first, of all or of those named ``among``, that is not true; None where all are."""
        s = list(slots)
        for one, test in self._tests:
            if (among is None or one.name in among) and not test(s):
                return Broken(one, shown_values(self._closures, one, s))
        return None

    def demand(self, slots: Sequence[int], moves: int, among: frozenset[str] | None = None) -> None:
        """Those named ``among``, or all, are true after that many moves.

        Raises: RulesError E707.
        """
        broken = self.first_broken(slots, among)
        if broken is not None:
            one = broken.invariant
            message = f"the invariant `{one.name}` does not hold {after(moves)}"
            raise RulesError("E707", message, place_of(self._closures.program, one.place), broken.values)


def after(moves: int) -> str:
    """When that was, in words."""
    return f"after move {moves}" if moves else "before the first move"
