"""Modules and variants at the command line."""

import json
from pathlib import Path

import pytest

from tests.front.conftest import Run
from tests.patches.orchard import WASPS, lay_out

BASE_TESTS = """\
language: 1
game: orchard
scenarios:
  - name: Apples are picked, the last one because it must be
    cite: [R2, R3]
    players: 2
    when:
      - P1 pick tree old number 3
      - P2 pick tree young number 2
    then:
      - basket(P1) = 4
      - hanging(old) = 0
    won: [P1]
  - name: With wasps one may wait
    cite: [R4]
    players: 2
    options: {wasps: true}
    when:
      - P1 wait
    then:
      - waited(P1) = 1
      - hanging(old) = 3
  - name: Patience belongs to the wasps
    cite: [R4]
    players: 2
    options: {patience: 2}
    start_refused: E920
  - name: The ladder gives more apples
    cite: [R5]
    players: 3
    options: {ladder: true}
    then:
      - hanging(young) = 5
"""

GREEDY_TESTS = """\
language: 1
game: orchard-greedy
scenarios:
  - name: The last apple is a bad one
    cite: [V1]
    players: 2
    when:
      - P1 pick tree old number 2
      - P2 pick tree old number 2
      - P1 pick tree young number 2
    won: [P2]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return lay_out(
        tmp_path / "orchard",
        **{
            "scenarios/apples.yaml": BASE_TESTS,
            "variants/greedy/scenarios/last.yaml": GREEDY_TESTS,
        },
    )


def test_validate_tries_every_set_of_modules_and_names_it(run: Run, folder: Path) -> None:
    assert run("validate", str(folder), str(folder / "variants" / "greedy.yaml")).stdout.splitlines() == [
        f"{folder}: nothing is wrong",
        f"{folder / 'variants' / 'greedy.yaml'}: nothing is wrong",
    ]
    page = folder / "wasps.yaml"
    page.write_text(WASPS.replace("waited(me) < patience", "waited(mee) < patience"), "utf-8")
    done = run("validate", str(folder))

    assert done.exit_code == 1
    assert "wasps.yaml:14:34: E402 unknown name `mee`" in done.stderr
    assert "= note: found with the module `wasps` on" in done.stderr
    assert done.stderr.count("E402") == 1


def test_a_module_by_itself_is_no_ruleset(run: Run, folder: Path) -> None:
    done = run("validate", str(folder / "wasps.yaml"))

    assert done.exit_code == 1
    assert "E949 this is a module of `orchard`, no ruleset" in done.stderr


def test_a_match_with_a_module_is_played_saved_and_replayed(run: Run, folder: Path, tmp_path: Path) -> None:
    record = str(tmp_path / "match.json")
    played = run(
        "play", str(folder), "--players", "2", "--player", "1=random", "--option", "wasps", "--seed", "3",
        "--save", record,
    )  # fmt: skip
    assert played.exit_code == 0, played.stderr
    assert json.loads(Path(record).read_text("utf-8"))["options"] == {
        "most": 3, "ladder": False, "wasps": True, "patience": 1,
    }  # fmt: skip
    assert run("replay", record, "--game", str(folder)).exit_code == 0
    said = run("why", record, "1", "--game", str(folder))
    assert said.exit_code == 0
    assert "legal" in said.stdout


def test_a_broken_module_is_told_where_it_is_switched_on(run: Run, folder: Path) -> None:
    (folder / "wasps.yaml").write_text(WASPS.replace("waited(me) <", "waitd(me) <"), "utf-8")

    assert run("simulate", str(folder), "--games", "2").exit_code == 0
    done = run("simulate", str(folder), "--games", "2", "--option", "wasps")
    assert done.exit_code == 1
    assert "E403" in done.stderr
    assert "found with the module `wasps` on" in done.stderr


def test_the_tests_of_a_variant_lie_in_a_folder_of_its_name(run: Run, folder: Path) -> None:
    assert run("test", str(folder)).stdout.endswith("all 4 passed\n")
    assert run("test", str(folder / "variants" / "greedy.yaml")).stdout.endswith("all 1 passed\n")


def test_rules_of_modules_cover_statements_of_the_document(run: Run, folder: Path) -> None:
    whole = json.loads(run("cover", str(folder), "--json").stdout)
    cited = {one["statement"]: one["cited_by"] for one in whole["statements"]}

    assert whole["complete"] is True
    assert cited["R4"] == ["actions.wait"]
    assert cited["R5"] == ["data.trees.young.apples"]


def test_of_a_variant_only_its_own_statements_are_looked_at(run: Run, folder: Path) -> None:
    whole = json.loads(run("cover", str(folder / "variants" / "greedy.yaml"), "--json").stdout)

    assert [one["statement"] for one in whole["statements"]] == ["V1"]
    assert whole["complete"] is True


START_DOCUMENT = """\
language: 1
game: orchard-two
title: Two apples
statements:
  W1: {kind: rule, says: At most two apples are picked if nothing is said.}
"""
START = """\
language: 1
game: orchard-two
title: Orchard, two apples
extends: ../ruleset.yaml
document: two/document.yaml
changes:
  options.most.start: {was: 3, now: 2, cite: [W1]}
"""
START_TESTS = """\
language: 1
game: orchard-two
scenarios:
  - name: Not three
    cite: [W1]
    players: 2
    when:
      - {refused: P1 pick tree old number 3, because: enough}
