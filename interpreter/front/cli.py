"""The command ``ludwright``: knows its commands by name and imports one only when it is asked for."""

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

import click

from interpreter.text.suggest import nearest

DEBUG = "LUDWRIGHT_DEBUG"
INTERRUPTED = 130
_EXAMPLES = """\b
Examples:
  ludwright play GAME
  ludwright simulate GAME --games 200
  ludwright validate rulesets/GAME"""


class Entry(NamedTuple):
    """Where a command is and what it does, known without importing it."""

    module: str
    does: str


COMMANDS = {
    "list": Entry("list_games", "the games that come with ludwright"),
    "new": Entry("new", "begin a game or a variant"),
    "validate": Entry("validate", "say everything that is wrong with rulesets"),
    "fmt": Entry("fmt", "lay the files of rulesets out"),
    "watch": Entry("watch", "validate and test a ruleset on each save"),
    "info": Entry("info", "what a game is made of"),
    "play": Entry("play", "play a match at the terminal"),
    "simulate": Entry("simulate", "play many games and add them up"),
    "replay": Entry("replay", "verify a record move by move"),
    "test": Entry("run_tests", "run the scenarios and records of a ruleset"),
    "check": Entry("check_game", "whether a game can be played as it is meant"),
    "perft": Entry("perft", "count sequences of moves"),
    "why": Entry("why", "say why a move is legal or not, and whence a value comes"),
    "trace": Entry("trace", "tell a match step by step, with reasons"),
    "cover": Entry("cover", "what of the document is encoded and tested"),
    "diff": Entry("diff", "what differs between two rulesets, in rules and in play"),
    "doc": Entry("doc", "a rulebook page made from the ruleset"),
    "explain": Entry("explain", "the page of an error code"),
    "bench": Entry("bench", "measure how fast things are"),
    "lsp": Entry("lsp", "the language server for editors"),
    "schema": Entry("schema", "the JSON Schemas of the files of a game"),
    "compile": Entry("compile_game", "the core program of a game"),
}


class Commands(click.Group):
    """The group: ends with an exit code, and never with a traceback for a person's mistake."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order in which they are shown."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name, imported now; none where there is no such command."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command = import_module(f"interpreter.front.commands.{entry.module}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; an unknown one is refused with the nearest name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = nearest(args[0], COMMANDS)
            hint = f"did you mean `{near}`?" if near else f"the commands are {', '.join(COMMANDS)}"
            raise Misuse(f"there is no command `{args[0]}`", hint, ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.does) for name, entry in COMMANDS.items()])

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None,
        complete_var: str | None = None, standalone_mode: bool = True, **extra: Any,
    ) -> Any:  # fmt: skip
        """Run a command and leave with its exit code."""
        sys.exit(self._run(args, prog_name, extra))

    def _run(self, args: Sequence[str] | None, prog_name: str | None, extra: dict[str, Any]) -> int:
        _write_anything()
        as_json = _asks_for_json(sys.argv[1:] if args is None else args)
        try:
            extra["standalone_mode"] = False
            code = super().main(args, prog_name or "ludwright", **extra)
            sys.stdout.flush()
        except click.UsageError as error:
            return _refuse_usage(error, as_json=as_json)
        except (click.Abort, KeyboardInterrupt):
            return INTERRUPTED
        except click.exceptions.Exit as left:
            return left.exit_code
        except OSError as error:
            if error.errno != errno.EPIPE:
                return _fail(error, as_json=as_json)
            # Whoever read our output has gone; the interpreter must not write to it when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        except Exception as error:  # the last place where a fault becomes a line instead of a traceback
            return _fail(error, as_json=as_json)
        return code if isinstance(code, int) else 0


class Misuse(click.UsageError):
    """A command line that cannot be meant, with a hint what could be."""

    def __init__(self, message: str, hint: str | None = None, ctx: click.Context | None = None) -> None:
        super().__init__(message, ctx)
        self.hint = hint


def _write_anything() -> None:
    """Characters that the terminal cannot show are replaced instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _asks_for_json(args: Sequence[str]) -> bool:
    """Whether a command line asks for one JSON document: then a failure is one, too."""
    options = args[: args.index("--")] if "--" in args else args
    return "--json" in options


def _refuse_usage(error: click.UsageError, *, as_json: bool) -> int:
    """Say what is wrong with the command line, in the form of all our messages."""
    from interpreter.front.failing import print_failure, usage_lines

    if as_json and not (isinstance(error, click.NoSuchOption) and error.option_name == "--json"):
        print_failure(usage_lines(error))
        return 2
    for line in usage_lines(error):
        click.echo(line, err=True)
    return 2


def _fail(error: Exception, *, as_json: bool) -> int:
    from interpreter.front.failing import failed

    return failed(error, debug=bool(os.environ.get(DEBUG)), as_json=as_json)


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from interpreter import __version__

        click.echo(f"ludwright {__version__}")
        ctx.exit()


@click.group(
    "ludwright",
    cls=Commands,
    epilog=_EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Tabletop games whose rules are data: check them, play them, and play them many times over.",
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Say the version."
)
def cli() -> None:
    """The group itself does nothing."""


def main() -> None:
    """The entry point of the command."""
    cli.main()
