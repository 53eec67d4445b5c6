"""Kinds that are parts of others: ``s in Space where terrain(s) != water``."""

from typing import TYPE_CHECKING

from interpreter.check import findings as f
from interpreter.check import kind_findings as kf
from interpreter.check.infer import Infer
from interpreter.check.kinds import Member
from interpreter.check.world import PLAYER, Domain, Var
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r

if TYPE_CHECKING:
    from interpreter.check.made import Made


def make_part(made: "Made", decl: r.KindDecl) -> None:
    """Make such a kind: the members of the whole for which a condition on printed things holds.

    It is numbered as the whole, so that a member of the one is the same number in the other, and sets of
    both are sets of one width.
    """
    world, line, name = made.world, decl.line, decl.head.name
    assert line is not None and line.part_of is not None and line.where is not None
    bind, over = line.part_of, line.part_of.over
    assert isinstance(over, n.Name)
    whole = made.names.single(n.KindName(over.name, over.span))
    if whole is None:
        made.names.broken.add(name)
        world.domains[name] = Domain(name, ("_",), None, "records")
        return
    if not isinstance(whole, Member) or whole == PLAYER:
        made.found.append(kf.no_parts(over.name, over.span))
        return
    before = len(made.found)
    made.prepare(decl, line.where)
    if len(made.found) > before:
        return
    infer = Infer(world, made.found)
    with infer.inner():
        var = infer.bind(Var(bind.name, whole, "bound", bind.span))
        infer.condition(line.where)
    every = ((index,) for index in world.indices(whole))
    kept = made.tested(decl, line.where, [var], every, before)
    if kept is None:
        return
    if not any(index < world.always(whole) for (index,) in kept):
        made.found.append(f.bad_kind_size(name, 0, decl.head.span))
        return
    there = {index for (index,) in kept}
    members = world.domains[whole.domain].members
    part = tuple(member if index in there else "" for index, member in enumerate(members))
    playing = world.domains[whole.domain].playing
    world.domains[name] = Domain(name, part, decl.head.span, "part", whole.domain, playing)
