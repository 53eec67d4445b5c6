from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.engine.rng import MASK, below, drawn, next64, numbered, seed_of, split

GAMMA = 0x9E3779B97F4A7C15

STATES = st.integers(0, MASK)


def test_the_published_vector() -> None:
    state, found = 1234567, []
    for _ in range(3):
        state, value = next64(state)
        found.append(value)
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def mixed(z: int) -> int:
    """The output function of SplitMix64."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def accepted(value: int, n: int) -> bool:
    """Whether a 32-bit value is one of those that share out evenly among ``n`` numbers."""
    return (value * n) % (1 << 32) >= (1 << 32) % n


@given(STATES, st.one_of(st.integers(2, 1 << 32), st.sampled_from([(1 << 31) + 1, 3 << 30, 1 << 32])))
def test_a_bounded_draw_is_the_first_value_that_shares_out_evenly(state: int, n: int) -> None:
    after, found = below(state, n)
    value = 0
    while True:
        state, whole = next64(state)
        value = whole >> 32
        if accepted(value, n):
            break
    assert (after, found) == (state, value * n // (1 << 32))
    assert 0 <= found < n


@pytest.mark.parametrize("n", [3, 5, 6, 7])
def test_the_values_accepted_share_out_evenly(n: int) -> None:
    # the same rule with 8 bits in place of 32, over all 256 values
    counts = Counter(x * n >> 8 for x in range(256) if (x * n) % 256 >= 256 % n)
    assert set(counts.values()) == {256 // n}


@given(STATES)
def test_one_possibility_takes_nothing_from_the_stream(state: int) -> None:
    assert below(state, 1) == (state, 0)


@given(STATES, st.text(max_size=8), st.text(max_size=8))
def test_streams_differ_by_label(seed: int, one: str, other: str) -> None:
    assert 0 <= split(seed, one) <= MASK
    assert (split(seed, one) == split(seed, other)) == (one == other)


def test_a_number_and_its_digits_are_different_labels() -> None:
    assert split(7, 1) != split(7, "1")
    assert split(7, 1) != split(8, 1)


@given(STATES)
def test_a_decimal_number_is_its_own_seed(seed: int) -> None:
    assert seed_of(str(seed)) == seed


@pytest.mark.parametrize("text", ["deal 4711", "", "-1", "1.5", str(MASK + 1), "٣", " 7"])
def test_other_texts_are_hashed_to_a_seed(text: str) -> None:
    assert 0 <= seed_of(text) <= MASK
    assert seed_of(text) == seed_of(text)
    assert seed_of(text) not in (-1, 3, 7)


@given(seed=st.integers(0, MASK), number=st.integers(0, 2**40), other=st.integers(0, 2**40))
def test_numbered_streams_are_apart(seed: int, number: int, other: int) -> None:
    assert 0 <= numbered(seed, number) <= MASK
    assert (numbered(seed, number) == numbered(seed, other)) == (number == other)


def test_numbered_streams_of_neighbouring_seeds_share_nothing() -> None:
    found = {numbered(seed, number) for seed in range(200) for number in range(200)}
    assert len(found) == 40_000


def test_a_numbered_stream_is_two_steps_of_the_generator() -> None:
    # worked out from the definition of SplitMix64, step by step
    state = (5 ^ 0xA0761D6478BD642F) + GAMMA & MASK
    first = mixed(state)
    assert numbered(5, 3) == mixed((first + 3 * GAMMA + GAMMA) & MASK)


@given(seed=st.integers(0, MASK), count=st.integers(1, 12))
def test_drawing_until_nothing_is_left_gives_each_item_once(seed: int, count: int) -> None:
    left = list(range(count))
    found = []
    while left:
        seed, item = drawn(seed, left)
        found.append(item)
    assert sorted(found) == list(range(count))


def test_a_draw_of_the_last_item_takes_nothing() -> None:
    assert drawn(17, ["only"]) == (17, "only")
