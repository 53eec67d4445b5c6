"""What pages make of the page that they change, change by change."""

import pytest

from interpreter.syntax.document import Mapping, find
from interpreter.syntax.patches.apply import applied
from interpreter.syntax.patches.read import read_patches
from interpreter.syntax.sentences import parse_all
from tests.patches.tree import at, changed, codes, patches_of, tiny, tree

ENDS = ["wealth", "bloom"]


def test_a_sentence_is_replaced() -> None:
    made = changed(
        tiny(), "changes: {terms.income: {was: pace + (1 if rainy and mood = calm else 0), now: pace}}"
    )

    assert at(made, "terms", "income") == "pace"


def test_a_term_is_addressed_without_its_signature_and_keeps_it() -> None:
    made = changed(tiny(), "changes: {terms.rich: {was: purse(p) > 10, now: purse(p) > 12}}")

    assert at(made, "terms", "rich(p in Player)") == "purse(p) > 12"


def test_an_address_with_a_signature_gives_a_new_one() -> None:
    made = changed(tiny(), "changes: {'terms.rich(q in Player)': {now: purse(q) > 12}}")

    assert list(at(made, "terms")) == ["income", "rich(q in Player)", "sown"]


def test_a_signature_is_changed_by_itself() -> None:
    made = changed(tiny(), "changes: {'terms.rich(p in Player, n in 0..3)': {help: Why}}")

    assert at(made, "terms", "rich(p in Player, n in 0..3)") == "purse(p) > 10"


@pytest.mark.parametrize(
    ("was", "fits"),
    [
        ("pace+( 1 if rainy and mood = calm else 0 )", True),
        ("pace + (1 if (rainy and mood = calm) else 0) [R1]", True),
        ("(1 if rainy and mood = calm else 0) + pace", False),
        ("pace + (1 if rainy and mood = calm else 1)", False),
    ],
)
def test_what_was_is_compared_as_it_is_read(was: str, fits: bool) -> None:
    page = tree(f"changes: {{terms.income: {{was: '{was}', now: 1}}}}")
    _, found = read_patches("v", page, tiny(), is_module=False)

    assert codes(found) == ([] if fits else ["E941"])


@pytest.mark.parametrize(
    ("address", "was", "fits"),
    [
        ("actions.earn", "{do: 'add income to purse(me)\n\nadd me to ready'}", True),
        ("ends.bloom", "{when: size(sown) = 3 or size(ready) = player_count}", True),
        ("actions.pick", "{do: draw 1 from deck to hand(me), requires: {some_left: size(deck) > 0}}", True),
        ("actions.pick", "{do: draw 1 from deck to hand(me)}", False),
        ("kinds.Colour", "'red,  blue, green'", True),
        ("kinds.Colour", "'blue, red, green'", False),
        ("kinds.Flower.rows", "{rose: 'red, 3', iris: 'blue, 4', daisy: 'green, 5'}", True),
        ("kinds.Flower.rows", "{iris: 'blue, 4', rose: 'red, 3', daisy: 'green, 5'}", False),
        ("components", "{deck: bag of Flower up to 9}", False),
        ("ranking.last", "shared", True),
    ],
)
def test_the_long_form_is_the_short_one_and_order_counts_where_it_means_something(
    address: str, was: str, fits: bool
) -> None:
    spaced = was.replace("\n", "\n\n      ")
    page = tree(f'changes:\n  "{address}":\n    was: {spaced}\n    remove: true\n')
    _, found = read_patches("v", page, tiny(), is_module=False)

    assert codes(found) == ([] if fits else ["E941"])


def test_a_value_of_a_row_is_replaced_inside_its_sentence() -> None:
    made = changed(tiny(), "changes: {kinds.Flower.rows.rose.worth: {was: 3, now: 7}}")

    assert at(made, "kinds", "Flower", "rows", "rose") == "red, 7"
    assert at(made, "kinds", "Flower", "rows", "iris") == "blue, 4"


