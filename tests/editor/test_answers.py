"""What an editor is told about places: meanings, offers, declarations, uses, headings, suggestions."""

from pathlib import Path
from typing import Any

import pytest

from tests.editor.client import Editor, place
from tests.editor.orchard import FILES, PICTURE, RULES, SCENARIOS, TREES, VARIANT, WASPS

Garden = tuple[Editor, Path]


def told(garden: Garden, name: str, marker: str, shift: int = 0) -> str:
    editor, home = garden
    answer = editor.at("hover", home / name, *place(FILES[name], marker, shift))
    return "" if answer is None else str(answer["contents"]["value"])


@pytest.mark.parametrize(
    ("name", "marker", "shift", "wanted"),
    [
        (
            "ruleset.yaml",
            "fruit(t) >",
            0,
            [
                "fruit: 0..15 per Tree = 5 [R1]",
                "component",
                "a number 0..15",
                "at the start: `5`",
                "**R1** There are two trees",
                "ruleset.yaml, line 23",
            ],
        ),
        ("ruleset.yaml", "basket(me)", 1, ["basket: 0..15 per Player", "at the start: `0`"]),
        ("ruleset.yaml", "last_tree to", 0, ["Tree or none", "at the start: `none`"]),
        ("ruleset.yaml", "bearing [R2]", 0, ["term", "a set of Trees"]),
        ("ruleset.yaml", "t in Tree where", 0, ["bound name", "a Tree"]),
        ("ruleset.yaml", "from) [R3]", 0, ["stage of `pick`", "a Tree"]),
        ("ruleset.yaml", "hue: Colour", 0, ["column of `Tree`", "a Colour"]),
        ("ruleset.yaml", "Tree:", 1, ["kind", "2 members: oak, elm"]),
        ("ruleset.yaml", "pick [R2]", 0, ["action", "Take apples from one tree"]),
        ("ruleset.yaml", "R3]", 0, ["**R3**", "rule", "Nobody picks more than the tree bears."]),
        ("ruleset.yaml", "repeat:", 2, ["**repeat** Again and again"]),
        ("ruleset.yaml", "where fruit", 1, ["all x in S where CONDITION"]),
        ("ruleset.yaml", "clockwise", 1, ["the players in the order of their seats"]),
        ("ruleset.yaml", "me)", 0, ["the player who acts"]),
        ("wasps.yaml", "wasps: {", 0, ["option", "a flag", "at the start: `false`", "Anybody may wait once"]),
        ("wasps.yaml", "waited: set", 0, ["a set of Players", "at the start: empty"]),
        ("wasps.yaml", "many: {was", 0, ["many(t in Tree): fruit(t) >= 3"]),
        ("wasps.yaml", "fruit(t) >= 3", 0, ["component"]),
        ("wasps.yaml", "now: 1..2", 1, ["**now**"]),
        ("scenarios/picking.yaml", "fruit: {oak", 0, ["component"]),
        ("scenarios/picking.yaml", "oak number", 0, ["member of `Tree`"]),
        ("scenarios/picking.yaml", "pick from", 0, ["action"]),
        ("scenarios/picking.yaml", "R2]", 0, ["Each player in turn picks"]),
        ("scenarios/picking.yaml", "given", 1, ["Components and their values"]),
        ("trees.yaml", "elm]", 0, ["member of `Tree`"]),
        ("trees.yaml", "hue: red", 0, ["column of `Tree`"]),
        ("picture.yaml", "many(t)", 0, ["term"]),
        ("picture.yaml", "leave out", 2, ["Components that are not shown"]),
        ("document.yaml", "R4:", 0, ["The game is over when no apple is left."]),
        ("variants/rich.yaml", "fruit.start", 0, ["component"]),
    ],
)
def test_what_hovers(garden: Garden, name: str, marker: str, shift: int, wanted: list[str]) -> None:
    text = told(garden, name, marker, shift)

    assert [part for part in wanted if part not in text] == []


@pytest.mark.parametrize(
    ("name", "marker"),
    [("ruleset.yaml", "Orchard\n"), ("ruleset.yaml", "0..15"), ("document.yaml", "apple is")],
)
def test_what_means_nothing_is_not_told(garden: Garden, name: str, marker: str) -> None:
    assert told(garden, name, marker, 1) == ""


# -- declarations and uses -----------------------------------------------------------------------------


def places(answer: list[dict[str, Any]], home: Path) -> set[tuple[str, int, int]]:
    return {
        (
            one["uri"].removeprefix(home.as_uri() + "/"),
            one["range"]["start"]["line"],
            one["range"]["start"]["character"],
        )
        for one in answer
    }


