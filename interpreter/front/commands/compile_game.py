"""``ludwright compile``."""

from pathlib import Path

import click

from interpreter.backends.c.library import library_bytes
from interpreter.backends.c.refusals import NoCompiler, Unsupported
from interpreter.backends.c.source import c_source
from interpreter.core.ir import Program
from interpreter.core.text import print_program
from interpreter.front.cli import Misuse
from interpreter.front.match_options import chosen_options, load_game, match_options
from interpreter.front.written_file import write_file

FORMS = ("ir", "c", "so")


@click.command(
    "compile",
    epilog="\b\nExample:\n  ludwright compile GAME --emit ir -o GAME.ir",
    short_help="the core program of a game",
)
@click.argument("game")
@click.option("--emit", default="ir", show_default=True, metavar="FORM",
              help="What to write: `ir`, `c` or `so`.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
@match_options
@click.pass_context
def command(
    ctx: click.Context, game: str, emit: str, output: Path | None, players: int | None,
    options: tuple[str, ...],
) -> None:  # fmt: skip
    """Write the core program that a game is lowered to, for one number of players and set of options.

    Its text is canonical: the ruleset's digest is made from it. With `c` the C text of native code is
    written, with `so` the library that the machine's compiler makes of that (needs -o).
    """
    if emit not in FORMS:
        raise Misuse(f"`{emit}` can't be written", f"it is one of {', '.join(FORMS)}", ctx)
    if emit == "so" and output is None:
        raise Misuse("a library can't be printed", "say where it goes: -o FILE", ctx)
    program = load_game(game).program(players, chosen_options(options))
    try:
        data = _written(program, emit)
    except (NoCompiler, Unsupported) as error:
        raise Misuse(str(error), "`ir` can always be written", ctx) from None
    if output is None:
        click.echo(data.decode().rstrip("\n"))
    else:
        write_file(output, data, force=True)


def _written(program: Program, emit: str) -> bytes:
    if emit == "ir":
        return print_program(program).encode()
    text = c_source(program)
    return text.encode() if emit == "c" else library_bytes(text)
