"""A whole program as the source of one Python module.

Nothing of a ruleset's text gets into it but the names of actions, in comments. Tables are given to it by name
when it runs: ``T3`` is table 3, ``M3`` the members of its sets.
"""

from interpreter.backends.python.blocks import Blocks
from interpreter.backends.python.chance import draw, ranking
from interpreter.backends.python.decisions import decide, is_plain
from interpreter.backends.python.scope import Facts
from interpreter.backends.python.views import Views
from interpreter.core import ir


def source(program: ir.Program, facts: Facts | None = None) -> str:
    """The module that runs the blocks, plain decisions, draws and ranking keys of a program."""
    facts = facts or Facts(program)
    text = _written(program, facts)
    if facts.views.is_any or not (facts.wished_rows or facts.wished_cells):
        return text
    facts.views = Views(program, facts.wished_rows, facts.wished_sets, facts.wished_cells)
    return _written(program, facts)


def _written(program: ir.Program, facts: Facts) -> str:
    blocks = Blocks(program, facts)
    lines = blocks.functions()
    for number, decision in enumerate(program.decisions):
        if is_plain(decision):
            lines += decide(program, facts, number)
    for block, found in enumerate(program.blocks):
        if isinstance(found.end, ir.Draw | ir.DrawBag):
            lines += draw(program, facts, block)
    lines += ranking(program, facts)
    lines += facts.views.functions()
    heads = ", ".join(f"{head}: block_{head}" for head in sorted(blocks.heads))
    return "\n".join([*lines, f"BLOCKS = {{{heads}}}", ""])


def tables(program: ir.Program) -> dict[str, object]:
    """The names of the tables that a module reads."""
    from interpreter.engine.members import members

    found: dict[str, object] = {}
    for number, table in enumerate(program.tables):
        found[f"T{number}"] = table.values
        if table.width:
            found[f"M{number}"] = tuple(members(bits) for bits in table.values)
    return found
