"""The first step at which the matches of one seed differ under two rulesets.

Both matches are played by players who choose at random, either as `ludwright play` plays them without a human
or as one of the pairs of games that are counted, and held against each other at every decision: whose turn it
is, what is offered, what is chosen, what the log tells, what lies on the table. Whatever the same rules do is
the same in both, so that the first thing that differs was made by what differs in the rules.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Literal

from interpreter.core.ir import Program
from interpreter.engine.drawn_move import with_drawn_move
from interpreter.engine.errors import RulesError
from interpreter.engine.events import Happening, Taken
from interpreter.engine.machine import Engine
from interpreter.engine.names import cell_text, cells_of
from interpreter.engine.policy import Policy
from interpreter.engine.rng import numbered, seed_of
from interpreter.engine.state import DONE_TEXT, Forced, State, start
from interpreter.engine.view import Plain
from interpreter.players.player import sitting
from interpreter.record.given import cell_value
from interpreter.record.match import log_text
from interpreter.study.simulate import RANDOM

MOST_DECISIONS = 300
"""Decisions of all matches together after which nothing more is looked for."""

MOST_MATCHES = 10

LISTED = 400
"""Moves of a decision that are held against each other; of more only how many there are, and the actions."""

KEPT = 4
"""Lines of the log that are told, up to the step that differs."""

TOLD = 3
"""Lines of the log that are told from there on."""

NAMED = 12
"""Moves, and values on the table, that are told of those that differ."""

_WORD = re.compile(r"\w+")

Names = Mapping[str, str]

Chooser = Callable[[State, int], tuple[State, str]]
"""Chooses a move for a player; gives the state from which it is made with it."""

What = Literal["turn", "offer", "choice", "log", "table", "end", "failure"]
"""What differs at a step: whose turn it is, what is offered, what is chosen of the same, what is told or
lies there afterwards, that one match is over, or that the rules of one fail.
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """One match at the step that differs.

    ``log`` are the last lines told in both, ``then`` the next ones that differ, ``turn`` who must choose, ""
    when it is over: then ``result`` says who won. ``offered`` is how many moves there are (None: more than
    are counted), ``only`` those that the other match does not offer, or what was chosen, ``table`` values
    that lie otherwise in the other one, ``failure`` what the rules fail at, "" where they do not.
    """

    log: tuple[str, ...]
    then: tuple[str, ...]
    turn: str
    offered: int | None
    only: tuple[str, ...]
    table: tuple[str, ...]
    result: str = ""
    failure: str = ""


@dataclass(frozen=True, slots=True)
class FirstStep:
    """The first step that differs, in the match of ``seed`` after ``decisions`` decisions; or, where ``pair``
    is a number, in the pair of counted games that has it.
    """

    seed: str
    pair: int | None
    decisions: int
    what: What
    old: Seen
    new: Seen


@dataclass(frozen=True, slots=True)
class Search:
    """What was found; ``first`` is None where nothing differed in so many matches and decisions."""

    matches: int
    decisions: int
    first: FirstStep | None


def first_step(engines: tuple[Engine, Engine], seed: str, names: Names) -> Search:
    """The first step that differs, in the match of ``seed`` or in the next ones, as `ludwright play` plays
    them; both programs are for the same number of players. ``names`` are those that the second ruleset has
    for things of the first.
    """
    decisions = matches = 0
    while matches < MOST_MATCHES and decisions < MOST_DECISIONS:
        text = _seed(seed, matches)
        number = seed_of(text)
        walk = _Walk(engines, names, number, partial(_as_played, number), "take")
        what = walk.run(MOST_DECISIONS - decisions)
        matches += 1
        decisions += walk.decisions
        if what is not None:
            return Search(matches, decisions, walk.step(what, text, None))
    return Search(matches, decisions, None)


def step_of_pair(
    engines: tuple[Engine, Engine], seed: str, pair: int, policy: Policy, names: Names
) -> FirstStep | None:
    """The first step that differs in the pair of counted games of that number; None where none does."""
    number = numbered(seed_of(seed), pair)
    walk = _Walk(engines, names, number, partial(with_drawn_move, policy=policy), "ask")
    what = walk.run(max(engine.program.longest for engine in engines))
    return None if what is None else walk.step(what, seed, pair)


def _as_played(number: int, state: State, player: int) -> tuple[State, str]:
    """The move that `ludwright play` makes for a player without a human."""
    return state, sitting(RANDOM, number, player, state.taken).choose(state.alone(player), player)


