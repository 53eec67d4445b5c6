"""Large steps over one moment: rows that are kept, rounds that are summed, places that two rounds may set."""

from collections import Counter
from pathlib import Path
from textwrap import indent

import pytest

from interpreter import Game, Match
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.executor import Executor
from interpreter.backends.python.executor import Python
from interpreter.backends.reference import Reference
from interpreter.core.ir import Program
from interpreter.engine.errors import RulesError
from interpreter.engine.policy import CUT
from tests.compiler import needs_compiler
from tests.fuzz.oracles import plays
from tests.small import codes, game

# Every player sends armies from a home to a land. All battles are fought in the position at the start of the
# step: who sends most into a land takes it, if that is more than stand there; the others lose what they sent.
WAR = """
    players: 3
    longest: 90 decisions
    kinds:
      Land:
        has: {near: set of Land}
        rows: {a: 'b', b: '(a, c)', c: '(b, d)', d: 'c'}
    components:
      owner: {is: Player or none per Land, start: {a: P1, b: P2, d: P3}}
      armies: {is: 0..20 per Land, start: {a: 6, b: 4, c: 1, d: 5}}
      aim: Land or none per Player
      home: Land or none per Player
      sent: 0..20 per Player
      won: 0..90 per Player
      turns: 0..9
    terms:
      attackers(q in Land): all p in Player where aim(p) = q and sent(p) > 0
    phases:
      war:
        repeat: 3 times
        steps:
          orders:
            who: everyone at once
            one of: attack, wait
          battles: |
            let before = armies
            let masters = owner(q) for each q in Land
            let strongest = (top p in attackers(q) by highest sent(p)) for each q in Land
            let force = (highest of sent(p) for p in attackers(q) else 0) for each q in Land
            for each p in Player with h in Land where home(p) = h and masters(h) = p at once:
              remove sent(p) from armies(h)
            for each q in Land with p in strongest(q) where size(strongest(q)) = 1 at once:
              if force(q) > before(q):
                set owner(q) to p
                set armies(q) to force(q) - before(q)
                add before(q) to won(p)
            for each p in Player at once:
              set sent(p) to 0
              set aim(p) to none
          count: add 1 to turns
    actions:
      attack:
        choose:
          from: all q in Land where owner(q) = me and armies(q) > 0
          to: near(from)
          n: 1..armies(from)
        requires: {foreign: owner(to) != me}
        do: |
          set home(me) to from
          set aim(me) to to
          set sent(me) to n
      wait: {do: nothing}
    ranking: {of: p in Player, keys: {won: highest won(p)}, last: shared}
"""


def value(match: Match, name: str) -> dict[str, object]:
    found = match.state.view(None)["components"]
    assert isinstance(found, dict)
    return found[name]  # type: ignore[no-any-return]


def executors_agree(program: Program, seeds: int) -> Counter[str]:
    """How random games end, on which all executors agree."""
    executors: list[Executor] = [Reference(program), Python(program), NativeExecutor(program, quick=True)]
    found: Counter[str] = Counter()
    for seed in range(seeds):
        ends: list[object] = []
        for executor in executors:
            try:
                ends.append(executor.playout(seed, "auto", CUT))
            except RulesError as error:
                ends.append((error.code, error.message, error.place, error.values))
        assert ends[1] == ends[0] and ends[2] == ends[0]
        found[str(ends[0][0]) if isinstance(ends[0], tuple) else "over"] += 1
    return found


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("war"), WAR)


def test_all_battles_see_the_position_at_the_start(war: Game) -> None:
    match = war.start(3, seed=1, forced="ask")
    # P1 leaves a with 1 and P2 attacks it from b with 3: against the 6 that stood there that is too little.
    # P1 comes to b with 5 against the 4 that stood there.
    match.apply(1, "attack a b 5")
    match.apply(2, "attack b a 3")
    match.apply(3, "attack d c 2")
    assert value(match, "owner") == {"a": "P1", "b": "P1", "c": "P3", "d": "P3"}
    assert value(match, "armies") == {"a": 1, "b": 1, "c": 1, "d": 3}
    assert value(match, "won") == {"P1": 4, "P2": 0, "P3": 1}


def test_a_tie_takes_nothing(war: Game) -> None:
    match = war.start(3, seed=1, forced="ask")
    match.apply(1, "wait")
    match.apply(2, "attack b c 2")
    match.apply(3, "attack d c 2")
    assert value(match, "owner") == {"a": "P1", "b": "P2", "c": None, "d": "P3"}
    assert value(match, "armies") == {"a": 6, "b": 2, "c": 1, "d": 3}
    assert value(match, "sent") == {"P1": 0, "P2": 0, "P3": 0}


