"""The prose printer: what each form of the language is in English, written by hand from what it means."""

from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from interpreter.check.kinds import Flag
from interpreter.check.world import World
from interpreter.draw.prose.effects import Teller
from interpreter.draw.prose.english import noun, of_many, plural, spaced, with_article
from interpreter.draw.prose.words import plain
from interpreter.syntax import nodes as n
from interpreter.syntax import walk
from interpreter.text.span import Source, Span
from tests import small

RULES = """
players: 2
longest: 90 decisions
options:
  rainy: flag = false
  mood: calm, wild = calm
boards:
  Cell: {grid: 3 by 3, lines: {Row: 3}}
kinds:
  Colour: red, blue, green
  TradePost:
    has: {near: set of TradePost, hue: Colour, worth: 0..9}
    rows:
      north: (south), red, 3
      south: (north, east), blue, 4
      east: (south), green, 5
  Rich: t in TradePost where worth(t) > 3
components:
  tile: Colour or none per Cell
  stone: Player or none per Cell
  board: Colour or none per Cell
  owner: Player or none per TradePost
  purse: 0..20 per Player = 5
  armies: 0..9 per TradePost
  hand: bag of Colour up to 9 per Player
  pile: list of Colour up to 9
  ready: set of Player
  seat: TradePost or none per Player
  turn: Player
  offer_open: flag
  law: Colour per Player seen by owner
  plans: Colour per Player and TradePost
groups:
  realm(p in Player): {spaces: held(p), joined by: near}
routes:
  passing(t in TradePost): {from: t, joined by: near, through: {rich: 1 of Rich}}
  march(t in TradePost): {from: t, joined by: near, each step costs: 2}
costs:
  coins(k in 0..4):
    from: purse(me)
    base: 2 * k
    modifiers:
      rain: less 1 when rainy
      floor: at least 0
terms:
  held(p in Player): all t in TradePost where owner(t) = p
  free: all t in TradePost where owner(t) = none
  rich(p in Player): purse(p) > 10
  can_pay(p in Player): purse(p) > 2
  enemy(p in Player, t in TradePost): owner(t) != none and owner(t) != p
{terms}
setup:
  all_of_it: |
{effects}
phases:
  turns:
    who: each clockwise from P1 skipping purse(me) = 0
    repeat: until the end
    one of: buy, nothing
actions:
  buy:
    choose:
      post: free
      gift: 1..2 of hand(me)
      many: any of Colour
      few: some of Colour
      marks: Colour or none per TradePost
    cost: coins(2)
    do: set owner(post) to me
"""

PHRASES = {
    # reading
    "purse(P1)": "P1's purse",
    "armies(north)": "the armies of north",
    "worth(south) + 1": "the worth of south plus 1",
    "near(south)": "the trade posts near south",
    "hand(P2, red)": "the number of red in P2's hand",
    "tile(a1)": "the tile on a1",
    "plans(P1, east)": "what P1 plans for east",
    "player_count": "the number of players",
    "beside(a1)": "the cells beside a1",
    "step(a1, n)": "the next cell from a1 to the north",
    "other(P1)": "the opponent of P1",
    "top of pile": "the top of the pile",
    "2 of red": "2 red",
    "min(purse(P1), 3)": "the smaller of P1's purse and 3",
    # numbers and choices
    "-purse(P1)": "−P1's purse",
    "2 * (purse(P1) - 1)": "2 times (P1's purse minus 1)",
    "purse(P1) div 2": "P1's purse divided by 2 (rounded down)",
    "purse(P1) mod 2": "the remainder of P1's purse divided by 2",
    "3 if rainy else 4": "3 if the option rainy is on, else 4",
    # sets
    "all t in TradePost where worth(t) > 3": "all trade posts whose worth is more than 3",
    "all c in Cell where tile(c) = none": "all cells that have no tile",
    "all c in Cell where stone(c) = P1": "all cells whose stone is P1's",
    "all c in Cell where board(c) = red": "all cells that hold red",
    "all t in TradePost where owner(t) = P2": "all trade posts that belong to P2",
    "free - near(north)": "the free trade posts but not the trade posts near north",
    "free & near(north)": "the free trade posts that are among the trade posts near north",
    "free + near(north)": "the free trade posts and the trade posts near north",
    "(red, green)": "red and green",
    "count p in Player where rich(p)": "the number of players who are rich",
    "sum of worth(t) for t in free": "the total of the worth of t over those t of the free trade posts",
    "highest of worth(t) for t in free else 0": (
        "the highest of the worth of t over those t of the free trade posts (0 if there are none)"
    ),
    "union of near(t) for t in free": (
        "whatever is one of the trade posts near t, for any t of the free trade posts"
    ),
    "first p in Player by highest purse(p), listed": (
        "the player p with the highest purse; among equals the first as listed"
    ),
    "first t in TradePost where owner(t) = none else north": (
        "the first trade post that belongs to nobody (or, if there is none, north)"
    ),
    "size(top p in Player by lowest purse(p))": "the number of players p with the lowest purse",
    # groups and routes
    "march(north, east)": "the march of north for east",
    "passing(north)": "the passing trade posts of north",
    # conditions
    "rainy": "the option rainy is on",
    "mood = wild": "the option mood is “wild”",
    "not rich(P1)": "P1 is not rich",
    "can_pay(P1)": "P1 can pay",
    "enemy(P1, north)": "“enemy” holds for P1 and north",
    "P1 in ready": "P1 is ready",
    "P1 not in ready": "P1 is not ready",
    "north in free": "north is free",
    "red in hand(P1)": "red is in P1's hand",
    "north in Rich": "north is a rich trade post",
    "purse(P1) in 2..4": "P1's purse is from 2 to 4",
    "seat(P1) = none": "P1 has no seat",
    "seat(P1) != none": "P1 has a seat",
    "owner(north) = none": "north belongs to nobody",
    "board(a1) = none": "a1 is empty",
    "turn = P1": "P1 has the turn",
    "offer_open": "the offer is open",
    "shown(law(P1))": "P1's law is shown",
    "purse(P1) <= 3": "P1's purse is at most 3",
    "purse(P1) != 3": "P1's purse is not 3",
    "free is empty": "there are no free trade posts",
    "free is not empty": "there are some free trade posts",
    "hand(P1) is empty": "P1's hand is empty",
    "near(north) & free is empty": "none of the trade posts near north is free",
    "rainy and rich(P1)": "the option rainy is on and P1 is rich",
    "rainy or rich(P1)": "either the option rainy is on or P1 is rich",
    "not (rainy or rich(P1))": "the option rainy is not on and P1 is not rich",
    "some p in Player where rich(p)": "there is a player who is rich",
    "no p in Player where rich(p)": "there is no player who is rich",
    "every p in Player has rich(p)": "every player is rich",
    "every p in Player has purse(p) > 3": "for every player p, p's purse is more than 3",
    "free <= near(north)": "the free trade posts are within the trade posts near north",
}

