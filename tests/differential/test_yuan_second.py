"""The second Yuan against the document: the golden tests of planning, steps 0 to 3, 6, 7 and victory."""

import pytest

from tests.differential.yuan_second import (
    Board,
    Options,
    Plan,
    costs,
    develop,
    fortify,
    is_legal,
    legal_plans,
    needed,
    opened,
    pay,
    recruit,
    resolve,
    winners,
)
from tests.differential.yuan_second_tables import (
    PLAIN,
    POWERS,
    Levels,
    clan,
    holdings,
    named,
    number,
    plan,
    plans,
    play,
    table,
    written,
)

VOLCANOES = Options(volcanoes=True)


# -- costs and planning -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "levels", "total"),
    [
        pytest.param(Board(rice=2), (2, 0, 0), 2, id="T1"),
        pytest.param(Board(rice=4), (2, 0, 0), 0, id="T2"),
        pytest.param(Board(rice=6), (2, 0, 0), 0, id="T2-more"),
        pytest.param(Board(), (1, 3, 2), 11, id="T3"),
        pytest.param(Board(rice=4, forest=5, mine=2), (1, 3, 2), 4, id="T4"),
        pytest.param(Board(forest=10), (0, 3, 0), 0, id="T5"),
    ],
)
def test_costs(board: Board, levels: tuple[int, int, int], total: int) -> None:
    assert sum(costs(Plan(0, *levels), board)) == total


def test_costs_must_be_paid() -> None:  # T6
    position = table("a", a="red", chao=4)
    assert not is_legal(position, 0, Plan(0, fort=3), PLAIN)
    assert is_legal(position, 0, Plan(0, fort=2), PLAIN)


ROW = "Q ~ ~ ~ P"


@pytest.mark.parametrize(
    ("rows", "holdings_", "levels", "options", "legal"),
    [
        pytest.param(ROW, {"Q": "orange"}, ("P", 1, 0, 0), PLAIN, True, id="T19"),
        pytest.param(ROW, {"Q": "orange"}, ("P", 2, 0, 0), POWERS, False, id="T19-xiangi"),
        pytest.param(ROW, {"Q": "orange"}, ("P", 3, 0, 0), POWERS, True, id="T19-anywhere"),
        pytest.param("Q ~ ~ P", {"Q": "orange"}, ("P", 1, 0, 0), POWERS, True, id="T19-two-waters"),
        pytest.param("a X", {"a": "red", "X": "green"}, ("X", 0, 0, 2), PLAIN, False, id="T43"),
        pytest.param("a X", {"a": "red +1", "X": "green"}, ("X", 0, 0, 2), PLAIN, True, id="T43-army"),
        pytest.param(ROW, {"Q": "red +1", "P": "green"}, ("P", 0, 0, 1), PLAIN, True, id="lake"),
        pytest.param(ROW, {"Q": "orange +1", "P": "red"}, ("P", 0, 0, 1), POWERS, False, id="R155-attack"),
        pytest.param("a X", {"a": "red +1", "X": "green"}, ("X", 1, 0, 1), PLAIN, False, id="T63"),
        pytest.param("a X", {"a": "red +1", "X": "green"}, ("X", 0, 2, 0), PLAIN, False, id="only-fort"),
        pytest.param("a X", {"a": "red +1", "X": "green"}, ("X", 0, 2, 1), PLAIN, True, id="after-attack"),
        pytest.param("a X", {"a": "red"}, ("X", 0, 2, 0), PLAIN, False, id="free-needs-development"),
        pytest.param("a X", {"a": "red"}, ("a", 0, 0, 0), PLAIN, False, id="G11"),
        pytest.param("a X", {"a": "red"}, ("a", 0, 1, 1), PLAIN, True, id="G12"),
        pytest.param("Q ^ P", {"Q": "green +1", "P": "red"}, ("P", 0, 0, 1), POWERS, True, id="T65"),
        pytest.param("Q ^ P", {"Q": "green +1", "P": "red"}, ("P", 0, 0, 1), PLAIN, False, id="T65-off"),
        pytest.param("Q ^ P", {"Q": "green +1"}, ("P", 1, 0, 0), POWERS, False, id="T65-no-colonization"),
        pytest.param("Q ^ ~ ~ P", {"Q": "green +1", "P": "red"}, ("P", 0, 0, 1), POWERS, True, id="T95"),
        pytest.param(
            "Q ~ ^ ~ P", {"Q": "green +1", "P": "red"}, ("P", 0, 0, 1), POWERS, True, id="T95-middle"
        ),
        pytest.param("Q ^ ^ P", {"Q": "green +1", "P": "red"}, ("P", 0, 0, 1), POWERS, False, id="T95-two"),
        pytest.param(
            "Q ^ ~ ~ ~ P", {"Q": "green +1", "P": "red"}, ("P", 0, 0, 1), POWERS, False, id="T95-three"
        ),
        pytest.param(
            ROW, {"Q": "green +1", "P": "red"}, ("P", 0, 0, 1), POWERS, True, id="G25-lake-unlimited"
        ),
    ],
)
def test_planning(
    rows: str, holdings_: dict[str, str], levels: Levels, options: Options, legal: bool
) -> None:
    position = table(rows, **holdings_)
    asked = plan(position, levels)
    assert is_legal(position, 0, asked, options) is legal
    assert (asked in legal_plans(position, 0, options)) is legal