def test_two_pages_change_two_values_of_one_row() -> None:
    made = changed(
        tiny(),
        "changes: {kinds.Flower.rows.rose.worth: {now: 7}}",
        "changes: {kinds.Flower.rows.rose.hue: {now: green}}",
    )

    assert at(made, "kinds", "Flower", "rows", "rose") == "green, 7"


def test_alternatives_are_added_taken_away_replaced_and_moved() -> None:
    made = changed(
        tiny(),
        """
changes:
  phases.turns.one of.sow: {remove: true}
  phases.turns.one of.pick: {was: pick, now: choose}
  phases.turns.one of.wait: {before: earn, now: wait}
  phases.turns.one of.nothing: {before: earn}
adds: {phases: {turns: {one of: 'stay, go'}}}
""",
    )

    assert at(made, "phases", "turns", "one of") == "wait, nothing, earn, choose, stay, go"


def test_a_footnote_belongs_to_the_sentence_and_stays() -> None:
    base = tree(
        "language: 1\ngame: g\ntitle: G\nplayers: 2\nlongest: 9 decisions\n"
        "phases: {turns: {who: P1, one of: 'a, b [R1]'}}\n"
    )
    patches = patches_of("changes: {phases.turns.one of.b: {now: 'c [R2]'}}", base)

    assert at(applied(base, patches), "phases", "turns", "one of") == "a, c [R1]"
    assert [foot.cites for patch in patches for foot in patch.feet] == [("R2",)]


def test_a_start_is_replaced_inside_its_type() -> None:
    made = changed(
        tiny(),
        "changes: {options.pace.start: {was: 2, now: 3}, components.purse.start: {was: 5, now: 6},"
        " options.mood.start: {now: wild}}",
    )

    assert at(made, "options", "pace") == {"is": "1..3 = 3"}
    assert at(made, "components", "purse") == {"is": "0..20 per Player = 6"}
    assert at(made, "options", "mood") == {"is": "calm, wild = wild"}


def test_a_member_is_added_to_listed_words() -> None:
    made = changed(
        tiny(), "adds: {kinds: {Colour: 'black, white'}}", "changes: {kinds.Colour.blue: {remove: true}}"
    )

    assert at(made, "kinds", "Colour") == {"is": "red, green, black, white"}


def test_steps_go_before_behind_and_to_the_end() -> None:
    made = changed(
        tiny(),
        """
changes:
  setup.first: {before: flowers, now: nothing}
  setup.second: {after: flowers, now: nothing}
adds: {setup: {last_one: nothing}}
""",
    )

    assert list(at(made, "setup")) == ["first", "flowers", "second", "stock", "last_one"]


def test_a_key_is_moved_and_replaced_at_once() -> None:
    made = changed(tiny(), "changes: {ranking.keys.taste: {before: coins, now: lowest purse(p)}}")

    assert at(made, "ranking", "keys") == {
        "taste": "lowest purse(p)",
        "coins": "highest purse(p)",
        "harvest": "highest (sum of worth(f) for f in kinds(hand(p)))",
    }
    assert list(at(made, "ranking", "keys")) == ["taste", "coins", "harvest"]


def test_a_section_that_the_base_does_not_have_is_made_once() -> None:
    made = changed(
        tiny(),
        "adds: {always: {b: {when: rainy, do: nothing}}}",
        "adds: {always: {a: {when: rainy, do: nothing}}, actions: {earn: {requires: {dry: not rainy}}}}",
        "adds: {actions: {earn: {requires: {calm_too: mood = calm}}}}",
    )

    assert list(at(made, "always")) == ["b", "a"]
    assert at(made, "actions", "earn", "requires") == {"dry": "not rainy", "calm_too": "mood = calm"}


def test_a_short_form_grows_long_where_a_key_is_added() -> None:
    made = changed(
        tiny(), "adds: {scoring: {show: {when: rainy}}, terms: {sown: {help: What has a flower.}}}"
    )

    assert at(made, "scoring", "show") == {"do": "reveal taste", "when": "rainy"}
    assert at(made, "terms", "sown")["is"] == "all c in Colour where bed(c) != none"


