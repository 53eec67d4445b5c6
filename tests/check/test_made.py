"""Kinds made of other kinds: their members in order, their names, and conditions worked out at load."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game
from interpreter.record.given import slots_given
from tests.small import codes, computed, game

LAWS = """
    players: 2
    longest: 40 decisions
    data: presets.yaml
    kinds:
      Stone: black, white
      Slot: TL, TR, BL, BR
      Side: left_side, right_side
      Domino: 1..2
      Half:
        is: Stone or none per Slot
        marks: {B: black, W: white, '.': none}
      Law:
        has: {cause: Half, effect: Half or none}
        where: effect = none or destroys(cause, effect) or regenerates(cause, effect)
        written: '{cause}->{effect else adapt}'
        count: 405
      Dice: 1..3 per Side
      Coin: {has: {heads: flag, worth: -1..1, held: Stone or none}}
      Preset:
        rows: presets
        has: {line: 1..9, content: Law per Player, toll: 0..3 per Half, halves: set of Half}
    components:
      law: Law per Player and Domino
      mine: Half or none per Player
      dealt: Preset
      toss: Coin
    terms:
      changed(a in Half, b in Half): all s in Slot where a(s) != b(s)
      destroys(a in Half, b in Half): size(changed(a, b)) = 1 and (every s in changed(a, b) has b(s) = none)
      regenerates(a in Half, b in Half): >-
        size(changed(a, b)) = 2 and (every s in changed(a, b) has a(s) = none)
        and (some k in Stone where (every s in changed(a, b) has b(s) = k))
      adapts(l in Law): effect(l) = none
      born(l in Law, k in Stone): >-
        0 if effect(l) = none else (count s in Slot where cause(l, s) = none and effect(l, s) = k)
      first_of(l in Law): cause(l)
    phases:
      turns: {who: each clockwise from P1, repeat: until the end, one of: 'rewrite, nothing'}
    actions:
      rewrite:
        choose: {half: Half, content: Law}
        requires:
          they_fit: cause(content) = half and effect(content) != none and effect(content, TL) = none
        do: |
          set law(me, 1) to content
          set mine(me) to effect(content) if effect(content) != none else half
    ends:
      done: mine(P1) != none and mine(P1, TL) = black
"""
PRESETS = """
    presets:
      one:
        line: 1
        content: {P1: 'BWBW->adapt', P2: WWWW->.WWW}
        halves: [BW.B, ....]
        toll: {%s}
