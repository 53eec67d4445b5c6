"""Phase 2 of the second Yunnan: moves and building (2A), inspector (2B) and gifts (2C)."""

from collections.abc import Iterable, Iterator

from tests.differential.yunnan_second_board import (
    COLOURS,
    INFLUENCE_MAX,
    KINDS,
    MARKET,
    POST_VALUE,
    RANK,
    REGIONS,
    SITES,
    TRADER_VALUE,
    Choice,
    back_step,
    borders,
    in_range,
)
from tests.differential.yunnan_second_position import Colour, Position, Turn, gaps_of, has_house, to_market
from tests.differential.yunnan_second_sale import sell

# -- 2A --------------------------------------------------------------------------------------------------


def start_travel(position: Position) -> None:
    """The rightmost column begins (R70)."""
    start_turn(position, position.travel_order[0])


def start_turn(position: Position, name: str) -> None:
    """Give a colour its whole turn: passes anew each round (G32), no trader moved yet."""
    position.await_choice("travel", name)
    colour = position.acting
    position.turn = Turn(colour.pass_level, dict(colour.traders), dict.fromkeys(REGIONS, 0))


def travel_choices(position: Position) -> Iterator[Choice]:
    """All atomic steps in canonical order (G34); they may be mixed freely (G14)."""
    yield from builds(position)
    yield from moves(position)
    yield from pushes(position)
    yield ("stop",)


def builds(position: Position) -> Iterator[Choice]:
    """Pieces from hand onto places within the horse's range (R84, R85)."""
    colour = position.acting
    within = in_range(colour.horse)
    if colour.hand["bridge"]:
        for site, ends in SITES.items():
            if site not in colour.bridges and all(end in within for end in ends):  # R86, G17
                yield "build", "bridge", site
    if colour.hand["post"]:
        for region in within:  # R87
            yield "build", "post", region
    if colour.hand["teahouse"]:
        for region in within:
            if not has_house(position, region):  # R88
                yield "build", "teahouse", region


def moves(position: Position) -> Iterator[Choice]:
    """Journeys of traders that have not moved yet, by the shortest way (R72-R77, G15, G33, G34)."""
    assert position.turn is not None
    colour = position.acting
    for start, count in position.turn.unmoved.items():
        if count:
            for goal, cost in borders(start, colour.horse, colour.bridges).items():
                if cost <= position.turn.passes:
                    yield "move", start, goal


def pushes(position: Position) -> Iterator[Choice]:
    """Displacements open to traders that ended a journey, of less influential colours (R78-R81, G16)."""
    assert position.turn is not None
    for region in reversed(REGIONS):
        if position.turn.pushes[region]:
            for name, other in position.colours.items():
                if other.traders[region] and other.influence < position.acting.influence:
                    yield "push", region, name


def apply_travel(position: Position, choice: Choice) -> None:
    """Do one atomic step, or end the turn and let the next colour travel (R71)."""
    match choice:
        case ("build", str() as kind, str() as place):
            build(position.acting, kind, place)
        case ("move", str() as start, str() as goal):
            move(position, start, goal)
        case ("push", str() as region, str() as name):
            push(position, region, name)
        case ("stop",):
            stop(position)
        case _:
            raise AssertionError(f"no step of a travel turn: {choice}")


def build(colour: Colour, kind: str, place: str) -> None:
    """Put a piece from hand onto the board."""
    colour.hand[kind] -= 1
    match kind:
        case "bridge":
            colour.bridges |= {place}
        case "post":
            colour.posts[place] += 1
        case "teahouse":
            colour.houses |= {place}
        case _:
            raise AssertionError(f"no piece to build: {kind}")


def move(position: Position, start: str, goal: str) -> None:
    """Send one trader on its whole journey (R73); in a region it may then displace once."""
    turn, colour = position.turn, position.acting
    assert turn is not None
    turn.passes -= borders(start, colour.horse, colour.bridges)[goal]
    turn.unmoved[start] -= 1
    colour.traders[start] -= 1
    colour.traders[goal] += 1
    if goal != MARKET:
        turn.pushes[goal] += 1


