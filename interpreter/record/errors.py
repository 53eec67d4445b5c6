"""What is wrong with a record, or keeps a match from being recorded."""

from dataclasses import dataclass

from interpreter.text.diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a match that is played again departs from its record.

    ``entry`` counts the entries from 1; 0 is the start, and one more than there are is the end.
    ``recorded`` and ``now`` say what was there and what the rules give, "nothing" for nothing.
    """

    entry: int
    recorded: str
    now: str

    def __str__(self) -> str:
        where = f"entry {self.entry}" if self.entry else "the start"
        return f"{where}: recorded {self.recorded}, now {self.now}"


class RecordError(Exception):
    """A record that can't be read, written or played again; ``code`` is one of E800 to E815.

    ``difference`` is the first step that differs, where the record could be played at all.
    """

    def __init__(
        self, code: str, message: str, help_: str | None = None, difference: Difference | None = None
    ) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, None, help_)
        self.difference = difference

    @property
    def code(self) -> str:
        """The code of the finding."""
        return self.diagnostic.code
