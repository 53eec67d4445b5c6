"""Legal moves of an alternative with stages of several parts, step by step: listed and counted.

The same as in `moves`, in the general form: a step may end its stage early, so where a value leads is
asked of it (`Step.enter`).
"""

from collections.abc import Iterator, Sequence

from interpreter.engine.errors import RulesError
from interpreter.engine.forms import Slots
from interpreter.engine.steps import Step

Steps = tuple[Step, ...]

MAX_TRIALS = 300_000
"""Values that are tried in vain, one after the other, before the search for a legal move is given up."""


class _Search:
    """A search ahead, which no ruleset may make endless: values tried since a move was found are counted.

    ``hints`` are the values of the last way that was found, in this search or one before: often they lead on
    again. They change the order in which ways are tried, not whether there is one.
    """

    __slots__ = ("hints", "steps", "tried")

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.tried = 0
        self.hints = steps[0].hints

    def can_complete(self, at: int, s: Slots) -> bool:
        """Whether the steps from ``at`` on have at least one way to be made."""
        steps = self.steps
        if at == len(steps):
            self.tried = 0
            return True
        step, hint = steps[at], self.hints[at]
        candidates = step.candidates(s)
        if hint in candidates:
            following = step.enter(s, at, hint)
            if following >= 0 and self.can_complete(following, s):
                return True
        for value in candidates:
            if value == hint:
                continue
            following = step.enter(s, at, value)
            if following >= 0 and self.can_complete(following, s):
                self.hints[at] = value
                return True
            self.fail(step)
        return False

    def fail(self, step: Step) -> None:
        """Count a value that leads nowhere."""
        self.tried += 1
        if self.tried > MAX_TRIALS:
            message = f"{MAX_TRIALS:,} values were tried for `{step.stage.name}`, and no legal move was found"
            raise RulesError("E708", message, step.place)


def ready(steps: Steps, at: int, s: Slots) -> None:
    """Compute what stages share as far as step ``at``, where a move half made is taken up again."""
    for step in steps[: at + 1]:
        if not step.part:
            step.begin(s)


def values(steps: Steps, at: int, s: Slots) -> Iterator[int]:
    """The values of a step that can be completed.

    Raises: RulesError E708 where the search takes too long, as all below.
    """
    search, step = _Search(steps), steps[at]
    for value in step.candidates(s):
        following = step.enter(s, at, value)
        if following >= 0 and search.can_complete(following, s):
            yield value
        else:
            search.fail(step)


def leads(steps: Steps, at: int, value: int, s: Slots) -> bool:
    """Whether a candidate of a step can be chosen there, and the steps after it made; tries it."""
    following = steps[at].enter(s, at, value)
    return following >= 0 and _Search(steps).can_complete(following, s)


def can_complete(steps: Steps, at: int, s: Slots) -> bool:
    """Whether the steps from ``at`` on have at least one way to be made."""
    return _Search(steps).can_complete(at, s)


def completions(steps: Steps, at: int, s: Slots) -> Iterator[tuple[int, ...]]:
    """Every way to make the steps from ``at`` on, in canonical order; skipped picks are -1."""
    return _completions(_Search(steps), at, s)


def _completions(search: _Search, at: int, s: Slots) -> Iterator[tuple[int, ...]]:
    if at == len(search.steps):
        search.tried = 0
        yield ()
        return
    step = search.steps[at]
    for value in step.candidates(s):
        following = step.enter(s, at, value)
        if following >= 0:
            made = (value, *(-1,) * (following - at - 1))
            for rest in _completions(search, following, s):
                yield *made, *rest
        else:
            search.fail(step)


def ways(steps: Steps, at: int, s: Slots, limit: int) -> int:
    """How many ways there are to make the steps from ``at`` on, as far as ``limit``."""
    return _ways(_Search(steps), at, s, limit)


def _ways(search: _Search, at: int, s: Slots, limit: int) -> int:
    if at == len(search.steps):
        search.tried = 0
        return 1
    step, found = search.steps[at], 0
    if step.last and step.picks is None and step.allowed is None:
        search.tried = 0
        return min(limit, step.over(s).bit_count() + step.optional)
    for value in step.candidates(s):
        following = step.enter(s, at, value)
        if following < 0:
            search.fail(step)
            continue
        found += _ways(search, following, s, limit - found)
        if found >= limit:
            return limit
    return found


def write(steps: Steps, at: int, members: Sequence[int], s: Slots) -> int:
    """Write the values of the steps from ``at`` on, skipped picks too, and give the step behind them."""
    for step, member in zip(steps[at:], members, strict=False):
        if step.picks is None:
            s[step.slot] = member
        else:
            step.picks.put(s, step.part, member)
    return at + len(members)
