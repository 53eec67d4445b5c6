"""From Lark trees to the syntax tree: sentences, types and effects."""

from collections.abc import Callable
from typing import Any, cast

from interpreter.syntax import nodes as n
from interpreter.syntax.build_expr import Builder

# -- sentences ------------------------------------------------------------------------------------


def phrase(b: Builder, tree: Any) -> n.Phrase:
    """``occupied - villages [R12]``."""
    expr, foot = tree.children
    return n.Phrase(b.expr(expr), b.foot(foot), b.span(tree))


def text_part(b: Builder, tree: Any) -> n.Expr:
    """The inside of braces in a `says` text."""
    return b.expr(tree.children[0])


def requirement(b: Builder, tree: Any) -> n.Requirement:
    """``c``, or ``c if d``."""
    if str(tree.data) == "required_if":
        that, when, foot = tree.children
        return n.Requirement(b.expr(that), b.expr(when), b.foot(foot), b.span(tree))
    that, foot = tree.children
    return n.Requirement(b.expr(that), None, b.foot(foot), b.span(tree))


def stage_line(b: Builder, tree: Any) -> n.StageLine:
    """``camps``, ``Level or none per Branch``, ``any of S``, ``some of S``."""
    value, seen, foot = tree.children
    form, per = "one", None
    match str(value.data):
        case "stage_each":
            value, name = value.children
            per = str(name)
        case "stage_any":
            form, value = "any", value.children[0]
        case "stage_some":
            form, value = "some", value.children[0]
        case _:
            pass
    return n.StageLine(cast(Any, form), b.expr(value), per, b.maybe(seen), b.foot(foot), b.span(tree))


def who_line(b: Builder, tree: Any) -> n.Who:
    """``each clockwise from starter skipping out(me)``."""
    form = str(tree.data).removeprefix("who_")
    start = order = skipping = name = None
    match tree.children:
        case [value, bound, listed, skip, foot]:
            start, order, skipping = b.expr(value), str(listed), skip
            name = n.Name(str(bound), b.span(bound))
        case [value, foot] if form == "one":
            start = b.expr(value)
        case [skip, foot]:
            skipping = skip
        case [value, skip, foot]:
            skipping = skip
            if form == "ordered":
                order = str(value)
            else:
                start = b.expr(value)
        case _:
            pass
    skipped = None if skipping is None else b.expr(skipping.children[0])
    return n.Who(cast(Any, form), start, order, skipped, b.foot(foot), b.span(tree), name)


def repeat_line(b: Builder, tree: Any) -> n.RepeatLine:
    """``3 times``, ``until C``, ``until the end``."""
    match str(tree.data):
        case "repeat_to_the_end":
            return n.RepeatLine("end", None, b.foot(tree.children[0]), b.span(tree))
        case data:
            value, foot = tree.children
            form = "times" if data == "repeat_times" else "until"
            return n.RepeatLine(cast(Any, form), b.expr(value), b.foot(foot), b.span(tree))


def call(b: Builder, tree: Any) -> n.Call:
    """``put_up(colour, space)``."""
    name, *args = tree.children
    given = tuple(b.expr(arg) for arg in args if arg is not None)
    return n.Call(str(name), given, b.span(tree), b.span(name))


def calls_line(b: Builder, tree: Any) -> n.Calls:
    """``move, nothing``."""
    *calls, foot = tree.children
    return n.Calls(tuple(call(b, one) for one in calls), b.foot(foot), b.span(tree))


def cost_line(b: Builder, tree: Any) -> n.CostLine:
    """``action(me, b, n) for each b in Branch``."""
    called, overs, foot = tree.children
    return n.CostLine(call(b, called), None if overs is None else b.overs(overs), b.foot(foot), b.span(tree))


def over_line(b: Builder, tree: Any) -> n.OrderLine:
    """``q in Province where free(q)``."""
    overs, foot = tree.children
    return n.OrderLine(b.overs(overs), None, b.foot(foot), b.span(tree))


def order_line(b: Builder, tree: Any) -> n.OrderLine:
    """``p in Player by lowest column(p), then never tied``."""
    overs, order, foot = tree.children
    return n.OrderLine(b.overs(overs), b.order(order), b.foot(foot), b.span(tree))


def rank_line(b: Builder, tree: Any) -> n.RankLine:
    """``highest score(p)``."""
    key, foot = tree.children
    return n.RankLine(b.key(key), b.foot(foot), b.span(tree))


_AMOUNTS = {
    "amount_less": "less",
    "amount_more": "more",
    "amount_floor": "at least",
    "amount_cap": "at most",
}


