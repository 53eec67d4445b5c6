"""The parts of a condition that are told with their values: by `why`, and where an invariant fails."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from interpreter.check.kinds import BagOf, Flag, Kind, MapOf, Maybe, Member, SetOf, run_over
from interpreter.check.world import Builtin, Column, Component, Option, Term, Var
from interpreter.core import fold, ir
from interpreter.syntax import nodes as n
from interpreter.syntax.unparse import unparse

if TYPE_CHECKING:
    from interpreter.core.lower_loops import LowerLoops

MOST = 8

Part = n.Name | n.Read | n.Fold | n.Quantified
Around = Callable[[Callable[[], ir.Expr]], ir.Expr]
"""Lowers an expression by itself, with what it needs computed around it."""


def shows_of(lower: "LowerLoops", condition: n.Expr, written: n.Expr | None = None) -> tuple[ir.Shown, ...]:
    """The words read in a condition that can be computed outside its bound names, each once. Of ``every``
    and ``no`` the first member that breaks it is shown, with what is read of it. Where the condition is what
    a limit comes to after an action, the words are those that are ``written``, with their values afterwards.
    """
    found: dict[str, ir.Shown] = {}
    if written is not None:
        for node, value in _afterwards(written, condition):
            _add_afterwards(lower, node, value, found)
        return tuple(found.values())[:MOST]
    for node in _outer(condition):
        if isinstance(node, n.Quantified) and node.word in {"every", "no"}:
            _of_every(lower, node, found)
        else:
            _add(lower, node, lower.wrapped, None, found)
    return tuple(found.values())[:MOST]


def acts_for(lower: "LowerLoops", var: Var) -> ir.Shown:
    """What a player acts for, by its name in the rules."""
    return ir.Shown((var.name,), (), (), lower.env[var], _domain(lower, var.kind), False)


def _add(
    lower: "LowerLoops", node: Part, around: Around, when: ir.Expr | None, found: dict[str, ir.Shown]
) -> None:
    text = node.name if isinstance(node, n.Name) else " ".join(node.span.text.split())
    if node in lower.world.promised:
        text = unparse(node)  # in a cost it stands for the sentence that names it
    if text in found or not _is_told(lower, node):
        return
    kind = lower.kind(node)
    if isinstance(kind, MapOf | BagOf) or (isinstance(kind, SetOf) and kind.of is None):
        return
    pieces, args, domains = _text(lower, node, around)
    value = around(lambda: lower.value(node))
    domain = _domain(lower, kind)
    found[text] = ir.Shown(pieces, args, domains, value, domain, isinstance(kind, SetOf), when)


def _is_told(lower: "LowerLoops", node: Part) -> bool:
    """Whether a part says more than its text does."""
    if isinstance(node, n.Fold | n.Quantified):
        return True
    ref = lower.world.refs.get(node)
    if isinstance(ref, Builtin):
        return ref.name in {"size", "promised"}
    return isinstance(ref, Component | Column | Term | Option | Var)


def _of_every(lower: "LowerLoops", node: n.Quantified, found: dict[str, ir.Shown]) -> None:
    """The first member for which ``every … has`` fails, or that ``no … where`` finds."""
    bind, tested = node.overs.binds[0], node.has if node.word == "every" else node.overs.where
    if len(node.overs.binds) > 1:
        return
    var = lower.world.vars_of[bind]
    single = run_over(lower.kind(bind.over))

    def breaking(slot: int) -> ir.Expr:
        over, domain = lower.over(bind.over)
        test = fold.TRUE if node.overs.where is None else lower.value(node.overs.where)
        if node.has is not None:
            test = fold.and_(test, fold.not_(lower.value(node.has)))
        return fold.filter_(slot, over, test, lower.width(domain))

    def around(make: Callable[[], ir.Expr]) -> ir.Expr:
        with lower.bound(var, single) as slot:
            return lower.wrapped(lambda: ir.Let(slot, ir.Lowest(breaking(slot), ir.Const(0)), make()))

    with lower.bound(var, single) as slot:
        there = lower.wrapped(lambda: fold.not_(ir.Empty(breaking(slot))))
    member = around(lambda: lower.env[var])
    found[bind.name] = ir.Shown((bind.name,), (), (), member, _domain(lower, single), False, there)
    for part in _outer(tested) if tested is not None else ():
        if not (isinstance(part, n.Name) and lower.world.refs.get(part) is var):
            _add(lower, part, around, there, found)


def _outer(expr: n.Expr) -> Iterator[Part]:
    """Names, reads and sums that stand under no bound name."""
    match expr:
        case n.Name() | n.Read():
            yield expr
        case n.Quantified(word="count" | "every" | "no") | n.Fold(word="sum" | "highest" | "lowest"):
            yield expr
        case _:
            for part in _inner(expr):
                yield from _outer(part)


def _inner(expr: n.Expr) -> tuple[n.Expr, ...]:
    """The phrases of which a phrase is made, where they stand under no bound name."""
    match expr:
        case (
            n.Logic(left=left, right=right)
            | n.Compare(left=left, right=right)
            | n.Arith(left=left, right=right)
        ):
            return left, right
        case n.Not(inner=inner) | n.Negative(inner=inner):
            return (inner,)
        case n.In(item=item, of=of):
            return item, of
        case n.IsEmpty(of=of):
            return (of,)
        case n.IfElse(test=test, then=then, other=other):
            return test, then, other
        case _:
            return ()


def _afterwards(written: n.Expr, derived: n.Expr) -> Iterator[tuple[Part, n.Expr]]:
    """The outer parts of a limit, each with what it comes to after an action."""
    if next(_outer(written), None) is written:
        yield written, derived
    elif type(written) is type(derived):
        for one, other in zip(_inner(written), _inner(derived), strict=True):
            yield from _afterwards(one, other)


def _add_afterwards(lower: "LowerLoops", node: Part, value: n.Expr, found: dict[str, ir.Shown]) -> None:
    kind = lower.kind(value)
    if not _is_told(lower, node) or isinstance(kind, MapOf | BagOf | SetOf):
        return
    pieces, args, domains = _text(lower, node, lower.wrapped)
    if unparse(node) != unparse(value):
        pieces = ("afterwards ", *pieces)
    made = lower.wrapped(lambda: lower.value(value))
    found[unparse(node)] = ir.Shown(pieces, args, domains, made, _domain(lower, kind), False, None)


def _text(
    lower: "LowerLoops", node: Part, around: Around
) -> tuple[tuple[str | int, ...], tuple[ir.Expr, ...], tuple[int, ...]]:
    """The text of a part, with the values that stand in it."""
    if isinstance(node, n.Name):
        return (node.name,), (), ()
    if not isinstance(node, n.Read):
        return (" ".join(node.span.text.split()),), (), ()
    if node in lower.world.promised:
        pieces, inner, kinds = _text(lower, node.args[0], around)  # type: ignore[arg-type]
        return (f"{node.name}(", *pieces, ")"), inner, kinds
    text: list[str | int] = [f"{node.name}("]
    args: list[ir.Expr] = []
    domains: list[int] = []
    for position, arg in enumerate(node.args):
        if position:
            text.append(", ")
        own = lower.kind(arg)
        if isinstance(own, SetOf | BagOf | MapOf):
            text.append(" ".join(arg.span.text.split()))
            continue
        text.append(len(args))
        args.append(around(lambda arg=arg: lower.value(arg)))  # type: ignore[misc]
        domains.append(_domain(lower, own))
    return (*text, ")"), tuple(args), tuple(domains)


def _domain(lower: "LowerLoops", kind: Kind) -> int:
    """The domain that prints a value; -1 for a number, which prints as itself."""
    if isinstance(kind, SetOf):
        return -1 if kind.of is None else lower.instance.domain(kind.of)
    single = kind.of if isinstance(kind, Maybe) else kind
    return lower.instance.domain(single) if isinstance(single, Member | Flag) else -1
