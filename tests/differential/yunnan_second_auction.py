"""Phase 1 of the second Yunnan: placement (1A), bank (1B) and buildings (1C)."""

from collections.abc import Iterator

from tests.differential.yunnan_second_board import (
    BANK_SLOTS,
    BUILDINGS,
    HIGH,
    HORSE_LAST,
    INFLUENCE_MAX,
    KINDS,
    LOW,
    MARKET,
    PASS_MAX,
    RANK,
    REGIONS,
    SLOTS,
    SPACES,
    Choice,
    in_range,
    payout,
)
from tests.differential.yunnan_second_position import Colour, Position, has_house, to_market
from tests.differential.yunnan_second_travel import start_travel


def start_auction(position: Position) -> None:
    """All markers stand on the green track; column 1 begins (R39, R118)."""
    for colour in position.colours.values():
        colour.passed, colour.returned = False, frozenset()
    position.await_choice("auction", position.columns[0])


# -- 1A: legal placements --------------------------------------------------------------------------------


def auction_choices(position: Position) -> Iterator[Choice]:
    """All a colour may do on its turn of 1A; to pass is always legal."""
    colour = position.acting
    if colour.passed:
        yield from reentries(position)
    else:
        for source in sources(colour):
            for goal in goals(position):
                yield ("place", source, *goal)
    yield ("pass",)


def sources(colour: Colour) -> Iterator[str]:
    """Where a trader may be taken from: hand or a region, never market, building or bank (R40, R42, G5)."""
    if colour.hand["trader"]:
        yield "hand"
    for region in REGIONS:
        if colour.traders[region]:
            yield region


def goals(position: Position) -> Iterator[Choice]:
    """Where a colour that has not passed may put a trader (R41)."""
    yield (MARKET,)  # R43, R44
    at_bank = position.decider in position.bank.values()
    if not at_bank:  # R50: the bank bars the buildings
        for building in BUILDINGS:
            if building not in position.acting.bids:  # R45
                for price in open_prices(position, building):
                    yield building, price
        for slot in BANK_SLOTS:  # R46, G7
            if position.bank[slot] is None:
                yield "bank", slot


def open_prices(position: Position, building: str) -> Iterator[int]:
    """The empty slots of a building that the deciding colour may bid on (G6)."""
    taken = [colour.bids[building] for colour in position.colours.values() if building in colour.bids]
    for price in SLOTS:
        overbid = position.options.published_low_bids and price in LOW and any(bid > price for bid in taken)
        if price not in taken and not overbid and affordable(position, price):
            yield price


def affordable(position: Position, price: int) -> bool:
    """Whether all standing bids with the new one are covered by coins (R54), or need not be (R135)."""
    colour = position.acting
    return position.options.advanced or sum(colour.bids.values()) + price <= colour.coins


def reentries(position: Position) -> Iterator[Choice]:
    """A passed colour may put a returned trader on a high slot of the building it came from (R56, G9)."""
    for building in BUILDINGS:
        if building in position.acting.returned:
            for price in open_prices(position, building):
                if price in HIGH:
                    yield "place", "hand", building, price


# -- 1A: what a placement does ---------------------------------------------------------------------------


def apply_auction(position: Position, choice: Choice) -> None:
    """Do a legal choice of 1A and go on to the next colour, or to 1B when all are done."""
    name, colour = position.decider, position.acting
    match choice:
        case ("pass",):
            colour.passed, colour.returned = True, frozenset()
            to_market(colour, colour.hand["trader"])  # G8
            colour.hand["trader"] = 0
        case ("place", str() as source, "bank", str() as slot):
            take(colour, source)
            position.bank[slot] = name
            to_market(colour, len(colour.bids))  # R49, R51
            colour.bids.clear()
        case ("place", str() as source, str() as building, int() as price):
            take(colour, source)
            colour.bids[building] = price
            colour.returned -= {building}
            expel(position, building, price)
        case ("place", str() as source, _):
            take(colour, source)
            to_market(colour, 1)
        case _:
            raise AssertionError(f"no choice of the auction: {choice}")
    following = next_bidder(position)
    if following is None:
        pay_bank(position)
        use_buildings(position)
    else:
        position.await_choice("auction", following)


def take(colour: Colour, source: str) -> None:
    """Lift one trader from the hand or a region."""
    if source == "hand":
        colour.hand["trader"] -= 1
    else:
        colour.traders[source] -= 1


