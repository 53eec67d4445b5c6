"""The variants that come with the program: one of each game quickly, all of them at leisure."""

from pathlib import Path

import pytest

from interpreter import Game
from interpreter.api.files import find, shipped, variants
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.python.executor import Python
from interpreter.backends.reference import Reference
from interpreter.core.digest import digest
from interpreter.engine.policy import CUT
from interpreter.engine.rng import numbered
from interpreter.front.drawing import picture_findings
from interpreter.study.coverage import cover
from interpreter.study.scenario_files import read_scenarios
from interpreter.study.scenarios import run
from interpreter.study.suite import suite_of
from interpreter.text.render import render_all
from interpreter.text.span import Source
from tests.compiler import needs_compiler
from tests.shipped import VARIANTS, home_of_cases, shipped_game
from tests.tables import seats

FIRST = {f"{game}/{min(variants(game))}" for game in shipped() if variants(game)}
"""One variant of each game that has any."""

each_variant = pytest.mark.parametrize("name", VARIANTS)
one_a_game = pytest.mark.parametrize("name", sorted(FIRST))


def plays_alike(game: Game, players: int, seed: int) -> None:
    """A match at random has one outcome, by the reference and by emitted Python."""
    program = game.program(players)
    number = numbered(1, seed)
    assert Python(program).playout(number, "auto", CUT) == Reference(program).playout(number, "auto", CUT)


@one_a_game
def test_a_variant_is_played(name: str) -> None:
    game = shipped_game(name)
    plays_alike(game, max(game.players), 1)


@one_a_game
def test_a_file_of_its_scenarios_passes(name: str) -> None:
    game = shipped_game(name)
    folder, shown = home_of_cases(game, name)
    path = min((folder / "scenarios").glob("*.yaml"))
    scenarios, findings = read_scenarios(Source(f"{shown}{path.name}", path.read_text("utf-8")), game.name)
    plain = [one for one in scenarios if not one.options]
    assert findings == () and plain
    outcomes = [run(game, one) for one in plain]
    assert [render_all(one.findings) for one in outcomes if not one.passed] == []


@pytest.mark.slow
@each_variant
def test_the_scenarios_and_records_of_a_variant(name: str) -> None:
    game = shipped_game(name)
    outcomes = [case.run() for case in suite_of(game, *home_of_cases(game, name)).cases]
    assert outcomes
    assert [render_all(one.findings) for one in outcomes if not one.passed] == []


@pytest.mark.slow
@each_variant
def test_its_own_statements_are_covered(name: str) -> None:
    game = shipped_game(name)
    suite = suite_of(game, *home_of_cases(game, name))
    own = frozenset(_own_statements(name))
    assert own
    assert [(one.name, one.missing) for one in cover([game.checked()], suite.scenarios, own).gaps] == []


def _own_statements(name: str) -> list[str]:
    from interpreter.check.citations import statement_kinds
    from interpreter.syntax.document import Mapping
    from interpreter.syntax.yaml_reader import read

    files = find(name)
    assert files is not None
    path = Path(files.folder) / files.main.removesuffix(".yaml") / "document.yaml"
    root, _ = read(Source(str(path), path.read_text("utf-8")))
    assert isinstance(root, Mapping)
    return list(statement_kinds(root))


@pytest.mark.slow
@each_variant
def test_the_picture_of_the_game_fits(name: str) -> None:
    assert picture_findings(name, shipped_game(name)) == ()


@pytest.mark.slow
@needs_compiler
@each_variant
def test_executors_agree_with_the_fewest_and_the_most_players(name: str) -> None:
    game = shipped_game(name)
    for players in {seats(game, {})[0], seats(game, {})[-1]}:
        program = game.program(players)
        native, reference = NativeExecutor(program, quick=True), Reference(program)
        for seed in range(3):
            plays_alike(game, players, seed)
            number = numbered(1, seed)
            for policy in ("auto", "stage"):
                assert native.playout(number, policy, CUT) == reference.playout(number, policy, CUT)


@pytest.mark.slow
@each_variant
def test_a_variant_is_another_game(name: str) -> None:
    base = shipped_game(name.partition("/")[0])
    assert digest(shipped_game(name).program()) != digest(base.program())
