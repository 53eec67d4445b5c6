"""``ludwright doc``."""

from pathlib import Path

import click

from interpreter.front.cli import Misuse
from interpreter.front.match_options import chosen_options, load_game, match_options

FORMATS = ("html", "md")
_ENDINGS = {"": "html", ".html": "html", ".htm": "html", ".md": "md", ".markdown": "md"}


@click.command(
    "doc",
    epilog="\b\nExamples:\n  ludwright doc GAME > rules.html\n"
    "  ludwright doc GAME --format md -o rules.md\n"
    "  ludwright doc GAME --option NAME=VALUE -o rules.html --board board.svg",
    short_help="a rulebook page made from the ruleset",
)
@click.argument("game")
@click.option(
    "--format",
    "form",
    default=None,
    metavar="FORM",
    help="`html` or `md`.  [default: by the ending of --output, else html]",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the page to this file."
)
@click.option(
    "--board",
    type=click.Path(path_type=Path),
    metavar="FILE.svg",
    help="Write a picture of the board to this file; without --output only that.",
)
@click.option("--force", is_flag=True, help="Write over files that are there already.")
@match_options
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    form: str | None,
    output: Path | None,
    board: Path | None,
    force: bool,
    players: int | None,
    options: tuple[str, ...],
) -> None:
    """Write the rules of a game as a page to read: what lies on the table, the set-up, the course of play,
    actions with their conditions and costs, the end, the ranking, options and modules.

    Each paragraph has the numbers of the statements that it encodes, whose text stands at the end. With
    --option the page tells the rules as they are then. The page is one file, without scripts.
    """
    form = _form(ctx, form, output)
    if board is not None and board.suffix.lower() not in {".svg", ""}:
        raise Misuse(f"no picture can be written as `{board.suffix}`", "it is .svg", ctx)
    from interpreter.front.written_file import demand_free, write_file

    for path in (output, board):
        if path is not None:
            demand_free(path, force=force)
    if output is not None and board is not None and output.resolve() == board.resolve():
        raise Misuse("the page and the picture can't be one file", "give `--board` another name", ctx)
    from interpreter.front.rulebook import made_of

    made = made_of(game, load_game(game), players, chosen_options(options))
    if board is not None:
        from interpreter.draw.svg.canvas import standing_alone

        if not made.figures:
            raise Misuse("this game has no board to draw", "leave --board away", ctx)
        pictures = [(one.svg, one.width, one.height) for one in made.figures]
        write_file(board, standing_alone(pictures).encode(), force=force)
    if output is None and board is not None:
        return
    from interpreter.draw.rulebook.book import page_of
    from interpreter.draw.rulebook.html import html_of
    from interpreter.draw.rulebook.markdown import markdown_of

    page = page_of(made)
    text = html_of(page) if form == "html" else markdown_of(page, _beside(board, output))
    if output is None:
        click.echo(text, nl=False)
    else:
        write_file(output, text.encode(), force=force)


def _form(ctx: click.Context, form: str | None, output: Path | None) -> str:
    """The form of the page: what is said, or what the name of the file says."""
    if form is None:
        suffix = output.suffix.lower() if output is not None else ""
        if suffix not in _ENDINGS:
            hint = "it is .html or .md, or say `--format`"
            raise Misuse(f"no page can be written as `{suffix}`", hint, ctx)
        return _ENDINGS[suffix]
    if form not in FORMATS:
        raise Misuse(f"a page can't be written as `{form}`", f"it is one of {', '.join(FORMATS)}", ctx)
    return form


def _beside(board: Path | None, output: Path | None) -> str:
    """The picture as the page names it: only where both are files in one folder."""
    if board is None or output is None or board.parent.resolve() != output.parent.resolve():
        return ""
    from urllib.parse import quote

    return quote(board.name)
