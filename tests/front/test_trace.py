"""`ludwright trace`, and `why` about values and rankings, as somebody types them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.record.form import Decided
from interpreter.record.save import record_of
from interpreter.record.save import write as save
from tests.front.conftest import Run
from tests.small import game, write
from tests.study.orchard import DOCUMENT, ORCHARD

MOVES = ("pick number 1", "pick number 2", "buy fruit fig many 1", "pick number 4")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, str]:
    """A ruleset, a record of it, and one that does not replay."""
    folder = tmp_path_factory.mktemp("orchard")
    orchard = game(folder, ORCHARD, document=DOCUMENT)
    match = orchard.start(seed=1)
    for move in MOVES:
        match.apply(match.state.to_move[0], move)
    record = record_of(match)
    save(folder / "match.json", record)
    wrong = (*record.entries[:2], Decided("P1", "buy fruit pear many 1", False))
    save(folder / "wrong.json", replace(record, entries=wrong))
    return str(folder / "ruleset.yaml"), str(folder / "match.json"), str(folder / "wrong.json")


Files = tuple[str, str, str]


def test_a_match_is_told_move_by_move(run: Run, files: Files) -> None:
    done = run("trace", files[1], "--game", files[0], "--from", "2", "--to", "2")
    assert done.exit_code == 0, done.output
    lines = [line.split("  actions")[0].strip() for line in done.stdout.splitlines()]
    assert lines[:2] == ["move 2", "P2 pick number 2"]
    for line in ("tree: 3 → 1", "purse(P2): 3 → 4", "tree: 1 → 6"):
        assert line in lines
    assert "always, when tree = 1: true" in done.stdout
    assert "always.regrow" in done.stdout
    assert "[S1]" in done.stdout


def test_the_same_as_data(run: Run, files: Files) -> None:
    found = json.loads(run("trace", files[1], "--game", files[0], "--json").stdout)
    assert [one["number"] for one in found["passages"]] == [0, 1, 2, 3, 4]
    assert found["halt"] is None
    assert found["warning"] is None
    entry = next(one for one in found["passages"][2]["entries"] if one["sort"] == "always")
    assert (entry["rule"], entry["value"]) == ("always.regrow", "true")
    assert entry["reason"]["parts"] == [{"text": "tree", "value": "1"}]


def test_only_where_something_happens(run: Run, files: Files) -> None:
    done = run("trace", files[1], "--game", files[0], "--watch", "purse(P2)")
    assert [line for line in done.stdout.splitlines() if line.startswith("move")] == [
        "move 2  stops for purse(P2): 3 → 4"
    ]
    done = run("trace", files[1], "--game", files[0], "--break", "actions.buy", "--until", "tree < 3")
    assert [line.split("  ")[0] for line in done.stdout.splitlines() if line.startswith("move")] == [
        "move 3", "move 4",
    ]  # fmt: skip


def test_what_makes_no_sense_is_bad_usage(run: Run, files: Files) -> None:
    for words, message in (
        (("--from", "9"), "there is no move 9"),
        (("--from", "3", "--to", "1"), "`--to 1` comes before `--from 3`"),
        (("--break", "actions.bury"), "did you mean `actions.buy`?"),
        (("--watch", "purs"), "did you mean `purse`?"),
        (("--until", "tree <"), "--until:1:7: E301"),
        (("--until", "tree"), "E501"),
        (("--as", "P7"), "there is no player `P7`"),
        (("--json", "--interactive"), "leave out `--interactive`"),
    ):
        done = run("trace", files[1], "--game", files[0], *words)
        assert done.exit_code == 2, words
        assert message in done.output
        assert "move 1" not in done.output


def test_a_record_that_does_not_replay(run: Run, files: Files) -> None:
    done = run("trace", files[2], "--game", files[0])
    assert done.exit_code == 1
    assert "does not play as it says" in done.stdout.splitlines()[0]
    assert "move 2" in done.stdout
    assert "the record goes no further at move 3: `P1 buy fruit pear many 1` is refused" in done.stdout
    found = json.loads(run("trace", files[2], "--game", files[0], "--json").stdout)
    assert found["halt"]["move"] == 3
    assert len(found["passages"]) == 3


def test_by_hand_forward_and_back(run: Run, files: Files) -> None:
    looks = "break x\nuntil tree >\nwhy tree + 1\nwhy\nboard\n?\nq\n"
    typed = f"n\nb\nb\n4\n9\nnonsens\nwatch purse\nc\nr\n{looks}"
    done = run("trace", files[1], "--game", files[0], "--interactive", typed=typed)
    assert done.exit_code == 0, done.output
    out = done.stdout
    heads = [line.split("  ")[0] for line in out.splitlines() if line.startswith(("move ", "set-up"))]
    assert heads == ["set-up", "move 1", "set-up", "move 4", "move 3", "move 3"]
    assert "this is the beginning" in out
    assert "there is no move 9, the last is 4" in out
    assert "`nonsens` is no word here" in out
    assert "no breakpoint is met there" in out
    assert "there is no rule `x`" in out
    assert "until:1:7: E301" in out
    assert "tree + 1: 7  (tree = 6)" in out
    assert "on to the next breakpoint" in out


def test_a_player_is_told_what_that_player_may_know(run: Run, files: Files) -> None:
    setup = ("trace", files[1], "--game", files[0], "--to", "0")
    mine, theirs = (run(*setup, "--as", player).stdout for player in ("P1", "P2"))
    assert "wish(P1) = pear" in mine
    assert "wish(P1)" not in theirs
    found = run("why", files[1], "--game", files[0], "--value", "wish(P1) = pear", "--as", "P2").stdout
    assert found.splitlines()[0] == "wish(P1) = pear: ?  (wish(P1) = ?)"


def test_whence_a_value_comes(run: Run, files: Files) -> None:
    done = run("why", files[1], "--game", files[0], "--value", "purse(P2)")
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[:2] == ["purse(P2) = 4", "  move 2  P2 pick number 2: 3 → 4"]
    found = json.loads(run("why", files[1], "--game", files[0], "--value", "rich(P1)", "--json").stdout)
    assert found["tree"]["value"] == "false"  # the purse holds 3 - 1 = 2
    assert found["tree"]["parts"][0]["cites"][0]["says"] == "Who has three coins is rich."
    done = run("why", files[1], "--game", files[0], "--value", "purse(P9)")
    assert done.exit_code == 2
    assert "--value:1:7: E402" in done.stderr
    assert run("why", files[0], "--value", "riches").stdout.splitlines()[0] == "riches = 6"


def test_why_players_stand_as_they_do(run: Run, tmp_path: Path) -> None:
    ruleset = write(tmp_path, ORCHARD, document=DOCUMENT)
    match = game(tmp_path, ORCHARD, document=DOCUMENT).start(seed=1)
    match.apply(1, "pick number 4")
    assert match.result is not None
    save(tmp_path / "match.json", record_of(match))
    record = str(tmp_path / "match.json")
    # Below two hang after the pick, so P1 has 4 coins; P2 has 3.
    done = run("why", record, "--game", str(ruleset), "--ranking")
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[:4] == [
        "P1 won  (bare)", "  1. P1  coins 4, fruit 3", "  2. P2  coins 3, fruit 0",
        "  P1 before P2: coins: 4 against 3",
    ]  # fmt: skip
    found = json.loads(run("why", record, "--game", str(ruleset), "--ranking", "--json").stdout)
    assert found["steps"] == [{"player": "P1", "other": "P2", "equal": False, "text": "coins: 4 against 3"}]


def test_ties_go_on_to_the_next_key(run: Run, files: Files) -> None:
    out = run("why", files[0], "--ranking").stdout
    assert "the match is not over" in out
    assert "P1 before P2: equal by coins (3); then fruit: 3 against 0" in out


def test_one_thing_is_asked_at_a_time(run: Run, files: Files) -> None:
    for words in (("pick number 1", "--ranking"), ("--ranking", "--value", "tree"), ()):
        done = run("why", files[0], *words)
        assert done.exit_code == 2
        assert "say a move, or `--value PHRASE`, or `--ranking`" in done.stderr


@pytest.mark.parametrize(
    "words", [("0",), ("99",), ("--at", "99", "pick number 1"), ("--at", "99", "--ranking")]
)
def test_a_move_that_a_record_does_not_have_is_a_fault_of_the_command(
    run: Run, files: Files, words: tuple[str, ...]
) -> None:
    done = run("why", files[1], "--game", files[0], *words)
    assert done.exit_code == 2, done.output
    assert "there is no move" in done.stderr
    assert "the moves are 1 to " in done.stderr


@pytest.mark.parametrize("words", [("--seed", "7"), ("--players", "2"), ("--option", "x=1")])
def test_what_a_record_says_itself_is_not_taken_from_the_command(
    run: Run, files: Files, words: tuple[str, str]
) -> None:
    done = run("why", files[1], "1", "--game", files[0], *words)
    assert done.exit_code == 2, done.output
    assert f"`{words[0]}` is for a game" in done.stderr
