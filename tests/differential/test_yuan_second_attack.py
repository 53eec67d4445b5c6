"""The second Yuan against the document: the golden tests of step 4, and laws of random turns."""

from itertools import product
from random import Random

import pytest

from tests.differential.yuan_second import (
    Options,
    Plan,
    Position,
    capital_sites,
    free_opening,
    is_legal,
    legal_plans,
    random_land,
    random_plans,
    random_position,
    resolve,
)
from tests.differential.yuan_second_map import bits, set_of
from tests.differential.yuan_second_setup import colours_in_play
from tests.differential.yuan_second_tables import (
    PLAIN,
    POWERS,
    Levels,
    clan,
    holdings,
    named,
    pieces,
    play,
    table,
    written,
)

# -- one attacker -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("home", "target", "after"),
    [
        pytest.param("red +1", "green", ["red", "red c +1"], id="T35"),
        pytest.param("red c +1", "green", ["red c", "red +1"], id="T35-beside-a-city"),
        pytest.param("red +2", "green +2", ["red", "green"], id="T36"),
        pytest.param("red +1", "green +2", ["red", "green +1"], id="R117"),
        pytest.param("red +3", "green +1", ["red", "red c +2"], id="T37"),
        pytest.param("red +2", "green c1", ["red +2", "green c1"], id="T38"),
        pytest.param("red +3", "green c1", ["red", "red c +3"], id="T39"),
        pytest.param("red +4", "green cc1 +1", ["red", "red c +3"], id="T40"),
        pytest.param("red +9", "green c2 +1", ["red +3", "green c2"], id="T41"),
        pytest.param("red +1", "green t", ["red", "red c +1 t"], id="G17"),
    ],
)
def test_one_attacker(home: str, target: str, after: list[str]) -> None:
    result, _ = play(table("a X", a=home, X=target), red=("X", 0, 0, 1))
    assert holdings(result, "a X") == after
    assert pieces(result)[0] == [(18, 14, 9)] * 2


@pytest.mark.parametrize(("armies", "owner"), [(1, "green"), (2, "red")])
def test_stone_protects_its_neighbours(armies: int, owner: str) -> None:  # T42
    position = table("a X S", a=f"red +{armies}", X="green", S="green c2")
    assert written(play(position, red=("X", 0, 0, 1))[0], "X").split()[0] == owner


def test_sources_of_defence_add_up() -> None:  # T85
    for armies, falls in ((3, False), (4, True)):
        position = table("a X S", a=f"red +{armies}", X="green c1", S="green c2")
        assert bool(play(position, red=("X", 0, 0, 1))[1].won) is falls
    between = """
        . S .
        a X T
        """
    position = table(between, a="red +2", X="green", S="green c2", T="green c2")
    assert play(position, red=("X", 0, 0, 1))[1].won  # 1 in all
    position = table("a X S", a="red +1", X="green", S="green c1")
    assert play(position, red=("X", 0, 0, 1))[1].won  # wood protects its own province only
    position = table("a X S", a="red +1", X="green", S="red c2")
    assert play(position, red=("X", 0, 0, 1))[1].won  # the attacker's own stone
    assert not play(position, Options(stone_protects_all=True), red=("X", 0, 0, 1))[1].won


def test_the_army_from_stock() -> None:  # R109, T33
    after, _ = play(table("a X", a="red +1", X="green"), red=("X", 0, 0, 2))
    assert holdings(after, "a X") == ["red", "red c +2"]
    position = table("a b d X", a="red +3", b="red +3", d="red +3", X="green c2")
    after, _ = play(position, red=("X", 0, 0, 2))
    assert holdings(after, "a b d") == ["red +3", "red +3", "red +3"]
    after, _ = play(table("a X", a="red +1", X="green c1"), red=("X", 0, 0, 2))
    assert (written(after, "a"), clan(after, "red").armies) == ("red +1", 8)  # it goes back [4.7]


def test_all_armies_in_reach_take_part() -> None:  # T44
    position = table("c a X b", c="red +1", a="red +1", X="green", b="red +2")
    after, _ = play(position, red=("X", 0, 0, 1))
    assert holdings(after, "c a X b") == ["red +1", "red", "red c +3", "red"]


def test_armies_across_a_lake() -> None:  # R59, R112
    position = table("a ~ ~ ~ X b", a="red +1", X="green", b="red +1")
    after, _ = play(position, red=("X", 0, 0, 1))
    assert holdings(after, "a X b") == ["red", "red c +2", "red"]


