"""Yuan a second time: one resolution in progress, and what is told about it afterwards."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.differential.yuan_second_position import (
    Aim,
    Options,
    Plan,
    Plans,
    Position,
    aim_of,
    costs,
)


@dataclass
class Report:
    """What happened in a turn. Clans and provinces are numbers; every set and table may be empty."""

    cancelled: set[int] = field(default_factory=set)
    """Clans whose Colonization was cancelled [R138]."""
    paid: dict[int, int] = field(default_factory=dict)
    contested: set[int] = field(default_factory=set)
    """Free provinces that stay free because several clans spread there [R140]."""
    settled: dict[int, set[int]] = field(default_factory=dict)
    """Provinces gained by Development."""
    built: set[int] = field(default_factory=set)
    """Provinces with a new temple."""
    stolen: dict[tuple[int, int], int] = field(default_factory=dict)
    """Chao by (thief, victim)."""
    won: dict[int, int] = field(default_factory=dict)
    """The target of each attack that succeeded, even if no piece could be placed there."""
    failed: set[int] = field(default_factory=set)
    """Clans whose attack did not succeed."""
    forced: dict[int, set[int]] = field(default_factory=dict)
    """Provinces taken by Force 1 [R165]."""
    isolated: dict[int, int | None] = field(default_factory=dict)
    """The heir of each province lost with its group; None if it was freed [R166-R175]."""
    refunded: dict[int, int] = field(default_factory=dict)
    income: dict[int, int] = field(default_factory=dict)
    erupted: set[int] = field(default_factory=set)
    trimmed: dict[int, int] = field(default_factory=dict)
    """Armies above three, by province."""
    winners: set[int] = field(default_factory=set)


@dataclass
class Round:
    """One resolution in progress: the table as it is now, what was planned, and what has happened.

    ``aims`` says what each target was when it was planned; ``active`` are the clans that neither passed
    nor were cancelled.
    """

    position: Position
    plans: Plans
    options: Options
    aims: list[Aim | None]
    costs: list[tuple[int, int, int]]
    """The reduced cost of the three actions of each plan."""
    active: set[int]
    report: Report = field(default_factory=Report)

    def planned(self) -> Iterator[tuple[int, Plan, Aim]]:
        """The programs that stand, by clan."""
        for clan, (plan, aim) in enumerate(zip(self.plans, self.aims, strict=True)):
            if clan in self.active and plan is not None and aim is not None:
                yield clan, plan, aim


def opened(position: Position, plans: Plans, options: Options) -> Round:
    """The screens are lifted on a copy of the table [R75]."""
    if len(plans) != len(position.clans):
        raise ValueError(f"{len(plans)} plans for {len(position.clans)} clans")
    return Round(
        position.copy(),
        tuple(plans),
        options,
        [plan and aim_of(position, clan, plan.target) for clan, plan in enumerate(plans)],
        [costs(plan, position.clans[clan].board) if plan else (0, 0, 0) for clan, plan in enumerate(plans)],
        {clan for clan, plan in enumerate(plans) if plan},
    )
