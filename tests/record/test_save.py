import json
import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Game, Match
from interpreter.engine.state import start
from interpreter.record.errors import RecordError
from interpreter.record.form import Record
from interpreter.record.save import LARGEST, parse, read, record_of, write
from tests.programs.stalls import SCRIPT
from tests.programs.table import Table
from tests.record.conftest import played


@pytest.fixture
def small(noughts: Table) -> Record:
    match = Match(noughts.engine(), 7)
    match.apply(1, "place cell b2")
    match.apply(2, "place cell a1")
    return record_of(match, actors={"P1": "human", "P2": "random"})


def code_of(data: bytes) -> str:
    with pytest.raises(RecordError) as caught:
        parse(data, "match.json")
    return caught.value.code


# Recording


def test_a_record_says_how_the_match_began_and_what_was_decided(small: Record) -> None:
    whole = small.to_json()
    assert whole["entries"] == [
        {"player": "P1", "move": "place cell b2", "forced": False},
        {"player": "P2", "move": "place cell a1", "forced": False},
    ]
    assert whole["format"] == "ludwright-record"
    assert whole["game"] == "tic-tac-toe"
    assert whole["seed"] == 7
    assert whole["secret"] is True
    assert whole["result"] is None
    assert whole["actors"] == {"P1": "human", "P2": "random"}


def test_chance_is_recorded_with_those_who_saw_it(market: Table) -> None:
    entries = record_of(Match(market.engine(), 7)).to_json()["entries"]
    hands = [entry for entry in entries if entry.get("of") == "Good"]
    assert {entry["chance"] for entry in hands} <= {"apple", "bread", "cheese"}
    assert [entry["seen"] for entry in hands[:4]] == [["P1"], ["P1"], ["P2"], ["P2"]]


def test_options_are_written_as_what_they_are(clans: Game) -> None:
    record = record_of(clans.start(3, 7, {"big_group_merge": True}))
    assert record.options["big_group_merge"] is True
    assert record.options["players_max"] == 4
    assert record.options["terrain_scheme"] == "seed5"


def test_the_seed_may_be_kept_as_it_was_given(clans: Game) -> None:
    match = clans.start(3, "a rainy day")
    assert record_of(match, seed="a rainy day").seed == "a rainy day"
    assert record_of(match).seed == str(match.seed)
    with pytest.raises(ValueError, match="another day"):
        record_of(match, seed="another day")


def test_a_match_with_scripted_chance_is_not_recorded(market: Table) -> None:
    with pytest.raises(RecordError) as caught:
        record_of(Match(market.engine(), 7, chance=iter(SCRIPT)))
    assert caught.value.code == "E814"


def test_a_position_that_holds_more_than_components_is_not_recorded(market: Table) -> None:
    engine = market.engine()
    slots = list(engine.layout.start)
    slots[16] = 1  # the local that says whose turn it is
    with pytest.raises(RecordError) as caught:
        record_of(Match(engine, 7, slots=tuple(slots)))
    assert caught.value.code == "E814"


# Text


def test_the_text_is_canonical(small: Record) -> None:
    text = small.text()
    assert parse(text.encode(), "x") == small
    assert parse(text.encode(), "x").text() == text
    keys = [line.split('"')[1] for line in text.splitlines() if line.startswith(' "')]
    assert keys == sorted(keys)
    turned = dict(reversed(json.loads(text).items()))
    assert parse(json.dumps(turned).encode(), "x").text() == text


def test_each_entry_has_a_line_of_its_own(small: Record) -> None:
    lines = small.text().splitlines()
    assert '  {"forced": false, "move": "place cell b2", "player": "P1"},' in lines


# Writing


def test_a_file_can_be_read_by_its_owner_only(small: Record, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    before = os.umask(0)
    try:
        write(path, small)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read(path) == small
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"]


def test_a_file_that_is_there_is_replaced_only_if_somebody_says_so(small: Record, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("a diary")
    with pytest.raises(RecordError) as caught:
        write(path, small)
    assert caught.value.code == "E802"
    assert path.read_text() == "a diary"
    write(path, small, replace=True)
    assert read(path) == small
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"]


def test_a_link_to_a_file_is_not_written_through(small: Record, tmp_path: Path) -> None:
    diary, path = tmp_path / "diary", tmp_path / "match.json"
    diary.write_text("dear diary")
    path.symlink_to(diary)
    with pytest.raises(RecordError) as caught:
        write(path, small)
    assert caught.value.code == "E802"
    write(path, small, replace=True)
    assert diary.read_text() == "dear diary"
    assert read(path) == small


def test_where_files_cannot_be_linked_the_rules_are_the_same(
    small: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, target: Path) -> None:
        raise OSError(95, "operation not supported")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    path = tmp_path / "match.json"
    write(path, small)
    assert read(path) == small
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(RecordError) as caught:
        write(path, small)
    assert caught.value.code == "E802"
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"]


@pytest.mark.parametrize("replace", [False, True])
def test_a_failure_in_the_middle_leaves_everything_as_it_was(
    small: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replace: bool
) -> None:
    path = tmp_path / "match.json"
    if replace:
        path.write_text("the save before")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match="no space left on device") as caught:
        write(path, small, replace=replace)
    assert caught.value.code == "E801"
    assert [file.read_text() for file in tmp_path.iterdir()] == (["the save before"] if replace else [])


def test_a_folder_or_a_place_that_is_not_there_is_refused(small: Record, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "match.json", tmp_path / "a\0b", tmp_path / ("x" * 300)):
        with pytest.raises(RecordError) as caught:
            write(path, small)
        assert caught.value.code == "E801"


# Reading


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path / "nothing.json", tmp_path, pipe, tmp_path / "a\0b"):
        with pytest.raises(RecordError) as caught:
            read(path)
        assert caught.value.code == "E800"


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as opened:
        opened.truncate(LARGEST + 1)
    with pytest.raises(RecordError) as caught:
        read(path)
    assert caught.value.code == "E803"


