"""The sorts of values that a random author thinks in, and the words for them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Number:
    low: int
    high: int


@dataclass(frozen=True)
class Flag:
    pass


@dataclass(frozen=True)
class Member:
    kind: str


@dataclass(frozen=True)
class Maybe:
    of: "Member | Number"


@dataclass(frozen=True)
class Set:
    of: "Member | Number"


@dataclass(frozen=True)
class Bag:
    of: "Member | Number"
    most: int


Single = Member | Number
Sort = Number | Flag | Member | Maybe | Set | Bag
FLAG = Flag()
PLAYER = Member("Player")


def written(sort: Sort) -> str:
    """The words of a type phrase."""
    match sort:
        case Number(low, high):
            return f"{low}..{high}"
        case Flag():
            return "flag"
        case Member(kind):
            return kind
        case Maybe(of):
            return f"{written(of)} or none"
        case Set(of):
            return f"set of {written(of)}"
        case Bag(of, most):
            return f"bag of {written(of)} up to {most}"
