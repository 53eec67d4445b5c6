"""One of the legal moves of a decision, picked by its number without listing them.

Playouts need only the k-th move. The moves are counted in groups; where the last stage of a group has
no requirement of its own, its count is that of the members of a set, and the k-th member is the value.
"""

from interpreter.engine.forms import Slots
from interpreter.engine.members import members
from interpreter.engine.moves import ANY, Choice, Option, ways

Group = tuple[int, Option, int, int]
"""Legal moves of one alternative: how many, which one, the value of the first of several stages, and
the set that the only stage left is chosen from (-1 where more is to be looked at)."""


def weigh(choice: Choice, s: Slots, most: int) -> list[Group] | None:
    """The legal moves in groups, in canonical order; groups of none are left out. All stages have one part.

    None where there are more than ``most`` moves: they are counted no further than that.
    """
    groups: list[Group] = []
    left = most
    for option in choice.options:
        if option.allowed is not None and not option.allowed(s):
            continue
        left = _weigh_option(option, s, groups, left)
        if left < 0:
            return None
    return groups


def weigh_all(choice: Choice, s: Slots) -> list[Group]:
    """All legal moves in groups, as many as there are."""
    groups = weigh(choice, s, ANY)
    assert groups is not None
    return groups


def _weigh_option(option: Option, s: Slots, groups: list[Group], left: int) -> int:
    """Weigh one alternative; of ``left`` moves that may be counted, how many are left (< 0: too many)."""
    if len(option.steps) < 2:
        return left - _weigh_from(option, 0, -1, s, groups, left + 1)
    first, second = option.steps[0], option.steps[1]
    slot, over, optional = first.slot, second.over, second.optional
    plain = second.last and second.allowed is None
    for value in first.allowed_values(s):
        s[slot] = value
        if not plain:
            left -= _weigh_from(option, 1, value, s, groups, left + 1)
        elif (bits := over(s)) or optional:
            count = bits.bit_count() + optional
            groups.append((count, option, value, bits))
            left -= count
        if left < 0:
            break
    return left


def _weigh_from(option: Option, at: int, value: int, s: Slots, groups: list[Group], limit: int) -> int:
    """Add the group of all ways to choose the stages from ``at`` on; their number, as far as ``limit``."""
    step = option.steps[at] if at < len(option.steps) else None
    if step and step.last and step.allowed is None:
        bits = step.over(s)
        count = bits.bit_count() + step.optional
    else:
        bits, count = -1, ways(option, at, s, limit)
    if count:
        groups.append((count, option, value, bits))
    return count


def pick(groups: list[Group], s: Slots, k: int) -> Option:
    """Write the ``k``-th of all moves weighed into the slots of its stages, and give its alternative."""
    for count, option, value, bits in groups:
        if k < count:
            at = 0
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
