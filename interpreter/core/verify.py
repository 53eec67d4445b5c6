"""The well-formedness of a core program: what every executor takes for granted.

`verify` looks at the structure of the whole (layout of slots, indices, blocks, costs); the kinds
of expressions and statements are followed by `Typing` in `typing_rules`.
"""

from collections.abc import Iterable, Iterator, Mapping

from interpreter.core.bounds import Bounds, bounds_of
from interpreter.core.cells import slots_each
from interpreter.core.cost import MAX_COST, block_cost, decision_cost, expression_cost
from interpreter.core.graph import ways, written_before
from interpreter.core.ir import (
    Alternative,
    Branch,
    Choose,
    Component,
    Decision,
    Draw,
    DrawBag,
    End,
    Program,
    Requirement,
    Several,
    Shown,
    Slot,
    Stage,
    Together,
)
from interpreter.core.reading import slots_read
from interpreter.core.stages import slots_of_choice, stage_slots
from interpreter.core.text import demand_text
from interpreter.core.typing_rules import Typing

MAX_SLOTS = 1_000_000
"""How many slots a program may have."""


def verify(program: Program) -> tuple[str, ...]:
    """Everything that is wrong with a program; nothing for one that executors may run."""
    try:
        demand_text(program)
    except ValueError as error:
        return (str(error),)
    problems = [*_slot_problems(program), *_table_problems(program)]
    if problems:
        return tuple(problems)
    bounds = bounds_of(program)
    typing = Typing(program, bounds)
    _surroundings(program, typing)
    for index in range(len(program.decisions)):
        _decision(program.decisions[index], f"decision {index}", program, typing)
    written = written_before(program)
    for index in range(len(program.blocks)):
        _block(index, written[index], program, typing)
    if not typing.problems:
        typing.problems += [*_way_problems(program), *_cost_problems(program, bounds)]
    return tuple(typing.problems)


# ---------------------------------------------------------------------------------------------
# Slots and tables


def _slot_problems(program: Program) -> Iterator[str]:
    end = 0
    for slot in program.slots:
        name = f"slot group `{slot.name}`"
        if slot.base != end:
            yield f"{name} begins at {slot.base}, expected {end}: groups follow each other without gaps"
        end = slot.base + max(0, slot.count)
        if slot.count < 1:
            yield f"{name} has {slot.count} slots, expected 1 or more"
        if len(slot.start) != slot.count:
            yield f"{name} has {len(slot.start)} start values, expected {slot.count}"
        if slot.width < 0 or (slot.width == 0 and slot.low > slot.high):
            yield f"{name} holds nothing: {slot.low}..{slot.high}, width {slot.width}"
        elif not all(_fits(value, slot) for value in slot.start):
            yield f"{name} starts with a value that it cannot hold"
    if end > MAX_SLOTS:
        yield f"{end} slots, expected {MAX_SLOTS} or fewer"


def _fits(value: int, slot: Slot) -> bool:
    if slot.width:
        return 0 <= value < 1 << slot.width
    return slot.low <= value <= slot.high


def _table_problems(program: Program) -> Iterator[str]:
    for table in program.tables:
        if table.width < 0 or not table.values:
            yield f"table `{table.name}` is empty or has a negative width"
        elif table.width and not all(0 <= value < 1 << table.width for value in table.values):
            yield f"table `{table.name}` has a set with members beyond {table.width}"
    for domain in program.domains:
        if domain.size < 0 or (domain.names and len(domain.names) != domain.size):
            yield f"domain `{domain.name}` has {len(domain.names)} names for {domain.size} members"
        names = [name for name in domain.names if name]
        if len(set(names)) != len(names):
            yield f"domain `{domain.name}` has a name twice"


# ---------------------------------------------------------------------------------------------
# What surrounds the code


def _surroundings(program: Program, typing: Typing) -> None:
    typing.at("the program")
    if program.players < 1 or program.longest < 1:
        typing.say("a match needs a player and a decision: `players` and `longest` are 1 or more")
    for name, block in (("entry", program.entry), ("begin", program.begin)):
        typing.index(block, len(program.blocks), name)
    _outcome_slots(program, typing)
    for component in program.components:
        typing.at(f"component `{component.name}`")
        _component(component, program, typing)
    for index, event in enumerate(program.events):
        typing.at(f"event {index}")
        typing.place(event.place)
        typing.phrase(event.text, event.domains)
        if len(event.forms) != len(event.domains):
            typing.say("there is a form for each argument")
        if event.amount != -1:
            typing.index(event.amount, len(event.domains), "argument")
    for check in program.checks:
        typing.at("the checks")
        _requirement(check, typing)
    _invariants(program, typing)
    if program.ranking:
        typing.at("the ranking")
        typing.scratch(program.ranking.var)
        with typing.binding(program.ranking.var, (0, program.players - 1)):
            for key in program.ranking.keys:
                typing.place(key.place)
                typing.number(key.value)


