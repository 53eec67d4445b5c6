"""Places, cursors and drifting texts, each by itself: laws over texts of any kind."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.front.editor.cursor import ITEM, cursor_at
from interpreter.front.editor.homes import home_of, mains_of
from interpreter.front.editor.positions import Encoding, Place, offset_of, place_of, units
from interpreter.front.editor.sentence_words import allowed
from interpreter.front.editor.session import Drift
from interpreter.syntax.grammar import STARTS
from interpreter.text.span import Source
from tests.editor.orchard import RULES, WASPS, plant

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
TEXTS = st.text(st.sampled_from("ab é🍎\t{}[]:-#|>'\"\n\r\u2028\x0c"), max_size=40)


# -- places ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS)
def test_each_place_leads_back_to_its_offset(encoding: Encoding, text: str) -> None:
    source = Source("x", text)
    for offset in range(len(text) + 1):
        if text[max(0, offset - 1) : offset + 1] != "\r\n":  # between the two there is no place
            assert offset_of(source, place_of(source, offset, encoding), encoding) == offset


@given(text=TEXTS, line=st.integers(-2, 60), character=st.integers(0, 200))
def test_any_place_is_one_of_the_text(text: str, line: int, character: int) -> None:
    source = Source("x", text)

    assert 0 <= offset_of(source, Place(line, character), "utf-16") <= len(text)


def test_lines_end_as_the_protocol_says() -> None:
    source = Source("x", "a\r\nb\rc\u2028d\x0ce\n🍎f")

    assert place_of(source, source.text.index("b"), "utf-16") == (1, 0)
    assert place_of(source, source.text.index("e"), "utf-16") == (2, 4)
    assert place_of(source, source.text.index("f"), "utf-16") == (3, 2)
    assert place_of(source, source.text.index("f"), "utf-8") == (3, 4)
    assert offset_of(source, Place(3, 1), "utf-16") == source.text.index("🍎")


@pytest.mark.parametrize(("encoding", "count"), [("utf-8", 3 + 2 + 4), ("utf-16", 1 + 1 + 2), ("utf-32", 3)])
def test_units(encoding: Encoding, count: int) -> None:
    assert units("\udc80é🍎", encoding) == count


# -- drift -----------------------------------------------------------------------------------------------


@given(head=TEXTS, old=TEXTS, new=TEXTS, tail=TEXTS)
def test_what_was_not_touched_is_found_again(head: str, old: str, new: str, tail: str) -> None:
    before, after = head + old + tail, head + new + tail
    drift = Drift.between(before, after)

    for offset in range(len(after) + 1):
        there = drift.to_old(offset)
        assert there is None or 0 <= there <= len(before)
        if there is not None and offset < len(after) and there < len(before) and offset < drift.start:
            assert before[there] == after[offset]
    for start in range(len(before)):
        place = drift.to_new(start, start + 1)
        assert place is None or before[start] == after[place[0]]
    if old == new:
        assert [drift.to_old(offset) for offset in range(len(after) + 1)] == list(range(len(after) + 1))


# -- cursors ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "path", "before", "is_key"),
    [
        ("¦", (), "", True),
        ("a: 1\nb¦", (), "b", True),
        ("a: ¦", ("a",), "", False),
        ("a:\n  b: x + ¦", ("a", "b"), "x + ", False),
        ("a:\n  ¦\nb: 1", ("a",), "", True),
        ("a:\n  b: 1\n  c(t in X): y¦", ("a", "c(t in X)"), "y", False),
        ("a: {b: 1, c¦", ("a",), "c", True),
        ("a: {b: 1, c: d e¦}", ("a", "c"), "d e", False),
        ("a: [x, y¦", ("a", ITEM), "y", False),
        ("a: {b: {c: 1}, d: [e, {f: g¦", ("a", "d", ITEM, "f"), "g", False),
        ("a:\n  - b: 1\n    c: x¦", ("a", ITEM, "c"), "x", False),
        ("a:\n- b: 1\n  c¦", ("a", ITEM), "c", True),
        ("a:\n  - x y¦", ("a", ITEM), "x y", True),
        ("a: |\n  if x:\n    set y¦\nb: 1", ("a",), "if x:\n  set y", False),
        ("a: |\n  if x:\n    set y\nb¦", (), "b", True),
        ("a: >-\n  one\n  two ¦", ("a",), "one\ntwo ", False),
        ("a: one\n  two ¦", ("a",), "one\ntwo ", False),
        ("a: 'it''s ¦", ("a",), "it's ", False),
        ("a:\r\n  b: x¦\r\n", ("a", "b"), "x", False),
        ("# a: b\na:\n  # c: d\n  b: ¦", ("a", "b"), "", False),
    ],
)
def test_where_a_cursor_is(text: str, path: tuple[str, ...], before: str, is_key: bool) -> None:
    found = cursor_at(text.replace("¦", ""), text.index("¦"))

    assert (found.path, found.before.replace("\r", ""), found.is_key) == (path, before, is_key)


def test_a_cursor_knows_the_keys_beside_it() -> None:
    text = "a:\n  b: 1\n  ¦\n  c: {d: 1}\n  e:\n    f: 1\ng: 1\n"

    assert cursor_at(text.replace("¦", ""), text.index("¦")).siblings == {"b", "c", "e"}


@given(text=st.one_of(TEXTS, st.sampled_from([RULES, WASPS])), at=st.integers(0, 2000))
def test_a_cursor_is_somewhere_in_any_text(text: str, at: int) -> None:
    found = cursor_at(text, min(at, len(text)))

    assert all(isinstance(step, str) for step in found.path)


BITS = st.sampled_from(["x ", "in ", "where ", "( ", ") ", "all ", "1 ", "\n", "[R1] ", "'"])


@given(before=st.lists(BITS).map("".join), start=st.sampled_from(STARTS))
def test_words_are_offered_behind_anything(before: str, start: str) -> None:
    found = allowed(before, start)

    assert found is None or all(word.isalpha() for word in found)


# -- homes -----------------------------------------------------------------------------------------------


def test_the_game_of_each_file(tmp_path: Path) -> None:
    home = plant(tmp_path)
    rules, rich = home / "ruleset.yaml", home / "variants" / "rich.yaml"

    for file in home.rglob("*.yaml"):
        assert home_of(file) == home
        assert set(mains_of(file, {})) == {rules, rich}
    assert mains_of(home / "trees.yaml", {})[0] == rules
    assert mains_of(rich, {})[0] == rich
    assert mains_of(home / "variants" / "rich" / "scenarios" / "new.yaml", {})[0] == rich


def test_a_text_that_is_only_held_is_a_game(tmp_path: Path) -> None:
    file = tmp_path / "held.yaml"

    assert mains_of(file, {}) == ()
    assert mains_of(file, {file: Source(str(file), RULES)}) == (file,)
    assert mains_of(file, {file: Source(str(file), WASPS)}) == ()