def test_home_is_undefended() -> None:  # T87, T47
    for armies, falls in ((2, False), (3, True)):
        position = table("a X o", a=f"red +{armies}", X="green c1 +3", o="orange +3")
        after, report = play(position, red=("X", 0, 0, 1), green=("o", 0, 0, 1))
        assert (report.won == {0: position.land.number["X"]}) is falls
        assert written(after, "X") == ("red c +3" if falls else "green c1")
    after, _ = play(table("Y X", Y="red +1", X="green +1"), red=("X", 0, 0, 1), green=("Y", 0, 0, 1))
    assert holdings(after, "Y X") == ["green c +1", "red c +1"]


def test_a_ring_of_attacks() -> None:  # T68
    position = table(
        """
        a b
        c .
        """,
        a="red c +1",
        b="green c +1",
        c="orange c +1",
    )
    after, _ = play(position, red=("b", 0, 0, 1), green=("c", 0, 0, 1), orange=("a", 0, 0, 1))
    assert holdings(after, "a b c") == ["orange c +1", "red c +1", "green c +1"]


# -- rivals -------------------------------------------------------------------------------------------

AROUND_X = """
    . a .
    . X b
    c . .
    """


@pytest.mark.parametrize(
    ("armies", "after", "at_home"),
    [
        pytest.param((2, 2, 0), "orange", (0, 0, 0), id="T46"),
        pytest.param((3, 2, 1), "red c +1", (0, 0, 0), id="T84"),
        pytest.param((2, 2, 1), "orange", (0, 0, 0), id="T84-equal"),
    ],
)
def test_rivals(armies: tuple[int, int, int], after: str, at_home: tuple[int, int, int]) -> None:
    homes = dict(zip("abc", ("red", "green", "black"), strict=True))
    with_armies = {name: f"{homes[name]} +{n}" for name, n in zip("abc", armies, strict=True) if n}
    position = table(AROUND_X, X="orange", **with_armies)
    attacks: dict[str, Levels] = {words.split()[0]: ("X", 0, 0, 1) for words in with_armies.values()}
    result, _ = play(position, **attacks)
    assert written(result, "X") == after
    assert [result.armies[result.land.number[name]] for name in "abc"] == list(at_home)


def test_equal_rivals_have_no_force_one() -> None:  # T83
    position = table(AROUND_X, X="orange", a="red +1", b="green +1", c="orange")
    after, report = play(position, red=("X", 0, 0, 3), green=("X", 0, 0, 3))
    assert holdings(after, "a X b c") == ["red", "orange", "green", "orange"]
    assert (report.forced, report.failed, clan(after, "red").armies) == ({}, {1, 2}, 9)


# -- losses and the way home --------------------------------------------------------------------------


def test_fortification_is_refunded() -> None:  # T49
    position = table("a/F X", a="red +1", X="green c2")
    after, report = play(position, red=("X", 0, 2, 1))
    assert (report.refunded, clan(after, "red").chao) == ({0: 3}, 20)


def test_fortification_of_the_conquest() -> None:  # R127, the example HU of L157
    position = table("a HU v", a="red +1", HU="green c", v="green")
    after, _ = play(position, red=("HU", 0, 2, 1))
    assert holdings(after, "HU v") == ["red cc1 +1", "red"]  # Reinforcement
    assert clan(after, "red").chao == 16
    position = table("a HU", a="red c +1", HU="green")
    after, _ = play(position, red=("HU", 0, 2, 1))
    assert written(after, "HU") == "red c +1"  # Urbanization


def test_home_is_lost() -> None:  # T69
    position = table("X Y b", X="orange c1", Y="red +2", b="green +1")
    after, _ = play(position, red=("X", 0, 0, 1), green=("Y", 0, 0, 1))
    assert holdings(after, "X Y b") == ["orange c1", "green c +1", "green"]
    assert clan(after, "red").armies == 9


def test_order_of_losses() -> None:  # T71
    position = table("b a X c", b="green +1", a="red +2", X="orange c1 +2", c="red +1")
    after, _ = play(position, red=("X", 0, 0, 2), green=("a", 0, 0, 1))
    assert holdings(after, "a X c") == ["green c +1", "orange c1", "red +1"]
    assert clan(after, "red").armies == 8


