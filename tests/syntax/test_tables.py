"""The tables that come with the package are those of the grammar; damaged ones are built anew."""

import json
from pathlib import Path

import lark
import pytest

from interpreter.resources import read_text, root
from interpreter.syntax import grammar as made
from interpreter.syntax.grammar import TABLES, build, digest, grammar, to_text


def test_the_tables_are_those_of_the_grammar() -> None:
    """If not: python -m interpreter.syntax.grammar."""
    whole = json.loads(read_text("grammar", TABLES))
    # Of another version of Lark they are left aside, and tables of the cache serve.
    assert whole["lark"] != lark.__version__ or whole["of"] == digest()


def test_tables_give_the_same_trees_as_the_grammar(tmp_path: Path) -> None:
    (tmp_path / TABLES).write_text(to_text(build()), encoding="utf-8")
    read = made._read(tmp_path / TABLES)
    assert read is not None
    for start, text in (
        ("phrase", "1 + 2 * some_name(P1) if not x else max(3, 4)"),
        ("type_line", "bag of Colour up to 6 per Player seen by owner"),
        ("do_block", "for each p in Player:\n  set coins(p) to 3\nadd 1 to pot [R1]\n"),
    ):
        assert read.parse(text, start=start) == build().parse(text, start=start)


def spoilt(text: str) -> list[str]:
    other = json.loads(text)
    other["of"] = "0" * 32
    return ["", "{}", "[]", "[[", text[: len(text) // 2], '{"of": 3}', json.dumps(other)]


def test_damaged_or_foreign_tables_are_not_read(tmp_path: Path) -> None:
    for content in spoilt(to_text(build())):
        (tmp_path / TABLES).write_text(content, encoding="utf-8")
        assert made._read(tmp_path / TABLES) is None
    assert made._read(tmp_path / "none.json") is None


def test_without_them_the_cache_is_filled_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(made, "TABLES", "none.json")
    first = grammar.__wrapped__()
    kept = list(tmp_path.iterdir())
    assert [file.suffix for file in kept] == [".json"]
    kept[0].write_text("{", encoding="utf-8")
    second = grammar.__wrapped__()
    assert json.loads(kept[0].read_text("utf-8"))["of"] == digest()
    monkeypatch.setattr(made, "build", None)
    third = grammar.__wrapped__()
    assert first.parse("a + 1", start="phrase") == second.parse("a + 1", start="phrase")
    assert second.parse("a + 1", start="phrase") == third.parse("a + 1", start="phrase")


def test_they_lie_beside_the_grammar() -> None:
    assert (root("grammar") / TABLES).is_file()