def test_one_target_and_one_program_a_clan() -> None:  # T64
    position = table("a b", a="red", b="red")
    with pytest.raises(ValueError, match="2 plans for 1 clans"):
        opened(position, [Plan(0, fort=2), Plan(1, fort=2)], PLAIN)
    with pytest.raises(ValueError, match="may not plan"):
        resolve(position, [Plan(0)], PLAIN)


def test_the_number_of_plans() -> None:
    # Own a: 4*4*4 - 1 programs. Free b beside it: 3*4*4. Enemy c out of reach. Free e far away: 16.
    position = table("a b c d . e", chao=21, a="red", c="green", d="green")
    assert len(legal_plans(position, 0, PLAIN)) == 1 + 63 + 48 + 16
    position.clans[0].chao = 20  # not three times III
    assert len(legal_plans(position, 0, PLAIN)) == 1 + 62 + 47 + 15
    position.armies[0] = 1  # and still out of reach of c
    assert len(legal_plans(position, 0, PLAIN)) == 1 + 62 + 47 + 15
    position.armies[0], position.owner[1] = 1, 1  # b is an enemy in reach: 3*4
    assert len(legal_plans(position, 0, PLAIN)) == 1 + 62 + 12 + 15
    position.owner[1] = None
    position.clans[0].chao = 3  # levels I only
    assert len(legal_plans(position, 0, PLAIN)) == 1 + 7 + 4


# -- step 0 and 1 -------------------------------------------------------------------------------------


def test_passing() -> None:  # T13
    after, report = play(table("a", a="red"))
    assert clan(after, "red").chao == 26
    assert report.income == {0: 6}


def test_one_target_of_two_colonies() -> None:  # T14
    position = table("a X b", a="red", b="green")
    after, report = play(position, red=("X", 1, 2, 0), green=("X", 2, 0, 0))
    assert written(after, "X") == ""
    assert [each.chao for each in after.clans] == [26, 26]
    assert report.cancelled == {0, 1}
    assert report.paid == {}


def test_a_cancelled_target_is_open_to_others() -> None:  # 1.2
    position = table(
        """
        . c .
        a X b
        """,
        a="red",
        b="green",
        c="black",
    )
    after, report = play(position, red=("X", 1, 0, 0), green=("X", 1, 0, 0), black=("c", 1, 0, 0))
    assert written(after, "X") == "black"
    assert report.contested == set()


