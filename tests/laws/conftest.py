"""Laws try less of games whose matches are long."""

import pytest

from tests.laws.cases import FEW, LAW, MORE, MORE_OF_LONG, is_long

LESS = ((LAW, FEW), (MORE, MORE_OF_LONG))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Set how many examples a law tries before it runs; hypothesis reads it from the test function."""
    test = getattr(item, "obj", None)
    params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    name = params.get("name")
    own = getattr(test, "_hypothesis_internal_use_settings", None)
    for usual, less in LESS:
        if name is not None and own in (usual, less):
            chosen = less if is_long(name) else usual
            test._hypothesis_internal_use_settings = chosen  # type: ignore[union-attr]
