"""Moves as people write them: ``move from T02 to T06``."""

from collections.abc import Iterable, Mapping, Sequence

from interpreter.core.ir import Alternative, Const, Decision, Program, Stage
from interpreter.engine.errors import Refusal
from interpreter.engine.events import Move
from interpreter.engine.forms import Slots, place_of
from interpreter.engine.moves import Choice, Option, Whole
from interpreter.engine.names import NONE, member_of, member_text
from interpreter.engine.picks import DONE
from interpreter.text.suggest import nearest

NOTHING = "nothing"
"""The word for a stage at which several things could be chosen and none is."""

Written = Move | str | Mapping[str, object]
"""A move, its text, or ``{"action": …, "choices": {stage: value}}``."""


def move_of(program: Program, choice: Choice, whole: Whole) -> Move:
    """A whole move of a decision by its names."""
    index, values = whole
    option, choices, at = choice.options[index], [], 0
    for stage in choice.decision.alternatives[index].stages:
        text = values_text(program, stage, values[at : at + stage.parts])
        if text:  # where several may be chosen, none need not be said
            choices.append((stage.name, text))
        at += stage.parts
    return Move(option.action, tuple(choices))


def move_so_far(program: Program, option: Option, end: int, s: Slots) -> tuple[tuple[str, str], ...]:
    """The stages before step ``end``, each with the text of its values; what is empty is left out."""
    found, at = [], 0
    while at < end:
        stage = option.steps[at].stage
        made = [s[step.slot] for step in option.steps[at : at + stage.parts]]
        text = values_text(program, stage, made)
        if text:
            found.append((stage.name, text))
        at += stage.parts
    return tuple(found)


def values_text(program: Program, stage: Stage, values: Sequence[int]) -> str:
    """The values of a stage's parts as they are written, "" where nothing is picked."""
    domain = program.domains[stage.domain]
    made = [value for value in values if value >= 0] if stage.several is not None else values
    return " ".join(member_text(domain, value) for value in made)


def read_move(program: Program, decision: Decision, written: Written) -> Whole:
    """The whole move that is written; whether it is legal is another question.

    Values may stand without the names of their stages, and a value without an action where the decision
    offers only one.

    Raises: Refusal for an action that is not offered, and for values that are missing, too many or unknown.
    """
    if isinstance(written, str):
        return _read_text(program, decision, written)
    if isinstance(written, Move):
        action, pairs = written.action, dict(written.choices)
    else:
        action, pairs = _parts(written)
    index = read_action(program, decision, action)
    alternative = decision.alternatives[index]
    for name in pairs:
        if name not in [stage.name for stage in alternative.stages]:
            raise _surplus(program, alternative, name)
    values: list[int] = []
    for stage in alternative.stages:
        if stage.name not in pairs and not _may_be_left_out(stage):
            raise _missing(program, alternative, stage)
        words = pairs.get(stage.name, "").split()
        values += _values(program, alternative, stage, words)
        if words:
            raise _surplus(program, alternative, words[0])
    return index, tuple(values)


def read_action(program: Program, decision: Decision, action: str) -> int:
    """The index of the alternative with that action.

    Raises: Refusal where the decision does not offer it.
    """
    actions = [alternative.action for alternative in decision.alternatives]
    if action in actions:
        return actions.index(action)
    message = f"`{action}` is not offered here, expected {_one_of(actions)}"
    raise Refusal("action", message, place_of(program, decision.place), help=_meant(action, actions))


def read_value(program: Program, stage: Stage, text: str) -> int:
    """The member that a text names at a stage; -1 for none, where that may be chosen.

    Raises: Refusal where it names none.
    """
    domain = program.domains[stage.domain]
    value = member_of(domain, text)
    if value is None or (value == -1 and not stage.optional):
        message = f"`{text}` is not a value of `{stage.name}`, expected one of `{domain.name}`"
        known = [*filter(None, domain.names), *([NONE] if stage.optional else [])]
        raise Refusal(stage.name, message, place_of(program, stage.place), help=_meant(text, known))
    return value


def _may_be_left_out(stage: Stage) -> bool:
    """Whether a stage that is not mentioned means that nothing is picked."""
    several = stage.several
    return several is not None and not (isinstance(several.low, Const) and several.low.value > 0)


