"""Laws try less of games whose matches are long."""

import pytest

from tests.laws.cases import FEW, LAW, is_long


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Set how many examples a law tries before it runs; hypothesis reads it from the test function."""
    test = getattr(item, "obj", None)
    params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    name = params.get("name")
    own = getattr(test, "_hypothesis_internal_use_settings", None)
    if own is not None and name is not None and own in (FEW, LAW):
        test._hypothesis_internal_use_settings = FEW if is_long(name) else LAW  # type: ignore[union-attr]
