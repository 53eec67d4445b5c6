"""What must be true after the moves of a scenario: each expectation that is not met is a finding."""

from collections.abc import Iterable, Iterator

from interpreter.engine.errors import Refusal
from interpreter.engine.moves import Choice
from interpreter.engine.names import cell_text
from interpreter.engine.notation import move_of, read_move
from interpreter.engine.seats import SPECTATOR
from interpreter.engine.state import State
from interpreter.engine.view import is_seen
from interpreter.record.match import Match
from interpreter.study.phrases import Phrases
from interpreter.study.places import UnknownPlaceError, cells_named
from interpreter.study.scenario_files import Scenario
from interpreter.syntax.document import Entry, Mapping, Node, Scalar, Sequence
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import listed, quote
from interpreter.text.span import Span
from interpreter.text.suggest import nearest

_MOST_LISTED = 6


def expectations(match: Match, scenario: Scenario, phrases: Phrases) -> Iterator[Diagnostic]:
    """Everything that a scenario expects of the position and is not so, in the order of its keys."""
    state = match.state
    for condition in scenario.then:
        yield from phrases.fails(condition, state.slots)
    for entry in scenario.legal.entries if scenario.legal is not None else ():
        yield from _legal(match, entry)
    for entry in scenario.view.entries if scenario.view is not None else ():
        yield from _view(match, entry)
    yield from _log(match, scenario.log)
    if scenario.result is not None:
        yield from _result(match, scenario.result)
    if scenario.won is not None:
        yield from _won(match, scenario.won)


# ---------------------------------------------------------------------------------------------
# Legal moves


def _legal(match: Match, entry: Entry) -> Iterator[Diagnostic]:
    player = match.engine.seats.of(entry.name)
    if player is None:
        yield _nobody(entry.key, match)
        return
    state, wanted = match.state, entry.value
    has_turn = player in state.asked
    if isinstance(wanted, Scalar):
        count = state.count(player) if has_turn else 0
        if count != wanted.value:
            message = f"{entry.name} has {count} legal moves, expected {quote(wanted.text)}"
            yield Diagnostic("E933", message, wanted.span, _turn_help(state, has_turn))
        return
    items = wanted.items if isinstance(wanted, Sequence) else ()
    legal = {str(move) for move in state.legal(player)} if has_turn else set()
    named = {_canonical(state, item.text): item for item in items if isinstance(item, Scalar)}
    for text, item in named.items():
        if text not in legal:
            refusal = state.refusal(player, item.text)
            why = f": {refusal.message}" if refusal is not None else ""
            yield Diagnostic("E933", f"{quote(item.text)} is not legal for {entry.name}{why}", item.span)
    more = [text for text in legal if text not in named]
    if more:
        some = listed(sorted(more)[:_MOST_LISTED], "and")
        rest = f" and {len(more) - _MOST_LISTED} more" if len(more) > _MOST_LISTED else ""
        message = f"{some}{rest} can be made by {entry.name} too, which is not expected"
        yield Diagnostic("E933", message, entry.key.span)


def _canonical(state: State, text: str) -> str:
    """A move as the rules write it, whatever way it was said; a move that makes no sense stays as it is."""
    program, choice = state.engine.program, state.engine.logged.stops[state.block]
    if not isinstance(choice, Choice):
        return text
    try:
        return str(move_of(program, choice, read_move(program, choice.decision, text)))
    except Refusal:
        return text


def _turn_help(state: State, has_turn: bool) -> str | None:
    if has_turn:
        return None
    if not state.to_move:
        return "the match is over"
    return f"it is the turn of {' and '.join(map(state.engine.seats.name, state.asked))}"


def _nobody(name: Scalar, match: Match) -> Diagnostic:
    message = f"there is no player {quote(name.text)} here, expected {match.engine.seats.known()}"
    return Diagnostic("E402", message, name.span)


# ---------------------------------------------------------------------------------------------
# What is seen


