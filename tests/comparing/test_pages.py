"""What differs between two pages: what each sort of change comes to, and what comes to nothing."""

import random
import re

import pytest

from interpreter.syntax.comparing.difference import Difference
from interpreter.syntax.comparing.order import moved
from interpreter.syntax.comparing.pages import compared
from interpreter.syntax.comparing.shown import shown
from interpreter.syntax.document import Mapping
from tests.errors.chunks import HERE
from tests.formatting.spoil import spoilt
from tests.patches.tree import changed, tiny, tree

TEXT = (HERE / "bases" / "tiny.yaml").read_text("utf-8")
TINY = tiny()


def told(one: Difference) -> tuple[str, str]:
    return one.does, one.address


def differences(old: Mapping, new: Mapping) -> list[tuple[str, str]]:
    return [told(one) for one in compared(old, new).differences]


def renamed(old: str, new: str) -> Mapping:
    """Tiny with another name in the place of one, wherever it stands."""
    return tree(re.sub(rf"\b{old}\b", new, TEXT))


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ("terms.income: {now: 1}", [("changes", "terms.income")]),
        ("terms.sown: {remove: true}", [("removes", "terms.sown")]),
        ("components.purse.start: {now: 6}", [("changes", "components.purse.start")]),
        ("components.purse: {now: 0..30 per Player = 6}", [("changes", "components.purse")]),
        ("components.purse: {now: 0..20 per Player}", [("removes", "components.purse.start")]),
        ("components.purse: {now: {is: 0..20 per Player, start: 5}}", []),
        ("kinds.Flower.rows.rose.worth: {now: 7}", [("changes", "kinds.Flower.rows.rose.worth")]),
        ("kinds.Colour.blue: {remove: true}", [("removes", "kinds.Colour.blue")]),
        (
            "kinds.Colour: {now: 'red, blue, violet, green'}",
            [("adds", "kinds.Colour.violet")],
        ),
        ("phases.turns.one of.sow: {remove: true}", [("removes", "phases.turns.one of.sow")]),
        ("phases.turns.one of.nothing: {before: earn}", [("moves", "phases.turns.one of.nothing")]),
        ("phases.turns: {now: nothing}", [("changes", "phases.turns")]),
        ("ends.bloom: {now: rainy}", [("changes", "ends.bloom")]),
        ("ends.bloom: {now: {when: rainy}}", [("changes", "ends.bloom.when")]),
        ("ends.flood: {before: bloom, now: rainy}", [("adds", "ends.flood")]),
        ("ends.wealth: {after: bloom}", [("moves", "ends.wealth")]),
        ("actions.pick.requires.some_left: {now: rainy}", [("changes", "actions.pick.requires.some_left")]),
        ("'terms.rich(q in Player)': {now: purse(q) > 12}", [("changes", "terms.rich")]),
        ("players: {now: 2..2}", [("changes", "players")]),
    ],
)  # fmt: skip
def test_a_change_is_told_by_its_address(change: str, wanted: list[tuple[str, str]]) -> None:
    made = changed(TINY, f"changes: {{{change}}}")

    assert differences(TINY, made) == wanted


def test_what_is_new_is_told_name_by_name_and_where_it_stands() -> None:
    page = "adds: {checks: {one: rainy, two: rainy}, actions: {wait: {when: rainy, do: nothing}}}"
    made = changed(TINY, page, "changes: {ranking.keys.luck: {after: coins, now: highest 1}}")
    found = compared(TINY, made).differences

    assert [told(one) for one in found] == [
        ("adds", "checks.one"), ("adds", "checks.two"), ("adds", "actions.wait"),
        ("adds", "ranking.keys.luck"),
    ]  # fmt: skip
    assert [one.new.beside for one in found if one.new] == ["", "", "", "after coins"]
    assert [shown(one.new.passage) for one in found if one.new][2:] == [
        "when: rainy\ndo: nothing",
        "highest 1",
    ]


def test_a_signature_is_shown_with_what_it_is_about() -> None:
    made = changed(TINY, "changes: {'terms.rich(q in Player)': {now: purse(q) > 12}}")
    (found,) = compared(TINY, made).differences

    assert found.old is not None and found.new is not None
    assert shown(found.old.passage) == "rich(p in Player): purse(p) > 10"
    assert shown(found.new.passage) == "rich(q in Player): purse(q) > 12"


@pytest.mark.parametrize("seed", range(3))
def test_layout_and_remarks_are_no_difference(seed: int) -> None:
    again = spoilt(TEXT, random.Random(seed)).replace("\nterms:", "\n# a remark\nterms:   # another")

    assert again != TEXT
    assert differences(TINY, tree(again)) == []


