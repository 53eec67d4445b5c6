"""Parts of kinds, groups and routes on a small land, with what must come out worked out by hand.

a - b - e      a, b, e, f, h: plain, c: hill, w, x, y: water, m: mountain
|   |   |
w - x - c
|       |
y - m - f      h lies beyond y: y - h
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import Game
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.executor import Executor
from interpreter.backends.python.executor import Python
from interpreter.backends.reference import Reference
from interpreter.core import ir
from interpreter.engine.members import members
from interpreter.engine.policy import CUT
from interpreter.study.scenario_files import read_scenarios
from interpreter.study.scenarios import run
from interpreter.text.span import Source
from tests.compiler import needs_compiler
from tests.small import computed, game

SPACES = "abcefhmwxy"
RULES = """
    players: 2
    longest: 20 decisions
    kinds:
      Terrain: plain, hill, water, mountain
      Space:
        has: {terrain: Terrain, near: set of Space}
        rows:
          a: plain, (b, w)
          b: plain, (a, e, x)
          c: hill, (e, x, f)
          e: plain, (b, c)
          f: plain, (c, m)
          h: plain, (y)
          m: mountain, (y, f)
          w: water, (a, x, y)
          x: water, (w, b, c)
          y: water, (w, m, h)
      Province: s in Space where terrain(s) not in (water, mountain)
      Field: q in Province where terrain(q) = plain
    components:
      owner: Player or none per Province
      pawn: Province = c
      visited: set of Province
      lake_seen: set of Space
    terms:
      waters: all s in Space where terrain(s) = water
      mountains: Space - waters - Province
      own(p in Player): all q in Province where owner(q) = p
      toll(s in Space): 5 if s = x else 3 if terrain(s) = water else 1
      dry(s in Space): near(s) - waters
      some_space(s in Space): owner(s) = P1 if s in Province else false
    groups:
      land(p in Player): {spaces: own(p), joined by: near}
      lake: {spaces: waters, joined by: near}
      rest(p in Player, lost in set of Province): {spaces: own(p) - lost, joined by: near}
      linked_land(p in Player): {spaces: own(p), joined by: far}
    routes:
      by_lake(q in set of Space):
        from: q
        joined by: near
        through: {water: any of waters}
      crossing(q in Space):
        from: q
        joined by: near
        through: {mountain: 1 of mountains, water: 2 of waters}
      ferry(q in Space):
        from: q
        joined by: near
        through: {water: 2 of waters}
      wide(q in Space):
        from: q
        joined by: near
        through: {mountain: 1 of mountains, water: any of waters}
      trek(q in set of Space):
        from: q
        joined by: near
        each step costs: 2
      dear(q in Space):
        from: q
        joined by: near
        each space costs: toll
      over_land(q in Space):
        from: q
        joined by: dry
        each step costs: 1
    phases:
      turns:
        who: each clockwise from P1
        repeat: until the end
        one of: settle, leave, walk, nothing
    actions:
      settle:
        choose: {site: Province}
        do: |
          set owner(site) to me
          if site in Field:
            set pawn to site
          add land(me, site) to visited
          set lake_seen to by_lake(site)
      leave:
        when: own(me) is not empty
        choose: {site: own(me)}
        requires:
          stays_whole: land(me, site) <= rest(me, site, near(site)) + site
        do: set owner(site) to none
      walk:
        choose: {goal: Province - pawn}
        requires:
          near_enough: dear(pawn, goal) != none and dear(pawn, goal) < 4
          some_way: trek(own(me), goal) != none and trek(own(me), goal) <= 4
        do: set pawn to goal
    ends:
      large: some p in Player where (some q in own(p) where size(land(p, q)) > 3)
    ranking:
      of: p in Player
      keys:
        most: highest (sum of size(land(p, q)) for q in own(p))
        far: highest size(linked_land(p, pawn))
      last: shared
