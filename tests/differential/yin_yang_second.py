"""Yin Yang a second time, written from the document and its rulings, not from the ruleset or the engine.

It follows the course of play with plain text and dictionaries, so that the two can be held side by side.

Squares are called ``a1`` to ``d4`` as Black sees the board, files from the left and ranks from below. A
window is a block of two by two squares, called by its lowest left and its highest right square:
``a1_b2``. Four squares, or the four slots of half a domino, are a text of four letters: top left, top
right, bottom left, bottom right; ``B`` is black, ``W`` white, ``.`` empty. White sees all of it after
half a turn, which reads such a text backwards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import NamedTuple

FILES = "abcd"
SQUARES = tuple(f"{file}{rank}" for rank in "4321" for file in FILES)
START = "BWWW/BWWW/BBBW/BBBW"
DOMINOES = (1, 2, 3, 4)
PLUGS = 5
QUIET = 2
"""For so many turns after a refused offer nobody may offer a draw."""


class Player(NamedTuple):
    """A player: the name, the letter of the own pieces, and the corner to be reached."""

    name: str
    piece: str
    goal: str


BLACK = Player("Black", "B", "d4")
WHITE = Player("White", "W", "a1")
PLAYERS = (BLACK, WHITE)


def opponent(player: Player) -> Player:
    return WHITE if player is BLACK else BLACK


def seen_by(player: Player, four: str) -> str:
    """Four squares of the board as a player sees them; and, the same way, back."""
    return four if player is BLACK else four[::-1]


# ---------------------------------------------------------------------------------------------
# Windows and ways


def _beside(square: str) -> tuple[str, ...]:
    file, rank = FILES.index(square[0]), int(square[1])
    near = ((file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1))
    return tuple(f"{FILES[f]}{r}" for f, r in near if f in range(4) and r in range(1, 5))


def _windows() -> Iterator[tuple[str, tuple[str, str, str, str]]]:
    for low, left in product((3, 2, 1), range(3)):
        one, two, high = FILES[left], FILES[left + 1], low + 1
        yield f"{one}{low}_{two}{high}", (f"{one}{high}", f"{two}{high}", f"{one}{low}", f"{two}{low}")


BESIDE = {square: _beside(square) for square in SQUARES}
WINDOWS = dict(_windows())


# ---------------------------------------------------------------------------------------------
# Laws


class Law(NamedTuple):
    """A law as its owner sees it. An adaptation has no effect."""

    cause: str
    effect: str | None

    def __str__(self) -> str:
        return f"{self.cause}->{self.effect or 'adapt'}"

    @property
    def adapts(self) -> bool:
        return self.effect is None

    def appearing(self, piece: str) -> int:
        """How many pieces of a colour the law brings onto the board."""
        return 0 if self.effect is None else max(0, self.effect.count(piece) - self.cause.count(piece))


def _laws_with(cause: str) -> Iterator[Law]:
    yield Law(cause, None)
    empty = [slot for slot in range(4) if cause[slot] == "."]
    for slot in range(4):
        if slot not in empty:
            yield Law(cause, _with(cause, (slot,), "."))
    for pair, piece in product(combinations(empty, 2), "BW"):
        yield Law(cause, _with(cause, pair, piece))


def _with(four: str, slots: tuple[int, ...], letter: str) -> str:
    return "".join(letter if slot in slots else old for slot, old in enumerate(four))


CAUSES = tuple("".join(four) for four in product("BW.", repeat=4))
LAWS: Mapping[str, Law] = {str(law): law for cause in CAUSES for law in _laws_with(cause)}


def conflict(one: Law, owner: Player, other: Law, its_owner: Player, *, same_cause: bool) -> bool:
    """Whether two laws may not lie open together, both looked at as Black sees the board."""
    if seen_by(owner, one.cause) != seen_by(its_owner, other.cause):
        return False
    if same_cause:
        return True
    mine = one.effect and seen_by(owner, one.effect)
    theirs = other.effect and seen_by(its_owner, other.effect)
    return mine != theirs


# ---------------------------------------------------------------------------------------------
# A match


@dataclass(frozen=True)
class Options:
    """The options of the game, as they are if nothing is said."""

    conflict: str = "different_effect"
    law_setup: str = "free"
    draw_offers: bool = False
    max_adaptation_dominoes: str = "unlimited"
    adapt_decline: bool = False


def board_of(picture: str) -> dict[str, str]:
    """A board drawn in one line, the highest rank first: ``BWWW/BWWW/BBBW/BBBW``."""
    return dict(zip(SQUARES, picture.replace("/", ""), strict=True))


@dataclass
class Table:
    """A match of Yin Yang.

    ``point`` is where the turn stands: ``write`` (before the game), ``turn``, ``after_walk``, ``rewrite`` (an
    adaptation was applied), or ``over``. Until a player has written, there are no laws of that player.
    ``winner`` is None in a draw.
    """

    options: Options = field(default_factory=Options)
    board: dict[str, str] = field(default_factory=lambda: board_of(START))
    reserve: dict[str, int] = field(default_factory=lambda: {"B": 8, "W": 10})
    laws: dict[Player, dict[int, Law]] = field(default_factory=lambda: {BLACK: {}, WHITE: {}})
    revealed: set[tuple[Player, int]] = field(default_factory=set)
    turn: Player = BLACK
    point: str = "write"
    offered: bool = False
    quiet: int = 0
    winner: Player | None = None

    @classmethod
    def playing(cls, options: Options, laws: dict[Player, dict[int, Law]], **given: object) -> "Table":
        """A match in which Black is about to begin his turn."""
        table = cls(options, laws=laws, **given)  # type: ignore[arg-type]
        table._begin_turn()
        return table

    def to_move(self) -> tuple[Player, ...]:
        """Who has to choose now. Laws are written by both at once, or by Black first if plugs are short."""
        if self.point == "over":
            return ()
        if self.point != "write":
            return (self.turn,)
        waiting = tuple(player for player in PLAYERS if not self.laws[player])
        return waiting if self.options.max_adaptation_dominoes == "unlimited" else waiting[:1]

    # -- before the game ------------------------------------------------------------------------------

    def plugs_left(self) -> int:
        """How many adaptation plugs lie in the box."""
        used = sum(law.adapts for hand in self.laws.values() for law in hand.values())
        return PLUGS - used

    def may_write(self, player: Player, content: list[str]) -> bool:
        """Whether these four texts may be the player's laws at the start.

        Where both write at once, what was written may be changed until the other has written too.
        """
        if self.point != "write" or len(content) != len(DOMINOES):
            return False
        if self._plugs_are_counted() and player not in self.to_move():
            return False
        if any(text not in LAWS for text in content):
            return False
        adaptations = sum(LAWS[text].adapts for text in content)
        return not self._plugs_are_counted() or adaptations <= self.plugs_left()

    def write(self, player: Player, content: list[str]) -> None:
        """Fill the player's four dominoes."""
        self.laws[player] = {domino: LAWS[text] for domino, text in zip(DOMINOES, content, strict=True)}
        if all(self.laws.values()):
            self._begin_turn()

    def _plugs_are_counted(self) -> bool:
        return self.options.max_adaptation_dominoes == "five"

    # -- what may be done -----------------------------------------------------------------------------

    def moves(self) -> list[str]:
        """Everything that the player on turn may choose, when the laws have been written."""
        if self.point == "turn" and self.offered:
            return ["accept", "refuse"]
        if self.point == "turn":
            offer = ["offer_draw"] if self.options.draw_offers and not self.quiet else []
            return self._walks() + self._applications() + offer
        if self.point == "after_walk":
            return [*self._applications(), "nothing"]
        if self.point == "rewrite":
            decline = ["change_nothing"] if self.options.adapt_decline else []
            return self._rewritings() + decline
        return []

    def _walks(self) -> list[str]:
        return [
            f"walk from {here} to {there}"
            for here in SQUARES
            if self.board[here] == self.turn.piece
            for there in BESIDE[here]
            if self.board[there] == "."
        ]

    def _applications(self) -> list[str]:
        return [
            f"apply domino {domino} window {window}"
            for domino, law in self.laws[self.turn].items()
            if self._may_lie_open(domino) and self._reserve_is_enough(law)
            for window in WINDOWS
            if self._at(window) == law.cause
        ]

    def _at(self, window: str) -> str:
        """What lies in a window, as the player on turn sees it."""
        return seen_by(self.turn, "".join(self.board[square] for square in WINDOWS[window]))

    def _may_lie_open(self, domino: int) -> bool:
        if (self.turn, domino) in self.revealed:
            return True
        law = self.laws[self.turn][domino]
        strict = self.options.conflict == "same_cause"
        return not any(
            conflict(law, self.turn, self.laws[owner][other], owner, same_cause=strict)
            for owner, other in self.revealed
        )

    def _reserve_is_enough(self, law: Law) -> bool:
        return all(law.appearing(piece) <= left for piece, left in self.reserve.items())

    def _rewritings(self) -> list[str]:
        return [
            f"rewrite which {domino} content {text}"
            for domino, old in self.laws[self.turn].items()
            for text, law in LAWS.items()
            if not law.adapts or not self._plugs_are_counted() or self.plugs_left() + old.adapts > 0
        ]

    # -- doing it -------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Carry out a move that is legal."""
        match move.split():
            case ["walk", _, here, _, there]:
                self.board[here], self.board[there] = ".", self.turn.piece
                self.point = "after_walk"
                self._look_at_the_corners()
            case ["apply", _, domino, _, window]:
                self._apply(int(domino), window)
            case ["rewrite", _, domino, _, text]:
                self.laws[self.turn][int(domino)] = LAWS[text]
                self.revealed.discard((self.turn, int(domino)))
                self._end_turn()
            case ["nothing" | "change_nothing"]:
                self._end_turn()
            case ["offer_draw"]:
                self.offered = True
                self._end_turn()
            case ["refuse"]:
                self.offered = False
                self._end_turn()
                self.quiet = QUIET
            case ["accept"]:
                self.point = "over"
            case _:
                raise AssertionError(f"{move} is no move")

    def _apply(self, domino: int, window: str) -> None:
        law = self.laws[self.turn][domino]
        self.revealed.add((self.turn, domino))
        if law.effect is None:
            self.point = "rewrite"
            return
        for square, piece in zip(WINDOWS[window], seen_by(self.turn, law.effect), strict=True):
            self.board[square] = piece
        for piece in self.reserve:
            self.reserve[piece] -= law.appearing(piece)
        self._look_at_the_corners()
        if self.point != "over":
            self._end_turn()

    def _end_turn(self) -> None:
        self.quiet = max(0, self.quiet - 1)
        self.turn = opponent(self.turn)
        self._begin_turn()

    def _begin_turn(self) -> None:
        """A player who can neither move nor apply a law has lost, whatever else could be said."""
        self.point = "turn"
        self._look_at_the_corners()
        if self.point != "over" and not self._walks() and not self._applications():
            self._won_by(opponent(self.turn))

    def _look_at_the_corners(self) -> None:
        for player in PLAYERS:
            if self.board[player.goal] == player.piece:
                self._won_by(player)

    def _won_by(self, player: Player) -> None:
        self.point, self.winner = "over", player

    # -- the end --------------------------------------------------------------------------------------

    def places(self) -> list[int]:
        """The place of each player; a draw is a first place for both."""
        assert self.point == "over"
        return [1 if self.winner in {player, None} else 2 for player in PLAYERS]
