"""Seeds, seats, words and commands as a stubborn person types them."""

import json
import shlex
from pathlib import Path

import pytest

from tests.front.conftest import RULESETS, Run

POTS = str(RULESETS / "pots.yaml")
TWO = ("play", "tic-tac-toe", "--player", "2=human", "--seed", "1")


def test_a_seed_of_our_own_choice_cannot_be_searched(run: Run) -> None:
    seeds = []
    for _ in range(8):
        out = run("play", "tic-tac-toe", typed="").stdout
        seeds.append(int(out.partition("seed ")[2].partition(":")[0]))
    assert max(seeds) >= 1 << 53  # each is below that with a chance of 1 in 1024
    assert max(seeds) < 1 << 63
    assert len(set(seeds)) == 8


@pytest.mark.parametrize("seed", ["a\nb", "a\x1b[2J", "\x7f", "\ud800", "s" * 201])
def test_a_seed_that_cannot_be_written_down_is_bad_usage(run: Run, seed: str) -> None:
    for words in (
        ("play", "tic-tac-toe"), ("simulate", "tic-tac-toe", "--games", "1"),
        ("why", "tic-tac-toe", "a1"), ("perft", "tic-tac-toe", "--depth", "1"),
    ):  # fmt: skip
        done = run(*words, "--seed", seed)
        assert done.exit_code == 2
        assert "the seed has" in done.stderr
    assert run("play", "tic-tac-toe", "--seed", "s" * 200, typed="").exit_code == 0


@pytest.mark.parametrize("delay", ["nan", "inf", "-1", "-inf", "soon", "61"])
def test_a_delay_that_never_ends_is_bad_usage(run: Run, delay: str) -> None:
    done = run("play", "tic-tac-toe", "--player", "1=random", "--delay", delay)
    assert done.exit_code == 2
    assert "expected seconds from 0 to 60" in done.stderr


@pytest.mark.parametrize("players", ["9999999999", "9" * 5000, "3"])
def test_too_many_players_are_refused_before_they_are_seated(run: Run, players: str) -> None:
    done = run("play", "tic-tac-toe", "--players", players)
    assert done.exit_code == 2
    assert "E921" in done.stderr


@pytest.mark.parametrize("players", ["abc", "0", "-1", "1.5", ""])
def test_players_that_are_no_number(run: Run, players: str) -> None:
    done = run("play", "tic-tac-toe", "--players", players)
    assert done.exit_code == 2
    assert "expected a whole number from 1 on" in done.stderr


