"""From a checked ruleset to a program, for one number of players and one choice of options."""

from dataclasses import replace
from typing import Literal

from interpreter.check.during import ROUNDS
from interpreter.check.kinds import BagOf, Flag, Kind, ListOf, Maybe, Member, Number, SetOf, Single
from interpreter.check.world import PLAYER, Column, Component, World
from interpreter.core import ir
from interpreter.core.constant import Constants
from interpreter.core.during import start_again
from interpreter.core.instance import Instance
from interpreter.core.joints import expand_joints
from interpreter.core.known import Known
from interpreter.core.liveness import settle_locals
from interpreter.core.lower_play import LowerPlay
from interpreter.core.notes import Notes
from interpreter.core.rounds import lay_out_round, play_rounds
from interpreter.core.shows import shows_of
from interpreter.core.tidy import tidy
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r


def lower(
    world: World, players: int, options: dict[str, int], notes: Notes | None = None
) -> ir.Program:
    """The program of a ruleset without errors.

    ``options`` holds a value for each option, as it stands in a slot. ``notes`` takes what is noted on the
    way; with marks in it the program is one to be explained, and not to be played.

    Raises:
        TooLargeError: the steps, written out, are more than a program may hold.
    """
    instance = Instance(world, players, options)
    if PLAYER.domain in world.ruleset.kinds:
        instance.domain(PLAYER)  # so that a program knows what its players are called
    play = LowerPlay(world, instance)
    play.notes = notes if notes is not None else play.notes
    components = lay_out(play)
    _ends(play)
    entry, begin = _whole(play, world.ruleset)
    checks = tuple(_check(play, decl) for decl in world.ruleset.checks)
    ranking = play.ranking(world.ruleset.ranking)
    entry, begin = expand_joints(play, entry, begin)
    blocks, entry, begin, reached = tidy(play.flow.blocks, entry, begin, play.decisions)
    play.notes.kept(reached)
    known = Known(instance.tables, play.slots.groups)
    blocks = [known.rebuilt(block) for block in blocks]
    play.decisions = [known.rebuilt(decision) for decision in play.decisions]
    in_play = _sizes(play)
    invariants = tuple(_invariant(play, decl) for decl in world.ruleset.invariants)
    slots = settle_locals(tuple(play.slots.groups), blocks, play.decisions)
    return ir.Program(
        world.ruleset.game,
        1,
        players,
        tuple((name, _option_text(world, name, value)) for name, value in options.items()),
        _longest(world.ruleset),
        tuple(instance.domains),
        tuple(instance.tables),
        slots[0],
        components,
        tuple(play.events.all),
        tuple(play.decisions),
        slots[1],
        entry,
        begin,
        ranking,
        play.winners,
        play.ended,
        tuple(name for name, _ in play.ends),
        checks,
        tuple(instance.places),
        tuple(number for number, (_, decides) in enumerate(play.ends) if decides),
        invariants,
        tuple(now - before for now, before in zip(_sizes(play), in_play, strict=True)),  # type: ignore[arg-type]
    )


def _sizes(play: LowerPlay) -> tuple[int, int, int]:
    """How many domains, tables and slot groups there are so far."""
    return len(play.instance.domains), len(play.instance.tables), len(play.slots.groups)


def lay_out(play: LowerPlay) -> tuple[ir.Component, ...]:
    """Give every component its slots; they come first in a program, in the order of the ruleset, then the
    number of the round.
    """
    components = tuple(_component(play, one) for one in play.world.components.values())
    return components + lay_out_round(play)


def _longest(rules: r.Ruleset) -> int:
    assert rules.longest is not None and isinstance(rules.longest.expr, n.Int)
    return rules.longest.expr.value


def _option_text(world: World, name: str, value: int) -> str:
    kind = world.options[name].kind
    match kind:
        case Member(domain):
            return world.domains[domain].members[value]
        case Flag():
            return "true" if value else "false"
        case _:
            return str(value)


# -- components ---------------------------------------------------------------------------------------


def _component(play: LowerPlay, component: Component) -> ir.Component:
    instance = play.instance
    cells = 1
    for key in component.keys:
        cells *= instance.size(key)
    kind = component.kind
    room = kind.cap if isinstance(kind, ListOf) else 0
    items = instance.size(kind.of) if isinstance(kind, BagOf) else max(room, 1)
    low, high, width = _range(play, kind)
    start = (-1,) * (cells * room) if room else _start(play, component, cells, items)
    base = play.slots.add(component.name, cells * items, low, high, width, "component", start)
    play.bases[component] = base
    if room:
        play.cells[component] = base
        play.bases[component] = play.slots.add(f"{component.name} length", cells, 0, room, 0, "component")
    if component.revealed or component.seen != "all":
        play.shown[component] = play.slots.add(f"{component.name} shown", cells, 0, 1, 0, "component")
    form = _FORMS.get(type(kind), "integer")
    return ir.Component(
        component.name,
        base,
        tuple(instance.domain(key) for key in component.keys),
        form,
        instance.domain(_single(kind)),
        isinstance(kind, Maybe),
        component.seen,
        play.shown.get(component, -1),
        instance.head(component.decl.head),
        room,
        play.bases[component] if room else -1,
    )


