"""Where several choose at once, at one keyboard and from the shell: nobody sees what others choose."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.front.conftest import ROOT, Run
from tests.front.test_terminal import Terminal

SIGNS = str(ROOT / "tests" / "laws" / "games" / "signs.yaml")
BIDS = str(ROOT / "tests" / "laws" / "games" / "bids.yaml")


@pytest.fixture
def terminals(cache: Path) -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.close()


def opened(terminals: list[Terminal], cache: Path, *words: str) -> Terminal:
    terminals.append(Terminal(cache, "play", SIGNS, "--players", "2", "--seed", "1", *words))
    return terminals[-1]


def test_two_at_one_keyboard_choose_unseen_and_may_change_before_it_is_handed_over(
    terminals: list[Terminal], cache: Path
) -> None:
    one = opened(terminals, cache, "--player", "2=human")
    one.until("P1, press Enter ")
    one.type("\n")
    one.until("P1> ")
    one.type("rock\n")
    one.until("throw sign rock: Enter keeps it, any word chooses anew> ")
    one.type("no\n")
    one.until("P1> ")
    one.type("paper\n")
    one.until("throw sign paper: Enter keeps it, any word chooses anew> ")
    one.type("\n")
    between = one.until("P2, press Enter ")
    one.type("log\n")
    between += one.until("P2, press Enter ")
    one.type("\n")
    between += one.until("P2> ")
    # The screen was cleared; of what came after it only the word that was typed could tell.
    shown = between.rsplit("\x1b[2J", 1)[1]
    assert not re.search(r"P1 throw|P1 throws|thrown\(P1\)", shown)
    one.type("undo\n")
    assert "it can't be taken back: others have chosen since, unseen" in one.until("P2> ")
    one.type("scissors\n")
    one.until("any word chooses anew> ")
    one.type("\n")
    shown = one.until("P2 won")
    assert shown.index("P1 throw sign paper") < shown.index("P2 throw sign scissors")


def test_a_choice_is_taken_back_before_all_are_in(terminals: list[Terminal], cache: Path) -> None:
    words = ("play", SIGNS, "--players", "3", "--seed", "1", "--player", "2=first", "--player", "3=human")
    terminals.append(Terminal(cache, *words))
    one = terminals[-1]
    one.until("hand over to P1, press Enter ")
    one.type("\n")
    one.until("P1> ")
    one.type("scissors\n")
    one.until("chooses anew> ")
    one.type("\n")
    # P2, who is no human, has chosen in between: nothing tells.
    shown = one.until("hand over to P3, press Enter ").rsplit("\x1b[2J", 1)[1]
    assert shown == "\x1b[3J\x1b[Hhand over to P3, press Enter "
    one.type("undo\n")
    shown = one.until("hand over to P1, press Enter ")
    assert "taken back" in shown
    assert "scissors" not in shown.rsplit("\x1b[2J", 1)[1]
    one.type("\n")
    one.until("P1> ")
    one.type("rock\n")
    one.until("chooses anew> ")
    one.type("\n")
    one.until("hand over to P3, press Enter ")
    one.type("\n")
    shown = one.until("P3> ")
    assert "throw" in shown
    assert not re.search(r"P[12] throw|thrown\(P[12]\)", shown)
    one.type("rock\n")
    one.until("chooses anew> ")
    one.type("\n")
    # Nobody won, since all threw the same. The next who is asked reads what all have chosen.
    one.until("hand over to P1, press Enter ")
    one.type("undo\n")
    assert "can't be taken back" in one.until("hand over to P1, press Enter ")
    one.type("\n")
    told = one.until("P1> ")
    places = [told.index(text) for text in ("P1 throw sign rock", "P2 throw sign rock", "P3 throw sign rock")]
    assert places == sorted(places)


def choose_paper(one: Terminal) -> None:
    """P1 takes the screen over and chooses, but has not handed it on."""
    one.until("P1, press Enter ")
    one.type("\n")
    one.until("P1> ")
    one.type("paper\n")
    one.until("chooses anew> ")


def test_an_interrupt_between_two_choices_keeps_the_first(
    terminals: list[Terminal], cache: Path, tmp_path: Path
) -> None:
    path = tmp_path / "half.json"
    one = opened(terminals, cache, "--player", "2=human", "--save", str(path))
    choose_paper(one)
    one.type("\n")
    shown = one.until("P2, press Enter ")
    one.interrupt()
    shown += one.rest()
    assert one.process.returncode == 130
    assert "paper" not in shown.rsplit("\x1b[2J", 1)[1]
    assert json.loads(path.read_text("utf-8"))["open"] == {"P1": ["throw", "paper"]}

    terminals.append(Terminal(cache, "play", "--resume", str(path), SIGNS))
    two = terminals[-1]
    two.until("hand over to P2, press Enter ")
    two.type("\n")
    assert "paper" not in two.until("P2 to move")  # the position, before what can be chosen
    two.until("P2> ")
    two.type("rock\n")
    two.until("chooses anew> ")
    two.type("\n")
    two.until("P1 won")


def test_the_end_of_the_input_keeps_no_choice_that_was_not_confirmed(
    terminals: list[Terminal], cache: Path, tmp_path: Path
) -> None:
    path = tmp_path / "none.json"
    one = opened(terminals, cache, "--player", "2=human", "--save", str(path))
    choose_paper(one)
    one.type("\x04")
    assert "the match was left before its end" in one.rest()
    assert one.process.returncode == 0
    assert json.loads(path.read_text("utf-8")).get("open", {}) == {}


def test_through_a_pipe_a_line_parts_the_players(run: Run) -> None:
    words = ("play", SIGNS, "--players", "2", "--seed", "1", "--player", "2=human")
    lines = run(*words, typed="rock\npaper\n").output.splitlines()
    parts = [at for at, line in enumerate(lines) if line.startswith("── ")]
    assert [lines[at] for at in parts] == ["── P1 ──", "── P2 ──"]
    assert parts[0] < lines.index("P1> rock") < parts[1] < lines.index("P2> paper")
    assert any(line.startswith("P2 won") for line in lines)


def test_a_lone_human_takes_back_what_was_chosen_and_bots_choose_again(run: Run) -> None:
    result = run(
        "play", SIGNS, "--players", "2", "--seed", "1", "--player", "2=first", typed="rock\nundo\npaper\n"
    )
    assert result.exit_code == 0, result.output
    assert "P1 throw sign rock" in result.output
    assert "taken back" in result.output
    assert "P1 won" in result.output  # paper against the rock that comes first


@pytest.mark.parametrize("human", ["1", "2"])
def test_a_bot_does_not_see_what_the_human_chose(run: Run, human: str) -> None:
    bot = "2" if human == "1" else "1"
    throws = set()
    for sign in ("rock", "paper", "scissors"):
        result = run(
            "play", SIGNS, "--players", "2", "--seed", "5", "--player", f"{human}=human",
            "--player", f"{bot}=random", typed=f"{sign}\n",
        )  # fmt: skip
        found = re.findall(rf"^P{bot} throw sign (\w+)", result.output, re.MULTILINE)
        assert found, result.output
        throws.add(found[0])
    assert len(throws) == 1


def test_a_match_is_left_and_resumed_between_two_choices(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "half.json"
    result = run(
        "play",
        SIGNS,
        "--players",
        "2",
        "--seed",
        "1",
        "--player",
        "2=human",
        "--save",
        str(path),
        typed="\nrock\n",
    )
    assert result.exit_code == 0, result.output
    record = json.loads(path.read_text("utf-8"))
    assert record["open"] == {"P1": ["throw", "rock"]}
    assert record["entries"] == []
    extract = run("replay", str(path), "--game", SIGNS, "--for", "P2")
    assert extract.exit_code == 0, extract.output
    assert "rock" not in json.dumps({**json.loads(extract.output), "view": None})
    shown = run("replay", str(path), "--game", SIGNS, "--to", "0", "--for", "P2", "--json")
    assert json.loads(shown.output)["to_move"] == ["P1", "P2"]
    assert "digest" not in json.loads(shown.output)
    result = run("play", "--resume", str(path), SIGNS, typed="paper\n")
    assert "P2 won" in result.output, result.output


SCENARIOS = """
language: 1
game: signs
scenarios:
  - name: The moves stand in any order
    players: 3
    when:
      - P2 throw rock
      - {refused: P3 throw stone, because: sign}
      - P3 throw scissors
      - P2 throw paper        # changed before all are done
      - P1 throw rock
    then:
      - thrown(P2) = paper and thrown(P1) = rock
      - won(P2) = 1 and won(P1) = 1 and won(P3) = 1
    log:
      - P1 throw sign rock
      - P2 throw sign paper
      - P3 throw sign scissors
      - P1 throws rock
    won: [P1, P2, P3]
  - name: Nothing happens before the last
    players: 2
    when:
      - P2 throw rock
    then:
      - thrown(P2) = none
    legal:
      P1: [throw rock, throw paper, throw scissors]
      P2: 3
    result: none
