"""What many games add up to; the sum does not depend on their order."""

from dataclasses import dataclass, field

FINISHED_BY_RULE = "finish"
"""The reason of an end that has no name: an effect of the rules finished the match."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The least, the sum and the most of ``count`` whole numbers."""

    count: int = 0
    low: int = 0
    total: int = 0
    high: int = 0

    def joined(self, other: "Spread") -> "Spread":
        """Of the numbers of both."""
        if not self.count or not other.count:
            return self if self.count else other
        low, high = min(self.low, other.low), max(self.high, other.high)
        return Spread(self.count + other.count, low, self.total + other.total, high)

    @property
    def mean(self) -> float | None:
        """The arithmetic mean; None of no numbers."""
        return self.total / self.count if self.count else None


@dataclass(frozen=True, slots=True)
class Seat:
    """How one player did: games won alone, games won together with others, scores of finished games."""

    wins: int = 0
    shared_wins: int = 0
    score: Spread = field(default_factory=Spread)

    def joined(self, other: "Seat") -> "Seat":
        """Of the games of both."""
        shared = self.shared_wins + other.shared_wins
        return Seat(self.wins + other.wins, shared, self.score.joined(other.score))


@dataclass(frozen=True, slots=True)
class Tally:
    """Games added up; the sum does not depend on their order, so neither on how many processes played."""

    games: int = 0
    unfinished: int = 0
    moves: Spread = field(default_factory=Spread)
    decisions: Spread = field(default_factory=Spread)
    staged: int = 0
    seats: tuple[Seat, ...] = ()
    ends: tuple[tuple[str, int], ...] = ()
    actions: tuple[tuple[str, int], ...] = ()

    def joined(self, other: "Tally") -> "Tally":
        """Of the games of both."""
        if not self.games or not other.games:
            return self if self.games else other
        return Tally(
            self.games + other.games,
            self.unfinished + other.unfinished,
            self.moves.joined(other.moves),
            self.decisions.joined(other.decisions),
            self.staged + other.staged,
            tuple([one.joined(two) for one, two in zip(self.seats, other.seats, strict=True)]),
            _added(self.ends, other.ends),
            _added(self.actions, other.actions),
        )


def _added(one: tuple[tuple[str, int], ...], two: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    found = dict(one)
    for name, count in two:
        found[name] = found.get(name, 0) + count
    return tuple(sorted(found.items()))