"""
HALVES = ["".join(marks) for marks in product("BW.", repeat=4)]
TOLL = ", ".join(f"{half}: {half.count('B') % 4}" for half in HALVES)


def laws() -> list[str]:
    """All laws, from the rules of destruction and regeneration as they are told."""
    found = []
    for cause in HALVES:
        for effect in HALVES:
            changed = [(a, b) for a, b in zip(cause, effect, strict=True) if a != b]
            kills = len(changed) == 1 and changed[0][1] == "."
            grows = len(changed) == 2 and changed in ([(".", "B")] * 2, [(".", "W")] * 2)
            if kills or grows:
                found.append(f"{cause}->{effect}")
        found.append(f"{cause}->adapt")
    return found


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("laws"), LAWS, presets=PRESETS % TOLL)


def members(played: Game, kind: str) -> tuple[str, ...]:
    found: tuple[str, ...] = played.checked().world.domains[kind].members
    return found


def test_a_map_has_all_ways_to_give_its_keys_values(law: Game) -> None:
    assert members(law, "Half") == tuple(HALVES)
    assert members(law, "Dice") == tuple(f"{a}_{b}" for a in (1, 2, 3) for b in (1, 2, 3))


def test_combinations_are_those_that_the_condition_keeps(law: Game) -> None:
    assert members(law, "Law") == tuple(laws())
    assert len(laws()) == 405


def test_combinations_without_a_form_are_named_by_their_values(law: Game) -> None:
    texts = product(("false", "true"), ("-1", "0", "1"), ("black", "white", "none"))

    assert members(law, "Coin") == tuple("_".join(one) for one in texts)


LAST = "cause(last(Law), BR) = none and effect(last(Law)) = none"


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("size(Law)", 405),
        ("size(Half)", 81),
        (LAST, 1),
        ("count h in Half where h(TL) = black", 27),
        ("count l in Law where adapts(l)", 81),
        ("count l in Law where effect(l) != none and effect(l, TL) = none and cause(l, TL) != none", 54),
        ("sum of born(l, white) for l in Law", 2 * 54),
        ("count d in Dice where d(left_side) + d(right_side) = 4", 3),
        ("sum of worth(c) for c in Coin where heads(c) and held(c) != none", 0),
        ("count c in Coin where held(c) = black and worth(c) >= 0", 4),
        ("cause(content(one, P2), TL) = white", 1),
        ("effect(content(one, P1)) = none", 1),
        ("size(halves(one))", 2),
        ("sum of toll(one, h) for h in Half", sum(half.count("B") % 4 for half in HALVES)),
        ("count l in Law where first_of(l, TR) = white", sum(one[1] == "W" for one in laws())),
        ("next(cause(content(one, P1))) = previous(next(next(cause(content(one, P1)))))", 1),
        ("mine(P1) = none", 1),
    ],
)
def test_they_are_read_like_all_others(law: Game, phrase: str, value: int) -> None:
    assert computed(law, phrase) == value


def test_their_names_are_moves_views_and_given_values(law: Game) -> None:
    match = law.start(2)
    match.apply(1, "rewrite half BW.B content BW.B->.W.B")
    match.apply(2, "rewrite WWWW WWWW->.WWW")

    assert str(match.moves()[0].move) == "rewrite half BW.B content BW.B->.W.B"
    components: Any = match.state.view(1)["components"]
    assert components["law"]["P1"]["1"] == "BW.B->.W.B"
    assert components["mine"] == {"P1": ".W.B", "P2": ".WWW"}
    engine = match.engine
    given = {"law": {"P1": {"1": "BW.B->.W.B"}, "P2": {"1": "WWWW->.WWW"}}, "mine": components["mine"]}
    slots = slots_given(engine.program, engine.layout.start, given)
    assert law.engine(2).layout.start != slots
    assert match.state.slots[: len(slots)][:6] == slots[:6]


def test_a_refusal_names_what_was_meant(law: Game) -> None:
    refusal = law.start(2).state.refusal(1, "rewrite BW.B BW.B->.W.X")

    assert refusal is not None
    assert "`BW.B->.W.X` is not a value of `content`" in refusal.message
    assert "BW.B->" in refusal.help


# -- conditions ---------------------------------------------------------------------------------------

FORMS = """
    players: 2
    longest: 9 decisions
    kinds:
      Level: -2..3
      Hue: red, blue, green
      Size: {has: {wide: 0..4, hues: set of Hue, like: Hue or none, seeds: bag of Hue up to 3}, rows: {
        small: "1, red, none, nothing", middle: "3, (red, green), blue, (red, 2 of blue)",
        large: "4, all, red, 3 of green"}}
      Tall: Level per Hue
      Pair:
        has: {left_one: Level, hue: Hue or none, size: Size}
        where: WHERE
    terms:
      sum_of(a in Level, s in Size): a + wide(s)
      bright: (red, green)
      liked(s in Size): like(s) != none
      first_hue(s in Size): first h in hues(s) by listed
      asked(left_one in Level, hue in Hue or none, size in Size): WHERE
    phases:
      turns: {who: each clockwise from P1, one of: nothing}
