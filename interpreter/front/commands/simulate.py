"""``ludwright simulate``."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

import click

from interpreter.engine.policy import CUT, Policy
from interpreter.front.cli import INTERRUPTED, Misuse
from interpreter.front.match_options import (
    HUMAN,
    chosen_options,
    json_option,
    load_game,
    match_options,
    seated,
    seats_of,
    seed_option,
)

if TYPE_CHECKING:
    from interpreter.backends.choosing import Name
    from interpreter.engine.seats import Seats
    from interpreter.study.report import Report

EXECUTORS = ("auto", "native", "python", "reference")


@click.command(
    "simulate",
    epilog="\b\nExamples:\n  ludwright simulate GAME --games 200\n"
    "  ludwright simulate GAME --players 3 --jobs 2 --json > report.json",
    short_help="play many games and add them up",
)
@click.argument("game")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, metavar="N",
              help="How many are played.")  # fmt: skip
@match_options
@click.option("--player", "seats", multiple=True, metavar="N=WHO", help="Who plays a seat: random, first.")
@seed_option("0")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, metavar="J",
              help="How many threads or processes play; the results do not depend on it.")  # fmt: skip
@click.option("--policy", type=click.Choice(["auto", "move", "stage"]), default="auto", show_default=True,
              help="What is chosen uniformly at random: whole moves, each stage of a move, or (auto) whole "
              f"moves where there are at most {CUT:,}, else stages.")  # fmt: skip
@click.option("--executor", default="auto", show_default=True, metavar="NAME",
              help="What runs the rules: native (compiled C), python (emitted Python), reference, or (auto) "
              "the fastest that is worth it.")  # fmt: skip
@click.option("--check", is_flag=True, help="Judge the invariants of the ruleset at every decision.")
@json_option
@click.pass_context
def command(
    ctx: click.Context, game: str, games: int, players: int | None, options: tuple[str, ...],
    seats: tuple[str, ...], seed: str, jobs: int, policy: Policy, executor: str,
    check: bool, as_json: bool,
) -> int:  # fmt: skip
    """Play many games between players that need nobody at the keyboard, and add up what happened.

    Ctrl-C ends it with the games that are finished so far. With --check the first invariant that does not
    hold ends it with an error: which game, after which move, and the values.
    """
    from interpreter.backends.c.refusals import NoCompiler, Unsupported
    from interpreter.engine.errors import TooManyMoves
    from interpreter.engine.seats import seats_of as named
    from interpreter.front.paint import print_json, show
    from interpreter.front.report_lines import report_lines
    from interpreter.study.simulate import simulate

    _demand_executor(executor, ctx)
    loaded = load_game(game)
    chosen = chosen_options(options)
    program = loaded.program(players, chosen)
    loaded.demand_checks(program)
    actors = seats_of(_bots(seats, named(program)), program.players, lambda _: "random")
    name = _executor(executor, set(actors) == {"random"} and not check, ctx)
    ways_out = {
        NoCompiler: "--executor python needs no compiler",
        Unsupported: "--executor python plays every game",
        TooManyMoves: "--policy auto makes such moves stage by stage",
    }
    with _progress(games) as progress, _as_misuse(ways_out, ctx):
        report: Report = simulate(
            program, games, int(seed) if _is_number(seed) else seed, jobs, policy, actors, progress,
            check=check, executor=name, tell=_tell,
        )  # fmt: skip
    if as_json:
        print_json(report.to_json())
    else:
        show(report_lines(report, loaded.title))
    return INTERRUPTED if report.interrupted else 0


def _demand_executor(name: str, ctx: click.Context) -> None:
    if name not in EXECUTORS:
        near = " or ".join(f"`{one}`" for one in EXECUTORS)
        raise Misuse(f"there is no executor `{name}`", f"it is {near}", ctx)


def _executor(name: str, plays_at_random: bool, ctx: click.Context) -> "Name":
    if name in ("native", "python") and not plays_at_random:
        help_text = "leave --executor away, or --player and --check"
        raise Misuse(f"the executor `{name}` plays at random and checks nothing", help_text, ctx)
    return cast("Name", name)


@contextmanager
def _as_misuse(ways_out: dict[type[Exception], str], ctx: click.Context) -> Iterator[None]:
    """What cannot be done as it was asked for is said as a fault of the command, with a way out."""
    try:
        yield
    except tuple(ways_out) as error:
        raise Misuse(str(error), ways_out[type(error)], ctx) from None


def _tell(why: str) -> None:
    click.echo(f"note: native code cannot play, which is the fastest: {why}", err=True)


def _bots(given: tuple[str, ...], named: "Seats") -> dict[int, str]:
    seats = seated(given, named)
    for seat, name in seats.items():
        if name == HUMAN:
            raise Misuse(f"{named.name(seat)} can't be human in a simulation", "`ludwright play` has humans")
    return seats


def _is_number(seed: str) -> bool:
    return seed.isascii() and seed.isdecimal() and len(seed) <= 20


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on the error output where that is a terminal; nothing elsewhere."""
    from interpreter.front.paint import can_clear

    if not can_clear(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)