"""
FAR = """
      far(q in Province): (near(q) + by_lake(q) + crossing(q)) & Province
"""


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Game:
    rules = RULES.replace("      some_space", FAR.strip("\n") + "\n      some_space")
    return game(tmp_path_factory.mktemp("land"), rules)


def names(there: Game, phrase: str) -> str:
    """The spaces of a set, by their letters."""
    return "".join(SPACES[index] for index in members(computed(there, phrase)))


PARTS = {
    "the whole": ("Space", "abcefhmwxy"),
    "a part": ("Province", "abcefh"),
    "a part of a part": ("Field", "abefh"),
    "what is left": ("mountains", "m"),
    "both": ("near(b) & Province", "ae"),
    "a part with the whole": ("Field + waters", "abefhwxy"),
    "without": ("Space - Field", "cmwxy"),
    "a condition": ("all s in Space where s in Province and owner(s) = none", "abcefh"),
    "a narrowed name": ("all s in near(x) where s in Field", "b"),
}


@pytest.mark.parametrize(("phrase", "spaces"), PARTS.values(), ids=PARTS)
def test_parts_of_kinds(there: Game, phrase: str, spaces: str) -> None:
    assert names(there, phrase) == spaces


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("size(Province)", 6),
        ("count q in Province where terrain(q) = plain", 5),
        ("next(c) = e and next(e) = f and next(f) = h", 1),
        ("last(Province) = h and last(Space) = y", 1),
        ("w in Province", 0),
        ("(some s in near(a) where s in Province and owner(s) = P1)", 0),
        ("pawn = c", 1),
        ("pawn in near(e)", 1),
        ("Field <= Province and Province <= Space and not Space <= Province", 1),
    ],
)
def test_values_of_parts(there: Game, phrase: str, value: int) -> None:
    assert computed(there, phrase) == value


LAKES = {
    "one lake": ("lake(w)", "wxy"),
    "no lake": ("lake(a)", ""),
    "lakes of several": ("lake(near(b))", "wxy"),
    # From a: w, then x and y. All next to these: a w, x, y; b, c of x; m, h of y; w of x.
    "by lake": ("by_lake(a)", "abchmwxy"),
    "by lake from several": ("by_lake(near(b) & Province)", "abchmwxy"),
    "nothing to pass": ("by_lake(e)", ""),
    "by lake to provinces": ("by_lake(h) & Province", "abch"),
    # From f, m is passed (y, f), then y (w, m, h), then w (a, x, y); a third water is too many.
    "over mountain and water": ("crossing(f)", "afhmwxy"),
    # From h: y (w, m, h), then w (a, x, y) or m (y, f); behind m is y again, and x would be a third water.
    "over water and mountain": ("crossing(h)", "afhmwxy"),
    "two waters": ("ferry(h)", "ahmwxy"),
    "two waters to others": ("ferry(a) & Province", "abch"),
    "waters and a mountain": ("wide(f) & Province", "abcfh"),
}


@pytest.mark.parametrize(("phrase", "spaces"), LAKES.values(), ids=LAKES)
def test_lakes_and_ways(there: Game, phrase: str, spaces: str) -> None:
    assert names(there, phrase) == spaces


WAYS = {
    "nowhere to go": ("trek(a, a)", 0),
    "two a step": ("trek(a, e)", 4),
    "round the lake": ("trek(h, f)", 6),
    "from the nearer of two": ("trek((a, c), f)", 2),
    "over one lake": ("dear(a, x)", 1),  # a b x: b costs 1; a w x: w costs 3
    "ends are free": ("dear(x, w)", 0),
    "round what is dear": ("dear(w, c)", 3),  # w a b e c: 1 + 1 + 1; w x c: 5
    "past the mountain": ("dear(a, h)", 6),  # a w y h: 3 + 3; by land to f it is longer: b e c f m y
    "on land": ("over_land(a, m)", 5),  # a b e c f m
    "no way": ("over_land(a, h)", -1),
}


@pytest.mark.parametrize(("phrase", "cost"), WAYS.values(), ids=WAYS)
def test_cheapest_ways(there: Game, phrase: str, cost: int) -> None:
    assert computed(there, phrase) == cost


@pytest.mark.parametrize("make", [Python, pytest.param(NativeExecutor, marks=needs_compiler)])
def test_executors_play_it_alike(there: Game, make: Callable[[ir.Program], Executor]) -> None:
    program, seeds = there.program(2), tuple(range(40))
    outcomes = make(program).outcomes(seeds, "auto", CUT)
    assert outcomes == Reference(program).outcomes(seeds, "auto", CUT)
    assert len({str(one) for one in outcomes}) > 20


LIMITED = """
    players: 2
    longest: 20 decisions
    boards: {Cell: {grid: 3}}
    kinds:
      Edge: c in Cell where size(beside(c)) < 4
    components:
      owner: Player or none per Edge
      lately: set of Edge
    terms:
      own(p in Player): all c in Edge where owner(c) = p
    groups:
      chain(p in Player): {spaces: own(p), joined by: beside}
    limits:
      in_one_piece: every c in own(me) has chain(me, c) = own(me)
    phases:
      turns: {who: each clockwise from P1, repeat: until the end, one of: 'take, leave, nothing'}
    actions:
      take:
        choose: {cell: all c in Edge where owner(c) = none}
        do: |
          set owner(cell) to me
          add cell to lately
      leave:
        choose: {cell: own(me)}
        do: |
          set owner(cell) to none
          if cell in lately:
            remove cell from lately