def test_a_rampart_may_absorb() -> None:  # G16, option
    absorbs = Options(rampart_absorbs=True)
    after, _ = play(table("a X", a="red +3", X="green c1"), absorbs, red=("X", 0, 0, 1))
    assert written(after, "X") == "red c +1"
    after, _ = play(table("a X", a="red +2", X="green c1"), absorbs, red=("X", 0, 0, 1))
    assert holdings(after, "a X") == ["red", "green c1"]
    assert clan(after, "red").armies == 9


# -- isolation and Force 1 ----------------------------------------------------------------------------


def siege(line: str, armies: str = "", **attacked: str) -> Position:
    """An orange line, Cities in capitals and Villages in small letters, attacked over water.

    ``attacked`` names the colour that has an army behind each of these provinces.
    """
    names = line.split()
    waters = ["~" if name in attacked else "." for name in names]
    homes = [f"{name}0" if name in attacked else "." for name in names]
    held = {name: "orange c" if name.isupper() else "orange" for name in names}
    held |= {armies: f"{held[armies]} +2"} if armies else {}
    held |= {f"{name}0": f"{colour} +1" for name, colour in attacked.items()}
    return table("\n".join(" ".join(row) for row in (names, waters, homes)), **held)


ONE, THREE = 1, 3


@pytest.mark.parametrize(
    ("line", "red", "green", "after"),
    [
        pytest.param(
            "o v C w p",
            ("v", ONE),
            ("w", ONE),
            ["red", "red c +1", "orange c", "green c +1", "green"],
            id="T51",
        ),
        pytest.param("C v w D", ("C", THREE), ("D", ONE), ["red c +2", "red", "", "green c +1"], id="T53"),
        pytest.param("C v w D", ("C", ONE), ("D", ONE), ["red c +1", "", "", "green c +1"], id="R174"),
        pytest.param("C l m v", ("l", ONE), ("m", ONE), ["orange c", "red c +1", "green c +1", ""], id="T54"),
        pytest.param("C l v", ("C", ONE), ("l", ONE), ["red c +1", "green c +1", ""], id="T72"),
        pytest.param("g C v", ("C", ONE), ("g", ONE), ["green c +1", "red c +1", "red"], id="T73"),
        pytest.param(
            "C v w D", ("C", THREE), ("D", THREE), ["red c +2", "red", "green", "green c +2"], id="T74-four"
        ),
        pytest.param("C v D", ("C", THREE), ("D", THREE), ["red c +2", "", "green c +2"], id="T74-three"),
    ],
)
def test_joint_attacks(line: str, red: tuple[str, int], green: tuple[str, int], after: list[str]) -> None:
    position = siege(line, **{red[0]: "red", green[0]: "green"})
    result, _ = play(position, red=(red[0], 0, 0, red[1]), green=(green[0], 0, 0, green[1]))
    assert holdings(result, line) == after


def test_both_take_from_each_other() -> None:  # T50, the example of L206
    position = table(
        """
        v C q
        . ~ .
        . r .
        """,
        v="orange",
        C="orange c +1",
        q="red",
        r="red +1",
    )
    after, _ = play(position, red=("C", 0, 0, ONE), orange=("q", 0, 0, ONE))
    assert holdings(after, "v C q r") == ["red", "red c +1", "orange c +1", "red"]


def test_force_one_on_an_army() -> None:  # T75
    position = siege("C v D", armies="v", C="red", D="green")
    after, report = play(position, red=("C", 0, 0, THREE), green=("D", 0, 0, ONE))
    assert holdings(after, "C v D") == ["red c +2", "", "green c +1"]
    assert (clan(after, "orange").armies, report.forced) == (9, {})
    assert report.isolated == {position.land.number["v"]: None}


def test_force_one_isolates() -> None:  # T76
    after, report = play(siege("a C D e", C="red"), red=("C", 0, 0, THREE))
    assert holdings(after, "a C D e") == ["red", "red c +2", "red", "red"]
    assert named(after, report.forced[1]) == {"a", "D"}
    assert named(after, report.isolated) == {"e"}


def test_force_one_meets_a_defence() -> None:  # G18
    position = table("a X v", a="red +1", X="orange", v="green c1")
    assert written(play(position, red=("X", 0, 0, THREE))[0], "v") == "green c1"
    position = table("a X v s", a="red +1", X="orange", v="green c", s="green c2")
    assert written(play(position, red=("X", 0, 0, THREE))[0], "v") == "green c"
    position = table("a X v", a="red +1", X="orange", v="green c +2")
    assert written(play(position, red=("X", 0, 0, THREE))[0], "v") == "green c +1"
    position = table("a X v", a="red +1", X="orange", v="green c")
    assert written(play(position, red=("X", 0, 0, THREE))[0], "v") == "red"
    assert written(play(position, red=("X", 0, 0, 2))[0], "v") == "green c"


