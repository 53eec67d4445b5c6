"""Changes that a variant may begin with: real ones, at places where little else can break."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from interpreter.api.game import Game, OptionInfo
from interpreter.engine.seats import seats_of
from interpreter.syntax.patches.listing import Listed
from interpreter.syntax.patches.parts import START

_FOOT = re.compile(r"\s*\[[^\]]*\]$")
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+) = (-?\d+)")
_FIRST = re.compile(r"each clockwise from (\w+)\b(.*)", re.DOTALL)
_LONGEST = re.compile(r"(\d+) decisions?")


@dataclass(frozen=True, slots=True)
class Change:
    """What a variant changes: the address, what stands there and what is to stand there.

    ``says`` is the rule in a sentence, ``test`` a condition that holds with the change and not without, ""
    where there is no short one. ``drops``: an invariant may be true no longer, which is no fault.
    """

    place: Listed
    was: str
    now: str
    says: str
    test: str = ""
    drops: bool = False

    @property
    def address(self) -> str:
        """The address of the place."""
        return self.place.address


def likely_changes(game: Game, places: Sequence[Listed]) -> Iterator[Change]:
    """Changes to try, those first that say most to a player; the last one can always be made."""
    by_address = {one.address: one for one in places}
    for option in _options(game):
        yield from _start_of_option(option, by_address)
    yield from _starts(places)
    yield from _beginners(game, places)
    yield from _lines(places)
    yield from _ties(by_address)
    yield from _lengths(by_address)


def _options(game: Game) -> Iterable[OptionInfo]:
    """The game's own options but those that say how many play: flags first, numbers last."""
    own = [one for one in game.options if not one.module and one.name not in game.about.limits]
    return sorted(own, key=lambda one: ("flag", "words", "number").index(one.kind))


def _start_of_option(option: OptionInfo, places: dict[str, Listed]) -> Iterator[Change]:
    at = option.values.index(option.default)
    other = option.values[at + 1] if at + 1 < len(option.values) else option.values[at - 1]
    if other == option.default:
        return
    negated = {"true": option.name, "false": f"not {option.name}"}
    test = negated[other] if option.kind == "flag" else f"{option.name} = {other}"
    says = f"The option {option.name} is {other} if nothing is said."
    name = f"options.{option.name}"
    start = places.get(f"{name}.{START}")
    if start is not None:
        yield Change(start, _bare(start.text), other, says, test)
    else:  # the type says nothing of a start
        line = places.get(f"{name}.is") or places[name]
        yield Change(line, _bare(line.text), f"{_bare(line.text)} = {other}", says, test)


def _starts(places: Sequence[Listed]) -> Iterator[Change]:
    """Numbers that lie in one place at the start: one less, or one more."""
    for before, place in pairwise(places):
        at_start = place.steps[0] == "components" and place.steps[-1] == START and place.is_part
        found = _RANGE.fullmatch(_bare(before.text)) if at_start else None
        if found is not None:
            low, high, start = map(int, found.groups())
            other = start - 1 if start > low else start + 1
            if low <= other <= high:
                name = place.steps[1]
                says = f"At the start {name} is {other}."
                yield Change(place, str(start), str(other), says, f"{name} = {other}")


def _beginners(game: Game, places: Sequence[Listed]) -> Iterator[Change]:
    """Turns that begin with the first player begin with the second one."""
    names = seats_of(game.program(game.players[0])).names
    for place in places:
        found = _FIRST.fullmatch(_bare(place.text)) if place.start == "who_line" else None
        if found is not None and len(names) > 1 and found[1] in {"P1", names[0]}:
            now = f"each clockwise from {names[1]}{found[2]}"
            yield Change(
                place, _bare(place.text), now, f"{names[1]} begins in {place.steps[-2]}.", drops=True
            )


def _lines(places: Sequence[Listed]) -> Iterator[Change]:
    """Lines of a board are one cell shorter."""
    for place in places:
        if place.steps[0] == "boards" and "lines" in place.steps[-2:-1] and place.text.isdecimal():
            number = int(place.text) - 1
            if number > 1:
                says = f"A {place.steps[-1]} has {number} cells."
                yield Change(place, place.text, str(number), says)


def _ties(places: dict[str, Listed]) -> Iterator[Change]:
    last = places.get("ranking.last")
    if last is not None and last.text == "shared":
        yield Change(last, "shared", "nobody", "Where all is equal, nobody wins.")


def _lengths(places: dict[str, Listed]) -> Iterator[Change]:
    longest = places["longest"]
    found = _LONGEST.search(longest.text)
    if found is not None:
        number = max(1, int(found[1]) // 2) if found[1] != "1" else 2
        says = f"A match has {number} decisions at most."
        yield Change(longest, _bare(longest.text), f"{number} decisions", says)


def _bare(text: str) -> str:
    """A sentence on one line without its footnote."""
    return _FOOT.sub("", " ".join(text.split()))
