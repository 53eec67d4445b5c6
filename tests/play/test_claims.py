"""Claims: several want the same things at one moment; ranks decide, and ties come to what the rules say."""

from pathlib import Path

import pytest

from interpreter import Match, RulesError
from interpreter.engine.events import Told
from interpreter.front.about_game import about_game
from interpreter.record.save import record_of
from interpreter.study.why import why_recorded
from tests.small import codes, game

# A row of provinces, a - b - c - d - e, and f beside c. Who settles a free province claims it before those
# whose colony next to it spreads there; two who head for one province cancel each other.
COLONIES = """
    players: 3
    longest: 60 decisions
    options: {powers: flag = false}
    kinds:
      Clan: mu, suhey, weyu
      Province:
        has: {near: set of Province}
        rows: {a: b, b: '(a, c)', c: '(b, d, f)', d: '(c, e)', e: d, f: c}
    components:
      owner: {is: Player or none per Province, start: {a: P1, e: P2, f: P3}}
      clan: {is: Clan per Player, start: {P1: mu, P2: suhey, P3: weyu}}
      aim: Province or none per Player during round
      resting: flag per Player during round
      thwarted: 0..9 per Player
    terms:
      free: all q in Province where owner(q) = none
      settles(p in Player): aim(p) in free and not resting(p)
      spreads(p in Player, q in Province): settles(p) and aim(p) in near(q)
    rounds: 2 times
    phases:
      planning:
        who: each clockwise from P1
        one of: plan, nothing
      payment:
        steps:
          rival_colonies:
            claims:
              over: q in Province where q in free
              by: p in Player where aim(p) = q
              tied: |
                for each p in tied at once:
                  set resting(p) to true
      development:
        steps:
          settlement:
            claims:
              over: q in Province where q in free
              by: p in Player where settles(p)
              ranks:
                target: aim(p) = q
                suhey_takes_what_is_contested: spreads(p, q) and powers and clan(p) = suhey
                spread: spreads(p, q)
              won: |
                set owner(q) to winner
                for each p in others at once:
                  add 1 to thwarted(p)
              tied: nothing
    actions:
      plan:
        choose: {site: Province}
        do: set aim(me) to site
"""


def settled(folder: Path, moves: str, powers: bool = False) -> Match:
    """The match after a first round with these moves, in the order of seats."""
    match = game(folder, COLONIES).start(3, options={"powers": powers})
    for player, move in enumerate(moves.split(", "), 1):
        match.apply(player, move)
    return match


def claimed(match: Match) -> list[str]:
    """What the log tells of claims."""
    program = match.state.engine.program
    found = []
    for entry in match.log():
        if isinstance(entry.happening, Told) and ".claims" in program.events[entry.happening.event].rule:
            found.append(entry.text)
    return found


def components(match: Match) -> dict[str, dict[str, object]]:
    found = match.state.view(None)["components"]
    assert isinstance(found, dict)
    return found


def owners(match: Match) -> str:
    """Who owns the provinces, in their order; `-` where nobody does."""
    return " ".join(str(one or "-") for one in components(match)["owner"].values())


def test_who_settles_comes_before_who_spreads(tmp_path: Path) -> None:
    match = settled(tmp_path, "plan site b, plan site c, nothing")

    assert claimed(match) == [
        "b: P1 claims it",
        "c: P2 claims it",
        "b: P1 claims it by target",
        "c: P2 claims it by target",
        "d: P2 claims it by spread",
    ]
    assert owners(match) == "P1 P1 P2 P2 P2 P3"
    # P2 came behind at b, P1 at c.
    assert components(match)["thwarted"] == {"P1": 1, "P2": 1, "P3": 0}


def test_all_things_are_judged_on_the_same_moment(tmp_path: Path) -> None:
    # b is P1's as soon as its claim is carried out, and still spreads to c: it was free as the step began.
    match = settled(tmp_path, "plan site b, nothing, nothing")

    assert claimed(match) == ["b: P1 claims it", "b: P1 claims it by target", "c: P1 claims it by spread"]


def test_equals_of_the_best_rank_are_tied(tmp_path: Path) -> None:
    match = settled(tmp_path, "plan site b, plan site d, nothing")

    assert claimed(match)[2:] == [
        "b: P1 claims it by target",
        "c: P1, P2 are tied by spread",
        "d: P2 claims it by target",
    ]
    assert owners(match) == "P1 P1 - P2 P2 P3"