"""


def test_a_variant_may_say_which_rule_of_an_option_is_played(run: Run, folder: Path) -> None:
    lay_out(folder, **{
        "variants/two.yaml": START, "variants/two/document.yaml": START_DOCUMENT,
        "variants/two/scenarios/two.yaml": START_TESTS,
    })  # fmt: skip
    whole = json.loads(run("cover", str(folder / "variants" / "two.yaml"), "--json").stdout)

    assert [(one["statement"], one["cited_by"], one["missing"]) for one in whole["statements"]] == [
        ("W1", ["options.most.start"], [])
    ]


def test_info_shows_what_a_module_does(run: Run, folder: Path) -> None:
    found = json.loads(run("info", str(folder), "--option", "wasps", "--json").stdout)

    assert found["modules"] == [
        {
            "name": "ladder", "help": "A ladder reaches higher", "on": False,
            "adds": [], "changes": ["data.trees.young.apples", "players"], "removes": [], "moves": [],
        },
        {
            "name": "wasps", "help": "Whoever likes may wait", "on": True,
            "adds": ["components.waited", "phases.turns.one of.wait", "actions.wait", "ranking.keys.calm"],
            "changes": ["data.trees.old.apples"], "removes": [], "moves": [],
        },
    ]  # fmt: skip
    assert [one["name"] for one in found["actions"]] == ["pick", "wait"]
    assert found["phases"][0]["says"]["one of"] == "pick, wait"
    assert run("info", str(folder / "variants" / "greedy.yaml")).stdout.splitlines()[2].split() == [
        "extends", "orchard",
    ]  # fmt: skip


def test_list_names_the_variants(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "variants" / "bad.yaml").write_text("extends: ../ruleset.yaml\n", "utf-8")
    monkeypatch.setattr("interpreter.resources.root", lambda name: folder.parent)
    (game,) = json.loads(run("list", "--json").stdout)["games"]

    assert game["game"] == "orchard"
    assert [(one["name"], one["title"], one["players"]) for one in game["variants"]] == [
        ("orchard/bad", None, None),
        ("orchard/greedy", "Orchard, the last apple", {"min": 2, "max": 3}),
    ]
    assert [line.split() for line in run("list").stdout.splitlines()[2:]] == [
        ["orchard/bad", "does", "not", "validate"],
        ["orchard/greedy", "Orchard,", "the", "last", "apple", "2", "to", "3"],
    ]


def test_a_shipped_variant_is_played_by_its_name(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.resources.root", lambda name: folder.parent)
    words = ["--players", "2", "--player", "1=random", "--seed", "3", "--save"]
    played = run("play", "orchard/greedy", *words, str(tmp_path / "match.json"))
    outside = run("play", str(folder / "variants" / "greedy.yaml"), *words, str(tmp_path / "same.json"))

    for done, record in ((played, "match.json"), (outside, "same.json")):
        assert f"`ludwright replay {tmp_path / record}` verifies it" in done.stdout
        assert run("replay", str(tmp_path / record)).exit_code == 0
    assert "did you mean `orchard/greedy`?" in run("play", "orchard/gredy").stderr
    assert "the variants of `orchard` are orchard/greedy" in run("play", "orchard/zzzzzzzz").stderr


def test_a_match_of_another_ruleset_of_that_name_is_verified_by_its_path(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = lay_out(tmp_path / "other") / "variants" / "greedy.yaml"
    monkeypatch.setattr("interpreter.resources.root", lambda name: folder.parent)
    words = ["--players", "2", "--player", "1=random", "--seed", "3", "--save"]
    done = run("play", str(other), *words, str(tmp_path / "match.json"))

    assert f"`ludwright replay {tmp_path / 'match.json'} --game {other}` verifies it" in done.stdout


def test_info_tells_the_variants_of_a_game_and_what_a_variant_changes(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(folder / "variants" / "greedy.yaml")
    one = {"name": path, "title": "Orchard, the last apple", "help": ""}
    assert json.loads(run("info", str(folder), "--json").stdout)["variants"] == [one]

    monkeypatch.setattr("interpreter.resources.root", lambda name: folder.parent)
    assert "  orchard/greedy  Orchard, the last apple" in run("info", "orchard").stdout.splitlines()
    found = json.loads(run("info", "orchard/greedy", "--json").stdout)
    assert (found["variants"], found["extends"]) == ([], "orchard")
    assert found["patches"] == [
        {
            "game": "orchard-greedy", "adds": ["components.last", "ranking.keys.not_last"],
            "changes": ["actions.pick.do", "options.most.start"], "removes": [], "moves": [],
        }
    ]  # fmt: skip


PICTURE = """\
panels:
  - {title: Baskets, rows: Player, show: [basket, waited]}
"""


def test_a_picture_may_show_what_only_a_module_has(run: Run, folder: Path) -> None:
    page = folder / "ruleset.yaml"
    page.write_text(page.read_text("utf-8") + "picture: picture.yaml\n", "utf-8")
    (folder / "picture.yaml").write_text(PICTURE, "utf-8")
    assert run("validate", str(folder)).stdout == f"{folder}: nothing is wrong\n"
    for words in ([], ["--option", "wasps"]):
        played = run("play", str(folder), "--players", "2", "--player", "1=random", "--seed", "3", *words)
        assert played.exit_code == 0
        assert ("waited" in played.stdout) == bool(words)

    (folder / "picture.yaml").write_text(PICTURE.replace("waited", "wated"), "utf-8")
    done = run("validate", str(folder))
    assert "E402" in done.stderr
