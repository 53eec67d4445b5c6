import json
import re

import pytest

from interpreter.front.bench_lines import markdown_of, peer_notes, peer_table
from interpreter.study.peers.figures import Comparison
from interpreter.study.peers.sample import Counted, Sample
from interpreter.study.peers.table import Limit, Pairing
from interpreter.study.rate import Rate
from tests.compiler import needs_compiler
from tests.front.conftest import ROOT, Run


def test_bench_measures(run: Run) -> None:
    words = ("bench", "tic-tac-toe", "--rounds", "1", "--quick", "--executor", "reference")
    found = json.loads(run(*words, "--json").stdout)
    assert [one["executor"] for one in found["games"]] == ["reference"]
    assert found["games"][0]["playouts_per_second"] > 0
    assert found["games"][0]["load_cached"] < 5
    assert 0 < found["help"] < 5


def test_bench_prints_a_table_for_a_page(run: Run) -> None:
    words = (
        "bench",
        "tic-tac-toe",
        "--rounds",
        "1",
        "--quick",
        "--executor",
        "reference",
        "--policy",
        "stage",
    )
    lines = run(*words, "--markdown").stdout.splitlines()
    assert lines[0] == "| game | executor | players | load | cached | build | cached | playouts a second |"
    assert lines[1].startswith("| --- | --- | ---: |")
    assert lines[2].startswith("| tic-tac-toe | reference | 2 | ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tic-tac-toe", "--executor", "slow"), "there is no executor `slow`"),
        (("--json", "--markdown"), "`--json` prints no Markdown"),
        (("--peers", "--policy", "stage"), "`--policy` does not go with `--peers`"),
        (("--peers", "--executor", "native"), "`--executor` does not go with `--peers`"),
        (("--peers", "--option", "x"), "`--option` does not go with `--peers`"),
        (("--peers", "tic-tac-to"), "did you mean `tic-tac-toe`?"),
    ],
)
def test_what_bench_refuses(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run("bench", *words)
    assert done.exit_code == 2
    assert said in done.output
    assert "Traceback" not in done.output


def test_without_a_checkout_bench_says_what_to_do(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.study.peers.table.in_checkout", lambda *_: None)
    done = run("bench", "--peers")
    assert done.exit_code == 2
    assert "lie in a checkout, and there is none here" in done.stderr
    assert "pip install -e ." in done.stderr


def test_without_a_compiler_bench_says_what_works(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    done = run("bench", "--peers", "tic-tac-toe", "--quick")
    assert done.exit_code == 2
    assert "no-such-compiler" in done.stderr
    assert "without `--peers` measures what works here" in done.stderr
    named = run("bench", "tic-tac-toe", "--executor", "native", "--quick")
    assert named.exit_code == 2
    assert "--executor reference needs no compiler" in named.stderr


def comparison() -> Comparison:
    pairing = Pairing("one", Limit(ROOT / "one.c", (), 3, 0.5), {}, policy="stage")
    ours = [Sample(Rate(30_000, 1.0), Counted(30_000, 600_000, (15_000, 15_000)))]
    limit = [Sample(Rate(80_000, 1.0), Counted(80_000, 4_920_000, (40_000, 40_000)))]
    peers = {"other": [Sample(Rate(12_345, 1.0))]}
    return Comparison(pairing, 4, ours, limit, peers, {"third": "not installed", "last": "broke down"})


def test_the_rows_of_a_comparison() -> None:
    table = peer_table([comparison()])
    row = ("one, 4 players (by stages)", "30,000", "80,000", "0.38", "0.50", "other", "12,300", "2.4")
    assert table[1] == row
    assert len(table[0]) == len(row)
    assert markdown_of([("a", "b"), ("x|y", "1")], 1) == ["| a | b |", "| --- | ---: |", "| x\\|y | 1 |"]


def test_notes_tell_who_is_absent_and_what_differs() -> None:
    assert peer_notes([comparison(), comparison()]) == [
        "one: plies a game: ours 20.00, limit 20.50",
        "one: plies a game: ours 20.00, limit 20.50",
        "one: last: broke down",
        "one: last: broke down",
        "third: not installed",
    ]


@pytest.mark.slow
@needs_compiler
def test_noughts_and_crosses_beside_its_limit_program(run: Run) -> None:
    # By counting all orders of play: the first player wins 737/1260 of random games, the second 121/420.
    done = run("bench", "--peers", "tic-tac-toe", "--quick", "--json")
    assert done.exit_code == 0, done.stderr
    (found,) = json.loads(done.stdout)["games"]
    assert found["differences"] == []
    for side in ("ours_counted", "limit_counted"):
        assert found[side]["wins"] == pytest.approx([737 / 1260, 121 / 420], abs=0.01)
    assert 0.001 < found["share"] < 5
    table = run("bench", "--peers", "tic-tac-toe", "--quick", "--rounds", "1").stdout
    assert re.search(r"^tic-tac-toe +[\d,]+ +[\d,]+ +\d\.\d\d +0\.13 ", table, re.MULTILINE)
