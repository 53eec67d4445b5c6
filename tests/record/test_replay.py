from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, Match, load
from interpreter.record.errors import RecordError
from interpreter.record.form import Decided, Fell, Record
from interpreter.record.replay import first_difference, replay, replay_to, resume
from interpreter.record.save import parse, record_of
from interpreter.resources import read_text
from tests.programs.table import Table
from tests.record.conftest import played


@pytest.fixture(scope="module")
def whole(clans: Game) -> Record:
    """A whole match of Clans for three."""
    return record_of(played(clans.start(3, "replay")))


def refused(game: Any, record: Record) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replay(game, record)
    return caught.value


def again(record: Record) -> Record:
    """The record as it comes back from a file."""
    return parse(record.text().encode(), "x")


# Playing again


def test_a_whole_match_plays_again(clans: Game, whole: Record) -> None:
    match = replay(clans, again(whole)).match
    assert match.state.digest == whole.digest
    assert record_of(match, seed="replay") == replace(whole, seed="replay")


@pytest.mark.parametrize("moves", [0, 1, 20, 45])
def test_going_on_from_a_save_is_going_on(clans: Game, moves: int) -> None:
    match = played(clans.start(4, 5), moves)
    resumed = resume(clans, again(record_of(match)))
    assert resumed.state.digest == match.state.digest
    assert resumed.log(None) == match.log(None)
    assert played(resumed, seed=9).state.digest == played(match, seed=9).state.digest


def test_undo_after_resuming_goes_back_move_by_move(clans: Game) -> None:
    match = played(clans.start(4, 5), 10)
    resumed = resume(clans, record_of(match))
    while match.undo():
        assert resumed.undo()
        assert resumed.state.digest == match.state.digest
    assert not resumed.undo()


def test_a_move_half_made_is_half_made_again(clans: Game) -> None:
    match = played(clans.start(4, 5), 7)
    turn = match.state.to_move[0]
    match.choose(turn, match.state.stage(turn).values[-1])
    resumed = resume(clans, again(record_of(match)))
    assert resumed.state.digest == match.state.digest
    assert resumed.state.stage(turn) == match.state.stage(turn)


def test_a_match_in_which_forced_moves_were_asked_for_plays_again(market: Table) -> None:
    match = played(Match(market.engine(), 8, forced="ask"))
    record = again(record_of(match))
    assert record.forced == "ask"
    assert replay(market, record).match.state.digest == match.state.digest


def test_a_match_from_a_given_position_plays_again(market: Table) -> None:
    engine = market.engine()
    sold_out = (0, 1, 1, *engine.layout.start[3:])
    match = played(Match(engine, 8, slots=sold_out))
    record = again(record_of(match))
    assert record.given == {"sack": {"apple": 0, "bread": 1, "cheese": 1}} or record.given == {
        "sack": {"bread": 1, "cheese": 1}
    }
    assert replay(market, record).match.state.digest == match.state.digest


def test_a_position_can_be_looked_at_after_any_move(clans: Game, whole: Record) -> None:
    made = [entry for entry in whole.entries if isinstance(entry, Decided)]
    assert any(entry.forced for entry in made)
    for number in (0, 1, len(made) - 1, len(made)):
        match = replay_to(clans, whole, number)
        assert [str(taken.move) for taken in match.moves()] == [entry.move for entry in made[:number]]
    assert replay_to(clans, whole, len(made)).state.digest == whole.digest
    with pytest.raises(RecordError):
        replay_to(clans, whole, len(made) + 1)


# What does not play again


