from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.core.ir import Program, Slot
from interpreter.engine.layout import Layout
from tests.programs.stalls import LEFT, TURNS, stalls
from tests.programs.tic_tac_toe import tic_tac_toe


def program_of(*groups: Slot) -> Program:
    return replace(tic_tac_toe(), slots=groups)


def test_numbers_are_little_endian_after_their_lowest_value() -> None:
    layout = Layout(
        program_of(
            Slot("small", 0, 2, -1, 254, 0, "component", (-1, 254)),
            Slot("wide", 2, 1, 0, 256, 0, "local", (256,)),
            Slot("set", 3, 1, 0, 0, 17, "component", (0b1_00000010_00000001,)),
            Slot("counter", 4, 1, 0, 9, 0, "ghost", (5,)),
            Slot("var", 5, 1, 0, 9, 0, "scratch", (3,)),
        )
    )
    assert layout.hashed(layout.start) == bytes([0, 255, 0, 1, 1, 2, 1])
    assert layout.saved(layout.start) == bytes([0, 255, 0, 1, 1, 2, 1, 5])
    assert (layout.hashed_size, layout.size) == (7, 8)


@pytest.mark.parametrize(
    ("high", "size"),
    [(255, 1), (256, 2), ((1 << 16) - 1, 2), (1 << 16, 4), ((1 << 32) - 1, 4), (1 << 32, 8)],
)
def test_a_slot_is_as_wide_as_its_range_needs(high: int, size: int) -> None:
    assert Layout(program_of(Slot("n", 0, 3, 0, high, 0, "local", (0,) * 3))).size == 3 * size


@st.composite
def filled(draw: st.DrawFn) -> tuple[Layout, tuple[int, ...]]:
    groups, slots, base = [], [], 0
    for role in draw(st.lists(st.sampled_from(["component", "local", "ghost"]), min_size=1, max_size=4)):
        count, width = draw(st.integers(1, 3)), draw(st.sampled_from([0, 0, 1, 8, 9, 200]))
        low = 0 if width else draw(st.integers(-300, 3))
        high = (1 << width) - 1 if width else low + draw(st.integers(0, 1 << 33))
        values = [draw(st.integers(low, high)) for _ in range(count)]
        groups.append(Slot(role, base, count, low, high, width, role, (low,) * count))
        slots += values
        base += count
    return Layout(program_of(*groups)), tuple(slots)


@given(filled())
def test_what_is_saved_is_restored(case: tuple[Layout, tuple[int, ...]]) -> None:
    layout, slots = case
    data = layout.saved(slots)
    assert len(data) == layout.size
    assert layout.restored(data) == slots
    assert data.startswith(layout.hashed(slots))


@given(st.binary(max_size=40))
def test_other_bytes_are_refused_or_hold_values_in_range(data: bytes) -> None:
    layout = Layout(stalls())
    data = data.ljust(layout.size, b"\0") if len(data) > 3 else data
    try:
        slots = layout.restored(data)
    except ValueError:
        return
    assert layout.saved(slots) == data


def test_values_out_of_range_are_refused() -> None:
    layout = Layout(tic_tac_toe())
    for value in (-2, 2):
        with pytest.raises(ValueError, match="`mark` holds a value out of range"):
            layout.saved((value, *layout.start[1:]))


def test_a_ghost_is_saved_but_not_hashed() -> None:
    layout = Layout(stalls())
    changed = list(layout.start)
    changed[TURNS] = changed[LEFT] = 2
    assert layout.hashed(tuple(changed)) == layout.hashed(layout.start)
    assert layout.saved(tuple(changed)) != layout.saved(layout.start)


def test_scratch_is_back_at_its_start_in_a_state_at_rest() -> None:
    layout = Layout(tic_tac_toe())
    slots = list(layout.start)
    slots[13] = 5
    assert layout.frozen(slots) == layout.start