def test_a_conquest_neither_saves_nor_is_lost() -> None:  # T77
    position = table(
        """
        C v q
        ~ . .
        r . .
        """,
        C="orange c",
        v="orange +1",
        q="red",
        r="red +1",
    )
    after, _ = play(position, red=("C", 0, 0, ONE), orange=("q", 0, 0, ONE))
    assert holdings(after, "C v q") == ["red c +1", "red", "orange c +1"]


def test_groups_without_a_city() -> None:  # T79, G21
    position = table(
        """
        r x u v
        . . . .
        y z . .
        """,
        **dict.fromkeys("xuvyz", "orange"),
        r="red +1",
    )
    after, _ = play(position, red=("x", 0, 0, ONE))
    assert holdings(after, "x u v y z") == ["red c +1", "red", "red", "orange", "orange"]


def test_only_one_isolates_alone() -> None:  # T80
    position = table(
        """
        . . v . .
        . . p C g
        b D r . .
        """,
        v="orange",
        p="orange",
        C="orange c",
        D="orange c",
        r="red +1",
        g="green +1",
        b="black +1",
    )
    after, _ = play(position, red=("p", 0, 0, ONE), green=("C", 0, 0, ONE), black=("D", 0, 0, ONE))
    assert holdings(after, "v p C D") == ["red", "red c +1", "green c +1", "black c +1"]


def test_force_one_after_a_battle() -> None:  # T81, T82
    position = table("a X v b", a="red +1", X="orange", v="orange c +1", b="green +1")
    attacks: dict[str, Levels] = {"red": ("X", 0, 0, THREE), "green": ("v", 0, 0, ONE)}
    after, _ = play(position, **attacks)
    assert holdings(after, "X v b") == ["red c +2", "red", "green"]
    assert (clan(after, "orange").armies, clan(after, "green").armies) == (9, 9)
    position = table("a X v b", a="red +1", X="orange", v="black c", b="green +1")
    after, _ = play(position, **attacks)
    assert holdings(after, "X v b") == ["red c +2", "green c +1", "green"]


# -- stocks -------------------------------------------------------------------------------------------


def test_a_conquest_without_a_village() -> None:  # G3
    position = table("a X", a="red +1", X="green")
    position.clans[0].villages = 0
    after, _ = play(position, red=("X", 0, 0, ONE))
    assert written(after, "X") == "red c +1"


def test_a_conquest_without_any_piece() -> None:  # G41
    position = table("a X", a="red +1", X="green")
    position.clans[0].villages = position.clans[0].cities = 0
    after, report = play(position, red=("X", 0, 2, ONE))
    assert holdings(after, "a X") == ["red", ""]
    assert (clan(after, "red").armies, report.refunded, clan(after, "red").chao) == (9, {0: 4}, 20)


def test_pieces_return_before_gains_are_placed() -> None:  # G41
    position = table("Y X", Y="red +1", X="green c +1")
    position.clans[0].villages = position.clans[0].cities = 0
    after, _ = play(position, red=("X", 0, 0, ONE), green=("Y", 0, 0, ONE))
    assert holdings(after, "Y X") == ["green c +1", "red +1"]


def test_pieces_of_all_isolated_groups_return_first() -> None:  # G41
    position = table("v C R z", v="orange", C="orange c +1", R="red c +1", z="red")
    clan(position, "red").villages = clan(position, "red").cities = 0
    after, _ = play(position, red=("C", 0, 0, ONE), orange=("R", 0, 0, ONE))
    # The City of R stands on C, the Village of z on v.
    assert holdings(after, "v C R z") == ["red", "red c +1", "orange c +1", "orange"]


def test_heirs_run_out_of_pieces() -> None:  # G41
    position = siege("C v w", C="red")
    clan(position, "red").villages = clan(position, "red").cities = 1
    after, _ = play(position, red=("C", 0, 0, ONE))
    assert holdings(after, "C v w") == ["red +1", "red c", ""]


# -- powers -------------------------------------------------------------------------------------------


