"""Lines that somebody types, or that come through a pipe."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

import click

from interpreter.front.paint import can_clear, is_terminal, room

_TALL = 200
"""Lines that scroll away what stands on a terminal of any height."""

Completer = Callable[[str], Sequence[str]]
"""The whole lines that a line may be completed to."""


class Keyboard:
    """Asks for lines; shows what came through a pipe, so that the output reads like a session."""

    def __init__(self) -> None:
        self.is_live = is_terminal(sys.stdin)
        self.completer: Completer = lambda _: ()
        if self.is_live:
            _give_editor(self)
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")

    def ask(self, prompt: str) -> str | None:
        """The next line without blanks around it; None where the input has ended."""
        sys.stdout.flush()
        if self.is_live:
            try:
                return input(prompt).strip()
            except EOFError:
                click.echo()
                return None
        line = sys.stdin.readline()
        if not line:
            return None
        click.echo(prompt + line.rstrip("\r\n"))
        return line.strip()

    def hide(self) -> None:
        """Hide what the last player saw and typed, and forget what was typed ahead."""
        if can_clear(sys.stdout):
            click.echo("\033[2J\033[3J\033[H", nl=False)
        else:
            click.echo("\n" * max(_TALL, room()[1]))
        sys.stdout.flush()
        _forget_lines()
        _forget_typed_ahead()


def _forget_lines() -> None:
    """Lines of one player can't be fetched back by the next one."""
    try:
        import readline
    except ImportError:
        return
    readline.clear_history()


def _forget_typed_ahead() -> None:
    """What was typed before a screen was hidden must not open it."""
    try:
        import termios
    except ImportError:
        return
    # Not every terminal of every system can do that; then what was typed ahead is read.
    with suppress(OSError, ValueError, termios.error):
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _give_editor(keyboard: Keyboard) -> None:
    """Give the line an editor with history and completion, where the system has one."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        line = readline.get_line_buffer()
        start = line[: readline.get_begidx()]
        fitting = sorted({one[len(start) :] for one in keyboard.completer(line) if one.startswith(line)})
        return fitting[state] if state < len(fitting) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
