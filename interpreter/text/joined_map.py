"""The places of a text that is put together from pieces of other texts, perhaps of several files."""

from bisect import bisect_right
from dataclasses import dataclass

from interpreter.text.scalar_map import ScalarMap
from interpreter.text.span import Span


@dataclass(frozen=True, slots=True)
class Piece:
    """``length`` characters at offset ``value`` that stand at offset ``own`` of another text."""

    value: int
    length: int
    map: ScalarMap
    own: int


@dataclass(frozen=True, slots=True)
class JoinedMap(ScalarMap):
    """Maps each piece into its own file; what reaches beyond a piece is shown as far as the piece goes.

    Invariant: the pieces are in order, and there is at least one.
    """

    pieces: tuple[Piece, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether all pieces have exact places."""
        return all(one.map.is_exact for one in self.pieces)

    def span(self, start: int, end: int) -> Span:
        """The place of the characters from ``start`` up to ``end``, in the file of the first of them."""
        row = max(bisect_right(self.pieces, start, key=lambda piece: piece.value) - 1, 0)
        one = self.pieces[row]
        first = min(max(start - one.value, 0), one.length)
        last = min(max(end - one.value, first), one.length)
        return one.map.span(one.own + first, one.own + last)
