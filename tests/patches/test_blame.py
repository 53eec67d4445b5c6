"""Whose fault an error is: it stands at the change that causes it, with a note of where it is felt."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.api.files import Files
from interpreter.api.front_end import check_all, check_files
from interpreter.syntax.patches.listing import listed
from interpreter.text.diagnostic import Diagnostic
from tests.patches.orchard import FILES, WASPS, lay_out
from tests.patches.tree import tiny

TINY = tiny()
HEAD = "language: 1\ngame: worse\ntitle: Worse\nextends: base.yaml\n"
PLACES = [one.address for one in listed(TINY) if len(one.steps) > 1 and one.steps[-1] != "start"]


def found_in(folder: Path, page: str) -> tuple[Diagnostic, ...]:
    (folder / "base.yaml").write_text(TINY.span.source.text, "utf-8")
    (folder / "ruleset.yaml").write_text(HEAD + page, "utf-8")
    return check_files(Files(folder, "ruleset.yaml", ""))[1]


def place(one: Diagnostic) -> tuple[str, str]:
    assert one.span is not None
    return one.span.source.path, one.span.text


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(PLACES), min_size=1, max_size=3, unique=True))
def test_whatever_is_taken_away_the_error_stands_in_the_variant(addresses: list[str]) -> None:
    page = "changes:\n" + "".join(f'  "{one}": {{remove: true}}\n' for one in addresses)
    with TemporaryDirectory() as folder:
        for one in found_in(Path(folder), page):
            assert place(one)[0] == "ruleset.yaml" or one.code == "W400", one


def test_of_several_changes_the_one_is_named_that_breaks_something(tmp_path: Path) -> None:
    page = """\
changes:
  terms.income: {now: pace}
  components.deck: {remove: true}
  ends.wealth: {remove: true}
  kinds.Flower.rows.rose.worth: {now: 8}
"""
    found = found_in(tmp_path, page)

    assert [(one.code, *place(one)) for one in found] == [("E402", "ruleset.yaml", "components.deck")]
    felt = [note for note in found[0].notes if note.span is not None]
    assert {note.span.source.path for note in felt if note.span is not None} == {"base.yaml"}
    assert [note.span.text for note in felt if note.span is not None] == ["deck"] * len(felt)
    assert len(felt) == 3  # set-up, the requirement of `pick`, and what it draws from


def test_of_what_a_variant_no_longer_uses_options_alone_are_told(tmp_path: Path) -> None:
    base = "language: 1\ngame: base\ntitle: Base\nplayers: 2\nlongest: 40 decisions\n" + """\
options:
  quick: {is: 1..3 = 1}
components:
  gone: 0..40 per Player
terms:
  pace: 2
phases:
  turns: {who: each clockwise from P1, repeat: until the end, one of: go}
actions:
  go: {do: "add quick + pace to gone(me)"}
ends:
  far: {winners: all p in Player where gone(p) > 9}
"""
    (tmp_path / "base.yaml").write_text(base, "utf-8")
    page = HEAD + "changes:\n  actions.go.do: {now: add 2 to gone(me)}\n"
    (tmp_path / "ruleset.yaml").write_text(page, "utf-8")
    found = check_files(Files(tmp_path, "ruleset.yaml", ""))[1]
    assert [(one.code, *place(one)) for one in found] == [("W400", "base.yaml", "quick")]
    assert found[0].help == "it is offered all the same; `options.quick: {remove: true}` takes it away"


def test_the_head_of_a_variant_may_be_to_blame(tmp_path: Path) -> None:
    text = TINY.span.source.text.replace("players: 2..3", "players: 2").replace("from P1", "from P2")
    (tmp_path / "base.yaml").write_text(text, "utf-8")
    (tmp_path / "ruleset.yaml").write_text(
        HEAD + "players: 1\nchanges: {ends.wealth: {now: rainy}}\n", "utf-8"
    )
    (found,) = check_files(Files(tmp_path, "ruleset.yaml", ""))[1]

    assert (found.code, *place(found)) == ("E402", "ruleset.yaml", "players")


def test_an_error_of_the_base_itself_stays_there(tmp_path: Path) -> None:
    text = FILES["ruleset.yaml"].replace("number <= hanging(tree)", "number <= hangin(tree)")
    lay_out(tmp_path, **{"ruleset.yaml": text})
    found = check_files(Files(tmp_path, "variants/greedy.yaml", ""))[1]

    assert [(one.code, *place(one)) for one in found] == [("E403", "ruleset.yaml", "hangin")]


def test_an_error_that_comes_with_a_module_stands_in_its_page(tmp_path: Path) -> None:
    wasps = WASPS + "  components.hanging: {remove: true}\n"
    lay_out(tmp_path, **{"wasps.yaml": wasps})
    found = check_all(Files(tmp_path, "ruleset.yaml", ""))

    assert {place(one) for one in found} == {("wasps.yaml", "components.hanging")}
    assert all(any("found with the module" in note.message for note in one.notes) for one in found)


def test_a_variant_of_a_variant_is_to_blame_and_not_the_one_between(tmp_path: Path) -> None:
    text = "language: 1\ngame: orchard-worse\ntitle: Worse\nextends: greedy.yaml\n"
    text += "changes: {components.last: {remove: true}}\n"
    lay_out(tmp_path, **{"variants/worse.yaml": text})
    found = check_files(Files(tmp_path, "variants/worse.yaml", ""))[1]

    assert {place(one) for one in found} == {("variants/worse.yaml", "components.last")}
    notes = [note.span.source.path for one in found for note in one.notes if note.span is not None]
    assert set(notes) == {"variants/greedy.yaml"}


def test_a_warning_about_what_the_base_no_longer_needs_is_none_of_the_variant(tmp_path: Path) -> None:
    page = "changes: {ends.wealth: {now: purse(P1) > 10}}\n"  # the term `rich` is read nowhere else

    assert found_in(tmp_path, page) == ()


def test_what_its_base_does_not_read_either_is_no_fault_of_a_variant(tmp_path: Path) -> None:
    text = TINY.span.source.text.replace("options:\n", "options:\n  idle: flag = false\n", 1)
    assert "idle" in text
    (tmp_path / "base.yaml").write_text(text, "utf-8")
    assert [one.code for one in check_files(Files(tmp_path, "base.yaml", ""))[1]] == ["W400"]
    page = HEAD + "changes:\n  kinds.Flower.rows.rose.worth: {now: 8}\n"
    (tmp_path / "ruleset.yaml").write_text(page, "utf-8")
    assert check_files(Files(tmp_path, "ruleset.yaml", ""))[1] == ()
