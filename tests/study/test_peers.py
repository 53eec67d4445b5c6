"""Comparisons with other programs: the table, the arithmetic on made-up numbers, who takes part."""

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.api.files import shipped
from interpreter.backends.tally import Seat, Spread, Tally
from interpreter.front.bench_lines import peer_table
from interpreter.study.peers.compare import PEERS, in_turns
from interpreter.study.peers.figures import Comparison, differences, ratio, shares, speed
from interpreter.study.peers.foreign import Foreign
from interpreter.study.peers.limit import LimitProgram, parse
from interpreter.study.peers.ours import counted
from interpreter.study.peers.sample import Counted, Sample, Unavailable
from interpreter.study.peers.table import Limit, Pairing, TableError, read_table, table_file
from interpreter.study.rate import Rate
from tests.compiler import needs_compiler

LIMIT = Limit(Path("limit.c"), (), 1, 0.25)
PAIRING = Pairing("game", LIMIT, {})


def rates(*speeds: float) -> list[Sample]:
    """A sample of a second for each speed."""
    return [Sample(Rate(int(one), 1.0)) for one in speeds]


# ---------------------------------------------------------------------------------------------
# The table


def test_the_table_pairs_shipped_games_with_programs_that_lie_there() -> None:
    path = table_file()
    assert path is not None
    table = read_table(path)
    assert set(table) <= set(shipped())
    for pairing in table.values():
        assert pairing.limit.file.is_file()
        assert set(pairing.peers) <= set(PEERS)
    assert table["clans"].players == 4
    assert table["amazons"].policy == "stage"