"""


EDGES = ("a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3")


def moves_of(there: Game, *made: str) -> set[str]:
    match = there.start(2)
    for move in made:
        match.apply(match.state.to_move[0], move)
    return {str(move) for move in match.state.legal(match.state.to_move[0])}


def test_a_limit_may_ask_for_a_group(tmp_path: Path) -> None:
    there = game(tmp_path, LIMITED)
    assert moves_of(there) == {f"take cell {c}" for c in EDGES} | {"nothing"}
    second = moves_of(there, "take cell a1", "nothing")
    assert second == {"take cell a2", "take cell b1", "leave cell a1", "nothing"}
    takes = ("take cell a1", "nothing", "take cell a2", "take cell c2", "take cell a3", "nothing")
    third = moves_of(there, *takes)
    assert third == {"take cell b1", "take cell b3", "leave cell a1", "leave cell a3", "nothing"}


def test_nothing_lies_where_a_part_has_no_member(there: Game) -> None:
    found = there.start(2).state.view(None)["components"]
    assert isinstance(found, dict)
    assert list(found["owner"]) == list("abcefh")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("{owner: {w: P1}}", "expected a member of `Province`, found `w`"),
        ("{pawn: m}", "expected a member of `Province`, found `m`"),
        ("{visited: [a, y]}", "expected a member of `Province`, found `y`"),
    ],
)
def test_what_is_given_is_of_the_part(there: Game, given: str, message: str) -> None:
    text = "language: 1\ngame: small\nscenarios:\n  - name: here\n    players: 2\n    then: [true]\n"
    (scenario,), _ = read_scenarios(Source("here.yaml", f"{text}    given: {given}\n"), "small")
    (found,) = run(there, scenario).findings
    assert (found.code, found.message) == ("E924", message)


def test_a_given_map_of_a_part_may_name_all(there: Game) -> None:
    text = "language: 1\ngame: small\nscenarios:\n  - name: here\n    players: 2\n"
    text += "    given: {owner: {all: P2, a: P1}}\n"
    text += "    then: [size(own(P2)) = 5, 'land(P2, f) = (c, f, b, e)', 'land(P2, h) is not empty']\n"
    (scenario,), found = read_scenarios(Source("here.yaml", text), "small")
    assert (found, run(there, scenario).findings) == ((), ())
