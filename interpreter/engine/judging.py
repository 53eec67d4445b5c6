"""Why a proposed move is not legal: the first thing that stands against it, in the order of its parts."""

from interpreter.core.ir import Requirement
from interpreter.engine.errors import Refusal
from interpreter.engine.explain import shown_values
from interpreter.engine.forms import Slots, place_of
from interpreter.engine.machine import Engine
from interpreter.engine.moves import Choice, Option, Whole
from interpreter.engine.names import member_text


def demand_whole(engine: Engine, choice: Choice, whole: Whole, s: Slots) -> None:
    """Nothing stands against a whole move; its values are in their slots afterwards.

    Raises: Refusal.
    """
    index, values = whole
    option = choice.options[index]
    demand_open(engine, choice, option, s)
    for at, value in enumerate(values):
        demand_value(engine, choice, option, at, value, s)


def demand_open(engine: Engine, choice: Choice, option: Option, s: Slots) -> None:
    """The requirements of an alternative that depend on no stage hold.

    Raises: Refusal.
    """
    for requirement in choice.decision.alternatives[option.index].requires:
        _demand(engine, requirement, s)


def demand_value(engine: Engine, choice: Choice, option: Option, at: int, value: int, s: Slots) -> None:
    """A value is in the set of its stage and meets its requirements; it is in its slot afterwards.

    Raises: Refusal.
    """
    step = option.steps[at]
    stage = step.stage
    if value not in step.candidates(s):
        name = member_text(engine.program.domains[stage.domain], value)
        message = f"`{name}` cannot be chosen for `{stage.name}` here"
        raise Refusal(stage.name, message, place_of(engine.program, stage.place))
    s[step.slot] = value
    for requirement in stage.requires:
        _demand(engine, requirement, s)


def _demand(engine: Engine, requirement: Requirement, s: Slots) -> None:
    if engine.closures.expr(requirement.test)(s):
        return
    message = requirement.otherwise or f"`{requirement.name}` does not hold"
    values = shown_values(engine.closures, requirement, s)
    raise Refusal(requirement.name, message, place_of(engine.program, requirement.place), values)
