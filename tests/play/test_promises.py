"""Promises: covered now, taken later; what is collected, dropped and given back, and who sees it."""

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from interpreter import Game, Match
from interpreter.backends.c.native import NativeExecutor
from interpreter.backends.executor import Executor
from interpreter.backends.python.executor import Python
from interpreter.backends.reference import Reference
from interpreter.engine.errors import RulesError
from interpreter.engine.events import Told
from interpreter.engine.policy import CUT
from interpreter.engine.telling import is_idle, told_text
from interpreter.record.replay import resume
from interpreter.record.save import parse, record_of
from interpreter.study.scenario_files import read_scenarios
from interpreter.study.scenarios import run
from interpreter.study.why import why
from interpreter.text.span import Source
from tests.compiler import needs_compiler
from tests.fuzz.oracles import plays
from tests.small import codes, game

PLAN = """
    players: 2..3
    longest: 60 decisions
    options: {taxed: flag = false}
    kinds:
      Level:
        has: {price: 0..7}
        rows: {I: 0, II: 4, III: 7}
      Branch: farms, forts, arms
      Field: north, south
    components:
      chao: {is: 0..30 per Player, start: {P1: 8, P2: 12, P3: 3}}
      own: {is: 0..5 per Player and Branch, start: {P1: {farms: 1, forts: 3}, P2: {arms: 2}}}
      paid: 0..9 per Player and Branch
      aim: Field or none per Player
      resting: flag per Player
    terms:
      clashes(p in Player): some q in Player where q != p and aim(q) = aim(p)
    costs:
      work(p in Player, b in Branch, n in Level or none):
        from: chao(p)
        base: 0 if n = none else price(n)
        modifiers:
          provinces: less own(p, b)
          never_negative: at least 0
        record: paid(p, b)
    phases:
      planning:
        who: everyone at once
        one of: plan, rest
      clash: |
        for each p in Player where aim(p) = north and clashes(p) at once:
          set resting(p) to true
          release p
      tax: |
        if taxed:
          for each p in Player at once:
            remove 4 from chao(p)
      payment: collect from Player
      refunds: refund work(P2, arms)
      again: |
        refund work(P2, arms)
        collect from Player
    actions:
      plan:
        choose:
          field: Field
          levels: Level or none per Branch
        requires:
          something: some b in Branch where levels(b) != none
        promise: work(me, b, levels(b)) for each b in Branch
        do: set aim(me) to field
      rest:
        do: set resting(me) to true
    ranking: {of: p in Player, last: shared}
"""


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("plan"), PLAN)


def table(match: Match, viewer: int | None = None) -> dict[str, object]:
    found = match.state.view(viewer)["components"]
    assert isinstance(found, dict)
    return found


def told(match: Match) -> list[str]:
    program = match.engine.program
    events = [one for one in match.state.trail if isinstance(one, Told) and not is_idle(program, one)]
    return [told_text(program, one) for one in events]


def moves(match: Match, player: int) -> set[str]:
    return {str(move) for move in match.state.legal(player)}


def test_a_plan_is_legal_if_the_purse_covers_all_its_promises(plan: Game) -> None:
    match = plan.start(3, seed=1, forced="ask")
    # What each level costs a player in each branch, after the provinces that are owned.
    prices = {
        1: [(0, 3, 6), (0, 1, 4), (0, 4, 7)],
        2: [(0, 4, 7), (0, 4, 7), (0, 2, 5)],
        3: [(0, 4, 7), (0, 4, 7), (0, 4, 7)],
    }
    for player, purse in ((1, 8), (2, 12), (3, 3)):
        wanted = {"rest"}
        for levels in product(range(-1, 3), repeat=3):
            costs = [prices[player][b][n] for b, n in enumerate(levels) if n >= 0]
            if costs and sum(costs) <= purse:
                words = " ".join(("I", "II", "III", "none")[n] for n in levels)
                wanted |= {f"plan field {field} levels {words}" for field in ("north", "south")}
        assert moves(match, player) == wanted


def test_a_stage_offers_only_what_can_still_be_covered(plan: Game) -> None:
    match = plan.start(2, seed=1, forced="ask")
    for word in ("plan", "north", "III"):
        match.choose(1, word)
    # 6 of 8 are bound: the third level of the second branch would be 4 more, the second is 1.
    assert list(match.state.stage(1).values) == ["I", "II", "none"]
    match.choose(1, "II")
    assert list(match.state.stage(1).values) == ["I", "none"]


