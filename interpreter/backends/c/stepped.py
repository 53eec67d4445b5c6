"""The draw of a move of one step: the cells are counted in sets, one for each length of a step."""

from contextlib import nullcontext

from interpreter.backends.c import sets
from interpreter.backends.c.passes.forms import Stepped
from interpreter.backends.c.plain import Plain, allowed
from interpreter.core.ir import Alternative

_MOST = 4
"""How many sets the runtime looks through at once."""


def is_stepped(one: Plain) -> bool:
    """Whether all moves of a decision are of one step."""
    alternatives = one.decision.alternatives
    return bool(alternatives) and all(_last(alternative) is not None for alternative in alternatives)


def _last(alternative: Alternative) -> Stepped | None:
    """The last stage of moves of one step."""
    last = alternative.stages[-1] if alternative.stages else None
    return last if isinstance(last, Stepped) else None


def count_steps(one: Plain) -> None:
    """Write the sets ``may0_0``, ``may0_1``, … of cells from which an alternative has a step of a length.

    ``n0``, ``n1``, … are how many moves each alternative has, ``total`` how many there are.
    """
    for number, alternative in enumerate(one.decision.alternatives):
        one.title(one.action(alternative), -1)
        one.out.line(f"int n{number} = 0;")
        names = ", ".join(f"may{number}_{i} = 0" for i in range(_count(alternative)))
        if not names:  # no step that is ever open
            continue
        one.out.line(f"{sets.set_type(_width(one, alternative))} {names};")
        with one.out.block(f"if (open{one.number}_{number}(c, g, d))" if alternative.requires else ""):
            _count_alternative(one, number, alternative)
    total = " + ".join(f"n{number}" for number in range(len(one.decision.alternatives)))
    one.out.line(f"const int total = {total};")


def _count(alternative: Alternative) -> int:
    last = _last(alternative)
    assert last is not None
    return max(map(len, last.planes))


def _width(one: Plain, alternative: Alternative) -> int:
    return one.width(alternative.stages[0].over)


def _count_alternative(one: Plain, number: int, alternative: Alternative) -> None:
    out, width = one.out, _width(one, alternative)
    first, last = allowed(alternative.stages[0]), _last(alternative)
    assert last is not None
    out.line(f"const {sets.set_type(width)} start = {one.expressions.set(first.over)};")
    case = one.expressions.number(last.case) if last.case is not None else ""
    with out.block(f"switch ({case})") if case else nullcontext():
        for value, planes in enumerate(last.planes):
            with out.block(f"case {value}:") if case else nullcontext():
                for i, plane in enumerate(planes):
                    out.line(f"may{number}_{i} = {sets.inter(width, 'start', one.expressions.set(plane))};")
                if case:
                    out.line("break;")
    sizes = " + ".join(sets.size(width, f"may{number}_{i}") for i in range(_count(alternative)))
    out.line(f"n{number} = {sizes};")


def find_step(one: Plain) -> None:
    """Write what finds and returns the step with number ``k``: its alternative, its cell, the step itself."""
    last = len(one.decision.alternatives) - 1
    for number, alternative in enumerate(one.decision.alternatives):
        with one.out.block(f"if (k < n{number})" if number < last else ""):
            _find_cell(one, number, alternative)
            one.out.line(f"return {number};")
        if number < last:
            one.out.line(f"k -= n{number};")


def _find_cell(one: Plain, number: int, alternative: Alternative) -> None:
    last = _last(alternative)
    assert last is not None
    case = f"{_MOST} * {one.expressions.number(last.case)} + " if last.case is not None else ""
    lengths = ", ".join(str(by) for steps in last.steps for by in (*steps, *[0] * (_MOST - len(steps))))
    names = [f"may{number}_{i}" for i in range(_count(alternative))]
    sets_of = ", ".join([*names, *["0"] * (_MOST - len(names))])
    one.out.line(f"static const int8_t by{number}[] = {{{lengths}}};")
    one.out.line(f"const unsigned found = select_of4({sets_of}, k), cell = found / {_MOST};")
    one.out.line(f"{one.storage.place(alternative.stages[0].slot)} = cell;")
    step = f"by{number}[{case}found % {_MOST}]"
    one.out.line(f"{one.storage.place(alternative.stages[1].slot)} = cell + {step};")