@pytest.mark.parametrize(
    ("name", "marker", "to", "there"),
    [
        ("ruleset.yaml", "fruit(t) >", "ruleset.yaml", "fruit: 0"),
        ("ruleset.yaml", "t) > 0", "ruleset.yaml", "t in Tree where"),
        ("ruleset.yaml", "from)\n", "ruleset.yaml", "from: bearing"),
        ("ruleset.yaml", "R3]", "document.yaml", "R3:"),
        ("ruleset.yaml", "trees.yaml", "trees.yaml", "# yaml"),
        ("ruleset.yaml", "wasps.yaml", "wasps.yaml", "language"),
        ("wasps.yaml", "pick.choose", "ruleset.yaml", "pick:\n"),
        ("wasps.yaml", "number: {", "ruleset.yaml", "number: 1..3"),
        ("wasps.yaml", "waited\n", "wasps.yaml", "waited: set"),
        ("trees.yaml", "oak]", "trees.yaml", "oak: {"),
        ("picture.yaml", "red: red", "ruleset.yaml", "red, green"),
        ("scenarios/picking.yaml", "number 2", "ruleset.yaml", "number: 1..3"),
        ("scenarios/picking.yaml", "elm: 3", "trees.yaml", "elm: {"),
        ("variants/rich.yaml", "../ruleset.yaml", "ruleset.yaml", "# yaml"),
        ("variants/rich.yaml", "fruit.", "ruleset.yaml", "fruit: 0"),
    ],
)
def test_where_a_name_is_declared(garden: Garden, name: str, marker: str, to: str, there: str) -> None:
    editor, home = garden

    answer = editor.at("definition", home / name, *place(FILES[name], marker, 1))

    assert (to, *place(FILES[to], there)) in places(answer, home)


def test_where_a_name_is_used(garden: Garden) -> None:
    editor, home = garden
    wanted = {
        ("ruleset.yaml", *place(RULES, "fruit: 0")),
        ("ruleset.yaml", *place(RULES, "fruit(t) > 0")),
        ("ruleset.yaml", *place(RULES, "fruit(t) >= 3")),
        ("ruleset.yaml", *place(RULES, "fruit(from) [R3]")),
        ("ruleset.yaml", *place(RULES, "fruit(from)\n")),
        ("wasps.yaml", *place(WASPS, "fruit(t) >= 3")),
        ("wasps.yaml", *place(WASPS, "fruit(t) >= 2")),
        ("picture.yaml", *place(PICTURE, "fruit(t)")),
        ("scenarios/picking.yaml", *place(SCENARIOS, "fruit: {oak")),
        ("scenarios/picking.yaml", *place(SCENARIOS, "fruit(oak)")),
        ("variants/rich.yaml", *place(VARIANT, "fruit.start")),
    }

    with_it = editor.at(
        "references",
        home / "ruleset.yaml",
        *place(RULES, "fruit(t) > 0"),
        context={"includeDeclaration": True},
    )
    without = editor.at(
        "references",
        home / "picture.yaml",
        *place(PICTURE, "fruit(t)"),
        context={"includeDeclaration": False},
    )

    assert places(with_it, home) == wanted
    assert places(without, home) == wanted - {("ruleset.yaml", *place(RULES, "fruit: 0"))}


def test_uses_in_the_same_file_are_marked(garden: Garden) -> None:
    editor, home = garden

    answer = editor.at("documentHighlight", home / "trees.yaml", *place(TREES, "oak: {"))

    assert {one["range"]["start"]["line"] for one in answer} == {2, 3}


def test_the_headings_of_a_file(garden: Garden) -> None:
    editor, home = garden
    answer = editor.ask(
        "textDocument/documentSymbol", {"textDocument": {"uri": (home / "ruleset.yaml").as_uri()}}
    )
    by_name = {one["name"]: one for one in answer}

    assert list(by_name)[-4:] == ["phases", "actions", "ends", "ranking"]
    (pick,) = by_name["actions"]["children"]
    assert pick["name"] == "pick"
    assert pick["selectionRange"]["start"] == dict(
        zip(("line", "character"), place(RULES, "pick:\n"), strict=True)
    )
    assert pick["range"]["end"]["line"] == place(RULES, "set last_tree")[0]
    scenarios = editor.ask(
        "textDocument/documentSymbol", {"textDocument": {"uri": (home / "scenarios/picking.yaml").as_uri()}}
    )
    assert [one["name"] for one in scenarios[-1]["children"]] == ["Apples go to the basket"]


def test_names_are_found_in_all_files(garden: Garden) -> None:
    editor, home = garden

    answer = editor.ask("workspace/symbol", {"query": "WAIT"})

    assert {(one["name"], one["location"]["uri"]) for one in answer} == {
        ("waited", (home / "wasps.yaml").as_uri()),
        ("wait", (home / "wasps.yaml").as_uri()),
    }


def test_words_of_prose_and_of_remarks_are_no_words_of_the_language(garden: tuple[Editor, Path]) -> None:
    editor, home = garden
    file = home / "ruleset.yaml"
    text = RULES.replace("help: Whoever has picked most", "help: For each who has nobody for")
    text = text.replace("basket: 0..15 per Player", "basket: 0..15 per Player  # nobody for each")
    editor.change(file, text)
    try:
        for marker in ("each who", "nobody for\n", "for each"):
            if marker in text:
                assert editor.at("hover", file, *place(text, marker, 1)) is None, marker
        assert editor.at("hover", file, *place(text, "per Player", 1)) is not None
    finally:
        editor.change(file, RULES)


def test_what_a_column_begins_with_is_a_column_of_data(garden: tuple[Editor, Path]) -> None:
    editor, home = garden
    file = home / "ruleset.yaml"
    text = RULES.replace("terms:\n", "terms:\n  neighbours(t in Tree): fruit(t) > 1\n")
    editor.change(file, text)
    editor.wait(file)
    try:
        found = editor.at("definition", file, *place(text, "= neighbours", 3))
        places = found if isinstance(found, list) else [found]
        assert {one["uri"] for one in places} == {(home / "trees.yaml").as_uri()}
    finally:
        editor.change(file, RULES)