def changes(record: Record) -> Mapping[str, tuple[Record, int]]:
    """The record changed in one thing, with the entry at which that shows."""
    entries = record.entries
    draws = [i for i, entry in enumerate(entries) if isinstance(entry, Fell)]
    moves = [i for i, entry in enumerate(entries) if isinstance(entry, Decided) and not entry.forced]
    forced = [i for i, entry in enumerate(entries) if isinstance(entry, Decided) and entry.forced]
    draw, move, made = entries[draws[7]], entries[moves[5]], entries[forced[0]]
    assert isinstance(draw, Fell)
    assert isinstance(move, Decided)
    assert isinstance(made, Decided)
    other = "red" if draw.value != "red" else "blue"

    def with_entry(at: int, *new: Any) -> Record:
        return replace(record, entries=(*entries[:at], *new, *entries[at + 1 :]))

    end = len(entries) + 1
    return {
        "another draw": (with_entry(draws[7], replace(draw, value=other)), draws[7] + 1),
        "a draw seen by others": (with_entry(draws[7], replace(draw, seen=("P1",))), draws[7] + 1),
        "a draw left out": (with_entry(draws[0]), draws[0] + 1),
        "another player": (with_entry(moves[5], replace(move, player="P9")), moves[5] + 1),
        "an illegal move": (with_entry(moves[5], replace(move, move="move from T01 to T60")), moves[5] + 1),
        "a move that is none": (with_entry(moves[5], replace(move, move="castle")), moves[5] + 1),
        "a move in other words": (with_entry(moves[5], replace(move, move=short(move.move))), moves[5] + 1),
        "a move left out": (with_entry(moves[5]), moves[5] + 1),
        "a move twice": (with_entry(moves[5], move, move), moves[5] + 2),
        "forced though there was a choice": (with_entry(moves[5], replace(move, forced=True)), moves[5] + 1),
        "not forced though it was": (with_entry(forced[0], replace(made, forced=False)), forced[0] + 1),
        "the end cut off": (replace(record, entries=entries[:-1]), end - 1),
        "another result": (replace(record, result={"places": {}, "won": []}), end),
        "no result": (replace(record, result=None), end),
        "another digest": (replace(record, digest="0" * 64), end),
        "another seed": (replace(record, seed=record.seed + 1 if isinstance(record.seed, int) else 0), 1),
        "a move half made at the end": (replace(record, begun=("move",)), end),
    }


def short(move: str) -> str:
    """A move without the names of its stages."""
    words = move.split()
    return " ".join([words[0], *words[2::2]])


def test_every_change_of_a_record_is_found(clans: Game, whole: Record) -> None:
    for name, (record, entry) in changes(whole).items():
        error = refused(clans, record)
        assert error.code == "E812", name
        assert error.difference is not None
        if name != "another seed":
            assert error.difference.entry == entry, name


def test_the_difference_is_told_in_words(noughts: Table) -> None:
    record = record_of(played(Match(noughts.engine(), 1), 3))
    first = record.entries[0]
    assert isinstance(first, Decided)
    error = refused(noughts, replace(record, entries=(*record.entries, first)))
    assert f"recorded `P1 {first.move}`, now refused" in str(error)


def test_a_changed_ruleset_is_refused_with_the_first_difference(clans: Game, whole: Record) -> None:
    old = replace(whole, ruleset="0" * 64)
    error = refused(clans, old)
    assert error.code == "E811"
    assert error.difference is None
    assert "the same moves still give the same match" in str(error.diagnostic.help)
    assert first_difference(clans, old) is None
    changed, entry = changes(old)["an illegal move"]
    error = refused(clans, changed)
    assert error.code == "E811"
    assert error.difference is not None
    assert error.difference.entry == entry
    assert first_difference(clans, changed) == error.difference
    with pytest.raises(RecordError):
        resume(clans, old)