def test_the_short_form_is_the_long_one() -> None:
    long = TEXT.replace("  wealth: some", "  wealth:\n    when: some").replace(
        "flowers: deal", "flowers:\n    do: deal"
    )

    assert long.count("when:") == TEXT.count("when:") + 1
    assert differences(TINY, tree(long)) == []


def test_citations_alone_are_told_as_such() -> None:
    cited = TEXT.replace("purse(p) > 10", "purse(p) > 10 [R1, R2]")
    other = TEXT.replace("purse(p) > 10", "purse(p) > 10 [R2, R1, R3]")

    assert differences(tree(cited), tree(other)) == [("cites", "terms.rich")]
    assert differences(tree(cited), tree(cited.replace("R1, R2", "R2, R1"))) == []


@pytest.mark.parametrize(
    ("old", "new", "address"),
    [
        ("income", "earnings", "terms.earnings"),
        pytest.param("purse", "wallet", "components.wallet", marks=pytest.mark.slow),
        pytest.param("rose", "tulip", "kinds.Flower.rows.tulip", marks=pytest.mark.slow),
        ("red", "crimson", "kinds.Colour.crimson"),
        ("sow", "plant", "actions.plant"),
        ("colour", "tint", "actions.sow.choose.tint"),
        pytest.param("hue", "shade", "kinds.Flower.has.shade", marks=pytest.mark.slow),
        ("turns", "lap", "phases.lap"),
        pytest.param("coins", "money", "ranking.keys.money", marks=pytest.mark.slow),
        pytest.param("fits", "right", "actions.sow.requires.right", marks=pytest.mark.slow),
    ],
)
def test_what_is_only_renamed_is_told_once(old: str, new: str, address: str) -> None:
    assert differences(TINY, renamed(old, new)) == [("renames", address)]


@pytest.mark.parametrize(
    ("old", "new", "address"), [("sow", "plant", "actions.sow"), ("red", "pink", "kinds.Colour.red")]
)
def test_what_is_renamed_is_renamed_back(old: str, new: str, address: str) -> None:
    assert differences(renamed(old, new), TINY) == [("renames", address)]


def test_a_rename_and_a_change_are_told_apart() -> None:
    made = tree(re.sub(r"\bincome\b", "earnings", TEXT).replace("size(deck) > 0", "size(deck) > 1"))

    assert differences(TINY, made) == [
        ("renames", "terms.earnings"),
        ("changes", "actions.pick.requires.some_left"),
    ]


def test_what_some_sentence_speaks_against_is_no_rename() -> None:
    # The same words under another name, but the action goes on with something else.
    made = tree(TEXT.replace("  income: pace", "  earnings: pace").replace("add income to", "add pace to"))

    assert differences(TINY, made) == [
        ("removes", "terms.income"),
        ("adds", "terms.earnings"),
        ("changes", "actions.earn.do"),
    ]


def test_two_that_say_the_same_are_not_taken_for_one_another() -> None:
    old = tree(TEXT.replace("  sown:", "  one: rainy\n  two: rainy\n  sown:"))
    new = tree(TEXT.replace("  sown:", "  three: rainy\n  four: rainy\n  sown:"))

    assert sorted(differences(old, new)) == [
        ("adds", "terms.four"), ("adds", "terms.three"), ("removes", "terms.one"), ("removes", "terms.two"),
    ]  # fmt: skip


def test_what_goes_to_another_place_has_moved() -> None:
    require = "    requires:\n      some_left: size(deck) > 0\n"
    new = TEXT.replace(require, "").replace(
        "      fits: hue", "      some_left: size(deck) > 0\n      fits: hue"
    )
    (found,) = compared(TINY, tree(new)).differences

    assert told(found) == ("moves", "actions.sow.requires.some_left")
    assert found.old is not None and found.old.address == "actions.pick.requires.some_left"


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ("abc", "abc", ""),
        ("abc", "cab", "c"),
        ("abc", "bca", "a"),
        ("ab", "ba", "b"),
        ("abcd", "badc", "bd"),
    ],
)
def test_the_fewest_have_moved_and_of_equals_the_later_names(before: str, after: str, wanted: str) -> None:
    assert moved(list(before), list(after)) == frozenset(wanted)
    assert moved(list(after), list(before)) == frozenset(wanted)


def test_of_a_very_long_list_it_is_said_that_its_order_differs() -> None:
    names = [f"n{number}" for number in range(200)]
    old, new = (
        tree(f"kinds: {{Many: {{has: {{a: 0..1}}, rows: {{{', '.join(f'{name}: 1' for name in some)}}}}}}}")
        for some in (names, names[::-1])
    )

    assert differences(old, new) == [("moves", "kinds.Many.rows")]
