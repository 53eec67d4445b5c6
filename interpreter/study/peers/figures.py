"""What the samples of a comparison say: speeds as medians, and ratios of the same round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import sqrt
from statistics import median

from interpreter.study.peers.sample import Counted, Sample
from interpreter.study.peers.table import Pairing
from interpreter.study.report import Json

PLIES_OFF = 0.01
"""The part of the mean number of plies by which two programs of one game may differ."""

SHARES_OFF = 0.01
"""The share of all games by which the results of two programs may differ."""

_BEYOND_CHANCE = 3.0
"""Standard errors that a difference of shares must have before it is one."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The samples of one game, round by round; those who could not take part, and why."""

    pairing: Pairing
    players: int
    ours: Sequence[Sample]
    limit: Sequence[Sample]
    peers: Mapping[str, Sequence[Sample]]
    absent: Mapping[str, str]

    @property
    def share(self) -> float | None:
        """Our speed as a part of the limit's: the median over the rounds; None without either."""
        return ratio(self.ours, self.limit)

    @property
    def best_peer(self) -> str | None:
        """The peer that was fastest, by its median."""
        return max(self.peers, key=lambda name: speed(self.peers[name]), default=None)

    @property
    def multiple(self) -> float | None:
        """How many times as fast as the best peer ours is: the median over the rounds."""
        best = self.best_peer
        return None if best is None else ratio(self.ours, self.peers[best])

    def differences(self) -> list[str]:
        """Where ours and the limit program do not seem to play the same game."""
        ours, limit = total(self.ours), total(self.limit)
        if ours is None or limit is None:
            return []
        return differences(ours, limit, self.pairing.limit.plies_per_move)

    def to_json(self) -> dict[str, Json]:
        """The figures as plain data; speeds in playouts a second."""
        ours, limit = total(self.ours), total(self.limit)
        return {
            "game": self.pairing.game,
            "players": self.players,
            "policy": self.pairing.policy,
            "ours": speed(self.ours) if self.ours else None,
            "limit": speed(self.limit) if self.limit else None,
            "share": self.share,
            "binding_share": self.pairing.limit.share,
            "peers": {name: speed(samples) for name, samples in self.peers.items()},
            "best_peer": self.best_peer,
            "multiple": self.multiple,
            "absent": dict(self.absent),
            "ours_counted": _counted_json(ours, 1),
            "limit_counted": _counted_json(limit, self.pairing.limit.plies_per_move),
            "differences": list(self.differences()),
        }


def speed(samples: Sequence[Sample]) -> float:
    """Playouts a second: the median of the rounds."""
    return median(sample.rate.per_second for sample in samples)


def ratio(ours: Sequence[Sample], theirs: Sequence[Sample]) -> float | None:
    """The median of the ratios of two speeds in the same round; None where no round has both."""
    pairs = zip(ours, theirs, strict=False)
    found = [one.rate.per_second / two.rate.per_second for one, two in pairs]
    return median(found) if found else None


def total(samples: Sequence[Sample]) -> Counted | None:
    """What happened in all rounds; None where nobody counted."""
    counted = [sample.counted for sample in samples if sample.counted is not None]
    return reduce(Counted.joined, counted) if counted else None


def differences(ours: Counted, limit: Counted, plies_per_move: int = 1) -> list[str]:
    """Mean plies that differ by more than a hundredth, and shares of results by more than a percentage point
    and by more than chance explains.
    """
    found = []
    mine, other = ours.plies / ours.games, limit.plies / plies_per_move / limit.games
    if abs(mine - other) > PLIES_OFF * other:
        found.append(f"plies a game: ours {mine:.2f}, limit {other:.2f}")
    names = ["no sole winner", *(f"won by P{seat}" for seat in range(1, len(ours.wins) + 1))]
    for name, a, b in zip(names, shares(ours), shares(limit), strict=True):
        error = sqrt(a * (1 - a) / ours.games + b * (1 - b) / limit.games)
        if abs(a - b) > max(SHARES_OFF, _BEYOND_CHANCE * error):
            found.append(f"{name}: ours {100 * a:.1f} %, limit {100 * b:.1f} %")
    return found


def shares(counted: Counted) -> list[float]:
    """The shares of games without a sole winner, and of those that each player won alone."""
    alone = [won / counted.games for won in counted.wins]
    return [1 - sum(counted.wins) / counted.games, *alone]


def _counted_json(counted: Counted | None, plies_per_move: int) -> dict[str, Json] | None:
    if counted is None:
        return None
    none, *wins = shares(counted)
    plies = counted.plies / plies_per_move / counted.games
    return {"games": counted.games, "plies": plies, "no_sole_winner": none, "wins": list(wins)}
