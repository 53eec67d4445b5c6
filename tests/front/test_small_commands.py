import json
from pathlib import Path

from tests.front.conftest import RULESETS, Run


def test_list(run: Run) -> None:
    done = run("list")
    rows = [line.split() for line in done.stdout.splitlines()]
    assert rows[0] == ["game", "title", "players"]
    assert ["clans", "Clans", "2", "to", "4"] in rows
    assert ["tic-tac-toe", "Tic-tac-toe", "2"] in rows
    games = {one["game"]: one for one in json.loads(run("list", "--json").stdout)["games"]}
    assert games["clans"]["players"] == {"min": 2, "max": 4}


def test_perft_of_the_published_counts(run: Run) -> None:
    done = run("perft", "tic-tac-toe", "--depth", "4", "--json")
    assert json.loads(done.stdout) == {
        "game": "tic-tac-toe", "depth": 4, "by": "move", "counts": [9, 72, 504, 3024],
    }  # fmt: skip
    assert run("perft", "tic-tac-toe", "--depth", "4").stdout == "1      9\n2     72\n3    504\n4  3,024\n"


def test_info_tells_of_a_game(run: Run) -> None:
    found = json.loads(run("info", "clans", "--json").stdout)
    assert found["players"] == {"min": 2, "max": 4, "bounds": [2, 5]}
    assert [one["name"] for one in found["options"]][:2] == ["terrain_scheme", "big_group_merge"]
    assert [one["address"] for one in found["decisions"]] == [
        "phases.turns", "actions.move.steps.found_villages",
    ]  # fmt: skip
    lands = next(one for one in found["kinds"] if one["name"] == "Land")
    assert lands == {
        "name": "Land", "size": 60, "columns": ["near", "terrain"],
        "members": ["T01", "T02", "T03", "T04", "T05", "T06"],
    }  # fmt: skip
    assert found["decisions"][0]["if_stuck"] is True
    assert found["secrets"] == {"components": [{"name": "clan", "seen_by": "owner"}], "public": []}
    move = next(one for one in found["actions"] if one["name"] == "move")
    assert [one["name"] for one in move["choose"]] == ["from", "to"]
    assert move["choose"][0]["values"] == "occupied - villages"
    assert move["choose"][0]["cites"] == ["R12"]
    assert found["document"]["kinds"]["rule"]["statements"] > 40
    five = json.loads(run("info", "clans", "--players", "5", "--option", "players_max=5", "--json").stdout)
    assert five["state"]["bytes"] > found["state"]["bytes"]


TWICE = """
language: 1
game: twice
title: Twice
players: 2
longest: 9 decisions
components: {points: 0..9, purse: {is: 0..9, seen by: nobody}}
phases:
  first: {who: each clockwise from P1, one of: turn}
  second: {who: each clockwise from P1, one of: turn}
actions:
  turn: {steps: {choice: {one of: 'stay, go'}}}
  stay: {do: nothing}
  go: {do: nothing}
ranking: {of: p in Player, last: shared}
"""