def test_a_rule_that_really_changed_is_named_where_it_first_matters(tmp_path: Path) -> None:
    rules = read_text("rulesets", "tic-tac-toe", "ruleset.yaml")
    game = load("tic-tac-toe").game
    assert game is not None
    match = game.start(2)
    for number, cell in enumerate(["b2", "a1", "c3", "c1", "b1", "b3", "a2", "c2"]):
        match.apply(1 + number % 2, f"place cell {cell}")
    record = record_of(match)  # the ninth mark, on a3, was forced
    free = "free: all c in Cell where mark(c) = none"
    for old, new, entry, now in (
        (free, f"{free} and c != c1", 4, "refused"),
        ("do: set mark(cell) to me", "do: set mark(cell) to other(me)", None, ""),
        ("winners: nothing", "winners: all p in Player where p = P2", 10, "P2 won"),
    ):
        assert rules.count(old) == 1
        (tmp_path / "ruleset.yaml").write_text(rules.replace(old, new))
        changed = load(str(tmp_path)).game
        assert changed is not None
        difference = refused(changed, record).difference
        assert (difference.entry if difference is not None else None) == entry
        assert difference is None or now in difference.now


def test_a_record_of_options_or_players_that_are_gone_cannot_be_started(clans: Game, whole: Record) -> None:
    for record in (
        replace(whole, options={**whole.options, "dragons": True}),
        replace(whole, options={**whole.options, "terrain_scheme": "seed6"}),
        replace(whole, players=9),
    ):
        assert refused(clans, record).code == "E811"
        difference = first_difference(clans, record)
        assert difference is not None
        assert difference.entry == 0


def test_a_record_of_another_game_is_refused(clans: Game, noughts: Table, whole: Record) -> None:
    assert refused(noughts, whole).code == "E810"
    with pytest.raises(RecordError) as caught:
        first_difference(noughts, whole)
    assert caught.value.code == "E810"
    assert "this is a record of `clans`, expected one of `tic-tac-toe`" in str(refused(noughts, whole))


def test_a_given_position_that_does_not_fit_is_refused(market: Table) -> None:
    match = played(Match(market.engine(), 8, slots=(0, 1, 1, *market.engine().layout.start[3:])), 1)
    error = refused(market, replace(record_of(match), given={"sack": {"apple": 6}}))
    assert error.code == "E815"
    assert "`sack.apple`" in str(error)


def test_a_record_survives_a_game_loaded_anew(whole: Record) -> None:
    game = load("clans", cached=False).game
    assert game is not None
    assert replay(game, again(whole)).match.result is not None


# Records that somebody changed


def test_changed_players_or_options_are_not_said_to_be_a_changed_ruleset(clans: Game, whole: Record) -> None:
    flag = next(name for name, value in whole.options.items() if value is False)
    for record in (replace(whole, options={**whole.options, flag: True}), replace(whole, players=4)):
        found = refused(clans, record).diagnostic
        assert found.code == "E811"
        assert "is of other rules than its players and options give" in found.message
        assert "the players or options of the record were" in str(found.help)


def test_what_differs_is_shown_where_only_readers_or_the_end_were_changed(clans: Game, whole: Record) -> None:
    at, drawn = next((at, one) for at, one in enumerate(whole.entries) if isinstance(one, Fell) and one.seen)
    seen = replace(whole, entries=(*whole.entries[:at], replace(drawn, seen=None), *whole.entries[at + 1 :]))
    message = str(refused(clans, seen))
    assert f"{drawn}, seen by everybody, now seen by {drawn.seen[0] if drawn.seen else ''}" in message
    assert whole.result is not None
    end = refused(clans, replace(whole, result={**whole.result, "end": "boredom"})).difference
    assert end is not None
    assert "boredom" in end.recorded
    assert end.recorded != end.now


def test_a_move_out_of_turn_names_players_as_people_do(clans: Game, whole: Record) -> None:
    at, entry = next((at, one) for at, one in enumerate(whole.entries) if isinstance(one, Decided))
    assert isinstance(entry, Decided)
    assert entry.player != "P3"
    changed = (*whole.entries[:at], replace(entry, player="P3"), *whole.entries[at + 1 :])
    message = str(refused(clans, replace(whole, entries=changed)))
    assert f"it is the turn of {entry.player}, not of P3" in message
