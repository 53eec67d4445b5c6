"""What an editor may do with a file: what is offered to be written, suggestions, the layout."""

from pathlib import Path
from typing import Any

import pytest

from tests.editor.client import Editor, place
from tests.editor.orchard import DOCUMENT, FILES, RULES

Garden = tuple[Editor, Path]


def offered(editor: Editor, file: Path, text: str) -> list[str]:
    """What is offered at the sign `¦`, the best first."""
    line, character = place(text, "¦")
    editor.change(file, text.replace("¦", ""))
    answer = editor.at("completion", file, line, character)
    return [one["label"] for one in sorted(answer["items"], key=lambda one: one["sortText"])]


@pytest.mark.parametrize(
    ("name", "old", "new", "first", "missing"),
    [
        (
            "ruleset.yaml",
            "  pick:\n",
            "  pick:\n    ¦\n",
            {"when", "cost", "let", "steps"},
            {"help", "says", "requires"},
        ),
        (
            "ruleset.yaml",
            "\nends:",
            "\n¦\nends:",
            {"options", "boards", "costs"},
            {"kinds", "adds", "changes"},
        ),
        ("ruleset.yaml", "one of: pick [R2]", "one of: ¦", {"pick", "nothing", "stop"}, {"fruit", "and"}),
        ("ruleset.yaml", "bearing [R2]", "bear¦", {"bearing"}, set()),
        ("ruleset.yaml", "from: bearing [R2]", "from: bearing & (¦", {"bearing"}, {"and", "where"}),
        ("ruleset.yaml", "number <= fruit(from) [R3]", "number <= fruit(¦", {"from", "oak", "elm"}, {"and"}),
        ("ruleset.yaml", "fruit(t) >= 3", "hue(t) = ¦", {"red", "green"}, set()),
        ("ruleset.yaml", "[R3]", "[R¦", {"R1", "R5"}, {"fruit"}),
        ("ruleset.yaml", "cite: [R1]", "cite: [¦]", {"R1", "R5"}, {"fruit"}),
        ("ruleset.yaml", "set of Tree = neighbours", "set of ¦", {"Colour", "Tree", "Player"}, {"fruit"}),
        (
            "ruleset.yaml",
            "      set last_tree to from\n",
            "      ¦\n",
            {"set", "add", "remove", "if", "for"},
            {"and", "fruit"},
        ),
        ("ruleset.yaml", "set last_tree to from", "set last_tree ¦", {"to"}, {"fruit", "from"}),
        (
            "ruleset.yaml",
            "add number to basket(me)\n",
            "¦add number to basket(me)\n",
            {"set", "add", "remove"},
            {"and", "mod"},
        ),
        ("ruleset.yaml", "fruit(t) >= 3", "fruit(¦", {"t", "oak", "elm"}, {"and"}),
        ("ruleset.yaml", "many(t in Tree): fruit(t) >= 3", "few(tree in Tree): ¦", {"tree"}, set()),
        (
            "ruleset.yaml",
            "last_tree: Tree or none",
            "last_tree: Tree seen by ¦",
            {"owner", "nobody"},
            {"fruit"},
        ),
        ("ruleset.yaml", "= neighbours ", "= ¦", {"neighbours", "hue"}, set()),
        ("ruleset.yaml", "last: shared", "last: ¦", {"shared", "nobody", "never tied"}, set()),
        ("ruleset.yaml", "all t in Tree where fruit(t) > 0", "all t in Tree ¦", {"where"}, {"fruit"}),
        (
            "wasps.yaml",
            "  terms.many:",
            "  ¦\n  terms.many:",
            {"actions.pick", "terms.bearing", "kinds.Tree.has.hue"},
            set(),
        ),
        ("wasps.yaml", "now: fruit(t) >= 2", "now: ¦", {"fruit", "t"}, set()),
        ("wasps.yaml", "when: me not in waited", "when: me not in ¦", {"waited", "bearing"}, set()),
        ("scenarios/picking.yaml", "      basket: {P1: 1}", "      ¦", {"basket", "last_tree"}, {"pick"}),
        ("scenarios/picking.yaml", "fruit: {oak: 4, elm: 3}", "fruit: {¦}", {"oak", "elm"}, {"red"}),
        ("scenarios/picking.yaml", "P1 pick from oak", "P1 ¦", {"pick"}, {"bearing"}),
        ("scenarios/picking.yaml", "last_tree = oak", "last_tree = ¦", {"oak", "elm"}, set()),
        (
            "scenarios/picking.yaml",
            "    players: 2\n",
            "    ¦\n",
            {"players", "options", "legal"},
            {"name", "given", "then"},
        ),
        ("picture.yaml", "leave out: [last_tree]", "leave out: [¦]", {"last_tree", "basket"}, {"pick"}),
        ("picture.yaml", "apples: fruit(t)", "apples: ¦", {"fruit", "bearing"}, set()),
        ("document.yaml", "kind: component", "kind: ¦", {"rule", "flavour"}, set()),
    ],
)
def test_what_is_offered(
    garden: Garden, name: str, old: str, new: str, first: set[str], missing: set[str]
) -> None:
    editor, home = garden
    text = FILES[name]
    assert old in text
    try:
        found = offered(editor, home / name, text.replace(old, new, 1))
    finally:
        editor.change(home / name, text)

    assert first - set(found) == set()
    assert missing & set(found) == set()


