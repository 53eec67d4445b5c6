"""``collect``, ``release`` and ``refund``, written out as effects on ledgers, places that pay and records."""

from typing import TYPE_CHECKING

from interpreter.check import cost_findings
from interpreter.check import findings as f
from interpreter.check import promise_findings as pf
from interpreter.check.kinds import BagOf, Kind, Maybe, Number, SetOf, fits
from interpreter.check.ledger import Ledger, place_names
from interpreter.check.transfer import Transfer, all_of, counted
from interpreter.check.world import PLAYER, One, Var
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.rewrite import Rewrite
from interpreter.text.span import Span

if TYPE_CHECKING:
    from interpreter.check.rules import Rules


def check_settling(rules: "Rules", line: n.Line) -> None:
    """``collect from S``, ``release S``: what they do, written out."""
    assert line.what is not None
    kind = rules.value(line.what, PLAYER)
    if not fits(kind, PLAYER) and not fits(kind, SetOf(PLAYER)):
        rules.found.append(f.no_player(kind, line.what.span))
        return
    if not rules.world.ledgers:
        if not any(action.promises for action in rules.world.ruleset.actions.values()):
            rules.found.append(pf.nothing_promised(f"that could be {line.verb}{_ED[line.verb]}", line.span))
        return
    who = line.what
    many = isinstance(kind, SetOf) or not isinstance(rules.world.refs.get(who), Var | One)
    statements = tuple(
        _settled(rules, ledger, line, who if not many or isinstance(kind, SetOf) else _just(who), many)
        for ledger in rules.world.ledgers.values()
        if ledger.cost.head.name not in rules.bad_costs
    )
    _write_out(rules, line, statements)


_ED = {"collect": "ed", "release": "d"}


def _just(player: n.Expr) -> n.Expr:
    return n.SetOf((player,), player.span)


def _settled(rules: "Rules", ledger: Ledger, line: n.Line, who: n.Expr, many: bool) -> n.Statement:
    """One cost's part: for each of the players and all else that its places are named by."""
    span, owner = line.span, ledger.component.name
    first, *rest = ledger.names
    names: dict[str, n.Expr] = {name: n.Name(f"{name} of {owner}", span) for name in ledger.names}
    kinds = dict(zip(ledger.names, ledger.component.keys, strict=True))
    binds = [n.Bind(f"{name} of {owner}", all_of(kinds[name], span), span) for name in rest]
    if many:
        binds.insert(0, n.Bind(f"{first} of {owner}", who, span))
    else:
        names[first] = who
    kept = ledger.place(tuple(names[name] for name in ledger.names), span)
    some: n.Expr = n.Compare(">", kept, n.Int(0, span), span)
    if isinstance(ledger.component.kind, BagOf):
        some = n.IsEmpty(kept, True, span)
    put = _putting(rules, ledger, names)
    collects = line.verb == "collect"
    inside = _taken(rules, ledger, line, kept, put) if collects else _dropped(rules, ledger, line, kept, put)
    body = n.Block(inside, span)
    if not binds:
        return n.IfBlock(((some, body),), None, (), span)
    listed = n.Order("by", (n.Key("listed", None, span),), None, None, span)
    return n.ForBlock(n.Overs(tuple(binds), some, span), listed, body, line.foot, span)


def _putting(rules: "Rules", ledger: Ledger, names: dict[str, n.Expr]) -> Rewrite:
    """What puts names into the places of a cost; `me` is the player who has promised."""
    names = {**names, "me": names[ledger.names[0]]}
    return Rewrite(names, ledger.component.name, lambda bag, read: counted(rules.world, bag, read))


def _taken(
    rules: "Rules", ledger: Ledger, line: n.Line, kept: n.Read, put: Rewrite
) -> tuple[n.Statement, ...]:
    kind = ledger.purse.kind
    assert isinstance(kind, Number | BagOf)
    source = put.expr(ledger.cost.source.expr)
    way = Transfer(rules, ledger.cost, put, ledger.component.name, line.span, line.foot)
    return way.of(kept, source, kind), _emptied(kept, line)


def _dropped(
    rules: "Rules", ledger: Ledger, line: n.Line, kept: n.Read, put: Rewrite
) -> tuple[n.Statement, ...]:
    record = ledger.cost.record
    if record is None:
        return (_emptied(kept, line),)
    return _emptied(kept, line), _blank(rules, ledger.purse.kind, put.expr(record.expr), line)


