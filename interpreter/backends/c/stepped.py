"""The draw of a move of one step: the cells are counted in sets, one for each length of a step."""

from interpreter.backends.c import sets
from interpreter.backends.c.passes.forms import Stepped
from interpreter.backends.c.plain import Plain, allowed
from interpreter.core.ir import Alternative


def stepped(one: Plain) -> Stepped | None:
    """The last stage of a decision whose moves are of one step."""
    stages = one.decision.alternatives[0].stages if one.decision.alternatives else ()
    last = stages[-1] if stages else None
    return last if isinstance(last, Stepped) else None


def count_steps(one: Plain, stage: Stepped) -> int:
    """Write the sets ``may0``, ``may1``, … of cells from which there is a step, and how many steps there are.

    Returns how many sets there are.
    """
    out, first = one.out, allowed(one.decision.alternatives[0].stages[0])
    count = max(map(len, stage.planes))
    width = one.width(first.over)
    out.line(f"const {sets.set_type(width)} start = {one.expressions.set(first.over)};")
    out.line(f"{sets.set_type(width)} {', '.join(f'may{i} = 0' for i in range(count))};")
    case = one.expressions.number(stage.case) if stage.case is not None else "0"
    with out.block(f"switch ({case})"):
        for value, planes in enumerate(stage.planes):
            with out.block(f"case {value}:"):
                for i, plane in enumerate(planes):
                    out.line(f"may{i} = {sets.inter(width, 'start', one.expressions.set(plane))};")
                out.line("break;")
    total = " + ".join(sets.size(width, f"may{i}") for i in range(count))
    out.line(f"const int total = {total};")
    return count


def find_step(one: Plain, alternative: Alternative, count: int) -> None:
    """Write what finds the step with number ``k``: its cell by halving, then the step itself."""
    out, width = one.out, one.width(alternative.stages[0].over)
    out.line("int v0 = 0;")
    halves = max(1, (width - 1).bit_length())
    out.line(f"#pragma GCC unroll {halves}")
    with out.block(f"for (int half = {1 << halves - 1}; half; half >>= 1)"):
        out.line("const uint64_t low = ((UINT64_C(1) << half) - 1) << v0;")
        out.line(f"const int n = {' + '.join(f'popcount64(may{i} & low)' for i in range(count))};")
        out.line("const int behind = -(k >= n);")
        out.line("k -= n & behind; v0 += half & behind;")
    stage = allowed(alternative.stages[1])
    with one.chosen(alternative, 1):
        last = one.expressions.held(stage.over, "last")
    out.line(f"{one.storage.place(alternative.stages[0].slot)} = v0;")
    out.line(f"{one.storage.place(stage.slot)} = {sets.select(one.width(stage.over), last, 'k')};")