EFFECTS = {
    "set purse(P1) to 3": "Set P1's purse to 3.",
    "set owner(north) to P1": "North now belongs to P1.",
    "set owner(east) to none": "East now belongs to nobody.",
    "set board(a1) to red": "A1 now holds red.",
    "set board(a2) to none": "A2 is empty from now on.",
    "set stone(a1) to P2": "The stone on a1 is now P2's.",
    "set turn to P2": "The turn goes to P2.",
    "set seat(P1) to none": "P1 no longer has a seat.",
    "set offer_open to true": "From now on the offer is open.",
    "set ready to nothing": "Clear the ready players.",
    "add 2 to purse(P1)": "Add 2 to P1's purse.",
    "add P1 to ready": "Add P1 to the ready players.",
    "add 2 of red to hand(P1)": "Add 2 red to P1's hand.",
    "remove up to 3 from purse(P1)": "Remove up to 3 from P1's purse.",
    "move everything from hand(P1) to hand(P2)": "Move everything from P1's hand to P2's hand.",
    "draw 1 from hand(P1) to tile(a1) else nothing":
        "Draw the tile on a1 at random from P1's hand; for each that is missing, nothing happens.",
    "deal Colour to law(p) for each p in Player":
        "Deal out the colours at random, one as p's law for each player p.",
    "add red to top of pile": "Add red to the top of the pile.",
    "shuffle pile": "Shuffle the pile.",
    "reveal law": "Reveal every law.",
    "hide law(P1)": "Hide P1's law again.",
    "let rest = purse(P2)": "Let rest be P2's purse.",
    "nothing": "Nothing happens.",
}  # fmt: skip


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    terms = "\n".join(f"  phrase_{number}: {text}" for number, text in enumerate(PHRASES))
    effects = "\n".join(f"    {line}" for line in EFFECTS)
    text = RULES.replace("{terms}", terms).replace("{effects}", effects)
    return small.game(tmp_path_factory.mktemp("prose"), text).checked().world  # type: ignore[no-any-return]


@pytest.mark.parametrize("number", range(len(PHRASES)), ids=list(PHRASES))
def test_phrases(world: World, number: int) -> None:
    teller = Teller(world)
    expr = world.ruleset.terms[f"phrase_{number}"].phrase.expr
    is_flag = isinstance(world.terms[f"phrase_{number}"].kind, Flag)
    told = teller.condition(expr) if is_flag else teller.value(expr)
    assert plain(told) == list(PHRASES.values())[number]


def test_effects(world: World) -> None:
    told = [plain(item.words) for item in Teller(world).block(world.ruleset.setup[0].do)]
    assert told == list(EFFECTS.values())


