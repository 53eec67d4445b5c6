"""Chance: what can be drawn at a stop, and the drawing itself."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from interpreter.core.ir import Draw, DrawBag, Place
from interpreter.engine.closures import Closures
from interpreter.engine.errors import RulesError
from interpreter.engine.events import Seen
from interpreter.engine.forms import Each, Eval, Slots, place_of
from interpreter.engine.members import members
from interpreter.engine.rng import below


@dataclass(frozen=True, slots=True)
class Odds:
    """What a draw may give: members of ``domain`` (an index into the program's domains), each with
    its weight.
    """

    domain: int
    weights: tuple[tuple[int, int], ...]
    place: Place | None


Chance = Iterator[int] | Callable[[Odds], int]
"""Scripted chance: the members that draws give, in turn, or a function that says it for each draw.
A draw with one outcome asks nobody."""


@dataclass(frozen=True, slots=True)
class Lot:
    """A draw, compiled. Only one of ``each`` (a set) and ``counts`` (a bag) is there."""

    slot: int
    each: Each | None
    counts: Callable[[Slots], list[int]] | None
    block: int
    domain: int
    place: Place | None
    seen: Eval | None

    def weights(self, s: Slots) -> tuple[tuple[int, int], ...]:
        """The members that can be drawn, ascending, each with its weight.

        Raises: RulesError E703 where there is none.
        """
        if self.each:
            found = tuple([(i, 1) for i in self.each(s)])
        else:
            assert self.counts is not None
            found = tuple([(i, n) for i, n in enumerate(self.counts(s)) if n > 0])
        if not found:
            raise self._empty()
        return found

    def draw(self, s: Slots, rng: int) -> int:
        """Draw into the slot; the generator afterwards. One possible outcome takes nothing from it."""
        if self.each:
            found = self.each(s)
            if not found:
                raise self._empty()
            rng, k = below(rng, len(found))
            s[self.slot] = found[k]
            return rng
        weights = self.weights(s)
        if len(weights) > 1:
            rng, k = below(rng, sum([n for _, n in weights]))
        else:
            k = 0
        for member, weight in weights:
            if k < weight:
                s[self.slot] = member
                break
            k -= weight
        return rng

    def script(self, s: Slots, chance: Chance) -> None:
        """Put the outcome that a script names into the slot.

        Raises: ValueError where the script ends or names what cannot be drawn.
        """
        weights = self.weights(s)
        possible = [member for member, _ in weights]
        if len(possible) == 1:
            s[self.slot] = possible[0]
            return
        outcome = chance(Odds(self.domain, weights, self.place)) if callable(chance) else next(chance, None)
        if outcome not in possible:
            raise ValueError(f"the script draws {outcome}, expected one of {possible}")
        s[self.slot] = outcome

    def audience(self, s: Slots) -> Seen:
        """The players who see the outcome; None for everybody."""
        return frozenset(p + 1 for p in members(self.seen(s))) if self.seen else None

    def _empty(self) -> RulesError:
        return RulesError("E703", "a draw from nothing", self.place)


def compile_lot(closures: Closures, end: Draw | DrawBag) -> Lot:
    """A draw with its expressions compiled."""
    place = place_of(closures.program, end.place)
    seen = closures.expr(end.seen) if end.seen else None
    if isinstance(end, Draw):
        return Lot(end.slot, closures.each(end.over), None, end.block, end.domain, place, seen)
    return Lot(end.slot, None, _counts(closures, end), end.block, end.domain, place, seen)


def _counts(closures: Closures, end: DrawBag) -> Callable[[Slots], list[int]]:
    base, size = end.base, end.size
    group = closures.bounds.group(base)
    room = group.base + group.count - base - size + 1 if group else 1
    offset = closures.index(end.offset, room)

    def run(s: Slots) -> list[int]:
        start = base + offset(s)
        return s[start : start + size]

    return run if end.among is None else _only(closures.each(end.among), run)


def _only(among: Each, counts: Callable[[Slots], list[int]]) -> Callable[[Slots], list[int]]:
    """The counts of those items that may be drawn."""

    def run(s: Slots) -> list[int]:
        whole = counts(s)
        found = [0] * len(whole)
        for item in among(s):
            found[item] = whole[item]
        return found

    return run
