"""``ludwright lsp``."""

import sys
from typing import BinaryIO

import click

from interpreter.front.cli import Misuse
from interpreter.front.match_options import SecondsRange

_MISSING = "the language server needs pygls, which is not installed"
_INSTALL = "`pip install 'ludwright[lsp]'` installs it"


@click.command(
    "lsp",
    epilog="\b\nExamples:\n  ludwright lsp\n  ludwright lsp --pause 0.5 --log ludwright-lsp.log",
    short_help="the language server for editors",
)
@click.option(
    "--pause", type=SecondsRange(0, 10), metavar="SECONDS", default=None,
    help="How long nothing must be typed before the texts are checked.  [default: 0.25]",
)  # fmt: skip
@click.option(
    "--log", type=click.Path(dir_okay=False), metavar="FILE", help="Write what goes wrong to a file."
)
@click.option(
    "--stdio", is_flag=True, help="Speak over standard input and output; this is what it always does."
)
@click.pass_context
def command(ctx: click.Context, pause: float | None, log: str | None, stdio: bool) -> int:
    """Serve an editor over standard input and output, by the Language Server Protocol.

    An editor starts this by itself: docs/editors tells how. It shows what is wrong in rulesets, modules,
    variants, data files, documents, pictures and scenarios while they are typed, and answers what a name
    means, what may be written, where something is declared and used; it renames and lays out.
    """
    from interpreter.front.failing import WRONG

    try:
        from interpreter.front.editor.server import PAUSE, make_server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in {
            "pygls",
            "lsprotocol",
            "attrs",
            "cattrs",
        }:
            raise
        raise Misuse(_MISSING, _INSTALL, ctx) from None
    if sys.stdin.isatty():
        raise Misuse(
            "an editor speaks to this command, nobody types", "docs/editors tells how to set one up", ctx
        )
    _log_to(ctx, log)
    sys.setswitchinterval(0.001)  # an editor's questions do not wait long for the thread that checks
    server = make_server(PAUSE if pause is None else pause)
    server.start_io(sys.stdin.buffer, _protocol_stream())
    return 0 if server.was_shut_down else WRONG


def _protocol_stream() -> BinaryIO:
    """Standard output for the protocol alone: whatever else is printed goes to the error output."""
    import os

    stream = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return stream


def _log_to(ctx: click.Context, name: str | None) -> None:
    """Write warnings and errors to a file, or nowhere: standard output belongs to the protocol.

    Raises: Misuse for a file that can't be written.
    """
    import logging

    try:
        handler: logging.Handler = (
            logging.NullHandler() if name is None else logging.FileHandler(name, encoding="utf-8")
        )
    except OSError as error:
        why = (error.strerror or "no more is known").lower()
        raise Misuse(f"`{name}` can't be written: {why}", "name another file", ctx) from None
    from interpreter.front.editor.server import is_fault

    handler.addFilter(is_fault)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