def test_what_fits_best_comes_first(garden: Garden) -> None:
    editor, home = garden
    try:
        keys = offered(
            editor, home / "ruleset.yaml", RULES.replace("number <= fruit(from) [R3]", "number <= fruit(¦")
        )
        members = offered(editor, home / "ruleset.yaml", RULES.replace("fruit(t) >= 3", "hue(t) = ¦"))
    finally:
        editor.change(home / "ruleset.yaml", RULES)

    assert set(keys[:6]) >= {"elm", "from", "oak"}
    assert set(members[:2]) == {"green", "red"}


def test_an_offer_takes_the_place_of_what_is_typed_and_explains_itself(garden: Garden) -> None:
    editor, home = garden
    file = home / "ruleset.yaml"
    text = RULES.replace("from: bearing [R2]", "from: bea")
    editor.change(file, text)
    try:
        line, character = place(text, "from: bea", 9)
        items = editor.at("completion", file, line, character)["items"]
        offer = next(one for one in items if one["label"] == "bearing")
        explained = editor.ask("completionItem/resolve", offer)
    finally:
        editor.change(file, RULES)

    assert offer["textEdit"]["newText"] == "bearing"
    assert offer["textEdit"]["range"]["start"] == {"line": line, "character": character - 3}
    assert "all t in Tree where fruit(t) > 0" in explained["documentation"]["value"]


# -- suggestions -------------------------------------------------------------------------------------------


def test_a_suggestion_is_carried_out(garden: Garden) -> None:
    editor, home = garden
    file = home / "ruleset.yaml"
    text = RULES.replace("number <= fruit(from)", "number <= friut(from)")
    editor.change(file, text)
    try:
        (found,) = editor.until(file, {"E403"})
        (action,) = editor.ask(
            "textDocument/codeAction",
            {
                "textDocument": {"uri": file.as_uri()},
                "range": found["range"],
                "context": {"diagnostics": [found]},
            },
        )
    finally:
        editor.change(file, RULES)

    assert action["title"] == "Write `fruit`"
    assert action["kind"] == "quickfix"
    assert action["diagnostics"][0]["code"] == "E403"
    line, character = place(text, "friut")
    assert action["edit"]["changes"][file.as_uri()] == [
        {
            "range": {
                "start": {"line": line, "character": character},
                "end": {"line": line, "character": character + 5},
            },
            "newText": "fruit",
        }
    ]


def test_a_file_is_laid_out(garden: Garden) -> None:
    editor, home = garden
    file = home / "ruleset.yaml"
    spoilt = RULES.replace(
        "    choose:\n      from: bearing [R2]\n", "    choose:\n        from:   bearing   [R2]\n"
    ).replace("number: 1..3\n", "  number: 1..3 # as many as a hand holds\n", 1)
    params = {"textDocument": {"uri": file.as_uri()}, "options": {"tabSize": 2, "insertSpaces": True}}
    texts = []
    for text in (spoilt, spoilt.replace("\n", "\r\n"), spoilt + "act"):
        editor.change(file, text)
        edits = editor.ask("textDocument/formatting", params)
        texts.append(edits[0]["newText"] if edits else None)
    editor.change(file, texts[0])
    again = editor.ask("textDocument/formatting", params)
    editor.change(file, RULES)

    assert "      from: bearing [R2]\n" in texts[0]
    assert "# as many as a hand holds" in texts[0]
    assert texts[1] == texts[0].replace("\n", "\r\n")
    assert texts[2] is None
    assert again == []


def test_a_file_without_the_line_that_names_its_schema_may_get_it(garden: Garden) -> None:
    editor, home = garden
    nowhere = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}

    def actions(name: str) -> list[dict[str, Any]]:
        params = {
            "textDocument": {"uri": (home / name).as_uri()},
            "range": nowhere,
            "context": {"diagnostics": []},
        }
        found: list[dict[str, Any]] = editor.ask("textDocument/codeAction", params)
        return found

    (action,) = actions("document.yaml")
    (edit,) = action["edit"]["changes"][(home / "document.yaml").as_uri()]

    assert edit["range"] == nowhere
    assert edit["newText"].startswith("# yaml-language-server: $schema=file://")
    assert edit["newText"].endswith("/schema/document.schema.json\n")
    assert actions("ruleset.yaml") == []
    assert DOCUMENT.startswith("language")
