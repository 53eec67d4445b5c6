"""A decision with all that decisions have, against a list of its moves made by brute force."""

from dataclasses import replace
from itertools import product

import pytest

from interpreter.core.ir import (
    Alternative,
    Arith,
    Block,
    Choose,
    Compare,
    Const,
    Decision,
    Domain,
    Expr,
    Program,
    Read,
    Requirement,
    SetOp,
    Shared,
    Single,
    Slot,
    Stage,
)
from interpreter.core.verify import verify
from interpreter.engine.machine import Engine
from interpreter.engine.moves import Choice, Whole, can_complete, values
from interpreter.engine.weighing import pick, weigh, weigh_all
from tests.programs.tic_tac_toe import tic_tac_toe

X, Y, Z, W, LIMIT, POOL, SHARED = range(7)
STAGES = (X, Y, Z, W)


def below(expr: Expr, limit: Expr) -> Expr:
    return Compare("lt", expr, limit)


def need(name: str, test: Expr) -> Requirement:
    return Requirement(name, test, "", -1)


def stage(name: str, slot: int, over: Expr, *requires: Requirement, optional: bool = False) -> Stage:
    return Stage(name, slot, 1, over, optional, requires, -1)


X_AND_Y = Arith("add", Read(X), Read(Y))

TRIPLE = Alternative(
    "triple",
    (),
    (
        stage("x", X, Read(POOL), need("not_two", Compare("ne", Read(X), Const(2)))),
        stage(
            "y",
            Y,
            SetOp("minus", Read(SHARED), Single(Read(X), 4)),
            need("even", Compare("eq", Arith("mod", X_AND_Y, Const(2)), Const(0))),
            need("small", below(X_AND_Y, Read(LIMIT))),
            optional=True,
        ),
        stage("z", Z, Read(POOL), need("fits", below(Arith("add", X_AND_Y, Read(Z)), Read(LIMIT)))),
    ),
    0,
    -1,
)
PAIR = Alternative(
    "pair",
    (need("roomy", Compare("gt", Read(LIMIT), Const(3))),),
    (stage("w", W, Read(POOL)), stage("x", X, SetOp("minus", Read(POOL), Single(Read(W), 4)), optional=True)),
    0,
    -1,
)
ONE = Alternative("one", (), (stage("w", W, Read(POOL), need("low", below(Read(W), Const(2)))),), 0, -1)
FREE = Alternative("free", (), (stage("w", W, Read(POOL), optional=True),), 0, -1)
STOP = Alternative("stop", (need("tight", below(Read(LIMIT), Const(3))),), (), 0, -1)


def program() -> Program:
    alternatives = (TRIPLE, PAIR, ONE, FREE, STOP)
    decision = Decision("d", Const(0), (Shared(SHARED, Read(POOL)),), alternatives, 0, -1, ())
    return replace(
        tic_tac_toe(),
        domains=(Domain("Player", 2, 0, ("P1", "P2")), Domain("Pip", 4, 0, ())),
        slots=(
            *(
                Slot(name, slot, 1, -1, 3, 0, "local", (0,))
                for name, slot in zip("xyzw", STAGES, strict=True)
            ),
            Slot("limit", LIMIT, 1, 0, 9, 0, "local", (0,)),
            Slot("pool", POOL, 1, 0, 0, 4, "local", (0,)),
            Slot("shared", SHARED, 1, 0, 0, 4, "scratch", (0,)),
        ),
        components=(),
        decisions=(decision,),
        blocks=(Block((), Choose(0)),),
        entry=0,
        begin=0,
        winners=-1,
        ended=-1,
        places=(),
    )


ENGINE = Engine(program())
CHOICE: Choice = ENGINE.choices[0]
SITUATIONS = list(product((1, 2, 4, 6, 9), (0b0000, 0b0010, 0b0101, 0b1011, 0b1111)))


def slots(limit: int, pool: int) -> list[int]:
    return [3, 3, 3, 3, limit, pool, 0]