def test_what_is_missing_is_told(plan: Game) -> None:
    match = plan.start(2, seed=1, forced="ask")
    found = why(plan, match.state, 1, "plan south III III none")
    assert not found.is_legal and found.failed is not None
    assert found.failed.name == "work"
    assert found.message == "`chao(me)` is less than this costs and what is promised already"
    assert ("chao(P1)", "8") in found.failed.values
    assert ("promised(chao(P1))", "0") in found.failed.values


def test_what_is_promised_is_collected_and_given_back(plan: Game) -> None:
    match = plan.start(2, seed=1, forced="ask")
    match.apply(1, "plan south II III none")
    assert table(match, 1)["chao"] == {"P1": 8, "P2": 12}
    match.apply(2, "plan north none II III")
    assert told(match) == [
        "work: base 4, provinces -1, never_negative 0 = 3",
        "promised_work(P1, farms) + 3",
        "paid(P1, farms) = 3",
        "work: base 7, provinces -3, never_negative 0 = 4",
        "promised_work(P1, forts) + 4",
        "paid(P1, forts) = 4",
        "work: base 0, provinces 0, never_negative 0 = 0",
        "paid(P1, arms) = 0",
        "aim(P1) = south",
        "work: base 0, provinces 0, never_negative 0 = 0",
        "paid(P2, farms) = 0",
        "work: base 4, provinces 0, never_negative 0 = 4",
        "promised_work(P2, forts) + 4",
        "paid(P2, forts) = 4",
        "work: base 7, provinces -2, never_negative 0 = 5",
        "promised_work(P2, arms) + 5",
        "paid(P2, arms) = 5",
        "aim(P2) = north",
        "chao(P1) − 3",
        "promised_work(P1, farms) − 3",
        "chao(P1) − 4",
        "promised_work(P1, forts) − 4",
        "chao(P2) − 4",
        "promised_work(P2, forts) − 4",
        "chao(P2) − 5",
        "promised_work(P2, arms) − 5",
        "chao(P2) + 5",
        "paid(P2, arms) = 0",
        "paid(P2, arms) = 0",
    ]
    after = table(match)
    # 8 - 3 - 4; 12 - 4 - 5 + 5. What is given back once is not given back again.
    assert after["chao"] == {"P1": 1, "P2": 8}
    assert after["paid"] == {
        "P1": {"farms": 3, "forts": 4, "arms": 0},
        "P2": {"farms": 0, "forts": 4, "arms": 0},
    }


def test_what_is_released_is_never_taken(plan: Game) -> None:
    match = plan.start(3, seed=1, forced="ask")
    match.apply(1, "plan north II III none")
    match.apply(2, "plan north none II III")
    match.apply(3, "rest")
    after = table(match)
    assert after["resting"] == {"P1": True, "P2": True, "P3": True}
    assert after["chao"] == {"P1": 8, "P2": 12, "P3": 3}
    nothing = {"farms": 0, "forts": 0, "arms": 0}
    assert after["paid"] == {"P1": nothing, "P2": nothing, "P3": nothing}
    assert "promised_work(P1, farms) − 3" in told(match)
    assert not [line for line in told(match) if line.startswith("chao")]


def test_nothing_else_takes_what_is_promised(plan: Game) -> None:
    match = plan.start(2, seed=1, forced="ask", options={"taxed": "true"})
    match.apply(1, "plan south II I none")
    # 8 - 4 leave the 3 of P1; 12 - 4 are less than the 4 + 5 of P2.
    with pytest.raises(RulesError) as caught:
        match.apply(2, "plan north none II III")
    assert caught.value.code == "E709"
    assert caught.value.message == "less would be left than is promised out of this place"
    assert caught.value.place is not None and caught.value.place.rule == "phases.tax"
    match = plan.start(2, seed=1, forced="ask", options={"taxed": "true"})
    match.apply(1, "plan south II I none")
    match.apply(2, "plan north none II II")
    # 12 - 4 - 4 - 2 + 2
    assert table(match)["chao"] == {"P1": 1, "P2": 4}


def test_a_refund_of_what_is_only_promised_drops_it(tmp_path: Path) -> None:
    text = PLAN.replace("payment: collect from Player", "payment: nothing")
    match = game(tmp_path, text).start(2, seed=1, forced="ask")
    match.apply(1, "rest")
    match.apply(2, "plan north none II III")
    # `refunds` drops the 5 that were never paid, `again` collects the other 4.
    assert table(match)["chao"] == {"P1": 8, "P2": 8}
    assert "chao(P2) + 5" not in told(match)


