"""Markets: places that are filled up from a deck, and the deck from what was discarded."""

from typing import TYPE_CHECKING

from interpreter.check import findings as f
from interpreter.check.kinds import BagOf, Kind, ListOf, Member, Number, Poison, SetOf, held_by, plural
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r

if TYPE_CHECKING:
    from interpreter.check.rules import Rules


def check_market(rules: "Rules", decl: r.MarketDecl) -> None:
    """Its places hold things of one kind in ways that go together, and its conditions make sense."""
    with rules.inner():
        rules.bind_params(decl.params)
        deck = _place(rules, decl.deck)
        _goes_with(rules, decl.row, deck, ordered=False)
        if decl.discards is not None:
            _goes_with(rules, decl.discards, deck, ordered=True)
        rules.condition(decl.full.expr)
        if decl.of is not None:
            _items(rules, decl.of, deck)
            if isinstance(deck, ListOf):
                help_ = "a list gives what lies on top: leave `of` out, or make the deck a bag"
                rules.found.append(f.type_not_here("`of` picks things out of a deck", decl.of.span, help_))


def _place(rules: "Rules", phrase: n.Phrase) -> Kind:
    kind = rules.place(phrase.expr)
    if not isinstance(kind, BagOf | ListOf | SetOf | Poison):
        rules.found.append(f.no_collection(kind, phrase.span))
    return kind


def _goes_with(rules: "Rules", phrase: n.Phrase, deck: Kind, ordered: bool) -> None:
    """The row and the discards are bags if the deck is one, sets if it is a set; with a deck in an order
    they may be bags, the row a set too, and the discards have an order themselves.
    """
    kind = _place(rules, phrase)
    match deck, kind:
        case (BagOf(of), BagOf(other)) | (SetOf(of), SetOf(other)) if of == other:
            pass
        case (ListOf(of), BagOf(other)) if of == other:
            pass
        case (ListOf(of), SetOf(other)) if of == other and not ordered:
            pass
        case (ListOf(of), ListOf(other)) if of == other and ordered:
            pass
        case BagOf() | SetOf(), BagOf() | ListOf() | SetOf():
            rules.found.append(f.wrong_kind(f"{deck}, as the deck is", kind, phrase.span))
        case ListOf(of), BagOf() | ListOf() | SetOf():
            rules.found.append(f.wrong_kind(str(BagOf(of, 0)), kind, phrase.span))
        case _:
            pass


def _items(rules: "Rules", of: n.OrderLine, deck: Kind) -> None:
    """``g in Good where …``: one name for things that can lie in the deck."""
    with rules.inner():
        variables = rules.overs(of.overs)
    if not isinstance(deck, BagOf | ListOf | SetOf) or deck.of is None:
        return
    for position, one in enumerate(variables):
        is_thing = isinstance(one.kind, Number | Member) and held_by(one.kind, deck.of)
        if position > 0 or not (is_thing or isinstance(one.kind, Poison)):
            expected = f"one name, for {plural(deck.of)}, which the deck holds"
            rules.found.append(f.wrong_kind(expected, one.kind, of.span))
            return