def push(position: Position, region: str, name: str) -> None:
    """Displace one trader one space back along the road; it displaces nobody (R78, R82)."""
    assert position.turn is not None
    position.turn.pushes[region] -= 1
    traders = position.colours[name].traders
    traders[region] -= 1
    traders[back_step(region)] += 1


def stop(position: Position) -> None:
    """End a turn; after the last follow inspector, gifts and sale."""
    assert position.decider is not None
    order = position.travel_order
    following = order.index(position.decider) + 1
    position.turn = None
    if following < len(order):
        start_turn(position, order[following])
        return
    inspect(position)
    give_gifts(position)
    sell(position)


def step_rank(step: Choice) -> tuple[int, ...]:
    """The place of a step in the canonical form of a turn (G34)."""
    match step:
        case ("build", str() as kind, str() as place):
            places: Iterable[str] = SITES if kind == "bridge" else REGIONS
            return 0, KINDS.index(kind), tuple(places).index(place)
        case ("move", str() as start, str() as goal):
            return 1, RANK[start], RANK[goal]
        case ("push", str() as region, str() as name):
            return 2, -RANK[region], COLOURS.index(name)
        case _:
            return (3,)


def canonical(steps: Iterable[Choice]) -> tuple[Choice, ...]:
    """The steps of a turn in canonical form: two turns are the same if their forms are equal (G34)."""
    return tuple(sorted(steps, key=step_rank))


# -- 2B --------------------------------------------------------------------------------------------------


def tea_income(position: Position, region: str) -> int:
    """What all connected traders and posts of a region earn, without transport (R94, R95)."""
    trader, post = TRADER_VALUE[region], POST_VALUE[region]
    return sum(
        colour.traders[region] * trader + colour.posts[region] * post
        for colour in position.colours.values()
        if gaps_of(colour)[region] == 0
    )


def inspected(position: Position) -> str | None:
    """The region of the highest income, of equals the farthest (R94, R96), or none without income (G18)."""
    best = max(REGIONS, key=lambda region: (tea_income(position, region), RANK[region]))
    return best if tea_income(position, best) else None


def expelled(position: Position, region: str) -> str | None:
    """The most influential colour with a liable trader, of equals the first to travel (R97, R98, G19)."""
    liable = [name for name in position.travel_order if is_liable(position.colours[name], region)]
    return max(liable, key=lambda name: position.colours[name].influence, default=None)


def is_liable(colour: Colour, region: str) -> bool:
    """Whether a colour has a trader in the region and no protection there (R98, G19)."""
    return colour.traders[region] > 0 and colour.influence < INFLUENCE_MAX and region not in colour.houses


def inspect(position: Position) -> None:
    """Send one trader of the expelled colour from the inspected region to the market (R97, G20)."""
    region = inspected(position)
    name = expelled(position, region) if region else None
    if region and name:
        position.colours[name].traders[region] -= 1
        to_market(position.colours[name], 1)


# -- 2C --------------------------------------------------------------------------------------------------


def give_gifts(position: Position) -> None:
    """Each trader in a region gets a gift while there are any (R99-R102)."""
    for region in REGIONS:
        for name, count in gift_shares(position, region).items():
            position.colours[name].gifts += count
            position.gifts[region] -= count


def gift_shares(position: Position, region: str) -> dict[str, int]:
    """How many gifts each colour gets in a region."""
    wanted = {name: position.colours[name].traders[region] for name in position.travel_order}
    left = position.gifts[region]
    if left >= sum(wanted.values()):
        return wanted
    shares = dict.fromkeys(wanted, 0)
    for level in range(INFLUENCE_MAX, -1, -1):  # R101
        alike = [name for name in wanted if position.colours[name].influence == level]
        for name in dealt_round(alike, wanted):  # R102
            if left:
                shares[name] += 1
                left -= 1
    return shares


def dealt_round(names: list[str], wanted: dict[str, int]) -> Iterator[str]:
    """Colours in turn, each as often as it has traders."""
    for turn in range(max(wanted.values())):
        for name in names:
            if turn < wanted[name]:
                yield name
