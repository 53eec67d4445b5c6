"""User text inside a message."""

from collections.abc import Iterable

_LONGEST = 60


def quote(text: str) -> str:
    """``text`` in backticks, on one line and cut where it is long."""
    line = " ".join(text.split())
    if len(line) > _LONGEST:
        line = line[: _LONGEST - 1].rstrip() + "…"
    return f"`{line}`"


def listed(words: Iterable[str], last: str = "or") -> str:
    """``words`` as a list in a sentence: `a`, `b` or `c`."""
    quoted = [quote(word) for word in words]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"