def _seed(seed: str, number: int) -> str:
    """The seed of a further match: the next number, or the text with a number behind it."""
    if not number:
        return seed
    is_number = seed.isascii() and seed.isdecimal() and len(seed) < 20
    return str(int(seed) + number) if is_number else f"{seed} {number}"


@dataclass(frozen=True, slots=True)
class Offers:
    """What a decision offers: all ``moves`` where they are few, which ``count`` counts; else (None) the
    ``actions``, and where there is one of them only the ``values`` of its first stage.
    """

    count: int | None
    moves: tuple[str, ...]
    actions: tuple[str, ...]
    values: tuple[str, ...]

    def beyond(self, other: "Offers") -> Iterator[str]:
        """What the other one does not offer."""
        if self.count is not None and other.count is not None:
            others = frozenset(other.moves)
            return (move for move in self.moves if move not in others)
        mine, yours = self._actions(), other._actions()
        if mine == yours and self.values and other.values:
            known = frozenset(other.values)
            return (value for value in self.values if value not in known)
        return (action for action in mine if action not in yours)

    def _actions(self) -> tuple[str, ...]:
        return self.actions or tuple(dict.fromkeys(move.split(" ", 1)[0] for move in self.moves))


class _Side:
    """One match: where it stands, and what was told in it, under the names of the second ruleset."""

    def __init__(self, engine: Engine, names: Names, choose: Chooser) -> None:
        self.log: list[str] = []
        self.new: list[str] = []
        self.failure = ""
        self.state: State | None = None
        self.table: dict[str, str] = {}
        self._engine = engine
        self._names = names
        self._choose = choose

    def begin(self, number: int, forced: Forced) -> None:
        """Run the set-up."""
        self._reach(lambda: start(self._engine, number, forced=forced))

    def make(self, player: int, move: str) -> None:
        """Make the move that was chosen."""
        state = self.state
        assert state is not None
        self._reach(lambda: state.apply(player, move))

    def _reach(self, reach: Callable[[], State]) -> None:
        try:
            self.state = reach()
        except RulesError as error:
            self.state, self.failure, self.new = None, str(error), []
            return
        texts = (_told(self._engine, one) for one in self.state.trail)
        self.new = [self.translated(text) for text in texts if text is not None]
        self.log += self.new
        self.table = {
            self.translated(place): self.translated(value)
            for place, value in _values(self._engine.program, self.state.slots)
        }

    def chosen(self, player: int) -> str:
        """The move that is made at random for a player."""
        assert self.state is not None
        self.state, move = self._choose(self.state, player)
        return move

    def offers(self) -> "Offers":
        """What the player who must choose is offered."""
        state = self.state
        if state is None or not state.to_move:
            return Offers(0, (), (), ())
        player = state.to_move[0]
        alone = state.alone(player)
        if not state.staged and alone.count(player, LISTED + 1) <= LISTED:
            moves = tuple(self.translated(str(move)) for move in alone.legal(player))
            return Offers(len(moves), moves, (), ())
        view = alone.stage(player)
        if view.action is None:
            return Offers(None, (), tuple(map(self.translated, view.values)), ())
        head = f"{view.action} {view.stage}"
        values = tuple(self.translated(f"{head} {value}") for value in view.values)
        return Offers(None, (), (self.translated(view.action),), values)

    def seen(self, other: "_Side", only: Sequence[str] | None) -> Seen:
        """What is told of it where it differs from the other one; ``only`` is what else it offers, if that is
        known.
        """
        offers = self.offers()
        others = offers.beyond(other.offers()) if only is None else only
        table = (
            f"{place} = {value}"
            for place, value in self.table.items()
            if other.table.get(place, value) != value
        )
        state = self.state
        turn = ", ".join(state.name_of(player) for player in state.to_move) if state is not None else ""
        return Seen(
            *_ends(self.log, other.log), turn, offers.count, tuple(islice(others, NAMED)),
            tuple(islice(table, NAMED)), "" if state is None or turn else _won(state), self.failure,
        )  # fmt: skip

    def translated(self, text: str) -> str:
        """A text under the names of the second ruleset."""
        return _WORD.sub(lambda word: self._names.get(word[0], word[0]), text) if self._names else text


