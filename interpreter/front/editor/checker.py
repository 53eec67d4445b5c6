"""The thread that examines games one after the other, while the server answers."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from interpreter.front.editor.examine import Examined, examine
from interpreter.front.editor.session import Session

Tell = Callable[[Examined, int], None]
Fail = Callable[[Path, Exception], None]


class Checker:
    """Examines what is asked for, the latest texts only: what is out of date ends as soon as it is noticed.

    ``tell`` is called in the thread with a result and the moment at which its examination began, ``fail``
    with a fault of ours.
    """

    def __init__(self, session: Session, tell: Tell, fail: Fail) -> None:
        self._session = session
        self._tell = tell
        self._fail = fail
        self._wanted: list[Path] = []
        self._change = threading.Condition()
        self._is_over = False
        self._rests = 0
        self._busy: Path | None = None
        self._thread = threading.Thread(target=self._run, name="checker", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def ask(self, mains: tuple[Path, ...]) -> None:
        """Have games examined, the first one first."""
        with self._change:
            self._wanted = [*mains, *(one for one in self._wanted if one not in mains)]
            self._change.notify()

    def end(self) -> None:
        """Stop as soon as can be."""
        with self._change:
            self._is_over = True
            self._wanted = []
            self._change.notify()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """For a while do nothing, so that something else is done sooner; then go on."""
        with self._change:
            self._rests += 1
        try:
            yield
        finally:
            with self._change:
                self._rests -= 1
                self._change.notify()

    @property
    def is_running(self) -> bool:
        """Whether it has begun."""
        return self._thread.is_alive()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to examine."""
        with self._change:
            return not self._wanted and self._busy is None

    def _run(self) -> None:
        while True:
            with self._change:
                self._busy = None
                while (self._rests or not self._wanted) and not self._is_over:
                    self._change.wait()
                if self._is_over:
                    return
                main = self._busy = self._wanted.pop(0)
            self._examine(main)

    def _examine(self, main: Path) -> None:
        session, since = self._session, self._session.clock
        held = dict(session.held)

        def goes_on() -> bool:
            return not self._is_over and not self._rests and not session.is_stale(main, since)

        try:
            for result in examine(main, held, goes_on, session.examined.get(main)):
                if not goes_on():
                    break
                self._tell(result, since)
            if self._rests:
                self.ask((main,))
        except Exception as error:  # whatever an author writes, the server goes on
            self._fail(main, error)