def test_an_exception_is_a_rank_of_its_own(tmp_path: Path) -> None:
    contested = settled(tmp_path, "plan site b, plan site d, nothing", powers=True)
    assert "c: P2 claims it by suhey_takes_what_is_contested" in claimed(contested)
    assert owners(contested) == "P1 P1 P2 P2 P2 P3"

    # It does not come before a target: b is P1's, though P2, at c, spreads there.
    aimed = settled(tmp_path, "plan site b, plan site c, nothing", powers=True)
    assert owners(aimed) == "P1 P1 P2 P2 P2 P3"


def test_rivals_cancel_each_other(tmp_path: Path) -> None:
    match = settled(tmp_path, "plan site c, plan site c, plan site d")

    assert claimed(match) == [
        "c: P1, P2 are tied",
        "d: P3 claims it",
        "c: P3 claims it by spread",
        "d: P3 claims it by target",
    ]
    assert owners(match) == "P1 - P3 P3 P2 P3"


def test_who_heads_for_what_is_taken_claims_nothing(tmp_path: Path) -> None:
    match = settled(tmp_path, "plan site e, nothing, nothing")

    assert claimed(match) == []
    assert owners(match) == "P1 - - - P2 P3"


def test_the_log_names_the_rank_as_an_address(tmp_path: Path) -> None:
    match = settled(tmp_path, "plan site b, nothing, nothing")
    program = match.state.engine.program

    told = [entry.happening for entry in match.log() if entry.text == "c: P1 claims it by spread"]
    assert isinstance(told[0], Told)
    event = program.events[told[0].event]
    assert event.rule == "phases.development.steps.settlement.claims.ranks.spread"
    place = program.places[event.place]
    assert (place.rule, place.text) == (event.rule, "spreads(p, q)")


def test_why_names_the_ranks_that_decided_behind_a_move(tmp_path: Path) -> None:
    there = game(tmp_path, COLONIES)
    match = there.start(3)
    for player, move in enumerate(("plan site b", "plan site d", "nothing"), 1):
        match.apply(player, move)

    claims = why_recorded(there, record_of(match), 3).claims
    found = [(one.name, one.text) for one in claims if ".settlement." in one.rule]
    assert found == [
        ("target", "b: P1 claims it by target"),
        ("spread", "c: P1, P2 are tied by spread"),
        ("target", "d: P2 claims it by target"),
    ]
    assert why_recorded(there, record_of(match), 2).claims == ()


# -- best, kinds, several things ---------------------------------------------------------------------------

FIGHTS = """
    players: 2
    longest: 20 decisions
    kinds:
      Army:
        has: {force: 0..9, site: Site}
        rows: {red: '5, ford', blue: '7, ford', grey: '7, mill', white: '7, mill', black: '2, mill'}
      Site: ford, mill, hill
    components:
      held: Army or none per Site
      lost: set of Army
      draws: 0..9
    phases:
      fight:
        claims:
          over: s in Site
          by: a in Army where site(a) = s
          BEST
          won: |
            set held(s) to winner
            add others to lost
          tied: |
            add 1 to draws
            add tied + others to lost
"""


@pytest.mark.parametrize(
    ("best", "held", "lost", "told"),
    [
        (
            "best: highest force(a)",
            {"ford": "blue", "mill": None, "hill": None},
            ["red", "grey", "white", "black"],
            ["ford: blue claims it by highest force(a)", "mill: grey, white are tied by highest force(a)"],
        ),
        (
            "best: lowest force(a)",
            {"ford": "red", "mill": "black", "hill": None},
            ["blue", "grey", "white"],
            ["ford: red claims it by lowest force(a)", "mill: black claims it by lowest force(a)"],
        ),
        (
            "ranks: {strong: force(a) > 6}",
            {"ford": "blue", "mill": None, "hill": None},
            ["grey", "white"],  # who has no rank claims nothing, and so loses nothing
            ["ford: blue claims it by strong", "mill: grey, white are tied by strong"],
        ),
    ],
)
def test_members_of_any_kind_may_claim(
    tmp_path: Path, best: str, held: dict[str, str | None], lost: list[str], told: list[str]
) -> None:
    match = game(tmp_path, FIGHTS.replace("BEST", best)).start(2)

    found = components(match)
    assert found["held"] == held
    assert sorted(found["lost"]) == sorted(lost)
    assert claimed(match) == told


def test_without_ranks_all_are_equal_and_the_winner_may_get_nothing(tmp_path: Path) -> None:
    text = """
        players: 2
        longest: 20 decisions
        components:
          purse: {is: 0..9 per Player, start: {P1: 1, P2: 2}}
          clashes: set of 0..3
        phases:
          clash:
            claims:
              over: n in 0..2 with m in 0..3 where n < m
              by: p in Player where purse(p) in n..m
              tied: add m to clashes
    """
    match = game(tmp_path, text).start(2)

    # (0, 1) and (2, 3) have one claimant; of 0..2, 0..3, 1..2 and 1..3 both are inside.
    assert claimed(match) == [
        "0, 1: P1 claims it",
        "0, 2: P1, P2 are tied",
        "0, 3: P1, P2 are tied",
        "1, 2: P1, P2 are tied",
        "1, 3: P1, P2 are tied",
        "2, 3: P2 claims it",
    ]
    assert components(match)["clashes"] == [2, 3]


