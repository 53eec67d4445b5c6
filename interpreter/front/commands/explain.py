"""``ludwright explain``."""

import sys

import click

from interpreter.front.cli import Misuse


@click.command("explain", epilog="\b\nExample:\n  ludwright explain E402", short_help="the page of a code")
@click.argument("code", metavar="CODE")
@click.pass_context
def command(ctx: click.Context, code: str) -> None:
    """Show what an error code means, with an example and how to mend it."""
    from interpreter.front.paint import has_colour, say

    page = page_of(code.strip().upper(), ctx)
    if not has_colour(sys.stdout):
        say(page.rstrip("\n"))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(page, code_theme="ansi_dark"))


def page_of(code: str, ctx: click.Context | None = None) -> str:
    """The text of a code's page.

    Raises: Misuse for a code that there is not.
    """
    from interpreter import resources
    from interpreter.text.codes import CODES
    from interpreter.text.suggest import nearest

    known = CODES.get(code)
    if known is None:
        near = nearest(code, CODES)
        raise Misuse(f"there is no code `{code}`", f"did you mean `{near}`?" if near else None, ctx)
    try:
        return resources.read_text("docs", "errors", f"{code}.md")
    except FileNotFoundError:
        return f"# {code}: {known.title}\n\nThere is no page on this code yet.\n"