class _Walk:
    """Two matches of one seed, side by side."""

    def __init__(
        self, engines: tuple[Engine, Engine], names: Names, number: int, choose: Chooser, forced: Forced
    ) -> None:
        self.decisions = 0
        self._old, self._new = _Side(engines[0], names, choose), _Side(engines[1], {}, choose)
        self._only: tuple[Sequence[str] | None, Sequence[str] | None] = (None, None)
        for side in (self._old, self._new):
            side.begin(number, forced)

    def run(self, most: int) -> What | None:
        """What differs first, within so many decisions; None where nothing does."""
        while True:
            what = self._differs()
            state = self._new.state
            if what is not None or state is None or not state.to_move or self.decisions >= most:
                return what
            player = state.to_move[0]
            moves = self._old.chosen(player), self._new.chosen(player)
            if self._old.translated(moves[0]) != moves[1]:
                self._only = _parting(self._old, self._new, player, moves)
                return "choice"
            self._old.make(player, moves[0])
            self._new.make(player, moves[1])
            self.decisions += 1

    def step(self, what: What, seed: str, pair: int | None) -> FirstStep:
        """The step at which both matches stand now."""
        old, new = self._old.seen(self._new, self._only[0]), self._new.seen(self._old, self._only[1])
        return FirstStep(seed, pair, self.decisions, what, old, new)

    def _differs(self) -> What | None:
        """What differs where both matches stand now."""
        old, new = self._old, self._new
        if old.failure or new.failure:
            return "failure" if old.failure != new.failure else None
        assert old.state is not None and new.state is not None
        if bool(old.state.to_move) != bool(new.state.to_move):
            return "end"
        if old.new != new.new:
            return "log"
        if any(new.table.get(place, value) != value for place, value in old.table.items()):
            return "table"
        if old.state.to_move != new.state.to_move:
            return "turn"
        if not old.state.to_move:
            return "end" if _ending(old.state) != _ending(new.state) else None
        return "offer" if old.offers() != new.offers() else None


def _ends(log: Sequence[str], other: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The last lines that two logs share, and the first of those in which the first one goes on otherwise."""
    pairs = enumerate(zip(log, other, strict=False))
    common = next((at for at, (mine, yours) in pairs if mine != yours), min(len(log), len(other)))
    return tuple(log[max(0, common - KEPT) : common]), tuple(log[common : common + TOLD])


def _ending(state: State) -> object:
    result = state.result
    return None if result is None else (result.places, result.won, result.unfinished)


def _parting(
    old: _Side, new: _Side, player: int, moves: tuple[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What only one of two matches offers at the first stage that differs on the way to a move; the moves
    themselves where no stage does.
    """
    assert old.state is not None and new.state is not None
    states, words, made = [old.state.alone(player), new.state.alone(player)], moves[0].split(), ""
    while True:
        views = [state.stage(player) for state in states]
        values = tuple(map(old.translated, views[0].values)), views[1].values
        heads = () if views[0].action is None or views[0].made else (views[0].action, views[0].stage)
        for head in heads[1:] if made else heads:  # an action that alone is legal is not chosen
            made += f"{head} "
            words = words[1:] if words[:1] == [head] else words
        if set(values[0]) != set(values[1]):
            return _beyond(made, *values), _beyond(made, *values[::-1])
        value = words.pop(0) if words and words[0] in views[0].values else DONE_TEXT
        if value not in views[0].values:
            break
        made += f"{value} " if value != DONE_TEXT else ""
        try:
            states = [states[0].choose(player, value), states[1].choose(player, old.translated(value))]
        except RulesError:
            break
        if not all(state.has_begun(player) for state in states):
            break
    return (moves[0],), (moves[1],)


def _beyond(made: str, values: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{made}{value}" for value in values if value not in others)


def _won(state: State) -> str:
    """How a match that is over ended."""
    result = state.result
    if result is None or result.unfinished:
        return "unfinished"
    names = [state.engine.seats.name(player) for player in result.won]
    return f"won by {', '.join(names)}" if names else "won by nobody"


def _told(engine: Engine, one: Happening) -> str | None:
    """A line of the log for somebody who may know everything."""
    if isinstance(one, Taken):
        return log_text(engine, one, one.player)
    return log_text(engine, replace(one, seen=None), None)


def _values(program: Program, slots: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    """What lies at each place, in words."""
    for component in program.components:
        for cell in cells_of(program, component):
            yield cell_text(program, component, cell), _text(cell_value(program, component, slots, cell))


def _text(value: Plain) -> str:
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return ", ".join(f"{name} {_text(count)}" for name, count in value.items()) or "nothing"
        case list():
            return ", ".join(map(_text, value)) or "nothing"
        case _:
            return str(value)
