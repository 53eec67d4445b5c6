"""All paragraphs of a ruleset, wherever they stand."""

from collections.abc import Iterator

from interpreter.syntax import ruleset as r


def every_step(rules: r.Ruleset) -> Iterator[r.StepDecl]:
    """Every paragraph with its inner ones: of set-up, phases, actions, procedures and scoring."""
    roots = (*rules.setup, *rules.phases, *rules.steps.values(), *rules.scoring)
    waiting = [*roots, *(step for action in rules.actions.values() for step in action.steps)][::-1]
    while waiting:
        step = waiting.pop()
        yield step
        waiting.extend(reversed(step.steps))
