"""A name is given to something in all files of the game, or it is said why not."""

from pathlib import Path
from typing import Any

import pytest

from interpreter.front.editor.examine import glance
from tests.editor.client import Editor, Refused, place
from tests.editor.orchard import FILES, RULES, TREES, WASPS


def rename(editor: Editor, home: Path, name: str, marker: str, new: str) -> dict[str, str]:
    """The texts of all files after a renaming, by their names."""
    answer = editor.at("rename", home / name, *place(FILES[name], marker, 1), newName=new)
    texts = {key: (home / key).read_bytes().decode() for key in FILES}
    for uri, edits in answer["changes"].items():
        key = uri.removeprefix(home.as_uri() + "/")
        texts[key] = edited(texts[key], edits)
    return texts


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    """A text after edits of the protocol, whose characters are counted in UTF-16."""
    lines = text.split("\n")
    for edit in sorted(
        edits, key=lambda one: (one["range"]["start"]["line"], -one["range"]["start"]["character"])
    ):
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]].encode("utf-16-le")
        new = (
            line[: 2 * start["character"]]
            + edit["newText"].encode("utf-16-le")
            + line[2 * end["character"] :]
        )
        lines[start["line"]] = new.decode("utf-16-le")
    return "\n".join(lines)


def swapped(*pairs: tuple[str, str, str]) -> dict[str, str]:
    """The texts with words in their place: the name of a file, what stands there and what shall."""
    texts = dict(FILES)
    for name, old, new in pairs:
        assert old in texts[name]
        texts[name] = texts[name].replace(old, new)
    return texts


