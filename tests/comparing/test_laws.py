"""Laws of comparing, tried on random variants: exactly what was changed is told, and the other way round."""

from collections import Counter

import pytest
from hypothesis import assume, given, settings

from interpreter.syntax.comparing.difference import Difference
from interpreter.syntax.comparing.pages import compared
from interpreter.syntax.document import Mapping
from interpreter.syntax.patches.address import MAIN, Steps, encloses
from interpreter.syntax.patches.apply import applied
from interpreter.syntax.patches.conflicts import conflicts
from interpreter.syntax.patches.patch import Patch
from tests.patches.test_laws import BASE, _bare, pages, read

TURNED = {"adds": "removes", "removes": "adds"}


def bare(steps: Steps) -> Steps:
    return tuple(step for step in steps if step != MAIN)


def touches(one: Difference, patch: Patch) -> bool:
    """Whether a difference stands where a patch is, or, of two of which one has moved, beside it."""
    at = bare(patch.steps)
    for side in (one.old, one.new):
        if side is not None:
            steps = bare(side.steps)
            if encloses(at, steps) or encloses(steps, at):
                return True
            if one.does == "moves" and patch.side and steps[:-1] == at[:-1]:
                return True
    return False


def made_of(texts: list[str]) -> tuple[list[Patch], Mapping]:
    patches = [patch for number, text in enumerate(texts) for patch in read(text, f"m{number}")]
    assume(not conflicts(BASE, patches))
    return patches, applied(BASE, patches)


def does_something(patch: Patch) -> bool:
    """Whether a patch by itself makes another page, by a comparison that knows nothing of passages."""
    return bool(_bare(applied(BASE, [patch])) != _bare(BASE))


def exactly_what_is_patched_is_told(texts: list[str]) -> None:
    patches, made = made_of(texts)
    found = compared(BASE, made).differences

    for one in found:
        assert any(touches(one, patch) for patch in patches), one.address
    for patch in filter(does_something, patches):
        # A patch that only moves may do nothing beside what the others move.
        if patch.does != "moves":
            assert any(touches(one, patch) for one in found), patch.address


def the_other_way_round_it_is_the_same_turned_round(first: list[str], second: list[str]) -> None:
    (_, one), (_, other) = made_of(first[:2]), made_of(second[:2])
    there, back = compared(one, other).differences, compared(other, one).differences

    assert Counter(map(ahead, there)) == Counter(map(turned, back))


def ahead(one: Difference) -> tuple[str, str, str]:
    return one.does, one.old.address if one.old else "", one.new.address if one.new else ""


def turned(one: Difference) -> tuple[str, str, str]:
    does, old, new = ahead(one)
    return TURNED.get(does, does), new, old


def a_page_has_nothing_otherwise_than_itself(texts: list[str]) -> None:
    _, made = made_of(texts)

    assert compared(made, made).differences == ()


FEW = settings(max_examples=3)
MANY = settings(max_examples=150)

test_exactly_what_is_patched_is_told = FEW(given(pages())(exactly_what_is_patched_is_told))
test_the_other_way_round_it_is_the_same = FEW(
    given(pages(), pages())(the_other_way_round_it_is_the_same_turned_round)
)
test_exactly_what_is_patched_is_told_of_many = pytest.mark.slow(
    MANY(given(pages())(exactly_what_is_patched_is_told))
)
test_the_other_way_round_it_is_the_same_of_many = pytest.mark.slow(
    MANY(given(pages(), pages())(the_other_way_round_it_is_the_same_turned_round))
)
test_a_page_has_nothing_otherwise_than_itself = pytest.mark.slow(
    MANY(given(pages())(a_page_has_nothing_otherwise_than_itself))
)