BIDS = """
    players: 2
    longest: 30 decisions
    kinds:
      House: inn, mill
      Good: corn, wool
    components:
      coins: {is: 0..20 per Player, start: {P1: 7, P2: 5}}
      bank: 0..40
      bid: 0..9 per House and Player
      hand: {is: bag of Good up to 9 per Player, start: {P1: {corn: 3, wool: 1}, P2: {corn: 2}}}
      pile: bag of Good up to 20
      gone: bag of Good up to 20
      gave: bag of Good up to 9 per Player
    costs:
      stand(p in Player, h in House, n in 1..6):
        {from: coins(p), base: n, to: bank, record: 'bid(h, p)'}
      toll: {from: coins(me), base: 3}
      goods(given in bag of Good up to 9):
        {from: hand(me), base: given, to: '(pile if g = corn else gone) for each g in Good', record: gave(me)}
    phases:
      turns:
        who: each clockwise from P1
        repeat: until the end
        one of: offer, walk, give, steal, take, drop, back, look, nothing
    actions:
      offer:
        choose: {house: House, amount: 1..6}
        promise: stand(me, house, amount)
        do: nothing
      walk: {cost: toll, do: nothing}
      give:
        choose: {goods: 1..3 of hand(me)}
        promise: goods(goods)
        do: nothing
      steal:
        choose: {victim: Player}
        do: remove 2 from coins(victim)
      take: {do: collect from Player}
      drop: {do: release me}
      back:
        choose: {house: House}
        do: |
          refund stand(me, house)
          refund goods
      look:
        requires:
          coins: coins(me) - promised(coins(me)) >= 5
          goods: size(hand(me)) - size(promised(hand(me))) >= 2
        do: nothing
    ranking: {of: p in Player, last: shared}
"""


@pytest.fixture(scope="module")
def bids(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("bids"), BIDS)


def test_promises_of_several_turns_add_up(bids: Game) -> None:
    match = bids.start(2, seed=1, forced="ask")
    match.apply(1, "offer inn 5")
    match.apply(2, "nothing")
    offers = {move for move in moves(match, 1) if move.startswith("offer")}
    assert offers == {f"offer house {house} amount {n}" for house in ("inn", "mill") for n in (1, 2)}
    # The toll of 3 can't be paid out of the 2 that are free.
    assert "walk" not in moves(match, 1)
    found = why(bids, match.state, 1, "walk")
    assert found.failed is not None
    assert (found.failed.name, found.message) == (
        "toll", "`coins(me)` is less than this costs and what is promised already",
    )  # fmt: skip


def test_what_is_promised_can_be_asked(bids: Game) -> None:
    match = bids.start(2, seed=1, forced="ask")
    assert "look" in moves(match, 1)
    match.apply(1, "offer inn 2")
    match.apply(2, "nothing")
    assert "look" in moves(match, 1)
    match.apply(1, "offer mill 1")
    match.apply(2, "nothing")
    refusal = match.state.refusal(1, "look")
    assert refusal is not None and refusal.reason == "coins"
    match.apply(1, "drop")
    match.apply(2, "nothing")
    match.apply(1, "give corn corn")
    match.apply(2, "nothing")
    assert "look" in moves(match, 1)
    match.apply(1, "give corn")
    match.apply(2, "nothing")
    refusal = match.state.refusal(1, "look")
    assert refusal is not None and refusal.reason == "goods"


def test_a_promise_made_in_turn_is_seen_by_its_player_until_it_is_collected(bids: Game) -> None:
    match = bids.start(2, seed=1, forced="ask")
    match.apply(1, "offer inn 5")
    assert table(match, 1)["promised_stand"] == {"P1": {"inn": 5, "mill": 0}}
    for viewer in (2, None):
        assert "P1" not in table(match, viewer).get("promised_stand", {})  # type: ignore[operator]
        assert not [one for one in match.log(viewer) if "promised" in one.text]
    assert [one.text for one in match.log(1) if "promised" in one.text] == ["promised_stand(P1, inn) + 5"]
    match.apply(2, "take")
    for viewer in (1, 2, None):
        lines = [one.text for one in match.log(viewer)]
        assert "coins(P1) → bank: 5" in lines and "promised_stand(P1, inn) − 5" in lines


def test_goods_are_promised_collected_and_given_back(bids: Game) -> None:
    match = bids.start(2, seed=1, forced="ask")
    match.apply(1, "give corn corn wool")
    match.apply(2, "nothing")
    # One corn is left that is not promised.
    assert {move for move in moves(match, 1) if move.startswith("give")} == {"give goods corn"}
    found = why(bids, match.state, 1, "give wool")
    assert found.failed is not None and ("missing for goods", "(wool)") in found.failed.values
    match.apply(1, "take")
    after = table(match)
    assert after["hand"] == {"P1": {"corn": 1}, "P2": {"corn": 2}}
    assert (after["pile"], after["gone"]) == ({"corn": 2}, {"wool": 1})
    assert after["gave"] == {"P1": {"corn": 2, "wool": 1}, "P2": {}}
    match.apply(2, "nothing")
    match.apply(1, "back inn")
    after = table(match)
    assert after["hand"] == {"P1": {"corn": 3, "wool": 1}, "P2": {"corn": 2}}
    assert (after["pile"], after["gone"], after["gave"]) == ({}, {}, {"P1": {}, "P2": {}})


