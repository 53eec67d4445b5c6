"""No text makes the reader raise, and what it calls fine is what PyYAML makes of it."""


import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.syntax.document import Mapping, Node, Scalar, Sequence, scalars_of
from interpreter.syntax.yaml_reader import read
from interpreter.text.diagnostic import sort_key
from interpreter.text.render import render_all
from interpreter.text.span import Source

SEED = """\
language: 1
title: Clans   # a comment
options:
  big_group_merge: flag = false [CL-8]
  on: "yes \\t é"
kinds:
  Land: {rows: territories, has: {near: set of Land = neighbours}}
actions:
  move:
    choose: {from: 'it''s', to: near(from)}
    steps:
      - march: |
          move everything from huts(from) to huts(to) [R12]

          # inner comment
      - other: >-
          folded
          text
empty:
list: [1, -2, 010, "x", ~]
"""
PIECES = [
    *"abk01:-?,[]{}#&*!|>'\"%@`~<=\\ \n\n\n\t\r.é\ufeff\u2028\x00",
    ": ",
    "- ",
    "\n  ",
    "\n- ",
    "a: ",
    "|\n  ",
    "---\n",
    "<<: ",
    "''",
    "\\x41",
    "!!str ",
    "&x ",
    "*x",
]


def texts(node: Node) -> object:
    """The shape that PyYAML's text-only loader gives."""
    match node:
        case Scalar(text=text):
            return text
        case Mapping(entries=entries):
            return {entry.name: texts(entry.value) for entry in entries}
        case Sequence(items=items):
            return [texts(item) for item in items]


def check(text: str) -> None:
    source = Source("f", text)
    node, findings = read(source)
    assert list(findings) == sorted(findings, key=sort_key)
    assert node is not None or findings
    for finding in findings:
        assert finding.span is not None
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
    render_all(findings).encode("utf-8")
    if node is not None:
        for scalar in scalars_of(node):
            check_places(scalar)
        if not findings:
            assert texts(node) == yaml.load(text, Loader=yaml.BaseLoader)


def check_places(scalar: Scalar) -> None:
    assert 0 <= scalar.span.start <= scalar.span.end
    if scalar.map.is_exact:
        for index, char in enumerate(scalar.text):
            if char != "\n":
                assert scalar.map.span(index, index + 1).text == char
    for place in (0, len(scalar.text)):
        span = scalar.map.span(place, place)
        assert scalar.span.start <= span.start <= span.end <= scalar.span.end


@settings(deadline=None, max_examples=300)
@given(st.text())
def test_any_text(text: str) -> None:
    check(text)


@settings(deadline=None, max_examples=600)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_pieces_of_yaml(text: str) -> None:
    check(text)


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    check(Source.from_bytes("f", data).text)


@settings(deadline=None, max_examples=400)
@given(st.data())
def test_damaged_yaml(data: st.DataObject) -> None:
    text = SEED
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 8)))
        text = text[:start] + data.draw(st.sampled_from([*PIECES, ""])) + text[end:]
    check(text)


@settings(deadline=None, max_examples=400)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_the_pure_parser_gives_the_same(text: str) -> None:
    source = Source("f", text)
    assert read(source) == read(source, pure=True)
