"""Lints of modules and variants: what counts is there with all of them, and in the page's own files."""

from pathlib import Path

from interpreter.api.files import Files
from interpreter.api.front_end import Checked, check_sets
from interpreter.api.lints import lints
from interpreter.api.pages import read_pages

TINY = (Path(__file__).parents[1] / "errors" / "bases" / "tiny.yaml").read_text("utf-8")
STORMS = """
language: 1
game: tiny
switch: {storms: flag = false}
adds:
  components: {wind: 0..9}
  actions:
    blow:
      when: wind < 3 and wind >= 0
      do: add 1 to wind
  phases: {turns: {one of: blow}}
changes:
  terms.few: {now: size(hand(p)) < 3}
"""
CALM = """
language: 1
game: tiny
switch: {calmness: flag = false}
changes:
  components.purse.start: {was: 5, now: 6}
"""


def found(folder: Path, main: str = "ruleset.yaml") -> list[tuple[str, str]]:
    pages, _ = read_pages(Files(folder, main, ""))
    assert pages is not None
    sound: dict[frozenset[str], Checked] = {}
    check_sets(pages, [], sound)
    assert sound
    doubts = lints(pages, sound).findings()
    return [(one.code, one.span.source.path) for one in doubts if one.span is not None]


def test_what_one_module_needs_is_no_fault(tmp_path: Path) -> None:
    base = TINY.replace("  rich(p", "  few(p in Player): size(deck) < 3\n  rich(p")
    base = base.replace("size(sown) = 3 or", "size(sown) = 3 or few(P1) or")
    (tmp_path / "ruleset.yaml").write_text(base, "utf-8")
    assert found(tmp_path) == [("W402", "ruleset.yaml")]

    (tmp_path / "ruleset.yaml").write_text(f"{base}modules: [storms.yaml, calm.yaml]\n", "utf-8")
    (tmp_path / "storms.yaml").write_text(STORMS, "utf-8")
    (tmp_path / "calm.yaml").write_text(CALM, "utf-8")
    # The module's own doubt is there with every set of modules that has its place.
    assert found(tmp_path) == [("W510", "storms.yaml")]


def test_a_variant_answers_for_its_own_files(tmp_path: Path) -> None:
    base = TINY.replace("  rich(p", "  few(p in Player): size(deck) < 3\n  rich(p")
    base = base.replace("size(sown) = 3 or", "size(sown) = 3 or few(P1) or")
    (tmp_path / "base.yaml").write_text(base, "utf-8")
    variant = "language: 1\ngame: other\ntitle: Other\nextends: base.yaml\nchanges:\n"
    variant += "  terms.rich: {now: purse(p) > 12 and purse(p) > 11}\n"
    (tmp_path / "other.yaml").write_text(variant, "utf-8")

    assert found(tmp_path, "other.yaml") == [("W512", "other.yaml")]
