"""Phrases about a position: what scenarios assert, checked and lowered beside a program."""

from dataclasses import dataclass, replace

from interpreter.check import findings as f
from interpreter.check.infer import Infer
from interpreter.check.kinds import Flag, Kind, Maybe, Member, SetOf
from interpreter.check.world import World
from interpreter.core import ir
from interpreter.core.bounds import bounds_of
from interpreter.core.cost import expression_cost
from interpreter.core.instance import Instance
from interpreter.core.lower import lay_out
from interpreter.core.lower_play import LowerPlay
from interpreter.syntax import nodes as n
from interpreter.syntax.document import Scalar
from interpreter.syntax.parse import parse_scalar
from interpreter.text.diagnostic import Diagnostic

MOST_STEPS = 20_000_000
"""What a phrase may cost: whoever writes one waits for it."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase ready to be computed: ``program`` has its tables and slots, components first.

    ``domain`` prints the value (-1: a number); ``is_set`` tells a set.
    """

    program: ir.Program
    expr: ir.Expr
    domain: int
    is_set: bool
    is_flag: bool


def lower_phrase(
    world: World, program: ir.Program, options: dict[str, int], scalar: Scalar
) -> tuple[Phrase | None, tuple[Diagnostic, ...]]:
    """The phrase in ``scalar``, or what is wrong with it.

    Its slots begin with the components exactly as those of ``program`` do, so that a state of that
    program can be looked at; no player acts, so ``me`` means nothing in it.
    """
    node, found = parse_scalar(scalar, "phrase")
    if node is None:
        return None, found
    problems: list[Diagnostic] = []
    infer = Infer(world, problems)
    infer.seats = program.players, program.players
    kind = infer.expr(node.expr)
    if problems:
        return None, tuple(problems)
    phrase = _lowered(world, program, options, node.expr, kind)
    steps = expression_cost(phrase.expr, bounds_of(phrase.program))
    if steps > MOST_STEPS:
        message = f"this needs up to {steps:,} steps, expected {MOST_STEPS:,} or fewer"
        return None, (f.too_large(message, node.span),)
    return phrase, ()


def _lowered(world: World, program: ir.Program, options: dict[str, int], node: n.Expr, kind: Kind) -> Phrase:
    play = prepared(world, program, options)
    instance = play.instance
    of = kind.of if isinstance(kind, SetOf) else None
    expr = play.whole_set(node, of) if of is not None else play.whole(node)
    single = of if of is not None else kind.of if isinstance(kind, Maybe) else kind
    domain = instance.domain(single) if isinstance(single, Member | Flag) else -1
    return Phrase(program_of(play, program), expr, domain, of is not None, isinstance(kind, Flag))


def prepared(world: World, program: ir.Program, options: dict[str, int]) -> LowerPlay:
    """What lowers phrases beside a program: components lie exactly where they lie there."""
    play = LowerPlay(world, Instance(world, program.players, options))
    lay_out(play)
    return play


def program_of(play: LowerPlay, program: ir.Program) -> ir.Program:
    """The tables and slots that phrases need, as a program that does nothing."""
    return replace(
        program,
        domains=tuple(play.instance.domains),
        tables=tuple(play.instance.tables),
        slots=tuple(play.slots.groups),
        components=(),
        events=(),
        decisions=(),
        blocks=(ir.Block((), ir.End()),),
        entry=0,
        begin=0,
        ranking=None,
        winners=-1,
        ended=-1,
        checks=(),
        places=(),
        invariants=(),
        beside=(0, 0, 0),
    )
