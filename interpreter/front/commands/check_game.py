"""``ludwright check``."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from interpreter.front.cli import INTERRUPTED, Misuse
from interpreter.front.match_options import (
    SecondsRange,
    chosen_options,
    game_options,
    json_option,
    load_game,
    players_option,
    seed_option,
)
from interpreter.text.suggest import nearest

if TYPE_CHECKING:
    from interpreter.backends.choosing import Name
    from interpreter.study.playability.finding import Finding
    from interpreter.study.playability.search import Progress, Search

_LONGEST = 86_400


@click.command(
    "check",
    epilog="\b\nExamples:\n  ludwright check GAME\n"
    "  ludwright check my-game --games 10000 --jobs 2 --records shown\n"
    "  ludwright check GAME --all-options --budget 600 --json > report.json",
    short_help="whether a game can be played as it is meant",
)
@click.argument("game")
@players_option("Only so many play.  [default: every number is tried]")
@game_options
@click.option("--all-options", is_flag=True, help="Try each value of each option once.")
@click.option("--games", type=click.IntRange(1, 100_000_000), default=1000, show_default=True, metavar="N",
              help="Games that are played, shared by all numbers of players and options.")  # fmt: skip
@click.option("--positions", type=click.IntRange(0, 5_000_000), default=20_000, show_default=True,
              metavar="N", help="Look at all positions if there are no more than N; 0: never.")  # fmt: skip
@click.option("--budget", type=SecondsRange(0, _LONGEST, min_open=True), default=300, show_default=True,
              metavar="SECONDS", help="End after so long, with what was found.")  # fmt: skip
@seed_option("0")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, metavar="J",
              help="How many processes work; the findings do not depend on it.")  # fmt: skip
@click.option("--executor", type=click.Choice(["auto", "native", "python", "reference"]), default="auto",
              show_default=True, help="What plays the games that are not looked into.")  # fmt: skip
@click.option("--only", multiple=True, metavar="NAME", help="Findings of this name; may be repeated.")
@click.option("--records", "folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Write the matches that show the findings here: a new or empty folder.")  # fmt: skip
@json_option
@click.pass_context
def command(
    ctx: click.Context, game: str, players: int | None, options: tuple[str, ...], all_options: bool,
    games: int, positions: int, budget: float, seed: str, jobs: int, executor: str, only: tuple[str, ...],
    folder: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Search for what makes a game hard or impossible to play: decisions at which nothing is legal, play
    without end, actions, rules, ends and values never seen, players who never win, bounds that nothing comes
    near, things that get lost.

    Where there are few positions all of them are looked at, and what is found is certain. Elsewhere games are
    played at random, and some by a player that prefers what is rare: that shows what can happen, and never
    what cannot. Which of the two it was is said, with its budget. All numbers of players are tried unless one
    is named. The exit code is 1 where there is a finding that is more than a note.
    """
    from interpreter.front.check_lines import check_lines
    from interpreter.front.paint import print_json, show_folded
    from interpreter.study.playability.judge import judge
    from interpreter.study.playability.report import to_json
    from interpreter.study.playability.search import Plan, search
    from interpreter.study.playability.settings import settings_of

    _demand_names(only, ctx)
    if folder is not None:
        _demand_empty(folder, ctx)
    loaded = load_game(game)
    settings, notes = settings_of(loaded, players, chosen_options(options), all_options)
    if loaded.options and not all_options:
        notes = (*notes, "the options are as they are chosen: `--all-options` tries each value of each")
    number = int(seed) if seed.isascii() and seed.isdecimal() and len(seed) <= 20 else seed
    plan = Plan(games, number, jobs, positions, budget, cast("Name", executor))
    with _progress() as progress, _executor_as_misuse(ctx):
        found = search(loaded, settings, notes, plan, progress, _tell)
    findings = tuple(one for one in judge(found) if not only or one.name in only)
    records = _written(found, findings, folder) if folder is not None else {}
    if as_json:
        print_json(to_json(found, findings, records))
    else:
        show_folded(check_lines(found, findings, records, loaded.title))
    if found.interrupted:
        return INTERRUPTED
    return int(any(one.weighs for one in findings))


def _demand_names(only: tuple[str, ...], ctx: click.Context) -> None:
    from interpreter.study.playability.finding import MEANINGS

    for name in only:
        if name not in MEANINGS:
            near = nearest(name, MEANINGS)
            hint = f"did you mean `{near}`?" if near else f"it is one of {', '.join(MEANINGS)}"
            raise Misuse(f"there is no finding `{name}`", hint, ctx)


def _demand_empty(folder: Path, ctx: click.Context) -> None:
    if folder.is_dir() and any(folder.iterdir()):
        raise Misuse(f"the folder `{folder}` is not empty", "name a new one: no record is written over", ctx)


@contextmanager
def _executor_as_misuse(ctx: click.Context) -> Iterator[None]:
    from interpreter.backends.c.refusals import NoCompiler, Unsupported

    try:
        yield
    except (NoCompiler, Unsupported) as error:
        raise Misuse(str(error), "--executor python needs no compiler", ctx) from None


def _tell(why: str) -> None:
    click.echo(f"note: native code cannot play, which is the fastest: {why}", err=True)


def _written(found: "Search", findings: "tuple[Finding, ...]", folder: Path) -> dict[int, str]:
    """Write what shows the findings; the file of each, by its number."""
    from interpreter.record.save import write
    from interpreter.study.playability.trace import record_from

    folder.mkdir(parents=True, exist_ok=True)
    files: dict[int, str] = {}
    for number, one in enumerate(findings):
        if one.shown is None:
            continue
        setting = found.looked[one.shown.setting].setting
        engine = found.game.engine(setting.players, dict(setting.options))
        record = record_from(engine, one.shown.trace)
        if record is not None:
            path = folder / f"{number + 1:02}-{one.name}.json"
            write(path, record)
            files[number] = str(path)
    return files


@contextmanager
def _progress() -> "Iterator[Progress | None]":
    """A line on the error output where that is a terminal; nothing elsewhere."""
    from interpreter.front.paint import can_clear

    if not can_clear(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def tell(what: str, done: int, of: int) -> None:
            bar.update(task, description=what, completed=done, total=of)

        yield tell