def _emptied(place: n.Read, line: n.Line) -> n.Line:
    return n.Line("remove", line.span, what=n.Word("everything", line.span), source=place, foot=line.foot)


def _blank(rules: "Rules", kind: Kind, record: n.Expr, line: n.Line) -> n.Line:
    """A record set back: to no things, to none where it may be none, else to 0."""
    component = rules.world.components.get(record.name) if isinstance(record, n.Name | n.Read) else None
    none: n.Expr = n.Word("nothing", line.span) if isinstance(kind, BagOf) else n.Int(0, line.span)
    if component is not None and isinstance(component.kind, Maybe):
        none = n.Word("none", line.span)
    return n.Line("set", line.span, target=record, value=none, foot=line.foot)


def check_refund(rules: "Rules", line: n.Line) -> None:
    """``refund action(p, b)``: what the record of a cost holds goes back, written out."""
    call, costs = line.call, rules.world.ruleset.costs
    assert call is not None
    cost = costs.get(call.name)
    if cost is None:
        rules.found.append(cost_findings.unknown_cost(call.name, call.name_span, costs))
        for arg in call.args:
            rules.expr(arg)
        return
    params = rules.params(cost.params)
    if len(call.args) > len(params):
        rules.arguments(call, params)
        return
    start = len(rules.found)
    rules.arguments(call, params[: len(call.args)])
    for param in params[len(call.args) :]:
        if param.name in place_names(cost):
            rules.found.append(pf.missing_argument(cost.head.name, param.name, call.span))
    if cost.record is None:
        rules.found.append(pf.no_record(cost.head.name, call.span))
    if len(rules.found) > start or cost.head.name in rules.bad_costs:
        return
    _write_out(rules, line, _given_back(rules, line, cost, call))


def _given_back(rules: "Rules", line: n.Line, cost: r.CostDecl, call: n.Call) -> tuple[n.Statement, ...]:
    """What was only promised is dropped; the rest comes back from where it went."""
    span, world, name = line.span, rules.world, f"refund of {cost.head.name}"
    lets: list[n.Statement] = []
    names: dict[str, n.Expr] = {}
    for param, arg in zip(cost.params, call.args, strict=False):
        names[param.name] = arg
        if not isinstance(arg, n.Name | n.Int | n.Word):
            names[param.name] = n.Name(f"{param.name} of {name}", span)
            lets.append(n.Line("let", span, name=f"{param.name} of {name}", value=arg))
    put = Rewrite(names, name, lambda bag, read: counted(world, bag, read))
    source, record = put.expr(cost.source.expr), put.expr(cost.record.expr)  # type: ignore[union-attr]
    purse = world.components[source.name]  # type: ignore[union-attr]
    assert isinstance(purse.kind, Number | BagOf)
    held = _held(rules, record, span)
    owed, ledger = n.Name(f"promised in {name}", span), world.ledgers.get(cost.head.name)
    back = n.Name(f"paid in {name}", span)
    if ledger is not None:
        kept = ledger.place(tuple(put.expr(n.Name(one, span)) for one in ledger.names), span)
        lets.append(n.Line("let", span, name=owed.name, value=_in_both(purse.kind, kept, held)))
        held = n.Arith("-", held, owed, span)
        if isinstance(purse.kind, Number):
            held = n.Read("max", (n.Int(0, span), held), span, span)
    lets.append(n.Line("let", span, name=back.name, value=held))
    if ledger is not None:
        lets.append(n.Line("remove", span, what=owed, source=kept, foot=line.foot))
    way = Transfer(rules, cost, put, name, span, line.foot, back=True)
    return *lets, way.of(back, source, purse.kind), _blank(rules, purse.kind, record, line)


def _held(rules: "Rules", record: n.Expr, span: Span) -> n.Expr:
    """What a record holds; none is nothing."""
    if not isinstance(rules.expr(record), Maybe):
        return record
    return n.IfElse(n.Compare("=", record, n.Word("none", span), span), n.Int(0, span), record, span)


def _in_both(kind: Kind, kept: n.Read, held: n.Expr) -> n.Expr:
    """As much as is both promised still and held by the record."""
    if isinstance(kind, Number):
        return n.Read("min", (kept, held), kept.span, kept.span)
    return n.Arith("-", kept, n.Arith("-", kept, held, kept.span), kept.span)


def _write_out(rules: "Rules", line: n.Line, statements: tuple[n.Statement, ...]) -> None:
    block = n.Block(statements, line.span)
    rules.world.settled[line] = block
    with rules.covered():
        rules.block(block)
