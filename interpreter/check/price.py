"""What an action pays by one of its costs, written out."""

from dataclasses import dataclass

from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r


@dataclass(frozen=True, slots=True, eq=False)
class Price:
    """One cost of an action; everything stands in the scope of that action.

    ``let`` is the amount, taken once after the choice; ``None`` where the cost is summed over the ``overs``
    of its line: then ``take`` is the line of the block that takes the amount of one round. ``total`` is all
    that is paid, ``steps`` are the amounts after the base and after each modifier, by name. ``missing`` names
    what is not there of goods to be paid and shown. ``block`` is the payment. Of a cost that is promised,
    ``kept`` is the place where the amount lies until it is collected.
    """

    decl: r.CostDecl
    line: n.CostLine
    source: n.Expr
    let: r.LetDecl | None
    take: n.Line | None
    total: n.Expr
    steps: tuple[tuple[str, n.Expr], ...]
    show: n.Expr | None
    missing: r.LetDecl | None
    requires: tuple[r.RequireDecl, ...]
    block: n.Block
    kept: n.Read | None = None