def test_info_tells_a_decision_once_that_is_offered_twice(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "twice.yaml"
    path.write_text(TWICE, "utf-8")
    found = json.loads(run("info", str(path), "--json").stdout)
    assert [one["address"] for one in found["decisions"]] == [
        "phases.first", "actions.turn.steps.choice", "phases.second",
    ]  # fmt: skip


def test_info_for_people(run: Run) -> None:
    out = run("info", "clans").stdout
    assert "players        2 to 4, up to 5 by an option" in out
    assert "    choose to: near(from) & occupied  [R13, CL-9]" in out
    assert "  clan is seen by owner" in out
    assert "  Land     60  T01, T02, T03, T04, T05, T06, … and 54 more" in out
    assert run("info", "tic-tac-toe").stdout.count("secrets\n  none") == 1


def test_info_tells_what_actions_cost_and_which_are_limited(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ruleset.yaml"
    path.write_text(
        "language: 1\ngame: shop\ntitle: Shop\nplayers: 2\nlongest: 9 decisions\n"
        "components: {coins: 0..9 per Player = 3, cards: 0..9 per Player}\n"
        "costs:\n  price: {from: coins(me), base: 2}\n"
        "limits:\n  few: cards(me) <= 5\n"
        "phases:\n  turns: {who: P1, one of: 'buy, sell, nothing'}\n"
        "actions:\n  buy: {cost: price, do: add 1 to cards(me)}\n"
        "  sell: {promise: price, do: add 1 to cards(me)}\n"
        "ranking: {of: p in Player, keys: {coins: highest coins(p) + cards(p)}, last: shared}\n",
        "utf-8",
    )
    out = run("info", str(path)).stdout
    assert "    costs price\n" in out.replace("price  \n", "price\n")
    assert "    promises price\n" in out.replace("price  \n", "price\n")
    assert "  few: cards(me) <= 5  (asked of buy, sell)" in out


def test_info_names_what_is_public_although_it_rests_on_a_secret(run: Run, tmp_path: Path) -> None:
    text = (RULESETS / "pots.yaml").read_text("utf-8")
    path = tmp_path / "pots.yaml"
    path.write_text(
        text.replace("that: coins <= purse(me)", "that: coins <= purse(me) and good != wish(me)"), "utf-8"
    )
    found = json.loads(run("info", str(path), "--json").stdout)
    assert found["secrets"]["public"] == [{"decision": "phases.turns", "depends_on": ["wish"]}]


def test_scenarios_and_records_are_run(run: Run) -> None:
    done = run("test", "clans", "-k", "setup", "--json")
    found = json.loads(done.stdout)
    assert done.exit_code == 0
    assert found["ok"] is True
    assert found["failed"] == 0
    assert found["passed"] == len(found["cases"]) > 3
    assert run("test", "clans", "-k", "no such name").exit_code == 2


def test_a_failing_scenario_shows_what_was_expected(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ruleset.yaml"
    path.write_text((RULESETS / "pots.yaml").read_text("utf-8"), "utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "wrong.yaml").write_text(
        "language: 1\ngame: pots\nscenarios:\n  - name: a purse of forty\n    players: 2\n    seed: 1\n"
        "    then: [purse(P1) = 41]\n",
        "utf-8",
    )
    done = run("test", str(tmp_path))
    assert done.exit_code == 1
    assert done.stdout.splitlines() == ["failed  wrong: a purse of forty", f"{tmp_path}: 1 of 1 failed"]
    assert "purse(P1)" in done.stderr
    assert "wrong.yaml:7" in done.stderr


def test_cover_fails_below_a_hundred(run: Run, tmp_path: Path) -> None:
    text = (
        (RULESETS / "pots.yaml").read_text("utf-8").replace("longest:", "document: document.yaml\nlongest:")
    )
    (tmp_path / "ruleset.yaml").write_text(text, "utf-8")
    (tmp_path / "document.yaml").write_text(
        "language: 1\ngame: pots\ntitle: Pots\nsource: made up for a test\nstatements:\n"
        "  R1: {heading: Play, kind: rule, says: Coins go into pots.}\n",
        "utf-8",
    )
    done = run("cover", str(tmp_path))
    assert done.exit_code == 1
    assert "R1  rule  no rule cites it; no scenario cites it" in done.stdout
    assert done.stdout.splitlines()[-1] == "pots: 0.0 %"
    nothing = run("cover", "tic-tac-toe")
    assert nothing.exit_code == 0
    assert nothing.stdout == "tic-tac-toe has no document, so there is nothing to cover\n"


def test_explain_shows_the_page(run: Run) -> None:
    done = run("explain", "e402")
    assert done.exit_code == 0
    assert done.stdout.startswith("# E402: a name that nothing declares\n")


def test_compile_writes_the_program_that_is_hashed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "program.ir"
    assert run("compile", "tic-tac-toe", "-o", str(path)).exit_code == 0
    text = path.read_text("utf-8")
    assert text.startswith("(Program")
    assert run("compile", "tic-tac-toe", "--emit", "ir").stdout.rstrip("\n") == text.rstrip("\n")
    nowhere = run("compile", "tic-tac-toe", "-o", str(tmp_path / "no" / "folder.ir"))
    assert nowhere.exit_code == 2
    assert "there is no folder" in nowhere.stderr


def test_a_language_server_that_cannot_start_as_asked_says_why(run: Run, tmp_path: Path) -> None:
    done = run("lsp", "--pause", "nan")
    assert done.exit_code == 2, done.output
    assert "nan is not in the range" in done.stderr
    nowhere = tmp_path / "none" / "log"
    done = run("lsp", "--log", str(nowhere))
    assert done.exit_code == 2, done.output
    assert f"`{nowhere}` can't be written: no such file or directory" in done.stderr
