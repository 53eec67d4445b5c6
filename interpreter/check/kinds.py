"""The kinds of the language: every value has one, and every kind is finite."""

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Flag:
    """``flag``: true or false."""

    def __str__(self) -> str:
        return "a flag"


@dataclass(frozen=True, slots=True)
class Number:
    """``0..12``: a whole number. Of an expression it is the interval that its values lie in."""

    low: int
    high: int

    def __str__(self) -> str:
        if self.low == self.high:
            return f"the number {self.low}"
        return f"a number {self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Member:
    """``Colour``: one member of an enumerated kind, or one word of an option.

    ``whole`` are the kinds that this one is a part of, the nearest first: a name says enough, so that two
    of one name are equal whatever is known of their wholes.
    """

    domain: str
    whole: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        if self.domain.startswith("option "):
            return f"a value of the {self.domain}"
        return f"a {self.domain}"


@dataclass(frozen=True, slots=True)
class NoneKind:
    """``none`` by itself."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class Maybe:
    """``Player or none``."""

    of: "Single"

    def __str__(self) -> str:
        return f"{self.of} or none"


@dataclass(frozen=True, slots=True)
class SetOf:
    """``set of Land``; ``of`` is ``None`` for ``nothing`` and ``all`` before they meet another set."""

    of: "Single | None"

    def __str__(self) -> str:
        return "a set" if self.of is None else f"a set of {plural(self.of)}"


@dataclass(frozen=True, slots=True)
class BagOf:
    """``bag of Colour up to 60``: how many of each; ``cap`` bounds the whole bag."""

    of: "Single"
    cap: int

    def __str__(self) -> str:
        return f"a bag of {plural(self.of)}"


@dataclass(frozen=True, slots=True)
class ListOf:
    """``list of Card up to 40``: things in an order; read as a whole it is the bag of them."""

    of: "Single"
    cap: int

    def __str__(self) -> str:
        return f"a list of {plural(self.of)}"


@dataclass(frozen=True, slots=True)
class MapOf:
    """``Level per Branch``: one value for each combination of keys."""

    keys: "tuple[Single, ...]"
    value: "Kind"

    def __str__(self) -> str:
        return f"{self.value} for each {' and '.join(_name(key) for key in self.keys)}"


@dataclass(frozen=True, slots=True)
class Poison:
    """The kind of what was already reported: fits everywhere, so that one slip is one finding."""

    def __str__(self) -> str:
        return "something unknown"


Single: TypeAlias = Flag | Number | Member
Kind: TypeAlias = Flag | Number | Member | NoneKind | Maybe | SetOf | BagOf | ListOf | MapOf | Poison
POISON = Poison()
FLAG = Flag()


def plural(kind: Single) -> str:
    """``Lands`` for a message."""
    return f"{_name(kind)}s" if isinstance(kind, Member) else _name(kind)


def _name(kind: Single) -> str:
    match kind:
        case Member(domain):
            return domain
        case Number(low, high):
            return f"{low}..{high}"
        case Flag():
            return "flag"


def is_part(value: Member, target: Member) -> bool:
    """Whether every member of the one kind is one of the other, which it is or which it is a part of."""
    return target.domain == value.domain or target.domain in value.whole


def same_things(left: Single | None, right: Single | None) -> bool:
    """Whether two sets may meet: of one domain or of parts of one, or both of numbers."""
    if left is None or right is None:
        return True
    if isinstance(left, Number) and isinstance(right, Number):
        return True
    if isinstance(left, Member) and isinstance(right, Member):
        return [left.domain, *left.whole][-1] == [right.domain, *right.whole][-1]
    return left == right


def narrower(left: Single, right: Single) -> Single:
    """Of two kinds of things that meet, the one that what is in both surely is of."""
    if isinstance(left, Member) and isinstance(right, Member):
        return right if is_part(right, left) else left
    return left


def below_zero(kind: Kind) -> bool:
    """Whether numbers below 0 are among its values: beside them `none` has no value of its own."""
    return isinstance(kind, Number) and kind.low < 0


def stands_for(kind: Kind) -> Kind:
    """What may be none, where a set is wanted: the set of what is there, which is empty for none."""
    return SetOf(kind.of) if isinstance(kind, Maybe) and isinstance(kind.of, Member | Number) else kind


def run_over(kind: Kind) -> Single:
    """What a name bound to the members of a value of this kind is; of what may be none, the one there is."""
    assert isinstance(kind, SetOf | BagOf | Maybe)
    assert kind.of is not None
    return kind.of


def held_by(value: Single | None, target: Single | None) -> bool:
    """Whether a set of the one kind of things can be kept as a set of the other."""
    if isinstance(value, Number) and isinstance(target, Number):
        return target.low <= value.low and value.high <= target.high
    if isinstance(value, Member) and isinstance(target, Member):
        return is_part(value, target)
    return same_things(value, target)


def fits(value: Kind, target: Kind) -> bool:
    """Whether a value of one kind may stand where the other is wanted; ranges are judged elsewhere."""
    match value, target:
        case (Poison(), _) | (_, Poison()):
            return True
        case (Number(), Number()) | (Flag(), Flag()) | (NoneKind(), Maybe() | NoneKind()):
            return True
        case Member(), Member():
            return is_part(value, target)
        case SetOf(Member() as of), SetOf(Member() as other):
            return is_part(of, other)
        case Maybe(of), Maybe(other):
            return fits(of, other)
        case _, Maybe(of) if not isinstance(value, NoneKind):
            return fits(value, of)
        case SetOf(of), SetOf(other):
            return same_things(of, other)
        case SetOf(None), BagOf():
            return True
        case BagOf(of), BagOf(other):
            return of == other
        case MapOf(keys, inner), MapOf(other_keys, other_inner):
            return keys == other_keys and fits(inner, other_inner)
        case _:
            return False


def comparable(left: Kind, right: Kind) -> bool:
    """Whether ``=`` makes sense between the two."""
    if fits(left, right) or fits(right, left):
        return True
    match left, right:
        case Maybe(of), other:
            return fits(of, other) or fits(other, of)
        case other, Maybe(of):
            return fits(of, other) or fits(other, of)
        case _:
            return False


def join(left: Kind, right: Kind) -> Kind | None:
    """The kind that holds the values of both, or ``None`` where there is none."""
    match left, right:
        case (Poison(), other) | (other, Poison()):
            return other
        case Number(a, b), Number(c, d):
            return Number(min(a, c), max(b, d))
        case (NoneKind(), Maybe() as maybe) | (Maybe() as maybe, NoneKind()):
            return maybe
        case NoneKind(), NoneKind():
            return left
        case Member(), Member():
            return _common(left, right)
        case (NoneKind(), Flag() | Number() | Member() as one) | (
            Flag() | Number() | Member() as one,
            NoneKind(),
        ):
            return Maybe(one)
        case Maybe(a), Maybe(b):
            return _maybe(join(a, b))
        case (Maybe(a), Flag() | Number() | Member() as b) | (Flag() | Number() | Member() as b, Maybe(a)):
            return _maybe(join(a, b))
        case SetOf(a), SetOf(b):
            return _join_sets(a, b)
        case (SetOf(a), Member() | Maybe(Member()) as one) | (Member() | Maybe(Member()) as one, SetOf(a)):
            return _join_sets(a, one.of if isinstance(one, Maybe) else one)
        case BagOf(a, n), BagOf(b, m) if a == b:
            return BagOf(a, max(n, m))
        case _:
            return left if left == right else None


def _common(left: Member, right: Member) -> Member | None:
    """The nearest kind that both are parts of."""
    chain = (left.domain, *left.whole)
    for position, name in enumerate(chain):
        if name in (right.domain, *right.whole):
            return Member(name, chain[position + 1 :])
    return None


def _maybe(kind: Kind | None) -> Kind | None:
    return Maybe(kind) if isinstance(kind, Flag | Number | Member) else None


def _join_sets(left: Single | None, right: Single | None) -> Kind | None:
    if left is None or right is None:
        return SetOf(left if right is None else right)
    if isinstance(left, Number) and isinstance(right, Number):
        return SetOf(Number(min(left.low, right.low), max(left.high, right.high)))
    if isinstance(left, Member) and isinstance(right, Member):
        common = _common(left, right)
        return None if common is None else SetOf(common)
    return SetOf(left) if left == right else None