def test_weyu_armies_cross_and_join() -> None:  # G25
    position = table("Q ^ P b", Q="green +1", P="red +1", b="green +1")
    after, _ = play(position, POWERS, green=("P", 0, 0, ONE))
    assert holdings(after, "Q P b") == ["green", "green c +1", "green"]
    after, _ = play(position, PLAIN, green=("P", 0, 0, ONE))
    assert holdings(after, "Q P b") == ["green +1", "red", "green"]


BETWEEN = """
    . a .
    ^ v ^
    o . .
    """
BESIDE = """
    . ^ a
    ^ v .
    """


@pytest.mark.parametrize(
    ("rows", "armies", "options", "falls"),
    [
        pytest.param(BETWEEN, 3, POWERS, False, id="R156"),
        pytest.param(BETWEEN, 4, POWERS, True, id="R156-four"),
        pytest.param(BETWEEN, 3, PLAIN, True, id="off"),
        pytest.param(BESIDE, 3, POWERS, False, id="any-two"),
        pytest.param(BETWEEN, 3, Options(clan_powers=True, opposite_only=True), False, id="opposite"),
        pytest.param(BESIDE, 3, Options(clan_powers=True, opposite_only=True), True, id="not-opposite"),
    ],
)
def test_xiangi_between_mountains(rows: str, armies: int, options: Options, falls: bool) -> None:
    position = table(rows, a=f"red +{armies}", v="orange +1")
    after, report = play(position, options, red=("v", 0, 0, ONE))
    assert bool(report.won) is falls
    assert written(after, "v") == (f"red c +{armies - 1}" if falls else "orange")


def test_xiangi_without_its_army() -> None:  # T94
    position = table(BETWEEN, a="red +1", v="orange +1", o="green")
    after, _ = play(position, POWERS, red=("v", 0, 0, ONE), orange=("o", 0, 0, ONE))
    assert holdings(after, "v o") == ["red c +1", "orange c +1"]


# -- laws ---------------------------------------------------------------------------------------------


def drawn_options(rng: Random) -> Options:
    return Options(*(rng.random() < 0.5 for _ in range(8)))


def assert_sound(before: Position, after: Position) -> None:
    assert pieces(after) == pieces(before)
    for p, owner in enumerate(after.owner):
        assert owner is not None or (after.cities[p], after.ramparts[p], after.armies[p]) == (0, 0, 0)
        assert after.cities[p] or not after.ramparts[p]
        assert after.cities[p] <= 2 and after.ramparts[p] <= 2 and after.armies[p] <= 3
    for each in after.clans:
        assert min(each.chao, each.villages, each.cities, each.armies) >= 0
    assert min(after.temples_left, after.ramparts_left) >= 0


@pytest.mark.parametrize("players", range(2, 9))
def test_random_turns_are_sound(players: int) -> None:
    rng = Random(players)
    for _ in range(8):
        land = random_land(rng, players)
        for _ in range(5):
            options = drawn_options(rng)
            before = random_position(rng, players, options, land)
            assert_sound(before, before)
            kept = before.copy()
            planned = random_plans(rng, before, options)
            assert all(is_legal(before, i, each, options) for i, each in enumerate(planned))
            after, _ = resolve(before, planned, options)
            assert before == kept
            assert_sound(before, after)


def test_legal_plans_are_all_that_are_legal() -> None:
    rng = Random(5)
    for _ in range(4):
        options = drawn_options(rng)
        position = random_position(rng, 2, options)
        every = [
            Plan(target, dev, fort, mil)
            for target in range(position.land.size)
            for dev, fort, mil in product(range(4), repeat=3)
        ]
        for number in (0, 1):
            legal = [None, *(each for each in every if is_legal(position, number, each, options))]
            assert legal_plans(position, number, options) == legal


def test_games_end_with_the_wheel() -> None:
    rng = Random(11)
    for players in (2, 3, 4, 6):
        options = drawn_options(rng)
        land = random_land(rng, players)
        colours = colours_in_play(rng, players)
        sites: list[int] = []
        for _ in colours:
            sites.append(rng.choice(list(bits(capital_sites(land, set_of(sites))))))
        position = free_opening(land, colours, dict(zip(colours, sites, strict=True)), options)
        won: set[int] = set()
        for _ in range(16):
            before = position
            position, report = resolve(before, random_plans(rng, before, options), options)
            assert_sound(before, position)
            won = report.winners
            if won:
                break
        assert won
