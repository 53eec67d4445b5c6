"""Many games at random by the fastest executor: how long, who won, how they ended, what was reached."""

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256

from interpreter.backends.executor import Executor
from interpreter.backends.tally import FINISHED_BY_RULE
from interpreter.engine.errors import RulesError
from interpreter.engine.playout import Outcome
from interpreter.engine.policy import CUT
from interpreter.engine.rng import numbered
from interpreter.study.playability.holdings import Holding
from interpreter.study.playability.marks import Marked
from interpreter.study.playability.sums import Reach, Spread

CHUNK = 32
"""Games that are played before somebody asks whether there is time for more."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The rules failed: what is the same wherever they fail in the same way."""

    code: str
    place: tuple[str, int] | None
    rule: str
    message: str


@dataclass(slots=True)
class Sweep:
    """What games add up to. ``wins`` and ``shared`` are by seat, of finished games; ``nobody`` counts those
    that nobody won. ``failures`` count games that failed, with the number of the first. ``results`` hold for
    each game what it came to, so that two sweeps can be compared game by game.
    """

    games: int = 0
    unfinished: int = 0
    nobody: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    shared: Counter[int] = field(default_factory=Counter)
    moves: Spread = field(default_factory=Spread)
    choices: Spread = field(default_factory=Spread)
    ends: Counter[str] = field(default_factory=Counter)
    seen: int = 0
    laps: Reach = field(default_factory=Reach)
    reach: Reach = field(default_factory=Reach)
    failures: dict[Failure, tuple[int, int]] = field(default_factory=dict)
    results: list[bytes] = field(default_factory=list)

    def join(self, other: "Sweep") -> None:
        """Add the games that follow these."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.nobody += other.nobody
        self.wins.update(other.wins)
        self.shared.update(other.shared)
        self.moves.join(other.moves)
        self.choices.join(other.choices)
        self.ends.update(other.ends)
        self.seen |= other.seen
        self.laps.join(other.laps)
        self.reach.join(other.reach)
        for failure, (times, first) in other.failures.items():
            before, number = self.failures.get(failure, (0, first))
            self.failures[failure] = before + times, number
        self.results += other.results


def sweep(
    executor: Executor, marked: Marked, held: tuple[Holding, ...], seed: int, first: int, games: int
) -> Sweep:
    """Play so many games from number ``first`` on."""
    found = Sweep()
    numbers = range(first, first + games)
    seeds = tuple(numbered(seed, number) for number in numbers)
    for number, outcome in zip(numbers, _played(executor, seeds), strict=False):
        found.games += 1
        if isinstance(outcome, RulesError):
            found.failures.setdefault(failure_of(outcome), (0, number))
            times, least = found.failures[failure_of(outcome)]
            found.failures[failure_of(outcome)] = times + 1, least
            found.results.append(b"")
        else:
            _add(found, marked, held, outcome)
    return found


def _played(executor: Executor, seeds: tuple[int, ...]) -> list[Outcome | RulesError]:
    """What becomes of games, up to one that comes to nothing for too long: a few of those are enough."""
    try:
        return [*executor.outcomes(seeds, "auto", CUT)]
    except RulesError:
        found = []
    for seed in seeds:
        found.append(_one(executor, seed))
        if is_heavy(found[-1]):
            break
    return found


def is_heavy(found: object) -> bool:
    """Whether the rules failed after so much work that nobody waits for it often."""
    return isinstance(found, RulesError | Failure) and found.code == "E705"


def failure_of(error: RulesError) -> Failure:
    """What is the same of all errors of one sort at one place."""
    place = error.place
    where = (place.file, place.line) if place is not None else None
    message = error.message.split(" after ")[0] if place is None else ""
    return Failure(error.code, where, place.rule if place is not None else "", message)


def _one(executor: Executor, seed: int) -> Outcome | RulesError:
    try:
        return executor.playout(seed, "auto", CUT)
    except RulesError as error:
        return error


def _add(found: Sweep, marked: Marked, held: tuple[Holding, ...], outcome: Outcome) -> None:
    result = outcome.result
    found.moves.add(outcome.moves)
    found.choices.add(outcome.choices)
    found.seen |= marked.seen(outcome.slots)
    found.laps.add([(laps, laps) for laps in marked.most_laps(outcome.slots)])
    found.reach.add([one.reach(outcome.slots) for one in held])
    what = repr((result.won, result.end, outcome.moves, sorted(outcome.actions), outcome.rng))
    found.results.append(sha256(what.encode()).digest()[:8])
    if result.unfinished:
        found.unfinished += 1
        return
    found.ends[result.end or FINISHED_BY_RULE] += 1
    found.nobody += not result.won
    (found.wins if len(result.won) == 1 else found.shared).update(result.won)