def _invariants(program: Program, typing: Typing) -> None:
    for invariant in program.invariants:
        typing.at(f"invariant `{invariant.name}`")
        _requirement(invariant, typing)
    lengths = len(program.domains), len(program.tables), len(program.slots)
    if not all(0 <= beside <= length for beside, length in zip(program.beside, lengths, strict=True)):
        typing.say("`beside` is more than there is")
    kept = len(program.slots) - program.beside[2]
    if any(group.role != "scratch" for group in program.slots[kept:]):
        typing.say("invariants need only scratch slots")


def _outcome_slots(program: Program, typing: Typing) -> None:
    if program.winners != -1:
        group = typing.slot(program.winners)
        if group and group.width != program.players:
            typing.say(f"`winners` has width {group.width}, expected a set of {program.players} players")
    if program.ended != -1:
        group = typing.slot(program.ended)
        if group and (group.width or group.low > -1 or group.high < len(program.ends) - 1):
            typing.say("`ended` cannot hold -1 and every end")
    if any(not 0 <= end < len(program.ends) for end in program.deciding):
        typing.say("`deciding` names an end that there is not")
    if program.deciding and program.winners == -1:
        typing.say("an end decides, but there are no `winners`")


def _component(component: Component, program: Program, typing: Typing) -> None:
    typing.place(component.place)
    if not typing.domain(component.domain, plain=component.form == "integer"):
        return
    if not all(typing.domain(key) for key in component.keys):
        return
    cells = 1
    for key in component.keys:
        cells *= program.domains[key].size
    size = program.domains[component.domain].size if component.domain >= 0 else 0
    group = typing.array(component.slot, cells * slots_each(program, component))
    if component.form == "list":
        _list(component, cells, group, typing)
    if group and group.width != (size if component.form == "set" else 0):
        typing.say(f"its slots have width {group.width}, which is not that of the form `{component.form}`")
    if component.seen == "owner":
        owners = program.domains[component.keys[0]].size if component.keys else 0
        if owners != program.players:
            typing.say("seen by its owner, but the first key is not the players")
    if component.shown != -1:
        typing.array(component.shown, cells)


def _list(component: Component, cells: int, group: Slot | None, typing: Typing) -> None:
    if group and group.low != -1:
        typing.say("the cells of a list hold -1 where nothing lies")
    length = typing.array(component.length, cells)
    if length and (length.width or length.low != 0 or length.high != component.room):
        typing.say(f"the length of a list is 0..{component.room}")


# ---------------------------------------------------------------------------------------------
# Decisions


def _decision(decision: Decision, where: str, program: Program, typing: Typing) -> None:
    typing.at(where)
    typing.place(decision.place)
    if decision.stuck != -1:
        typing.index(decision.stuck, len(program.blocks), "stuck")
    actions = [alternative.action for alternative in decision.alternatives]
    if not actions or len(set(actions)) != len(actions):
        typing.say("a decision needs alternatives, each with an action of its own")
    typing.enter()
    for shared in decision.shared:
        typing.scratch(shared.slot)
        typing.assign(shared.slot, typing.kind(shared.value))
    typing.number(decision.who)
    _shows(decision.shows, typing)
    if not typing.bounds.within(decision.who, 0, program.players - 1):
        typing.warn_range(decision.who, program.players, "who")
    if isinstance(decision, Together):
        _together(decision, program, typing)
    for alternative in decision.alternatives:
        typing.at(f"{where}, `{alternative.action}`")
        _alternative(alternative, program, typing)


def _together(decision: Together, program: Program, typing: Typing) -> None:
    players = program.players
    if decision.players != players or decision.stuck != -1:
        typing.say("a choice made together is made by the players of the program, and never stuck")
    if len({alternative.block for alternative in decision.alternatives}) > 1:
        typing.say("a choice made together goes on at one block")
    for base, count, name in ((decision.asked, 1, "asked"), (decision.ready, 1, "ready")):
        group = typing.array(base, count)
        if group and (group.width != players or group.role == "scratch"):
            typing.say(f"`{name}` needs a slot for a set of players that is saved")
    most = max((sum(stage.parts for stage in one.stages) for one in decision.alternatives), default=0)
    for base, count, low, high, name in (
        (decision.me, 1, 0, players - 1, "me"),
        (decision.answer, players, -1, len(decision.alternatives) - 1, "answer"),
        (decision.made, players, 0, most, "made"),
    ):
        group = typing.array(base, count)
        if group and (group.width or group.role == "scratch" or not group.low <= low <= high <= group.high):
            typing.say(f"`{name}` needs slots for {low}..{high} that are saved")
    _kept(decision, typing)