SPREAD = "a X Y Z b"
BOTH_SPREAD = {"red": ("X", 1, 0, 0), "green": ("Z", 1, 0, 0)}


def test_contested_spread() -> None:  # T15, T16
    position = table(SPREAD, a="red", b="green")
    after, report = play(position, **BOTH_SPREAD)
    assert holdings(after, "X Y Z") == ["red c", "", "green c"]
    assert named(position, report.contested) == {"Y"}
    after, report = play(position, POWERS, **BOTH_SPREAD)
    assert written(after, "Y") == "red"  # red is Suhey
    assert report.contested == set()


@pytest.mark.parametrize("options", [PLAIN, POWERS])
def test_a_target_goes_before_a_spread(options: Options) -> None:  # T17
    position = table(
        """
        a X Y b
        n . . .
        """,
        a="red",
        b="green",
    )
    after, _ = play(position, options, red=("X", 1, 0, 0), green=("Y", 1, 0, 0))
    assert holdings(after, "X Y n") == ["red c", "green c", "red"]


def test_colonization_far_away() -> None:  # T20, T22
    position = table("a . X n", a="red")
    after, _ = play(position, red=("X", 3, 0, 0))
    assert holdings(after, "a X n") == ["red", "red c", "red"]
    assert clan(after, "red").chao == 13
    after, _ = play(position, red=("X", 3, 2, 0))
    assert written(after, "X") == "red cc1"


def test_colonization_beside_a_city() -> None:  # T21, T23
    position = table("a X n", a="red c")
    after, _ = play(position, red=("X", 1, 0, 0))
    assert holdings(after, "a X n") == ["red c", "red", "red"]
    after, _ = play(position, red=("X", 1, 2, 0))
    assert holdings(after, "a X n") == ["red c", "red c", "red"]


def test_the_link_to_the_city_is_contested() -> None:  # T90
    position = table(
        """
        A l X
        g . .
        h . .
        """,
        A="red c",
        h="green",
    )
    after, _ = play(position, red=("X", 3, 0, 0), green=("g", 1, 0, 0))
    assert holdings(after, "A l X") == ["red c", "", "red c"]


def test_expansion_of_a_group() -> None:  # R84
    position = table("n a b m . o p", a="red", b="red", o="red")
    after, report = play(position, red=("b", 1, 0, 0))
    assert holdings(after, "n m p") == ["red", "red", ""]
    assert named(after, report.settled[0]) == {"n", "m"}
    assert clan(after, "red").chao == 20


def test_development_two_pays() -> None:  # T24, R81
    after, _ = play(table("a b", a="red", b="green"), red=("a", 2, 0, 0))
    assert clan(after, "red").chao == 20 - 4 + 2
    after, _ = play(table("a b", a="red"), red=("b", 2, 0, 0))
    assert clan(after, "red").chao == 20 - 4 + 2


def test_a_temple_robs_its_neighbours() -> None:  # T25
    position = table("b a c", a="red", b="green", c="orange")
    clan(position, "green").chao, clan(position, "orange").chao = 5, 1
    after, _ = play(position, red=("a", 3, 0, 0))
    assert written(after, "a") == "red t"
    assert clan(after, "red").chao == 20 - 7 + 3
    assert clan(after, "green").chao == 3 + 6  # they passed
    assert clan(after, "orange").chao == 0 + 6


def test_a_temple_settles_nothing() -> None:  # R86
    after, report = play(table("n a", a="red"), red=("a", 3, 0, 0))
    assert (holdings(after, "n a"), report.settled, after.temples_left) == (["", "red t"], {}, 17)


def test_two_builders_do_not_rob_each_other() -> None:  # T26
    after, report = play(table("a b", a="red", b="green"), red=("a", 3, 0, 0), green=("b", 3, 0, 0))
    assert holdings(after, "a b") == ["red t", "green t"]
    assert [each.chao for each in after.clans] == [13, 13]
    assert report.stolen == {}


