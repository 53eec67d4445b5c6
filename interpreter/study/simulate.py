"""Many games of one program, played by players that need nobody at the keyboard."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

from interpreter.backends.executor import Executor
from interpreter.backends.tally import Tally
from interpreter.core.ir import Program
from interpreter.engine.policy import Policy
from interpreter.engine.rng import seed_of
from interpreter.study.report import Report, empty_report, with_games

if TYPE_CHECKING:
    from interpreter.backends.choosing import Name

CHUNK = 16
"""Games that are played, and reported as progress, at once."""

RANDOM = "random"
"""The name of the player for which there is a faster way than asking it."""

Progress = Callable[[int], None]
"""Told how many games are done, now and then, in the process that called."""

Stop = Callable[[], bool]
"""Asked between two games whether to leave it at those played."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How each game is played: a game's own number and the seed decide all of it. With ``check`` invariants
    are judged. ``executor`` is the name of the one that plays.
    """

    seed: int
    policy: Policy
    actors: tuple[str, ...]
    check: bool = False
    executor: str = "reference"


def simulate(
    program: Program,
    games: int,
    seed: int | str,
    jobs: int = 1,
    policy: Policy = "auto",
    players: Sequence[str] | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
    check: bool = False,
    executor: "Name" = "reference",
    tell: Callable[[str], None] | None = None,
) -> Report:
    """Play that many games, and add them up.

    Game ``i`` takes its randomness from the stream that ``seed`` and ``i`` name, so that the report, but for
    its times, does not depend on ``jobs``, the number of processes. ``players`` names who sits at each seat,
    from the first on (`players.player.PLAYERS`); all play at random if nobody is named. A Ctrl-C ends
    the simulation with what is finished so far (`Report.interrupted`), and so does ``stop``. With ``check``
    the invariants of the rules are judged at every decision and at the end of each game.

    ``executor`` "auto" is the fastest one that is worth it (`backends.choosing`); where that would be the
    native one and there is no compiler, ``tell`` is told so. Only the reference asks players and judges
    invariants. ``jobs`` are processes, of the native executor threads. The report is the same, but for its
    times and the name of the executor.

    Raises: ValueError for a number of players' names that does not fit; KeyError for an unknown name;
    RulesError, with a note that says in which game; E707 for an invariant that does not hold; NoCompiler,
    Unsupported where "native" is named and cannot be; TooManyMoves with the policy "move".
    """
    actors = tuple(players) if players is not None else (RANDOM,) * program.players
    if len(actors) != program.players:
        raise ValueError(f"{len(actors)} players are named, expected {program.players}")
    if set(actors) != {RANDOM}:
        _demand_players(actors)
    plan = Plan(seed_of(str(seed)), policy, actors, check)
    runner = _runner(program, games, plan, executor, tell)
    plan = replace(plan, executor=runner.name)
    report = replace(empty_report(program, seed, policy, actors, games), executor=runner.name)
    began = perf_counter()
    total = Tally()
    interrupted = False
    try:
        for total in _totals(runner, games, plan, jobs, stop):
            if progress is not None:
                progress(total.games)
    except KeyboardInterrupt:
        interrupted = True
    except Partly as partly:
        total, interrupted = partly.games, True
    return with_games(report, total, perf_counter() - began, interrupted or total.games < games)


def _demand_players(actors: tuple[str, ...]) -> None:
    """Raises: KeyError for a name that no player has."""
    from interpreter.players.player import player_named

    for name in actors:
        player_named(name, 0)


class Partly(Exception):  # noqa: N818 - it carries what was done when Ctrl-C came
    """A simulation was interrupted; ``games`` is the sum of those played."""

    def __init__(self, games: Tally) -> None:
        super().__init__()
        self.games = games


def _runner(
    program: Program, games: int, plan: Plan, name: "Name", tell: Callable[[str], None] | None
) -> Executor:
    """The executor that plays; only the reference asks players and judges invariants."""
    if name == "reference" or plan.check or set(plan.actors) != {RANDOM}:
        from interpreter.backends.reference import Reference

        return Reference(program)
    from interpreter.backends.choosing import executor_for

    found, why = executor_for(program, name, games)
    if why and tell is not None:
        tell(why)
    return found


def _totals(runner: Executor, games: int, plan: Plan, jobs: int, stop: Stop | None) -> Iterator[Tally]:
    """The sum of all games so far, again and again."""
    if runner.name == "native":
        from interpreter.study.batches import totals_by_batches

        return totals_by_batches(runner, games, plan, jobs, stop)
    jobs = min(jobs, -(-games // CHUNK))
    if jobs > 1:
        # Only who wants several processes pays for the machinery that starts them.
        from interpreter.study.workers import totals_by_workers

        return totals_by_workers(runner.program, games, plan, jobs, stop)
    from interpreter.study.games import totals_one_by_one

    return totals_one_by_one(runner, games, plan, stop)