def test_the_war_plays_alike(war: Game) -> None:
    counts: Counter[str] = Counter()
    plays(war.engine(3).program, range(6), counts)
    assert counts["over"] == 12


# -- rows -------------------------------------------------------------------------------------------------

ROWS = """
    players: 2
    longest: 30 decisions
    kinds:
      Colour: red, blue, green
      Level: 2..4
    components:
      purse: {is: 0..20 per Player, start: {P1: 3, P2: 8}}
      mark: {is: Colour or none per Player and Level, start: {P1: {2: red}, P2: {4: blue}}}
      mine: {is: set of Colour per Player, start: {P1: [red, blue]}}
      seen: 0..99
      ready: set of Player
      hand: bag of Colour up to 5 per Player
      kept: Colour or none
    phases:
      play:
        let:
          before: purse
          rich: purse(p) > 5 for each p in Player
          marks: mark
          own: mine(p) - red for each p in Player
          times: n * 10 + c for each n in Level with c in 1..2
        steps:
          change: |
            for each p in Player at once:
              set purse(p) to before(left(p))
              remove everything from mine(p)
            set mark(P1) to marks(P2)
            set mark(P2) to none for each n in Level
          choose:
            who: each clockwise from P1
            one of: add_up, nothing
          after: |
            if blue in own(P1) and red not in own(P1) and own(P2) is empty and rich(P2) and not rich(P1):
              add times(4, 2) + times(2, 1) to seen
            set kept to marks(P2, 4)
            let shared = (count q in Player where before(q) > before(p)) for each p in Player
            for each p in Player where shared(p) = 0 at once:
              add p to ready
    actions:
      add_up:
        let:
          twice: 2 * purse(p) for each p in Player
          held: purse
        requires:
          more: twice(me) > 10 and held(me) >= 8
        do: add twice(me) to seen
    ranking: {of: p in Player, last: shared}
"""


def test_rows_are_kept_as_they_were(tmp_path: Path) -> None:
    match = game(tmp_path, ROWS).start(2, seed=1, forced="ask")
    assert value(match, "purse") == {"P1": 8, "P2": 3}
    assert value(match, "mark") == {
        "P1": {"2": None, "3": None, "4": "blue"},
        "P2": {"2": None, "3": None, "4": None},
    }
    # P1 had 3 and has 8 now: 16 is more than 10; P2 had 8 and has 3.
    assert {str(move) for move in match.state.legal(1)} == {"add_up", "nothing"}
    match.apply(1, "add_up")
    assert {str(move) for move in match.state.legal(2)} == {"nothing"}
    match.apply(2, "nothing")
    # 16, and 42 + 21
    assert value(match, "seen") == 79
    assert value(match, "kept") == "blue"
    assert value(match, "ready") == ["P2"]


@needs_compiler
def test_rows_are_the_same_for_all_executors(tmp_path: Path, war: Game) -> None:
    assert executors_agree(game(tmp_path, ROWS).engine(2).program, 6)["over"] == 6
    assert executors_agree(war.engine(3).program, 12)["over"] == 12


@pytest.mark.parametrize(
    ("was", "now", "code"),
    [
        ("before: purse", "before: purse(p) for each p in Player where p != P1", "E564"),
        ("before: purse", "before: purse(p) for each p in ready", "E564"),
        ("before: purse", "before: hand", "E522"),
        ("before: purse", "before: hand(p) for each p in Player", "E500"),
        ("before: purse", "before: purse(p, red) for each p in Player", "E409"),
        ("add times(4, 2)", "add times(4)", "E502"),
        ("add times(4, 2)", "add times", "E502"),
    ],
)
def test_rows_have_a_value_for_each_key(tmp_path: Path, was: str, now: str, code: str) -> None:
    assert was in ROWS
    found = [one for one in codes(tmp_path, ROWS.replace(was, now)) if one[0] == "E"]
    assert code in found


# -- rounds -----------------------------------------------------------------------------------------------

ROUNDS = """
    players: 3
    longest: 30 decisions
    kinds:
      Land: a, b, c
      Good: corn, wool
    components:
      owner: Player or none per Land
      armies: 0..9 per Land = 4
      base: {is: Land per Player, start: {P1: a, P2: b, P3: b}}
      sent: {is: 0..9 per Player, start: {P1: 1, P2: 2, P3: 2}}
      purse: {is: 0..9 per Player, start: {P1: 9, P2: 0, P3: 5}}
      grid: 0..9 per Player and Player
      towns: set of Land = (a, c) - c
      flagged: flag per Land
      chest: {is: bag of Good up to 3 per Player, start: {P1: {corn: 3}, P2: {wool: 2}}}
      pot: 0..9
    phases:
      go: |
BODY
      play: {who: P1, one of: 'nothing'}
    ranking: {of: p in Player, last: shared}
"""