@pytest.mark.parametrize(("chao", "each"), [(5, 2), (4, 2), (3, 1), (2, 1), (1, 0)])
def test_two_builders_rob_a_third_evenly(chao: int, each: int) -> None:  # R161, R162
    position = table("a v b", a="red", v="orange", b="green")
    clan(position, "orange").chao = chao
    after, _ = play(position, red=("a", 3, 0, 0), green=("b", 3, 0, 0))
    assert clan(after, "red").chao == clan(after, "green").chao == 13 + each
    assert clan(after, "orange").chao == chao - 2 * each + 6


def test_three_builders_rob_in_a_ring() -> None:  # T88
    position = table(
        "a1 b2 . b1 c2 . c1 a2", a1="red", a2="red", b1="green", b2="green", c1="orange", c2="orange"
    )
    for colour, balance in (("red", 0), ("green", 1), ("orange", 2)):
        clan(position, colour).chao = 7 + balance
    after, _ = play(position, red=("a1", 3, 0, 0), green=("b1", 3, 0, 0), orange=("c1", 3, 0, 0))
    assert [clan(after, colour).chao for colour in ("red", "green", "orange")] == [1, 2, 0]


def test_temples_run_out() -> None:  # G14
    position = table("a b", a="red", b="green t")
    after, report = play(position, green=("b", 3, 0, 0))
    assert report.stolen == {}  # one is there already
    assert clan(after, "green").chao == 13
    position = table("a b c", a="red", b="orange", c="green")
    position.temples_left = 1
    after, report = play(position, red=("a", 3, 0, 0), green=("c", 3, 0, 0))
    assert holdings(after, "a c") == ["red", "green"]
    assert (report.stolen, after.temples_left) == ({}, 1)


def test_villages_run_out() -> None:  # T92, G3
    position = table("a X n m", a="red c", chao=12)
    position.clans[0].villages = 0
    after, report = play(position, red=("X", 2, 2, 2))
    assert holdings(after, "a X n") == ["red c", "", ""]
    assert (clan(after, "red").chao, report.income) == (0, {})
    position.clans[0].villages = 1
    after, _ = play(position, red=("X", 1, 0, 0))
    assert holdings(after, "X n") == ["red", ""]
    position = table("m a n", a="red")
    position.clans[0].villages = 1
    after, _ = play(position, red=("a", 1, 0, 0))
    assert holdings(after, "m n") == ["red", ""]  # ascending


def test_claims_count_before_stocks() -> None:  # G41
    position = table(SPREAD, a="red", b="green")
    clan(position, "red").villages = 1
    after, report = play(position, **BOTH_SPREAD)
    assert written(after, "Y") == ""
    assert named(after, report.contested) == {"Y"}


# -- steps 2 and 3 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "level", "after"),
    [
        pytest.param("red", 1, "red", id="R91"),
        pytest.param("red", 2, "red c", id="R92"),
        pytest.param("red", 3, "red c1 +1", id="T28"),
        pytest.param("red c", 1, "red cc", id="T29-I"),
        pytest.param("red c", 2, "red cc1", id="T29-II"),
        pytest.param("red c", 3, "red c2 +1", id="T29-III"),
        pytest.param("red cc1", 3, "red cc2 +1", id="T30"),
        pytest.param("red c1", 3, "red c2 +1", id="R100"),
        pytest.param("red cc", 1, "red cc", id="T31"),
        pytest.param("red c1", 2, "red cc1", id="R97-fortified"),
        pytest.param("red c2", 2, "red cc2", id="R97-stone"),
        pytest.param("red c2", 3, "red c2 +1", id="R98-stone"),
    ],
)
def test_fortification(before: str, level: int, after: str) -> None:
    position = table("a", a=before)
    result, _ = play(position, red=("a", 0, level, 0))
    assert written(result, "a") == after


