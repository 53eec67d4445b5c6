from pathlib import Path

import pytest

from tests.scheduling import scope_of


@pytest.mark.parametrize(
    ("test", "scope"),
    [
        ("tests/laws/test_moves.py::test_moves[yuan]", "yuan"),
        ("tests/laws/test_moves.py::test_moves[auto-little-factory]", "little-factory"),
        ("tests/differential/test_native.py::test_it[yin-yang-2-adapt=true]", "yin-yang"),
        ("tests/rulesets/test_scenarios.py::test_it[clans/largest-records: four]", "clans"),
        ("tests/laws/test_moves.py::test_moves[suits]", "tests/laws/test_moves.py"),
        ("tests/front/test_cli.py::test_it", "tests/front/test_cli.py"),
        ("tests/front/test_cli.py::TestIt::test_it[hexagons]", "tests/front/test_cli.py"),
    ],
)
def test_a_game_is_one_workers(test: str, scope: str) -> None:
    assert scope_of(test) == scope


def test_processes_share_the_tests_so(pytestconfig: pytest.Config) -> None:
    hooks = pytestconfig.pluginmanager.hook.pytest_xdist_make_scheduler.get_hookimpls()
    files = {Path(one.function.__code__.co_filename) for one in hooks}
    assert Path(__file__).with_name("conftest.py") in files