CASES = {
    "a component": (
        "ruleset.yaml",
        "fruit: 0",
        "crop",
        [
            ("ruleset.yaml", "fruit", "crop"),
            ("wasps.yaml", "fruit", "crop"),
            ("picture.yaml", "fruit", "crop"),
            ("scenarios/picking.yaml", "fruit", "crop"),
            ("variants/rich.yaml", "fruit", "crop"),
        ],
    ),
    "a member": (
        "trees.yaml",
        "oak: {",
        "ash",
        [
            ("trees.yaml", "oak", "ash"),
            ("picture.yaml", "oak", "ash"),
            ("scenarios/picking.yaml", "oak", "ash"),
        ],
    ),
    "a member listed": (
        "ruleset.yaml",
        "red, green",
        "crimson",
        [
            ("ruleset.yaml", "red, green", "crimson, green"),
            ("trees.yaml", "hue: red", "hue: crimson"),
            ("picture.yaml", "red: red", "crimson: red"),
        ],
    ),
    "an action": (
        "ruleset.yaml",
        "pick:\n",
        "gather",
        [
            ("ruleset.yaml", "  pick:", "  gather:"),
            ("ruleset.yaml", "of: pick", "of: gather"),
            ("wasps.yaml", "actions.pick", "actions.gather"),
            ("scenarios/picking.yaml", "P1 pick", "P1 gather"),
        ],
    ),
    "an action of a module": (
        "wasps.yaml",
        "wait:\n",
        "rest",
        [("wasps.yaml", "one of: wait", "one of: rest"), ("wasps.yaml", "    wait:", "    rest:")],
    ),
    "a stage": (
        "ruleset.yaml",
        "number: 1..3",
        "amount",
        [
            ("ruleset.yaml", "number", "amount"),
            ("wasps.yaml", "choose.number", "choose.amount"),
            ("scenarios/picking.yaml", "number", "amount"),
        ],
    ),
    "a kind": (
        "picture.yaml",
        "Tree\n",
        "Plant",
        [("ruleset.yaml", "Tree", "Plant"), ("picture.yaml", "in Tree", "in Plant")],
    ),
    "a column": (
        "ruleset.yaml",
        "hue: Colour",
        "tint",
        [("ruleset.yaml", "hue", "tint"), ("trees.yaml", "hue", "tint")],
    ),
    "a column of the data file": (
        "ruleset.yaml",
        "neighbours  ",
        "near",
        [("ruleset.yaml", "neighbours", "near"), ("trees.yaml", "neighbours", "near")],
    ),
    "a table of the data file": (
        "trees.yaml",
        "trees:",
        "woods",
        [("trees.yaml", "trees:", "woods:"), ("ruleset.yaml", "rows: trees", "rows: woods")],
    ),
    "a term with an argument": (
        "picture.yaml",
        "many(t)",
        "rich",
        [
            ("ruleset.yaml", "many(", "rich("),
            ("wasps.yaml", "terms.many", "terms.rich"),
            ("picture.yaml", "many(", "rich("),
        ],
    ),
    "a parameter": (
        "ruleset.yaml",
        "t in Tree):",
        "x",
        [
            ("ruleset.yaml", "many(t in Tree): fruit(t)", "many(x in Tree): fruit(x)"),
            ("wasps.yaml", "fruit(t)", "fruit(x)"),
        ],
    ),
    "a bound name": (
        "ruleset.yaml",
        "t in Tree where",
        "x",
        [("ruleset.yaml", "all t in Tree where fruit(t)", "all x in Tree where fruit(x)")],
    ),
    "a phase": (
        "ruleset.yaml",
        "turns:",
        "picking",
        [("ruleset.yaml", "turns:", "picking:"), ("wasps.yaml", "turns:", "picking:")],
    ),
    "a switch": ("wasps.yaml", "wasps: {", "hornets", [("wasps.yaml", "  wasps:", "  hornets:")]),
    "a statement": (
        "document.yaml",
        "R2: {",
        "R20",
        [
            ("document.yaml", "R2:", "R20:"),
            ("ruleset.yaml", "[R2]", "[R20]"),
            ("wasps.yaml", "[R2]", "[R20]"),
            ("scenarios/picking.yaml", "[R2]", "[R20]"),
        ],
    ),
}
QUICK = {"a component"}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(one, id=name, marks=[] if name in QUICK else [pytest.mark.slow])
        for name, one in CASES.items()
    ],
)
def test_all_uses_are_renamed(
    editor: Editor, home: Path, case: tuple[str, str, str, list[tuple[str, str, str]]]
) -> None:
    name, marker, new, pairs = case
    for file in sorted(home.rglob("*.yaml")):
        editor.open(file)
    editor.wait(home / "ruleset.yaml")

    texts = rename(editor, home, name, marker, new)

    wanted = swapped(*pairs)
    if (name, marker) == ("ruleset.yaml", "t in Tree):"):
        wanted["wasps.yaml"] = WASPS.replace("fruit(t)", "fruit(x)")
    assert texts == wanted
    for key, text in texts.items():
        (home / key).write_text(text, "utf-8")
    for main in ("ruleset.yaml", "variants/rich.yaml"):
        assert not glance(home / main, {}).errors


def test_the_name_that_would_be_renamed_is_shown_first(editor: Editor, home: Path) -> None:
    file = home / "ruleset.yaml"
    editor.open(file)
    editor.wait(file)
    line, character = place(RULES, "fruit(t) > 0")

    answer = editor.at("prepareRename", file, line, character + 2)

    assert answer == {
        "range": {
            "start": {"line": line, "character": character},
            "end": {"line": line, "character": character + 5},
        },
        "placeholder": "fruit",
    }
    with pytest.raises(Refused, match="nothing that the game declares"):
        editor.at("prepareRename", file, *place(RULES, "Orchard"))


