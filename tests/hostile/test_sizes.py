"""Rulesets by somebody who wants the checker or the match to run out of time or memory."""

import time
from collections.abc import Callable
from functools import cache

import pytest

from interpreter import RulesError
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.executor import Executor
from interpreter.backends.python.executor import Python
from interpreter.backends.reference import Reference
from interpreter.core.ir import Program
from interpreter.core.lower import lower
from interpreter.engine.machine import Engine
from interpreter.engine.playout import playout
from interpreter.engine.policy import CUT
from tests.compiler import needs_compiler
from tests.fuzz.oracles import check_text
from tests.hostile.pages import (
    Page,
    chain,
    deep_steps,
    deep_terms,
    entries,
    indented,
    laps,
    nested,
    steps,
    terms,
)

PATIENCE = 60.0
"""Seconds; what these cases would take without their bounds is hours, or all memory."""

PER_PLAYER = "(x in Player): 1 if x = P1 else 0"
BOTH = "(x in Player): max(t#(x), t#(left(x)))"
BOARD = "boards:\n  Cell:\n    "
BIG = "kinds:\n  Big: 0..1000000000"
HIDDEN = "  s: 0..3 per Player seen by owner"
CIRCLE = "steps:\n" + "".join(
    f"  s{i}:\n    do: |\n" + "".join(f"      run s{j}\n" for j in range(20)) for i in range(20)
)
DOUBLED = "let:\n      v0: n\n" + "".join(f"      v{i}: min(v{i - 1}, v{i - 1})\n" for i in range(1, 50))
DOUBLED += "    requires: {all: v49 > 0}"
COSTLY = "costs:\n  much(x in 0..9):\n    from: n\n    base: x\n    modifiers:\n" + "".join(
    f"      m{i}: at most x\n" for i in range(300)
)