def by_force(limit: int, pool: int) -> list[Whole]:
    """All moves, from the rules said in plain words."""
    members = [i for i in range(4) if pool >> i & 1]
    found: list[Whole] = []
    for x in members:
        for y in [*(m for m in members if m != x), -1]:
            for z in members:
                if x != 2 and (x + y) % 2 == 0 and x + y < limit and x + y + z < limit:
                    found.append((0, (x, y, z)))
    if limit > 3:
        found += [(1, (w, x)) for w in members for x in [*(m for m in members if m != w), -1]]
    found += [(2, (w,)) for w in members if w < 2]
    found += [(3, (w,)) for w in [*members, -1]]
    if limit < 3:
        found.append((4, ()))
    return found


def prepared(limit: int, pool: int) -> list[int]:
    s = slots(limit, pool)
    CHOICE.prepare(s)
    return s


def test_the_program_is_sound() -> None:
    assert verify(program()) == ()


@pytest.mark.parametrize(("limit", "pool"), SITUATIONS)
def test_moves_are_those_found_by_force(limit: int, pool: int) -> None:
    expected = by_force(limit, pool)
    assert list(CHOICE.wholes(prepared(limit, pool))) == expected
    assert CHOICE.count(prepared(limit, pool)) == len(expected)
    for most in (1, 2, len(expected), len(expected) + 1):
        assert CHOICE.count(prepared(limit, pool), most) == min(most, len(expected))


@pytest.mark.parametrize(("limit", "pool"), SITUATIONS)
def test_the_move_of_a_number_is_found_without_a_list(limit: int, pool: int) -> None:
    expected = by_force(limit, pool)
    for k, (index, chosen) in enumerate(expected):
        s = prepared(limit, pool)
        kept = [s[slot] for slot in CHOICE.slots]
        groups = weigh_all(CHOICE, s)
        assert sum(group[0] for group in groups) == len(expected)
        option = pick(groups, s, k)
        CHOICE.restore(option, s, kept)
        own = [step.slot for step in option.steps]
        assert (option.index, tuple(s[slot] for slot in own)) == (index, chosen)
        assert all(s[slot] == 3 for slot in STAGES if slot not in own)
    with pytest.raises(IndexError):
        pick(weigh_all(CHOICE, prepared(limit, pool)), slots(limit, pool), len(expected))


@pytest.mark.parametrize(("limit", "pool"), SITUATIONS)
def test_moves_are_counted_no_further_than_the_cut(limit: int, pool: int) -> None:
    count = len(by_force(limit, pool))
    for most in range(count):
        assert weigh(CHOICE, prepared(limit, pool), most) is None
    for most in (count, count + 1):
        groups = weigh(CHOICE, prepared(limit, pool), most)
        assert groups is not None
        assert sum(group[0] for group in groups) == count


@pytest.mark.parametrize(("limit", "pool"), SITUATIONS)
def test_values_are_those_that_can_be_completed(limit: int, pool: int) -> None:
    expected = by_force(limit, pool)
    legal = [option.index for option in CHOICE.legal_options(prepared(limit, pool))]
    assert legal == sorted({index for index, _ in expected})
    for option in CHOICE.options[:4]:
        if option.index not in legal:
            continue
        s = prepared(limit, pool)
        firsts = [chosen[0] for index, chosen in expected if index == option.index]
        assert list(values(option, 0, s)) == list(dict.fromkeys(firsts))
        for first in dict.fromkeys(firsts):
            s[option.steps[0].slot] = first
            if len(option.steps) > 1:
                seconds = [c[1] for i, c in expected if i == option.index and c[0] == first]
                assert list(values(option, 1, s)) == list(dict.fromkeys(seconds))
                s[option.steps[0].slot] = first
                assert can_complete(option, 1, s)


def test_no_move_puts_everything_back() -> None:
    s = prepared(1, 0b1111)
    kept = [s[slot] for slot in CHOICE.slots]
    weigh_all(CHOICE, s)
    CHOICE.restore(None, s, kept)
    assert s == prepared(1, 0b1111)