def expel(position: Position, building: str, price: int) -> None:
    """Send the low bids of other colours back to hand that the new bid beats (R47, R48, G6)."""
    beaten: tuple[int, ...] = LOW if price in HIGH else ()
    if position.options.published_low_bids:
        beaten = tuple(low for low in LOW if low < price)
    for name, colour in position.colours.items():
        if name != position.decider and colour.bids.get(building) in beaten:
            del colour.bids[building]
            colour.hand["trader"] += 1
            readmit(position, colour, building)


def readmit(position: Position, colour: Colour, building: str) -> None:
    """Let an outbid colour that has passed act again (R55, R56, G9)."""
    if colour.passed and position.options.published_reentry:
        colour.passed = False
    elif colour.passed:
        colour.returned |= {building}


def next_bidder(position: Position) -> str | None:
    """The next colour by column that has not passed or has a returned trader waiting (R53, G9)."""
    assert position.decider is not None
    here = position.columns.index(position.decider)
    for name in position.columns[here + 1 :] + position.columns[: here + 1]:
        colour = position.colours[name]
        if not colour.passed or colour.returned:
            return name
    return None


# -- 1B --------------------------------------------------------------------------------------------------


def pay_bank(position: Position) -> None:
    """Pay the bank traders' owners by the sum of all bids and send the traders home (R57-R61, G4)."""
    total = sum(sum(colour.bids.values()) for colour in position.colours.values())
    for slot, coins in zip(BANK_SLOTS, payout(total), strict=True):
        name = position.bank[slot]
        if name is not None:
            position.colours[name].coins += coins
            position.colours[name].hand["trader"] += 1
            position.bank[slot] = None


# -- 1C --------------------------------------------------------------------------------------------------


def use_buildings(position: Position) -> None:
    """In auction order pay and use all buildings (R62), and stop where somebody chooses in the yard.

    Colours that are done have no bids left, so that this may be called again after a choice.
    """
    for name in position.columns:
        colour = position.colours[name]
        if colour.bids:
            pay(position, name)
        for building in BUILDINGS[:-1]:  # G10
            if colour.bids.pop(building, None) is not None:
                gain(colour, building)
                colour.hand["trader"] += 1  # R63
        if "yard" in colour.bids and any(colour.stock[kind] for kind in KINDS):  # G11, G35
            position.await_choice("yard", name)
            return
        if colour.bids.pop("yard", None) is not None:
            colour.hand["trader"] += 1
    start_travel(position)


def pay(position: Position, name: str) -> None:
    """Pay all prices of a colour; in the advanced game missing coins cost points (R139, G26)."""
    colour = position.colours[name]
    total = sum(colour.bids.values())
    missing = max(0, total - colour.coins)
    assert position.options.advanced or not missing
    colour.coins -= total - missing
    position.scores[position.owners[name]] -= missing * max(0, 9 - position.round)


def gain(colour: Colour, building: str) -> None:
    """Apply the effect of a building, if it can be (R64-R67, G11)."""
    match building:
        case "academy" if colour.stock["trader"]:
            colour.stock["trader"] -= 1
            to_market(colour, 1)
        case "customs":
            colour.pass_level = min(PASS_MAX, colour.pass_level + 1)
        case "stable" if colour.horse != HORSE_LAST:
            colour.horse = SPACES[RANK[colour.horse] + 1]
        case "dragon_house":
            colour.influence = min(INFLUENCE_MAX, colour.influence + 1)
        case _:  # no trader in stock, or the horse is at its end: the price is lost (G11)
            pass


def yard_choices(position: Position) -> Iterator[Choice]:
    """A piece in stock; a tea house for later or at once in a region in range without one (R68, R69, G31)."""
    colour = position.acting
    for kind in KINDS:
        if colour.stock[kind]:
            yield "take", kind
    if colour.stock["teahouse"]:
        for region in in_range(colour.horse):
            if not has_house(position, region):
                yield "take", "teahouse", region


def apply_yard(position: Position, choice: Choice) -> None:
    """Take the piece, bring the trader home and go on with the buildings (R63, R68)."""
    colour = position.acting
    colour.stock[str(choice[1])] -= 1
    if len(choice) == 3:
        colour.houses |= {str(choice[2])}
    else:
        colour.hand[str(choice[1])] += 1
    del colour.bids["yard"]
    colour.hand["trader"] += 1
    use_buildings(position)
