from typing import Any

import pytest

from interpreter import Game, Match
from interpreter.record.errors import RecordError
from interpreter.record.extract import extract, extract_of
from interpreter.record.form import canonical
from interpreter.record.replay import first_difference, replay, resume
from interpreter.record.save import parse, record_of
from tests.programs.table import Table
from tests.record.conftest import played

READERS = (1, 2, 3, None)


def drawn(whole: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for entry in whole["entries"] if "chance" in entry]


def test_an_extract_holds_neither_seed_nor_digest(clans: Game) -> None:
    match = played(clans.start(3, 424242), 9)
    for reader in READERS:
        whole = extract(match, reader)
        assert not {"seed", "digest", "begun"} & set(whole)
        assert match.state.digest not in canonical(whole)
        assert "424242" not in canonical(whole)
        assert whole["for"] == ("spectator" if reader is None else f"P{reader}")


def test_a_reader_sees_the_own_card_and_no_other(clans: Game) -> None:
    match = played(clans.start(3, 7), 9)
    slots, program = match.state.slots, match.engine.program
    clan = next(component for component in program.components if component.name == "clan")
    colours = program.domains[clan.domain].names
    for reader in READERS:
        whole = extract(match, reader)
        cards = [entry for entry in drawn(whole) if "seen" in entry]
        mine = [] if reader is None else [colours[slots[clan.slot + reader - 1]]]
        assert [entry["chance"] for entry in cards] == mine
        assert whole["view"]["components"]["clan"] == ({f"P{reader}": mine[0]} if reader else {})
        others = [f"clan(P{player})" for player in (1, 2, 3) if player != reader]
        assert whole["view"]["hidden"] == others


def test_what_only_others_know_makes_no_difference(clans: Game) -> None:
    """Two matches that differ in the cards of P2 and P3 only, played alike."""
    engine = clans.engine(3)
    dealt = clans.start(3, 7).state.slots
    clan = next(component for component in engine.program.components if component.name == "clan")
    first = clan.slot + 1
    swapped = (*dealt[:first], dealt[first + 1], dealt[first], *dealt[first + 2 :])
    assert dealt != swapped
    one, two = (played(Match(engine, 1, slots=slots), 12) for slots in (dealt, swapped))
    assert one.state.digest != two.state.digest
    assert extract(one, 1) == extract(two, 1)
    assert extract(one, None) == extract(two, None)
    assert extract(one, 2) != extract(two, 2)


def test_values_that_only_the_mover_knows_are_left_open(market: Table) -> None:
    match = Match(market.engine(), 5)
    turn = match.state.to_move[0]
    match.apply(turn, "whisper guess cheese")
    other = 3 - turn
    moves = {reader: extract(match, reader)["entries"] for reader in (turn, other, None)}
    said = {reader: next(e["move"] for e in entries if "move" in e) for reader, entries in moves.items()}
    assert said == {turn: "whisper guess cheese", other: "whisper guess ?", None: "whisper guess ?"}


def test_the_log_is_that_of_the_reader(market: Table) -> None:
    match = played(Match(market.engine(), 5))
    for reader in (1, 2, None):
        assert extract(match, reader)["log"] == [entry.text for entry in match.log(reader)]


def test_an_extract_of_a_finished_match_has_the_result(market: Table) -> None:
    match = played(Match(market.engine(), 5))
    assert extract(match, 1)["result"] == record_of(match).to_json()["result"]


def test_the_keys_of_an_unfinished_match_stay_out(clans: Game) -> None:
    """They may rest on what nobody has shown yet, as the totals of Clans rest on the cards."""
    from interpreter.engine.result import Result
    from interpreter.record.form import result_json

    cut = Result({1: 1, 2: 1}, (), "", {1: (("total", 9),), 2: (("total", 4),)}, True)
    assert result_json(cut) == {"places": {"P1": 1, "P2": 1}, "won": [], "unfinished": True}


def test_an_extract_is_no_save(clans: Game) -> None:
    match = played(clans.start(3, 7), 9)
    record = parse(canonical(extract(match, 2)).encode(), "x")
    assert record == extract_of(match, 2)
    for use in (replay, resume, first_difference):
        with pytest.raises(RecordError) as caught:
            use(clans, record)
        assert caught.value.code == "E813"
        assert "extract for `P2`" in str(caught.value)


def test_a_replay_keeps_who_sat_where(clans: Game) -> None:
    match = played(clans.start(3, 7), 9)
    record = record_of(match, actors={"P1": "human"})
    assert extract(replay(clans, record), 1)["actors"] == {"P1": "human"}
