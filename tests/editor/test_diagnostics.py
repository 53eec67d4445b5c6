"""What is wrong is shown as it is typed, in the file that is at fault."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.editor.client import Editor, place
from tests.editor.orchard import DOCUMENT, PICTURE, RULES, SCENARIOS, TREES, VARIANT, WASPS

Changed = Callable[[str], str]


def test_a_sound_game_shows_nothing(editor: Editor, home: Path) -> None:
    for file in sorted(home.rglob("*.yaml")):
        editor.open(file)

    for file in sorted(home.rglob("*.yaml")):
        assert editor.until(file, set()) == []


FAULTS = [
    ("ruleset.yaml", RULES.replace("number <= fruit(", "number <= fruits("), "E403", "fruits(", 6),
    ("wasps.yaml", WASPS.replace("set of Player", "set of Playr"), "E404", "Playr", 5),
    ("variants/rich.yaml", VARIANT.replace("was: 5", "was: 6"), "E941", "6,", 1),
    ("scenarios/picking.yaml", SCENARIOS.replace("fruit: {", "fruits: {"), "E924", "fruits", 6),
    ("ruleset.yaml", RULES.replace("[R5]", "[R9]"), "E650", "[R9]", 4),
    ("trees.yaml", TREES.replace("hue: green", "hue: gren"), "E905", "gren", 4),
    ("document.yaml", DOCUMENT.replace("kind: component", "kind: componnt"), "E204", "componnt", 8),
    ("picture.yaml", PICTURE.replace("fruit(t)", "fruits(t)"), "E403", "fruits", 6),
    ("scenarios/picking.yaml", SCENARIOS.replace("cite: [R2]", "cite: [R8]"), "E650", "R8", 2),
    (
        "scenarios/picking.yaml",
        SCENARIOS.replace("last_tree = oak", "last_tre = oak"),
        "E402",
        "last_tre ",
        8,
    ),
]


@pytest.mark.parametrize(
    ("name", "text", "code", "marker", "length"),
    [pytest.param(*one, marks=[] if number < 4 else [pytest.mark.slow]) for number, one in enumerate(FAULTS)],
)
def test_each_file_shows_its_own_faults(
    editor: Editor, home: Path, name: str, text: str, code: str, marker: str, length: int
) -> None:
    file = home / name
    editor.open(file, text)

    (found,) = editor.until(file, {code})

    line, character = place(text, marker)
    assert found["range"]["start"] == {"line": line, "character": character}
    assert found["range"]["end"] == {"line": line, "character": character + length}
    assert found["severity"] == 1
    assert found["source"] == "ludwright"
    assert found["codeDescription"]["href"].endswith(f"/docs/errors/{code}.md")
    others = {
        uri: shown for uri, shown in editor.shown.items() if home.as_uri() in uri and uri != file.as_uri()
    }
    assert not any(others.values())


def test_a_fault_is_shown_where_it_lies_though_another_file_was_changed(editor: Editor, home: Path) -> None:
    rules, trees = home / "ruleset.yaml", home / "trees.yaml"
    editor.open(rules, RULES.replace("Colour: red, green", "Colour: red, blue"))

    found = editor.until(trees, {"E905"})

    assert [one["range"]["start"]["line"] for one in found] == [place(TREES, "green")[0]]
    assert editor.shown.get(rules.as_uri(), []) == []


def test_a_variant_shows_what_its_base_broke(editor: Editor, home: Path) -> None:
    editor.open(home / "ruleset.yaml", RULES.replace("per Tree = 5 [R1]", "per Tree = 6 [R1]"))

    (found,) = editor.until(home / "variants" / "rich.yaml", {"E941"})

    (other,) = found["relatedInformation"]
    assert other["location"]["uri"] == (home / "ruleset.yaml").as_uri()
    assert other["location"]["range"]["start"]["line"] == place(RULES, "fruit: 0..15")[0]


def test_a_fault_of_the_rules_is_shown_though_a_change_of_a_module_does_not_fit_it(
    editor: Editor, home: Path
) -> None:
    file = home / "ruleset.yaml"
    editor.open(file, RULES.replace("many(t in Tree): fruit(t)", "many(t in Tree): fruits(t)"))

    editor.until(file, {"E403"})
    editor.until(home / "wasps.yaml", {"E941"})


def test_what_is_mended_is_shown_no_more(editor: Editor, home: Path) -> None:
    file = home / "ruleset.yaml"
    editor.open(file, RULES.replace("[R5]", "[R9]"))
    editor.until(file, {"E650"})

    editor.change(file, RULES)

    assert editor.wait(file) == []


def test_unsaved_texts_of_several_files_count_together(editor: Editor, home: Path) -> None:
    editor.open(home / "ruleset.yaml", RULES.replace("Colour: red, green", "Colour: red, blue"))
    editor.until(home / "trees.yaml", {"E905"})

    editor.open(home / "trees.yaml", TREES.replace("green", "blue"))
    editor.open(home / "picture.yaml", PICTURE.replace("green: green", "blue: blue"))

    assert editor.until(home / "trees.yaml", set()) == []


def test_a_text_that_is_closed_unsaved_counts_no_more(editor: Editor, home: Path) -> None:
    file = home / "trees.yaml"
    editor.open(file, TREES.replace("hue: green", "hue: gren"))
    editor.until(file, {"E905"})

    editor.close(file)

    assert editor.until(file, set()) == []


def test_a_file_changed_on_the_disk_counts(editor: Editor, home: Path) -> None:
    trees = home / "trees.yaml"
    editor.open(home / "ruleset.yaml")
    editor.wait(home / "ruleset.yaml")

    trees.write_text(TREES.replace("hue: green", "hue: gren"), "utf-8")
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": trees.as_uri(), "type": 2}]})

    editor.until(trees, {"E905"})


def test_only_the_last_of_many_quick_changes_is_shown(editor: Editor, home: Path) -> None:
    file = home / "ruleset.yaml"
    editor.open(file)
    for number in range(30):
        editor.change(file, RULES.replace("[R5]", f"[R9{number}]"))
    editor.change(file, RULES)

    assert editor.wait(file) == []
    assert editor.until(file, set(), 5) == []
    versions = [
        one["params"].get("version")
        for one in editor.told
        if one.get("method") == "textDocument/publishDiagnostics" and one["params"]["uri"] == file.as_uri()
    ]
    assert versions == sorted(versions)


def test_a_warning_is_no_error(editor: Editor, home: Path) -> None:
    file = home / "ruleset.yaml"
    text = RULES.replace("  last_tree:", "  unread: 0..3\n  last_tree:")
    editor.open(file, text)

    (found,) = editor.until(file, {"W400"})

    assert found["severity"] == 2
    assert found["tags"] == [1]
    assert found["range"]["start"]["line"] == place(text, "unread")[0]


BROKEN = {
    "nothing": "",
    "no YAML": "a: [b\nc: }{\n",
    "a list": "- a\n- b\n",
    "half a key": RULES + "\nact",
    "a tab": RULES.replace("  pick:", "\tpick:"),
    "a lone brace": RULES.replace("Apples of {from}", "Apples of {from"),
    "half a sentence": RULES.replace("fruit(t) >= 3", "fruit(t) >="),
    "no end of brackets": RULES.replace("fruit(t) >= 3", "(" * 500),
    "deep": "a:\n" + "".join(" " * n + "a:\n" for n in range(1, 400)),
    "signs": "\x00\ud7ff\x07: *x\n",
    "an anchor": RULES.replace("title: Orchard", "title: &a Orchard"),
    "keys twice": RULES + "ends:\n  bare: bearing is empty\n",
    "itself": RULES.replace("many(t in Tree): fruit(t) >= 3", "many(t in Tree): many(t)"),
}


QUICK = {"no YAML", "half a sentence"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(one, id=name, marks=[] if name in QUICK else [pytest.mark.slow])
        for name, one in BROKEN.items()
    ],
)
def test_a_broken_text_shows_its_faults_and_the_server_goes_on(editor: Editor, home: Path, text: str) -> None:
    file = home / "ruleset.yaml"
    editor.open(file)
    editor.wait(file)

    editor.change(file, text)

    assert any(one["severity"] == 1 for one in editor.wait(file))
    for line in range(3):
        editor.at("hover", file, line, 2)
        editor.at("completion", file, line, 2)
        editor.at("definition", file, line, 2)
    editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": file.as_uri()}})
    editor.change(file, RULES)
    assert editor.wait(file) == []


def test_a_file_of_no_game_shows_what_is_wrong_with_its_form(editor: Editor, tmp_path: Path) -> None:
    file = tmp_path / "alone.yaml"
    file.write_text("language: 1\ngame: alone\nscenarios:\n  - name: x\n    playrs: 2\n", "utf-8")
    editor.open(file)

    assert editor.until(file, {"E202"})


def test_a_new_file_that_is_not_saved_is_a_game(editor: Editor, tmp_path: Path) -> None:
    file = tmp_path / "new" / "ruleset.yaml"
    file.parent.mkdir()
    text = RULES.replace(
        "document: document.yaml\ndata: trees.yaml\npicture: picture.yaml\nmodules: [wasps.yaml]\n", ""
    )
    editor.open(file, text)

    editor.until(file, {"E651", "E901"})


@pytest.mark.slow
def test_what_is_hardly_meant_is_a_warning_with_a_way_out(editor: Editor, home: Path) -> None:
    file = home / "ruleset.yaml"
    line = "      set last_tree to from"
    text = RULES.replace(line, f"{line}\n      add 0 to basket(me)")
    editor.open(file, text)

    (found,) = editor.until(file, {"W520"})

    assert found["severity"] == 2
    assert found["tags"] == [1]
    params = {
        "textDocument": {"uri": file.as_uri()},
        "range": found["range"],
        "context": {"diagnostics": [found]},
    }
    titles = [one["title"] for one in editor.ask("textDocument/codeAction", params)]
    assert titles[:2] == ["Leave it out", "Allow W520 here, and say why"]
