"""The small choices that moves are made of: one for each part of each stage of an alternative."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.core.ir import Alternative, Place, Requirement, Stage
from interpreter.core.reading import slots_read
from interpreter.engine.closures import Closures
from interpreter.engine.forms import Each, Eval, Slots, place_of
from interpreter.engine.keeping import Keep, keeper
from interpreter.engine.picks import Picks, compile_picks

NO_HINT = -2
"""No value of any step."""


@dataclass(frozen=True, slots=True)
class Step:
    """One part of a stage, compiled; a stage of one part is one step.

    ``allowed`` is all that the value must meet, None where it need not meet anything, and ``keep`` applies
    it to many values at once. ``after`` is the index of the step behind the stage; ``last`` says that there
    is none. Of several picks, ``allowed`` holds where more may follow and ``ended`` where the picks end.
    ``shared`` is computed when the stage begins; ``looks``: what may follow a pick is asked what is left.
    ``hints``, the same for all steps of an alternative, are values that led on the last time.
    """

    stage: Stage
    part: int
    slot: int
    over: Eval
    each: Each
    optional: bool
    allowed: Eval | None
    keep: Keep
    last: bool
    after: int
    place: Place | None
    picks: Picks | None = None
    ended: Eval | None = None
    shared: tuple[tuple[int, Eval], ...] = ()
    looks: bool = False
    hints: list[int] = field(default_factory=list)

    def candidates(self, s: Slots) -> tuple[int, ...]:
        """The members of the set, and none after them where it may be chosen; of picks see there."""
        if self.shared and not self.part:
            self.begin(s)
        if self.picks is not None:
            return self.picks.candidates(s, self.part)
        return (*self.each(s), -1) if self.optional else self.each(s)

    def begin(self, s: Slots) -> None:
        """Compute what the parts of the stage share."""
        for slot, value in self.shared:
            s[slot] = value(s)

    def allowed_values(self, s: Slots) -> Sequence[int]:
        """The candidates that meet the requirements of the stage itself."""
        candidates = self.candidates(s)
        return candidates if self.allowed is None else self.keep(s, candidates)

    def put(self, s: Slots, at: int, value: int) -> int:
        """Write a value, and give the index of the step that follows; this one is number ``at``."""
        if self.picks is None:
            s[self.slot] = value
            return at + 1
        return self.after if self.picks.put(s, self.part, value) else at + 1

    def enter(self, s: Slots, at: int, value: int) -> int:
        """`put`, but -1 for a value that the requirements do not allow."""
        following = self.put(s, at, value)
        test = self.allowed
        if self.picks is not None:
            if following == self.after:
                test = self.ended
            elif self.looks:
                self.picks.look(s, value)
        return following if test is None or test(s) else -1


def compile_steps(closures: Closures, alternative: Alternative) -> tuple[Step, ...]:
    """The steps of all stages of an alternative."""
    steps: list[Step] = []
    hints = [NO_HINT] * sum(stage.parts for stage in alternative.stages)
    for stage in alternative.stages:
        after = len(steps) + stage.parts
        is_last = stage is alternative.stages[-1]
        picks = compile_picks(closures, stage, stage.several) if stage.several is not None else None
        requires = all_of(closures, stage.requires)
        shared = tuple((one.slot, closures.expr(one.value)) for one in stage.shared)
        looks = picks is not None and any(
            picks.rest in slots_read(one.test) for part in stage.may for one in part
        )
        for part in range(stage.parts):
            test = _allowed(closures, stage, part)
            steps.append(
                Step(
                    stage=stage,
                    part=part,
                    slot=stage.slot + part if picks is None else picks.base + part,
                    over=closures.expr(stage.over),
                    each=closures.each(stage.over),
                    optional=stage.optional,
                    allowed=test,
                    keep=_keeper(closures, stage),
                    last=is_last and part == stage.parts - 1,
                    after=after,
                    place=place_of(closures.program, stage.place),
                    picks=picks,
                    ended=requires,
                    shared=shared,
                    looks=looks,
                    hints=hints,
                )
            )
    return tuple(steps)


def _allowed(closures: Closures, stage: Stage, part: int) -> Eval | None:
    """What holds after a part: what must still be possible, and after the last one the requirements."""
    if stage.several is not None:
        return all_of(closures, stage.may[0]) if stage.may else None
    if part < stage.parts - 1:
        return all_of(closures, stage.may[part]) if stage.may else None
    return all_of(closures, stage.requires)


def _keeper(closures: Closures, stage: Stage) -> Keep:
    tests = [keeper(closures, stage.slot, requirement.test) for requirement in stage.requires]

    def keep(s: Slots, items: Sequence[int]) -> Sequence[int]:
        for test in tests:
            items = test(s, items)
        return items

    return tests[0] if len(tests) == 1 else keep


def all_of(closures: Closures, requirements: tuple[Requirement, ...]) -> Eval | None:
    """All requirements in one; None where there is none."""
    tests = tuple(closures.expr(requirement.test) for requirement in requirements)
    match tests:
        case ():
            return None
        case (one,):
            return one
        case (one, two):
            return lambda s: one(s) and two(s)
        case (one, two, three):
            return lambda s: one(s) and two(s) and three(s)
        case _:
            first, rest = all_of(closures, requirements[:3]), all_of(closures, requirements[3:])
            assert first is not None and rest is not None
            return lambda s: first(s) and rest(s)
