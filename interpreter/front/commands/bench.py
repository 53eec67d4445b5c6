"""``ludwright bench``."""

import sys
from typing import TYPE_CHECKING

import click

from interpreter.draw.ink import line
from interpreter.front.cli import Misuse
from interpreter.front.match_options import chosen_options, json_option, load_game, match_options
from interpreter.front.paint import is_terminal
from interpreter.text.suggest import nearest

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.engine.policy import Policy
    from interpreter.front.bench_lines import Row
    from interpreter.study.bench import Speed
    from interpreter.study.peers.figures import Comparison
    from interpreter.study.peers.table import Pairing

_SECONDS, _QUICK = 1.0, 0.2
"""How long a round takes each, usually and with ``--quick``."""

_GIVEN_BY_TABLE = ("players", "options", "executors", "policy")


@click.command(
    "bench",
    epilog="\b\nExamples:\n  ludwright bench GAME OTHER-GAME\n"
    "  ludwright bench GAME --executor native --policy stage\n"
    "  ludwright bench --peers --markdown",
    short_help="how fast things are",
)
@click.argument("games", nargs=-1, metavar="[GAME]...")
@match_options
@click.option("--executor", "executors", multiple=True, metavar="NAME",
              help="Measure this executor; may be repeated.  [default: all that work here]")  # fmt: skip
@click.option("--policy", type=click.Choice(["auto", "move", "stage"]), default="auto", show_default=True,
              help="Chosen uniformly: whole moves, stages, or moves where they are few.")  # fmt: skip
@click.option("--peers", is_flag=True,
              help="Compare native code with hand-written C and other systems.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1, 100), default=3, show_default=True, metavar="N",
              help="Rounds of a second: the best counts, with --peers their median.")  # fmt: skip
@click.option("--quick", is_flag=True, help="Rounds of a fifth of a second: less exact.")
@click.option("--markdown", is_flag=True, help="Print the table for a page.")
@json_option
@click.pass_context
def command(
    ctx: click.Context, games: tuple[str, ...], players: int | None, options: tuple[str, ...],
    executors: tuple[str, ...], policy: "Policy", peers: bool, rounds: int, quick: bool,
    markdown: bool, as_json: bool,
) -> None:  # fmt: skip
    """Measure loading and random playouts on one core; without GAME, of all shipped games.

    With --peers native code, a program of the same game written by hand in C, and OpenSpiel, Pgx and Ludax
    where they are installed, play in turns; what counts is how many times as fast one is as another in the
    same round.
    """
    if markdown and as_json:
        raise Misuse("`--json` prints no Markdown", "leave one of `--json` and `--markdown` away", ctx)
    seconds = _QUICK if quick else _SECONDS
    if peers:
        _refuse_given(ctx)
        _print_peers(games, rounds, seconds, markdown, as_json, ctx)
        return
    _demand_executors(executors, ctx)
    speeds = _speeds(games, players, options, executors, policy, rounds, seconds, ctx)
    _print_speeds(speeds, rounds, markdown, as_json)


# ---------------------------------------------------------------------------------------------
# Executors


def _demand_executors(names: tuple[str, ...], ctx: click.Context) -> None:
    from interpreter.study.executors import EXECUTORS

    for name in names:
        if name not in EXECUTORS:
            near = " or ".join(f"`{one}`" for one in EXECUTORS)
            raise Misuse(f"there is no executor `{name}`", f"it is {near}", ctx)


def _speeds(
    games: tuple[str, ...], players: int | None, options: tuple[str, ...], executors: tuple[str, ...],
    policy: "Policy", rounds: int, seconds: float, ctx: click.Context,
) -> "list[Speed]":  # fmt: skip
    from interpreter.api.files import shipped
    from interpreter.study.bench import Match, bench, made
    from interpreter.study.executors import EXECUTORS
    from interpreter.study.machine import one_core

    chosen, found, told = chosen_options(options), [], set()
    programs = {name: load_game(name).program(players, chosen) for name in games or shipped()}
    for name, program in programs.items():
        _tell_what_is_measured(name)
        ready, refused = made(program, tuple(dict.fromkeys(executors)) or tuple(EXECUTORS))
        for executor, why in refused.items():
            if executor in executors:
                raise Misuse(why, "--executor reference needs no compiler", ctx)
            told.add(f"note: {executor} is left out: {why}")
        with one_core():
            match = Match(name, players, tuple(chosen.items()), policy)
            found += bench(program, match, ready, rounds, seconds)
    for note in sorted(told):
        click.echo(note, err=True)
    return found


