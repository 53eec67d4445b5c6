"""What many games of one program add up to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from interpreter.core.ir import Program
from interpreter.engine.at_random import Policy
from interpreter.engine.seats import seats_of

Json = bool | int | float | str | None | list["Json"] | dict[str, "Json"]
"""What JSON can hold."""

FINISHED_BY_RULE = "finish"
"""The reason of an end that has no name: an effect of the rules finished the match."""


@dataclass(frozen=True, slots=True)
class Game:
    """One finished or unfinished game, as far as statistics go.

    ``won`` and ``scores`` are by seat: who won (1..n), and each player's first ranking key, if there is one.
    ``decisions`` are the moves with a choice, ``staged`` those of them that were made stage by stage.
    """

    moves: int
    decisions: int
    staged: int
    actions: tuple[tuple[str, int], ...]
    won: tuple[int, ...]
    end: str
    scores: tuple[int, ...]
    unfinished: bool


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

    def to_json(self) -> dict[str, Json]:
        """``min``, ``mean`` and ``max``; each null where there are no numbers."""
        if not self.count:
            return {"min": None, "mean": None, "max": None}
        return {"min": self.low, "mean": self.mean, "max": self.high}


def spread(values: Sequence[int]) -> Spread:
    """The spread of some numbers."""
    return Spread(len(values), min(values), sum(values), max(values)) if values else Spread()


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


def tally(games: Sequence[Game], players: int) -> Tally:
    """The sum of some games between that many players."""
    finished = [game for game in games if not game.unfinished]
    actions: dict[str, int] = {}
    for game in games:
        for name, times in game.actions:
            actions[name] = actions.get(name, 0) + times
    ends: dict[str, int] = {}
    for game in finished:
        ends[game.end] = ends.get(game.end, 0) + 1
    return Tally(
        games=len(games),
        unfinished=len(games) - len(finished),
        moves=spread([game.moves for game in games]),
        decisions=spread([game.decisions for game in games]),
        staged=sum([game.staged for game in games]),
        seats=tuple([_seat(finished, player) for player in range(1, players + 1)]),
        ends=tuple(sorted(ends.items())),
        actions=tuple(sorted(actions.items())),
    )


def _seat(finished: Sequence[Game], player: int) -> Seat:
    wins = sum([game.won == (player,) for game in finished])
    won = sum([player in game.won for game in finished])
    return Seat(wins, won - wins, spread([game.scores[player - 1] for game in finished if game.scores]))


def _added(one: tuple[tuple[str, int], ...], two: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    found = dict(one)
    for name, count in two:
        found[name] = found.get(name, 0) + count
    return tuple(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Report:
    """What a simulation found out. ``asked`` games were wanted; ``tally`` counts those that were played.

    ``actors`` names who played each seat, ``names`` what the players are called, ``seconds`` is the time that
    it took. ``interrupted``: it was stopped before all games were played.
    """

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    seed: int | str
    policy: Policy
    actors: tuple[str, ...]
    asked: int
    tally: Tally
    seconds: float
    executor: str = "reference"
    interrupted: bool = False
    names: tuple[str, ...] = ()

    @property
    def finished(self) -> int:
        """How many games came to an end of the rules."""
        return self.tally.games - self.tally.unfinished

    @property
    def playouts_per_second(self) -> float:
        """Games played in a second."""
        return self.tally.games / self.seconds if self.seconds > 0 else 0.0

    def to_json(self) -> dict[str, Json]:
        """The report as plain data. ``games`` counts those played, which are fewer than those wanted
        where it was ``interrupted``; scores are those of finished games.
        """
        games = self.tally
        whole: dict[str, Json] = {
            "game": self.game,
            "players": self.players,
            "options": option_values(self.options),
            "seed": self.seed,
            "policy": self.policy,
            "games": games.games,
            "finished": self.finished,
            "unfinished": games.unfinished,
            "executor": self.executor,
            "seconds": self.seconds,
            "playouts_per_second": self.playouts_per_second,
            "moves": games.moves.to_json(),
            "decisions": games.decisions.to_json(),
            "results": list(self._results()),
            "end_reasons": dict(games.ends),
            "actions": dict(games.actions),
        }
        if games.staged:
            whole["stage_decisions"] = games.staged
        if self.interrupted:
            whole["interrupted"] = True
            whole["asked"] = self.asked
        return whole

    def _results(self) -> Iterable[Json]:
        seats = self.tally.seats or (Seat(),) * self.players
        for player, (seat, actor) in enumerate(zip(seats, self.actors, strict=True), 1):
            yield {
                "player": player,
                "actor": actor,
                "wins": seat.wins,
                "shared_wins": seat.shared_wins,
                "score": seat.score.to_json(),
            }


def empty_report(
    program: Program, seed: int | str, policy: Policy, actors: tuple[str, ...], asked: int
) -> Report:
    """The report before the first game."""
    names = seats_of(program).names
    return Report(
        program.game, program.players, program.options, seed, policy, actors, asked, Tally(), 0.0, names=names
    )


def with_games(report: Report, games: Tally, seconds: float, interrupted: bool) -> Report:
    """The report with what was played."""
    return replace(report, tally=games, seconds=seconds, interrupted=interrupted)


def option_values(options: Iterable[tuple[str, str]] | Mapping[str, str]) -> dict[str, Json]:
    """Options as JSON has them: flags and numbers as such, all else as words."""
    pairs = options.items() if isinstance(options, Mapping) else options
    return {name: _option_value(text) for name, text in pairs}


def _option_value(text: str) -> Json:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.removeprefix("-").isdecimal() else text
