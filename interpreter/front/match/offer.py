"""What a player may choose now, as a numbered list, and what a typed text means there."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from interpreter.core.ir import Decision, Program
from interpreter.engine.errors import Refusal
from interpreter.engine.events import Move
from interpreter.engine.moves import Choice
from interpreter.engine.notation import read_move
from interpreter.engine.state import ACTION, DONE_TEXT, StageView, State

MOST = 30
"""With more whole moves than this they are chosen stage by stage."""


@dataclass(frozen=True, slots=True)
class Whole:
    """The whole moves that are left, few enough to be listed."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Staged:
    """The next small choice, one of ``values``, with ``count`` whole moves behind them.

    ``plain`` values are numbers, which are typed as they are.
    """

    name: str
    values: tuple[str, ...]
    count: int
    plain: bool


Offer = Whole | Staged


def offer_of(state: State, player: int) -> Offer:
    """What is offered in a state, which may stand in the middle of a move."""
    if state.count(player, MOST + 1) <= MOST:
        return Whole(tuple(state.legal(player)))
    view = state.stage(player)
    plain = all(value.removeprefix("-").isdecimal() for value in view.values)
    return Staged(_asked(state, player, view), view.values, state.count(player, 100_000), plain)


def _asked(state: State, player: int, view: StageView) -> str:
    """What is asked for: the stage, and for which key where there is a value for each."""
    if view.action is None:
        return "what to do"
    if view.made:  # the stage and what is made of it stand before already
        return f"for {view.part}" if view.part else ""
    words = [view.action] if not state.has_begun(player) else []
    return " ".join([*words, view.stage, *([f"for {view.part}"] if view.part else [])])


def begun(state: State, player: int) -> str:
    """A move as far as it is made, as it is written; "" where nothing is chosen yet."""
    if not state.has_begun(player):
        return ""
    view = state.stage(player)
    words = [str(view.action), *(word for pair in view.chosen for word in pair)]
    return " ".join([*words, *([view.stage, *view.made] if view.made else [])])


def whole_move(state: State, player: int, value: str) -> Move | None:
    """The move that a value finishes; None where more must be chosen after it."""
    view = state.stage(player)
    if view.action is None or view.stage == ACTION:
        made = Move(value)
    else:
        words = " ".join(word for word in (*view.made, value) if word != DONE_TEXT or not view.made)
        pair = () if words == DONE_TEXT and DONE_TEXT in view.values else ((view.stage, words),)
        made = Move(view.action, (*view.chosen, *pair))
    return made if _is_made(state, state.choose(player, value), player) else None


def _is_made(before: State, after: State, player: int) -> bool:
    """Whether a player's move became whole between two states."""
    return after.taken != before.taken or player in after.may_change


def refusal_at(state: State, player: int, text: str) -> Refusal | None:
    """Why the first word of an unfinished text that cannot be chosen cannot be; None where all can."""
    before = state
    for word in text.split():
        if _is_made(before, state, player):
            return Refusal("action", f"the move is whole before `{word}`")
        view = state.stage(player)
        state, view = _past_picks(state, player, view, word)
        is_name = word in (view.action, view.stage) and word not in view.values
        if is_name and (word == view.stage or not state.has_begun(player)):
            continue
        try:
            state = state.choose(player, word)
        except Refusal as refusal:
            return refusal
    return None


def choice_number(text: str) -> int | None:
    """The number of a choice that a text is; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None


def choices(offer: Offer) -> int:
    """How many choices an offer has."""
    return len(offer.moves if isinstance(offer, Whole) else offer.values)


def numbered(offer: Offer, number: int, made: str) -> str | None:
    """The text of a numbered choice behind what is ``made`` already; None where there is no such number.

    Values that are numbers themselves are typed as they are, so there the text is that value.
    """
    match offer:
        case Whole(moves=moves):
            return str(moves[number - 1]) if 1 <= number <= len(moves) else None
        case Staged(plain=True):
            return f"{made} {number}".strip()
        case Staged(values=values):
            return f"{made} {values[number - 1]}".strip() if 1 <= number <= len(values) else None


def is_whole(state: State, text: str) -> bool:
    """Whether a text names an action and a value for each of its stages, legal or not."""
    decision = _decision(state)
    try:
        return decision is not None and bool(read_move(state.engine.program, decision, text))
    except Refusal:
        return False


def actions_at(state: State) -> tuple[str, ...]:
    """The actions that a state's decision is about, possible now or not."""
    decision = _decision(state)
    return tuple(one.action for one in decision.alternatives) if decision is not None else ()


