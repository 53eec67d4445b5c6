"""What many games of one program add up to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from interpreter.backends.tally import Seat, Spread, Tally
from interpreter.core.ir import Program
from interpreter.engine.policy import Policy
from interpreter.engine.seats import seats_of

Json = bool | int | float | str | None | list["Json"] | dict[str, "Json"]
"""What JSON can hold."""


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


def spread_json(one: Spread) -> dict[str, Json]:
    """``min``, ``mean`` and ``max``; each null where there are no numbers."""
    if not one.count:
        return {"min": None, "mean": None, "max": None}
    return {"min": one.low, "mean": one.mean, "max": one.high}


def spread(values: Sequence[int]) -> Spread:
    """The spread of some numbers."""
    return Spread(len(values), min(values), sum(values), max(values)) if values else Spread()


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
            "moves": spread_json(games.moves),
            "decisions": spread_json(games.decisions),
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
                "score": spread_json(seat.score),
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