"""
CONDITIONS = [
    "left_one > 0 and not liked(size)",
    "hue = none or hue in hues(size)",
    "hue not in hues(size)",
    "hue in bright - hues(size)",
    "sum_of(left_one, size) * 2 - 1 >= wide(size) div 2",
    "left_one mod 2 = 1 or -left_one = 2",
    "(hues(size) & bright) + blue = all",
    "hues(size) <= bright",
    "(left_one if hue = none else wide(size)) < 2",
    "hue != none and (some h in hues(size) where h = hue)",
    "(count h in Hue with l in Level where h in hues(size) and l > left_one) > 4",
    "(no h in hues(size) where h = blue)",
    "(every h in hues(size) has h != hue)",
    "size((all l in Level where l < left_one)) = 2",
    "(sum of l + 1 for l in Level where l <= left_one) > -2",
    "(union of hues(s) for s in Size where wide(s) < wide(size)) is empty",
    "hues(size) is not empty and left_one in -1..1",
    "(highest of wide(s) for s in Size where like(s) = hue else 0) > left_one",
    "(lowest of l for l in Level where l > left_one else 0) = left_one + 1",
    "(first h in hues(size) by highest (1 if h = hue else 0), listed else green) = green",
    "(first l in Level where l > left_one by lowest l * l, listed else 3) = 0",
    "size((top l in Level by lowest l * l)) = 1 and left_one in (top l in Level by highest l * l)",
    "next(left_one) = 3 or previous(size) = small",
    "size = last(Size) and min(left_one, 1) = max(left_one, 1)",
    "hue != none and hue != last(Hue) and next(hue) in hues(size)",
    "(some t in Tall where t(red) = left_one and t(blue) = t(green) and t(blue) = wide(size))",
    "left_one in (1, 2) + 3",
    "1..left_one <= 1..2",
    "seeds(size, green) = 3 or seeds(size, red) + left_one = 2",
    "size = middle and hue = first_hue(size)",
]


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_condition_means_at_load_what_it_means_in_play(tmp_path: Path, condition: str) -> None:
    played = game(tmp_path, FORMS.replace("WHERE", f'"{condition}"'))
    columns = played.checked().world.columns
    left, hue, size = (columns[name]["Pair"].cases[0] for name in ("left_one", "hue", "size"))
    kept = [(a + 2) * 100 + (b + 1) * 10 + c for a, b, c in zip(left, hue, size, strict=True)]

    in_play = []
    for number, member in enumerate(("none", *members(played, "Hue"))):
        over = "l in Level with s in Size"
        for index, name in enumerate(members(played, "Size")):
            holds = f"asked(l, {member}, s) and s = {name}"
            in_play += [
                (a + 2) * 100 + number * 10 + index
                for a in range(-2, 4)
                if computed(played, f"some {over} where l = {a} and {holds}")
            ]

    assert sorted(kept) == sorted(in_play)


# -- secrets, parts -------------------------------------------------------------------------------------

SECRET = """
    players: 2
    longest: 40 decisions
    kinds:
      Hue: red, blue
      Side: front, back
      Flag: {is: Hue or none per Side, marks: {r: red, b: blue, '.': none}}
      Turn: 1..2
    components:
      mine: Flag per Player seen by owner
      last_of: Hue or none per Turn
      shows: flag
    phases:
      turns: {who: each clockwise from P1, repeat: until the end, one of: PLAYED}
    actions:
      plan:
        choose: {drawn: Flag per Turn}
        requires:
          no_gap: every t in Turn has drawn(t, front) != none
        do: |
          for each t in Turn at once:
            set last_of(t) to drawn(t, back)
      peek:
        do: LINE
    ends:
      done: last_of(1) = red and last_of(2) = blue and shows
"""


def secret(line: str, played: str = "'plan, peek'") -> str:
    return SECRET.replace("LINE", f"'{line}'").replace("PLAYED", played)


def test_a_stage_of_several_maps_is_read_with_the_keys_of_each(tmp_path: Path) -> None:
    match = game(tmp_path, secret("set shows to true")).start(2)
    program = match.engine.program
    legal = {str(move) for move in match.state.legal(1)}

    assert len([move for move in legal if move.startswith("plan")]) == 36
    assert not any(" .b" in move or " .r" in move or " .." in move for move in legal)
    chosen = next(move for move in legal if "rr" in move and move.endswith("b."))
    match.apply(1, chosen)
    components: Any = match.state.view(None)["components"]
    assert components["last_of"] == {"1": "red", "2": None}, (chosen, program.game)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("set shows to mine(me, front) = red", ["E550"]),
        ("set shows to shown(mine(me, front))", ["E521"]),
        ("reveal mine(me, front)", ["E521"]),
        ("set mine(me, front) to red", ["E507"]),
        ("reveal mine(me)", []),
    ],
)
def test_a_part_of_a_secret_is_secret(tmp_path: Path, line: str, found: list[str]) -> None:
    assert [code for code in codes(tmp_path, secret(line)) if code != "W400"] == found
