"""Legal moves of a decision: listed and counted, in canonical order.

The order is that of the alternatives, and within one that of the values of its stages: ascending,
none last. A whole move is legal where every stage's value is in its set and every requirement holds;
a value of a stage is offered only if the stages after it can be completed.

All functions work on a list of slots in which the stages before ``at`` hold their values; they write
the later ones while they try values. A move leaves a mark in the slots of its own stages only: who
goes on with a list that moves were tried on puts the others back (`Choice.slots`, `restore`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.core.ir import Alternative, Decision, Together
from interpreter.core.secrets import hidden_reads
from interpreter.core.stages import is_staged, slots_of_choice
from interpreter.engine import parts
from interpreter.engine.closures import Closures
from interpreter.engine.forms import Eval, Slots
from interpreter.engine.steps import NO_HINT, Step, all_of, compile_steps

Whole = tuple[int, tuple[int, ...]]
"""A whole move: the index of the alternative and the member chosen at each step (-1: none, or done)."""

ANY = 1 << 62
"""A limit that no count reaches."""


@dataclass(frozen=True, slots=True)
class Option:
    """An alternative, compiled; ``index`` is its place in the decision, ``others`` are the slots that
    belong to stages of other alternatives only, by their place in `Choice.slots`. ``plain``: no stage has
    several parts, so that each value leads to the next step.
    """

    index: int
    action: str
    allowed: Eval | None
    steps: tuple[Step, ...]
    block: int
    others: tuple[int, ...]
    plain: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision, compiled; ``slots`` are those of all its stages.

    ``tries``: counting moves may write to them. A single stage without requirements is counted by its
    set, and then written when a move is made. ``staged``: some stage has several parts, so that nobody
    counts whole moves to choose one at random. ``secret``: what is offered depends on something hidden, so
    that a single legal move is asked for like any other; else the others could tell what is hidden.
    ``together`` is the decision where several players take it.
    """

    decision: Decision
    who: Eval
    shared: tuple[tuple[int, Eval], ...]
    options: tuple[Option, ...]
    slots: tuple[int, ...]
    tries: bool
    stuck: int
    staged: bool
    secret: bool
    together: Together | None = None

    def prepare(self, s: Slots) -> None:
        """Compute what the decision's expressions share; to be done before any of the below."""
        for slot, value in self.shared:
            s[slot] = value(s)

    def legal_options(self, s: Slots) -> list[Option]:
        """The alternatives that can be completed."""
        return [option for option in self.options if is_possible(option, s)]

    def anything_legal(self, s: Slots) -> bool:
        """Whether there is a legal move."""
        return any(is_possible(option, s) for option in self.options)

    def wholes(self, s: Slots) -> Iterator[Whole]:
        """All legal whole moves in canonical order, found one at a time."""
        for option in self.options:
            if is_open(option, s):
                for chosen in completions(option, 0, s):
                    yield option.index, chosen

    def count(self, s: Slots, limit: int = ANY) -> int:
        """How many whole moves are legal; ``limit`` where there are that many or more."""
        found = 0
        for option in self.options:
            if is_open(option, s):
                found += ways(option, 0, s, limit - found)
                if found >= limit:
                    return limit
        return found

    def restore(self, option: Option | None, s: Slots, kept: list[int]) -> None:
        """Put back the slots of stages that do not belong to the alternative taken (None: no move).

        ``kept`` are the values of ``slots`` from before any move was tried; none where trying writes nothing.
        """
        for i in range(len(kept)) if option is None or not kept else option.others:
            s[self.slots[i]] = kept[i]


def is_open(option: Option, s: Slots) -> bool:
    """Whether the requirements that depend on no stage hold."""
    return option.allowed is None or bool(option.allowed(s))


def is_possible(option: Option, s: Slots) -> bool:
    """Whether an alternative is open and can be completed."""
    return (option.allowed is None or bool(option.allowed(s))) and can_complete(option, 0, s)


def leads(option: Option, at: int, value: int, s: Slots) -> bool:
    """Whether a candidate of a step can be chosen there, and the steps after it completed; tries it."""
    if not option.plain:
        return parts.leads(option.steps, at, value, s)
    step = option.steps[at]
    s[step.slot] = value
    return (step.allowed is None or bool(step.allowed(s))) and can_complete(option, at + 1, s)


