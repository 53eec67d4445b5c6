"""Little Factory a second time, written from the document and its rulings, not from the ruleset.

It shares nothing with it but the printed cards of ``cards.yaml``. It follows the course of a turn as the
rulings tell it (a window for buildings, the main action, a second window, the filling of the rows), with
plain dictionaries, so that the two can be held side by side. Chance comes from outside: whoever makes a
table says which of the possible cards is turned up.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any

import yaml

CARDS: Mapping[str, Any] = yaml.safe_load(
    (Path(__file__).parents[2] / "rulesets" / "little-factory" / "cards.yaml").read_text(encoding="utf-8")
)
GOODS, BUILDINGS, RECIPES, POWERS = (CARDS[name] for name in ("goods", "buildings", "recipes", "powers"))
STARTERS = tuple(name for name, card in BUILDINGS.items() if card["starting"])
NORMALS = tuple(name for name, card in BUILDINGS.items() if not card["starting"])
SHOP = "specialty_shop"

FULL, HAND, ENOUGH, TOKENS = 5, 7, 10, 12
COINS = (3, 4, 5, 6)

Bag = Counter[str]
Draw = Callable[[str, Mapping[str, int]], str]
"""Says which card is turned up: from what ("deck", "starters", "plots", "players"), and what is possible."""


def level(good: str) -> int:
    return int(GOODS[good]["level"])


def price(card: str) -> int:
    """What a good or a building costs; a good is worth as much (R17)."""
    return int(GOODS[card]["value"] if card in GOODS else BUILDINGS[card]["price"])


def value(cards: Iterable[str]) -> int:
    return sum(map(price, cards))


# -- moves ----------------------------------------------------------------------------------------------

SINGLE = {"produce": "recipe", "construct": "building", "use": "power"}
"""Actions with one stage, and what it is called."""
PARTS = {"trade": ("give", "take", "build"), "spend_coins": ("take", "build"), "swap": ("give", "take")}
"""Actions of which the stages are several cards."""


@dataclass(frozen=True)
class Move:
    """What a player does: ``name`` is a recipe, a building or a power. Cards stand in order, so that equal
    moves are equal.
    """

    action: str
    name: str = ""
    give: tuple[str, ...] = ()
    take: tuple[str, ...] = ()
    build: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = [self.action]
        if self.name:
            words += [SINGLE[self.action], self.name]
        for part, cards in (("give", self.give), ("take", self.take), ("build", self.build)):
            words += [part, *cards] if cards else []
        return " ".join(words)


def move_of(text: str) -> Move:
    """A move from how it is spoken, as in ``trade give wood coal take flour``."""
    action, *words = text.split()
    if action in SINGLE:
        stage, name = words
        assert stage == SINGLE[action], text
        return Move(action, name)
    parts: dict[str, list[str]] = {"give": [], "take": [], "build": []}
    here: list[str] = []
    for word in words:
        if word in PARTS[action]:
            here = parts[word]
        else:
            here.append(word)
    give, take, build = (tuple(sorted(cards)) for cards in parts.values())
    return Move(action, "", give, take, build)


def some_of(cards: Mapping[str, int], most: int, worth: int) -> Iterator[tuple[str, ...]]:
    """All ways to take some or none of the cards, at most so many and at most worth so much."""
    names = sorted(name for name, n in cards.items() if n > 0)

    def from_here(at: int, most: int, worth: int) -> Iterator[tuple[str, ...]]:
        yield ()
        for i in range(at, len(names)):
            name = names[i]
            for n in range(1, min(cards[name], most, worth // price(name)) + 1):
                for rest in from_here(i + 1, most - n, worth - n * price(name)):
                    yield (name,) * n + rest

    return from_here(0, most, worth)


# -- the table ------------------------------------------------------------------------------------------


@dataclass
class Table:
    """A match of Little Factory. Players are counted from 0.

    ``stage`` is "before", "main" or "after": first window for buildings, main action, second window.
    ``over`` is "ten_points" or "the_tokens_are_gone" when the match has ended.
    """

    players: int
    draw: Draw
    any_card: bool = False
    unlimited: bool = False
    row: Bag = field(default_factory=Counter)
    deck: Bag = field(default_factory=Counter)
    pile: Bag = field(default_factory=Counter)
    starters: set[str] = field(default_factory=lambda: set(STARTERS))
    plots: set[str] = field(default_factory=lambda: set(NORMALS))
    street: set[str] = field(default_factory=set)
    hand: list[Bag] = field(default_factory=list)
    built: list[set[str]] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    coins: list[int] = field(default_factory=list)
    tokens: int = TOKENS
    influence: list[int] = field(default_factory=list)
    first: int = 0
    turn: int = 0
    stage: str = "before"
    over: str = ""

    def __post_init__(self) -> None:
        self.hand = self.hand or [Counter() for _ in range(self.players)]
        self.built = self.built or [set() for _ in range(self.players)]
        self.coins = self.coins or [0] * self.players
        self.influence = self.influence or [0] * self.players

    def set_up(self) -> None:
        """Lay out the cards, draw who begins, and go to the first decision."""
        for good, card in GOODS.items():
            (self.row if card["level"] == 1 else self.deck)[good] = card["copies"][self.players]
        self._fill_goods(2)
        self._fill_goods(3)
        for _ in range(self.players + 1):
            self._turn_up_building("starters", self.starters)
        self._fill_street()
        seats = {f"P{p + 1}": 1 for p in range(self.players)}
        self.turn = self.first = int(self.draw("players", seats)[1:]) - 1
        for seat in range(self.players):
            self.coins[(self.turn + seat) % self.players] = COINS[seat]
        self.go_on()

    # -- what may be done -----------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """Everything the player on turn may choose; nothing when the match is over."""
        if self.over:
            return []
        if self.stage == "main":
            return list(self._main_moves())
        return [*self._building_moves(), Move("stop")]

    def faults(self, move: Move) -> set[str]:
        """The names of everything that forbids a move; empty for a legal one."""
        if self.over:
            return {"over"}
        if move.action not in self._offered():
            return {"action"}
        return set(getattr(self, f"_{move.action}_faults")(move))

    def _offered(self) -> set[str]:
        """The actions between which the player on turn may choose now."""
        if self.stage == "main":
            return {"produce", "construct", "trade"} | ({"spend_coins"} if self.coins[self.turn] else set())
        return {"use", "stop"} | ({"swap"} if SHOP in self.built[self.turn] - self.used else set())

    def _main_moves(self) -> Iterator[Move]:
        makings = (Move("produce", name) for name in RECIPES)
        buildings = (Move("construct", name) for name in sorted(self.street))
        return self._legal(chain(makings, buildings, self._trades(), self._purchases()))

    def _building_moves(self) -> Iterator[Move]:
        return self._legal(chain((Move("use", name) for name in POWERS), self._swaps()))

    def _legal(self, moves: Iterable[Move]) -> Iterator[Move]:
        return (move for move in moves if not self.faults(move))

    def _trades(self) -> Iterator[Move]:
        """One card for any number, and two or more for one."""
        on_show = self._on_show()
        for give in some_of(self.hand[self.turn], HAND, HAND * 11):
            if len(give) == 1:
                for cards in some_of(on_show, HAND, value(give)):
                    yield self._for(give, cards)
            elif give:
                for card in on_show:
                    if price(card) <= value(give):
                        yield self._for(give, (card,))

    def _swaps(self) -> Iterator[Move]:
        for good in sorted(+self.hand[self.turn]):
            for goods in some_of(self.row, HAND, price(good)):
                yield Move("swap", "", (good,), goods)

    def _purchases(self) -> Iterator[Move]:
        for cards in some_of(self._on_show(), HAND, self.coins[self.turn]):
            move = self._for((), cards)
            yield Move("spend_coins", "", (), move.take, move.build)

    def _on_show(self) -> Bag:
        return +(self.row + Counter(self.street))

    def _for(self, give: tuple[str, ...], cards: tuple[str, ...]) -> Move:
        goods = tuple(card for card in cards if card in GOODS)
        return Move("trade", "", give, goods, tuple(card for card in cards if card in BUILDINGS))

    # -- why not --------------------------------------------------------------------------------------

    def _produce_faults(self, move: Move) -> Iterator[str]:
        if move.name not in RECIPES:
            yield "recipe"
            return
        card = RECIPES[move.name]
        if not self.row[card["product"]]:
            yield "the_product_is_face_up"
        yield from self._cost_faults(card["expend"], card["reveal"])
        yield from self._hand_faults(card["expend"], 1)

    def _construct_faults(self, move: Move) -> Iterator[str]:
        if move.name not in self.street:
            yield "building"
            return
        yield from self._cost_faults(BUILDINGS[move.name]["build"], ())

    def _trade_faults(self, move: Move) -> Iterator[str]:
        if not move.give:
            yield "give"
            return
        if not self._holds(self.hand[self.turn], move.give):
            yield "give"
        yield from self._taking_faults(move)
        if len(move.give) != 1 and len(move.take) + len(move.build) != 1:
            yield "one_card_on_one_side"
        if value(move.give) < value(move.take + move.build):
            yield "the_value_covers_the_price"
        yield from self._hand_faults(Counter(move.give), len(move.take))

    def _spend_coins_faults(self, move: Move) -> Iterator[str]:
        yield from self._taking_faults(move)
        if not self.any_card and any(level(good) > 1 for good in move.take):
            yield "take"
        if not self.any_card and move.build:
            yield "build"
        if self.coins[self.turn] < value(move.take + move.build):
            yield "the_value_covers_the_price"
        yield from self._hand_faults({}, len(move.take))

    def _swap_faults(self, move: Move) -> Iterator[str]:
        mine = self._holds(self.hand[self.turn], move.give)
        if len(move.give) != 1 or level(move.give[0]) != 3 or not mine:
            yield "give"
        if not move.take or not self._holds(self.row, move.take):
            yield "take"
        if value(move.give) < value(move.take):
            yield "the_value_covers_the_price"
        yield from self._hand_faults(Counter(move.give), len(move.take))

    def _use_faults(self, move: Move) -> Iterator[str]:
        card = POWERS.get(move.name)
        if card is None or card["workshop"] not in self.built[self.turn] - self.used:
            yield "power"
            return
        makes = card["makes"] != "none"
        if makes and not self.row[card["makes"]]:
            yield "the_product_is_face_up"
        yield from self._cost_faults(card["expend"], card["reveal"])
        yield from self._hand_faults(card["expend"], int(makes))

    def _stop_faults(self, move: Move) -> Iterator[str]:
        return iter(())

    def _taking_faults(self, move: Move) -> Iterator[str]:
        if not self._holds(self.row, move.take):
            yield "take"
        if not set(move.build) <= self.street:
            yield "build"
        if not move.take and not move.build:
            yield "something_is_taken"

    def _cost_faults(self, expend: Mapping[str, int], reveal: Iterable[str]) -> Iterator[str]:
        """What is expended and what is shown must all be in hand."""
        wanted = Counter(expend) + Counter(reveal)
        if not wanted <= self.hand[self.turn]:
            yield "goods"

    def _hand_faults(self, gone: Mapping[str, int], gained: int) -> Iterator[str]:
        if self.hand[self.turn].total() - sum(gone.values()) + gained > HAND:
            yield "hand_limit"

    @staticmethod
    def _holds(bag: Bag, cards: Iterable[str]) -> bool:
        return all(bag[card] >= n for card, n in Counter(cards).items())

    # -- doing it -------------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Carry out a move that is legal, and go on to the next decision."""
        if move.action == "stop":
            self._next_stage()
        else:
            self._do(move)
            self._look_for_the_end()
            if not self.over and self.stage == "main":
                self._next_stage()
        self.go_on()

    def _do(self, move: Move) -> None:
        me = self.turn
        if move.action in {"produce", "use"}:
            card = (RECIPES if move.action == "produce" else POWERS)[move.name]
            product = card["product"] if move.action == "produce" else card["makes"]
            self._take([product] if product != "none" else [], [])
            self._put_away(card["expend"])
            if move.action == "use":
                self.used.add(card["workshop"])
                self._earn(card["earns"])
        elif move.action == "construct":
            self._take([], [move.name])
            self._put_away(BUILDINGS[move.name]["build"])
        else:
            self._take(move.take, move.build)
            self._put_away(Counter(move.give))
            if move.action == "spend_coins":
                self.coins[me] = 0
            if move.action == "swap":
                self.used.add(SHOP)

    def _take(self, goods: Iterable[str], buildings: Iterable[str]) -> None:
        for good in goods:
            self.row[good] -= 1
            self.hand[self.turn][good] += 1
        for building in buildings:
            self.street.remove(building)
            self.built[self.turn].add(building)

    def _put_away(self, goods: Mapping[str, int]) -> None:
        for good, n in goods.items():
            self.hand[self.turn][good] -= n
            (self.row if level(good) == 1 else self.pile)[good] += n

    def _earn(self, points: int) -> None:
        if not self.unlimited:
            points = min(points, self.tokens)
            self.tokens -= points
        self.influence[self.turn] += points

    # -- the course of a turn -------------------------------------------------------------------------

    def go_on(self) -> None:
        """Pass over windows in which nothing can be used and main actions that do not exist."""
        while not self.over and not self._is_asked():
            self._next_stage()

    def force(self) -> None:
        """Make each move that is the only one. Where a window is open there are two at least: ``go_on``."""
        while not self.over and self.stage == "main":
            first = list(islice(self._main_moves(), 2))
            if len(first) > 1:
                return
            self.play(first[0])

    def _is_asked(self) -> bool:
        moves = self._main_moves() if self.stage == "main" else self._building_moves()
        return next(moves, None) is not None

    def _next_stage(self) -> None:
        if self.stage == "before":
            self.stage = "main"
        elif self.stage == "main":
            self.stage = "after"
        else:
            self._fill_goods(2)
            self._fill_goods(3)
            self._fill_street()
            self.coins[self.turn] = 0
            self.used = set()
            self.turn = (self.turn + 1) % self.players
            self.stage = "before"

    def _look_for_the_end(self) -> None:
        if max(self.points()) >= ENOUGH:
            self.over = "ten_points"
        elif not self.unlimited and not self.tokens:
            self.over = "the_tokens_are_gone"

    # -- filling the rows -----------------------------------------------------------------------------

    def _of_level(self, bag: Bag, n: int) -> Bag:
        return Counter({good: count for good, count in bag.items() if count and level(good) == n})

    def _fill_goods(self, n: int) -> None:
        """Turn up cards of a level until five kinds lie open or there are no more."""
        while len(self._of_level(self.row, n)) < FULL:
            deck = self._of_level(self.deck, n)
            if not deck:
                deck = self._of_level(self.pile, n)
                self.pile -= deck
                self.deck += deck
            if not deck:
                return
            good = self.draw("deck", deck)
            self.deck[good] -= 1
            self.row[good] += 1

    def _fill_street(self) -> None:
        while len(self.street) < FULL and self.plots:
            self._turn_up_building("plots", self.plots)

    def _turn_up_building(self, source: str, deck: set[str]) -> None:
        building = self.draw(source, dict.fromkeys(sorted(deck), 1))
        deck.remove(building)
        self.street.add(building)

    # -- points ---------------------------------------------------------------------------------------

    def points(self) -> list[int]:
        return [
            sum(int(BUILDINGS[name]["vp"]) for name in built) + tokens
            for built, tokens in zip(self.built, self.influence, strict=True)
        ]

    def places(self) -> list[int]:
        """The place of each player: one more than the number of players ahead (G23)."""
        points = self.points()
        return [1 + sum(other > mine for other in points) for mine in points]


def lots(choose: Callable[[list[str]], str]) -> Draw:
    """Chance by a source that picks one of a list: each card is as likely as every other."""

    def draw(source: str, possible: Mapping[str, int]) -> str:
        return choose([name for name, n in sorted(possible.items()) for _ in range(n)])

    return draw