def _print_speeds(speeds: "list[Speed]", rounds: int, markdown: bool, as_json: bool) -> None:
    from interpreter.front.bench_lines import milliseconds, speed_table
    from interpreter.front.paint import print_json
    from interpreter.study.bench import help_seconds

    helping = help_seconds(rounds)
    if as_json:
        print_json({"help": helping, "games": [one.to_json() for one in speeds]})
        return
    said = f"the help is printed in {milliseconds(helping)}"
    _print_table(speed_table(speeds), 2, [said], markdown)


# ---------------------------------------------------------------------------------------------
# Peers


def _refuse_given(ctx: click.Context) -> None:
    for name in _GIVEN_BY_TABLE:
        if ctx.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE:
            shown = {"options": "option", "executors": "executor"}.get(name, name)
            raise Misuse(
                f"`--{shown}` does not go with `--peers`", "the table of peers says what is played", ctx
            )


def _print_peers(
    games: tuple[str, ...], rounds: int, seconds: float, markdown: bool, as_json: bool, ctx: click.Context
) -> None:
    from interpreter.backends.c.refusals import NoCompiler
    from interpreter.front.bench_lines import peer_notes, peer_table
    from interpreter.front.paint import print_json
    from interpreter.study.machine import load_average, machine, machine_line
    from interpreter.study.peers.compare import versions

    pairings = _pairings(games, ctx)
    about = machine()
    try:
        found = _compared(pairings, rounds, seconds)
    except NoCompiler as error:
        raise Misuse(
            str(error), "`ludwright bench` without `--peers` measures what works here", ctx
        ) from None
    about["load_average_after"] = load_average()
    if as_json:
        print_json({
            "machine": about, "versions": versions(), "rounds": rounds, "seconds": seconds,
            "games": [one.to_json() for one in found],
        })  # fmt: skip
        return
    said = f"{machine_line(about)}; median of {rounds} rounds of {seconds:g} s"
    others = [f"{name} {number}" for name, number in versions().items()]
    if others:
        said += f"; {', '.join(others)}"
    _print_table(peer_table(found), 1, [said, *peer_notes(found)], markdown)


def _pairings(games: tuple[str, ...], ctx: click.Context) -> "list[Pairing]":
    from interpreter.study.peers.table import TableError, read_table, table_file

    path: Path | None = table_file()
    if path is None:
        hint = "clone the repository, install it with `pip install -e .`, and run the command again"
        raise Misuse(
            "the limit programs and the table of peers lie in a checkout, and there is none here", hint, ctx
        )
    try:
        table = read_table(path)
    except TableError as error:
        raise Misuse(str(error), f"it is in {path}", ctx) from None
    for name in games:
        if name not in table:
            near = nearest(name, table)
            hint = f"did you mean `{near}`?" if near else f"it is one of {', '.join(table)}"
            raise Misuse(f"the table of peers has no `{name}`", hint, ctx)
    return [table[name] for name in dict.fromkeys(games or table)]


def _compared(pairings: "list[Pairing]", rounds: int, seconds: float) -> "list[Comparison]":
    import tempfile
    from pathlib import Path

    from interpreter.study.machine import one_core
    from interpreter.study.peers.compare import compare

    found = []
    with one_core(), tempfile.TemporaryDirectory(prefix="ludwright-limit-") as folder:
        for pairing in pairings:
            _tell_what_is_measured(pairing.game)
            program = load_game(pairing.game).program(pairing.players, pairing.options)
            found.append(compare(pairing, program, Path(folder), rounds, seconds))
    return found


def _tell_what_is_measured(game: str) -> None:
    """A line on the error output for whoever waits at a terminal."""
    if is_terminal(sys.stderr):
        click.echo(f"measuring {game} …", err=True)


def _print_table(table: "list[Row]", numbers_from: int, notes: list[str], markdown: bool) -> None:
    from interpreter.front.bench_lines import lines_of, markdown_of
    from interpreter.front.paint import say, show

    if markdown:
        say(
            "\n".join(
                [
                    *markdown_of(table, numbers_from),
                    "",
                    *[f"- {note}" for note in notes],
                ]
            )
        )
        return
    show([*lines_of(table, numbers_from), (), *map(line, notes)])
