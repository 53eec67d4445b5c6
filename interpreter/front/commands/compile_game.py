"""``ludwright compile``."""

from pathlib import Path

import click

from interpreter.front.cli import Misuse
from interpreter.front.match_options import chosen_options, load_game, match_options


@click.command(
    "compile",
    epilog="\b\nExample:\n  ludwright compile GAME --emit ir -o GAME.ir",
    short_help="the core program of a game",
)
@click.argument("game")
@click.option("--emit", default="ir", show_default=True, metavar="FORM", help="What to write: `ir`.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
@match_options
@click.pass_context
def command(
    ctx: click.Context, game: str, emit: str, output: Path | None, players: int | None,
    options: tuple[str, ...],
) -> None:  # fmt: skip
    """Write the core program that a game is lowered to, for one number of players and set of options.

    Its text is canonical: the ruleset's digest is made from it.
    """
    from interpreter.core.text import print_program

    if emit != "ir":
        raise Misuse(f"`{emit}` can't be written, only `ir`", "native code comes with a later version", ctx)
    program = load_game(game).program(players, chosen_options(options))
    text = print_program(program)
    if output is None:
        click.echo(text.rstrip("\n"))
    else:
        output.write_text(text, "utf-8")