def _values(program: Program, alternative: Alternative, stage: Stage, words: list[str]) -> list[int]:
    """The values that the next words give to the parts of a stage; the words read are taken away.

    Raises: Refusal for values that are missing or unknown.
    """
    if stage.several is not None:
        return _picked(program, alternative, stage, words)
    values = []
    for _ in range(stage.parts):
        if not words:
            raise _missing(program, alternative, stage)
        values.append(read_value(program, stage, words.pop(0)))
    return values


def _picked(program: Program, alternative: Alternative, stage: Stage, words: list[str]) -> list[int]:
    """As many things as the next words name, in canonical order, then done as often as parts are left."""
    domain = program.domains[stage.domain]
    names = {other.name for other in alternative.stages}
    picked: list[int] = []
    if words[:1] == [NOTHING] and member_of(domain, NOTHING) is None:
        words.pop(0)
        return [DONE] * stage.parts
    while words and (words[0] not in names or member_of(domain, words[0]) is not None):
        picked.append(read_value(program, stage, words.pop(0)))
    if not picked and not _may_be_left_out(stage):
        raise _missing(program, alternative, stage)
    if len(picked) > stage.parts:
        message = f"{len(picked)} are chosen for `{stage.name}`, expected {stage.parts} or fewer"
        raise Refusal(stage.name, message, place_of(program, stage.place))
    return [*sorted(picked), *[DONE] * (stage.parts - len(picked))]


def _parts(written: Mapping[str, object]) -> tuple[str, dict[str, str]]:
    choices = written.get("choices", {})
    if not isinstance(choices, Mapping):
        raise Refusal("action", "expected the values of `choices` by their stages")
    pairs = {str(name): _plain_text(value) for name, value in choices.items()}
    return str(written.get("action", "")), pairs


def _plain_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(_plain_text, value))
    return NONE if value is None else str(value)


def _read_text(program: Program, decision: Decision, text: str) -> Whole:
    words = text.split()
    actions = [alternative.action for alternative in decision.alternatives]
    if len(actions) == 1 and words and words[0] not in actions and _begins(program, decision, words[0]):
        words.insert(0, actions[0])
    index = read_action(program, decision, words[0] if words else "")
    alternative, rest = decision.alternatives[index], words[1:]
    values: list[int] = []
    for stage in alternative.stages:
        if rest and rest[0] == stage.name:
            rest.pop(0)
        elif stage.name in rest[1:] and _names_stage(program, alternative, stage, rest[0]):
            raise _out_of_order(program, alternative, rest[0])
        values += _values(program, alternative, stage, rest)
    if rest and rest[0] in [stage.name for stage in alternative.stages]:
        raise _out_of_order(program, alternative, rest[0])
    if rest:
        raise _surplus(program, alternative, rest[0])
    return index, tuple(values)


def _names_stage(program: Program, alternative: Alternative, here: Stage, word: str) -> bool:
    """Whether a word names another stage and is no value of the one that is read."""
    if member_of(program.domains[here.domain], word) is not None:
        return False
    return word in [stage.name for stage in alternative.stages]


def _out_of_order(program: Program, alternative: Alternative, word: str) -> Refusal:
    stages = _each_of([stage.name for stage in alternative.stages])
    message = f"`{word}` does not belong there, expected each stage of `{alternative.action}` once, in order"
    return Refusal("action", message, place_of(program, alternative.place), help=f"in order: {stages}")


def _begins(program: Program, decision: Decision, word: str) -> bool:
    """Whether a word can begin the only action offered with its first stage."""
    stages = decision.alternatives[0].stages
    if not stages:
        return False
    return word == stages[0].name or member_of(program.domains[stages[0].domain], word) is not None


def _missing(program: Program, alternative: Alternative, stage: Stage) -> Refusal:
    message = f"`{alternative.action}` needs a value for `{stage.name}`, found none"
    return Refusal(stage.name, message, place_of(program, stage.place))


def _surplus(program: Program, alternative: Alternative, word: str) -> Refusal:
    stages = [stage.name for stage in alternative.stages]
    expected = f"expected values for {_each_of(stages)} only" if stages else "expected nothing after it"
    message = f"`{alternative.action}` has no place for `{word}`, {expected}"
    return Refusal("action", message, place_of(program, alternative.place), help=_meant(word, stages))


def _one_of(names: list[str]) -> str:
    return f"`{names[0]}`" if len(names) == 1 else f"one of {_each_of(names)}"


def _each_of(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _meant(word: str, known: Iterable[str]) -> str:
    near = nearest(word, known)
    return f"did you mean `{near}`?" if near else ""
