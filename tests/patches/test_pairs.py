"""Which sets of modules say no more than larger ones that are tried as well."""

import pytest

from interpreter.api.combination import is_pair_of_more

EVERY = [frozenset(one) for one in ("", "a", "b", "c", "d", "ab", "ac", "ad", "abc")]


@pytest.mark.parametrize(
    ("on", "is_more"),
    [("", False), ("a", False), ("ab", True), ("ac", True), ("ad", False), ("abc", False)],
)
def test_a_pair_counts_by_itself_where_no_larger_set_holds_it(on: str, is_more: bool) -> None:
    assert is_pair_of_more(frozenset(on), EVERY) == is_more
