"""Where a match is saved, and what may be replaced there."""

import shlex
from pathlib import Path

from interpreter.record.errors import RecordError
from interpreter.record.match import Match
from interpreter.record.save import read, record_of, write
from interpreter.record.seats import seat_name
from interpreter.text.quote import quote


class Keeper:
    """Saves one match. Only files that this match was saved to or resumed from are ever replaced."""

    def __init__(
        self, match: Match, seats: tuple[str, ...], seed: int | str, path: Path | None, resumed: Path | None
    ) -> None:
        self.match = match
        self.path = path
        self._seats = seats
        self._seed = seed
        self._own = {_whole(resumed)} if resumed is not None else set()
        # Resumed from one file and to be kept in another, the match lies nowhere where it shall lie.
        is_there = resumed is not None and (path is None or _whole(path) == _whole(resumed))
        self._saved = match.state if is_there else None

    @property
    def is_saved(self) -> bool:
        """Whether the match as it is now lies in a file."""
        # The same position may be reached by other moves: only the very state that was saved will do.
        return self._saved is self.match.state

    def demand_free(self) -> None:
        """The file that was named can be written to without losing another.

        Raises: RecordError E802.
        """
        if self.path is not None and self.path.exists() and _whole(self.path) not in self._own:
            hint = "choose another name"
            if _is_record(self.path):
                again = f"--resume {shlex.quote(str(self.path))}"
                hint = f"choose another name, or go on with that match by `{again}`"
            message = f"{quote(str(self.path))} is there already, and is not of this match"
            raise RecordError("E802", message, hint)

    def save(self, path: Path | None = None) -> Path:
        """Write the match to a file, the one that is known if none is named; where it lies now.

        Raises: RecordError.
        """
        target = path or self.path or self._free_name()
        record = record_of(self.match, actors=self._actors(), seed=self._seed)
        write(target, record, replace=_whole(target) in self._own)
        self._own.add(_whole(target))
        self._saved = self.match.state
        self.path = target
        return target

    def _actors(self) -> dict[str, str]:
        return {seat_name(number): name for number, name in enumerate(self._seats, 1)}

    def _free_name(self) -> Path:
        """A name in this folder that nothing has yet."""
        start = f"{self.match.engine.program.game}-{self.match.seed}"
        for number in range(1, 10_000):
            path = Path(f"{start}.json" if number == 1 else f"{start}-{number}.json")
            if not path.exists():
                return path
        return Path(f"{start}.json")


def _is_record(path: Path) -> bool:
    """Whether a file holds a whole record, which can be gone on with."""
    try:
        return read(path).viewer is None
    except RecordError:
        return False


def _whole(path: Path) -> str:
    return str(path.absolute())
