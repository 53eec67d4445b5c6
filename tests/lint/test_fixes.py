"""What editors propose for a warning mends it, and touches nothing else."""

from pathlib import Path

import pytest

from interpreter.api.files import Files
from interpreter.api.front_end import NONE_ON, check_pages
from interpreter.api.lints import lints
from interpreter.api.pages import read_pages
from interpreter.front.editor.lint_fixes import lint_fixes
from interpreter.text.diagnostic import Diagnostic

TINY = (Path(__file__).parents[1] / "errors" / "bases" / "tiny.yaml").read_text("utf-8")


def found_in(folder: Path, text: str) -> list[Diagnostic]:
    (folder / "ruleset.yaml").write_text(text, "utf-8")
    pages, _ = read_pages(Files(folder, "ruleset.yaml", ""))
    assert pages is not None
    checked, found = check_pages(pages, NONE_ON, sized=False)
    assert checked is not None
    return [*found, *lints(pages, {NONE_ON: checked}).findings()]


FIXES = [
    ("Leave it out", "  purse:", "  spare: 0..9\n  purse:"),
    ("Leave it out", "  rich(p", "  few: >-\n    3 +\n    4\n  rich(p"),
    ("Leave it out", "  Flower:", "  Season:\n    has: {warm: flag}\n    rows: {spring: 'true'}\n  Flower:"),
    ("Leave it out", "      add me to ready", "      set ready to ready\n      add me to ready"),
    (
        "Leave the remark out",
        "  rich(p",
        "  # lint: allow W402, because I like it\n  rich(p",
    ),
    ("Leave the remark out", "purse(p) > 10", "purse(p) > 10  # lint: allow W402, because I like it"),
]


@pytest.mark.parametrize(("title", "old", "new"), FIXES)
def test_what_is_left_out_is_gone(title: str, old: str, new: str, tmp_path: Path) -> None:
    assert TINY.count(old) == 1
    text = TINY.replace(old, new)
    (one,) = found_in(tmp_path, text)

    fix = next(fix for fix in lint_fixes(one) if fix.title == title)

    assert text[: fix.start] + fix.text + text[fix.end :] == TINY


def test_a_range_and_a_name_are_written(tmp_path: Path) -> None:
    text = TINY.replace("  purse:", "  die: 1..9\n  purse:")
    text = text.replace("      add me to ready", "      add me to ready\n      draw 1 from 1..6 to die")
    text = text.replace(
        "  rich(p in Player): purse(p) > 10", "  ten: 10\n  rich(p in Player): purse(p) + die > ten"
    )
    text = text.replace(
        "some p in Player where rich(p)", "some p in Player where rich(p) and purse(p) < ten + 10"
    )
    found = {one.code: one for one in found_in(tmp_path, text)}
    assert set(found) == {"W601", "W610"}

    for one in sorted(found.values(), key=lambda one: -one.span.start if one.span else 0):
        (fix, *_) = lint_fixes(one)
        text = text[: fix.start] + fix.text + text[fix.end :]

    assert "die: 1..6" in text
    assert "purse(p) < ten + ten" in text
    assert found_in(tmp_path, text) == []


def test_a_warning_can_be_allowed_where_it_stands(tmp_path: Path) -> None:
    text = TINY.replace("      add me to ready", "      set ready to ready\n      add me to ready")
    (one,) = found_in(tmp_path, text)
    fix = lint_fixes(one)[-1]
    assert fix.title == "Allow W520 here, and say why"
    assert not fix.is_preferred

    text = text[: fix.start] + fix.text + text[fix.end :]
    assert sorted(one.code for one in found_in(tmp_path, text)) == ["W520", "W901"]
    assert found_in(tmp_path, text.replace("because ", "because it shows who is ready")) == []


def test_a_folded_sentence_is_allowed_above_its_key(tmp_path: Path) -> None:
    text = TINY.replace("purse(p) > 10", ">-\n    purse(p) > 10 and\n    purse(p) >= 0")
    (one,) = found_in(tmp_path, text)
    (fix,) = lint_fixes(one)

    text = text[: fix.start] + fix.text.replace("\n", "it is clearer\n") + text[fix.end :]

    assert found_in(tmp_path, text) == []


def test_where_an_edit_would_spoil_the_file_none_is_proposed(tmp_path: Path) -> None:
    alone = TINY.replace("kinds:", "tables: {price: {is: 0..9, for: [1..2], rows: {1..2: 4}}}\nkinds:")
    column = TINY.replace("{hue: Colour, worth: 0..9}", "{hue: Colour, worth: 0..9, mass: 0..9}")
    column = (
        column.replace("red, 3", "red, 3, 1")
        .replace("blue, 4", "blue, 4, 1")
        .replace("green, 5", "green, 5, 1")
    )

    (of_table,), (of_column,) = (found_in(tmp_path, text) for text in (alone, column))

    assert [fix.title for fix in lint_fixes(of_table)] == ["Allow W400 here, and say why"]
    assert [fix.title for fix in lint_fixes(of_column)] == ["Allow W401 here, and say why"]
