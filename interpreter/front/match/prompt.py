"""Words that can be typed at any prompt of a match: look, save, take back, leave."""

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.draw.ink import BOLD, Line, aligned, line
from interpreter.front.paint import say, show
from interpreter.record.errors import RecordError
from interpreter.text.quote import quote
from interpreter.text.suggest import nearest

if TYPE_CHECKING:
    from interpreter.front.match.session import Session

Word = Callable[[str], None]
"""What a word does with the text behind it."""


class Left(Exception):  # noqa: N818 - somebody leaves, which is no fault
    """The match is left before its end, or its input has ended."""


class Prompt:
    """Asks for lines and does what their words say until it is done."""

    def __init__(self, session: "Session", viewer: int | None) -> None:
        self.session = session
        self.viewer = viewer
        self.is_done = False
        self.is_hidden = False  # whether the screen shows nothing that only one player may know
        self.open_words = {"undo", "save"}
        self.words: dict[str, tuple[Word, str]] = {
            "board": (lambda _: session.screen.board(viewer), "the whole position"),
            "map": (lambda _: session.screen.map(viewer), "the map alone"),
            "log": (lambda _: session.screen.log(viewer), "what has happened"),
            "undo": (self._undo, "undo [N]: take the last move back, or the last N"),
            "save": (self._save, "save [FILE]: keep the match in a file"),
            "quit": (self._quit, "leave the match"),
        }

    def ask_until_done(self, prompt: Callable[[], str]) -> None:
        """Ask for lines until one of them ends the asking.

        Raises: Left at the end of the input, or for `quit`.
        """
        while not self.is_done:
            text = self.session.keyboard.ask(prompt())
            if text is None:
                raise Left
            self.hear(text)

    def hear(self, text: str) -> None:
        """Do what a line says; a leading colon makes its first word one of ours in any case."""
        bare = text.removeprefix(":").strip()
        first, _, rest = bare.partition(" ")
        word = self.words.get(first)
        if word is not None and (text.startswith(":") or not self.is_taken(first)):
            if rest.strip() and first not in self.open_words:
                say(f"`{first}` stands alone, found {quote(rest.strip())} behind it")
            else:
                word[0](rest.strip())
        else:
            self.other(text)

    def is_taken(self, word: str) -> bool:
        """Whether a word means something else here."""
        return False

    def other(self, text: str) -> None:
        """What a line does whose first word is none of ours."""
        near = nearest(text.partition(" ")[0], self.known())
        hint = f"did you mean `{near}`?" if near else "`?` shows what can be typed"
        say(f"{quote(text)} is no word here; {hint}")

    def known(self) -> list[str]:
        """The words that a line may begin with."""
        return list(self.words)

    def help(self, notes: Mapping[str, str]) -> None:
        """Show what can be typed."""
        rows: list[list[Line]] = [[((name, BOLD),), line(does)] for name, does in notes.items()]
        rows += [[((name, BOLD),), line(does)] for name, (_, does) in self.words.items()]
        show(aligned(rows))

    # -- words -----------------------------------------------------------------------------------------

    def _undo(self, text: str) -> None:
        count = int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0
        if text and count < 1:
            say(f"`undo` takes back one move, `undo 3` three; found {quote(text)}")
            return
        why_not = self.session.undo(count or 1, is_hidden=self.is_hidden)
        if why_not is not None:
            say(why_not)
            return
        say("taken back")
        self.is_done = True

    def _save(self, name: str) -> None:
        try:
            name = _unquoted(name)
            path = self.session.keeper.save(Path(name).expanduser() if name else None)
        except (RecordError, RuntimeError) as error:
            say(f"not saved: {error}")
            return
        say(f"saved as {path}; go on later with `--resume {shlex.quote(str(path))}`")

    def _quit(self, _: str) -> None:
        raise Left


def _unquoted(name: str) -> str:
    """A name without the quotes around it, as a shell would take it."""
    if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'":
        return name[1:-1]
    return name