def test_cities_run_out() -> None:  # G3, G41
    position = table("a b", a="red", b="red c")
    position.clans[0].cities = 0
    after, _ = play(position, red=("a", 0, 3, 0))
    assert written(after, "a") == "red +1"
    assert after.ramparts_left == 24
    after, _ = play(position, red=("b", 0, 2, 0))
    assert written(after, "b") == "red c1"


def test_ramparts_run_out() -> None:  # G41
    position = table("a . b", a="red c", b="green")
    position.ramparts_left = 2
    works: dict[str, Levels] = {"red": ("a", 0, 3, 0), "green": ("b", 0, 3, 0)}
    after, _ = play(position, **works)  # three are wanted
    assert holdings(after, "a b") == ["red c +1", "green c +1"]
    assert after.ramparts_left == 2
    position.ramparts_left = 3
    after, _ = play(position, **works)
    assert holdings(after, "a b") == ["red c2 +1", "green c1 +1"]


def test_recruitment_and_surplus() -> None:  # T32, R103, R104
    position = table("a", a="red c +2")
    turn = opened(position, plans(position, red=("a", 0, 0, 3)), PLAIN)
    for step in (pay, develop, fortify, recruit):
        step(turn)
    assert written(turn.position, "a") == "red c +5"
    after, report = play(position, red=("a", 0, 0, 3))
    assert written(after, "a") == "red c +3"
    assert (clan(after, "red").armies, report.trimmed) == (6, {0: 2})
    assert [written(play(position, red=("a", 0, 0, level))[0], "a") for level in (1, 2)] == [
        "red c +2",
        "red c +3",
    ]


def test_no_armies_left_to_recruit() -> None:  # T33
    position = table("a b c d", a="red c", b="red +3", c="red +3", d="red +3")
    after, _ = play(position, red=("a", 0, 0, 2))
    assert written(after, "a") == "red c"


def test_recruitment_needs_a_city() -> None:  # T34
    after, _ = play(table("a", a="red"), red=("a", 0, 0, 2))
    assert (written(after, "a"), clan(after, "red").chao) == ("red", 16)


def test_later_actions_see_the_city() -> None:  # T89
    after, _ = play(table("a", a="red"), red=("a", 0, 2, 2))
    assert written(after, "a") == "red c +1"
    after, _ = play(table("a X", a="red c"), red=("X", 1, 2, 2))
    assert written(after, "X") == "red c +1"


# -- step 7 and victory -------------------------------------------------------------------------------


def test_production() -> None:  # T60, R51
    assert table("! a/M", VOLCANOES, a="red cc").clans[0].board == Board(mine=4)
    assert table("! a/M", PLAIN, a="red cc").clans[0].board == Board(mine=2)
    assert table("a/M b/R c/F d/F e", a="red", b="red c", c="red cc", d="red", e="red t").clans[0].board == (
        1,
        1,
        3,
        1,
    )


def test_production_is_that_of_the_last_upgrade() -> None:  # G34
    position = table("a/F b", a="red c", chao=7)
    after, _ = play(position, red=("a", 0, 1, 0))
    assert position.clans[0].board.forest == 1
    assert after.clans[0].board.forest == 2


@pytest.mark.parametrize("turn", [5, 9, 13])
def test_eruption(turn: int) -> None:  # T61
    position = table("! a b", turn=turn, a="red cc2 +2 t", b="red")
    after, report = play(position, VOLCANOES)
    assert holdings(after, "a b") == ["t", "red"]  # a group without a City stays [G21]
    assert named(after, report.erupted) == {"a"}
    assert (clan(after, "red").cities, clan(after, "red").armies, after.ramparts_left) == (14, 9, 24)
    assert written(play(position, PLAIN)[0], "a") == "red cc2 +2 t"


def test_no_eruption_in_other_turns() -> None:  # T61
    assert written(play(table("! a", turn=6, a="red cc2"), VOLCANOES)[0], "a") == "red cc2"