_FORMS: dict[type[Kind], Literal["integer", "set", "bag", "list"]] = {
    SetOf: "set",
    BagOf: "bag",
    ListOf: "list",
}


def _single(kind: Kind) -> Single:
    match kind:
        case Flag() | Number() | Member():
            return kind
        case Maybe(of) | BagOf(of, _) | ListOf(of, _):
            return of
        case SetOf(of) if of is not None:
            return of
        case _:
            raise AssertionError("a component of no kind")


def _range(play: LowerPlay, kind: Kind) -> tuple[int, int, int]:
    match kind:
        case SetOf(of) if of is not None:
            return 0, 0, play.instance.size(of)
        case BagOf(_, cap):
            return 0, cap, 0
        case ListOf(of, _):
            return -1, play.range_of(of)[1], 0
        case _:
            low, high = play.range_of(kind)
            return low, high, 0


def _start(play: LowerPlay, component: Component, cells: int, items: int) -> tuple[int, ...]:
    decl, kind = component.decl, component.kind
    start = decl.type.start if decl.start is None else decl.start.expr
    low, high, _ = _range(play, kind)
    default = -1 if isinstance(kind, Maybe) else min(max(low, 0), high)
    if isinstance(kind, Member):
        default = play.world.indices(kind)[0]
    if start is None:
        return _placed(play, component, [default] * (cells * items))
    ref = play.world.refs.get(start)
    if isinstance(start, n.Name) and isinstance(ref, Column):
        return play.instance.values(ref)
    return _computed(play, kind, start) * cells


def _computed(play: LowerPlay, kind: Kind, start: n.Expr) -> tuple[int, ...]:
    """What a place begins with: tables, options and the number of players are known before a match."""
    constants = Constants(play.instance.tables)
    if isinstance(kind, BagOf):
        bag = play.bag(start, kind.of)
        with play.root() as hoisted:
            counts = [bag.count(ir.Const(item)) for item in range(play.width(kind.of))]
        constants.give(hoisted.values())
        return tuple(constants.value(count) for count in counts)
    if isinstance(kind, SetOf):
        assert kind.of is not None
        return (constants.value(play.whole_set(start, kind.of)),)
    return (constants.value(play.whole(start)),)


def _placed(play: LowerPlay, component: Component, values: list[int]) -> tuple[int, ...]:
    """The start with what is given place by place; places of players who do not play are left out."""
    kind = component.kind
    keys = [*component.keys, *([kind.of] if isinstance(kind, BagOf) else [])]
    widths = [play.instance.size(key) for key in keys]
    for path, value in component.places.items():
        index = 0
        for part, width in zip(path, widths, strict=True):
            index = index * width + part
        if all(part < width for part, width in zip(path, widths, strict=True)):
            values[index] = value
    return tuple(values)


# -- the play -------------------------------------------------------------------------------------------


def _ends(play: LowerPlay) -> None:
    """The slots that tell which end it was and who won; ends keep the order of the file."""
    rules = play.world.ruleset
    for end in rules.ends:
        play.end_named(end.head.name, end.winners is not None)
    play.ended = play.slots.add("ended", 1, -1, 1000, 0, "component", (-1,))
    play.winners = play.slots.add("winners", 1, 0, 0, play.instance.players, "component", (0,))


def _whole(play: LowerPlay, rules: r.Ruleset) -> tuple[int, int]:
    """Set-up, the phases round by round, scoring; returns where set-up and play begin."""
    flow = play.flow
    play.scoring, entry, begin = flow.new(), flow.new(), flow.new()
    flow.at(entry)
    play.steps(rules.setup, 0)
    flow.go(begin)
    flow.at(begin)
    play_rounds(play, rules, lambda: _round(play, rules))
    flow.emit(ir.Set(play.ended, ir.Const(play.end_named("after the last phase", False))))
    flow.go(play.scoring)
    flow.at(play.scoring)
    play.steps(rules.scoring, 0)
    flow.close(ir.End())
    return entry, begin


def _round(play: LowerPlay, rules: r.Ruleset) -> None:
    """All phases once."""
    play.steps(rules.phases, 2)
    start_again(play, ROUNDS)


def _invariant(play: LowerPlay, decl: r.RequireDecl) -> ir.Requirement:
    """What is true at every decision, with the parts that show why it is not."""
    invariant = _check(play, decl)
    shows = () if isinstance(invariant.test, ir.Const) else shows_of(play, decl.line.that)
    return replace(invariant, shows=shows)


def _check(play: LowerPlay, decl: r.RequireDecl) -> ir.Requirement:
    before, play.head = play.head, decl.head

    def make() -> ir.Expr:
        test = play.value(decl.line.that)
        if decl.line.when is not None:
            return ir.Or(ir.Not(play.value(decl.line.when)), test)
        return test

    test = play.wrapped(make)
    place = play.instance.place(decl.head.path, decl.line.that.span, decl.head.cites)
    play.head = before
    return ir.Requirement(decl.head.name, test, decl.otherwise, place)
