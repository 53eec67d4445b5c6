"""A match at rest: an immutable state, what may be chosen in it, and the states that follow."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import wraps
from hashlib import sha256
from itertools import islice
from struct import Struct
from typing import Concatenate, Literal, ParamSpec, TypeVar

from interpreter.engine.at_random import too_many
from interpreter.engine.chance import Chance
from interpreter.engine.course import Course
from interpreter.engine.errors import Refusal, TooManyMoves
from interpreter.engine.events import Happening, Move
from interpreter.engine.explain import acts_for
from interpreter.engine.forms import Slots, place_of
from interpreter.engine.judging import demand_open, demand_value, demand_whole
from interpreter.engine.machine import Engine, Over
from interpreter.engine.moves import (
    ANY,
    Choice,
    Option,
    Whole,
    can_complete,
    completions,
    values,
    ways,
    write,
)
from interpreter.engine.names import member_of, member_text
from interpreter.engine.notation import Written, move_of, move_so_far, read_action, read_move, read_value
from interpreter.engine.parts import ready
from interpreter.engine.picks import DONE
from interpreter.engine.result import Result, result_of
from interpreter.engine.rng import MASK
from interpreter.engine.steps import Step
from interpreter.engine.together import (
    NOT_BEGUN,
    Begun,
    begun,
    clear,
    done,
    is_sound,
    put_down,
    take_up,
    tidy,
    waiting,
)
from interpreter.engine.view import Plain, view_of
from interpreter.engine.weighing import pick, weigh_all

Forced = Literal["take", "ask"]
"""Whether a move that is the only legal one is taken by itself, or asked for like any other."""

ACTION = "action"
"""The name of the stage at which the action itself is chosen."""

DONE_TEXT = "done"
"""The value that ends a stage at which several things are picked."""


P = ParamSpec("P")
T = TypeVar("T")


def _at_seat(
    method: "Callable[Concatenate[State, int, P], T]",
) -> "Callable[Concatenate[State, int, P], T]":
    """A question about one player, asked of the state as it is for that player (`State._seat`)."""

    @wraps(method)
    def asks(state: "State", player: int, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return method(state._seat(player), player, *args, **kwargs)

    return asks


@dataclass(frozen=True, slots=True)
class StageView:
    """What a player decides now: ``stage`` of ``action``, one of ``values``, after ``chosen``.

    While the action itself is to be chosen, ``action`` is None and ``stage`` is "action". ``part`` says for
    which key a value is chosen, where there is one for each; where several things are picked, one of the
    values may be "done", and ``made`` is what is picked so far, or chosen for the keys before.
    """

    action: str | None
    stage: str
    values: tuple[str, ...]
    chosen: tuple[tuple[str, str], ...]
    part: str = ""
    made: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A match that waits for a choice or is over. Players are 1..n.

    Where several choose at once, unseen by each other (`together`), every question about a player is about
    that player's own choice, whatever the others have chosen so far. A player who has chosen may choose
    anew until all have; the match goes on when nobody is left.

    ``option`` and ``chosen`` say how far the next move is made: the alternative (-1: none yet) and
    at which of its steps it is. ``taken`` counts the decisions so far. ``trail`` is what happened on the way
    from the state before; it is no part of the state's identity.
    """

    engine: Engine = field(repr=False, compare=False)
    slots: tuple[int, ...] = field(repr=False)
    block: int
    option: int
    chosen: int
    rng: int
    taken: int
    forced: Forced = "take"
    trail: tuple[Happening, ...] = field(default=(), repr=False, compare=False)

    # What is to be done

    @property
    def unfinished(self) -> bool:
        """Whether the match was stopped at its longest."""
        at_a_choice = isinstance(self.engine.logged.stops[self.block], Choice)
        return at_a_choice and self.taken >= self.engine.program.longest

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything to choose any more."""
        return self._choice() is None

    @property
    def to_move(self) -> tuple[int, ...]:
        """The players who must choose now; none when the match is over."""
        choice = self._choice()
        if choice is None:
            return ()
        if choice.together is not None:
            return tuple(player + 1 for player in waiting(choice.together, self.slots))
        return (self._player(choice, self._prepared(choice)),)

    @property
    def staged(self) -> bool:
        """Whether the open decision has stages of several parts, of which nobody lists all whole moves."""
        choice = self._choice()
        return choice is not None and choice.staged

    @property
    def asked(self) -> tuple[int, ...]:
        """The players whom the choice that is to be made is put to, those included who have chosen
        (`may_change`): what everybody may know of who is waited for.
        """
        return tuple(sorted((*self.to_move, *self.may_change)))

    @property
    def acts_for(self) -> str:
        """What the player who must choose acts for, as in ``red``; "" where that is nothing else."""
        choice = self._choice()
        if choice is None or not choice.decision.shows:
            return ""
        return acts_for(self.engine.closures, choice.decision, list(self.slots))

    def name_of(self, player: int) -> str:
        """What a player is called now: with what the open choice is made for, as in ``P1 (red)``."""
        name = self.engine.seats.name(player)
        return f"{name} ({self.acts_for})" if self.acts_for and player in self.asked else name

    @property
    def together(self) -> bool:
        """Whether the choice that is to be made is one by several players at once."""
        choice = self._choice()
        return choice is not None and choice.together is not None

    @property
    def may_change(self) -> tuple[int, ...]:
        """The players who have chosen while others have not; they may choose anew, or `withdraw`."""
        choice = self._choice()
        if choice is None or choice.together is None:
            return ()
        return tuple(player + 1 for player in done(choice.together, self.slots))

    @property
    def open_choices(self) -> dict[int, tuple[str, ...]]:
        """What players have chosen so far, move by move not made yet: the action, then the values of its
        stages. No player may see another's.
        """
        choice = self._choice()
        if choice is None:
            return {}
        found = {}
        for player in self.asked:
            made, s = self._begun(choice, player)
            if made.option >= 0:
                option = choice.options[made.option]
                found[player] = (option.action, *self._words(choice, option, made.chosen, s))
        return found

    def _words(self, choice: Choice, option: Option, end: int, s: Slots) -> Iterator[str]:
        """The values that lead to step ``end``, small choice by small choice."""
        again, at = list(s), 0
        choice.prepare(again)
        while at < end:
            step = option.steps[at]
            if not step.part:
                step.begin(again)
            value = s[step.slot]
            yield self._text(step, value)
            at = step.put(again, at, value)

    def has_begun(self, player: int) -> bool:
        """Whether a player has made a part of a move, and not all of it."""
        choice = self._choice()
        if choice is None or player not in self.to_move:
            return False
        return self._begun(choice, player)[0].option >= 0

    @_at_seat
    def stage(self, player: int) -> StageView:
        """What a player decides now: first the action, where there is more than one, then its stages.

        Raises: Refusal where it is not that player's turn.
        """
        choice, s = self._turn(player)
        option = self._option(choice, s)
        if option is None:
            return StageView(None, ACTION, tuple(o.action for o in choice.legal_options(s)), ())
        if not option.steps:
            return StageView(None, ACTION, (option.action,), ())
        return self._stage_view(option, s)

    def _stage_view(self, option: Option, s: Slots) -> StageView:
        step = option.steps[self.chosen]
        first = self.chosen - step.part
        done = move_so_far(self.engine.program, option, first, s)
        made = tuple(self._text(step, s[earlier.slot]) for earlier in option.steps[first : self.chosen])
        part = step.stage.keys[step.part] if step.stage.keys else ""
        offered = tuple(self._text(step, value) for value in values(option, self.chosen, s))
        return StageView(option.action, step.stage.name, offered, done, part, made)

    @_at_seat
    def choose(self, player: int, value: str | int, chance: Chance | None = None) -> "State":
        """The state one stage on; after the last stage the move is made.

        Raises: Refusal for a value that is not offered, ValueError for a bad script, RulesError.
        """
        choice, s = self._turn(player)
        program = self.engine.program
        option = self._option(choice, s)
        if option is None or self._names_action(choice, option, str(value)):
            option = choice.options[read_action(program, choice.decision, str(value))]
            demand_open(self.engine, choice, option, s)
            if not can_complete(option, 0, s):
                raise Refusal(ACTION, f"there is nothing to choose for `{option.action}` now")
            return self._after(choice, option, (), chance)
        step = option.steps[self.chosen]
        stage = step.stage
        member = self._member(step, str(value))
        following = demand_value(self.engine, choice, option, self.chosen, member, s)
        if not can_complete(option, following, s):
            message = f"nothing can follow `{value}` for `{stage.name}`"
            raise Refusal(stage.name, message, place_of(program, stage.place))
        return self._after(choice, option, (member, *(-1,) * (following - self.chosen - 1)), chance)

    def _member(self, step: Step, text: str) -> int:
        """The member that a text names at a step."""
        domain = self.engine.program.domains[step.stage.domain]
        if step.picks is not None and text == DONE_TEXT and member_of(domain, text) is None:
            return DONE
        return read_value(self.engine.program, step.stage, text)

    @_at_seat
    def legal(self, player: int) -> Iterator[Move]:
        """The whole moves that can be made, or finished, in canonical order; found one at a time.

        Raises: Refusal where it is not that player's turn.
        """
        choice, s = self._turn(player)
        program = self.engine.program
        return (move_of(program, choice, whole) for whole in self._wholes(choice, s))

    @_at_seat
    def count(self, player: int, limit: int = ANY) -> int:
        """How many whole moves are legal, counted as far as ``limit``.

        Raises: Refusal where it is not that player's turn.
        """
        choice, s = self._turn(player)
        if self.option < 0:
            return choice.count(s, limit)
        return ways(choice.options[self.option], self.chosen, s, limit)

    @_at_seat
    def too_many(self, player: int, cut: int) -> TooManyMoves:
        """What is raised where a player has more than ``cut`` whole moves.

        Raises: Refusal where it is not that player's turn.
        """
        choice, s = self._turn(player)
        return too_many(choice, s, cut)

    @_at_seat
    def nth(self, player: int, k: int) -> Move:
        """The ``k``-th whole move in canonical order, from 0; where all stages have one part it is found
        without listing those before.

        Raises: Refusal where it is not that player's turn, IndexError where there are no more than ``k``.
        """
        choice, s = self._turn(player)
        if self.option >= 0 or choice.staged:
            whole = next(islice(self._wholes(choice, s), k, None), None)
            if whole is None:
                raise IndexError(k)
        else:
            option = pick(weigh_all(choice, s), s, k)
            whole = option.index, tuple(s[step.slot] for step in option.steps)
        return move_of(self.engine.program, choice, whole)

    def refusal(self, player: int, move: Written) -> Refusal | None:
        """Why a move cannot be made; None for a legal one."""
        try:
            self._judged(player, move)
        except Refusal as refusal:
            return refusal
        return None

    @_at_seat
    def apply(self, player: int, move: Written, chance: Chance | None = None) -> "State":
        """The state after a whole move.

        Raises: Refusal for a move that is not legal, ValueError for a bad script, RulesError.
        """
        choice, (index, members) = self._judged(player, move)
        return self._after(choice, choice.options[index], members[self.chosen :], chance)

    def withdraw(self, player: int) -> "State":
        """The state in which a player has chosen nothing, where several choose at once.

        Raises: Refusal where nothing can be taken back.
        """
        choice = self._choice()
        if choice is None or choice.together is None or player not in self.asked:
            name = self.engine.seats.name(player)
            raise Refusal("turn", f"{name} has no open choice to take back")
        slots = list(self.slots)
        clear(choice.together, slots, self.engine.layout.start, player - 1)
        return replace(self, slots=tuple(slots), trail=())

    def alone(self, player: int) -> "State":
        """The state as a player may take it to think about: without what others have put down unseen."""
        choice = self._choice()
        if choice is None or choice.together is None:
            return self
        slots = list(self.slots)
        for other in self.asked:
            if other != player:
                clear(choice.together, slots, self.engine.layout.start, other - 1)
        return replace(self, slots=tuple(slots), trail=())

    # What is known

    def view(self, player: int | None) -> dict[str, Plain]:
        """What a player (None: a spectator) may see: `view.view_of`."""
        return view_of(self.engine.program, self.slots, player)

    def table_of(self, player: int) -> Slots:
        """A copy of the slots as the expressions of the decision read them for one of the players asked.

        Raises: Refusal where that player is not asked.
        """
        return list(self._seat(player).slots)

    @property
    def result(self) -> Result | None:
        """Who won; None while the match goes on."""
        return result_of(self.engine, list(self.slots), self.unfinished) if self.is_over else None

    @property
    def digest(self) -> str:
        """64 hexadecimal digits that two states share only if the same rules go on from the same
        position, the generator's included.
        """
        where = f"{self.engine.digest} {self.block} {self.option} {self.chosen} {self.rng} "
        return sha256(where.encode() + self.engine.layout.hashed(self.slots)).hexdigest()

    def saved(self) -> bytes:
        """The bytes that `restored` makes this state from, with the same engine."""
        head = _HEAD.pack(self.rng, self.taken, self.block, self.option, self.chosen)
        return head + self.engine.layout.saved(self.slots)

    # Inside

    def _choice(self) -> Choice | None:
        stop = self.engine.logged.stops[self.block]
        if isinstance(stop, Choice) and self.taken < self.engine.program.longest:
            return stop
        return None

    def _seat(self, player: int) -> "State":
        """The state as it is for one player: where several choose at once, that player's choice alone is
        made, and stands where a decision of one player has it.

        Raises: Refusal where that player is not asked.
        """
        choice = self._choice()
        if choice is None or choice.together is None:
            return self
        if player not in self.asked:
            raise Refusal("turn", f"{self.engine.seats.name(player)} is not asked for a choice here")
        made, s = self._begun(choice, player)
        if player in self.may_change:
            made = NOT_BEGUN
            tidy(choice.together, s, self.engine.layout.start)
            s[choice.together.me] = player - 1
        return replace(self, slots=tuple(s), option=made.option, chosen=made.chosen)

    def _begun(self, choice: Choice, player: int) -> tuple[Begun, Slots]:
        """How far a player's move is made, and slots in which its values stand."""
        s = list(self.slots)
        if choice.together is None:
            return Begun(self.option, self.chosen), s
        take_up(choice.together, s, player - 1)
        return begun(choice.together, s, player - 1), s

    def _prepared(self, choice: Choice) -> Slots:
        s = list(self.slots)
        choice.prepare(s)
        if self.option >= 0:
            ready(choice.options[self.option].steps, self.chosen, s)
        return s

    def _player(self, choice: Choice, s: Slots) -> int:
        return choice.who(s) + 1

    def _turn(self, player: int) -> tuple[Choice, Slots]:
        """The open decision, if it is that player's, and slots to try moves on."""
        choice = self._choice()
        if choice is None:
            raise Refusal("over", "the match is over")
        s = self._prepared(choice)
        turn = self._player(choice, s)
        if player != turn:
            raise Refusal("turn", self.engine.seats.turn_text((turn,), player))
        return choice, s

    def _option(self, choice: Choice, s: Slots) -> Option | None:
        """The alternative that is chosen, or the only one there is."""
        if self.option >= 0:
            return choice.options[self.option]
        legal = choice.legal_options(s)
        return legal[0] if len(legal) == 1 else None

    def _names_action(self, choice: Choice, only: Option, word: str) -> bool:
        """Whether a word is an action where the only one there is need not be named."""
        if self.option >= 0:
            return False
        if not only.steps:
            return True
        domain = self.engine.program.domains[only.steps[0].stage.domain]
        return member_of(domain, word) is None and word in [option.action for option in choice.options]

    def _wholes(self, choice: Choice, s: Slots) -> Iterator[Whole]:
        if self.option < 0:
            yield from choice.wholes(s)
            return
        option = choice.options[self.option]
        done = tuple(self.slots[step.slot] for step in option.steps[: self.chosen])
        for rest in completions(option, self.chosen, s):
            yield option.index, done + rest

    def _text(self, step: Step, value: int) -> str:
        if step.picks is not None and value == DONE:
            return DONE_TEXT
        return member_text(self.engine.program.domains[step.stage.domain], value)

    def _after(
        self, choice: Choice, option: Option, members: tuple[int, ...], chance: Chance | None
    ) -> "State":
        """The state after some more stages; a whole move is carried out."""
        slots = list(self.slots)
        chosen = write(option, self.chosen, members, slots)
        if choice.together is not None:
            return self._put_down(choice, Begun(option.index, chosen), slots, chance)
        if chosen < len(option.steps):
            return replace(self, slots=tuple(slots), option=option.index, chosen=chosen, trail=())
        course = Course(self.engine, tuple(slots), self.block, self.rng, self.taken, chance)
        course.take(choice, option, forced=False)
        course.settle(self.forced == "ask")
        return _at_rest(course, self.forced)

    def _put_down(self, choice: Choice, made: Begun, slots: Slots, chance: Chance | None) -> "State":
        """The state after a player's choice among several; when it is the last one all are carried out."""
        together, is_whole = choice.together, made.chosen == len(choice.options[made.option].steps)
        assert together is not None
        put_down(together, slots, self.engine.layout.start, slots[together.me], made, is_whole)
        if waiting(together, slots):
            return replace(self, slots=tuple(slots), option=-1, chosen=0, trail=())
        course = Course(self.engine, tuple(slots), self.block, self.rng, self.taken, chance)
        course.take_together(choice)
        course.settle(self.forced == "ask")
        return _at_rest(course, self.forced)

    @_at_seat
    def _judged(self, player: int, move: Written) -> tuple[Choice, Whole]:
        """The whole move that is written, if it is legal and goes on from what is chosen."""
        choice, s = self._turn(player)
        whole = index, members = read_move(self.engine.program, choice.decision, move)
        if self.option >= 0:
            option = choice.options[self.option]
            if index != option.index:
                raise Refusal(ACTION, f"`{option.action}` is being made, expected the rest of it")
            for step, member in zip(option.steps[: self.chosen], members, strict=False):
                made = self.slots[step.slot]
                if member != made:
                    message = f"`{step.stage.name}` is `{self._text(step, made)}` already"
                    raise Refusal(step.stage.name, message)
        demand_whole(self.engine, choice, whole, s)
        return choice, whole


