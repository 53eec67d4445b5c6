"""``ludwright simulate``."""

from typing import TYPE_CHECKING, cast

import click

from interpreter.engine.policy import Policy
from interpreter.front.cli import INTERRUPTED, Misuse
from interpreter.front.many_games import played_as_asked, progress, random_options, tell
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
@random_options
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
    from interpreter.engine.seats import seats_of as named
    from interpreter.front.paint import print_json, show
    from interpreter.front.report_lines import report_lines
    from interpreter.study.simulate import simulate

    loaded = load_game(game)
    chosen = chosen_options(options)
    program = loaded.program(players, chosen)
    loaded.demand_checks(program)
    actors = seats_of(_bots(seats, named(program)), program.players, lambda _: "random")
    name = _executor(executor, set(actors) == {"random"} and not check, ctx)
    with progress(games) as done, played_as_asked(ctx):
        report: Report = simulate(
            program, games, int(seed) if _is_number(seed) else seed, jobs, policy, actors, done,
            check=check, executor=name, tell=tell,
        )  # fmt: skip
    if as_json:
        print_json(report.to_json())
    else:
        show(report_lines(report, loaded.title))
    return INTERRUPTED if report.interrupted else 0


def _executor(name: str, plays_at_random: bool, ctx: click.Context) -> "Name":
    if name in ("native", "python") and not plays_at_random:
        help_text = "leave --executor away, or --player and --check"
        raise Misuse(f"the executor `{name}` plays at random and checks nothing", help_text, ctx)
    return cast("Name", name)


def _bots(given: tuple[str, ...], named: "Seats") -> dict[int, str]:
    seats = seated(given, named)
    for seat, name in seats.items():
        if name == HUMAN:
            raise Misuse(f"{named.name(seat)} can't be human in a simulation", "`ludwright play` has humans")
    return seats


def _is_number(seed: str) -> bool:
    return seed.isascii() and seed.isdecimal() and len(seed) <= 20