def test_actions(world: World) -> None:
    teller, buy = Teller(world), world.ruleset.actions["buy"]
    assert [plain(teller.stage(stage.line)) for stage in buy.choose] == [
        "one of the free trade posts", "from 1 to 2 colours out of your hand",
        "any number out of all colours, or none", "one or more out of all colours",
        "any colour, or none for each trade post",
    ]  # fmt: skip
    assert plain(teller.cost(buy.costs[0])) == "coins (2)"
    turns = world.ruleset.phases[0]
    assert turns.who is not None
    who = "the players act in turn, clockwise from P1; you are passed over if your purse is 0"
    assert plain(teller.who(turns.who)) == who
    coins = world.ruleset.costs["coins"]
    told = [plain(teller.amount(one.line)) for one in coins.modifiers]
    assert told == ["less 1, if the option rainy is on", "never less than 0"]


TURNS = """
    players: 2
    longest: 9 decisions
    kinds: {Clan: "fox, owl"}
    components: {rank: "1..2 per Clan = 1", out: flag per Clan}
    terms: {chief(c in Clan): "P1 if c = fox else P2"}
    orders: {ladder: "c in Clan by highest rank(c), listed"}
    phases:
      turns: {who: chief(c) for each c in ladder skipping out(c), one of: nothing}
    ranking: {of: p in Player, last: shared}
"""


def test_turns_of_things(tmp_path: Path) -> None:
    checked = small.game(tmp_path, TURNS).checked().world
    turns = checked.ruleset.phases[0].who
    assert turns is not None
    who = "for each c in the order of ladder, one after the other, the chief of c acts"
    who += "; c is passed over if c is out"
    assert plain(Teller(checked).who(turns)) == who


def test_settled_options(world: World) -> None:
    number = list(PHRASES).index("rainy and rich(P1)")
    expr = world.ruleset.terms[f"phrase_{number}"].phrase.expr
    assert plain(Teller(world, {"rainy": 1}).condition(expr)) == "P1 is rich"
    assert Teller(world, {"rainy": 0}).decided(expr) is False
    choice = world.ruleset.terms[f"phrase_{list(PHRASES).index('3 if rainy else 4')}"].phrase.expr
    assert plain(Teller(world, {"rainy": 0}).value(choice)) == "4"


def test_words_lead_to_where_they_are_explained(world: World) -> None:
    number = list(PHRASES).index("north in free")
    told = Teller(world).condition(world.ruleset.terms[f"phrase_{number}"].phrase.expr)
    assert {run.text.strip(): run.to for run in told if run.to} == {
        "north": "kinds.TradePost", "free": "terms.free",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "words", "many"),
    [("trade_post", "trade post", "trade posts"), ("TradePost", "Trade Post", "Trade Posts"),
     ("city", "city", "cities"), ("box", "box", "boxes"), ("army", "army", "armies"), ("TL", "TL", "TL"),
     ("half", "half", "halves"), ("huts", "huts", "huts"), ("day", "day", "days")],
)  # fmt: skip
def test_names_in_words(name: str, words: str, many: str) -> None:
    assert spaced(name) == words
    assert plural(words) == many


def test_english() -> None:
    assert noun("TradePost") == "trade post"
    assert with_article("owner") == "an owner"
    assert with_article("points") == "points"
    assert [of_many(verb) for verb in ("is", "has", "attacks", "carries", "does")] == [
        "are", "have", "attack", "carry", "do",
    ]  # fmt: skip


# -- every form --------------------------------------------------------------------------------------------


def test_every_form_of_an_expression_is_told_here(world: World) -> None:
    terms = world.ruleset.terms.values()
    there = {type(one) for term in terms for one in walk.everything(term.phrase.expr)}
    assert there == set(get_args(n.Expr))


def test_every_verb_is_told() -> None:
    """Whatever a line does, it gets a sentence of its own; those that the effects above lack too."""
    span = Span(Source("test", "x"), 0, 1)
    one = n.Int(1, span)
    name = n.Name("thing", span)
    call = n.Call("deed", (one,), span, span)
    overs = n.Overs((n.Bind("p", name, span),), None, span)
    from interpreter.syntax.ruleset import Ruleset

    rules = Ruleset(span, "g", "G", "", n.Phrase(one, None, span), None, (), None, None)
    teller = Teller(World(rules))
    verbs = get_args(get_type_hints(n.Line)["verb"])
    told = {}
    for verb in verbs:
        line = n.Line(verb, span, one, name, name, one, "it", call, overs)
        told[verb] = plain(teller.effect(line))
        assert told[verb].endswith(".")
    assert len(set(told.values())) == len(verbs)
    wanted: dict[str, Any] = {
        "finish": "The match ends, and the winner is 1.", "run": "Carry out deed (1).",
        "refund": "Give back what was paid for deed (1).", "refill": "Fill up deed (1).",
        "stop": "This repetition stops here.", "release": "What 1 has promised is dropped.",
        "collect": "What 1 has promised is collected now.",
    }  # fmt: skip
    assert {verb: told[verb] for verb in wanted} == wanted