ENTRY = "games: {one: {limit: {file: one.c, share: 0.5}}}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("games: {", "cannot be read"),
        ("other: {}", "games: expected keys"),
        ("games: {one: 3}", "one: expected keys"),
        (ENTRY.replace("limit:", "limits:"), "one: unknown key `limits`"),
        (ENTRY.replace("file: one.c, ", ""), "one: `file` is missing"),
        (ENTRY.replace("0.5", "0"), "one: `share` is no number above 0"),
        (ENTRY.replace("share", "shares"), "one: limit: unknown key `shares`"),
        (
            ENTRY.replace("limit: {", "policy: slow, limit: {"),
            "one: policy: expected one of auto, move, stage",
        ),
        (ENTRY.replace("limit: {", "players: none, limit: {"), "one: players: expected a whole number"),
        (ENTRY.replace("limit: {", "plies: all, limit: {"), "one: plies: expected one of moves, decisions"),
    ],
)
def test_a_table_that_is_wrong_says_where(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "peers.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(TableError, match=message):
        read_table(path)


def test_an_entry_has_its_defaults(tmp_path: Path) -> None:
    path = tmp_path / "peers.yaml"
    path.write_text(ENTRY, "utf-8")
    limit = Limit(tmp_path / "limit" / "one.c", (), 1, 0.5)
    assert read_table(path) == {"one": Pairing("one", limit, {}, options={})}


# ---------------------------------------------------------------------------------------------
# Arithmetic


def test_speeds_are_medians_and_ratios_those_of_the_same_round() -> None:
    ours, limit = rates(10, 40, 30), rates(100, 100, 60)
    assert speed(ours) == 30
    assert ratio(ours, limit) == 0.4  # of 0.1, 0.4 and 0.5
    assert ratio(ours, []) is None


def test_a_comparison_names_the_best_peer() -> None:
    peers = {"slow": rates(1, 1, 1), "fast": rates(5, 20, 10)}
    found = Comparison(PAIRING, 2, rates(10, 40, 30), rates(100, 100, 60), peers, {"third": "not installed"})
    assert found.share == 0.4
    assert found.best_peer == "fast"
    assert found.multiple == 2.0  # of 2, 2 and 3
    data = found.to_json()
    assert data["peers"] == {"slow": 1.0, "fast": 10.0}
    assert data["binding_share"] == 0.25
    assert data["absent"] == {"third": "not installed"}
    assert data["ours_counted"] is None


def test_without_limit_and_peers_there_is_no_ratio() -> None:
    found = Comparison(PAIRING, 2, rates(10), [], {}, {})
    assert (found.share, found.best_peer, found.multiple) == (None, None, None)
    assert found.to_json()["limit"] is None


def test_what_cannot_be_compiled_is_left_out_of_the_table() -> None:
    found = Comparison(PAIRING, 2, [], rates(100), {"peer": rates(5)}, {"ours": "numbers too large"})
    assert (found.share, found.best_peer, found.multiple) == (None, "peer", None)
    assert found.to_json()["ours"] is None
    assert peer_table([found])[1] == ("game", "-", "100", "-", "0.25", "peer", "5", "-")


def test_shares_of_results() -> None:
    assert shares(Counted(10, 50, (6, 1))) == pytest.approx([0.3, 0.6, 0.1])


@pytest.mark.parametrize(
    ("ours", "limit", "each", "found"),
    [
        (Counted(100_000, 700_000, (50_000, 40_000)), Counted(100_000, 704_000, (50_900, 39_500)), 1, []),
        (
            Counted(100_000, 700_000, (50_000, 40_000)),
            Counted(100_000, 720_000, (50_000, 40_000)),
            1,
            ["plies a game: ours 7.00, limit 7.20"],
        ),
        (Counted(1000, 20_000, (500, 500)), Counted(1000, 60_000, (500, 500)), 3, []),
        (
            Counted(100_000, 700_000, (50_000, 40_000)),
            Counted(100_000, 700_000, (52_000, 38_000)),
            1,
            ["won by P1: ours 50.0 %, limit 52.0 %", "won by P2: ours 40.0 %, limit 38.0 %"],
        ),
        # Two points, but of a hundred games each: chance explains it.
        (Counted(100, 700, (50, 40)), Counted(100, 700, (52, 38)), 1, []),
    ],
)
def test_where_two_programs_differ_is_said(
    ours: Counted, limit: Counted, each: int, found: list[str]
) -> None:
    assert differences(ours, limit, each) == found


def test_ours_counts_as_the_limit_program_does() -> None:
    tally = Tally(
        games=4,
        moves=Spread(4, 5, 30, 9),
        decisions=Spread(4, 4, 26, 8),
        seats=(Seat(wins=2), Seat(wins=1, shared_wins=1)),
        actions=(("pass", 3), ("place", 27)),
    )
    assert counted(tally, PAIRING) == Counted(4, 30, (2, 1))
    assert counted(tally, replace(PAIRING, uncounted=("pass",))) == Counted(4, 27, (2, 1))
    assert counted(tally, replace(PAIRING, plies="decisions")) == Counted(4, 26, (2, 1))


# ---------------------------------------------------------------------------------------------
# Rounds


class Player:
    """Writes down its turns, and fails in one of them."""

    def __init__(self, name: str, turns: list[str], fails_in: int = -1) -> None:
        self.name, self.turns, self.fails_in = name, turns, fails_in

    def round(self, number: int, seconds: float) -> Sample:
        if number == self.fails_in:
            raise Unavailable("broke down")
        self.turns.append(f"{self.name}{number}")
        return Sample(Rate(1, seconds))


def test_contestants_take_turns_and_who_fails_is_out() -> None:
    turns: list[str] = []
    absent: dict[str, str] = {}
    players = {"a": Player("a", turns), "b": Player("b", turns, fails_in=1), "c": Player("c", turns)}
    samples = in_turns({**players}, absent, 3, 0.5)
    assert turns == ["a0", "b0", "c0", "c1", "a1", "a2", "c2"]
    assert {name: len(found) for name, found in samples.items()} == {"a": 3, "c": 3}
    assert absent == {"b": "broke down"}


def test_what_goes_wrong_in_another_system_takes_it_out() -> None:
    class Broken:
        def __init__(self, game: str) -> None:
            if game == "unknown":
                raise KeyError(game)
            if game == "absent":
                raise Unavailable("not installed")

        def round(self, number: int, seconds: float) -> Sample:
            raise MemoryError("no room\nfor it")

    with pytest.raises(Unavailable, match="failed: KeyError: 'unknown'"):
        Foreign(Broken, "unknown")
    with pytest.raises(Unavailable, match=r"^not installed$"):
        Foreign(Broken, "absent")
    with pytest.raises(Unavailable, match="failed: MemoryError: no room for it"):
        Foreign(Broken, "known").round(0, 1.0)


# ---------------------------------------------------------------------------------------------
# Limit programs


def test_the_line_of_a_limit_program() -> None:
    found = parse("games 10 nanoseconds 2000000000 plies 55 results 1 6 3\n")
    assert found == Sample(Rate(10, 2.0), Counted(10, 55, (6, 3)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "games 10\n",
        "games 0 nanoseconds 1 plies 0 results 0 0 0\n",
        "games 1 nanoseconds 1 plies 1 results 1\n",
    ],
)
def test_what_else_it_prints_is_refused(text: str) -> None:
    with pytest.raises(Unavailable, match="expected a line of counts"):
        parse(text)


def limit_of(tmp_path: Path, code: str) -> LimitProgram:
    file = tmp_path / "one.c"
    file.write_text(code, "utf-8")
    return LimitProgram(replace(LIMIT, file=file, define=("N=7",)), tmp_path)


def test_a_missing_compiler_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(Unavailable, match="no-such-compiler"):
        limit_of(tmp_path, "int main(void) { return 0; }")




@needs_compiler
def test_a_program_that_does_not_compile_is_said(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"could not compile one\.c: .*error"):
        limit_of(tmp_path, "int main(void) { return nothing; }")


@needs_compiler
def test_a_program_runs_a_round_of_its_seed(tmp_path: Path) -> None:
    code = """
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  printf("games %s nanoseconds 500000000 plies %d results 0 1 2\\n", getenv("LIMIT_SEED"), N);
  return atof(getenv("LIMIT_SECONDS")) != 0.25;
}
"""
    program = limit_of(tmp_path, code)
    assert program.round(3, 0.25) == Sample(Rate(3, 0.5), Counted(3, 7, (1, 2)))
    with pytest.raises(Unavailable, match="failed with 1"):
        program.round(3, 0.5)
