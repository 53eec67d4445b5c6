"""Why a proposed move is not legal: the first thing that stands against it, in the order of its parts."""

from interpreter.core.ir import Requirement
from interpreter.engine.errors import Refusal
from interpreter.engine.explain import shown_values
from interpreter.engine.forms import Slots, place_of
from interpreter.engine.machine import Engine
from interpreter.engine.moves import Choice, Option, Whole
from interpreter.engine.names import member_text
from interpreter.engine.picks import DONE
from interpreter.engine.steps import Step


def demand_whole(engine: Engine, choice: Choice, whole: Whole, s: Slots) -> None:
    """Nothing stands against a whole move; its values are in their slots afterwards.

    Raises: Refusal.
    """
    index, values = whole
    option, at = choice.options[index], 0
    demand_open(engine, choice, option, s)
    while at < len(option.steps):
        at = demand_value(engine, choice, option, at, values[at], s)


def demand_open(engine: Engine, choice: Choice, option: Option, s: Slots) -> None:
    """The requirements of an alternative that depend on no stage hold.

    Raises: Refusal.
    """
    for requirement in choice.decision.alternatives[option.index].requires:
        _demand(engine, requirement, s)


def demand_value(engine: Engine, choice: Choice, option: Option, at: int, value: int, s: Slots) -> int:
    """A value is offered by its step, and a stage that it ends meets its requirements.

    The value is in its slot afterwards; gives the number of the step that follows.

    Raises: Refusal.
    """
    step = option.steps[at]
    stage = step.stage
    if value not in step.candidates(s):
        raise Refusal(stage.name, _not_offered(engine, step, value), place_of(engine.program, stage.place))
    following = step.put(s, at, value)
    if following == step.after:
        for requirement in stage.requires:
            _demand(engine, requirement, s)
    return following


def _not_offered(engine: Engine, step: Step, value: int) -> str:
    if step.picks is not None and value == DONE:
        return f"too few are chosen for `{step.stage.name}`"
    name = member_text(engine.program.domains[step.stage.domain], value)
    return f"`{name}` cannot be chosen for `{step.stage.name}` here"


def _demand(engine: Engine, requirement: Requirement, s: Slots) -> None:
    if engine.closures.expr(requirement.test)(s):
        return
    message = requirement.otherwise or f"`{requirement.name}` does not hold"
    values = shown_values(engine.closures, requirement, s)
    raise Refusal(requirement.name, message, place_of(engine.program, requirement.place), values)