def amount_line(b: Builder, tree: Any) -> n.Amount:
    """``less resources(p, b) when c``."""
    amount, when, foot = tree.children
    form = _AMOUNTS.get(str(amount.data), "base")
    value = b.expr(amount) if form == "base" else b.expr(amount.children[0])
    return n.Amount(cast(Any, form), value, b.maybe(when), b.foot(foot), b.span(tree))


def rows_line(b: Builder, tree: Any) -> n.RowsChoice:
    """``epochs``, or ``epochs if c else others``."""
    if str(tree.data) == "rows_line":
        name, foot = tree.children
        return n.RowsChoice((), str(name), b.foot(foot), b.span(tree))
    name, test, other, foot = tree.children
    cases = [(b.expr(test), str(name))]
    while not isinstance(other, str):
        name, test, other = other.children
        cases.append((b.expr(test), str(name)))
    return n.RowsChoice(tuple(cases), str(other), b.foot(foot), b.span(tree))


def row_line(b: Builder, tree: Any) -> n.RowLine:
    """``2, 4, forest, plain``."""
    *values, foot = tree.children
    return n.RowLine(tuple(b.expr(value) for value in values), b.foot(foot), b.span(tree))


def longest_line(b: Builder, tree: Any) -> n.Phrase:
    """``140 decisions``."""
    number, foot = tree.children
    return n.Phrase(n.Int(int(number), b.span(number)), b.foot(foot), b.span(tree))


def grid_line(b: Builder, tree: Any) -> tuple[int, ...]:
    """``8 by 8``, or one number for a side."""
    return tuple(int(part) for part in tree.children if part is not None and str(part).isdigit())


# -- types ----------------------------------------------------------------------------------------


def _bound(b: Builder, tree: Any) -> n.Bound:
    token = tree.children[0]
    return n.Bound(str(token) if token.type == "NAME" else int(token), b.span(tree))


def kind(b: Builder, tree: Any) -> n.KindExpr:
    """``Colour``, ``0..12``, ``none``, ``set of Land``, ``bag of Colour up to 60``."""
    span = b.span(tree)
    match str(tree.data):
        case "kind_name":
            return n.KindName(str(tree.children[0]), span)
        case "kind_none":
            return n.KindNone(span)
        case "kind_range":
            low, high = tree.children
            return n.KindRange(_bound(b, low), _bound(b, high), span)
        case "kind_set":
            return n.KindOf("set", cast(Any, kind(b, tree.children[0])), None, span)
        case data:
            item, bound = tree.children
            form = "bag" if data == "kind_bag" else "list"
            limit = None if bound is None else _bound(b, bound)
            return n.KindOf(cast(Any, form), cast(Any, kind(b, item)), limit, span)


def _names(b: Builder, tree: Any) -> tuple[n.Name, ...]:
    return tuple(n.Name(str(token), b.span(token)) for token in tree.children)


def type_line(b: Builder, tree: Any) -> n.TypeLine:
    """``bag of Colour up to 60 per Land seen by owner = start``."""
    span = b.span(tree)
    match str(tree.data):
        case "type_names":
            names, _, start, foot = tree.children
            found = _names(b, names)
            return n.TypeLine(found, (), (), None, None, b.maybe(start), None, b.foot(foot), span)
        case "type_places":
            places, foot = tree.children
            return n.TypeLine((), (), (), None, None, None, b.expr(places), b.foot(foot), span)
        case _:
            pass
    shape, *per, seen, during, _, start, foot = tree.children
    return n.TypeLine(
        (),
        tuple(kind(b, part) for part in shape.children),
        tuple(n.Name(str(name), b.span(name)) for name in per if name is not None),
        None if seen is None else b.expr(seen.children[0]),
        None if during is None else n.Name(str(during), b.span(during)),
        b.maybe(start),
        None,
        b.foot(foot),
        span,
    )


def kind_line(b: Builder, tree: Any) -> n.KindLine:
    """``red, blue``, ``1..6``, ``Stone or none per Slot``, ``g in Good where c``."""
    span = b.span(tree)
    match str(tree.data):
        case "kind_of_names":
            names, foot = tree.children
            return n.KindLine(_names(b, names), (), (), None, None, b.foot(foot), span)
        case "kind_of_some":
            name, over, where, foot = tree.children
            bind = n.Bind(str(name), n.Name(str(over), b.span(over)), b.span(name))
            return n.KindLine((), (), (), bind, b.where(where), b.foot(foot), span)
        case _:
            pass
    shape, *per, foot = tree.children
    kinds = tuple(kind(b, part) for part in shape.children)
    keys = tuple(n.Name(str(name), b.span(name)) for name in per if name is not None)
    return n.KindLine((), kinds, keys, None, None, b.foot(foot), span)