# ---------------------------------------------------------------------------------------------
# Where states come from


def start(engine: Engine, seed: int, *, forced: Forced = "take", chance: Chance | None = None) -> State:
    """The first state of a match: set-up is run, with chance from the stream of ``seed`` or a script.

    Raises: ValueError for a bad script, RulesError.
    """
    return _begun(engine, engine.layout.start, engine.program.entry, seed, forced, chance)


def begin(
    engine: Engine,
    slots: tuple[int, ...],
    seed: int,
    *,
    forced: Forced = "take",
    chance: Chance | None = None,
) -> State:
    """The first state of a match that begins from a given position: set-up is not run.

    Raises: ValueError for slots of another program or out of range, or a bad script; RulesError.
    """
    if len(slots) != len(engine.layout.start):
        raise ValueError(f"{len(slots)} slots, expected {len(engine.layout.start)}")
    engine.layout.saved(slots)
    return _begun(engine, slots, engine.program.begin, seed, forced, chance)


def restored(engine: Engine, data: bytes, *, forced: Forced = "take") -> State:
    """The state that `State.saved` gave the bytes of, under the same program.

    Raises: ValueError for bytes that are no state of this program.
    """
    if len(data) < _HEAD.size:
        raise ValueError("the bytes end in the middle of a state")
    rng, taken, block, option, chosen = _HEAD.unpack_from(data)
    slots = engine.layout.restored(data[_HEAD.size :])
    stop = engine.logged.stops[block] if block < len(engine.logged.stops) else None
    if not isinstance(stop, Choice | Over):
        raise ValueError(f"block {block} is no place where a match waits")
    steps = stop.options[option].steps if isinstance(stop, Choice) and 0 <= option < len(stop.options) else ()
    if not (option == -1 and chosen == 0) and not 0 <= chosen < len(steps):
        raise ValueError("the bytes name a stage that there is not")
    if isinstance(stop, Choice) and not is_sound(stop, slots, engine.layout.start, option):
        raise ValueError("the bytes hold choices that nobody can have made")
    return State(engine, slots, block, option, chosen, rng, taken, forced)


_HEAD = Struct("<QIIii")
"""The generator, the decisions taken, the block, the alternative and the stages chosen."""


def _begun(
    engine: Engine, slots: tuple[int, ...], block: int, seed: int, forced: Forced, chance: Chance | None
) -> State:
    course = Course(engine, slots, block, seed & MASK, 0, chance)
    course.settle(forced == "ask")
    return _at_rest(course, forced)


def _at_rest(course: Course, forced: Forced) -> State:
    trail = tuple(course.tape.trail)
    slots = course.engine.layout.frozen(course.tape)
    return State(course.engine, slots, course.block, -1, 0, course.rng, course.taken, forced, trail)
