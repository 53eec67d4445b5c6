"""Yuan against its second implementation: planning rounds on random lands, and what may be planned there."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from interpreter import State
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.executor import Position as At
from interpreter.engine.machine import Engine
from interpreter.engine.moves import Whole
from interpreter.engine.result import result_of
from interpreter.engine.state import begin
from interpreter.record.given import slots_given
from tests.compiler import needs_compiler
from tests.differential.yuan_second import (
    Land,
    Options,
    Plan,
    Position,
    Report,
    land_of,
    random_layout,
    random_plans,
    random_position,
    resolve,
    spaces_of,
)
from tests.differential.yuan_second_map import AROUND, Cell, Placed, Space, moved
from tests.shipped import shipped_game

LEVELS = ("none", "I", "II", "III")
FLAGS = ("temples_first", "rampart_absorbs", "stone_protects_all")
OF_POWERS = ("mu_replaces", "mu_temple_adds_two", "opposite_only")
LAST_TURN = 16
FIXED = ("site", "turns", "round", "ground", "near", "clan")
"""What is given, and no round changes."""

LANDS = 12
"""So many rounds are played on each land: it takes a while to lay one."""


def some_options(lots: random.Random) -> Options:
    """Modules and options as they come, each often enough off."""
    has_powers = lots.random() < 0.6
    flags = {name: lots.random() < 0.25 for name in FLAGS}
    powers = {name: has_powers and lots.random() < 0.25 for name in OF_POWERS}
    return Options(clan_powers=has_powers, volcanoes=lots.random() < 0.4, **flags, **powers)


OPTIONS = (Options(), *map(some_options, map(random.Random, range(7))))
"""Few enough to make a program for each; every option is on in some of them, and off in others."""


def test_every_option_is_tried() -> None:
    for name in ("clan_powers", "volcanoes", *FLAGS, *OF_POWERS):
        assert {getattr(options, name) for options in OPTIONS} == {False, True}


@cache
def engine_of(players: int, options: Options) -> Engine:
    names = ("clan_powers", "volcanoes", *FLAGS, *(OF_POWERS if options.clan_powers else ()))
    chosen = {name: getattr(options, name) for name in names}
    return shipped_game("yuan").engine(players, {**chosen, "two_boxes": players > 4})


# -- the same position in the engine --------------------------------------------------------------------


def neighbours(spaces: dict[Cell, Space]) -> dict[str, list[str]]:
    return {
        space.name: [spaces[other].name for step in AROUND if (other := moved(cell, step)) in spaces]
        for cell, space in spaces.items()
    }


def letters(number: int) -> str:
    """a, b, …, z, aa, …: the files of a board, counted from 0."""
    return letters(number // 26 - 1) + letters(number % 26) if number >= 26 else chr(ord("a") + number)


def site_of(cell: Cell, side: int) -> str:
    """The site of a tile's middle: so many steps of the lattice along a file and along a rank."""
    x, y = cell
    file = (2 * y - x) // 7
    rank = (x + file) // 2 + file
    assert cell == (2 * (rank - file) - file, rank - file + 3 * file)
    return f"{letters(file + side - 1)}{rank + side}"


def tiles_given(layout: tuple[Placed, ...], players: int) -> dict[str, Any]:
    side = 30 if players > 4 else 15
    return {
        "site": {"all": "none", **{one.tile: site_of(one.cell, side) for one in layout}},
        "turns": {one.tile: one.rotation for one in layout},
    }


def given_of(position: Position, layout: tuple[Placed, ...]) -> dict[str, Any]:
    """The values of the engine's components."""
    names, clans, spaces = position.land.names, position.clans, spaces_of(layout)
    seats = [f"P{clan + 1}" for clan in range(len(clans))]
    held = [(name, owner) for name, owner in zip(names, position.owner, strict=True) if owner is not None]
    return {
        **tiles_given(layout, len(clans)),
        "round": position.turn,
        "ground": [space.name for space in spaces.values()],
        "near": neighbours(spaces),
        "owner": {name: seats[owner] for name, owner in held},
        "cities": dict(zip(names, position.cities, strict=True)),
        "ramparts": dict(zip(names, position.ramparts, strict=True)),
        "armies": dict(zip(names, position.armies, strict=True)),
        "temples": [name for name, there in zip(names, position.temple, strict=True) if there],
        "temples_left": position.temples_left,
        "ramparts_left": position.ramparts_left,
        "clan": {seat: clan.name for seat, clan in zip(seats, clans, strict=True)},
        "chao": {seat: clan.chao for seat, clan in zip(seats, clans, strict=True)},
        "villages_left": {seat: clan.villages for seat, clan in zip(seats, clans, strict=True)},
        "cities_left": {seat: clan.cities for seat, clan in zip(seats, clans, strict=True)},
        "barracks": {seat: clan.armies for seat, clan in zip(seats, clans, strict=True)},
    }


def start_at(engine: Engine, position: Position, layout: tuple[Placed, ...]) -> State:
    slots = slots_given(engine.program, engine.layout.start, given_of(position, layout))
    return begin(engine, slots, seed=0)


