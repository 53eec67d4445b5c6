import dataclasses
import pickle
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace

import pytest

from interpreter.text.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Nothing:
    """Without a field."""


@dataclass(frozen=True, slots=True)
class One:
    value: int


@dataclass(frozen=True, slots=True)
class Pair:
    left: "int | One"
    right: tuple[int, ...] = (1, 2)

    @property
    def first(self) -> int:
        return self.right[0]


@dataclass(frozen=True, slots=True)
class Triple(Pair):
    third: str = "c"


@dataclasses.dataclass(frozen=True, slots=True)
class Standard:
    left: "int | One"
    right: tuple[int, ...] = (1, 2)


def test_values_and_defaults() -> None:
    assert (Pair(3).left, Pair(3).right, Pair(3).first) == (3, (1, 2), 1)
    assert Pair(right=(5,), left=4) == Pair(4, (5,))
    assert Triple(1).third == "c"
    with pytest.raises(TypeError, match="left"):
        Pair()  # type: ignore[call-arg]


@pytest.mark.parametrize("one", [Nothing(), One(1), Pair(One(2)), Triple(1, (), "d")])
def test_equal_by_value_and_class(one: object) -> None:
    again = pickle.loads(pickle.dumps(one))
    assert again == one
    assert again is not one
    assert hash(again) == hash(one)
    assert is_dataclass(one)
    assert not hasattr(one, "__dict__")


def test_other_classes_and_values_differ() -> None:
    assert Pair(1) != Triple(1)
    assert Pair(1) != Pair(2)
    assert One(1) != 1
    assert len({One(1), One(1), One(2), Pair(1), Triple(1)}) == 4


def test_as_the_standard_ones() -> None:
    names = [(field.name, field.type, field.default) for field in fields(Pair)]
    assert names == [(field.name, field.type, field.default) for field in fields(Standard)]
    assert repr(Pair(One(1))) == repr(Standard(One(1))).replace("Standard", "Pair")
    assert Pair.__match_args__ == Standard.__match_args__
    assert replace(Triple(1, (2,)), left=5) == Triple(5, (2,))
    assert dataclasses.asdict(Pair(One(1))) == {"left": {"value": 1}, "right": (1, 2)}


def test_frozen() -> None:
    one = One(1)
    with pytest.raises(FrozenInstanceError, match="`value`"):
        one.value = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="`value`"):
        del one.value
    assert one.value == 1
