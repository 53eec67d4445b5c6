"""The blocks of a program as one C function with a label for each, and its draws."""

from typing import TYPE_CHECKING

from interpreter.backends.c import sets
from interpreter.backends.c.apart import used, variables
from interpreter.backends.c.cells import cells_held
from interpreter.core.ir import Branch, Choose, Decision, Draw, DrawBag, End, Go, Read, Together
from interpreter.engine.budget import MAX_UNITS, charges

if TYPE_CHECKING:
    from interpreter.backends.c.source import Unit


def write_lots(unit: "Unit") -> None:
    """A function for each draw: it writes the outcome into its slot."""
    for number, block in enumerate(unit.program.blocks):
        if isinstance(block.end, Draw | DrawBag):
            unit.statements.remark(block.end.place)
            with unit.out.block(f"static void lot{number}(Context *c, State *g, uint64_t *rng)"):
                unit.out.line("(void)c;")
                if isinstance(block.end, Draw):
                    _draw(unit, block.end)
                else:
                    _draw_bag(unit, block.end)


def _draw(unit: "Unit", end: Draw) -> None:
    width = unit.ranges.width(end.over)
    over = unit.expressions.held(end.over, "over")
    unit.out.line(f"const int n = {sets.size(width, over)};")
    unit.out.line(f"if (UNLIKELY(!n)) fail(c, NO_DRAW, {end.place}, 0, 0, 0, 0);")
    drawn = sets.select(width, over, "below(rng, n)")
    unit.out.line(f"{unit.storage.place(end.slot)} = {drawn};")


def _draw_bag(unit: "Unit", end: DrawBag) -> None:
    out, group = unit.out, unit.storage.group(end.base)
    room = group.base + group.count - end.base - end.size + 1
    out.line(f"const int offset = {unit.expressions.index(end.offset, room)};")
    among = unit.expressions.held(end.among, "among") if end.among is not None else ""
    weight = unit.storage.element(end.base, "(offset + i)")
    kinds = unit.out.fresh("kinds")
    kept = cells_held(unit.expressions, end)
    if kept is not None:
        out.line(f"const uint64_t {kinds} = {sets.inter(end.size, kept, among) if among else kept};")
    else:
        out.line(f"{sets.set_type(end.size)} {kinds} = {sets.nothing(end.size)};")
        with out.block(f"for (int i = 0; i < {end.size}; i++)"):
            test = f"{sets.has(end.size, among, 'i')} && " if among else ""
            out.line(f"if ({test}{weight} > 0) {sets.add(end.size, kinds, 'i')}")
    empty = sets.is_empty(end.size, kinds)
    out.line(f"if (UNLIKELY({empty})) fail(c, NO_DRAW, {end.place}, 0, 0, 0, 0);")
    out.line("int64_t total = 0;")
    with sets.each(out, end.size, kinds, "i"):
        out.line(f"total += {weight};")
    out.line(f"int drawn = {sets.lowest(end.size, kinds)};")
    with out.block(f"if ({sets.size(end.size, kinds)} > 1)"):
        out.line("int64_t k = below(rng, total);")
        with sets.each(out, end.size, kinds, "i"):
            out.line("if (k < 0) break;")
            out.line("drawn = i;")
            out.line(f"k -= {weight};")
    out.line(f"{unit.storage.place(end.slot)} = drawn;")


def write_run(unit: "Unit", apart: frozenset[int]) -> None:
    """The function that runs blocks: to the next stop, or while ``c->playing`` to the end of the game.

    The blocks ``apart`` are functions of their own.
    """
    program, out = unit.program, unit.out
    out.comment("Run from a block to the next stop and give its block; a game that is played out ends at -1.")
    with out.block("static int run(Context *c, State *g, int at)"):
        out.line("uint64_t rng = c->rng;")
        out.line("int64_t spent = c->spent, moves = c->moves, choices = c->choices, staged = c->staged;")
        out.line("const int playing = c->playing;")
        start = out.mark()
        _jumps(unit)
        costs = charges(unit.original)
        for number in range(len(program.blocks)):
            _block(unit, number, costs[number], number in apart)
        rest = out.cut(start)
        variables(unit, used(unit, rest) if apart else unit.storage.scratch)
        out.restore(rest)
        for number, decision in enumerate(program.decisions):
            _decision(unit, number, decision)
        out.label("stop")
        out.line("c->rng = rng; c->spent = spent;")
        out.line("c->moves = moves; c->choices = choices; c->staged = staged;")
        out.line("return at;")
    out.line()


def _jumps(unit: "Unit") -> None:
    with unit.out.block("switch (at)"):
        for number in sorted(_entries(unit)):
            unit.out.line(f"case {number}: goto b{number};")
        unit.out.line("default: goto stop;")


def _entries(unit: "Unit") -> set[int]:
    """The blocks at which a caller can begin."""
    program = unit.program
    found = {program.entry, program.begin}
    for decision in program.decisions:
        found.update(one.block for one in decision.alternatives)
        found |= {decision.stuck} - {-1}
    found.update(block.end.block for block in program.blocks if isinstance(block.end, Draw | DrawBag))
    return found


