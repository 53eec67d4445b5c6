import json
from pathlib import Path

import pytest

from interpreter.draw.ink import plain
from interpreter.front.reason_lines import statement_lines
from interpreter.study.statements import Statement
from tests.front.conftest import Run

PLAY = ("play", "clans", "--seed", "5", "--players", "2", "--player", "1=random", "--player", "2=random")


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    assert run(*PLAY, "--save", str(path), "--every", "0").exit_code == 0
    return path


def test_a_whole_match_is_verified(run: Run, record: Path) -> None:
    done = run("replay", str(record))
    assert done.exit_code == 0
    assert "every step as recorded" in done.stdout
    assert "won" in done.stdout
    found = json.loads(run("replay", str(record), "--json").stdout)
    assert found["ok"] is True
    assert found["digest"] == json.loads(record.read_text("utf-8"))["digest"]
    assert found["to_move"] == []


def test_a_changed_record_is_refused_with_the_step(run: Run, record: Path, tmp_path: Path) -> None:
    whole = json.loads(record.read_text("utf-8"))
    first = next(one for one in whole["entries"] if "move" in one)
    first["move"] = "move from T01 to T60"
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(whole), "utf-8")
    done = run("replay", str(changed))
    assert done.exit_code == 1
    assert "E812" in done.stderr
    assert "move from T01 to T60" in done.stderr


def test_a_record_cut_short_is_refused(run: Run, record: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.json"
    cut.write_text(record.read_text("utf-8")[:500], "utf-8")
    done = run("replay", str(cut))
    assert done.exit_code == 1
    assert "E804" in done.stderr


def test_no_such_file_is_bad_usage(run: Run, tmp_path: Path) -> None:
    done = run("replay", str(tmp_path / "nothing.json"))
    assert done.exit_code == 2
    assert "there is no file" in done.stderr


def test_an_extract_holds_neither_seed_nor_the_cards_of_others(
    run: Run, record: Path, tmp_path: Path
) -> None:
    path = tmp_path / "for-P2.json"
    assert run("replay", str(record), "--for", "P2", "-o", str(path)).exit_code == 0
    found = json.loads(path.read_text("utf-8"))
    assert found["for"] == "P2"
    assert "seed" not in found
    assert "digest" not in found
    assert run("replay", str(record), "--for", "p2").stdout == path.read_text("utf-8")
    again = run("replay", str(record), "--for", "P2", "-o", str(path))
    assert again.exit_code == 2
    assert "is there already" in again.stderr
    assert "E813" in run("replay", str(path)).stderr
    assert run("replay", str(record), "--for", "P3").exit_code == 2
    assert run("replay", str(record), "-o", str(path)).exit_code == 2


def test_a_position_on_the_way_hides_what_is_hidden(run: Run, record: Path) -> None:
    done = run("replay", str(record), "--to", "4")
    assert done.exit_code == 0
    rows = [line.split() for line in done.stdout.splitlines() if line.startswith(("P1 ", "P2 "))]
    assert ["P1", "0", "?"] in rows
    assert ["P2", "0", "?"] in rows
    own = run("replay", str(record), "--to", "4", "--for", "P2", "--json")
    found = json.loads(own.stdout)
    assert found["view"]["hidden"] == ["clan(P1)"]
    assert "P2" in found["view"]["components"]["clan"]
    assert run("replay", str(record), "--to", "100000").exit_code == 2


def test_a_statement_is_read_out_once() -> None:
    one, two = (Statement(name, f"What {name} says.") for name in ("R1", "R2"))
    told: set[str] = set()
    lines = [*statement_lines((one,), "", told), *statement_lines((two, one), "  ", told)]
    assert [plain(pieces) for pieces in lines] == [
        "[R1] What R1 says.", "  [R2] What R2 says.", "  [R1] as above",
    ]  # fmt: skip


def test_why_speaks_of_moves_of_a_record_and_of_a_start(run: Run, record: Path) -> None:
    done = run("why", str(record), "1")
    assert "legal" in done.stdout
    assert "[R12]" in done.stdout
    assert "pick" in done.stdout  # the words of the statement itself
    found = json.loads(run("why", str(record), "P1 move from T01 to T44", "--at", "0", "--json").stdout)
    assert found["legal"] is False
    start = run("why", "clans", "--seed", "5", "move", "from", "T01", "to", "T44")
    assert "not legal" in start.stdout
    assert "actions.move.choose.to" in start.stdout
    assert run("why", str(record), "100000").exit_code == 2
    assert run("why", "clans", "--at", "3", "move").exit_code == 2
    over = run("why", str(record), "move from T01 to T02")
    assert over.exit_code == 2
    assert "the match is over" in over.stderr


def test_a_record_of_another_game_is_named_so_before_its_options_are_asked_for(
    run: Run, record: Path
) -> None:
    for words in (("why", str(record), "1"), ("trace", str(record)), ("replay", str(record))):
        done = run(*words, "--game", "kalah")
        assert done.exit_code == 1, words
        assert "E810 this is a record of `clans`, expected one of `kalah`" in done.stderr, words
