"""One of the legal moves of a decision, picked by its number without listing them.

Playouts need only the k-th move. The moves are counted in groups; where the last stage of a group has
no requirement of its own, its count is that of the members of a set, and the k-th member is the value.
"""

from itertools import islice

from interpreter.engine.forms import Slots
from interpreter.engine.members import members
from interpreter.engine.moves import Choice, Option, completions, ways, write

Group = tuple[int, Option, int, int]
"""Legal moves of one alternative: how many, which one, the value of the first of several stages, and
the set that the only stage left is chosen from (-1 where more is to be looked at)."""


def weigh(choice: Choice, s: Slots) -> list[Group]:
    """The legal moves in groups, in canonical order; groups of none are left out."""
    groups: list[Group] = []
    for option in choice.options:
        if option.allowed is not None and not option.allowed(s):
            continue
        if len(option.steps) < 2 or not option.plain:
            _weigh_from(option, 0, -1, s, groups)
            continue
        first, second = option.steps[0], option.steps[1]
        slot, over, optional = first.slot, second.over, second.optional
        plain = second.last and second.allowed is None
        for value in first.allowed_values(s):
            s[slot] = value
            if not plain:
                _weigh_from(option, 1, value, s, groups)
            elif (bits := over(s)) or optional:
                groups.append((bits.bit_count() + optional, option, value, bits))
    return groups


def _weigh_from(option: Option, at: int, value: int, s: Slots, groups: list[Group]) -> None:
    """The group of all ways to choose the stages from ``at`` on."""
    step = option.steps[at] if at < len(option.steps) else None
    if step and option.plain and step.last and step.allowed is None:
        bits = step.over(s)
        count = bits.bit_count() + step.optional
    else:
        bits, count = -1, ways(option, at, s)
    if count:
        groups.append((count, option, value, bits))


def pick(groups: list[Group], s: Slots, k: int) -> Option:
    """Write the ``k``-th of all moves weighed into the slots of its stages, and give its alternative."""
    for count, option, value, bits in groups:
        if k < count:
            at = 0
            if not option.plain:
                write(option, 0, next(islice(completions(option, 0, s), k, None)), s)
                return option
            if len(option.steps) > 1:
                s[option.steps[0].slot] = value
                at = 1
            if bits < 0:
                _pick_from(option, at, s, k)
            else:
                found = members(bits)
                s[option.steps[at].slot] = found[k] if k < len(found) else -1
            return option
        k -= count
    raise IndexError(k)


def _pick_from(option: Option, at: int, s: Slots, k: int) -> None:
    """Write the ``k``-th way to choose the stages from ``at`` on into their slots."""
    if at == len(option.steps):
        return
    step = option.steps[at]
    found = step.allowed_values(s)
    if step.last:
        s[step.slot] = found[k]
        return
    for value in found:
        s[step.slot] = value
        count = ways(option, at + 1, s)
        if k < count:
            _pick_from(option, at + 1, s, k)
            return
        k -= count
    raise IndexError(k)
