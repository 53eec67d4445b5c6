"""Sums that do not depend on the order of what is added: numbers with how often each came."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from interpreter.study.report import Json


@dataclass(slots=True)
class Spread:
    """How often each number came."""

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, value: int, times: int = 1) -> None:
        """One more number."""
        self.counts[value] += times

    def join(self, other: "Spread") -> None:
        """Add all numbers of another spread."""
        self.counts.update(other.counts)

    @property
    def total(self) -> int:
        """How many numbers there are."""
        return self.counts.total()

    @property
    def low(self) -> int:
        """The least number."""
        return min(self.counts)

    @property
    def high(self) -> int:
        """The largest number."""
        return max(self.counts)

    @property
    def mean(self) -> float:
        """The arithmetic mean."""
        return sum(value * times for value, times in self.counts.items()) / self.total

    def quantile(self, part: float) -> int:
        """The least number that at least that part of all numbers do not exceed."""
        wanted, so_far = part * self.total, 0
        for value in sorted(self.counts):
            so_far += self.counts[value]
            if so_far >= wanted:
                return value
        return self.high

    def to_json(self) -> Json:
        """Least, quarters, largest and mean; None of no numbers."""
        if not self.counts:
            return None
        return {
            "count": self.total,
            "min": self.low,
            "quarter": self.quantile(0.25),
            "median": self.quantile(0.5),
            "three_quarters": self.quantile(0.75),
            "max": self.high,
            "mean": self.mean,
        }


@dataclass(slots=True)
class Reach:
    """The least and the largest value that each of several things had; none where nobody looked."""

    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)

    def add(self, values: Iterable[tuple[int, int]]) -> None:
        """Look at all things once more: the least and the largest of each now."""
        if not self.low:
            pairs = list(values)
            self.low, self.high = [low for low, _ in pairs], [high for _, high in pairs]
            return
        for index, (low, high) in enumerate(values):
            if low < self.low[index]:
                self.low[index] = low
            if high > self.high[index]:
                self.high[index] = high

    def join(self, other: "Reach") -> None:
        """What was seen by either."""
        if other.low:
            self.add(zip(other.low, other.high, strict=True))
