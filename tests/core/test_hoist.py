"""What stages share is computed once, and only where it is the same."""

from interpreter.core import ir
from interpreter.core.hoist import Hoist
from interpreter.core.slots import Slots

WIDTH = 4
EVERY = ir.SetConst(0b1111, WIDTH)


class Made:
    """A plain alternative with stage slot ``x``, one with picks ``pick``, and the slots they live in."""

    def __init__(self) -> None:
        self.slots = Slots()
        self.var = self.slots.add("var", 1, 0, 3, 0, "scratch")
        self.pool = self.slots.add("pool", WIDTH, 0, 5, 0, "component")
        self.x = self.slots.local("x", 0, 3)
        self.kinds = self.slots.local("kinds", 0, 0, WIDTH)
        self.picks = self.slots.local("picks", -1, 3, count=2)
        self.size = self.slots.local("size", 0, 2)
        self.item = self.slots.add("item", 1, 0, 3, 0, "scratch")
        self.rest = self.slots.add("rest", 1, 0, 0, WIDTH, "scratch")

    def total(self) -> ir.Expr:
        return ir.Sum(self.var, EVERY, ir.ReadAt(self.pool, WIDTH, ir.Read(self.var)))

    def plain(self, test: ir.Expr) -> ir.Alternative:
        stage = ir.Stage("x", self.x, 0, EVERY, False, (self.requirement(test),), -1)
        return ir.Alternative("plain", (), (stage,), 0, -1)

    def staged(self, test: ir.Expr) -> ir.Alternative:
        low, high = ir.Const(0), ir.Const(2)
        several = ir.Several(self.picks, self.size, -1, WIDTH, low, high, self.item, None, self.rest)
        stage = ir.Stage(
            "pick", self.kinds, 0, EVERY, False, (self.requirement(test),), -1, parts=2, several=several
        )
        return ir.Alternative("staged", (), (stage,), 0, -1)

    def requirement(self, test: ir.Expr) -> ir.Requirement:
        shown = ir.Shown(("total",), (), (), self.total(), -1, False)
        return ir.Requirement("r", test, "", -1, (shown,))


def conditions(alternative: ir.Alternative) -> list[ir.Expr]:
    return [one.test for stage in alternative.stages for one in stage.requires]


def test_a_loop_that_reads_no_stage_is_computed_before_the_decision_for_all_alternatives() -> None:
    made = Made()
    with_x = ir.Compare("lt", ir.Read(made.x), made.total())
    with_size = ir.Compare("lt", ir.Read(made.size), made.total())
    hoist = Hoist(made.slots, [])
    plain, staged = hoist.alternatives([made.plain(with_x), made.staged(with_size)])

    (shared,) = hoist.shared
    assert shared.value == made.total()
    assert conditions(staged) == [ir.Compare("lt", ir.Read(made.size), ir.Read(shared.slot))]
    assert conditions(plain) == [ir.Compare("lt", ir.Read(made.x), ir.Read(shared.slot))]
    # What `why` shows is still said in the author's words.
    assert plain.stages[0].requires[0].shows[0].value == made.total()


def test_plain_alternatives_alone_stay_as_they_are() -> None:
    made = Made()
    alternative = made.plain(ir.Compare("lt", ir.Read(made.x), made.total()))
    hoist = Hoist(made.slots, [])

    assert hoist.alternatives([alternative]) == [alternative]
    assert hoist.shared == []


def test_what_a_stage_changes_is_not_taken_out() -> None:
    made = Made()
    own = ir.Sum(made.var, ir.Read(made.kinds), ir.ReadAt(made.pool, WIDTH, ir.Read(made.var)))
    alternative = made.staged(ir.Compare("lt", own, ir.Const(3)))
    hoist = Hoist(made.slots, [])

    assert hoist.alternatives([alternative]) == [alternative]


def test_what_is_the_same_since_an_earlier_stage_reads_what_no_stage_changes() -> None:
    made = Made()
    earlier = ir.Sum(made.var, EVERY, ir.Compare("lt", ir.Read(made.var), ir.Read(made.x)))
    both = ir.Arith("add", made.total(), earlier)
    test = ir.Compare("lt", both, ir.Read(made.size))
    stages = (*made.plain(ir.Const(1)).stages, *made.staged(test).stages)
    hoist = Hoist(made.slots, [])
    (found,) = hoist.alternatives([ir.Alternative("two", (), stages, 0, -1)])

    (before,) = hoist.shared
    assert before.value == made.total()
    (begun,) = found.stages[1].shared
    assert begun.value == ir.Arith("add", ir.Read(before.slot), earlier)
    assert conditions(found)[1] == ir.Compare("lt", ir.Read(begun.slot), ir.Read(made.size))


def test_what_has_no_value_everywhere_stays_behind_its_condition() -> None:
    made = Made()
    risky = ir.Sum(made.var, EVERY, ir.ReadAt(made.pool, 2, ir.Read(made.var)))
    alternative = made.staged(ir.Or(ir.Compare("gt", ir.Read(made.size), ir.Const(0)), ir.Not(risky)))
    hoist = Hoist(made.slots, [])

    assert hoist.alternatives([alternative]) == [alternative]