def test_a_table_of_a_data_file_is_changed() -> None:
    base = tree(
        "language: 1\ngame: g\ntitle: G\nplayers: 2\nlongest: 9 decisions\nphases: {turns: nothing}\n"
        "data: {lands: {a: {worth: 1, near: [b]}, b: {worth: 2, near: [a]}}}\n"
    )
    page = """
changes:
  data.lands.a.worth: {was: 1, now: 3}
  data.lands.c: {before: b, now: {worth: 0, near: []}}
adds: {data: {lands: {d: {worth: 9, near: [a]}}, seas: {z: {worth: 1}}}}
"""
    made = applied(base, patches_of(page, base))

    assert list(at(made, "data", "lands")) == ["a", "c", "b", "d"]
    assert at(made, "data", "lands", "a") == {"worth": 3, "near": ["b"]}
    assert at(made, "data", "seas") == {"z": {"worth": 1}}


def test_what_nobody_touches_stays_the_same_node() -> None:
    base = tiny()
    made = changed(base, "changes: {terms.income: {now: 1}}")

    assert made.get("actions") is base.get("actions")
    assert find(made, ["terms", "sown"]) is find(base, ["terms", "sown"])


def test_every_part_of_a_patched_sentence_keeps_its_own_file() -> None:
    made = changed(
        tiny(),
        "changes: {kinds.Flower.rows.rose.worth: {now: 7}}",
        "adds: {phases: {turns: {one of: fly}}}",
    )
    sentences = parse_all(made, "ruleset")
    row = sentences.node(find(made, ["kinds", "Flower", "rows", "rose"]))
    calls = sentences.node(find(made, ["phases", "turns", "one of"]))

    assert [(value.span.source.path, value.span.text) for value in row.values] == [
        ("tiny.yaml", "red"), ("v0.yaml", "7"),
    ]  # fmt: skip
    assert [(call.span.source.path, call.span.text) for call in calls.calls] == [
        ("tiny.yaml", "earn"), ("tiny.yaml", "sow"), ("tiny.yaml", "pick"), ("tiny.yaml", "nothing"),
        ("v1.yaml", "fly"),
    ]  # fmt: skip


def test_order_between_pages_is_what_they_say() -> None:
    made = changed(
        tiny(),
        "changes: {ends.a: {after: [wealth, b], now: rainy}, ends.c: {before: [bloom, d], now: rainy}}",
        "changes: {ends.b: {after: wealth, now: rainy}, ends.d: {before: bloom, now: rainy}}",
    )

    assert list(at(made, "ends")) == ["wealth", "b", "a", "c", "d", "bloom"]


def test_what_goes_right_behind_the_last_comes_before_what_is_added() -> None:
    made = changed(tiny(), "adds: {ends: {z: rainy}}", "changes: {ends.a: {after: bloom, now: rainy}}")
    named = changed(tiny(), "adds: {ends: {z: rainy}}", "changes: {ends.a: {after: [bloom, z], now: rainy}}")

    assert list(at(made, "ends")) == [*ENDS, "a", "z"]
    assert list(at(named, "ends")) == [*ENDS, "z", "a"]


def test_a_name_that_another_page_may_not_bring_is_no_fault() -> None:
    made = changed(tiny(), "changes: {ends.a: {after: [bloom, z], now: rainy}}")

    assert list(at(made, "ends")) == [*ENDS, "a"]


def test_a_page_with_a_finding_is_refused_whole() -> None:
    page = tree("changes: {terms.income: {now: 1}, terms.incom: {now: 1}}")
    _, found = read_patches("v", page, tiny(), is_module=False)

    assert codes(found) == ["E940"]


def test_a_module_leaves_its_options_to_the_game() -> None:
    page = "switch: {m: flag = false}\nadds: {options: {speed: 1..3 = 1}, terms: {fast: speed > 1}}"

    assert [one.address for one in patches_of(page, tiny(), "m", is_module=True)] == ["terms.fast"]


def test_an_empty_page_changes_nothing() -> None:
    base = tiny()
    made = applied(base, ())

    assert isinstance(made, Mapping) and made is base