def test_eruption_before_the_victory() -> None:  # T97
    position = table("! a b", turn=5, a="red t", b="red t")
    options = Options(volcanoes=True, wheel=(2,) * 16)
    after, report = play(position, options)
    assert (report.winners, after.turn) == (set(), 6)
    assert play(position, Options(wheel=(2,) * 16))[1].winners == {0}


def test_the_wheel() -> None:  # T62
    assert [needed(turn, PLAIN) for turn in (1, 2, 3, 15, 16)] == [8, 8, 7, 1, 1]


FIVE = Options(wheel=(5,) * 16)
TEMPLES_FIRST = Options(wheel=(5,) * 16, temples_first=True)
WITH_MU = Options(wheel=(5,) * 16, clan_powers=True)
ELEVEN = " ".join(f"a{i}" for i in range(11))


def temples(colour: str, letter: str, count: int) -> dict[str, str]:
    return {f"{letter}{i}": f"{colour} t" for i in range(count)}


def test_mines_decide_among_several() -> None:  # T56
    position = table(
        "a0/M a1/M a2 a3 a4 . b0/M b1 b2 b3 b4 b5", **temples("red", "a", 5), **temples("green", "b", 6)
    )
    assert winners(position, FIVE) == {0}
    assert winners(position, TEMPLES_FIRST) == {1}
    doubled = table(  # mines are provinces, not what they produce [G22]
        "a0/M a1/M a2 a3 a4 . b0/M b1 b2 b3 b4 b5",
        **temples("red", "a", 5),
        **(temples("green", "b", 6) | {"b0": "green cc t"}),
    )
    assert winners(doubled, Options(wheel=(5,) * 16, volcanoes=True)) == {0}


def test_chao_then_armies_then_shared() -> None:  # T57, G22
    position = table("a0 a1 a2 a3 a4 . b0 b1 b2 b3 b4", **temples("red", "a", 5), **temples("green", "b", 5))
    assert winners(position, FIVE) == {0, 1}
    position.armies[0] = 1
    assert winners(position, FIVE) == {0}
    position.clans[0].chao, position.clans[1].chao = 3, 4
    assert winners(position, FIVE) == {1}


def test_too_few_temples() -> None:
    position = table(ELEVEN, **temples("red", "a", 4))
    assert winners(position, FIVE) == set()


def mu(provinces: int, with_temple: int, **more: str) -> dict[str, str]:
    held = {f"a{i}": "black t" if i < with_temple else "black" for i in range(provinces)}
    return held | more


def test_mu_wins_by_provinces() -> None:  # T58, G24
    enough = table(ELEVEN, **mu(11, 4))
    assert winners(enough, WITH_MU) == {0}
    assert winners(enough, FIVE) == set()
    one_less = table(ELEVEN, **mu(10, 4))
    assert winners(one_less, WITH_MU) == set()
    adds_two = Options(wheel=(5,) * 16, clan_powers=True, mu_temple_adds_two=True)
    assert winners(table(ELEVEN, **mu(7, 4)), adds_two) == {0}  # 7 + 8
    assert winners(table(ELEVEN, **mu(6, 4)), adds_two) == set()
    by_temples = table(ELEVEN, **mu(5, 5))
    assert winners(by_temples, WITH_MU) == {0}
    assert winners(by_temples, Options(wheel=(5,) * 16, clan_powers=True, mu_replaces=True)) == set()


def test_mu_wins_ties() -> None:  # T59
    position = table(f"{ELEVEN} . b0/M b1 b2 b3 b4 b5", **mu(11, 4), **temples("red", "b", 6))
    assert winners(position, WITH_MU) == {0}
    assert winners(position, FIVE) == {1}


def test_the_end_of_the_wheel() -> None:  # T96
    position = table("a/M . b", turn=16, a="red", b="black")
    assert play(position, PLAIN)[1].winners == {number(position, "red")}
    assert play(position, POWERS)[1].winners == {number(position, "black")}
    position = table("a . b/M", turn=15, a="red", b="black")
    after, report = play(position, PLAIN)
    assert (report.winners, after.turn) == (set(), 16)
