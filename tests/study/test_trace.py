"""Traces: what followed from a move, in its order, with old and new values; as far as a record goes."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, Match
from interpreter.core.lower import lower
from interpreter.core.notes import Notes
from interpreter.engine.names import cell_text, cells_of
from interpreter.engine.seats import TABLE
from interpreter.players.random_player import RandomPlayer
from interpreter.record.form import Decided, Record
from interpreter.record.save import read, record_of
from interpreter.resources import root
from interpreter.study.breaks import (
    BreakError,
    Breaks,
    PhraseError,
    condition_named,
    hits,
    holds,
    place_named,
    rule_named,
)
from interpreter.study.changes import shown
from interpreter.study.trace import Trace, trace_of
from interpreter.study.whence import Whence, whence
from tests.shipped import shipped_game
from tests.small import game
from tests.study.orchard import DOCUMENT, ORCHARD

RECORDS = sorted(root("rulesets").glob("*/records/*.json"))

MOVES = ("pick number 1", "pick number 2", "buy fruit fig many 1", "pick number 4")
"""P1 leaves 3; P2 leaves 1, gets a coin, and 6 grow; P1 pays 2 - 1 = 1; P2 leaves 2."""


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("orchard"), ORCHARD, document=DOCUMENT)


def played(orchard: Game) -> Match:
    match = orchard.start(seed=1)
    for move in MOVES:
        match.apply(match.state.to_move[0], move)
    return match


@pytest.fixture
def trace(orchard: Game) -> Trace:
    return trace_of(orchard, record_of(played(orchard)))


def test_what_followed_from_a_move(trace: Trace) -> None:
    found = [(one.sort, one.text, one.value) for one in trace.entries(2)]
    assert found == [
        ("move", "P2 pick number 2", ""),
        ("change", "tree − 2", ""),
        ("if", "tree < 2", "true"),
        ("change", "purse(P2) + 1", ""),
        ("always", "tree = 1", "true"),
        ("change", "tree = 6", ""),
    ]


def test_what_changed_from_what_to_what(trace: Trace) -> None:
    found = [(one.cell, one.before, one.after) for entry in trace.entries(2) for one in entry.changes]
    assert found == [("tree", "3", "1"), ("purse(P2)", "3", "4"), ("tree", "1", "6")]
    assert [(one.cell, one.before, one.after) for one in trace.changes(2)] == [
        ("tree", "3", "6"), ("purse(P2)", "3", "4"),
    ]  # fmt: skip


def test_rules_are_named_with_place_and_reason(trace: Trace) -> None:
    entries = {one.sort: one for one in trace.entries(2)}
    always = entries["always"]
    assert always.rule == "always.regrow"
    line = 1 + ORCHARD[: ORCHARD.index("when: tree = 1")].count("\n") + 3  # the head has three lines
    assert always.place.endswith(f"ruleset.yaml:{line}")
    assert always.reason is not None
    assert [(part.text, part.value) for part in always.reason.parts] == [("tree", "1")]


def test_payments_tell_how_they_came_about(trace: Trace) -> None:
    found = [(one.sort, one.text) for one in trace.entries(3)]
    assert found[0] == ("move", "P1 buy fruit fig many 1")
    assert ("payment", "purse(P1) − 1") in found
    assert any(sort == "payment" and "base 2" in text and "early -1" in text for sort, text in found)


def test_all_tells_what_came_to_nothing(trace: Trace) -> None:
    found = {(one.sort, one.text, one.value) for one in trace.entries(1, full=True)}
    assert ("if", "tree < 2", "false") in found
    assert ("always", "tree = 1", "false") in found
    assert ("end", "tree = 0", "false") in found


def test_secrets_of_others_are_not_told(orchard: Game) -> None:
    record = record_of(played(orchard))

    def wishes(viewer: int | None) -> list[str]:
        entries = trace_of(orchard, record, viewer).entries(0)
        texts = [entry.text for entry in entries if "wish" in entry.text]
        return texts + [str(change) for entry in entries for change in entry.changes if "wish" in change.cell]

    assert wishes(TABLE)[:2] == ["wish(P1) = pear", "wish(P2) = fig"]
    assert wishes(1)[:1] == ["wish(P1) = pear"]
    assert not any("P2" in one for one in wishes(1))
    assert not any("P1" in one for one in wishes(2))
    assert wishes(None) == []


# ---------------------------------------------------------------------------------------------
# Laws


def texts_of(trace: Trace, slots: tuple[int, ...]) -> dict[str, str]:
    """Every place with what lies there."""
    program = trace.engine.program
    return {
        cell_text(program, one, cell): shown(program, one, slots, cell, TABLE)
        for one in program.components
        for cell in cells_of(program, one)
    }


def judge(trace: Trace, original: Match | None = None) -> None:
    """All changes, put on each other, lead from the start to the end; the states are those of the match."""
    start = trace.engine.layout.start
    if trace.record.given is not None:
        from interpreter.record.given import slots_given

        start = slots_given(trace.engine.program, start, trace.record.given)
    table = texts_of(trace, start)
    for at, passage in enumerate(trace.passages):
        for entry in trace.entries(at):
            for change in entry.changes:
                assert table[change.cell] == change.before, (at, entry, change)
                table[change.cell] = change.after
        assert passage.after is not None
        assert table == texts_of(trace, passage.after.slots), at
    if original is not None:
        last = trace.passages[-1].after
        assert last is not None
        assert (last.slots, last.rng, last.taken) == (
            original.state.slots, original.state.rng, original.state.taken,
        )  # fmt: skip


def test_changes_add_up_and_states_are_those_of_the_match(orchard: Game, trace: Trace) -> None:
    judge(trace, played(orchard))


def test_forward_and_back_is_where_one_was(trace: Trace) -> None:
    before = [(trace.state(at), trace.entries(at)) for at in range(len(trace.passages))]
    again = [(trace.state(at), trace.entries(at)) for at in reversed(range(len(trace.passages)))]
    assert before == again[::-1]


def random_match(name: str, seed: int, moves: int) -> Match:
    match, random = shipped_game(name).start(seed=seed), Random(seed)
    while len(match.moves()) < moves and not match.state.is_over:
        player = match.state.to_move[0]
        match.apply(player, RandomPlayer(random.getrandbits(32)).choose(match.state.alone(player), player))
    return match


@pytest.mark.parametrize("name", ["kalah", pytest.param("clans", marks=pytest.mark.slow)])
def test_changes_add_up_in_shipped_games(name: str) -> None:
    match = random_match(name, 5, 20)
    judge(trace_of(shipped_game(name), record_of(match)), match)


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_changes_add_up_in_every_shipped_record(path: Path) -> None:
    record = read(path)
    trace = trace_of(shipped_game(record.game), record)
    assert trace.halt is None
    judge(trace)


@pytest.mark.parametrize("name", ["tic-tac-toe", "clans"])
def test_marks_take_no_slots(name: str) -> None:
    judge_marks(shipped_game(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["little-factory", "yin-yang", "yuan", "yellow-yangtze", "yunnan"])
def test_marks_take_no_slots_in_large_games(name: str) -> None:
    judge_marks(shipped_game(name))


def judge_marks(ruleset: Game) -> None:
    program, world = ruleset.program(), ruleset.checked().world
    options = {key: world.option_value(key, text) for key, text in program.options}
    notes = Notes(marking=True)
    marked = lower(world, program.players, options, notes)
    assert marked.slots == program.slots
    assert len(marked.decisions) == len(program.decisions)
    assert notes.marks


# ---------------------------------------------------------------------------------------------
# Records that are not as they should be


def changed(record: Record, number: int, move: str) -> Record:
    entries, made = list(record.entries), 0
    for at, entry in enumerate(entries):
        made += isinstance(entry, Decided)
        if isinstance(entry, Decided) and made == number:
            entries[at] = replace(entry, move=move)
            break
    return replace(record, entries=tuple(entries))


def test_a_record_that_fails_to_replay_is_told_as_far_as_it_goes(orchard: Game) -> None:
    record = changed(record_of(played(orchard)), 3, "buy fruit pear many 1")
    trace = trace_of(orchard, record)
    assert [one.number for one in trace.passages] == [0, 1, 2]
    assert trace.halt is not None
    assert trace.halt.number == 3
    assert "`P1 buy fruit pear many 1` is refused" in trace.halt.message
    assert trace.warning


def test_an_unfinished_match_is_told_to_its_end(orchard: Game) -> None:
    match = orchard.start(seed=1)
    match.apply(1, "pick number 1")
    trace = trace_of(orchard, record_of(match))
    assert [one.number for one in trace.passages] == [0, 1]
    assert trace.halt is None


def test_rules_that_fail_are_told_until_there(tmp_path: Path) -> None:
    text = ORCHARD.replace("remove number from tree\n", "add 15 to tree\n      remove number from tree\n")
    ruleset = game(tmp_path, text, document=DOCUMENT)
    record = record_of(ruleset.start(seed=1))
    entries = (Decided("P1", "pick number 1", False), Decided("P2", "pick number 1", False))
    trace = trace_of(ruleset, replace(record, entries=entries))
    assert trace.halt is not None and trace.halt.error is not None
    assert trace.halt.number == 2
    assert trace.passages[-1].after is None
    assert next(entry.text for entry in trace.entries(2)) == "P2 pick number 1"


# ---------------------------------------------------------------------------------------------
# Breakpoints, and whence values come


def met(trace: Trace, breaks: Breaks) -> list[int]:
    return [at for at in range(len(trace.passages)) if list(hits(trace, breaks, at, trace.entries(at)))]


def test_breakpoints_on_rules_and_places(trace: Trace) -> None:
    assert met(trace, Breaks(rules=(rule_named(trace, "actions.buy"),))) == [3]
    assert met(trace, Breaks(rules=("always.regrow",))) == [2]
    assert met(trace, Breaks(watched=(place_named(trace, "tree"),))) == [1, 2, 4]
    assert met(trace, Breaks(watched=(place_named(trace, "purse( P2 )"),))) == [2]
    assert met(trace, Breaks(watched=("purse",))) == [2, 3]


def test_a_condition_is_looked_at_behind_each_passage(trace: Trace) -> None:
    low = condition_named(trace, "tree < 3", "until")
    assert [at for at in range(5) if holds(trace, low, at)] == [4]


def test_breakpoints_that_make_no_sense(trace: Trace) -> None:
    for make, words in (
        (lambda: rule_named(trace, "actions.bury"), "did you mean `actions.buy`?"),
        (lambda: place_named(trace, "purs"), "did you mean `purse`?"),
        (lambda: place_named(trace, "purse(P3)"), "did you mean `purse(P1)`?"),
    ):
        with pytest.raises(BreakError) as caught:
            make()
        assert words in caught.value.hint
    for text, code in (("tree <", "E301"), ("tree", "E501"), ("trea < 2", "E402"), ("me = P1", "E4")):
        with pytest.raises(PhraseError) as wrong:
            condition_named(trace, text, "--until")
        assert wrong.value.findings[0].code.startswith(code)
        assert wrong.value.findings[0].span is not None


def test_whence_a_place_has_its_value(trace: Trace) -> None:
    found = whence(trace, "tree", 4, "value")
    assert isinstance(found, Whence)
    assert (found.number, found.tree.value) == (4, "2")
    assert [(one.number, one.rule, one.before, one.after) for one in found.past] == [
        (1, "actions.pick", "4", "3"), (2, "actions.pick", "3", "1"), (2, "always.regrow", "1", "6"),
        (4, "actions.pick", "6", "2"),
    ]  # fmt: skip
    earlier = whence(trace, "tree", 1, "value")
    assert isinstance(earlier, Whence)
    assert [one.after for one in earlier.past] == ["3"]
    assert not isinstance(whence(trace, "tree +", 1, "value"), Whence)


# ---------------------------------------------------------------------------------------------
# What conditions come to, and what is hidden


def judge_conditions(trace: Trace, step: int = 1) -> int:
    """The root of every condition's tree is what the engine found."""
    judged = 0
    for at in range(0, len(trace.passages), step):
        for entry in trace.entries(at, full=True):
            if entry.reason is not None and entry.reason.value in {"true", "false"}:
                assert entry.reason.value == entry.value, (at, entry.rule, entry.text)
                judged += 1
    return judged


def test_conditions_are_what_the_engine_found(trace: Trace) -> None:
    assert judge_conditions(trace) > 10


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_conditions_in_every_shipped_record(path: Path) -> None:
    record = read(path)
    trace = trace_of(shipped_game(record.game), record)
    judge_conditions(trace, max(1, len(trace.passages) // 40))


def test_two_matches_that_differ_in_what_is_hidden_are_told_alike(tmp_path: Path) -> None:
    told = []
    for wish in ("fig", "plum"):
        text = ORCHARD.replace("set wish(P2) to fig", f"set wish(P2) to {wish}")
        ruleset = game(tmp_path, text, document=DOCUMENT)
        record = record_of(played(ruleset))
        for viewer in (1, None):
            trace = trace_of(ruleset, record, viewer)
            entries = [trace.entries(at, full=True) for at in range(len(trace.passages))]
            told.append((viewer, [[one.to_json() for one in passage] for passage in entries]))
    assert told[:2] == told[2:]
