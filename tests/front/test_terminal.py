"""What only a real terminal shows: hand-over, colours, interrupts, the end of the input."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.front.conftest import RULESETS, Started, environment

pty = pytest.importorskip("pty")
POTS = str(RULESETS / "pots.yaml")


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, cache: Path, *words: str, **env: str) -> None:
        here, there = pty.openpty()
        self._here = here
        self.text = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "interpreter", *words], stdin=there, stdout=there, stderr=there,
            env=environment(cache, {"TERM": "xterm-256color", **env}), start_new_session=True,
        )  # fmt: skip
        os.close(there)

    def until(self, wanted: str, seconds: float = 30) -> str:
        """What is printed up to a text."""
        end = time.monotonic() + seconds
        while wanted not in self.text:
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"{wanted!r} never came, only {self.text!r}")
        before, _, self.text = self.text.partition(wanted)
        return before + wanted

    def type(self, text: str) -> None:
        os.write(self._here, text.encode())

    def interrupt(self) -> None:
        time.sleep(1)  # readline loses a signal that comes between its prompt and its waiting
        os.killpg(self.process.pid, signal.SIGINT)

    def rest(self) -> str:
        """All that is still printed until the command has ended."""
        end = time.monotonic() + 30
        while self._read(end - time.monotonic()):
            pass
        self.process.wait(timeout=10)
        return self.text

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._here)

    def _read(self, seconds: float) -> bool:
        if seconds <= 0 or not select.select([self._here], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._here, 65536)
        except OSError:  # the other end is closed
            return False
        self.text += data.decode("utf-8", "replace")
        return bool(data)


@pytest.fixture
def terminals(cache: Path) -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.close()


def _open(terminals: list[Terminal], cache: Path, *words: str, **env: str) -> Terminal:
    terminals.append(Terminal(cache, *words, **env))
    return terminals[-1]


def test_the_keyboard_is_handed_over_behind_an_empty_screen(terminals: list[Terminal], cache: Path) -> None:
    one = _open(terminals, cache, "play", POTS, "--players", "2", "--player", "2=human", "--seed", "2")
    assert one.until("P1, press Enter ").endswith("\x1b[2J\x1b[3J\x1b[Hhand over to P1, press Enter ")
    one.type("\n")
    one.until("P1> ")
    one.type("put tea 1\n")
    between = one.until("P2, press Enter ")
    assert "\x1b[2J" in between
    one.type("\n")
    shown = _plain(one.until("P2> "))
    assert "P1 put good tea coins 1" in shown
    assert re.search(r"P1 +39 +\?", shown)
    assert re.search(r"P2 +40 +(tea|silk|jade)", shown)
    one.type("\x04")  # the end of the input
    left = one.rest()
    assert "the match was left before its end" in left
    assert one.process.returncode == 0


def test_a_dumb_terminal_gets_no_control_characters(terminals: list[Terminal], cache: Path) -> None:
    one = _open(
        terminals, cache, "play", POTS, "--players", "2", "--player", "2=human", "--seed", "2",
        TERM="dumb", PYTHONIOENCODING="ascii",
    )  # fmt: skip
    shown = one.until("P1, press Enter ")
    assert shown.count("\n") > 20  # scrolled away instead of cleared
    one.type("\n")
    shown += one.until("P1> ")
    one.type("quit\n")
    shown += one.rest()
    assert [char for char in shown if ord(char) > 126 or (ord(char) < 32 and char not in "\r\n")] == []
    assert one.process.returncode == 0


def test_colours_only_where_they_are_wanted(terminals: list[Terminal], cache: Path) -> None:
    words = ("play", "clans", "--player", "1=random", "--seed", "3", "--delay", "0", "--every", "0")
    one = _open(terminals, cache, *words)
    assert "\x1b[31m" in one.rest()
    two = _open(terminals, cache, *words, NO_COLOR="1")
    assert "\x1b[" not in two.rest()


def test_an_interrupt_leaves_with_130_and_saves(
    terminals: list[Terminal], cache: Path, tmp_path: Path
) -> None:
    path = tmp_path / "match.json"
    one = _open(terminals, cache, "play", "tic-tac-toe", "--seed", "1", "--save", str(path))
    one.until("P1> ")
    one.type("a1\n")
    one.until("P1> ")
    one.interrupt()
    assert "the match was left before its end" in one.rest()
    assert one.process.returncode == 130
    assert path.exists()


def test_bots_are_watched_with_a_pause(terminals: list[Terminal], cache: Path) -> None:
    began = time.monotonic()
    one = _open(terminals, cache, "play", "tic-tac-toe", "--player", "1=first", "--player", "2=first")
    assert "P1 won" in _plain(one.rest())  # a1, b1, c1, a2, b2, c2, a3: the first wins on the diagonal
    assert time.monotonic() - began > 7 * 0.4


def test_after_the_end_one_can_look_back(terminals: list[Terminal], cache: Path) -> None:
    one = _open(terminals, cache, "play", "tic-tac-toe", "--player", "2=human", "--seed", "1")
    for move in ("a1", "b1", "a2", "b2", "a3"):
        one.until("> ")
        one.type(f"{move}\n")
    one.until("P1 won")
    one.until("undo, or Enter to leave> ")
    one.type("log\n")
    one.until("mark(a3) = P1")
    one.until("undo, or Enter to leave> ")
    one.type("undo\n")
    one.until("taken back")
    one.until("P1> ")
    one.type("quit\n")
    one.rest()
    assert one.process.returncode == 0


def test_a_pipe_is_played_without_hand_over(start: Started) -> None:
    done = start(
        "-m",
        "interpreter",
        "play",
        POTS,
        "--players",
        "2",
        "--player",
        "2=human",
        typed="put tea 1\nput tea 2",
    )
    assert done.returncode == 0
    assert "press Enter" not in done.stdout
    assert "P2 put good tea coins 2" in done.stdout
    assert done.stderr == ""


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


HOT_SEAT = ("play", POTS, "--players", "2", "--player", "2=human", "--seed", "2")


def test_only_an_empty_line_opens_the_screen(terminals: list[Terminal], cache: Path) -> None:
    one = _open(terminals, cache, *HOT_SEAT)
    closed = ""
    for line in ("board", "why", "put tea 1", "wait", "?", "log", "undo"):
        closed += one.until("P1, press Enter ")
        one.type(f"{line}\n")
    closed += one.until("P1, press Enter ")
    assert closed.count("only an empty line shows the screen") == 4
    assert "leave the match" in closed
    assert "there is nothing to take back" in closed
    assert "P1> " not in closed
    assert not re.search(r"P1 +40", closed)
    one.type("quit\n")
    assert "the match was left before its end" in one.rest()
    assert one.process.returncode == 0


def test_what_is_typed_ahead_opens_no_screen(terminals: list[Terminal], cache: Path) -> None:
    one = _open(terminals, cache, *HOT_SEAT)
    one.until("P1, press Enter ")
    one.type("\n")
    one.until("P1> ")
    one.type("put tea 1\n\n\n")
    one.until("P2, press Enter ")
    time.sleep(1)
    one.type("undo\n")  # asked before an empty line was typed: the first player comes back, hidden too
    between = one.until("P1, press Enter ")
    assert "taken back" in between
    assert "P2> " not in between
    assert not re.search(r"P2 +40 +(tea|silk|jade)", _plain(between))


def test_a_line_of_one_player_is_not_fetched_back_by_the_next(terminals: list[Terminal], cache: Path) -> None:
    one = _open(terminals, cache, *HOT_SEAT)
    one.until("P1, press Enter ")
    one.type("\n")
    one.until("P1> ")
    one.type("why put jade 33\n")
    one.until("P1> ")
    one.type("put tea 1\n")
    one.until("P2, press Enter ")
    one.type("\n")
    one.until("P2> ")
    one.type("\x1b[A\x1b[A\x1b[A\n")
    shown = one.until("P2> ")
    assert "jade 33" not in shown
    assert "put tea 1\r\n" not in shown.partition("P2, what to do")[0]


def test_a_screen_of_unknown_size_is_scrolled_away(cache: Path) -> None:
    here, there = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "interpreter", *HOT_SEAT], stdin=there, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env=environment(cache, {"TERM": "xterm-256color"}), start_new_session=True,
    ) as process:  # fmt: skip
        os.close(there)
        time.sleep(3)
        os.write(here, b"quit\n")
        out, _ = process.communicate(timeout=60)
        os.close(here)
    before = out.decode().partition("P1, press Enter")[0]
    assert before.count("\n") >= 200
    assert process.returncode == 0
