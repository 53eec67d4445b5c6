"""The scenarios of Yin Yang hold in the second implementation too, which knows nothing of the ruleset.

What only the engine has is left out here: names of reasons, the log, and what presets are dealt.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.differential.yin_yang_second import (
    BLACK,
    DOMINOES,
    LAWS,
    PLAYERS,
    START,
    WHITE,
    Options,
    Player,
    Table,
    board_of,
)

FOLDER = Path(__file__).parents[2] / "rulesets" / "yin-yang" / "scenarios"
LETTERS = {"black": "B", "white": "W", "none": "."}
SEATS = {"P1": BLACK, "P2": WHITE}
NAMED = {"Black": BLACK, "White": WHITE}
Case = dict[str, Any]


def cases() -> Iterator[tuple[str, Case]]:
    for path in sorted(FOLDER.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8"))["scenarios"]:
            yield f"{path.stem}: {case['name']}", case


PLAYED = [pytest.param(case, id=name) for name, case in cases() if "start_refused" not in case]


def begun(case: Case) -> Table:
    options = Options(**case.get("options", {}))
    if "given" not in case:
        return Table(options)
    given = case["given"]
    board = board_of(START) | {square: LETTERS[str(what)] for square, what in given.get("board", {}).items()}
    reserve = given.get("reserve", {"black": 8, "white": 10})
    laws = {NAMED[who]: {d: LAWS[hand[d]] for d in DOMINOES} for who, hand in given["law"].items()}
    table = Table.playing(
        options,
        laws,
        board=board,
        reserve={LETTERS[colour]: left for colour, left in reserve.items()},
        revealed={law_at(place) for place in case.get("shown", ())},
    )
    assert set(given) <= {"board", "reserve", "law", "plugs"}
    assert given.get("plugs", table.plugs_left()) == table.plugs_left()
    return table


def law_at(place: str) -> tuple[Player, int]:
    found = re.fullmatch(r"law\((Black|White), ([1-4])\)", place)
    assert found, place
    return NAMED[found[1]], int(found[2])


def may(table: Table, player: Player, move: str) -> bool:
    if move.startswith("write content "):
        return table.may_write(player, move.split()[2:])
    return player in table.to_move() and move in table.moves()


def play(table: Table, spoken: str) -> None:
    seat, move = spoken.split(" ", 1)
    assert may(table, SEATS[seat], move), f"{spoken} is not legal"
    if move.startswith("write "):
        table.write(SEATS[seat], move.split()[2:])
    else:
        table.play(move)


CONDITIONS: dict[str, Callable[[Table, re.Match[str]], bool]] = {
    r"board\((\w\d)\) = (\w+)": lambda table, m: table.board[m[1]] == LETTERS[m[2]],
    r"reserve\((\w+)\) = (\d+)": lambda table, m: table.reserve[LETTERS[m[1]]] == int(m[2]),
    r"shown\((.*)\)": lambda table, m: law_at(m[1]) in table.revealed,
    r"not shown\((.*)\)": lambda table, m: law_at(m[1]) not in table.revealed,
    r"plugs = (\d)": lambda table, m: table.plugs_left() == int(m[1]),
    r"offer_open": lambda table, _: table.offered,
    r"not offer_open": lambda table, _: not table.offered,
    r"\(count s in Square where board\(s\) = (\w+)\) = (\d+)": (
        lambda table, m: list(table.board.values()).count(LETTERS[m[1]]) == int(m[2])
    ),
    r"(adapts|cause|effect)\(law.*": lambda *_: True,
}


def holds(table: Table, condition: str) -> bool:
    for form, test in CONDITIONS.items():
        if found := re.fullmatch(form, condition):
            return test(table, found)
    raise AssertionError(f"{condition} is not understood")


def seen(table: Table, viewer: str, place: str) -> list[bool]:
    """For each law that a place means, whether the viewer sees it; of anything else, that it is seen."""
    if not place.startswith("law"):
        return [True]
    owners = [NAMED[name] for name in NAMED if name in place] or list(PLAYERS)
    dominoes = [int(digit) for digit in re.findall(r"\d", place)] or list(DOMINOES)
    return [
        SEATS.get(viewer) is owner or (owner, domino) in table.revealed
        for owner in owners
        for domino in dominoes
    ]


@pytest.mark.parametrize("case", PLAYED)
def test_the_second_implementation_agrees(case: Case) -> None:
    table = begun(case)
    for step in case.get("when", ()):
        if isinstance(step, str):
            play(table, step)
            continue
        seat, move = step["refused"].split(" ", 1)
        assert not may(table, SEATS[seat], move), f"{step['refused']} is legal"
        assert (step["because"] == "over") == (table.point == "over")
        assert (step["because"] == "turn") == (bool(table.to_move()) and SEATS[seat] not in table.to_move())
    for condition in case.get("then", ()):
        assert all(holds(table, part) for part in condition.split(" and ")), condition
    check_legal(table, case.get("legal", {}))
    for viewer, places in case.get("view", {}).items():
        assert all(all(seen(table, viewer, place)) for place in places.get("sees", ()))
        hidden = [place for place in places.get("hides", ()) if place.startswith("law")]
        assert not any(any(seen(table, viewer, place)) for place in hidden)
    check_end(table, case)


def check_legal(table: Table, wanted: dict[str, Any]) -> None:
    for seat, moves in wanted.items():
        legal = table.moves() if SEATS[seat] in table.to_move() else []
        if isinstance(moves, int):
            assert len(legal) == moves
        else:
            assert sorted(legal) == sorted(moves)


def check_end(table: Table, case: Case) -> None:
    if case.get("result") == "none":
        assert table.point != "over"
    elif "result" in case:
        assert table.places() == [case["result"][seat] for seat in SEATS]
    if "won" in case:
        assert [table.winner] == [SEATS[seat] for seat in case["won"]]
