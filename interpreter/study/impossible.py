"""Why an action cannot be chosen: the condition that fails, or the stage that nothing can be chosen for."""

from collections.abc import Iterator, Sequence

from interpreter.core.notes import Asking, Offer
from interpreter.engine.forms import Slots
from interpreter.engine.moves import Choice, Option, can_complete
from interpreter.engine.names import member_text
from interpreter.study.asked_reasons import reason_for
from interpreter.study.explainer import Explainer
from interpreter.study.reason import Reason, where
from interpreter.study.statements import cited_by, statements_of

SHOWN = 6
"""How many values of a stage are looked at one by one."""

_DEEPEST = 3


def impossible(explainer: Explainer, choice: Choice, option: Option, s: Slots) -> Reason:
    """Why an alternative that cannot be completed cannot be; ``s`` is what the decision reads, prepared."""
    return _Search(explainer, choice, option, list(s)).whole()


def other_values(
    explainer: Explainer, choice: Choice, option: Option, members: Sequence[int], s: Slots
) -> Iterator[Reason]:
    """Why at each stage of the only legal move nothing else can be chosen."""
    s = list(s)
    for at, member in enumerate(members):
        if not option.plain:
            return
        yield from _Search(explainer, choice, option, list(s)).beside(at, member)
        s[option.steps[at].slot] = member


class _Search:
    """Follows the stages of one alternative to where it goes no further."""

    def __init__(self, explainer: Explainer, choice: Choice, option: Option, s: Slots) -> None:
        self.explainer = explainer
        self.option = option
        self.offer: Offer = explainer.offer(choice, option.index)
        self.requires = choice.decision.alternatives[option.index]
        self.s = s

    def whole(self) -> Reason:
        """The action with what stands against it."""
        text = f"`{self.option.action}` can be chosen"
        failing = self._failing(self.offer.before, [one.test for one in self.requires.requires])
        if failing is not None:
            return self._headed(text, (failing,))
        if not self.option.plain:
            return self._headed(text, (Reason("its stages can be completed", "false"),))
        return self._headed(text, tuple(self._stage(0)))

    def beside(self, at: int, member: int) -> Iterator[Reason]:
        """The other values of a stage, with what stands against each."""
        yield from self._values(at, [one for one in self._candidates(at) if one != member])

    def _headed(self, text: str, parts: tuple[Reason, ...]) -> Reason:
        action = self.offer.action
        if action is None:
            return Reason(text, "false", "", parts)
        cites = statements_of(self.explainer.checked.document, cited_by(action))
        return Reason(text, "false", "", parts, action.head.path, where(action.head.span), cites)

    def _failing(self, asked: Sequence[Asking], tests: Sequence[object]) -> Reason | None:
        """The first condition that does not hold."""
        closures = self.explainer.engine.closures
        for asking, test in zip(asked, tests, strict=True):
            if not closures.expr(test)(self.s):  # type: ignore[arg-type]
                return self._tree(asking)
        return None

    def _tree(self, asking: Asking) -> Reason:
        self.explainer.position.look(self.s, self.offer.sight)
        found = reason_for(self.explainer.reasons(), asking)
        return Reason(f"{asking.name}: {found.text}", found.value, found.note, found.parts)

    def _candidates(self, at: int) -> tuple[int, ...]:
        return self.option.steps[at].candidates(self.s)

    def _stage(self, at: int, depth: int = 0) -> Iterator[Reason]:
        """Why no value of a stage leads on."""
        step, candidates = self.option.steps[at], self._candidates(at)
        if candidates:
            yield from self._values(at, candidates, depth)
            return
        assert self.offer.action is not None
        value = self.offer.action.choose[at].line.value
        self.explainer.position.look(self.s, self.offer.sight)
        parts = (self.explainer.reasons().of(value),)
        yield Reason(f"something can be chosen for `{step.stage.name}`", "false", "", parts)

    def _values(self, at: int, values: Sequence[int], depth: int = 0) -> Iterator[Reason]:
        step = self.option.steps[at]
        domain = self.explainer.engine.program.domains[step.stage.domain]
        for value in values[:SHOWN]:
            self.s[step.slot] = value
            text = f"{step.stage.name} {member_text(domain, value)} can be chosen"
            failing = self._failing(self.offer.behind[at], [one.test for one in step.stage.requires])
            parts = [failing] if failing is not None else []
            if failing is None and depth < _DEEPEST and not can_complete(self.option, at + 1, self.s):
                parts = list(self._stage(at + 1, depth + 1))
            yield Reason(text, "false", "", tuple(parts))
        if len(values) > SHOWN:
            yield Reason(f"{len(values) - SHOWN} more can be chosen", "false")