@pytest.mark.parametrize(
    ("marker", "new", "why"),
    [
        ("fruit: 0", "basket", "`basket` is taken: a component is called so in ruleset.yaml, line 24"),
        ("fruit: 0", "waited", "`waited` is taken: a component is called so in wasps.yaml, line 8"),
        ("fruit: 0", "number", "`number` is taken: a stage"),
        ("fruit: 0", "fruit", "it is called `fruit` already"),
        ("fruit: 0", "Fruit", "`Fruit` is no name for this: a name begins with a small letter"),
        ("fruit: 0", "two words", "`two words` is no name for this"),
        ("fruit: 0", "", "`` is no name for this"),
        ("fruit: 0", "all", "`all` is a word of the language"),
        ("fruit: 0", "size", "`size` is built in"),
        ("Tree:", "tree", "the name of a kind begins with a capital letter"),
        ("Tree:", "Colour", "`Colour` is taken: a kind"),
        ("red, green", "green", "`green` is taken: a member"),
        ("R3]", "R4", "there is a statement `R4` already"),
        ("R3]", "3", "`3` is no name for this"),
        ("t in Tree where", "fruit", "`fruit` is taken"),
    ],
)
def test_a_name_is_refused_with_the_reason(
    garden: tuple[Editor, Path], marker: str, new: str, why: str
) -> None:
    editor, home = garden
    file = home / "ruleset.yaml"

    with pytest.raises(Refused) as refused:
        editor.at("rename", file, *place(RULES, marker, 1), newName=new)

    assert why in str(refused.value)


def test_a_name_is_renamed_in_unsaved_texts(editor: Editor, home: Path) -> None:
    editor.open(home / "ruleset.yaml")
    text = TREES.replace("trees:\n", "trees:\n\n  # moved down\n")
    editor.open(home / "trees.yaml", text)
    editor.wait(home / "trees.yaml")

    answer = editor.at("rename", home / "trees.yaml", *place(text, "oak: {"), newName="ash")

    assert edited(text, answer["changes"][(home / "trees.yaml").as_uri()]) == text.replace("oak", "ash")


def test_who_keeps_records_is_told_that_they_speak_of_the_old_name(editor: Editor, home: Path) -> None:
    (home / "records").mkdir()
    editor.open(home / "ruleset.yaml")
    editor.wait(home / "ruleset.yaml")

    rename(editor, home, "ruleset.yaml", "pick:\n", "gather")

    messages = [one["params"]["message"] for one in editor.told if one.get("method") == "window/showMessage"]
    assert messages == ["The records of this game tell moves under the old name and have to be made anew."]


def test_a_stage_is_renamed_where_it_is_the_reason_of_a_refusal(editor: Editor, home: Path) -> None:
    scenarios = home / "scenarios" / "picking.yaml"
    refused = "      - {refused: P1 pick from elm number 2, because: from}\n"
    text = FILES["scenarios/picking.yaml"].replace("    then:\n", f"{refused}    then:\n")
    scenarios.write_text(text, "utf-8")
    editor.open(home / "ruleset.yaml")
    editor.wait(home / "ruleset.yaml")

    texts = rename(editor, home, "ruleset.yaml", "from: bearing", "source")

    assert "because: source}" in texts["scenarios/picking.yaml"]
    assert "P1 pick source elm" in texts["scenarios/picking.yaml"]


def test_what_a_base_declares_is_one_symbol_beside_its_variants(editor: Editor, home: Path) -> None:
    for file in sorted(home.rglob("*.yaml")):
        editor.open(file)
    editor.wait(home / "ruleset.yaml")
    editor.wait(home / "variants" / "rich.yaml")

    found = [one["location"]["uri"] for one in editor.ask("workspace/symbol", {"query": "basket"})]

    assert [uri for uri in found if uri.startswith(home.as_uri())] == [(home / "ruleset.yaml").as_uri()]


def test_a_page_of_notes_beside_a_game_is_none_of_its_files(editor: Editor, home: Path) -> None:
    notes = home / "notes.md"
    notes.write_text("# hi\n", "utf-8")
    editor.open(notes)
    editor.open(home / "ruleset.yaml")
    editor.wait(home / "ruleset.yaml")

    assert notes.as_uri() not in editor.shown
