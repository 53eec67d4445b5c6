"""Markets: places that are filled up from a deck, and the deck from what was discarded."""

from typing import TYPE_CHECKING

from interpreter.check import findings as f
from interpreter.check.kinds import BagOf, Kind, Member, Number, Poison, SetOf, held_by, plural
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r

if TYPE_CHECKING:
    from interpreter.check.rules import Rules


def check_market(rules: "Rules", decl: r.MarketDecl) -> None:
    """Its places hold things of one kind in one way, and its conditions make sense."""
    with rules.inner():
        rules.bind_params(decl.params)
        deck = _place(rules, decl.deck)
        for phrase in (decl.row, decl.discards):
            if phrase is not None:
                _like_the_deck(rules, phrase, deck)
        rules.condition(decl.full.expr)
        if decl.of is not None:
            _items(rules, decl.of, deck)


def _place(rules: "Rules", phrase: n.Phrase) -> Kind:
    kind = rules.place(phrase.expr)
    if not isinstance(kind, BagOf | SetOf | Poison):
        rules.found.append(f.no_collection(kind, phrase.span))
    return kind


def _like_the_deck(rules: "Rules", phrase: n.Phrase, deck: Kind) -> None:
    kind = _place(rules, phrase)
    match deck, kind:
        case (BagOf(of), BagOf(other)) | (SetOf(of), SetOf(other)) if of == other:
            pass
        case BagOf() | SetOf(), BagOf() | SetOf():
            rules.found.append(f.wrong_kind(f"{deck}, as the deck is", kind, phrase.span))
        case _:
            pass


def _items(rules: "Rules", of: n.OrderLine, deck: Kind) -> None:
    """``g in Good where …``: one name for things that can lie in the deck."""
    with rules.inner():
        variables = rules.overs(of.overs)
    if not isinstance(deck, BagOf | SetOf) or deck.of is None:
        return
    for position, one in enumerate(variables):
        is_thing = isinstance(one.kind, Number | Member) and held_by(one.kind, deck.of)
        if position > 0 or not (is_thing or isinstance(one.kind, Poison)):
            expected = f"one name, for {plural(deck.of)}, which the deck holds"
            rules.found.append(f.wrong_kind(expected, one.kind, of.span))
            return
