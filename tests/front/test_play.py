import json
import stat
from pathlib import Path

import pytest

from tests.front.conftest import RULESETS, Run

POTS = str(RULESETS / "pots.yaml")
EMPTY = [" 3 · · ·", " 2 · · ·", " 1 · · ·", "   a b c"]


def test_bots_play_to_the_end_and_the_same_again(run: Run) -> None:
    words = ("play", "tic-tac-toe", "--player", "1=random", "--seed", "3")
    done = run(*words)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "Tic-tac-toe, seed 3: P1 random, P2 random"
    assert lines[2:6] == EMPTY
    assert "won" in done.stdout
    again = lines[-1].removeprefix("the same match again: ludwright ").split()
    assert run(*again).stdout == done.stdout


def test_a_match_by_number_by_text_and_by_its_beginning(run: Run) -> None:
    typed = "3\nplace cell b\n1\na1\n"
    done = run("play", "tic-tac-toe", "--player", "2=human", "--seed", "1", typed=typed)
    out = done.stdout
    assert done.exit_code == 0
    assert "P1> 3\nP1 place cell c1\n  mark(c1) = P1\n" in out
    assert "P2> place cell b\n\nP2 to move\n1 place cell b1   2 place cell b2   3 place cell b3\n" in out
    assert "P2> 1\nP2 place cell b1\n" in out
    assert "P1> a1\nP1 place cell a1\n" in out
    assert " 1 X O X" in out
    assert "the match was left before its end" in out


def test_moves_are_chosen_by_stages_where_there_are_many(run: Run) -> None:
    typed = "move from T01\nback\n1\n1\n"
    out = run("play", "clans", "--seed", "7", typed=typed).stdout
    assert "P1, move from …  288 moves\n" in out
    assert "P1, move from T01 …\n" in out
    assert "P1 move from T01> back\n" in out
    assert out.count("P1 move from T01 to T02\n") == 1


def test_the_only_move_that_fits_is_made(run: Run) -> None:
    out = run("play", "tic-tac-toe", "--player", "2=human", typed="place cell c1\nplace cell c2\nc3\n").stdout
    assert "P1 place cell c3" in out
    one = run("play", "tic-tac-toe", "--player", "2=human", typed="c1\nc2\na1\na2\nplace cell c\n").stdout
    assert "P1> place cell c\nP1 place cell c3\n" in one


def test_numbers_are_typed_as_they_are(run: Run) -> None:
    out = run("play", POTS, "--seed", "2", typed="put\ntea\n5\n").stdout
    assert "P1, what to do …  123 moves\n1 put   2 close\n" in out
    assert "P1, put good tea coins …  40 moves\n" in out
    assert "P1 put good tea> 5\nP1 put good tea coins 5\n  purse(P1) − 5\n" in out


def test_what_is_refused_is_explained(run: Run) -> None:
    typed = "put tea 60\nmroe\nput coffee\nsav\nput tea\n70\nback\nput tea 40\nput\n99\n"
    out = run("play", POTS, "--seed", "2", typed=typed).stdout
    assert (
        "P1> put tea 60\nnot legal: A purse holds only so many coins\n  coins = 60\n  purse(P1) = 40\n" in out
    )
    assert "`mroe` is no word here; did you mean `more`?" in out
    assert "not legal: `coffee` is not a value of `good`, expected one of `Good`" in out
    assert "`sav` is no word here; did you mean `save`?" in out
    assert "not legal: `70` is not a value of `coins`, expected one of `1..60`" in out
    assert "P1> put\nnot legal: there is nothing to choose for `put` now\n" in out
    assert "there is no choice 99, the last is " in out


def test_words_help(run: Run) -> None:
    typed = "?\nboard\nmap\nlog\nhint\nwhy put tea 50\nwhy\nmoves\nmore\nquit\nput tea 1\n"
    out = run("play", POTS, "--seed", "2", typed=typed).stdout
    assert "why MOVE: why it is legal or not" in out
    assert "this game has no map" in out
    assert "wishes: drawn silk" in out
    assert out.count("wishes: drawn") == 1  # the wishes of the others stay hidden
    assert "hint: " in out
    assert "P1 put good tea coins 50: not legal: A purse holds only so many coins" in out
    assert "purse(me) = 40  (me = P1)" in out
    assert "say which move, as in `why put good tea coins 1`" in out
    assert "P1> put tea 1" not in out


def test_help_tells_what_the_actions_do(run: Run) -> None:
    out = run("play", POTS, "--seed", "2", typed="?\n").stdout
    assert out.count("\nput  Put coins into a pot that is open\n") == 1