def _kept(decision: Together, typing: Typing) -> None:
    found: set[int] = set()
    for kept in decision.kept:
        work = typing.array(kept.base, kept.count)
        store = typing.array(kept.store, kept.count * decision.players)
        found.update(range(kept.base, kept.base + max(0, kept.count)))
        if work and store and (work.low, work.high, work.width) != (store.low, store.high, store.width):
            typing.say("what is kept for a stage needs slots like those of the stage")
        if store and store.role == "scratch":
            typing.say("what is kept for a stage needs slots that are saved")
    if found != slots_of_choice(decision.alternatives):
        typing.say("what is kept are the slots of all stages")


def _alternative(alternative: Alternative, program: Program, typing: Typing) -> None:
    typing.index(alternative.block, len(program.blocks), "block")
    typing.place(alternative.place)
    for requirement in alternative.requires:
        _requirement(requirement, typing)
    names = [stage.name for stage in alternative.stages]
    if len(set(names)) != len(names):
        typing.say("two stages have the same name")
    slots = [slot for stage in alternative.stages for slot in stage_slots(stage)]
    if len(set(slots)) != len(slots):
        typing.say("two stages share a slot")
    for stage in alternative.stages:
        _stage(stage, program, typing)
    _order_of_stages(alternative, typing)


def _order_of_stages(alternative: Alternative, typing: Typing) -> None:
    """Nothing reads a stage before it is chosen: what stands there then is left over from tried moves."""
    later = {slot: stage.name for stage in alternative.stages for slot in stage_slots(stage)}
    _unread(alternative.requires, later, f"what `{alternative.action}` requires", typing)
    for stage in alternative.stages:
        several = stage.several
        ends = (several.low, several.high, several.stock) if several is not None else ()
        parts = (stage.over, *stage.shared, *(one for one in ends if one is not None))
        _unread(parts, later, f"the set of stage `{stage.name}`", typing)
        for slot in stage_slots(stage):
            later.pop(slot, None)
        tests = (one.test for one in (*stage.requires, *(one for part in stage.may for one in part)))
        _unread(tests, later, f"what stage `{stage.name}` requires", typing)


def _unread(parts: Iterable[object], later: Mapping[int, str], what: str, typing: Typing) -> None:
    for part in parts:
        read = part.test if isinstance(part, Requirement) else part
        for slot in sorted(slots_read(read) & later.keys()):
            typing.say(f"{what} reads stage `{later[slot]}` before it is chosen")
            return


def _stage(stage: Stage, program: Program, typing: Typing) -> None:
    typing.place(stage.place)
    for shared in stage.shared:
        typing.scratch(shared.slot)
        typing.assign(shared.slot, typing.kind(shared.value))
    width = typing.any_set(stage.over)
    if typing.domain(stage.domain) and program.domains[stage.domain].size != width:
        typing.say(f"stage `{stage.name}` runs over {width} members of a domain of another size")
    if stage.several is not None:
        _several(stage, stage.several, width, typing)
    else:
        _values(stage, width, typing)
    for requirement in (*stage.requires, *(one for part in stage.may for one in part)):
        _requirement(requirement, typing)


def _several(stage: Stage, several: Several, width: int, typing: Typing) -> None:
    """The slots of picks: their set, their number, each of them and how many there are of each."""
    kinds, picks = typing.slot(stage.slot), typing.array(several.picks, stage.parts)
    if kinds and (kinds.role == "scratch" or kinds.width != width):
        typing.say(f"stage `{stage.name}` needs a slot for a set of {width}")
    if picks and not picks.low <= -1 <= width - 1 <= picks.high:
        typing.say(f"stage `{stage.name}` picks one of {width}, its slots hold {picks.low}..{picks.high}")
    for base, count in ((several.size, 1), *([(several.counts, width)] if several.counts >= 0 else [])):
        group = typing.array(base, count)
        if group and not group.low <= 0 <= stage.parts <= group.high:
            held = f"its slots hold {group.low}..{group.high}"
            typing.say(f"stage `{stage.name}` counts to {stage.parts}, {held}")
    if several.width != width or (several.counts < 0) != (several.stock is None):
        typing.say(f"stage `{stage.name}` is half a bag")
    typing.scratch(several.rest)
    typing.assign(several.rest, width)
    typing.number(several.low)
    typing.number(several.high)
    if several.stock is not None:
        typing.scratch(several.var)
        typing.assign(several.var, 0)
        with typing.bounds.knowing(several.var, (0, width - 1)):
            typing.number(several.stock)


