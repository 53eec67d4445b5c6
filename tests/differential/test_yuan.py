"""Yuan against its second implementation: planning rounds on random lands, and what may be planned there."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from interpreter import Game, State, load
from interpreter.engine.machine import Engine
from interpreter.engine.state import begin
from interpreter.record.given import slots_given
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

LEVELS = ("none", "I", "II", "III")
FLAGS = ("temples_first", "rampart_absorbs", "stone_protects_all")
OF_POWERS = ("mu_replaces", "mu_temple_adds_two", "opposite_only")
LANDS = 12
"""So many rounds are played on each land: it takes a while to lay one."""


@cache
def yuan() -> Game:
    game = load("yuan").game
    assert game is not None
    return game


def random_options(rng: random.Random) -> Options:
    """Modules and options as they come, each often enough off."""
    has_powers = rng.random() < 0.6
    flags = {name: rng.random() < 0.25 for name in FLAGS}
    powers = {name: has_powers and rng.random() < 0.25 for name in OF_POWERS}
    return Options(clan_powers=has_powers, volcanoes=rng.random() < 0.4, **flags, **powers)


@cache
def engine_of(players: int, options: Options) -> Engine:
    names = ("clan_powers", "volcanoes", *FLAGS, *(OF_POWERS if options.clan_powers else ()))
    chosen = {name: getattr(options, name) for name in names}
    return yuan().engine(players, {**chosen, "two_boxes": players > 4})


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


def rounds(seed: int, count: int, players: tuple[int, ...]) -> Iterator[tuple[str, Position, Report]]:
    """Planning rounds that both have played alike."""
    for number in range(count):
        rng = random.Random(f"{seed} {number // LANDS}")
        seats = rng.choice(players)
        layout = tuple(random_layout(rng, seats))
        land = land_of(spaces_of(layout))
        rng = random.Random(f"{seed} {number}")
        options = random_options(rng)
        position = random_position(rng, seats, options, land)
        plans = random_plans(rng, position, options)
        label = f"seed {seed} round {number} {options} {[move_of(plan, land) for plan in plans]}"
        after, report = resolve(position, plans, options)
        play_alike(position, plans, after, report, options, layout, label)
        yield label, after, report


def play_alike(
    position: Position, plans: Any, after: Position, report: Report, options: Options,
    layout: tuple[Placed, ...], label: str,
) -> None:  # fmt: skip
    engine = engine_of(len(position.clans), options)
    state = start_at(engine, position, layout)
    for clan, plan in enumerate(plans):
        state = state.apply(clan + 1, move_of(plan, position.land))
    assert seen(state, position.land) == expected(after), label
    is_last = position.turn == 16
    assert state.is_over == (bool(report.winners) or is_last), label
    if report.winners:
        assert state.result is not None
        assert state.result.won == tuple(sorted(clan + 1 for clan in report.winners)), label


def test_planning_rounds() -> None:
    happened = [report for _, _, report in rounds(1, 120, (2, 3, 4))]
    assert any(report.cancelled for report in happened)
    assert any(report.winners for report in happened)
