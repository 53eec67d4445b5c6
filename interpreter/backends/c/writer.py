"""Lines of C with their indentation, and fresh names."""

from collections.abc import Iterator
from contextlib import contextmanager

MOST_UNROLLED = 200
"""Lines that a loop may become where it is unrolled. More help no game, and take compilers seconds."""


class Writer:
    """C text under construction."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._depth = 0
        self._names = 0
        self._copied = 0  # lines that compilers have to read more than once

    def line(self, text: str = "") -> None:
        """One line at the depth reached."""
        self._lines.append("  " * self._depth + text if text else "")

    def label(self, name: str) -> None:
        """A label, which stands at the margin."""
        self._lines.append(f"{name}:;")

    def comment(self, text: str) -> None:
        """A remark on a line of its own."""
        if text:
            self.line(f"/* {text.replace('*/', '* /').replace('/*', '/ *')} */")

    def fresh(self, stem: str) -> str:
        """A name that nothing else has."""
        self._names += 1
        return f"{stem}{self._names}"

    @contextmanager
    def block(self, head: str, tail: str = "}") -> Iterator[None]:
        """What stands inside braces after ``head``."""
        self.line(f"{head} {{" if head else "{")
        self._depth += 1
        yield
        self._depth -= 1
        self.line(tail)

    @contextmanager
    def unrolled(self, times: int, head: str) -> Iterator[None]:
        """A loop that runs so many times, written out by the compiler unless that made too much of it: loops
        within loops multiply.
        """
        start, before = self.mark(), self._copied
        self.line(f"#pragma GCC unroll {times}")
        with self.block(head):
            yield
        size = self.mark() - start - 3 + self._copied - before
        if times * size > MOST_UNROLLED:
            del self._lines[start]
        else:
            self._copied += (times - 1) * size

    @contextmanager
    def continued(self) -> Iterator[None]:
        """What stands in the branch that a tail ``} else {`` has opened."""
        self._depth += 1
        yield
        self._depth -= 1
        self.line("}")

    def mark(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    def cut(self, mark: int) -> list[str]:
        """Take out the lines written since a mark."""
        taken = self._lines[mark:]
        del self._lines[mark:]
        return taken

    def restore(self, lines: list[str]) -> None:
        """Put lines back that were cut at the same depth."""
        self._lines += lines

    def since(self, mark: int) -> list[str]:
        """The lines written since a mark."""
        return self._lines[mark:]

    def paste(self, lines: list[str]) -> None:
        """Put lines back that were cut, one step deeper where they stand inside a block."""
        self._lines += ["  " + line if line else "" for line in lines]

    def text(self) -> str:
        """All lines."""
        return "\n".join(self._lines) + "\n"

    def become(self, lines: list[str]) -> None:
        """Take other lines for all that were written."""
        self._lines = lines


def is_bracketed(text: str) -> bool:
    """Whether the first sign is a bracket that the last one closes."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return place == len(text) - 1 and place > 0
    return False
