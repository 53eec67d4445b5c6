"""Lists of which a later part can never count: keys of an order, modifiers of a cost."""

from collections.abc import Iterator

from interpreter.check.kinds import Kind, Number
from interpreter.check.lint import findings as f
from interpreter.check.lint.sight import Sight
from interpreter.check.price import Price
from interpreter.check.world import Component, KindSet
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.unparse import unparse
from interpreter.syntax.walk import everything


def idle_keys(sight: Sight) -> None:
    """Report keys that can never decide: behind one that leaves no tie, or that are the same for all."""
    for paragraph in sight.paragraphs:
        for node in paragraph.nodes:
            match node:
                case n.Pick(name=name, by=n.Order(keys=keys)):
                    _keys(sight, name, [(key, True) for key in keys])
                case n.OrderLine(overs=overs, order=n.Order(keys=keys)):
                    _keys(sight, overs.binds[0].name, [(key, True) for key in keys])
                case n.ForBlock(overs=overs, order=n.Order(keys=keys)):
                    _keys(sight, overs.binds[0].name, [(key, True) for key in keys])
                case r.RankingDecl(of=of, keys=ranked):
                    _keys(sight, of.overs.binds[0].name, [(one.line.key, one.when is None) for one in ranked])
                case _:
                    pass


def _keys(sight: Sight, name: str, keys: list[tuple[n.Key, bool]]) -> None:
    decided: n.Key | None = None
    before: dict[str, n.Key] = {}
    for key, always in keys:
        text = unparse(key.value) if key.value is not None else "listed"
        if decided is not None:
            sight.found.append(f.key_behind_all(key, decided.span))
        elif text in before:
            sight.found.append(f.key_again(key, before[text].span))
        elif key.value is not None and _is_same_for_all(sight, name, key.value):
            sight.found.append(f.key_of_nobody(key, name))
        if always:
            before.setdefault(text, key)
            if decided is None and _leaves_no_tie(sight, name, key):
                decided = key


def _leaves_no_tie(sight: Sight, name: str, key: n.Key) -> bool:
    if key.value is None:
        return True
    ref = sight.world.refs.get(key.value)
    return (
        isinstance(key.value, n.Read)
        and isinstance(ref, Component)
        and ref.decl.all_different
        and len(key.value.args) == len(ref.keys)
        and any(isinstance(arg, n.Name) and arg.name == name for arg in key.value.args)
    )


def _is_same_for_all(sight: Sight, name: str, value: n.Expr) -> bool:
    kind = sight.world.kinds_of.get(value)
    if isinstance(kind, Number) and kind.low == kind.high:
        return True
    names = (part.name for part in everything(value) if isinstance(part, n.Name | n.Read))
    return name not in names


def idle_modifiers(sight: Sight) -> None:
    """Report modifiers of a cost that change nothing wherever it is paid."""
    matters: dict[r.ModifierDecl, bool] = {}
    for prices in sight.world.prices.values():
        for price in prices:
            for modifier, idle in _idle_in(sight, price):
                matters[modifier] = matters.get(modifier, False) or not idle
    for modifier, does in matters.items():
        if not does:
            sight.found.append(f.idle_modifier(modifier.head.name, modifier.head.span))


def _idle_in(sight: Sight, price: Price) -> Iterator[tuple[r.ModifierDecl, bool]]:
    kinds = sight.world.kinds_of
    for modifier, (_, made) in zip(price.decl.modifiers, price.steps[1:], strict=True):
        idle = False
        match made:
            case n.Read(args=(amount, value)):
                idle = _bounds(modifier.line.form, kinds.get(amount), kinds.get(value))
            case n.Arith(right=value):
                kind = kinds.get(value)
                idle = (isinstance(kind, Number) and kind.low == kind.high == 0) or _is_nothing(value)
            case _:
                pass
        yield modifier, idle


def _bounds(form: str, amount: Kind | None, value: Kind | None) -> bool:
    if not isinstance(amount, Number) or not isinstance(value, Number):
        return False
    return value.high <= amount.low if form == "at least" else value.low >= amount.high


def _is_nothing(node: n.Expr) -> bool:
    return isinstance(node, n.Word) and node.word == "nothing"


def needless_else(sight: Sight) -> None:
    """Report an `else` for the case that there is nothing, where there always is something."""
    for paragraph in sight.paragraphs:
        for node in paragraph.nodes:
            match node:
                case n.Pick(over=over, where=None) if node.otherwise is not None:
                    if _holds_something(sight, over):
                        sight.found.append(f.needless_else(node.otherwise))
                case n.Fold(overs=overs) if node.otherwise is not None and overs.where is None:
                    if all(_holds_something(sight, bind.over) for bind in overs.binds):
                        sight.found.append(f.needless_else(node.otherwise))
                case _:
                    pass


def _holds_something(sight: Sight, over: n.Expr) -> bool:
    """Whether a set surely has a member: a whole kind, members written out."""
    if isinstance(over, n.SpanOf):
        return isinstance(over.low, n.Int) and isinstance(over.high, n.Int)
    ref = sight.world.refs.get(over)
    return isinstance(over, n.SetOf) or (isinstance(ref, KindSet) and sight.world.always(ref.kind) > 0)