def test_back_takes_back_one_part_after_the_other(run: Run) -> None:
    typed = "T0\nT02\nback\nback\nback\n"
    out = run("play", "clans", "--seed", "7", typed=typed).stdout
    heads = [line.partition("  ")[0] for line in out.splitlines() if line.startswith("P1, ")]
    asked = ["P1, move from …", "P1, move from …", "P1, move from T02 …"]
    assert heads == [*asked, "P1, move from …", "P1, move from …", "P1, move from …"]
    offered = [line for line in out.splitlines() if line.startswith((" 1 T01", "1 T01"))]
    assert len(offered) == 5
    assert "T10" not in offered[1]
    assert offered[2] == offered[1]
    assert offered[3] == offered[4] == offered[0]


def test_the_words_of_a_game_come_before_ours(run: Run, tmp_path: Path) -> None:
    text = (RULESETS / "pots.yaml").read_text("utf-8")
    path = tmp_path / "pots.yaml"
    path.write_text(
        text.replace("one of: put, close", "one of: put, save").replace("  close:", "  save:"), "utf-8"
    )
    out = run("play", str(path), "--seed", "2", typed="save silk\n:board\n:quit\n").stdout
    assert "P1 save good silk\n" in out
    assert "P1> :board\nPlayer  purse  wish\n" in out


def test_taking_back(run: Run) -> None:
    out = run("play", "tic-tac-toe", "--seed", "1", typed="undo\na1\nundo\n").stdout
    assert "there is nothing to take back" in out
    tail = out.partition("P1> undo\ntaken back\n")[2]
    assert "\n".join(EMPTY) in tail


def test_nothing_is_taken_back_once_chance_has_fallen_between_people(run: Run, tmp_path: Path) -> None:
    text = (RULESETS / "pots.yaml").read_text("utf-8")
    path = tmp_path / "pots.yaml"
    path.write_text(text.replace("      set opener to me\n", "      draw 1 from Player to opener\n"), "utf-8")
    typed = "put tea 1\nundo\nquit\n"
    both = run("play", str(path), "--players", "2", "--player", "2=human", "--seed", "2", typed=typed).stdout
    assert "it can't be taken back: chance has fallen since" in both
    alone = run("play", str(path), "--players", "2", "--seed", "2", typed=typed).stdout
    assert "taken back" in alone
    assert "it can't be taken back" not in alone


def test_a_screen_shows_only_what_its_player_may_see(run: Run) -> None:
    typed = "put tea 1\nboard\nquit\n"
    out = run("play", POTS, "--players", "2", "--player", "2=human", "--seed", "2", typed=typed).stdout
    first, _, second = out.partition("P2, what to do")
    turns = first.rpartition("P1 put good tea coins 1")
    wishes = [line.split() for line in turns[0].splitlines() if line.startswith(("P1  ", "P2  "))]
    assert wishes[0][:2] == ["P1", "40"]
    assert wishes[0][2] in {"tea", "silk", "jade"}
    assert wishes[1] == ["P2", "40", "?"]
    seen = [line.split() for line in second.splitlines() if line.startswith(("P1  ", "P2  "))]
    assert seen[0] == ["P1", "39", "?"]
    assert seen[1][2] in {"tea", "silk", "jade"}


def test_watching_bots_shows_no_secrets(run: Run) -> None:
    out = run("play", POTS, "--player", "1=random", "--seed", "2", "--every", "4").stdout
    before, _, after = out.rpartition("wish(P1) = ")
    assert "tea    " not in before.partition("P1 ")[0]
    rows = [line.split() for line in before.splitlines() if line.startswith("P1  ")]
    assert {row[2] for row in rows if len(row) == 3} == {"?"}
    assert before.count("opener") > 2  # the position in between
    assert after


def test_saving_and_going_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    first = run("play", "clans", "--seed", "5", "--save", str(path), typed="1\n1\n")
    assert first.exit_code == 0
    assert f"it lies in {path}; `ludwright play clans --resume {path}` goes on with it" in first.stdout
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    whole = json.loads(path.read_text("utf-8"))
    assert whole["actors"] == {"P1": "human", "P2": "random", "P3": "random", "P4": "random"}
    taken = run("play", "clans", "--save", str(path))
    assert taken.exit_code == 2
    assert f"go on with that match by `--resume {path}`" in taken.stderr
    again = run("play", "--resume", str(path), typed="log\n")
    assert again.exit_code == 0
    assert "P1 move from " in again.stdout
    done = run("play", "clans", "--resume", str(path), "--player", "1=random", "--every", "0")
    assert "won" in done.stdout
    assert run("replay", str(path)).exit_code == 0
    for extra in (["--seed", "1"], ["--players", "2"], ["--option", "big_group_merge"]):
        assert run("play", "--resume", str(path), *extra).exit_code == 2


def test_the_word_save_never_loses_a_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    other = tmp_path / "letter.txt"
    other.write_text("Dear aunt", "utf-8")
    typed = "save letter.txt\nsave\n1\nsave\nsave other.json\nsave other.json\n"
    out = run("play", "tic-tac-toe", "--seed", "5", typed=typed).stdout
    assert "not saved: `letter.txt` is there already" in out
    assert other.read_text("utf-8") == "Dear aunt"
    assert out.count("saved as tic-tac-toe-5.json;") == 2
    assert out.count("saved as other.json;") == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "letter.txt", "other.json", "tic-tac-toe-5.json",
    ]  # fmt: skip


