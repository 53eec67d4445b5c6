import pytest

from interpreter.syntax.document import Mapping, Node, Scalar, Sequence, find, find_key, plain
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source

TEXT = """\
title: Clans   # a comment
4: [a, {b: 1}, 2]
kinds:
  Colour: red, blue

  Land: {rows: x}
steps:
- one
- two:
    do: x
"""


@pytest.fixture
def node() -> Node:
    found, findings = read(Source("f", TEXT))
    assert found is not None
    assert not findings
    return found


def test_plain(node: Node) -> None:
    assert plain(node) == {
        "title": "Clans",
        "4": ["a", {"b": 1}, 2],
        "kinds": {"Colour": "red, blue", "Land": {"rows": "x"}},
        "steps": ["one", {"two": {"do": "x"}}],
    }


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (["title"], "Clans"),
        (["4"], "[a, {b: 1}, 2]"),
        (["4", 1], "{b: 1}"),
        (["4", 1, "b"], "1"),
        (["kinds"], "Colour: red, blue\n\n  Land: {rows: x}"),
        (["steps", 1], "two:\n    do: x"),
        (["steps", 1, "two", "do"], "x"),
    ],
)
def test_find(node: Node, path: list[str | int], text: str) -> None:
    found = find(node, path)
    assert found is not None
    assert found.span.text == text


@pytest.mark.parametrize(
    "path",
    [["x"], [0], ["title", "x"], ["title", 0], ["4", 3], ["4", -1], ["4", "0"], ["x", "y"], ["kinds", 0]],
)
def test_find_nothing(node: Node, path: list[str | int]) -> None:
    assert find(node, path) is None
    assert find_key(node, path) is None


def test_find_key(node: Node) -> None:
    key = find_key(node, ["kinds", "Land"])
    assert key is not None
    assert (key.span.line, key.span.text) == (6, "Land")
    assert find_key(node, []) is None
    assert find_key(node, ["4", 1]) is None
    assert find(node, []) is node


def test_mapping(node: Node) -> None:
    assert isinstance(node, Mapping)
    assert node.keys() == ("title", "4", "kinds", "steps")
    entry = node.entry("4")
    assert entry is not None
    assert (entry.name, entry.key.value) == ("4", "4")
    assert node.get("nothing") is None
    assert node.entry("nothing") is None
    assert isinstance(node.get("steps"), Sequence)
    assert isinstance(node.get("title"), Scalar)