def test_a_save_cut_short_at_any_byte_is_refused(small: Record) -> None:
    data = small.text().rstrip().encode()
    for end in range(len(data)):
        assert code_of(data[:end]) == "E804"
    assert parse(data, "whole") == small


HOSTILE = {
    "empty": (b"", "E804"),
    "no JSON": (b"P1 place cell b2", "E804"),
    "not UTF-8": (b'{"format": "\xff"}', "E804"),
    "UTF-16": ('{"format": "ludwright-record"}'.encode("utf-16"), "E804"),
    "more behind it": (b"{}{}", "E804"),
    "deep lists": (b"[" * 200_000, "E805"),
    "deep maps": (b'{"a":' * 200_000, "E805"),
    "NaN": (b'{"seed": NaN}', "E805"),
    "infinity": (b'{"seed": -Infinity}', "E805"),
    "a fraction": (b'{"seed": 1.5}', "E805"),
    "an exponent": (b'{"seed": 1e400}', "E805"),
    "a huge number": (b'{"seed": ' + b"9" * 100_000 + b"}", "E805"),
    "a key twice": (b'{"seed": 1, "seed": 2}', "E805"),
    "a list": (b"[]", "E806"),
    "a number": (b"7", "E806"),
    "nothing": (b"null", "E806"),
    "a foreign file": (b'{"name": "left-pad", "version": "1.3.0"}', "E806"),
    "another format": (b'{"format": "ludwright-ruleset"}', "E806"),
    "a later version": (b'{"format": "ludwright-record", "version": 2}', "E807"),
    "a later language": (b'{"format": "ludwright-record", "version": 1, "language": 2}', "E807"),
    "nothing but its name": (b'{"format": "ludwright-record"}', "E808"),
}


@pytest.mark.parametrize(("data", "code"), HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_files_are_refused(data: bytes, code: str) -> None:
    assert code_of(data) == code


def test_messages_name_the_field_and_what_was_found(small: Record) -> None:
    for key, value, words in (
        ("players", 99, "expected a number from 1 to 16 as `players`, found `99`"),
        ("seed", None, "as `seed`, found nothing"),
        ("ruleset", "abc", "expected 64 hexadecimal digits as `ruleset`, found `abc`"),
        ("entries", [{"player": "P1"}], "`entries[0].move` is missing"),
        ("entries", [{"player": "P1", "move": "a\x1b[2J", "forced": False}], "steers a terminal"),
        ("result", {"places": {"P1": 1}, "won": ["P1", "P1"]}, "one player stands twice in `result.won`"),
    ):
        whole = {**small.to_json(), key: value}
        with pytest.raises(RecordError) as caught:
            parse(json.dumps(whole).encode(), "match.json")
        assert caught.value.code == "E808"
        assert words in str(caught.value)


def test_a_misspelt_field_is_guessed(small: Record) -> None:
    whole = {**small.to_json(), "actor": {}}
    with pytest.raises(RecordError) as caught:
        parse(json.dumps(whole).encode(), "match.json")
    assert caught.value.diagnostic.help == "did you mean `actors`?"


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_damaged_saves_give_nothing_but_refusals(market: Table, data: st.DataObject) -> None:
    match = played(Match(market.engine(), 3), 4)
    text = bytearray(record_of(match).text().encode())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text) - 1))
        cut = data.draw(st.integers(0, 12))
        text[at : at + cut] = data.draw(st.binary(max_size=12))
    with suppress(RecordError):
        record = parse(bytes(text), "x")
        assert parse(record.text().encode(), "x") == record


KEYS = st.sampled_from(("format", "for", "seed", "entries"))


@given(
    junk=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
    )
)
@settings(max_examples=200, deadline=None)
def test_any_json_gives_nothing_but_refusals(junk: object) -> None:
    if isinstance(junk, dict):
        junk = {**junk, "format": "ludwright-record"}
    with pytest.raises(RecordError):
        parse(json.dumps(junk).encode("utf-8", "surrogatepass"), "x")


def test_the_record_of_a_position_tells_where_play_began(market: Table) -> None:
    engine = market.engine()
    state = start(engine, 7)
    slots = list(engine.layout.start)
    slots[:16] = state.slots[:16]  # the components
    record = record_of(Match(engine, 7, slots=tuple(slots)))
    assert record.given is not None
    assert set(record.given) <= {"sack", "hand", "coins", "stalls", "luck"}