def rounds(body: str) -> str:
    return ROUNDS.replace("BODY", indent(body.strip("\n"), " " * 8))


def played(folder: Path, body: str) -> Match:
    return game(folder, rounds(body)).start(3, seed=1, forced="ask")


def fails(folder: Path, body: str) -> RulesError:
    with pytest.raises(RulesError) as caught:
        played(folder, body)
    return caught.value


SAME_LAND = """
for each p in Player at once:
  set owner(base(p)) to VALUE
"""


def test_two_rounds_that_set_one_place_to_two_values_are_an_error(tmp_path: Path) -> None:
    error = fails(tmp_path, SAME_LAND.replace("VALUE", "p"))
    assert (error.code, error.message) == ("E710", "`owner(b)` would become P2 and P3 at once")
    assert error.values == (("owner(b)", "P2 and P3"),)
    assert error.place is not None and error.place.rule == "phases.go"
    # P2 and P3 are of one mind.
    match = played(tmp_path / "same", "for each p in Player at once:\n  set armies(base(p)) to sent(p)")
    assert value(match, "armies") == {"a": 1, "b": 2, "c": 4}
    other = "for each p in Player at once:\n  set armies(base(p)) to sent(p) + (3 if p = P3 else 0)"
    error = fails(tmp_path / "other", other)
    assert error.message == "`armies(b)` would become 2 and 5 at once"


def test_two_names_that_lie_apart_need_no_order(tmp_path: Path) -> None:
    body = """
for each p in Player with q in Land where base(p) = q and p != P3 at once:
  set owner(q) to p
  set flagged(q) to true
"""
    match = played(tmp_path, body)
    assert value(match, "owner") == {"a": "P1", "b": "P2", "c": None}
    assert value(match, "flagged") == {"a": True, "b": True, "c": False}


def test_a_round_may_change_again_what_it_has_set(tmp_path: Path) -> None:
    body = """
for each p in Player where p != P3 at once:
  set armies(base(p)) to 1
  add sent(p) to armies(base(p))
  set flagged(base(p)) to false
  set flagged(base(p)) to true
"""
    match = played(tmp_path, body)
    assert value(match, "armies") == {"a": 2, "b": 3, "c": 4}
    assert value(match, "flagged") == {"a": True, "b": True, "c": False}


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("set armies(base(p)) to 1\n  add 1 to armies(a)", "armies(a)"),
        ("add 1 to armies(a)\n  set armies(base(p)) to 1", "armies(a)"),
        ("add base(p) to towns\n  remove base(left(p)) from towns", "towns"),
        ("if p = P1:\n    remove b from towns\n  else:\n    add base(p) to towns", "towns"),
    ],
)
def test_changes_that_do_not_go_together_are_an_error(tmp_path: Path, body: str, name: str) -> None:
    error = fails(tmp_path, f"for each p in Player at once:\n  {body}")
    assert error.code == "E711"
    assert error.message == f"`{name}` is changed at once in two ways that do not go together"


def test_different_members_come_and_go(tmp_path: Path) -> None:
    body = """
for each p in Player at once:
  add base(p) to towns
  if p = P1:
    remove c from towns
for each q in Land at once:
  if owner(q) = none and q != b:
    remove q from towns
  else:
    add q to towns
"""
    assert value(played(tmp_path, body), "towns") == ["b"]


def test_what_all_rounds_add_and_take_is_summed_up(tmp_path: Path) -> None:
    # P1 would have 10 and P2 -1 on the way, whatever comes first.
    body = """
for each p in Player at once:
  add 1 to purse(p)
  remove 1 from purse(left(p))
  remove 2 from purse(p)
  add 2 to purse(right(p))
"""
    match = played(tmp_path, body)
    assert value(match, "purse") == {"P1": 9, "P2": 0, "P3": 5}
    error = fails(tmp_path / "beyond", body + "  add 1 to purse(P1)\n")
    # 9 and once for each player
    assert (error.code, error.message) == ("E701", "`purse(P1)` would become 12, expected 0..9")


def test_bags_are_summed_up_too(tmp_path: Path) -> None:
    body = """
for each p in Player where p != P3 at once:
  for each g in kinds(chest(p)) at once:
    remove 2 of g from chest(p)
    add 2 of g to chest(P1 if p = P2 else P2)
"""
    match = played(tmp_path, body)
    # 3 corn and 2 wool change hands: one corn stays. On the way P1 holds five.
    assert value(match, "chest") == {"P1": {"corn": 1, "wool": 2}, "P2": {"corn": 2}, "P3": {}}
    error = fails(tmp_path / "beyond", body + "  add 1 of wool to chest(P1)\n")
    assert error.code == "E701"