def test_the_end_of_the_input_says_how_to_save(run: Run) -> None:
    done = run("play", "tic-tac-toe", "--seed", "5", typed="")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-3:] == [
        "the match was left before its end",
        "the seed was 5",
        "it was not saved; `save FILE` or `--save FILE` keeps a match",
    ]


def test_the_result_names_the_keys_that_decided(run: Run) -> None:
    # One player never puts anything in: 40 coins are left, and the first closes pots.
    out = run(
        "play", POTS, "--players", "2", "--player", "1=first", "--player", "2=first", "--seed", "2"
    ).stdout
    head = next(line for line in out.splitlines() if line.startswith("place"))
    assert head.split() == ["place", "player", "worth", "rest"]
    assert "(after the last phase)" in out


def test_forced_moves_are_asked_for_where_that_is_wanted(run: Run) -> None:
    typed = "a3\nb3\nc3\nb2\nb1\na1\na2\nc2\n"  # c1 is the last cell, and nobody has a row
    words = ("play", "tic-tac-toe", "--player", "2=human", "--seed", "1")
    taken = run(*words, typed=typed).stdout
    assert "P1 place cell c1\n" in taken
    assert "Nobody won  (full_board)\n" in taken
    asked = run(*words, "--forced", typed=typed).stdout
    assert "P1 to move\n1 place cell c1\n" in asked
    assert "the match was left before its end" in asked


def test_long_lists_come_in_pages(run: Run, tmp_path: Path) -> None:
    text = (RULESETS / "pots.yaml").read_text("utf-8")
    path = tmp_path / "pots.yaml"
    changes = {
        "purse: 0..60 per Player = 40": "purse: 0..400 per Player = 400", "coins: 1..60": "coins: 1..400",
        "pot: 0..240": "pot: 0..4800", "given: 0..60": "given: 0..1200",
    }  # fmt: skip
    for old, new in changes.items():
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    out = run("play", str(path), "--seed", "2", typed="put tea\nmore\nmore\n200\n").stdout
    pages = out.split("coins …")
    # Of 100 columns a number of three digits takes 6: 17 columns of the 12 rows that are half of the screen.
    assert "`more` shows the next of 400\n" in pages[1]
    assert " 204" in pages[1]
    assert "205 " not in pages[1]
    assert "\n205 " in pages[2]
    assert "204 " not in pages[2].partition("P1 put")[0]
    assert "P1 put good tea coins 200\n" in out


def test_where_the_rules_fail_the_match_so_far_is_kept(run: Run, tmp_path: Path) -> None:
    text = (RULESETS / "pots.yaml").read_text("utf-8")
    path, saved = tmp_path / "pots.yaml", tmp_path / "match.json"
    path.write_text(text.replace("pot: 0..240 per Good", "pot: 0..3 per Good"), "utf-8")
    done = run(
        "play", str(path), "--seed", "2", "--save", str(saved), typed="put tea 3\nput tea 3\nput tea 3\n"
    )
    assert done.exit_code == 1
    assert "E701" in done.stderr
    assert run("replay", str(saved), "--game", str(path)).exit_code == 0


def test_a_seat_of_a_stranger_is_a_person(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    run("play", "tic-tac-toe", "--seed", "5", "--save", str(path), typed="a1\n")
    whole = json.loads(path.read_text("utf-8"))
    whole["actors"]["P2"] = "Ada"
    path.write_text(json.dumps(whole), "utf-8")
    assert "P2 human" in run("play", "--resume", str(path)).stdout


def test_play_needs_a_game(run: Run) -> None:
    done = run("play")
    assert done.exit_code == 2
    assert "`ludwright list` shows the games" in done.stderr


BOATS = """language: 1
game: boats
title: Boats
players: 2
longest: 9 decisions
kinds:
  Boat: heron, teal, otter
components:
  sailed: flag per Boat
terms:
  captain(b in Boat): P2 if b = teal else P1
orders:
  quay: b in Boat by listed
phases:
  race:
    who: captain(b) for each b in quay
    one of: sail(b), nothing
actions:
  sail(b in Boat):
    requires:
      unless_the_heron: b != heron
    do: set sailed(b) to true
"""


def test_prompts_and_answers_say_for_what_a_player_acts(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "boats.yaml"
    path.write_text(BOATS)
    typed = "why sail\nnothing\nsail\nsail\n"
    out = run("play", str(path), "--player", "2=human", "--forced", typed=typed).stdout
    assert "P1 (heron) to move\n1 nothing\nP1 (heron)> why sail\n" in out
    assert "not legal" in out
    assert (
        "P2 (teal) to move\n1 sail   2 nothing\nP2 (teal)> sail\nP2 (teal) sail\n  sailed(teal) = true\n"
        in out
    )
    assert "P1 (otter)> sail\nP1 (otter) sail\n" in out
