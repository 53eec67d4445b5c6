"""What a rulebook page is made from, gathered for a game, players and options."""

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.draw.look import look_at
from interpreter.draw.rulebook.page import Figure
from interpreter.draw.rulebook.source import Made, ModulePage, OptionLine
from interpreter.draw.svg.figures import Figures
from interpreter.engine.errors import RulesError
from interpreter.front.drawing import scene_of
from interpreter.record.starting import StartError

if TYPE_CHECKING:
    from interpreter.api.front_end import Checked
    from interpreter.api.game import Game, OptionInfo
    from interpreter.draw.scene import Scene
    from interpreter.engine.state import State

MOST_MOVES = 300
"""Decisions of the set-up that are made so that the board can be drawn as it lies when play begins."""

_STRIDE = 37
"""Which of the values offered is chosen there: so many on for each move, so that they are spread out."""

Chosen = dict[str, bool | str]


def made_of(name: str, game: "Game", players: int | None, options: Chosen) -> Made:
    """All that the page of a game needs; ``name`` is what it was loaded by.

    Raises: StartError for players and options that the game refuses; RulesError.
    """
    values = game.chosen(options)
    program = game.program(players, options)
    game.demand_checks(program)
    checked: Checked = game.checked(options)
    scene = scene_of(name, game, program)
    made = _made(game, checked, program.players, values, options)
    made.places = _places(scene)
    made.figures = _figures(game, scene, program.players, options)
    made.modules = tuple(_module(game, module.name, checked, made, options) for module in checked.modules)
    return made


def _made(game: "Game", checked: "Checked", players: int, values: dict[str, str], options: Chosen) -> Made:
    world = checked.world
    numbers = {name: world.option_value(name, text) for name, text in values.items() if name in world.options}
    chosen = {name: numbers[name] for name in options if name in numbers}
    chosen |= {name: numbers[name] for name in game.modules if name in numbers}
    least, most = game.player_range(options)
    lines = tuple(_option(one, values[one.name]) for one in game.about_of(options).options)
    return Made(
        world, checked.document, players, numbers, chosen, about_options=lines, least=least, most=most
    )


def _option(one: "OptionInfo", value: str) -> OptionLine:
    values = one.values
    if one.kind == "number" and len(values) > 2:
        values = (f"{values[0]} to {values[-1]}",)
    return OptionLine(one.name, values, one.default, value, one.help, one.cites, one.module)


def _module(game: "Game", name: str, checked: "Checked", made: Made, options: Chosen) -> ModulePage:
    """A module with the ruleset that it makes of this one, if it may be on here."""
    module = next(one for one in checked.modules if one.name == name)
    patches = tuple(
        (one.does, one.address, tuple(dict.fromkeys(cite for foot in one.feet for cite in foot.cites)))
        for one in module.patches
    )
    if name in checked.on:
        return ModulePage(name, module.help, True, patches, made)
    try:
        more = options | {name: True}
        rules = _made(game, game.checked(more), made.players, game.chosen(more), more)
        rules.places = made.places
    except StartError:
        return ModulePage(name, module.help, False, patches)
    return ModulePage(name, module.help, False, patches, rules)


def _places(scene: "Scene") -> frozenset[str]:
    """The kinds on whose members things lie: those of the map, and of maps that are laid in play."""
    found = {scene.picture.site} if scene.picture.site else set()
    for computed in scene.facts.panels:
        if computed.panel.plot is not None and computed.rows.running:
            found.add(computed.rows.program.domains[computed.rows.running[0].domain].name)
    return frozenset(found)


# -- pictures --------------------------------------------------------------------------------------------


def _figures(game: "Game", scene: "Scene", players: int, options: Chosen) -> tuple[Figure, ...]:
    """The boards as a spectator sees them when play begins; where the set-up has choices, some are made,
    always the same, and the picture says so.
    """
    try:
        state, moves = _begun(game.start(players, 0, options).state)
    except RulesError:  # the rules fail on the way; the page can be read all the same
        return ()
    figures = Figures(scene, look_at(state, None)).all()
    if not moves:
        return figures
    note = ", as it may lie after the choices of the set-up"
    return tuple(replace(one, caption=one.caption + note) for one in figures)


def _begun(state: "State") -> tuple["State", int]:
    """The state with which play begins, and how many moves of the set-up were made."""
    for moves in range(MOST_MOVES):
        stop = state.engine.logged.stops[state.block]
        decision = getattr(stop, "decision", None)
        if not state.to_move or decision is None or not decision.name.startswith("setup.") or state.together:
            return state, moves
        player = state.to_move[0]
        before = state.taken
        while state.taken == before and state.to_move == (player,):
            offered = state.stage(player).values
            state = state.choose(player, offered[_STRIDE * (moves + 1) % len(offered)])
    return state, MOST_MOVES
