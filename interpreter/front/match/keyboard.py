"""Lines that somebody types, or that come through a pipe."""

import sys
from collections.abc import Callable, Sequence

import click

from interpreter.front.paint import can_clear, is_terminal, room

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

    def hand_over(self, player: str) -> bool:
        """Hide what the last player saw until the next one sits there; false where the input has ended.

        Through a pipe nobody looks, so nothing is asked.
        """
        if not self.is_live:
            return True
        if can_clear(sys.stdout):
            click.echo("\033[2J\033[3J\033[H", nl=False)
        else:
            click.echo("\n" * room()[1])
        return self.ask(f"{player}, press Enter ") is not None


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
