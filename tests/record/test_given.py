from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Game, Match
from interpreter.record.given import GivenError, slots_given, values_given
from tests.programs.table import Table
from tests.record.conftest import played


@given(seed=st.integers(0, 1000), moves=st.integers(0, 60))
@settings(max_examples=30, deadline=None)
def test_values_and_slots_say_the_same(clans: Game, seed: int, moves: int) -> None:
    match = played(clans.start(3, seed), moves, seed)
    program, start = match.engine.program, match.engine.layout.start
    components = {component.name for component in program.components}
    groups = [group for group in program.slots if group.name in components]
    slots = list(start)
    for group in groups:
        end = group.base + group.count
        slots[group.base : end] = match.state.slots[group.base : end]
    values = values_given(program, tuple(slots), start)
    assert slots_given(program, start, values) == tuple(slots)


def test_each_value_stands_in_its_own_shape(clans: Game) -> None:
    engine = clans.engine(2)
    program, start = engine.program, engine.layout.start
    values: dict[str, Any] = {
        "huts": {"T02": {"green": 1}, "T03": {"red": 2, "black": 1}, "T60": {"blue": 60}},
        "villages": ["T01", "T60"],
        "chips": {"P2": 12},
        "clan": {"P1": "black"},
        "starter": "P2",
    }
    state = Match(engine, 0, slots=slots_given(program, start, values), forced="ask").state
    view = state.view(1)["components"]
    assert isinstance(view, dict)
    assert view["villages"] == ["T01", "T60"]
    assert view["chips"] == {"P1": 0, "P2": 12}
    assert view["clan"] == {"P1": "black"}
    assert view["starter"] == "P2"
    huts = view["huts"]
    assert isinstance(huts, dict)
    assert {land: held for land, held in huts.items() if held} == values["huts"]


WRONG: dict[str, tuple[dict[str, Any], tuple[Any, ...], str, str]] = {
    "a component": ({"hats": {}}, ("hats",), "there is no component `hats`", "did you mean `huts`?"),
    "a key": ({"huts": {"T99": {}}}, ("huts", "T99"), "expected a member of `Land`, found `T99`", "`T09`"),
    "an item": ({"huts": {"T01": {"rad": 1}}}, ("huts", "T01", "rad"), "member of `Colour`", "`red`"),
    "a count": ({"huts": {"T01": {"red": 61}}}, ("huts", "T01", "red"), "from 0 to 60, found `61`", ""),
    "a count below 0": ({"huts": {"T01": {"red": -1}}}, ("huts", "T01", "red"), "found `-1`", ""),
    "a flag for a count": ({"huts": {"T01": {"red": True}}}, ("huts", "T01", "red"), "found `true`", ""),
    "a word for a count": ({"huts": {"T01": {"red": "two"}}}, ("huts", "T01", "red"), "found `two`", ""),
    "a list for a map": ({"huts": ["T01"]}, ("huts",), "expected a map of `Land`, found a list", ""),
    "a number for a bag": ({"huts": {"T01": 3}}, ("huts", "T01"), "how many of each `Colour`, found `3`", ""),
    "a map for a set": ({"villages": {"T01": 1}}, ("villages",), "a list of `Land`, found a map", ""),
    "a member that is none": ({"villages": ["T01", "T1"]}, ("villages", 1), "found `T1`", "`T01`"),
    "a member twice": ({"villages": ["T01", "T01"]}, ("villages", 1), "`T01` stands twice", ""),
    "none where it may not be": ({"starter": None}, ("starter",), "found nothing", ""),
    "none in words": ({"starter": "none"}, ("starter",), "found `none`", "it is one of P1, P2, P3"),
    "too high": ({"chips": {"P1": 13}}, ("chips", "P1"), "a number from 0 to 12, found `13`", ""),
    "no number": ({"chips": {"P1": "x"}}, ("chips", "P1"), "a number from 0 to 12, found `x`", ""),
    "a player who does not play": ({"chips": {"P4": 1}}, ("chips", "P4"), "found `P4`", "P1, P2, P3"),
    "a huge number": ({"score": {"red": 10**30}}, ("score", "red"), "a number from 0 to 400", ""),
}


@pytest.mark.parametrize(("values", "path", "message", "help_"), WRONG.values(), ids=WRONG.keys())
def test_what_does_not_fit_is_refused_where_it_stands(
    clans: Game, values: dict[str, Any], path: tuple[Any, ...], message: str, help_: str
) -> None:
    engine = clans.engine(3)
    with pytest.raises(GivenError) as caught:
        slots_given(engine.program, engine.layout.start, values)
    assert caught.value.path == path
    assert message in caught.value.message
    assert help_ in caught.value.help


def test_a_key_of_numbers_may_be_a_range(market: Table) -> None:
    from dataclasses import replace

    program = market.engine().program
    numbered = replace(program, domains=(replace(program.domains[0], names=(), low=1), *program.domains[1:]))
    start = market.engine().layout.start
    assert slots_given(numbered, start, {"coins": {"1..2": 4}}) == slots_given(
        program, start, {"coins": {"P1": 4, "P2": 4}}
    )
    with pytest.raises(GivenError, match=r"numbers from 1 to 2, found `1\.\.3`"):
        slots_given(numbered, start, {"coins": {"1..3": 4}})


def test_the_key_all_names_every_key_and_those_behind_it_go_over_it(clans: Game) -> None:
    engine = clans.engine(3)
    program, start = engine.program, engine.layout.start
    said = slots_given(program, start, {"chips": {"all": 3, "P2": 5}})
    assert said == slots_given(program, start, {"chips": {"P1": 3, "P2": 5, "P3": 3}})
    assert slots_given(program, start, {"chips": {"P2": 5, "all": 3}}) != said
