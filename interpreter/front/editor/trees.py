"""Trees of files and sentences, kept from one look at a game to the next: most of it has not changed."""

from typing import Any

from interpreter.syntax.document import Node, Scalar
from interpreter.syntax.parse import parse_scalar
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source

_MOST_TREES = 200
_MOST_SENTENCES = 20_000

_trees: dict[tuple[str, str], Node | None] = {}
_sentences: dict[tuple[int, str], tuple[Scalar, Any]] = {}


def tree_of(source: Source) -> Node | None:
    """The tree of a file, None of one that is no YAML. Its spans may name an equal source."""
    found = (source.path, source.text)
    if found not in _trees:
        while len(_trees) >= _MOST_TREES:
            _trees.pop(next(iter(_trees)), None)
        _trees[found] = read(source)[0]
    return _trees[found]


def sentence_of(scalar: Scalar, start: str) -> Any:
    """The syntax tree of a scalar read as a ``start`` sentence; None where it is none."""
    key = (id(scalar), start)
    known = _sentences.get(key)  # a scalar that is kept here keeps its number
    if known is None:
        if len(_sentences) >= _MOST_SENTENCES:
            _sentences.clear()
        known = _sentences[key] = (scalar, parse_scalar(scalar, start)[0])
    return known[1]
