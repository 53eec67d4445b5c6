"""From what a search saw to findings."""

from itertools import chain

from interpreter.study.playability.bounds import bounds, things
from interpreter.study.playability.choices import choices
from interpreter.study.playability.courses import courses
from interpreter.study.playability.failing import failures
from interpreter.study.playability.finding import WEIGHTS, Finding
from interpreter.study.playability.idle import options
from interpreter.study.playability.never import Never
from interpreter.study.playability.search import Search
from interpreter.study.playability.wins import wins


def judge(search: Search) -> tuple[Finding, ...]:
    """All findings, the weightiest first, then in the order of the ruleset."""
    found = chain(
        failures(search),
        courses(search),
        things(search),
        wins(search),
        Never(search).findings(),
        choices(search),
        bounds(search),
        options(search),
    )
    return tuple(sorted(found, key=lambda one: (WEIGHTS.index(one.severity), one.where.file, one.where.line)))