def _view(match: Match, entry: Entry) -> Iterator[Diagnostic]:
    player = match.engine.seats.of(entry.name)
    if player is None and entry.name != SPECTATOR:
        yield _nobody(entry.key, match)
        return
    lists = entry.value if isinstance(entry.value, Mapping) else None
    for key, must_see in (("sees", True), ("hides", False)):
        node = lists.get(key) if lists is not None else None
        for item in node.items if isinstance(node, Sequence) else ():
            if isinstance(item, Scalar):
                yield from _seen(match, player, item, must_see)


def _seen(match: Match, player: int | None, place: Scalar, must_see: bool) -> Iterator[Diagnostic]:
    program = match.engine.program
    try:
        component, cells = cells_named(program, place)
    except UnknownPlaceError as unknown:
        yield unknown.finding
        return
    for cell in cells:
        if is_seen(program, component, match.state.slots, cell, player) != must_see:
            does, wanted = ("does not see", "seen") if must_see else ("sees", "hidden")
            text = cell_text(program, component, cell)
            message = f"{match.engine.seats.name(player)} {does} {quote(text)}, expected it to be {wanted}"
            yield Diagnostic("E934", message, place.span)


def _near(word: str, known: Iterable[str]) -> str | None:
    near = nearest(word, known)
    return f"did you mean `{near}`?" if near else None


# ---------------------------------------------------------------------------------------------
# Log and result


def _log(match: Match, wanted: tuple[Scalar, ...]) -> Iterator[Diagnostic]:
    lines = [entry.text for entry in match.log(None)]
    at = 0
    for item in wanted:
        if item.text in lines[at:]:
            at = lines.index(item.text, at) + 1
            continue
        if item.text in lines:
            hint = f"it stands there, but earlier: before {quote(lines[at - 1])}"
        else:
            hint = _near(item.text, lines) or f"the log ends with {listed(lines[-3:], 'and') or 'nothing'}"
        yield Diagnostic("E935", f"{quote(item.text)} is not in the public log", item.span, hint)
        return


def _result(match: Match, wanted: Node) -> Iterator[Diagnostic]:
    result = match.result
    now = "none" if result is None else "unfinished" if result.unfinished else None
    if isinstance(wanted, Scalar):
        if wanted.text != now:
            found = quote(now) if now is not None else _places(match)
            yield Diagnostic("E936", f"expected the result {quote(wanted.text)}, found {found}", wanted.span)
        return
    if result is None or now is not None or not isinstance(wanted, Mapping):
        message = f"expected the places of the players, found the result {quote(str(now))}"
        yield Diagnostic("E936", message, wanted.span)
        return
    seats, told = match.engine.seats, set()
    for entry in wanted.entries:
        place = entry.value.value if isinstance(entry.value, Scalar) else None
        player = seats.of(entry.name)
        if player is None:
            yield _nobody(entry.key, match)
            continue
        told.add(player)
        if result.places[player] != place:
            message = f"{entry.name} has place {result.places[player]}, expected {place}"
            yield Diagnostic("E936", message, entry.value.span, f"the result is {_places(match)}")
    missing = [seats.name(player) for player in result.places if player not in told]
    if missing:
        message = f"the result says nothing of {listed(missing, 'and')}"
        yield Diagnostic("E936", message, _start(wanted.span), f"the result is {_places(match)}")


def _won(match: Match, wanted: Sequence) -> Iterator[Diagnostic]:
    result = match.result
    seats = match.engine.seats
    won = result.won if result is not None else ()
    names = sorted(item.text for item in wanted.items if isinstance(item, Scalar))
    players = [seats.of(name) or name for name in names]
    if result is None or len(players) != len(won) or set(players) != set(won):
        winners = [seats.name(player) for player in won]
        found = "a match that goes on" if result is None else listed(winners, "and") or "nobody"
        message = f"expected {listed(names, 'and') or 'nobody'} to win, found {found}"
        yield Diagnostic("E936", message, wanted.span)


def _places(match: Match) -> str:
    """The result in a line: places, and the values that decided them."""
    result = match.result
    assert result is not None
    parts = []
    for player, place in result.places.items():
        keys = ", ".join(f"{name} {value}" for name, value in result.keys[player])
        parts.append(f"{match.engine.seats.name(player)} {place}" + (f" ({keys})" if keys else ""))
    return ", ".join(parts)


def _start(span: Span) -> Span:
    return Span(span.source, span.start, min(span.start + 1, span.end))
