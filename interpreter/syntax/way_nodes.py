"""What declarations of groups and routes stand for: forms that no author can write inside a sentence."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.text.span import Span

if TYPE_CHECKING:
    from interpreter.syntax.nodes import Expr


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """``joined by: near``: the spaces ``near`` beside the one that ``name`` is bound to."""

    name: str
    near: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """``{spaces: own(p), joined by: near}``: those of ``spaces`` that hang together with some of ``of``."""

    of: "Expr"
    spaces: "Expr"
    step: Step
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Through:
    """``water: 2 of waters``: spaces that may be passed, so many of them; ``most`` is None without limit."""

    name: str
    most: "Expr | None"
    spaces: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """``{from: q, joined by: near, through: …}``: all that is next to the last space of a way from ``start``
    that passes one space or more, each one of those named, and no more of them than is said.
    """

    start: "Expr"
    step: Step
    through: tuple[Through, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Cheapest:
    """``{from: a, joined by: near, each step costs: 1}``: what the cheapest way from ``start`` to ``to``
    costs, or none; every step costs ``price``, or every space passed what ``toll`` gives for it.
    """

    start: "Expr"
    to: "Expr"
    step: Step
    price: "Expr | None"
    toll: Step | None
    span: Span
