"""A phrase that somebody asks about, read and checked against a ruleset."""

from dataclasses import dataclass

from interpreter.check import findings as f
from interpreter.check.infer import Infer
from interpreter.check.kinds import Flag, Kind
from interpreter.check.world import World
from interpreter.core.ir import Program
from interpreter.core.phrase import lower_phrase
from interpreter.syntax import nodes as n
from interpreter.syntax.document import Scalar
from interpreter.syntax.parse import parse_scalar
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.scalar_map import map_scalar
from interpreter.text.span import Source, Span

LONGEST = 2_000
"""Characters of the longest phrase that is read."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A checked phrase with its kind."""

    text: str
    expr: n.Expr
    kind: Kind


def asked_phrase(
    world: World, program: Program, text: str, label: str, *, condition: bool = False
) -> Phrase | tuple[Diagnostic, ...]:
    """The phrase in a text, or what is wrong with it; ``label`` is what messages call the text.

    No player acts, so ``me`` means nothing in it. With ``condition`` it must be true or false.
    """
    scalar = _scalar(text, label)
    if len(text) > LONGEST:
        message = f"this has {len(text):,} characters, expected {LONGEST:,} or fewer"
        return (f.too_large(message, scalar.span),)
    options = {name: world.option_value(name, value) for name, value in program.options}
    phrase, found = lower_phrase(world, program, options, scalar)
    if phrase is None:
        return found
    if condition and not phrase.is_flag:
        return (Diagnostic("E501", "a condition is true or false, but this is neither", scalar.span),)
    node, _ = parse_scalar(scalar, "phrase")
    assert node is not None
    infer = Infer(world, [])
    infer.seats = program.players, program.players
    kind = infer.expr(node.expr)
    assert not condition or isinstance(kind, Flag)
    return Phrase(text, node.expr, kind)


def _scalar(text: str, label: str) -> Scalar:
    whole = Span(Source(label, text), 0, len(text))
    return Scalar(text, text, "plain", whole, map_scalar(whole, "plain", text))