def test_a_seat_that_a_resumed_match_has_not(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    run("play", "tic-tac-toe", "--seed", "5", "--save", str(path), typed="a1\n")
    done = run("play", "--resume", str(path), "--player", "9=human")
    assert done.exit_code == 2
    assert "there is no player P9 in a match of 2" in done.stderr
    assert "--players" not in done.stderr


def test_a_resumed_match_kept_elsewhere_is_written_there(run: Run, tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    run("play", "tic-tac-toe", "--seed", "5", "--save", str(old), typed="a1\n")
    out = run("play", "--resume", str(old), "--save", str(new), typed="quit\n").stdout
    assert f"it lies in {new}" in out
    assert json.loads(new.read_text("utf-8"))["entries"] == json.loads(old.read_text("utf-8"))["entries"]


def test_commands_that_are_suggested_can_be_typed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "it's mine.json"
    first = run("play", "tic-tac-toe", "--seed", "5", "--save", str(path), typed="a1\n").stdout
    words = shlex.split(first.splitlines()[-1].partition("`")[2].partition("`")[0])
    assert words == ["ludwright", "play", "tic-tac-toe", "--resume", str(path)]
    taken = run("play", "tic-tac-toe", "--save", str(path)).stderr
    assert f"--resume {shlex.quote(str(path))}`" in taken
    bots = run("play", "tic-tac-toe", "--player", "1=random", "--seed", "a b", "--every", "0").stdout
    again = shlex.split(bots.splitlines()[-1].partition(": ")[2])
    assert run(*again[1:], "--every", "0").stdout == bots


def test_a_record_of_a_ruleset_by_path_is_verified_by_the_suggested_command(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pots.json"
    words = ("--players", "2", "--player", "1=first", "--player", "2=first", "--save", str(path))
    out = run("play", POTS, *words).stdout
    verify = shlex.split(out.splitlines()[-1].partition("`")[2].partition("`")[0])
    assert verify == ["ludwright", "replay", str(path), "--game", POTS]
    assert run(*verify[1:]).exit_code == 0


def test_what_is_no_record_is_not_resumed(run: Run, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("Dear aunt", "utf-8")
    for path in (note, tmp_path):
        done = run("play", "tic-tac-toe", "--save", str(path))
        assert done.exit_code == 2
        assert "E802" in done.stderr
        assert "--resume" not in done.stderr


def test_an_extract_is_of_the_whole_match_and_replaces_nothing(run: Run, tmp_path: Path) -> None:
    path, out = tmp_path / "match.json", tmp_path / "x.json"
    run("play", "tic-tac-toe", "--player", "1=random", "--save", str(path))
    assert run("replay", str(path), "--to", "3", "--for", "P1", "-o", str(out)).exit_code == 2
    assert not out.exists()
    assert run("replay", str(path), "--for", "P1", "-o", str(out)).exit_code == 0
    assert "remove that file first" in run("replay", str(path), "--for", "P1", "-o", str(out)).stderr
    assert "can't be found by trying" in " ".join(run("replay", "--help").stdout.split())


def test_several_moves_are_taken_back_or_none(run: Run) -> None:
    out = run(*TWO, typed="a1\nb1\nc1\nundo 3\nundo x\n").stdout
    assert "P1> " in out.partition("undo 3\ntaken back\n")[2]
    assert "`undo 3` three; found `x`" in out
    few = run(*TWO, typed="a1\nundo 3\nboard\n").stdout
    assert "there are no 3 moves to take back" in few
    assert "P2> board" in few


def test_a_word_with_more_behind_it_is_not_that_word(run: Run) -> None:
    out = run(*TWO, typed="quit now\na1\n").stdout
    assert "`quit` stands alone, found `now` behind it" in out
    assert "P1 place cell a1" in out


def test_quotes_around_a_name_are_not_part_of_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(*TWO, typed='save "q.json"\n')
    assert [one.name for one in tmp_path.iterdir()] == ["q.json"]


def test_why_takes_moves_as_logs_have_them_and_numbers(run: Run) -> None:
    typed = "why P1 place cell a2\nwhy 3\nwhy 10\nwhy P9 place cell a1\nwhy P2 place cell a1\nwhy P1\nP1 a1\n"
    out = run(*TWO, typed=typed).stdout
    assert "P1 place cell a2: legal" in out
    assert "P1 place cell c1: legal" in out
    assert "there is no choice 10, the last is 9" in out
    assert "there is no player P9, the players are P1 to P2" in out
    assert "not legal: it is the turn of P1, not of P2" in out
    assert "say which move, as in `why place cell a1`" in out
    assert "P1> P1 a1\nP1 place cell a1\n" in out


def test_the_command_why_takes_them_too(run: Run) -> None:
    assert "P1 place cell c1: legal" in run("why", "tic-tac-toe", "3").stdout
    assert "P1 place cell a2: legal" in run("why", "tic-tac-toe", "P1 place cell a2").stdout
    for words, said in (
        ("10", "there is no choice 10"), ("P9 place cell a1", "there is no player P9"),
        ("", "as in `P1 place cell a1`"), ("P1", "as in `P1 place cell a1`"),
    ):  # fmt: skip
        done = run("why", "tic-tac-toe", words)
        assert done.exit_code == 2
        assert said in done.stderr
    assert "the turn of P1, not of P2" in run("why", "tic-tac-toe", "P2 place cell a1").stdout


def test_an_action_of_another_decision_says_what_is_decided_now(run: Run) -> None:
    out = run("play", "clans", "--seed", "7", typed="found site T01\n").stdout
    assert "`found` is not offered here, expected `move`" in out


def _answers(out: str) -> list[str]:
    return [line for line in out.splitlines() if line.startswith("P2 place")]


def test_bots_answer_alike_after_a_break_and_after_taking_back(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    words = ("play", "tic-tac-toe", "--seed", "11")
    whole = run(*words, typed="a1\n")
    first = _answers(whole.stdout)
    assert first
    undone = _answers(run(*words, typed="a1\nundo\na1\n").stdout)
    assert undone == first * 2
    bots = ("--player", "1=random", "--every", "0")
    run(*words, "--player", "1=human", "--save", str(path), typed="a1\n")
    entries = json.loads(path.read_text("utf-8"))["entries"]
    run("play", "--resume", str(path), *bots)
    straight = json.loads(path.read_text("utf-8"))["entries"]
    again = tmp_path / "again.json"
    run(*words, "--save", str(again), typed="a1\n")
    run("play", "--resume", str(again), typed="quit\n")
    run("play", "--resume", str(again), *bots)
    assert straight[: len(entries)] == entries
    assert json.loads(again.read_text("utf-8"))["entries"] == straight


def test_an_action_that_is_decided_later_says_so(run: Run, tmp_path: Path) -> None:
    text = (RULESETS / "pots.yaml").read_text("utf-8")
    path = tmp_path / "pots.yaml"
    stuck = "    if stuck: finish\n"
    late = f"  late:\n    who: each clockwise from P1\n    repeat: 1 times\n    one of: close\n{stuck}"
    text = text.replace(f"one of: put, close\n{stuck}", f"one of: put\n{stuck}{late}")
    path.write_text(text, "utf-8")
    out = run("play", str(path), "--seed", "2", typed="close tea\nclose\nput tea 1\n").stdout
    assert out.count("`close` is not offered here, expected `put`") == 2
    assert "P1 put good tea coins 1\n" in out


def test_a_value_that_a_requirement_leaves_nothing_behind_names_it(run: Run, tmp_path: Path) -> None:
    text = (RULESETS / "pots.yaml").read_text("utf-8")
    path = tmp_path / "pots.yaml"
    old = "that: coins <= purse(me)\n        why not: A purse holds only so many coins\n"
    bitter = "good != tea or coins > purse(me) + 20"
    new = f"{old}      bitter:\n        that: {bitter}\n        why not: Nobody pays for tea\n"
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    out = run("play", str(path), "--seed", "2", typed="put tea\nput good tea\nput silk 99\n").stdout
    assert out.count("not legal: Nobody pays for tea") == 2
    assert "nothing can follow" not in out
    assert "not legal: `99` is not a value of `coins`" in out
