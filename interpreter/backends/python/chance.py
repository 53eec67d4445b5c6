"""Draws as functions, and the keys of the ranking."""

from interpreter.backends.python import expressions, loops
from interpreter.backends.python.scope import Facts, Scope, bare
from interpreter.core import ir


def draw(program: ir.Program, facts: Facts, block: int) -> list[str]:
    """The lines of ``draw_N(s, rng)``, which draws into the slot and gives the generator afterwards."""
    scope = Scope(program, facts)
    line, end = scope.writer.line, program.blocks[block].end
    if isinstance(end, ir.Draw):
        line(f"found = {loops.members(scope, end.over)}")
        line("if not found:")
        line("    raise Failed")
        line("rng, k = below(rng, len(found))")
        line(f"s[{end.slot}] = found[k]")
        line("return rng")
    elif isinstance(end, ir.DrawBag):
        _bag(scope, end)
    return [f"def draw_{block}(s, rng):", *scope.writer.text(), ""]


def _bag(scope: Scope, end: ir.DrawBag) -> None:
    line = scope.writer.line
    group = scope.bounds.group(end.base)
    room = group.base + group.count - end.base - end.size + 1 if group else 1
    line(f"first = {end.base} + {expressions.checked_index(scope, end.offset, room)}")
    if end.among is None:
        line(f"counts = s[first:first + {end.size}]")
        line("weights = [(i, n) for i, n in enumerate(counts) if n > 0]")
    else:
        line(f"among = {loops.members(scope, end.among)}")
        line("weights = [(i, s[first + i]) for i in among if s[first + i] > 0]")
    line("if not weights:")
    line("    raise Failed")
    line("if len(weights) > 1:")
    line("    rng, k = below(rng, sum([n for _, n in weights]))")
    line("else:")
    line("    k = 0")
    line("for item, weight in weights:")
    line("    if k < weight:")
    line("        break")
    line("    k -= weight")
    line(f"s[{end.slot}] = item")
    line("return rng")


def ranking(program: ir.Program, facts: Facts) -> list[str]:
    """The lines of ``keys(s, p)``, the values of a player's keys; none where there is no ranking."""
    found = program.ranking
    if found is None:
        return []
    scope = Scope(program, facts)
    scope.names[found.var] = "p"
    with scope.bounds.knowing(found.var, (0, program.players - 1)):
        texts = [f"int({bare(expressions.value(scope, key.value))}), " for key in found.keys]
        scope.writer.line(f"return ({''.join(texts).rstrip()})")
    return ["def keys(s, p):", *scope.writer.text(), ""]