def values(option: Option, at: int, s: Slots) -> Iterator[int]:
    """The values of a step that can be completed; in a plain alternative each is in its slot when given."""
    if not option.plain:
        yield from parts.values(option.steps, at, s)
        return
    step = option.steps[at]
    slot, allowed = step.slot, step.allowed
    for value in step.candidates(s):
        s[slot] = value
        if (allowed is None or allowed(s)) and can_complete(option, at + 1, s):
            yield value


def can_complete(option: Option, at: int, s: Slots) -> bool:
    """Whether the stages from ``at`` on have at least one way to be chosen."""
    if at == len(option.steps):
        return True
    if not option.plain:
        return parts.can_complete(option.steps, at, s)
    step = option.steps[at]
    if step.last and step.allowed is None:
        return step.optional or bool(step.over(s))
    return next(values(option, at, s), None) is not None


def completions(option: Option, at: int, s: Slots) -> Iterator[tuple[int, ...]]:
    """Every way to choose the stages from ``at`` on, in canonical order."""
    if not option.plain:
        yield from parts.completions(option.steps, at, s)
        return
    if at == len(option.steps):
        yield ()
        return
    step = option.steps[at]
    slot, allowed = step.slot, step.allowed
    for value in step.candidates(s):
        s[slot] = value
        if allowed is None or allowed(s):
            for rest in completions(option, at + 1, s):
                yield value, *rest


def ways(option: Option, at: int, s: Slots, limit: int = ANY) -> int:
    """How many ways there are to choose the stages from ``at`` on, as far as ``limit``."""
    if at == len(option.steps):
        return 1
    if not option.plain:
        return parts.ways(option.steps, at, s, limit)
    step = option.steps[at]
    allowed = step.allowed
    if step.last and allowed is None:
        return min(limit, step.over(s).bit_count() + step.optional)
    if step.last and limit == ANY:
        return len(step.allowed_values(s))
    found, slot = 0, step.slot
    for value in step.candidates(s):
        s[slot] = value
        if allowed is None or allowed(s):
            found += ways(option, at + 1, s, limit - found)
            if found >= limit:
                return limit
    return found


def write(option: Option, at: int, members: Sequence[int], s: Slots) -> int:
    """Write the values of the steps from ``at`` on into their slots; the number of the step behind them."""
    return parts.write(option.steps, at, members, s)


def hints_of(choices: Iterable[Choice]) -> list[list[int]]:
    """What the searches ahead of these decisions have found, one list for each alternative that has one."""
    options = [option for choice in choices for option in choice.options]
    return [option.steps[0].hints for option in options if not option.plain]


def forget(hints: list[list[int]]) -> None:
    """Let searches ahead begin anew."""
    for found in hints:
        found[:] = [NO_HINT] * len(found)


# ---------------------------------------------------------------------------------------------
# Compilation


def compile_choice(closures: Closures, decision: Decision) -> Choice:
    """A decision with its expressions compiled."""
    shared = tuple((item.slot, closures.expr(item.value)) for item in decision.shared)
    slots = tuple(sorted(slots_of_choice(decision.alternatives)))
    options = tuple(
        _option(closures, i, item, slots, slots_of_choice((item,)))
        for i, item in enumerate(decision.alternatives)
    )
    tries = any(len(option.steps) > 1 or any(step.allowed for step in option.steps) for option in options)
    staged = not all(option.plain for option in options)
    secret = bool(hidden_reads(decision, closures.program))
    who = closures.expr(decision.who)
    together = decision if isinstance(decision, Together) else None
    return Choice(
        decision, who, shared, options, slots, tries or staged, decision.stuck, staged, secret, together
    )


def _option(
    closures: Closures, index: int, alternative: Alternative, slots: tuple[int, ...], own: set[int]
) -> Option:
    return Option(
        index=index,
        action=alternative.action,
        allowed=all_of(closures, alternative.requires),
        steps=compile_steps(closures, alternative),
        block=alternative.block,
        others=tuple(i for i, slot in enumerate(slots) if slot not in own),
        plain=not any(is_staged(stage) for stage in alternative.stages),
    )
