"""All lints, in the order in which they look at a ruleset."""

from collections.abc import Callable

from interpreter.check.lint.alike import alike_names
from interpreter.check.lint.chains import idle_keys, idle_modifiers, needless_else
from interpreter.check.lint.conditions import Conditions
from interpreter.check.lint.footnotes import repeated_footnotes
from interpreter.check.lint.idle import idle_lines, late_steps
from interpreter.check.lint.magic import magic_numbers
from interpreter.check.lint.sight import Place, Sight
from interpreter.check.lint.unused import unread_values, unused_kinds, unused_names
from interpreter.check.lint.width import idle_bounds, still_components, wide_ranges
from interpreter.check.world import World
from interpreter.text.diagnostic import Diagnostic

Lint = Callable[[Sight], None]


def conditions(sight: Sight) -> None:
    """Conditions that can come out in one way only."""
    Conditions(sight.world, sight.found).rules()


LINTS: tuple[Lint, ...] = (
    unused_kinds,
    unused_names,
    unread_values,
    alike_names,
    conditions,
    idle_keys,
    idle_modifiers,
    needless_else,
    idle_lines,
    late_steps,
    still_components,
    wide_ranges,
    idle_bounds,
    magic_numbers,
    repeated_footnotes,
)


def lint(
    world: World, read_elsewhere: frozenset[str] = frozenset()
) -> tuple[tuple[Diagnostic, ...], frozenset[Place]]:
    """What is doubtful in a ruleset without errors, and all places that it has.

    ``read_elsewhere`` are the words of its picture.
    """
    sight = Sight(world, read_elsewhere)
    for one in LINTS:
        one(sight)
    return tuple(dict.fromkeys(sight.found)), frozenset(sight.places)