def move_of(plan: Plan | None, land: Land) -> str:
    if plan is None:
        return "pass"
    return " ".join(["plan", land.names[plan.target], *(LEVELS[level] for level in plan[1:])])


def seen(state: State, land: Land) -> dict[str, Any]:
    """What the two compare, in the words of the engine's components."""
    components = state.view(None)["components"]
    assert isinstance(components, dict)
    on_provinces = ("owner", "cities", "ramparts", "armies")
    own = ("chao", "villages_left", "cities_left", "barracks")
    return {
        **{name: {q: components[name][q] for q in land.names} for name in on_provinces},
        **{name: components[name] for name in (*own, "temples_left", "ramparts_left")},
        "temples": sorted(components["temples"]),
    }


def expected(position: Position) -> dict[str, Any]:
    given = given_of(position, ())
    owner = {name: given["owner"].get(name) for name in position.land.names}
    names = ("cities", "ramparts", "armies", "chao", "villages_left", "cities_left", "barracks")
    common = {name: given[name] for name in (*names, "temples_left", "ramparts_left")}
    return {"owner": owner, **common, "temples": sorted(given["temples"])}


# -- rounds ---------------------------------------------------------------------------------------------


Round = tuple[Position, tuple[Plan | None, ...], Options, tuple[Placed, ...]]


def drawn_rounds(
    seed: int, count: int, players: tuple[int, ...], among: tuple[Options, ...] = OPTIONS
) -> Iterator[Round]:
    """Positions, and what all plan there; some are on the same land."""
    for number in range(count):
        rng = random.Random(f"{seed} {number // LANDS}")
        seats = rng.choice(players)
        layout = tuple(random_layout(rng, seats))
        land = land_of(spaces_of(layout))
        rng = random.Random(f"{seed} {number}")
        options = rng.choice(among)
        position = random_position(rng, seats, options, land)
        yield position, tuple(random_plans(rng, position, options)), options, layout


def told(position: Position, plans: tuple[Plan | None, ...], options: Options) -> str:
    return f"{options} {[move_of(plan, position.land) for plan in plans]}"


def rounds(seed: int, count: int, players: tuple[int, ...]) -> Iterator[Report]:
    """Planning rounds that the reference and the second implementation have played alike."""
    for position, plans, options, layout in drawn_rounds(seed, count, players):
        after, report = resolve(position, plans, options)
        state = start_at(engine_of(len(plans), options), position, layout)
        for clan, plan in enumerate(plans):
            state = state.apply(clan + 1, move_of(plan, position.land))
        label = told(position, plans, options)
        assert seen(state, position.land) == expected(after), label
        assert state.is_over == (bool(report.winners) or position.turn == LAST_TURN), label
        if report.winners:
            assert state.result is not None
            assert state.result.won == won_by(report), label
        yield report


def won_by(report: Report) -> tuple[int, ...]:
    return tuple(sorted(clan + 1 for clan in report.winners))


HAPPENED = ("cancelled", "contested", "won", "failed", "forced", "isolated", "refunded", "built", "winners")
"""What there must be among so many rounds."""


def test_planning_rounds() -> None:
    found = list(rounds(1, 36, (3, 4)))
    assert [name for name in HAPPENED if not any(getattr(one, name) for one in found)] == []


# -- many rounds, natively ------------------------------------------------------------------------------


@cache
def native_of(players: int, options: Options) -> NativeExecutor:
    return NativeExecutor(engine_of(players, options).program, quick=True)


def whole_of(plan: Plan | None, land: Land, engine: Engine) -> Whole:
    """A plan as the executors take it: the alternative, and the value of each stage."""
    if plan is None:
        return 1, ()
    spaces = next(one for one in engine.program.domains if one.name == "Province").names
    return 0, (spaces.index(land.names[plan.target]), *(level - 1 for level in plan[1:]))


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_many_planning_rounds(number: int) -> None:
    play_natively(drawn_rounds(100 + number, 2500, (2, 3, 4), OPTIONS[number : number + 1]))


@needs_compiler
@pytest.mark.slow
def test_many_planning_rounds_of_two_boxes() -> None:
    play_natively(drawn_rounds(200, 1000, (5, 6, 7, 8), OPTIONS[1:2]))


def play_natively(drawn: Iterator[Round]) -> None:
    for position, plans, options, layout in drawn:
        after, report = resolve(position, plans, options)
        engine, native = engine_of(len(plans), options), native_of(len(plans), options)
        state = start_at(engine, position, layout)
        at = At(state.slots, state.block)
        for clan, plan in enumerate(plans):
            at = native.play(at, whole_of(plan, position.land, engine), clan)
        label = told(position, plans, options)
        wanted = {name: value for name, value in given_of(after, layout).items() if name not in FIXED}
        wanted["owner"] = {"all": "none", **wanted["owner"]}
        assert slots_given(engine.program, at.slots, wanted) == at.slots, label
        if report.winners:
            assert result_of(engine, list(at.slots), False).won == won_by(report), label
