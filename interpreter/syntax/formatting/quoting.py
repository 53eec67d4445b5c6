"""A text as a YAML scalar on one line, in quotes only where it needs them."""

from functools import lru_cache
from typing import Literal

from interpreter.syntax.document import Mapping, Node, Scalar, Sequence
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source

Spot = Literal["value", "item", "key", "inner", "inner key"]
"""Behind a key, behind a dash, before a colon; between braces or brackets, and before a colon there."""

_FRAMES: dict[Spot, tuple[str, str]] = {
    "value": ("k: ", "\n"),
    "item": ("k:\n  - ", "\n"),
    "key": ("", ": k\n"),
    "inner": ("k: {k: ", ", 'no other key': k}\n"),
    "inner key": ("k: {", ": k, 'no other key': k}\n"),
}
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


@lru_cache(maxsize=65536)
def written(text: str, is_text: bool, spot: Spot) -> str:
    """``text`` as it is written at a spot.

    ``is_text``: it means text even where it looks like a number or one of the words of YAML.
    """
    if _stands_plain(text, is_text, spot):
        return text
    if text.isprintable() and ("'" not in text or '"' in text or "\\" in text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable():
        return char
    number = ord(char)
    if number < 0x100:
        return f"\\x{number:02X}"
    return f"\\u{number:04X}" if number < 0x10000 else f"\\U{number:08X}"


def _stands_plain(text: str, is_text: bool, spot: Spot) -> bool:
    """Whether the text means itself without quotes; a key of signs alone is easier to see in quotes."""
    if spot in ("key", "inner key") and not any(map(str.isalnum, text)):
        return False
    if not text or text != text.strip() or "\n" in text or "\t" in text or "  " in text:
        return False
    before, after = _FRAMES[spot]
    root, findings = read(Source("", f"{before}{text}{after}"))
    scalar = _found(root, spot)
    if findings or scalar is None or scalar.style != "plain" or scalar.text != text:
        return False
    return spot in ("key", "inner key") or not is_text or isinstance(scalar.value, str)


def _found(root: Node | None, spot: Spot) -> Scalar | None:
    """The scalar under trial, if the frame round it still is what it was."""
    if not isinstance(root, Mapping) or len(root.entries) != 1:
        return None
    entry = root.entries[0]
    if spot == "key":
        return entry.key
    node = entry.value
    if spot in ("inner", "inner key"):
        if not isinstance(node, Mapping) or len(node.entries) != 2:
            return None
        node = node.entries[0].value if spot == "inner" else node.entries[0].key
    elif spot == "item" and isinstance(node, Sequence):
        return _only(node.items)
    return node if isinstance(node, Scalar) else None


def _only(items: tuple[Node, ...]) -> Scalar | None:
    first = items[0] if len(items) == 1 else None
    return first if isinstance(first, Scalar) else None