def _block(unit: "Unit", number: int, cost: int, is_apart: bool) -> None:
    out, block = unit.out, unit.program.blocks[number]
    out.label(f"b{number}")
    out.line(f"spent += {cost};")
    out.line(f"if (UNLIKELY(spent > {MAX_UNITS})) fail(c, BUDGET, -1, {MAX_UNITS}, 0, 0, 0);")
    with out.block(""):
        done = f"part{number}(c, g)"
        end = block.end
        if not is_apart:
            unit.statements.body(block.body)
        elif not isinstance(end, Branch):
            out.line(f"{done};")
        match end:
            case Go(way):
                out.line(f"goto b{way};")
            case Branch(test, yes, no):
                text = done if is_apart else unit.expressions.test(test)
                out.line(f"if ({text}) goto b{yes};")
                out.line(f"goto b{no};")
            case Choose(decision):
                out.line(f"at = {number};")
                out.line(f"goto decision{decision};")
            case Draw() | DrawBag():
                out.line(f"if (UNLIKELY(!playing)) {{ at = {number}; goto stop; }}")
                with out.block(""):
                    out.line("uint64_t stream = rng;")
                    out.line(f"lot{number}(c, g, &stream);")
                    out.line("rng = stream;")
                out.line(f"goto b{end.block};")
            case End():
                out.line(f"at = playing ? -1 : {number};")
                out.line("goto stop;")


def _decision(unit: "Unit", number: int, decision: Decision) -> None:
    out = unit.out
    used = any(isinstance(b.end, Choose) and b.end.decision == number for b in unit.program.blocks)
    if not used:
        return
    unit.out.comment(decision.name)
    out.label(f"decision{number}")
    out.line("if (UNLIKELY(!playing)) goto stop;")
    with out.block(""):
        if not unit.is_large:
            out.line(f"Shared{number} d;")
        if isinstance(decision, Together):
            _together(unit, number, decision)
            return_to = None
        else:
            return_to = decision
            _alone(unit, number, decision)
    if return_to is not None:
        out.label(f"stuck{number}")
        if decision.stuck >= 0:
            out.line(f"goto b{decision.stuck};")
        else:
            out.line(f"fail(c, STUCK, {decision.place}, {number}, 0, 0, 0);")


def _alone(unit: "Unit", number: int, decision: Decision) -> None:
    out = unit.out
    _prepare(unit, number)
    with out.block("if (UNLIKELY(moves >= LONGEST))"):
        out.line(f"if (!{_any(unit, number)}) goto stuck{number};")
        out.line("c->unfinished = 1;")
        out.line("goto stop;")
    out.line("int several = 0, small = 0;")
    out.line("uint64_t stream = rng;")
    out.line(f"const int a = {_draw_move(unit, number)};")
    out.line("rng = stream;")
    out.line(f"if (UNLIKELY(a < 0)) goto stuck{number};")
    out.line("moves++; choices += several; staged += several & small; spent = 0;")
    with out.block("switch (a)"):
        for index, alternative in enumerate(decision.alternatives):
            action = unit.actions.index(alternative.action)
            out.comment(alternative.action)
            out.line(f"case {index}: count_action(c, {action}); goto b{alternative.block};")
    out.line(f"goto stuck{number};")


def _prepare(unit: "Unit", number: int) -> None:
    if not unit.is_large:
        unit.out.line(f"prepare{number}(c, g, &d);")


def _any(unit: "Unit", number: int) -> str:
    """The condition that there is a move."""
    return f"any{number}(c, g)" if unit.is_large else f"anything{number}(c, g, &d)"


def _draw_move(unit: "Unit", number: int) -> str:
    """The draw of a move."""
    if unit.is_large:
        return f"decide{number}(c, g, &stream, &several, &small)"
    return f"draw{number}(c, g, &d, &stream, &several, &small)"


def _together(unit: "Unit", number: int, decision: Together) -> None:
    out, storage = unit.out, unit.storage
    out.line("const int goes_on = moves < LONGEST;")
    out.line("int taken = 0;")
    asked = unit.expressions.set(Read(decision.asked))
    actions = ", ".join(str(unit.actions.index(one.action)) for one in decision.alternatives)
    out.line(f"static const int actions[] = {{{actions}}};")
    with sets.each(out, storage.group(decision.asked).width, asked, "p"):
        out.line(f"take_up{number}(g, p);")
        _prepare(unit, number)
        with out.block("if (!goes_on)"):
            out.line(f"if (!{_any(unit, number)}) fail(c, STUCK, {decision.place}, {number}, 0, 0, 0);")
            out.line(f"tidy{number}(g);")
            out.line("continue;")
        out.line("int several = 0, small = 0;")
        out.line("uint64_t stream = rng;")
        out.line(f"const int a = {_draw_move(unit, number)};")
        out.line("rng = stream;")
        out.line(f"if (a < 0) fail(c, STUCK, {decision.place}, {number}, 0, 0, 0);")
        out.line(f"put_down{number}(g, p, a);")
        out.line("staged += several & small; choices++; taken++;")
        out.line("count_action(c, actions[a]);")
    out.line("if (!taken) { c->unfinished = 1; goto stop; }")
    out.line("moves += taken; spent = 0;")
    out.line(f"goto b{decision.alternatives[0].block};")
