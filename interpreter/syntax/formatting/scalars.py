"""Scalars as they are written: on one line, or as a block of lines under ``|`` and ``>-``."""

import re
from collections.abc import Mapping as Map
from dataclasses import dataclass

from interpreter.syntax.document import Scalar
from interpreter.syntax.formatting.quoting import Spot, written
from interpreter.syntax.formatting.sheet import EMPTY, WIDTH, Line
from interpreter.syntax.formatting.wording import BLOCK, Row, spaced

STEP = 2
"""Blanks by which what belongs to a line stands further right."""

_HEADER = re.compile(r"[|>][-+]?(?:[ \t]+#[^\n]*)?[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Scalars:
    """Writes scalars; ``starts`` gives the start symbol of those that hold a sentence, by their id."""

    starts: Map[int, str]

    def in_line(self, scalar: Scalar, spot: Spot) -> str:
        """The scalar on one line."""
        text = scalar.text
        start = self.starts.get(id(scalar))
        rows = spaced(text, start) if start is not None else None
        if rows is not None and len(rows) == 1 and not rows[0].remark:
            text = rows[0].text
        is_key = spot in ("key", "inner key")
        is_one = "\n" not in text and "  " not in text
        if scalar.style == "plain" and text == scalar.text and is_one and not is_key:
            return text  # where it stood without quotes it may stand again
        return written(text, is_key or isinstance(scalar.value, str), spot)

    def lines(self, scalar: Scalar, indent: int, taken: int, spot: Spot) -> tuple[str, list[Line]]:
        """What stands behind a key or dash that ends at the column ``taken``, and the lines below it.

        The lines below stand ``indent`` columns in.
        """
        if scalar.style == "literal" or (scalar.style == "folded" and "\n" in scalar.text.rstrip("\n")):
            return self._block(scalar, indent, spot)
        folded = self._folded(scalar)
        if len(folded) > 1:
            fits = scalar.style != "folded" and taken + 1 + len(" ".join(folded)) <= WIDTH
            if not fits:
                return ">-", [Line(" " * indent + text) for text in folded]
        if scalar.style == "folded":
            return self._one_folded(scalar, folded, indent, taken, spot)
        return self.in_line(scalar, spot), []

    def _folded(self, scalar: Scalar) -> list[str]:
        """The author's lines of a text that is one line to its readers; none where it has no such lines."""
        parts = _parts(scalar)
        if parts is None:
            return []
        start = self.starts.get(id(scalar))
        rows = spaced(scalar.text.rstrip("\n"), start, parts) if start is not None else None
        if rows is not None and not any(row.remark for row in rows):
            return [row.text for row in rows]
        # A blank at the end of a line belongs to the text, and a line of one word may not begin with one.
        return parts if all(part == part.strip() and part for part in parts) else []

    def _one_folded(
        self, scalar: Scalar, folded: list[str], indent: int, taken: int, spot: Spot
    ) -> tuple[str, list[Line]]:
        """A folded text of one line: behind its key if it fits there without quotes."""
        ends = scalar.text.endswith("\n") and id(scalar) not in self.starts
        if len(folded) != 1 or scalar.text.endswith("\n\n"):
            return written(scalar.text, True, spot), []
        text = folded[0]
        if not ends and taken + 1 + len(text) <= WIDTH and written(text, True, spot) == text:
            return text, []
        return ">" if ends else ">-", [Line(" " * indent + text)]

    def _block(self, scalar: Scalar, indent: int, spot: Spot) -> tuple[str, list[Line]]:
        start = self.starts.get(id(scalar))
        rows = spaced(scalar.text, start) if start == BLOCK else None
        if rows is not None:
            return "|", _written_rows(rows, indent)
        if start is not None and (one := spaced(scalar.text.rstrip("\n"), start)) and len(one) == 1:
            return self._one_folded(scalar, [one[0].text], indent, 0, spot)
        return _as_it_is(scalar, indent, spot)


def _written_rows(rows: tuple[Row, ...], indent: int) -> list[Line]:
    lines: list[Line] = []
    for row in rows:
        if row.gap and lines:
            lines.append(EMPTY)
        is_remark = row.text.startswith("#")
        lines.append(Line(" " * (indent + STEP * row.depth) + row.text, row.remark, is_remark))
    return lines


def _as_it_is(scalar: Scalar, indent: int, spot: Spot) -> tuple[str, list[Line]]:
    """A text of several lines that is no sentence: each character of it counts."""
    text = scalar.text
    body = text.removesuffix("\n")
    # What a block can't hold without further marks stands in quotes.
    if not body.strip() or body.endswith("\n") or body.lstrip("\n").startswith((" ", "\t")):
        return written(text, True, spot), []
    if scalar.style == "folded":
        parts = _raw_lines(scalar)
        if parts is None:
            return written(text, True, spot), []
    else:
        parts = body.split("\n")
    mark = "|" if scalar.style == "literal" else ">"
    lines = [Line(" " * indent + part) if part else EMPTY for part in parts]
    return mark if text.endswith("\n") else f"{mark}-", lines


def _parts(scalar: Scalar) -> list[str] | None:
    """The lines of a plain or folded text, if one blank stands between any two of them."""
    text = scalar.text.rstrip("\n")
    if scalar.style == "plain":
        lines = [line.strip(" \t") for line in scalar.span.text.split("\n")]
    elif scalar.style == "folded":
        raw = _raw_lines(scalar)
        if raw is None:
            return None
        lines = raw
    elif scalar.style in ("single", "double"):
        lines = _wrapped(text) if "\n" in scalar.span.text else [text]
    else:
        return None
    return lines if " ".join(lines) == text else None


def _raw_lines(scalar: Scalar) -> list[str] | None:
    """The lines of a block without their indentation; None where its header says how deep it is."""
    header = _HEADER.match(scalar.span.text)
    if header is None:
        return None
    lines = scalar.span.text[header.end() :].split("\n")
    while lines and not lines[-1].strip(" "):
        lines.pop()
    first = next((line for line in lines if line.strip(" ")), "")
    indent = len(first) - len(first.lstrip(" "))
    return [line[indent:] for line in lines]


def _wrapped(text: str) -> list[str]:
    """A quoted text of several lines, broken between its words."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= WIDTH - 10:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