def actions_of(program: Program) -> frozenset[str]:
    """The actions of all decisions of a program."""
    return frozenset(one.action for decision in program.decisions for one in decision.alternatives)


def _decision(state: State) -> Decision | None:
    stop = state.engine.logged.stops[state.block]
    return stop.decision if isinstance(stop, Choice) else None


# ---------------------------------------------------------------------------------------------
# Typed text


@dataclass(frozen=True, slots=True)
class Reading:
    """What a typed text can mean: ``state`` is as far as its words lead, ``move`` the move that they make.

    ``rest`` is the last word where it only begins a value, ``fits`` are the values that it begins.
    Without a meaning both are None.
    """

    state: State | None = None
    move: Move | None = None
    rest: str = ""
    fits: tuple[str, ...] = ()


def read(state: State, player: int, text: str) -> Reading:
    """Follow the words of a text, which may name stages or leave them out, and may end early."""
    words = text.split()
    for position, word in enumerate(words):
        view = state.stage(player)
        state, view = _past_picks(state, player, view, word)
        if word == view.action and not state.has_begun(player) and word not in view.values:
            continue
        if word == view.stage and view.action is not None and word not in view.values:
            continue
        if word in view.values:
            move = whole_move(state, player, word)
            if move is not None:
                return Reading(move=move) if position == len(words) - 1 else Reading()
            state = state.choose(player, word)
            continue
        if position < len(words) - 1:
            return Reading()
        fits = tuple(value for value in view.values if value.startswith(word))
        if not fits and not (view.action and (view.stage.startswith(word) or view.action.startswith(word))):
            return Reading()
        return Reading(state, rest=word if fits else "", fits=fits or view.values)
    return Reading(state, fits=state.stage(player).values)


def _past_picks(state: State, player: int, view: StageView, word: str) -> tuple[State, StageView]:
    """Behind the picks of a stage where the word names a later stage: it says that they are done."""
    decision = _decision(state)
    if DONE_TEXT not in view.values or word in (view.stage, *view.values) or decision is None:
        return state, view
    later = [one for one in decision.alternatives if one.action == view.action]
    names = [stage.name for one in later for stage in one.stages]
    if view.stage not in names or word not in names[names.index(view.stage) + 1 :]:
        return state, view
    state = state.choose(player, DONE_TEXT)
    return state, state.stage(player)


def fitting_moves(reading: Reading, player: int, limit: int) -> list[Move]:
    """The legal moves that a text may be the beginning of, as far as ``limit``."""
    if reading.move is not None:
        return [reading.move]
    if reading.state is None:
        return []
    return list(islice(_fitting(reading.state, player, reading), limit))


def _fitting(state: State, player: int, reading: Reading) -> Iterator[Move]:
    for value in reading.fits:
        move = whole_move(state, player, value)
        if move is not None:
            yield move
        else:
            yield from state.choose(player, value).legal(player)


def continuations(state: State, player: int, line: str) -> list[str]:
    """The lines that a typed line may be completed to by one word."""
    done, _, last = line.rpartition(" ")
    words = read(state, player, done)
    if words.state is None:
        return []
    view = words.state.stage(player)
    known = [*view.values]
    if view.action is not None:
        known += [view.stage] if not done.endswith(view.stage) else []
        known += [view.action] if not done else []
    start = f"{done} " if done else ""
    return [f"{start}{word} " for word in known if word.startswith(last)]
