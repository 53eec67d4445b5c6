"""What commands share that play many games at random."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from interpreter.engine.policy import CUT
from interpreter.front.cli import Misuse

EXECUTORS = ("auto", "native", "python", "reference")

_Command = TypeVar("_Command", bound=Callable[..., Any])


def random_options(command: _Command) -> _Command:
    """Give a command ``--jobs``, ``--policy`` and ``--executor``."""
    jobs = click.option(
        "--jobs", type=click.IntRange(1, 64), default=1, show_default=True, metavar="J",
        help="How many threads or processes play; the results do not depend on it.",
    )  # fmt: skip
    policy = click.option(
        "--policy", type=click.Choice(["auto", "move", "stage"]), default="auto", show_default=True,
        help="What is chosen uniformly at random: whole moves, each stage of a move, or (auto) whole "
        f"moves where there are at most {CUT:,}, else stages.",
    )  # fmt: skip
    executor = click.option(
        "--executor", default="auto", show_default=True, metavar="NAME", callback=_executor,
        help="What runs the rules: native (compiled C), python (emitted Python), reference, or (auto) "
        "the fastest that is worth it.",
    )  # fmt: skip
    return jobs(policy(executor(command)))


def _executor(ctx: click.Context, _: click.Parameter, name: str) -> str:
    """Raises: Misuse for a name that no executor has."""
    if name not in EXECUTORS:
        near = " or ".join(f"`{one}`" for one in EXECUTORS)
        raise Misuse(f"there is no executor `{name}`", f"it is {near}", ctx)
    return name


@contextmanager
def played_as_asked(ctx: click.Context) -> Iterator[None]:
    """What cannot be played as it was asked for is said as a fault of the command, with a way out."""
    from interpreter.backends.c.refusals import NoCompiler, Unsupported
    from interpreter.engine.errors import TooManyMoves

    ways_out: dict[type[Exception], str] = {
        NoCompiler: "--executor python needs no compiler",
        Unsupported: "--executor python plays every game",
        TooManyMoves: "--policy auto makes such moves stage by stage",
    }
    try:
        yield
    except tuple(ways_out) as error:
        raise Misuse(str(error), ways_out[type(error)], ctx) from None


def tell(why: str) -> None:
    """Say why the native executor does not play, where that is because of the machine."""
    click.echo(f"note: native code cannot play, which is the fastest: {why}", err=True)


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], None] | None]:
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