# -- writes that meet --------------------------------------------------------------------------------------

HEADING = """
    players: 3
    longest: 20 decisions
    kinds: {Land: 'north, south, west'}
    components:
      aim: {is: Land per Player, start: {P1: north, P2: south, P3: south}}
      also: {is: Land per Player, start: {P1: south, P2: south, P3: west}}
      seat: Land or none per Player
      wins: 0..9 per Player
    terms:
      heads(p in Player, at in Land): wins(p) < 5 and aim(p) = at
      nears(p in Player, at in Land): aim(p) = at or also(p) = at
      same(at in Land, to in Land): at = to
    phases:
      settle:
        claims:
          over: q in Land where also(P1) = south
          by: p in Player where WHERE
          won: |
            WON
          tied: |
            for each p in tied at once:
              TIED
"""


def heading(folder: Path, where: str, won: str, tied: str = "add 0 to wins(p)") -> list[str]:
    found = codes(folder, HEADING.replace("WHERE", where).replace("WON", won).replace("TIED", tied))
    return [code for code in found if code != "W400"]  # not all that is declared is used each time


def looked_at(folder: Path, where: str, won: str) -> set[str]:
    """The components of which play has to look whether two claims set one place to two values."""
    text = HEADING.replace("WHERE", where).replace("WON", won).replace("TIED", "add 0 to wins(p)")
    contested = game(folder, text).checked().world.contested
    return {component.name for components in contested.values() for component in components}


def test_two_claims_of_one_winner_stop_the_match_where_they_clash(tmp_path: Path) -> None:
    # P1 wins the north and, with both others away, the south: its one seat can't be both.
    text = HEADING.replace("WHERE", "nears(p, q)").replace("WON", "set seat(winner) to q")
    text = text.replace("TIED", "add 1 to wins(p)").replace("P2: south, P3: south", "P2: west, P3: west")
    text = text.replace("P2: south, P3: west}}", "P2: west, P3: west}}")
    with pytest.raises(RulesError) as caught:
        game(tmp_path, text).start(3)
    assert caught.value.code == "E710"


def test_what_is_written_at_the_winner_s_place_needs_one_claim_each(tmp_path: Path) -> None:
    assert heading(tmp_path, "aim(p) = q", "set seat(winner) to q") == []
    assert heading(tmp_path, "q = aim(p) and wins(p) = 0", "set seat(winner) to q", "set seat(p) to q") == []
    assert heading(tmp_path, "heads(p, q)", "set seat(winner) to q") == []
    assert looked_at(tmp_path, "nears(p, q)", "set seat(winner) to q") == {"seat"}
    assert looked_at(tmp_path, "same(q, q) and wins(p) = 0", "set seat(winner) to q") == {"seat"}
    assert looked_at(tmp_path, "aim(p) = q or also(p) = q", "set seat(winner) to q") == {"seat"}
    assert looked_at(tmp_path, "aim(p) = q", "set seat(winner) to q") == set()
    assert heading(tmp_path, "aim(p) = q or also(p) = q", "add 1 to wins(winner)") == []
    assert heading(tmp_path, "aim(p) = q or also(p) = q", "set seat(winner) to north") == []


def test_adds_of_several_claims_are_summed(tmp_path: Path) -> None:
    text = HEADING.replace("WHERE", "aim(p) = q or also(p) = q").replace("WON", "add 1 to wins(winner)")
    match = game(tmp_path, text.replace("TIED", "add 2 to wins(p)")).start(3)

    # north is P1's alone, west P3's, and all three claim the south.
    assert components(match)["wins"] == {"P1": 3, "P2": 2, "P3": 3}


def test_info_shows_the_ranks_in_their_order(tmp_path: Path) -> None:
    there = game(tmp_path, COLONIES)
    phases = about_game(there, there.engine(3))["phases"]

    (claims,) = [
        step["claims"] for phase in phases for step in phase["steps"] if step["name"] == "settlement"
    ]
    assert [(rank["name"], rank["that"]) for rank in claims["ranks"]] == [
        ("target", "aim(p) = q"),
        ("suhey_takes_what_is_contested", "spreads(p, q) and powers and clan(p) = suhey"),
        ("spread", "spreads(p, q)"),
    ]
    assert claims["says"]["by"] == "p in Player where settles(p)"
