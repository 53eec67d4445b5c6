"""What is shown of a match: news, the position, what may be chosen, and how it ended."""

from collections.abc import Iterator, Sequence

from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, aligned, in_columns, line, width
from interpreter.draw.look import Look, look_at
from interpreter.draw.scene import Scene
from interpreter.engine.events import Taken
from interpreter.engine.result import Result
from interpreter.engine.seats import Seats
from interpreter.front.match.offer import Offer, Staged, Whole
from interpreter.front.paint import room, say, show
from interpreter.record.match import Entry, Match, log_text

_AROUND_MAP = 12
"""Lines that are kept free for what is asked, where the map is shown at every turn."""

_FEWEST_ROWS = 10
"""Rows of choices that are shown at a time on the lowest screen; a higher one shows them on half of it."""

_GAP = 3

Viewer = int | None


class Screen:
    """Shows one match to one viewer at a time; nothing gets on it that the viewer may not know.

    With ``shared`` everybody looks at it all the time, so what one has read all have.
    """

    def __init__(self, match: Match, scene: Scene, *, shared: bool = True) -> None:
        self.match = match
        self.scene = scene
        self._shared = shared
        self._read: dict[Viewer, int] = {}
        self._looked: set[Viewer] = set()

    # -- the position --------------------------------------------------------------------------------

    def board(self, viewer: Viewer) -> None:
        """Everything: the map, if there is one and room for it, and the tables."""
        if self.scene.has_map:
            self.map(viewer)
            say()
        self.tables(viewer)

    def map(self, viewer: Viewer) -> None:
        """The map alone."""
        wide, _ = room()
        lines = self.scene.map_lines(self._look(viewer), wide)
        if lines is not None:
            show(lines)
        elif self.scene.has_map:
            say(f"the map does not fit into {wide} columns")
        else:
            say("this game has no map")

    def tables(self, viewer: Viewer) -> None:
        """The tables alone."""
        show(self.scene.table_lines(self._look(viewer), room()[0]))

    def at_turn(self, viewer: Viewer) -> None:
        """The position as a player needs it to choose: all of it at first, later the map only on a screen
        that is high enough.
        """
        if self._reader(viewer) not in self._looked:
            self._looked.add(self._reader(viewer))
            self.board(viewer)
            return
        wide, high = room()
        look = self._look(viewer)
        lines = self.scene.map_lines(look, wide)
        if lines is not None and len(lines) + len(self.scene.table_lines(look, wide)) + _AROUND_MAP <= high:
            show([*lines, ()])
        self.tables(viewer)

    def waiting(self) -> None:
        """Who must choose, or who won."""
        if self.match.result is not None:
            self.result(self.match.result)
        else:
            state = self.match.state
            say(f"\n{', '.join(map(state.name_of, state.asked))} to move")

    def _look(self, viewer: Viewer) -> Look:
        return look_at(self.match.state, viewer)

    # -- news ------------------------------------------------------------------------------------------

    def news(self, viewer: Viewer) -> bool:
        """What happened since this viewer last read it, without the set-up; false for nothing."""
        start = self._read.get(self._reader(viewer))
        entries = [one for one in self.match.log(viewer) if one.number > (start or 0)]
        if start is None:
            entries = list(_from_first_move(entries))
        show(_log_lines(entries))
        self._read[self._reader(viewer)] = len(self.match.happenings())
        return bool(entries)

    def _reader(self, viewer: Viewer) -> Viewer:
        return None if self._shared else viewer

    def catch_up(self) -> None:
        """Take all that has happened as read by everybody."""
        self._read = dict.fromkeys((None, *range(1, self.match.players + 1)), len(self.match.happenings()))

    def forget_undone(self) -> None:
        """After moves were taken back nobody has read more than there is."""
        most = len(self.match.happenings())
        self._read = {viewer: min(number, most) for viewer, number in self._read.items()}

    def log(self, viewer: Viewer) -> None:
        """Everything that the viewer may know of."""
        show(_log_lines(self.match.log(viewer)) or [line("nothing has happened yet")])

    def last_step(self, viewer: Viewer) -> None:
        """What the last move did."""
        told = [(one, log_text(self.match.engine, one, viewer)) for one in self.match.trails[-1]]
        show([_log_line(isinstance(one, Taken), text) for one, text in told if text is not None])

    # -- choices ---------------------------------------------------------------------------------------

    def offer(self, player: int, offer: Offer, made: str, page: int) -> None:
        """The numbered choices of a player."""
        who = self.match.state.name_of(player)
        wide, _ = room()
        if isinstance(offer, Whole):
            head = f"{who}, {made} …" if made else f"{who} to move"
            show([(), ((head, BOLD),), *in_columns(_numbered([str(one) for one in offer.moves], 1), wide)])
            return
        many = "more than 100,000" if offer.count >= 100_000 else f"{offer.count:,}"
        head = f"{who}, {made} {offer.name}".rstrip() + " …" if made else f"{who}, {offer.name} …"
        cells = _shown_values(offer)
        each = self.per_page(offer)
        shown = cells[page * each : (page + 1) * each]
        show([(), ((head, BOLD), (f"  {many} moves", DIM)), *in_columns(shown, wide, _GAP)])
        if (page + 1) * each < len(cells):
            first = offer.values[page * each]
            begun = f"; type a beginning, such as `{first[: max(1, len(first) // 4)]}`, for what begins so"
            say(f"`more` shows the next of {len(cells)}{'' if offer.plain else begun}")

    def per_page(self, offer: Staged) -> int:
        """How many values of an offer are shown at a time, so that the position stays on the screen."""
        wide, high = room()
        each = max(map(width, _shown_values(offer))) + _GAP
        return max(1, (wide + _GAP) // each) * max(_FEWEST_ROWS, high // 2)

    # -- the end ---------------------------------------------------------------------------------------

    def result(self, result: Result) -> None:
        """Who won, the keys that decided, and by which end."""
        show([(), *result_lines(result, self.match.engine.seats)])


def result_lines(result: Result, seats: Seats) -> list[Line]:
    """The result as lines."""
    if result.unfinished:
        return [(("The match was stopped at its longest: nobody won", BOLD),)]
    lines: list[Line] = [((_won(result, seats), BOLD), (f"  ({result.end})" if result.end else "", DIM))]
    names = [name for name, _ in result.keys[1]]
    rows: list[list[Line]] = [[((word, DIM),) for word in ("place", "player", *names)]]
    for player in sorted(result.places, key=lambda one: (result.places[one], one)):
        numbers = [line(str(value)) for _, value in result.keys[player]]
        rows.append([line(f"{result.places[player]}."), line(seats.name(player)), *numbers])
    if names:
        lines += aligned(rows)
    decided = _decided(result)
    return [*lines, line(decided)] if decided else lines


def _won(result: Result, seats: Seats) -> str:
    names = [seats.name(player) for player in result.won]
    if not names:
        return "Nobody won"
    if len(names) == 1:
        return f"{names[0]} won"
    return f"{', '.join(names[:-1])} and {names[-1]} won together"


def _decided(result: Result) -> str:
    """By which key the first differ from the next; "" where no key decided."""
    order = sorted(result.places, key=lambda one: result.places[one])
    first = [one for one in order if result.places[one] == 1]
    if len(first) == len(order) or not result.keys[first[0]]:
        return ""
    best, next_ = result.keys[first[0]], result.keys[order[len(first)]]
    for (name, value), (_, other) in zip(best, next_, strict=True):
        if value != other:
            return f"decided by {name}: {value} against {other}"
    return ""


def _shown_values(offer: Staged) -> list[Line]:
    """The values of an offer as they are listed: with their numbers, unless they are numbers."""
    return [line(one) for one in offer.values] if offer.plain else _numbered(offer.values, 1)


def _numbered(texts: Sequence[str], first: int) -> list[Line]:
    digits = len(str(first + len(texts) - 1))
    return [((f"{number:>{digits}} ", DIM), (text, PLAIN)) for number, text in enumerate(texts, first)]


def _from_first_move(entries: Sequence[Entry]) -> Iterator[Entry]:
    is_play = False
    for one in entries:
        is_play = is_play or isinstance(one.happening, Taken)
        if is_play:
            yield one


def _log_lines(entries: Sequence[Entry]) -> list[Line]:
    return [_log_line(isinstance(one.happening, Taken), one.text) for one in entries]


def _log_line(is_move: bool, text: str) -> Line:
    return ((text, BOLD),) if is_move else ((f"  {text}", PLAIN),)
