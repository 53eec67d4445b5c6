from dataclasses import replace

import pytest

from interpreter.core.ir import Ranking, RankKey, Read, ReadAt
from interpreter.engine.machine import Engine
from interpreter.engine.result import Result, result_of
from tests.programs.stalls import COINS, HAND, stalls
from tests.programs.tic_tac_toe import ENDED, WINNERS, tic_tac_toe


def result(last: str, coins: tuple[int, int], goods: tuple[int, int] = (0, 0)) -> Result:
    program = stalls()
    assert program.ranking is not None
    ranking = replace(program.ranking, last=last)  # type: ignore[arg-type]
    engine = Engine(replace(program, ranking=ranking))
    s = list(engine.layout.start)
    s[COINS : COINS + 2] = coins
    s[HAND], s[HAND + 3] = goods
    return result_of(engine, s, unfinished=False)


@pytest.mark.parametrize(
    ("last", "coins", "goods", "places", "won"),
    [
        ("shared", (5, 3), (0, 0), {1: 1, 2: 2}, (1,)),
        ("shared", (3, 5), (0, 0), {1: 2, 2: 1}, (2,)),
        ("shared", (5, 5), (2, 1), {1: 2, 2: 1}, (2,)),
        ("shared", (5, 5), (1, 1), {1: 1, 2: 1}, (1, 2)),
        ("nobody", (5, 5), (1, 1), {1: 1, 2: 1}, ()),
        ("nobody", (5, 4), (1, 1), {1: 1, 2: 2}, (1,)),
        ("listed", (5, 5), (1, 1), {1: 1, 2: 2}, (1,)),
        ("listed", (4, 5), (1, 1), {1: 2, 2: 1}, (2,)),
    ],
)
def test_players_are_ranked_by_their_keys_in_turn(last, coins, goods, places, won) -> None:
    found = result(last, coins, goods)
    assert (found.places, found.won, found.end) == (places, won, "")


def test_the_keys_that_decided_are_told() -> None:
    assert result("shared", (5, 3), (2, 0)).keys == {
        1: (("coins", 5), ("goods", 2)),
        2: (("coins", 3), ("goods", 0)),
    }


def test_a_place_is_one_more_than_the_players_ahead() -> None:
    key = RankKey("mark", "highest", ReadAt(0, 9, Read(13)), 0)
    program = replace(tic_tac_toe(), players=4, ranking=Ranking(13, (key,), "shared"), winners=-1)
    engine = Engine(program)
    s = list(engine.layout.start)
    s[:4] = [0, 1, 0, -1]
    found = result_of(engine, s, unfinished=False)
    assert found.places == {1: 2, 2: 1, 3: 2, 4: 4}
    assert found.won == (2,)


@pytest.mark.parametrize(
    ("winners", "ended", "places", "won", "end"),
    [
        (0b01, 0, {1: 1, 2: 2}, (1,), "line"),
        (0b10, 0, {1: 2, 2: 1}, (2,), "line"),
        (0b11, 0, {1: 1, 2: 1}, (1, 2), "line"),
        (0b00, 1, {1: 1, 2: 1}, (), "full"),
        (0b00, -1, {1: 1, 2: 1}, (), ""),
    ],
)
def test_winners_named_by_an_end(noughts: Engine, winners, ended, places, won, end) -> None:
    s = list(noughts.layout.start)
    s[WINNERS], s[ENDED] = winners, ended
    assert result_of(noughts, s, unfinished=False) == Result(places, won, end, {1: (), 2: ()}, False)


def test_an_end_decides_itself_or_leaves_it_to_the_ranking() -> None:
    program = replace(stalls(), winners=13, ended=15)  # any set and any number will do
    engine = Engine(replace(program, ends=("time", "coup"), deciding=(1,)))
    s = list(engine.layout.start)
    s[13], s[15], s[COINS] = 0, 0, 4
    assert result_of(engine, s, unfinished=False).won == (1,)
    s[15] = 1
    assert result_of(engine, s, unfinished=False).won == (), "nobody is a decision too"
    s[13] = 0b10
    found = result_of(engine, s, unfinished=False)
    assert (found.won, found.end) == ((2,), "coup")


def test_an_unfinished_match_has_no_winner() -> None:
    engine = Engine(stalls())
    s = list(engine.layout.start)
    s[COINS] = 4
    found = result_of(engine, s, unfinished=True)
    assert (found.places, found.won, found.end, found.unfinished) == ({1: 1, 2: 1}, (), "", True)
    assert found.keys == {1: (), 2: ()}, "scoring was not reached, and keys may rest on secrets"
