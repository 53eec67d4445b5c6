"""The parts of syntax nodes, for passes that look at everything."""

from collections.abc import Iterator
from typing import assert_never

from interpreter.syntax import nodes as n


def children(expr: n.Expr) -> Iterator[n.Expr]:
    """The expressions directly inside one."""
    match expr:
        case n.Int() | n.Word() | n.Name():
            return
        case n.Read(args=args):
            yield from args
        case n.SetOf(items=items):
            yield from items
        case n.SpanOf(low=low, high=high):
            yield from (low, high)
        case n.Of(count=count, thing=thing):
            yield from (count, thing)
        case (
            n.Arith(left=left, right=right)
            | n.Logic(left=left, right=right)
            | n.Compare(left=left, right=right)
        ):
            yield from (left, right)
        case n.Not(inner=inner) | n.Negative(inner=inner):
            yield inner
        case n.In(item=item, of=of):
            yield from (item, of)
        case n.IsEmpty(of=of) | n.EndOf(of=of):
            yield of
        case n.IfElse(test=test, then=then, other=other):
            yield from (test, then, other)
        case n.Quantified(overs=overs, has=has):
            yield from _some(*_of_overs(overs), has)
        case n.Pick(over=over, where=where, by=by, otherwise=otherwise):
            yield from _some(over, where, *_of_order(by), otherwise)
        case n.Fold(value=value, overs=overs, otherwise=otherwise):
            yield from _some(*_of_overs(overs), value, otherwise)
        case n.Group(of=of, spaces=spaces, step=step):
            yield from (of, spaces, step.near)
        case n.Ways(start=start, step=step, through=through):
            yield from (start, step.near)
            for one in through:
                yield from _some(one.most, one.spaces)
        case n.Cheapest(start=start, to=to, step=step, price=price, toll=toll):
            yield from _some(start, to, step.near, price, toll.near if toll is not None else None)
        case _:
            assert_never(expr)


def everything(expr: n.Expr) -> Iterator[n.Expr]:
    """An expression and all that is inside it."""
    yield expr
    for child in children(expr):
        yield from everything(child)


def of_line(line: n.Line) -> Iterator[n.Expr]:
    """The expressions directly in an effect."""
    call = line.call.args if line.call is not None else ()
    overs = _of_overs(line.overs) if line.overs is not None else ()
    yield from _some(line.what, line.source, line.target, line.value, *call, *overs)


def of_overs(overs: n.Overs) -> Iterator[n.Expr]:
    """What bound names run over, and the condition."""
    yield from _some(*_of_overs(overs))


def of_order(order: n.Order | None) -> Iterator[n.Expr]:
    """The keys of an order."""
    yield from _some(*_of_order(order))


def lines(block: n.Block) -> Iterator[n.Line]:
    """All effect lines of a block, at any depth, in order."""
    for statement in block.statements:
        match statement:
            case n.Line():
                yield statement
                if statement.otherwise is not None:
                    yield statement.otherwise
            case n.IfBlock(cases=cases, otherwise=otherwise):
                for _, body in cases:
                    yield from lines(body)
                if otherwise is not None:
                    yield from lines(otherwise)
            case n.ForBlock(body=body):
                yield from lines(body)


def feet(block: n.Block) -> Iterator[n.Foot]:
    """All footnotes of a block, at any depth."""
    for statement in block.statements:
        match statement:
            case n.Line(verb=verb, foot=foot):
                if foot is not None and verb != "award":  # the footnote of a rank stands with the rank
                    yield foot
            case n.IfBlock(cases=cases, otherwise=otherwise, foots=foots):
                yield from foots
                for _, body in cases:
                    yield from feet(body)
                if otherwise is not None:
                    yield from feet(otherwise)
            case n.ForBlock(body=body, foot=foot):
                if foot is not None:
                    yield foot
                yield from feet(body)


def _of_overs(overs: n.Overs) -> tuple[n.Expr | None, ...]:
    return (*(bind.over for bind in overs.binds), overs.where)


def _of_order(order: n.Order | None) -> tuple[n.Expr | None, ...]:
    if order is None:
        return ()
    return (*(key.value for key in order.keys), order.start)


def _some(*exprs: n.Expr | None) -> Iterator[n.Expr]:
    for expr in exprs:
        if expr is not None:
            yield expr
