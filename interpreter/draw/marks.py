"""How members and values look in pictures of text: by name, by one letter, in a colour."""

from collections.abc import Iterable, Mapping

from interpreter.core.ir import Domain
from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, Piece
from interpreter.engine.view import Plain

NOTHING: Line = (("-", DIM),)
HIDDEN: Line = (("?", DIM),)
_SEATS = "XO"
_SPARE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


class Marks:
    """Letters and colours of members: those of the picture, and sensible ones for the rest."""

    def __init__(self, letters: Mapping[str, str], colours: Mapping[str, str]) -> None:
        self._letters = dict(letters)
        self._colours = colours
        self._known: dict[str, dict[str, str]] = {}

    def colour(self, member: str) -> str:
        """The colour of a member; "" where it has none."""
        return self._colours.get(member, PLAIN)

    def name(self, member: str) -> Piece:
        """A member by its name."""
        return member, self.colour(member)

    def letter(self, domain: Domain, member: str) -> Piece:
        """A member by one character that no other member of its kind has, if that is possible."""
        known = self._known.get(domain.name)
        if known is None:
            known = self._known[domain.name] = self._letters_of(domain)
        return known.get(member, member), self.colour(member)

    def _letters_of(self, domain: Domain) -> dict[str, str]:
        given = {name: self._letters[name] for name in domain.names if name in self._letters}
        found, taken = dict(given), set(given.values())
        for position, name in enumerate(domain.names):
            if name in found or not name:
                continue
            wanted = [*_seat(domain, position), *name.lower(), *name.upper(), *_SPARE]
            found[name] = next((one for one in wanted if one.isalnum() and one not in taken), name[:1])
            taken.add(found[name])
        return found


def _seat(domain: Domain, position: int) -> Iterable[str]:
    """The usual marks of players: crosses and noughts for two, their numbers for more."""
    if domain.name != "Player":
        return ()
    return _SEATS[position] if domain.size <= len(_SEATS) else str(position + 1)


def long_value(marks: Marks, value: Plain) -> Line:
    """A value of a view in words, as the log has it: ``red 2, blue``, ``P3``, ``yes``."""
    match value:
        case None:
            return NOTHING
        case bool():
            return (("yes" if value else "no", PLAIN),)
        case int():
            return ((str(value), PLAIN),)
        case str():
            return (marks.name(value),)
        case list():
            return _joined([(marks.name(str(one)),) for one in value])
        case dict():
            return _joined([_counted(marks, name, count) for name, count in value.items()])


def short_value(marks: Marks, domain: Domain | None, value: Plain) -> Line:
    """A value of a view in as few characters as possible: ``r2b`` for two red and one blue.

    Each piece can stand by itself where a line has to be broken.
    """
    if isinstance(value, bool):
        return (("*", BOLD),) if value else ()
    if domain is None or not domain.names:
        return long_value(marks, value) if not isinstance(value, dict) else _counts(value)
    match value:
        case None:
            return ()
        case str():
            return (marks.letter(domain, value),)
        case list():
            return tuple(marks.letter(domain, str(one)) for one in value)
        case dict():
            return tuple(_times(marks.letter(domain, name), count) for name, count in value.items())
        case _:
            return long_value(marks, value)


def _times(letter: Piece, count: Plain) -> Piece:
    text, colour = letter
    return (text if count == 1 else f"{text}{count}"), colour


def _counted(marks: Marks, name: str, count: Plain) -> Line:
    if count == 1:
        return (marks.name(name),)
    times = " ×" if name.removeprefix("-").isdecimal() else " "
    return marks.name(name), (f"{times}{count}", PLAIN)


def _counts(value: dict[str, Plain]) -> Line:
    return tuple((f"{number}×{count} ", PLAIN) for number, count in value.items())


def _joined(parts: list[Line]) -> Line:
    if not parts:
        return NOTHING
    pieces: list[Piece] = list(parts[0])
    for part in parts[1:]:
        pieces += [(", ", PLAIN), *part]
    return tuple(pieces)