REFUSED = {
    "terms that double": (Page(terms=terms(40, PER_PLAYER, BOTH), do="set n to t39(P1)"), "E615"),
    "terms that double beside secrets": (
        Page(terms=terms(40, PER_PLAYER, BOTH), components=HIDDEN, do="set n to t39(P1)"),
        "E615",
    ),
    "terms without names that double": (
        Page(terms=terms(30, ": n", ": min(9, t# + t#)"), do="set n to t29"),
        "E615",
    ),
    "a chain of terms": (Page(terms=terms(3000, ": n", ": t#"), do="set n to t2999"), "E615"),
    "a chain of terms, last first": (Page(terms=chain(3000, "n"), do="set n to t0"), "E615"),
    "a circle of terms": (Page(terms=chain(3000, "t0"), do="set n to t0"), "E615"),
    "terms that nest": (Page(terms=terms(20, ": n", f": {nested('t#', 20)}"), do="set n to t19"), "E615"),
    "a chain of steps": (Page(rest=steps(1000, "run s#"), do="run s999"), "E615"),
    "steps that double": (Page(rest=steps(40, "run s#; run s#"), do="run s39"), "E615"),
    "steps that all run all": (Page(rest=CIRCLE, do="run s1"), "E615"),
    "values after a choice that double": (Page(choose=DOUBLED), "E615"),
    "a cost that is handed to itself": (Page(rest=COSTLY, choose=f"cost: much({nested('n', 60)})"), "E615"),
    "a limit on what doubles": (
        Page(rest="limits: {low: n < 9}", do="\n      ".join(["set n to min(9, n + n)"] * 60)),
        "E535",
    ),
    "a step that runs itself": (Page(rest="steps:\n  again:\n    do: run again", do="run again"), "E416"),
    "a term that is itself": (
        Page(terms="terms:\n  t(x in Player): t(left(x))", do="set n to t(P1)"),
        "E416",
    ),
    "a set of a thousand million": (Page(components="  m: set of 0..1000000000"), "E622"),
    "a set of a kind of numbers": (Page(top=BIG, components="  m: set of Big"), "E622"),
    "a bag of a thousand million": (Page(components="  m: bag of 0..1000000000 up to 5"), "E622"),
    "a place for each of them": (Page(top=BIG, components="  m: 0..3 per Big"), "E623"),
    "a place for each two of them": (
        Page(top="kinds:\n  Big: 0..100000", components="  m: 0..3 per Big and Big"),
        "E623",
    ),
    "many large components": (
        Page(top="kinds:\n  Big: 0..4000", components="\n".join(f"  m{i}: flag per Big" for i in range(40))),
        "E623",
    ),
    "a loop over numbers": (Page(do="set n to min(9, (count x in 0..1000000000 where x > 5))"), "E622"),
    "a draw from numbers": (Page(do="draw 1 from 0..1000000000 to n"), "E622"),
    "a choice among numbers": (Page(choose="choose:\n      x: 0..1000000000"), "E622"),
    "a choice of triples": (
        Page(choose="choose: {x: 0..4000, y: 0..4000, z: 0..4000}\n    requires: {odd: x + y = z}"),
        "E615",
    ),
    "loops inside loops": (
        Page(do=indented([f"for each {name} in 0..1000 by listed:" for name in "abc"], "set n to 1")),
        "E615",
    ),
    "names bound in one phrase": (
        Page(do="set n to min(9, (count a in 0..900 with b in 0..900 with c in 0..900 where a + b = c))"),
        "E615",
    ),
    "seventeen players": (Page(players="17"), "E619"),
    "as many players as there are people": (Page(players="2..1000000000"), "E619"),
    "a large grid": (Page(top=f"{BOARD}grid: 65 by 65"), "E618"),
    "an endless grid": (Page(top=f"{BOARD}grid: 1000000000 by 1"), "E618"),
    "a grid of none": (Page(top=f"{BOARD}grid: 0 by 3"), "E618"),
    "a large hexagon": (Page(top=f"{BOARD}hex: 64"), "E618"),
    "an endless hexagon": (Page(top=f"{BOARD}hex: 1000000000"), "E618"),
    "lines without end": (Page(top=f"{BOARD}grid: 8 by 8\n    lines: {{Line: 1000000000}}"), "E618"),
    "very many lines": (Page(top=f"{BOARD}grid: 64 by 64\n    lines: {{Line: 3}}"), "E618"),
    "lines upon lines": (Page(top=f"{BOARD}grid: 60 by 60\n    lines:{entries('L', '60', 300)}"), "E618"),
    "windows upon windows": (
        Page(top=f"{BOARD}grid: 60 by 60\n    windows:{entries('W', '30 by 30', 9)}"),
        "E618",
    ),
    "a map without end": (Page(top=f"{BIG}\n  All: Big or none per Big"), "E618"),
    "a map of one": (Page(top=f"{BIG}\n  One: 1..1\n  All: One per Big"), "E618"),
    "combinations without end": (
        Page(top=f"{BIG}\n  All: {{has: {{a: Big, b: Big, c: Big}}}}"),
        "E618",
    ),
    "a condition without end": (
        Page(
            top="kinds:\n  N: 1..60\n  All:\n    has: {a: N, b: N}\n"
            "    where: some c in N with d in N with e in N where a * b * c = d * e + 1000000"
        ),
        "E626",
    ),
    "names without end": (
        Page(top="kinds:\n  N: 1..4000\n  All: {has: {a: N}, written: '" + "{a}" * 2000 + "'}"),
        "E208",
    ),
    "very long names": (
        Page(top="kinds:\n  N: 1..4000\n  All: {has: {a: N}, written: '" + "{a}" * 60 + "'}"),
        "E422",
    ),
    "a window without end": (Page(top=f"{BOARD}grid: 8 by 8\n    windows: {{W: 1000000000 by 2}}"), "E618"),
    "very many boards": (
        Page(top="boards:\n" + "\n".join(f"  Cell{i}:\n    grid: 64 by 64" for i in range(30))),
        "E618",
    ),
    "a grid beside a hex board": (Page(top="boards:\n  Cell: {grid: 3 by 3}\n  Hex: {hex: 3}"), "E690"),
    "an option of very many values": (Page(top="options:\n  o: 0..1000000000 = 5"), "E618"),
    "a deep phrase": (Page(do=f"set n to {nested('1', 200, '(')}"), "E317"),
    "a long phrase": (Page(do=f"set n to min(9, {' + '.join(['n'] * 500)})"), "E317"),
    "a very long phrase": (Page(do=f"set n to {' ' * 30_000}1"), "E316"),
    "deep conditions": (Page(do=indented(["if n = 1:"] * 60, "set n to 1")), "E317"),
    "a division by 0": (Page(do="set n to 5 div n"), "E602"),
    "a division by 0 that is hidden": (Page(do="set n to 5 mod (n * 0)"), "E602"),
    "a number beyond all": (Page(do="set n to 99999999999999999999"), "E318"),
    "a number of many digits": (Page(components=f"  m: 0..{'9' * 5000}"), "E318"),
    "a product beyond all": (Page(do="set n to min(9, 1000000000 * 1000000000)"), "E603"),
    "a match without end": (Page(longest=f"1{'0' * 40} decisions"), "E318"),
    "play without a decision": (
        Page(rest="rounds: until the end", phase="do: set n to 1", actions="# nobody"),
        "E615",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_never_end_is_refused(name: str) -> None:
    page, code = REFUSED[name]
    began = time.process_time()
    checked, found = check_text(str(page))
    assert checked is None
    assert code in {one.code for one in found}
    assert time.process_time() - began < PATIENCE


PLAYED = {
    "a range up to a thousand million": Page(components="  m: 0..1000000000 per Player"),
    "sixteen players": Page(players="16"),
    "phrases just deep enough": Page(do=f"set n to {nested('1', 30, '(')}"),
    "many shared terms": Page(
        terms="terms:\n" + "\n".join(f"  t{i}: n" for i in range(60)),
        do="set n to " + " + ".join(f"t{i} * 0" for i in range(30)),
    ),
    "many lines": Page(do="\n      ".join(["set n to 1"] * 800)),
    "laps inside laps": Page(rest=laps(2, 100_000), do="run s1"),
    "laps inside laps of laps": Page(rest=laps(5, 100_000), do="run s4"),
    "laps up to the bound": Page(
        rest="steps:\n  s:\n    repeat: until n = 7\n    never more than: 100000\n    do: set n to 3",
        do="run s",
    ),
    "drawing a thousand million times": Page(
        components="  b: bag of Player up to 1000000000",
        do="add 5 of P1 to b\n      draw 1000000000 from b to b",
    ),
    "many stages": Page(choose="choose:\n" + "".join(f"      x{i}: 0..1\n" for i in range(8))),
    "steps as deep as may be": Page(rest=deep_steps(9), do="run s8"),
    "terms as deep as may be in steps as deep as may be": Page(
        top="kinds:\n  One:\n    rows: {a: 1}\n    has: {v: 0..1}",
        terms=deep_terms(6, 18, "(some % in One where #)"),
        rest=deep_steps(9).replace("do: set n to 1", "do: |\n      if t5:\n        set n to 1"),
        do="run s8",
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_large_plays_within_its_budget(name: str) -> None:
    began = time.process_time()
    checked, found = check_text(str(PLAYED[name]))
    assert checked is not None, [one.message for one in found]
    engine = Engine(lower(checked.world, checked.world.players[1], {}))
    try:
        playout(engine, 1)
    except RulesError as error:
        assert error.code in {"E702", "E703", "E705"}
    assert time.process_time() - began < PATIENCE


def quick(program: Program) -> Executor:
    return NativeExecutor(program, quick=True)


@pytest.mark.parametrize("make", [Python, pytest.param(quick, marks=needs_compiler)])
@pytest.mark.parametrize("name", PLAYED)
def test_what_is_large_is_written_out_in_time_and_plays_the_same(
    name: str, make: Callable[[Program], Executor]
) -> None:
    checked, _ = check_text(str(PLAYED[name]))
    assert checked is not None
    program = lower(checked.world, checked.world.players[1], {})
    began = time.monotonic()
    found = told(make(program))
    assert time.monotonic() - began < 2 * PATIENCE
    assert found == in_the_reference(name, program)


@cache
def in_the_reference(name: str, program: Program) -> object:
    """How the game goes; which takes the reference seconds where it has a whole budget to use up."""
    return told(Reference(program))


def told(executor: Executor) -> object:
    """How a game goes: its outcome, or the code of the fault and its place."""
    try:
        return executor.playout(1, "auto", CUT)
    except RulesError as error:
        return error.code, error.place
