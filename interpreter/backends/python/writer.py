"""The lines of a Python function while it is written."""

from collections.abc import Iterator
from contextlib import contextmanager

Lines = list["tuple[int, str] | Lines"]
"""Lines with their indentation; a list among them is a gap that was left open to be filled later."""


class Writer:
    """Collects lines at a growing and shrinking indentation, and makes up names."""

    def __init__(self) -> None:
        self.lines: Lines = []
        self.depth = 1
        self._names = 0

    def line(self, text: str) -> None:
        """Write one line."""
        self.lines.append((self.depth, text))

    def fresh(self, prefix: str) -> str:
        """A name that nothing else has in this function."""
        self._names += 1
        return f"{prefix}{self._names}"

    def gap(self) -> Lines:
        """A place for lines that are found to be needed later."""
        gap: Lines = []
        self.lines.append(gap)
        return gap

    @contextmanager
    def indented(self) -> Iterator[None]:
        """Inside, lines stand one step further in."""
        self.depth += 1
        yield
        self.depth -= 1

    @contextmanager
    def block(self) -> Iterator[None]:
        """Inside, lines stand one step further in; where there are none, there is one that does nothing."""
        lines: Lines = []
        with self.into(lines, self.depth + 1):
            yield
        self.lines.append(lines)
        if is_empty(lines):
            lines.append((self.depth + 1, "pass"))

    @contextmanager
    def into(self, lines: Lines, depth: int) -> Iterator[None]:
        """Inside, lines go to a place of their own."""
        before = self.lines, self.depth
        self.lines, self.depth = lines, depth
        yield
        self.lines, self.depth = before

    def text(self) -> list[str]:
        """All lines, the gaps filled."""
        return list(flat(self.lines))


def flat(lines: Lines) -> Iterator[str]:
    """The lines as text, four spaces for each step."""
    for line in lines:
        if isinstance(line, list):
            yield from flat(line)
        else:
            yield "    " * line[0] + line[1]


def is_empty(lines: Lines) -> bool:
    """Whether there is no line, only gaps."""
    return next(flat(lines), None) is None


def renamed(lines: Lines, first: int, old: str, new: str) -> None:
    """Put one text in place of another in all lines from the first on."""
    for at in range(first, len(lines)):
        line = lines[at]
        if isinstance(line, list):
            renamed(line, 0, old, new)
        else:
            lines[at] = line[0], line[1].replace(old, new)
