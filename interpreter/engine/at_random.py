"""A legal move drawn at random, uniformly over whole moves or by small choices."""

from dataclasses import dataclass
from itertools import islice

from interpreter.engine.errors import TooManyMoves
from interpreter.engine.forms import Slots
from interpreter.engine.moves import Choice, Option, is_possible, leads, write
from interpreter.engine.policy import Policy
from interpreter.engine.rng import below, drawn
from interpreter.engine.weighing import pick, weigh

MOST_COUNTED = 20_000
"""How far the moves of a decision are counted, to say how many there are."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A move whose values stand in the slots of the stages of ``option``; ``several``: there were more legal
    ones. ``staged``: it was made stage by stage.
    """

    option: Option
    several: bool
    staged: bool


def draw_move(choice: Choice, s: Slots, rng: int, policy: Policy, cut: int) -> tuple[int, Drawn | None]:
    """The generator after the draw, and the move; None where nothing is legal, which draws nothing.

    With ``policy`` "auto" every whole move is as likely, drawn as the k-th in canonical order, unless there
    are more than ``cut`` of them or a stage has several parts. All else is made by small choices: first the
    action, then the value of each stage, each uniform among what can be completed.

    Raises: TooManyMoves with ``policy`` "move" where there are more than ``cut``.
    """
    if policy == "stage":
        return _by_stages(choice, s, rng)
    if choice.staged:
        return _listed(choice, s, rng, cut) if policy == "move" else _by_stages(choice, s, rng)
    groups = weigh(choice, s, cut)
    if groups is None:
        if policy == "move":
            raise too_many(choice, s, cut)
        return _by_stages(choice, s, rng)
    total = sum([group[0] for group in groups])
    if not total:
        return rng, None
    rng, k = below(rng, total)
    return rng, Drawn(pick(groups, s, k), total > 1, False)


def too_many(choice: Choice, s: Slots, cut: int) -> TooManyMoves:
    """What is raised where more than ``cut`` whole moves are legal."""
    count = choice.count(s, MOST_COUNTED)
    return TooManyMoves(choice.decision.name, count, count < MOST_COUNTED, cut)


def _listed(choice: Choice, s: Slots, rng: int, cut: int) -> tuple[int, Drawn | None]:
    """A whole move with stages of several parts, by its number: it is found by making those before it."""
    total = choice.count(s, cut + 1)
    if total > cut:
        raise too_many(choice, s, cut)
    if not total:
        return rng, None
    rng, k = below(rng, total)
    index, members = next(islice(choice.wholes(s), k, None))
    option = choice.options[index]
    write(option, 0, members, s)
    return rng, Drawn(option, total > 1, False)


def _by_stages(choice: Choice, s: Slots, rng: int) -> tuple[int, Drawn | None]:
    # What is drawn and cannot be completed is put aside and the draw repeated: that is uniform among what can
    # be completed, without looking at all of it. The candidates are those of the rules, not of the executor.
    before, left = rng, list(choice.options)
    while left:
        rng, option = drawn(rng, left)
        if is_possible(option, s):
            break
    else:
        return before, None
    several = any(is_possible(other, s) for other in left)
    at = 0
    while at < len(option.steps):
        rng, value, several = _small_choice(option, at, s, rng, several)
        at = option.steps[at].put(s, at, value)
    return rng, Drawn(option, several, True)


def _small_choice(option: Option, at: int, s: Slots, rng: int, several: bool) -> tuple[int, int, bool]:
    """The generator, a value of a step of which at least one can be completed, and whether that is another
    way than was known (``several``).
    """
    left = list(option.steps[at].candidates(s))
    value = left[0]
    while left:
        rng, value = drawn(rng, left)
        if not left or leads(option, at, value, s):
            break
    return rng, value, several or any(leads(option, at, other, s) for other in left)
