"""What must hold of any ruleset that passes the checker, whoever wrote it."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from interpreter import RulesError, State
from interpreter.api.files import Files
from interpreter.api.front_end import Checked, check_files
from interpreter.core.ir import Program
from interpreter.core.lower import lower
from interpreter.core.text import parse_program, print_program
from interpreter.core.verify import verify
from interpreter.engine.machine import Engine
from interpreter.engine.playout import playout
from interpreter.engine.policy import Policy
from interpreter.engine.rng import below
from interpreter.engine.state import restored, start
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.render import render_all
from interpreter.text.span import Source
from tests.drawing import small_choice
from tests.laws.cases import is_made

BOUNDS = {"E701", "E702", "E703", "E705", "E706", "E709", "E710", "E711"}
"""What a checked ruleset may raise: a bound that it declares is reached."""

LARGE = re.compile("up to [0-9,]+ steps|deeper than|written out|for ever|slots, expected [0-9]+ or fewer")
"""What a ruleset may be told of its size; whatever else the verifier says is a fault of the compiler."""


def check_text(text: str, **beside: str) -> tuple[Checked | None, tuple[Diagnostic, ...]]:
    """What the front end says of a ruleset and the files beside it; every finding can be shown."""
    sources = {f"{name}.yaml": Source(f"{name}.yaml", content) for name, content in beside.items()}
    files = Files(
        Path("/nowhere"), "ruleset.yaml", "", {"ruleset.yaml": Source("ruleset.yaml", text), **sources}
    )
    checked, found = check_files(files)
    assert checked is not None or any(one.severity == "error" for one in found)
    for one in found:
        assert one.message
        assert one.span is not None
        assert 0 <= one.span.start <= one.span.end <= len(one.span.source.text)
    render_all(found[:20])
    assert not [one.message for one in found if one.code == "E615" and not LARGE.search(one.message)]
    return checked, found


def programs(checked: Checked, lots: random.Random) -> Iterator[Program]:
    """The programs for every number of players, with the options as they are and with some others."""
    world = checked.world
    for players in range(world.players[0], world.players[1] + 1):
        for default in (True, False):
            options = {}
            for option in world.options.values():
                _, words, usual = world.option_texts(option)
                options[option.name] = world.option_value(
                    option.name, usual if default else lots.choice(words)
                )
            if default or options:
                yield lower(world, players, options)


def plays(program: Program, seeds: range, counts: Counter[str]) -> None:
    """The program is sound, survives as text, and plays; the two executors agree."""
    assert verify(program) == ()
    assert parse_program(print_program(program)) == program
    engine = Engine(program)
    if not all(engine.closures.expr(check.test)(list(engine.layout.start)) for check in program.checks):
        return
    for seed in seeds:
        for policy in ("auto", "stage"):
            counts[agree(engine, seed, "auto" if policy == "auto" else "stage")] += 1


def agree(engine: Engine, seed: int, policy: Policy) -> str:
    """A playout and the same match state by state come to the same end; its name, or the error's code."""
    quick: object
    try:
        outcome = playout(engine, seed, policy)
        quick = outcome.result, outcome.slots, outcome.rng
    except RulesError as error:
        assert error.code in BOUNDS, error
        quick = error.code, error.message
    slow: object
    try:
        last = stepped(engine, seed, policy)
        slow = last.result, last.slots, last.rng
    except RulesError as error:
        slow = error.code, error.message
    assert quick == slow
    return quick[0] if isinstance(quick, tuple) and isinstance(quick[0], str) else "over"


def stepped(engine: Engine, seed: int, policy: Policy) -> State:
    """The match whose choices are those of the playout; every state on the way is looked at."""
    state = start(engine, seed, forced="ask")
    while not state.is_over:
        sound(state)
        player = state.to_move[0]
        if policy == "auto" and not state.staged:
            moves = list(state.legal(player))
            rng, k = below(state.rng, len(moves))
            state = replace(state, rng=rng).apply(player, moves[k])
            continue
        before = state
        while not is_made(before, state, player):
            state, text = small_choice(state, player)
            state = state.choose(player, text)
    sound(state)
    return state


def sound(state: State) -> None:
    """A state holds only what it may, can be saved and seen, and its moves are distinct."""
    assert restored(state.engine, state.saved(), forced=state.forced) == state
    program = state.engine.program
    for reader in (None, *range(1, program.players + 1)):
        state.view(reader)
    bags_hold_what_they_may(state)
    if state.is_over:
        assert state.result is not None
        return
    player = state.to_move[0]
    assert 1 <= player <= program.players
    moves = list(state.legal(player))
    assert len(moves) == len(set(moves)) == state.count(player) > 0
    view = state.stage(player)
    assert len(view.values) == len(set(view.values)) > 0
    for move in moves[:3]:
        assert state.refusal(player, str(move)) is None


def bags_hold_what_they_may(state: State) -> None:
    """No bag holds more than it may in all; the most is the highest value of its slots."""
    program = state.engine.program
    most = {group.base: group.high for group in program.slots}
    for component in program.components:
        if component.form == "bag":
            size = program.domains[component.domain].size
            cells = 1
            for key in component.keys:
                cells *= program.domains[key].size
            for first in range(component.slot, component.slot + cells * size, size):
                assert sum(state.slots[first : first + size]) <= most[component.slot]