def signature(b: Builder, tree: Any) -> n.Signature:
    """``crowd(t in Land)``."""
    name, *params = tree.children
    found = []
    for param in params:
        if param is not None:
            word, *kinds = param.children
            shape = tuple(kind(b, part) for part in kinds)
            found.append(n.Param(str(word), shape, b.span(param)))
    return n.Signature(str(name), tuple(found), b.span(tree), b.span(name))


# -- effects --------------------------------------------------------------------------------------


def do_block(b: Builder, tree: Any) -> n.Block:
    """The lines of a ``do``."""
    return n.Block(tuple(_statement(b, one) for one in tree.children), b.span(tree))


def _statement(b: Builder, tree: Any) -> n.Statement:
    match str(tree.data):
        case "line_statement":
            line, foot = tree.children
            return _line(b, line, foot)
        case "if_block":
            return _if_block(b, tree)
        case _:
            overs, order, foot, suite = tree.children
            return n.ForBlock(b.overs(overs), b.order(order), do_block(b, suite), b.foot(foot), b.span(tree))


def _if_block(b: Builder, tree: Any) -> n.IfBlock:
    test, foot, suite, *rest = tree.children
    cases = [(b.expr(test), do_block(b, suite))]
    feet = [b.foot(foot)]
    otherwise = None
    for part in rest:
        if part is None:
            continue
        if str(part.data) == "else_if":
            test, foot, suite = part.children
            cases.append((b.expr(test), do_block(b, suite)))
        else:
            foot, suite = part.children
            otherwise = do_block(b, suite)
        feet.append(b.foot(foot))
    found = tuple(one for one in feet if one is not None)
    return n.IfBlock(tuple(cases), otherwise, found, b.span(tree))


def _line(b: Builder, tree: Any, foot: Any = None) -> n.Line:
    verb = str(tree.data)
    if verb == "do_nothing":
        verb = "nothing"
    parts = _LINES[verb](b, tree)
    return n.Line(cast(Any, verb), b.span(tree), foot=b.foot(foot), **parts)


def _what(b: Builder, tree: Any) -> dict[str, Any]:
    match str(tree.data):
        case "up_to":
            return {"what": b.expr(tree.children[0]), "up_to": True}
        case "everything":
            return {"what": n.Word("everything", b.span(tree))}
        case _:
            return {"what": b.expr(tree)}


def _set(b: Builder, tree: Any) -> dict[str, Any]:
    target, value = tree.children
    return {"target": b.expr(target), "value": b.expr(value)}


def _add(b: Builder, tree: Any) -> dict[str, Any]:
    what, target = tree.children
    return {"what": b.expr(what), "target": b.expr(target)}


def _remove(b: Builder, tree: Any) -> dict[str, Any]:
    what, source = tree.children
    return {**_what(b, what), "source": b.expr(source)}


def _move(b: Builder, tree: Any) -> dict[str, Any]:
    what, source, target = tree.children
    return {**_what(b, what), "source": b.expr(source), "target": b.expr(target)}


def _deal(b: Builder, tree: Any) -> dict[str, Any]:
    what, target, overs = tree.children
    return {"what": b.expr(what), "target": b.expr(target), "overs": b.overs(overs)}


def _draw(b: Builder, tree: Any) -> dict[str, Any]:
    what, source, target, otherwise = tree.children
    other = None if otherwise is None else _line(b, otherwise.children[0])
    return {
        "what": b.expr(what),
        "source": b.expr(source),
        "target": b.expr(target),
        "otherwise": other,
    }


def _reveal(b: Builder, tree: Any) -> dict[str, Any]:
    what, to = tree.children
    return {"what": b.expr(what), "target": b.maybe(to)}


def _one(b: Builder, tree: Any) -> dict[str, Any]:
    return {"what": b.expr(tree.children[0])}


def _let(b: Builder, tree: Any) -> dict[str, Any]:
    name, _, value = tree.children
    return {"name": str(name), "value": b.expr(value)}


def _call(b: Builder, tree: Any) -> dict[str, Any]:
    return {"call": call(b, tree.children[0])}


def _finish(b: Builder, tree: Any) -> dict[str, Any]:
    return {"value": b.maybe(tree.children[0])}


def _bare(b: Builder, tree: Any) -> dict[str, Any]:
    return {}


_LINES: dict[str, Callable[[Builder, Any], dict[str, Any]]] = {
    "set": _set,
    "add": _add,
    "remove": _remove,
    "move": _move,
    "deal": _deal,
    "draw": _draw,
    "reveal": _reveal,
    "hide": _one,
    "shuffle": _one,
    "refill": _call,
    "let": _let,
    "run": _call,
    "finish": _finish,
    "stop": _bare,
    "collect": _one,
    "release": _one,
    "refund": _call,
    "nothing": _bare,
}
