"""Forms that only native code knows: what is kept up to date beside the slots, and read instead of computed.

Views are no slots: they are not saved, not hashed and not exchanged, but computed anew from the slots where a
position is taken up.
"""

from typing import Any

from interpreter.core.ir import Expr, Loop, Stage
from interpreter.text.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Plane:
    """The members x for which slot ``base + x`` of an array of ``width`` slots holds ``value``."""

    base: int
    value: Expr
    width: int


@dataclass(frozen=True, slots=True)
class RowSum:
    """The sum of row ``row`` of the array from ``base`` on, whose rows have ``length`` slots."""

    base: int
    length: int
    row: Expr


@dataclass(frozen=True, slots=True)
class Above:
    """The rows of an array whose sum is ``least`` or more; there are ``width`` of them."""

    base: int
    length: int
    least: int
    width: int


@dataclass(frozen=True, slots=True)
class Apart:
    """The members x of ``width`` whose entry of ``table`` has no row with a sum of ``least`` or more.

    Table ``back`` has for each row the members that have it in their entry.
    """

    base: int
    length: int
    least: int
    table: int
    back: int
    width: int


@dataclass(frozen=True, slots=True)
class Shift:
    """The members x of ``mask`` for which x + ``by`` is a member of ``of``."""

    of: Expr
    by: int
    mask: int
    width: int


@dataclass(frozen=True, slots=True)
class RunsTo:
    """The members from which a run of ``through`` leads to a member of ``ends``, in one of some directions.

    In direction k a step leads from each member x of ``masks[k]`` to x + ``steps[k]``, and no more than
    ``longest[k]`` of them follow each other. The first member met outside ``through`` has to be in
    ``ends``. Where the run ``is_apart``, at least one member of ``through`` lies before it.
    """

    ends: Expr
    through: Expr
    steps: tuple[int, ...]
    masks: tuple[int, ...]
    longest: tuple[int, ...]
    is_apart: bool
    width: int


@dataclass(frozen=True, slots=True)
class Reach:
    """The cells on the rays of ``cell``, each up to the first one that is not in ``within``.

    A ray of direction d is row ``cell * count + d`` of table ``rays``; the directions are ``ways``, and on
    those of ``rising`` what is nearer is lower. Table ``near`` has the nearest cell of each ray.
    """

    cell: Expr
    within: Expr
    rays: int
    near: int
    ways: int
    rising: int
    count: int
    width: int


@dataclass(frozen=True, slots=True)
class SomeLine:
    """Some row of table ``table`` is held by one value of ``values`` in the array from ``base`` on.

    It was false when it was last asked, so that only rows with a slot written since can be held now.
    """

    base: int
    table: int
    values: int
    number: int


@dataclass(frozen=True, slots=True)
class SomeLink:
    """Some value of ``values`` links a set of table ``starts`` with one of table ``goals``, by the steps of
    table ``table``, in the array from ``base`` on.

    It was false when it was last asked, so that a link now has a slot written since.
    """

    base: int
    table: int
    starts: int
    goals: int
    values: int
    number: int


@dataclass(frozen=True, slots=True)
class SomeRow:
    """Some row of table ``table`` lies within a set."""

    table: int
    within: Expr


VIEWS = (Plane, RowSum, Above, Apart, SomeLine, SomeLink)
"""The forms that read what is kept of an array."""


@dataclass(frozen=True, slots=True)
class RowLoop(Loop):
    """A loop that writes ``rows``, each of an array named by its base, and reads nothing kept of arrays."""

    rows: tuple[tuple[int, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Quick(Stage):
    """A stage whose requirements allow the set ``members``, which does not read the stage's own value."""

    members: Expr | None = None


@dataclass(frozen=True, slots=True)
class Paired(Quick):
    """The second of two stages, whose set is so cheap that it is not put down while moves are counted."""


@dataclass(frozen=True, slots=True)
class Stepped(Quick):
    """The second of two stages, whose value is one of few steps away from that of the first.

    ``planes`` has an entry for each value of ``case``, or a single one without it: for each length of a step,
    lowest first, the set of all values of the first stage from which that step can be made. ``steps`` has
    these lengths.
    """

    case: Expr | None = None
    planes: tuple[tuple[Any, ...], ...] = ()
    steps: tuple[tuple[int, ...], ...] = ()


def is_asked(stage: Stage) -> bool:
    """Whether a stage has requirements that are no set, so that each value has to be asked."""
    return bool(stage.requires) and not (isinstance(stage, Quick) and stage.members is not None)


@dataclass(frozen=True, slots=True)
class Added:
    """A sum over what is picked, kept in scratch slot ``slot``: each pick adds ``value``, which reads
    the pick in scratch slot ``var``.
    """

    slot: int
    var: int
    value: Any


@dataclass(frozen=True, slots=True)
class Summed(Stage):
    """A stage of several picks with sums that are kept while picks are taken and put back."""

    sums: tuple[Added, ...] = ()


def own(expr: Any) -> Any:
    """The same expression, which may be one of these forms: `Expr` does not know them."""
    return expr
