"""What can be wrong with kinds that are made: of boards, of other kinds, of players; with what they show."""

from collections.abc import Iterable, Sequence

from interpreter.check.kinds import Kind, Member, SetOf, is_part
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import listed, quote
from interpreter.text.span import Span


def made_of_itself(names: Iterable[str], span: Span) -> Diagnostic:
    """A kind that is made of itself, or with terms that speak of it."""
    help_ = "its keys and columns, and the terms of its `where`, can speak of other kinds only"
    return Diagnostic("E416", f"this kind is made of itself: {' → '.join(names)}", span, help_)


def marked_twice(value: str, first: str, mark: str, span: Span) -> Diagnostic:
    """Two marks for one value."""
    message = f"{quote(value)} has two marks, {quote(first)} and {quote(mark)}"
    return Diagnostic("E527", message, span, "each value of a map kind has one mark")


def not_marked(values: Sequence[str], span: Span) -> Diagnostic:
    """Values of a map kind without a mark."""
    more = f" and {len(values) - 6} more" if len(values) > 6 else ""
    message = f"there is no mark for {listed(values[:6], 'and')}{more}"
    return Diagnostic("E527", message, span, "each value of a map kind has one mark")


def unwritable(kind: str, member: str, problem: str, span: Span) -> Diagnostic:
    """Members of a made kind whose names can't be told apart, or typed."""
    help_ = "a name has 1 to 100 characters, no blanks, commas or brackets, is not `none` and not given twice"
    return Diagnostic("E422", f"in the kind {quote(kind)}, {quote(member)} {problem}", span, help_)


def no_parts(name: str, span: Span) -> Diagnostic:
    """A part of something that has no members of its own in every match."""
    help_ = "a part is made of words, rows, cells, lines or windows, or of another part"
    return Diagnostic("E512", f"{quote(name)} has no parts", span, help_)


def not_surely_of_part(name: str, text: str, kind: Kind, part: Member, span: Span) -> Diagnostic:
    """An argument that must be of a part of its kind, and of which that is not known."""
    message = f"{quote(name)} is read with {part} here, found {kind}"
    help_ = f"ask first: `{text} in {part.domain}`, before an `and`, in a `where` or in an `if` around it"
    return Diagnostic("E511", message, span, help_)


def those_in_part(text: str, found: SetOf, wanted: SetOf) -> str | None:
    """A way out where a set of a whole kind stands in the place of one of a part of it."""
    of, part = found.of, wanted.of
    if isinstance(of, Member) and isinstance(part, Member) and is_part(part, of):
        return f"those of them that are: `{text} & {part.domain}`, in brackets where it is long"
    return None


def not_at_load(span: Span) -> Diagnostic:
    """Something that is not known while a ruleset is loaded, where that decides what a kind is."""
    help_ = "`where` of a kind sees the columns, and what is printed on other kinds"
    return Diagnostic("E523", f"{quote(span.text)} is not known when the kind is made", span, help_)


def too_many_made(name: str, size: str, span: Span) -> Diagnostic:
    """A map kind with far too many members."""
    message = f"the kind {quote(name)} would have {size} members"
    return Diagnostic("E618", message, span, "a kind has 1 to 4096 members")


def too_many_combinations(name: str, count: int, most: int, span: Span) -> Diagnostic:
    """A kind of more combinations than can be looked at."""
    message = f"the columns of {quote(name)} have {count} combinations"
    return Diagnostic("E618", message, span, f"{most} combinations or fewer are looked at")


def not_the_first(missing: str, there: str, players: int, span: Span) -> Diagnostic:
    """Members that are left out with some number of players, before others that are there."""
    message = (
        f"with {players} players {quote(missing)} is left out, and {quote(there)}, listed behind it, is not"
    )
    help_ = (
        "list those that are left out last; a part of the members is a kind of its own: `f in Flower where …`"
    )
    return Diagnostic("E512", message, span, help_)


def not_one_value(column: str, span: Span) -> Diagnostic:
    """A column that does not show one value for each row, in a condition on the rows."""
    help_ = "`where` beside rows sees the columns with one value a row, in one table: `has: {number: 1..5}`"
    return Diagnostic("E523", f"{quote(column)} can't decide which rows are there", span, help_)


def other_count(name: str, found: int, wanted: int, span: Span) -> Diagnostic:
    """A kind with another number of members than it says."""
    return Diagnostic("E625", f"the kind {quote(name)} has {found} members, `count` says {wanted}", span)


def too_much_work(name: str, span: Span) -> Diagnostic:
    """A condition that takes too long to find the members of a kind."""
    message = f"it takes too much work to find the members of {quote(name)}"
    return Diagnostic("E626", message, span, "combine fewer values, or test something shorter first")


def too_many_parts(parts: int, most: int, span: Span) -> Diagnostic:
    """More lines and windows than a ruleset may have."""
    message = f"the lines and windows as far as this kind hold {parts} cells"
    return Diagnostic("E618", message, span, f"all lines and windows together hold {most} cells or fewer")


def window_does_not_fit(name: str, wide: int, high: int, files: int, ranks: int, span: Span) -> Diagnostic:
    """A window larger than its board, or of no size."""
    message = f"the kind {quote(name)} has no member: no window {wide} by {high} fits on {files} by {ranks}"
    return Diagnostic("E618", message, span, "a window is as large as its board or smaller")


def slots_do_not_fit(name: str, count: int, cells: int, span: Span) -> Diagnostic:
    """A kind of slots that is no name for each cell of a window."""
    message = f"the kind {quote(name)} has {count} members, the window {cells} cells"
    return Diagnostic("E512", message, span, "name each cell of a window, the top row first, from the left")


def windows_of_hexes(span: Span) -> Diagnostic:
    """Rectangles on a board of hexes."""
    return Diagnostic("E512", "a board of hexes has no windows: they are rectangles of square cells", span)


def too_much_printed(name: str, found: int, most: int, span: Span) -> Diagnostic:
    """More values printed on all kinds together than a ruleset may have."""
    message = f"the columns as far as {quote(name)} hold {found} numbers"
    return Diagnostic("E624", message, span, f"all columns of all kinds together hold {most} or fewer")


def player_rows(found: int, most: int, span: Span) -> Diagnostic:
    """Names that are not one for each player."""
    names = f"{found} name" + ("" if found == 1 else "s")
    message = f"the kind `Player` has {names}, and up to {most} can play"
    help_ = "give each who can ever play a name or a row, in the order of seats"
    return Diagnostic("E421", message, span, help_)


def player_name(name: str, span: Span) -> Diagnostic:
    """A player called like another one, like nobody, or by no word."""
    help_ = "a name begins with a letter; `P1`, `P2` are always the players in the order of seats"
    return Diagnostic("E421", f"a player can't be called {quote(name)}", span, help_)