"""


def test_scenarios_say_choices_at_once_in_any_order(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "signs"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(Path(SIGNS).read_text("utf-8"), "utf-8")
    (folder / "scenarios" / "all.yaml").write_text(SCENARIOS, "utf-8")
    result = run("test", str(folder))
    assert "all 2 passed" in result.output, result.output
    wrong = SCENARIOS.replace("P2: 3", "P2: 2").replace("thrown(P2) = none", "thrown(P2) = rock")
    (folder / "scenarios" / "all.yaml").write_text(wrong, "utf-8")
    result = run("test", str(folder))
    assert "E930" in result.output
    assert "P2 has 3 legal moves, expected `2`" in result.output


def test_the_shell_knows_of_choices_at_once(run: Run, tmp_path: Path) -> None:
    facts = json.loads(run("info", SIGNS, "--json").output)
    assert [one["everyone_at_once"] for one in facts["decisions"]] == [True]
    assert run("why", SIGNS, "P2", "throw", "rock").output.startswith("P2 throw sign rock: legal")
    assert "it is the turn of P1 and P2, not of P3" not in run("why", SIGNS, "P3 throw rock").output
    words = ("simulate", SIGNS, "--players", "2", "--games", "40", "--seed", "3", "--json")
    report = json.loads(run(*words).output)
    named = json.loads(run(*words, "--player", "1=first", "--player", "2=first").output)
    assert report["games"] == 40
    # Who always throws the same ties for ever: the longest match has 60 choices.
    assert named["moves"]["mean"] == 60
