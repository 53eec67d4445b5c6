"""What is known of claims: where each claims one thing at most, whose claim it is tells which thing it is."""

from collections.abc import Iterator

from interpreter.check.world import Term, Var, World
from interpreter.syntax import nodes as n
from interpreter.syntax import walk
from interpreter.syntax.claims import CLAIMANTS, OTHERS, TIED


def note_things(world: World, loop: n.ForBlock, things: tuple[Var, ...]) -> None:
    """Note of the names of those who stand first or behind which things they tell.

    ``by: p in Player where aim(p) = q`` is the proof that a player claims one place, so what is written at a
    place of the winner is written by this claim alone. A condition that all ranks have proves it as well.
    """
    told = tuple(thing for thing in things if _is_told(world, loop, thing, things))
    if not told:
        return
    sets = set()
    for line in _lets(loop.body):
        if line.name in {TIED, OTHERS}:
            sets.add(world.vars_of[line])
    for var in sets:
        world.tells[var] = told
    for statement in loop.body.statements:
        if isinstance(statement, n.IfBlock):
            for _, body in statement.cases:
                _note_inside(world, body, sets, told)


def claimant_of(loop: n.ForBlock) -> str:
    """The name of whoever claims."""
    for line in _lets(loop.body):
        if isinstance(line.value, n.Quantified):
            return line.value.overs.binds[0].name
    return ""


def _note_inside(world: World, block: n.Block, sets: set[Var], told: tuple[Var, ...]) -> None:
    """The winner, and the names that run over those who are tied or came behind."""
    for statement in block.statements:
        match statement:
            case n.Line(verb="let", value=n.Pick(is_sure=True)):
                world.tells[world.vars_of[statement]] = told
            case n.IfBlock(cases=cases, otherwise=otherwise):
                for _, body in cases:
                    _note_inside(world, body, sets, told)
                if otherwise is not None:
                    _note_inside(world, otherwise, sets, told)
            case n.ForBlock(overs=overs, body=body):
                for bind in overs.binds:
                    if world.refs.get(bind.over) in sets:
                        world.tells[world.vars_of[bind]] = told
                _note_inside(world, body, sets, told)
            case _:
                pass


def _is_told(world: World, loop: n.ForBlock, thing: Var, things: tuple[Var, ...]) -> bool:
    """Whether a condition of all claimants says that something of theirs is just this thing."""
    claimants: list[bool] = []
    ranks: list[bool] = []
    for line in _lets(loop.body):
        if isinstance(line.value, n.Quantified):
            where = line.value.overs.where
            holds = where is not None and _equates(world, where, thing, things)
            (claimants if line.name == CLAIMANTS else ranks).append(holds)
    return all(claimants) or (bool(ranks) and all(ranks))


def _equates(
    world: World, test: n.Expr, thing: Var, things: tuple[Var, ...], seen: tuple[Term, ...] = ()
) -> bool:
    """Whether a condition says so; ``seen`` are the terms in which it stands, none of which is opened again:
    one that reads itself is told elsewhere.
    """
    match test:
        case n.Logic(op="and", left=left, right=right):
            return any(_equates(world, side, thing, things, seen) for side in (left, right))
        case n.Compare(op="=", left=left, right=right):
            for one, other in ((left, right), (right, left)):
                if world.refs.get(one) is thing and not _reads(world, other, things):
                    return True
            return False
        case n.Name() | n.Read():
            term = world.refs.get(test)
            if not isinstance(term, Term) or term in seen:
                return False
            return _in_term(world, term, test, thing, things, (*seen, term))
        case _:
            return False


def _in_term(
    world: World,
    term: Term,
    node: n.Name | n.Read,
    thing: Var,
    things: tuple[Var, ...],
    seen: tuple[Term, ...],
) -> bool:
    """The same of a word that is handed the thing: its parameters stand for what they are given."""
    args = node.args if isinstance(node, n.Read) else ()
    given = tuple(zip(term.params, args, strict=False))
    inside = tuple(param for param, arg in given if _reads(world, arg, things))
    phrase = term.decl.phrase.expr
    return any(
        world.refs.get(arg) is thing and _equates(world, phrase, param, inside, seen) for param, arg in given
    )


def _reads(world: World, expr: n.Expr, things: tuple[Var, ...]) -> bool:
    return any(world.refs.get(part) in things for part in walk.everything(expr))


def _lets(block: n.Block) -> Iterator[n.Line]:
    for statement in block.statements:
        if isinstance(statement, n.Line) and statement.verb == "let":
            yield statement