def test_up_to_takes_what_is_there_whoever_comes_first(tmp_path: Path) -> None:
    match = played(tmp_path, "for each p in Player at once:\n  remove up to 3 from armies(base(p))")
    assert value(match, "armies") == {"a": 1, "b": 0, "c": 4}


def test_rounds_inside_rounds_see_the_moment_before_both(tmp_path: Path) -> None:
    body = """
for each q in Land at once:
  for each p in Player where base(p) = q at once:
    add armies(base(left(p))) to pot
    remove 1 from armies(q)
"""
    # left(P1), left(P2) and left(P3) stand in b, b and a, with 4 each: 12 is too much, and that is told.
    error = fails(tmp_path, body)
    assert error.message == "`pot` would become 12, expected 0..9"
    match = played(tmp_path / "two", body.replace("base(p) = q", "base(p) = q and p != P1"))
    assert (value(match, "pot"), value(match, "armies")) == (8, {"a": 4, "b": 2, "c": 4})


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("for each p in Player at once:\n  set purse(left(p)) to purse(p)", []),
        ("for each p in Player with q in Player at once:\n  set grid(q, p) to sent(q)", []),
        # The same places, named the other way round.
        ("for each p in Player with q in Player at once:\n  set grid(p, q) to 1\n  set grid(q, p) to 2", []),
        ("for each p in Player at once:\n  set pot to sent(p)", ["E621"]),
        ("for each p in Player at once:\n  set pot to size(towns)", []),
        ("for each p in Player at once:\n  let n = sent(p)\n  set pot to n", ["E621"]),
        ("for each p in Player at once:\n  set pot to 3\n  add 1 to pot", ["E621"]),
        ("for each p in Player at once:\n  remove everything from chest(p)", []),
        ("for each p in Player at once:\n  set chest(left(left(p))) to nothing", []),
        ("for each p in Player at once:\n  set chest(P1) to all", []),
        ("for each p in Player at once:\n  move up to 1 from armies(a) to purse(p)", ["E621"]),
        ("for each p in Player at once:\n  move up to 1 from armies(a) to pot", []),
        ("for each p in Player at once:\n  remove up to 1 from armies(a)\n  add 1 to armies(b)", []),
        ("for each p in Player at once:\n  remove up to 1 from pot\n  add sent(p) to pot", ["E621"]),
        ("for each p in Player:\n  set grid(p, P1) to 1\n  set grid(P1, p) to 2", ["E605"]),
        ("for each p in Player:\n  add a to towns\n  remove base(p) from towns", ["E605"]),
    ],
)
def test_what_is_known_before(tmp_path: Path, body: str, found: list[str]) -> None:
    got = [code for code in codes(tmp_path, rounds(body)) if code.startswith("E")]
    assert got == found


def test_mirrored_places_are_looked_at_as_it_is_played(tmp_path: Path) -> None:
    body = """
for each p in Player with q in Player where p != q at once:
  set grid(p, q) to sent(p)
  set grid(q, p) to sent(q)
"""
    match = played(tmp_path, body)
    assert value(match, "grid") == {
        "P1": {"P1": 0, "P2": 1, "P3": 1},
        "P2": {"P1": 2, "P2": 0, "P3": 2},
        "P3": {"P1": 2, "P2": 2, "P3": 0},
    }
    error = fails(tmp_path / "apart", body.replace("to sent(q)", "to 3"))
    assert error.message == "`grid(P2, P1)` would become 3 and 2 at once"


@needs_compiler
def test_executors_agree_on_what_clashes(tmp_path: Path) -> None:
    found = Counter[str]()
    bodies = {
        "two": SAME_LAND.replace("VALUE", "p"),
        "same": SAME_LAND.replace("VALUE", "(P1 if sent(p) = 2 else P3)"),
        "mixed": "for each p in Player at once:\n  set armies(base(p)) to 1\n  add 1 to armies(a)",
        "sets": "for each p in Player at once:\n  add base(p) to towns\n  remove base(left(p)) from towns",
        "sums": "for each p in Player at once:\n  add 3 to purse(p)\n  remove 3 from purse(left(p))",
        "high": "for each p in Player at once:\n  add 3 to purse(p)\n  remove 1 from purse(left(p))",
    }
    for name, body in bodies.items():
        found += executors_agree(game(tmp_path / name, rounds(body)).engine(3).program, 2)
    assert found == {"E710": 2, "E711": 4, "E701": 2, "over": 4}