def _values(stage: Stage, width: int, typing: Typing) -> None:
    """The slot of a value, or one for each key."""
    group = typing.array(stage.slot, stage.parts) if stage.parts > 1 else typing.slot(stage.slot)
    if stage.keys and len(stage.keys) != stage.parts:
        typing.say(f"stage `{stage.name}` has {stage.parts} parts and {len(stage.keys)} keys")
    if group and (group.role == "scratch" or group.width):
        typing.say(f"stage `{stage.name}` needs a slot for an integer that is saved")
    elif group and not group.low <= (-1 if stage.optional else 0) <= width - 1 <= group.high:
        typing.say(f"stage `{stage.name}` has {width} values, its slot holds {group.low}..{group.high}")


def _requirement(requirement: Requirement, typing: Typing) -> None:
    typing.place(requirement.place)
    typing.number(requirement.test)
    _shows(requirement.shows, typing)


def _shows(shows: tuple[Shown, ...], typing: Typing) -> None:
    for shown in shows:
        typing.phrase(shown.text, shown.domains)
        if len(shown.args) != len(shown.domains):
            typing.say("a shown part has as many domains as arguments")
        for arg in shown.args:
            typing.number(arg)
        width = typing.kind(shown.value)
        typing.domain(shown.domain, plain=True)
        if bool(width) != shown.is_set:
            typing.say("a shown part is a set where its value is one")
        if shown.when is not None:
            typing.number(shown.when)


# ---------------------------------------------------------------------------------------------
# Blocks


def _block(index: int, written: set[int], program: Program, typing: Typing) -> None:
    block = program.blocks[index]
    typing.at(f"block {index}")
    typing.enter(written)
    typing.body(block.body)
    end, blocks = block.end, len(program.blocks)
    match end:
        case Branch():
            typing.number(end.test)
        case Choose():
            typing.index(end.decision, len(program.decisions), "decision")
        case Draw():
            width = typing.any_set(end.over)
            _drawn(end, width, program, typing)
        case DrawBag():
            typing.number(end.offset)
            if end.among is not None:
                typing.sets(end.among, end.size)
            group = typing.slot(end.base)
            if group and (group.width or group.low < 0):
                typing.say("a bag is drawn from counts, which are not negative")
            if group and (end.size < 1 or end.base + end.size > group.base + group.count):
                typing.say("a bag lies in one slot group")
            _drawn(end, end.size, program, typing)
        case _:
            pass
    for way in ways(end):
        typing.index(way, blocks, "the block to go on with")


def _drawn(end: Draw | DrawBag, width: int, program: Program, typing: Typing) -> None:
    typing.place(end.place)
    if end.seen:
        typing.players(end.seen)
    group = typing.slot(end.slot)
    if group and group.width:
        typing.say("what is drawn needs a slot for an integer")
    elif group and not group.low <= 0 <= width - 1 <= group.high:
        typing.say(f"what is drawn is one of {width}, its slot holds {group.low}..{group.high}")
    if typing.domain(end.domain) and program.domains[end.domain].size != width:
        typing.say(f"what is drawn is one of {width}, its domain is of another size")


# ---------------------------------------------------------------------------------------------
# The graph and its costs


def _way_problems(program: Program) -> Iterator[str]:
    """Blocks that run on for ever: no decision, draw or end can be reached from them."""
    before: list[list[int]] = [[] for _ in program.blocks]
    halting: list[int] = []
    for index, block in enumerate(program.blocks):
        if isinstance(block.end, Choose | Draw | DrawBag | End):
            halting.append(index)
        for way in ways(block.end):
            before[way].append(index)
    reached = set(halting)
    while halting:
        fresh = [index for index in before[halting.pop()] if index not in reached]
        reached.update(fresh)
        halting += fresh
    for index in range(len(program.blocks)):
        if index not in reached:
            yield f"block {index}: no decision, draw or end can be reached from it"


def _cost_problems(program: Program, bounds: Bounds) -> Iterator[str]:
    for index, block in enumerate(program.blocks):
        if (cost := block_cost(block, bounds)) > MAX_COST:
            yield f"block {index}: up to {cost:,} steps, expected {MAX_COST:,} or fewer"
    for index, decision in enumerate(program.decisions):
        if (cost := decision_cost(decision, bounds)) > MAX_COST:
            yield f"decision {index}: up to {cost:,} steps, expected {MAX_COST:,} or fewer"
    for invariant in program.invariants:
        if (cost := expression_cost(invariant.test, bounds)) > MAX_COST:
            yield f"invariant `{invariant.name}`: up to {cost:,} steps, expected {MAX_COST:,} or fewer"