def test_what_was_paid_comes_back_from_where_it_went(bids: Game) -> None:
    match = bids.start(2, seed=1, forced="ask")
    match.apply(1, "offer inn 5")
    match.apply(2, "take")
    match.apply(1, "offer mill 2")
    match.apply(2, "nothing")
    assert (table(match)["bank"], table(match)["coins"]) == (5, {"P1": 2, "P2": 5})
    match.apply(1, "back inn")
    assert (table(match)["bank"], table(match)["coins"]) == (0, {"P1": 7, "P2": 5})
    assert table(match)["bid"] == {"inn": {"P1": 0, "P2": 0}, "mill": {"P1": 2, "P2": 0}}
    match.apply(2, "nothing")
    # Only the promise of 2 is left, and dropping it leaves what was paid before alone.
    match.apply(1, "drop")
    assert table(match)["bid"] == {"inn": {"P1": 0, "P2": 0}, "mill": {"P1": 0, "P2": 0}}


def test_a_line_that_takes_what_is_promised_is_an_error(bids: Game) -> None:
    match = bids.start(2, seed=1, forced="ask")
    match.apply(1, "offer inn 5")
    match.apply(2, "steal P1")
    assert table(match)["coins"] == {"P1": 5, "P2": 5}
    match.apply(1, "nothing")
    with pytest.raises(RulesError) as caught:
        match.apply(2, "steal P1")
    assert caught.value.code == "E709"


def test_executors_agree(plan: Game, bids: Game) -> None:
    counts: Counter[str] = Counter()
    plays(bids.engine(2).program, range(8), counts)
    plays(plan.engine(3).program, range(8), counts)
    assert counts["over"] > 16 and counts["E709"] > 0


@needs_compiler
def test_native_and_emitted_code_agree(plan: Game, bids: Game) -> None:
    found: Counter[str] = Counter()
    for one in (bids.engine(2).program, plan.engine(3, {"taxed": "true"}).program):
        executors: list[Executor] = [Reference(one), Python(one), NativeExecutor(one, quick=True)]
        for seed in range(12):
            ends: list[object] = []
            for executor in executors:
                try:
                    ends.append(executor.playout(seed, "auto", CUT))
                except RulesError as error:
                    ends.append((error.code, error.message, error.place))
            assert ends[1] == ends[0] and ends[2] == ends[0]
            found["E709" if isinstance(ends[0], tuple) else "over"] += 1
    assert found["E709"] > 0 and found["over"] > 0


