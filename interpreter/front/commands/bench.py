"""``ludwright bench``."""

from typing import TYPE_CHECKING

import click

from interpreter.draw.ink import DIM, Line, aligned, line
from interpreter.front.match_options import chosen_options, json_option, load_game, match_options

if TYPE_CHECKING:
    from interpreter.study.bench import Speed


@click.command(
    "bench", epilog="\b\nExample:\n  ludwright bench GAME OTHER-GAME", short_help="how fast things are"
)
@click.argument("games", nargs=-1, metavar="[GAME]...")
@match_options
@click.option("--rounds", type=click.IntRange(1, 100), default=3, show_default=True, metavar="N",
              help="The best of so many rounds of a second counts.")  # fmt: skip
@json_option
def command(
    games: tuple[str, ...], players: int | None, options: tuple[str, ...], rounds: int, as_json: bool
) -> None:
    """Measure loading, and playouts on one core by each executor; without GAME, of all shipped games."""
    from interpreter.api.files import shipped
    from interpreter.front.paint import print_json, show
    from interpreter.study.bench import bench_all, help_seconds

    names = games or shipped()
    programs = {name: load_game(name).program(players, chosen_options(options)) for name in names}
    helping = help_seconds(rounds)
    speeds = [one for name, program in programs.items() for one in bench_all(program, name, rounds)]
    if as_json:
        print_json({"help": helping, "games": [one.to_json() for one in speeds]})
        return
    words = ("game", "executor", "players", "load", "from cache", "playouts a second")
    heads: list[Line] = [((word, DIM),) for word in words]
    show(aligned([heads, *map(_row, speeds)], numbers_from=2))
    show([(), line(f"the help is printed in {_seconds(helping)}")])


def _row(speed: "Speed") -> list[Line]:
    return [
        line(speed.game), line(speed.executor), line(str(speed.players)), line(_seconds(speed.load_cold)),
        line(_seconds(speed.load_cached)), line(f"{speed.playouts_per_second:,.0f}"),
    ]  # fmt: skip


def _seconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{1000 * seconds:,.0f} ms"
