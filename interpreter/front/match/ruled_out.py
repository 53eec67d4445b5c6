"""Which requirement rules out everything that could follow a value."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product

from interpreter.core.ir import Program, Stage
from interpreter.core.stages import is_staged
from interpreter.engine.errors import Refusal
from interpreter.engine.moves import Choice
from interpreter.engine.names import NONE, member_text
from interpreter.engine.state import State

_MOST = 4096
"""Continuations that are looked at."""


def ruled_out(state: State, player: int, text: str, refusal: Refusal) -> Refusal:
    """What a requirement says against all that could follow the words of an unfinished move.

    ``refusal`` is what is known already; it is given back where no requirement stands against it.
    """
    stop = state.engine.logged.stops[state.block]
    words = text.split()
    if refusal.reason not in _stage_names(stop) or not words or not isinstance(stop, Choice):
        return refusal
    found: dict[tuple[str, str], Refusal] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for alternative in stop.decision.alternatives:
        names = [stage.name for stage in alternative.stages]
        if any(is_staged(stage) for stage in alternative.stages):
            continue  # what could follow there is more than anybody would look through
        values = _values(words, alternative.action, names)
        if values is None:
            continue
        rest = alternative.stages[len(values) :]
        for tail in islice(_continuations(state.engine.program, rest), _MOST):
            pairs = dict(zip(names, (*values, *tail), strict=True))
            against = state.refusal(player, {"action": alternative.action, "choices": pairs})
            if against is None:
                return refusal
            if against.reason not in names and against.place is not None:
                key = against.reason, against.message
                counts[key] += 1
                found.setdefault(key, against)
    if not counts:
        return refusal
    return found[counts.most_common(1)[0][0]]


def _stage_names(stop: object) -> set[str]:
    if not isinstance(stop, Choice):
        return set()
    return {stage.name for one in stop.decision.alternatives for stage in one.stages}


def _values(words: list[str], action: str, names: list[str]) -> tuple[str, ...] | None:
    """The values that words give to the first stages of an action; None for words of another action,
    or that give a value to each stage.
    """
    left = words[1:] if words[0] == action else list(words)
    values: list[str] = []
    for name in names:
        if left and left[0] == name:
            left.pop(0)
        if not left:
            break
        values.append(left.pop(0))
    return tuple(values) if values and not left and len(values) < len(names) else None


def _continuations(program: Program, stages: tuple[Stage, ...]) -> Iterator[tuple[str, ...]]:
    members = []
    for stage in stages:
        domain = program.domains[stage.domain]
        names = [member_text(domain, index) for index in range(domain.size)]
        members.append([*names, *([NONE] if stage.optional else [])])
    return product(*members)