@pytest.mark.parametrize(
    ("was", "now", "code"),
    [
        # Whose promise it is decides; `p` may be somebody else.
        ("promise: stand(me, house, amount)", "promise: stand(left(me), house, amount)", "E560"),
        ("do: remove 2 from coins(victim)", "promise: toll\n        do: remove 2 from coins(me)", "E563"),
        ("record: 'bid(h, p)'", "record: 'bid(h, left(p))'", "E562"),
        ("cost: toll", "cost: toll, let: {n: promised(bank)}", "E561"),
        ("refund goods", "refund toll", "E562"),
        ("refund goods", "refund tolls", "E426"),
        ("refund stand(me, house)", "refund stand(me)", "E409"),
        ("refund stand(me, house)", "refund stand(me, house, 2, 3)", "E409"),
        ("collect from Player", "collect from House", "E519"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, was: str, now: str, code: str) -> None:
    assert was in BIDS
    assert [one for one in codes(tmp_path, BIDS.replace(was, now)) if one[0] == "E"] == [code]


SCENARIOS = """
language: 1
game: small
scenarios:
  - name: a position with open promises
    players: 2
    given:
      coins: {P1: 7, P2: 5}
      bid: {inn: {P1: 4}, mill: {P1: 1}}
      promised_stand: {P1: {inn: 4, mill: 1}}
    when:
      - P1 offer house inn amount 2
      - P2 nothing
      - refused: P1 walk
        because: toll
      - P1 take
    then:
      - coins(P1) = 0 and coins(P2) = 5 and bank = 7
      - bid(inn, P1) = 2 and bid(mill, P1) = 1
      - promised_stand(P1, inn) = 0 and promised(coins(P1)) = 0
"""


def test_a_scenario_may_begin_with_open_promises(bids: Game) -> None:
    found, problems = read_scenarios(Source("here.yaml", SCENARIOS), "small")
    assert problems == ()
    assert run(bids, found[0]).findings == ()


def test_a_match_is_saved_between_promise_and_payment(bids: Game) -> None:
    match = bids.start(2, seed=1, forced="ask")
    match.apply(1, "offer inn 5")
    match.apply(2, "give corn")
    again = resume(bids, parse(record_of(match).text().encode(), "x"))
    assert again.state == match.state
    again.apply(1, "take")
    assert (table(again)["bank"], table(again)["pile"]) == (5, {"corn": 1})


THRIFT = """    limits:
      thrift:
        that: coins(me) - promised(coins(me)) >= 2
        for: [offer, walk]
"""
LIMIT = BIDS.replace("    ranking:", f"{THRIFT}    ranking:")


def test_limits_see_what_is_promised(tmp_path: Path) -> None:
    match = game(tmp_path, LIMIT).start(2, seed=1, forced="ask")
    # 7 and 5: two must stay free.
    assert "offer house inn amount 5" in moves(match, 1)
    assert "offer house inn amount 6" not in moves(match, 1)
    match.apply(1, "offer inn 2")
    assert "offer house inn amount 4" not in moves(match, 2)
    match.apply(2, "nothing")
    # 7 - 2 - 3
    assert "walk" in moves(match, 1)
    match.apply(1, "walk")
    match.apply(2, "nothing")
    assert not {move for move in moves(match, 1) if move.split()[0] in {"offer", "walk"}}
    assert "drop" in moves(match, 1)


KEYED = """
    players: 2
    longest: 30 decisions
    kinds: {Good: 'corn, wool'}
    components:
      stock: {is: 0..20 per Player and Good, start: {P1: {corn: 7, wool: 3}, P2: {corn: 5}}}
      chest: 0..40 per Good
      last: 0..9 or none per Player seen by owner
      purse: -3..9 per Player = 4
    costs:
      tithe(p in Player, g in Good, n in 1..6): {from: 'stock(p, g)', base: n, to: chest(g)}
      price(n in 1..9): {from: purse(me), base: n, record: last(me)}
    phases:
      turns:
        who: each clockwise from P1
        repeat: until the end
        one of: levy, bid, take, free, undo, nothing
    actions:
      levy:
        choose: {good: Good, amount: 1..6}
        promise: tithe(me, good, amount)
        do: nothing
      bid:
        choose: {n: 1..9 seen by me}
        promise: price(n)
        do: nothing
      take: {do: collect from left(me)}
      free:
        do: |
          for each p in Player at once:
            release p
      undo: {do: refund price}
    ranking: {of: p in Player, last: shared}
"""


def test_places_with_several_keys_pay_each_for_itself(tmp_path: Path) -> None:
    match = game(tmp_path, KEYED).start(2, seed=1, forced="ask")
    match.apply(1, "levy wool 2")
    match.apply(2, "nothing")
    levies = {move for move in moves(match, 1) if move.startswith("levy")}
    assert levies == {"levy good wool amount 1", *(f"levy good corn amount {n}" for n in range(1, 7))}
    match.apply(1, "levy corn 3")
    # The player to the left of P2 is P1.
    match.apply(2, "take")
    assert table(match)["stock"] == {"P1": {"corn": 4, "wool": 1}, "P2": {"corn": 5, "wool": 0}}
    assert table(match)["chest"] == {"corn": 3, "wool": 2}


def test_a_hidden_promise_stays_hidden_until_it_is_collected(tmp_path: Path) -> None:
    match = game(tmp_path, KEYED).start(2, seed=1, forced="ask")
    match.apply(1, "nothing")
    match.apply(2, "bid 5")
    # A debt of 3 is allowed: 4 and 3 more, but 5 are promised.
    match.apply(1, "nothing")
    assert {move for move in moves(match, 2) if move.startswith("bid")} == {"bid n 1", "bid n 2"}
    assert (table(match, 2)["last"], table(match, 1)["last"]) == ({"P2": 5}, {"P1": None})
    assert not [one for one in match.log(1) if "5" in one.text]
    match.apply(2, "nothing")
    match.apply(1, "take")
    assert "purse(P2) − 5" in [one.text for one in match.log(None)]
    match.apply(2, "undo")
    assert table(match)["purse"] == {"P1": 4, "P2": 4}
    assert table(match, 2)["last"] == {"P2": None}
