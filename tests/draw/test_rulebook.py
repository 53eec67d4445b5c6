"""Rulebook pages: everything stands on them, they are sound, and nothing of a ruleset becomes markup."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from interpreter.api.files import shipped
from interpreter.check.citations import all_feet
from interpreter.draw.prose.words import plain
from interpreter.draw.rulebook.book import page_of
from interpreter.draw.rulebook.html import html_of, identifier
from interpreter.draw.rulebook.markdown import escaped, markdown_of
from interpreter.draw.rulebook.page import Page
from interpreter.draw.rulebook.source import Made
from interpreter.draw.svg.canvas import Canvas, number, standing_alone
from interpreter.front.rulebook import made_of
from tests import small
from tests.shipped import shipped_game

VOID = {"meta", "br"}
MANY_MODULES = {"yuan"}
"""Games whose pages take seconds: each module is checked for it."""

SHIPPED = [pytest.param(name, marks=[pytest.mark.slow] if name in MANY_MODULES else []) for name in shipped()]


class Pages(dict[str, tuple[Made, Page, str]]):
    """The pages of shipped games, each made when it is first asked for."""

    def __missing__(self, name: str) -> tuple[Made, Page, str]:
        game = shipped_game(name)
        made = made_of(name, game, None, {})
        page = page_of(made)
        self[name] = made, page, html_of(page)
        return self[name]


@pytest.fixture(scope="module")
def pages() -> Pages:
    return Pages()


class Sound(HTMLParser):
    """Reads a page, and sees that each tag is closed where it must be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID and not (self.get_starttag_text() or "").endswith("/>"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not (self.get_starttag_text() or "").endswith("/>") or self.open[-1:] == [tag]:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"code", "style", "title", "svg"} & set(self.open):
            self.text += data

    @property
    def ids(self) -> list[str]:
        return [attrs["id"] or "" for _, attrs in self.tags if "id" in attrs]

    @property
    def targets(self) -> set[str]:
        return {str(attrs["href"]).removeprefix("#") for tag, attrs in self.tags if tag == "a"}


@pytest.mark.parametrize("name", SHIPPED)
def test_pages_are_sound(pages: Pages, name: str) -> None:
    text = pages[name][2]
    page = Sound(text)
    assert len(page.ids) == len(set(page.ids))
    assert page.targets <= set(page.ids)
    assert {tag for tag, _ in page.tags}.isdisjoint({"script", "link", "img", "iframe", "object"})
    assert not re.search(r"(src|href)=\"(?!#)", text)
    assert "url(" not in text
    assert "@import" not in text


@pytest.mark.parametrize("name", SHIPPED)
def test_every_citation_and_every_rule_stands_on_the_page(pages: Pages, name: str) -> None:
    made, _, text = pages[name]
    page, rules = Sound(text), made.rules
    feet = (*all_feet(rules), *made.world.cited_by_rows)
    cited = {f"source-{identifier(cite)}" for foot, _ in feet for cite in foot.cites}
    assert cited <= page.targets
    for section in (rules.actions, rules.options, rules.tables, rules.components, rules.terms, rules.costs,
                    rules.kinds, rules.boards, rules.steps, rules.markets, rules.orders):  # fmt: skip
        assert {decl.head.path for decl in section.values()} <= set(page.ids)
    steps = (*rules.setup, *rules.phases, *rules.scoring)
    heads = [one.head for one in (*steps, *rules.ends, *rules.always, *rules.checks, *rules.invariants)]
    heads += [limit.require.head for limit in rules.limits]
    heads += [one.head for action in rules.actions.values() for one in (*action.choose, *action.requires)]
    heads += [] if rules.ranking is None else [key.head for key in rules.ranking.keys]
    assert {head.path for head in heads} <= set(page.ids)


@pytest.mark.parametrize("name", SHIPPED)
def test_no_sentence_is_left_as_it_was_written(pages: Pages, name: str) -> None:
    """No sign or name of the language stands in the prose; the raw lines are folded away as code."""
    for section in pages[name][1].every():
        for item in section.items():
            told = plain(tuple(run for run in item.words if run.look != "code"))
            assert not re.search(r"!=|<=|>=|[a-z]_[a-z]|\b\d\.\.\d| & | div | mod |\w\(\w+\)", told), told
            assert told or item.lead
            assert item.lead == "" or "_" not in item.lead


def test_the_text_of_the_statements_is_there(pages: Pages) -> None:
    text = Sound(pages["clans"][2]).text
    assert "Each player is dealt a secret card that names the colour of a clan." in text
    hover = [attrs.get("title") for tag, attrs in Sound(pages["clans"][2]).tags if tag == "a"]
    assert "Each player is dealt a secret card that names the colour of a clan." in hover


def test_clans_reads_as_it_should(pages: Pages) -> None:
    words = " ".join(Sound(pages["clans"][2]).text.split())
    for told in (
        "Choose from: one of the occupied lands, but none that is one of the villages.",
        "Choose to: one of the lands near from that is occupied.",
        "The match ends when there is no epoch whose chips left are more than 0",
        "Seven huts or more stay where they are, unless big group merge lets them join",
    ):
        assert told in words


def test_chosen_options_and_modules_are_told() -> None:
    game = shipped_game("clans")
    page = page_of(made_of("clans", game, 3, {"big_group_merge": True, "tie_break": "most_chips"}))
    assert ("Chosen for this page", "big group merge: on, tie break: most chips") in [
        (name, plain(words)) for name, words, _ in page.facts
    ]
    light = next(item for section in page.sections for item in section.items()
                 if item.anchor == "actions.move.requires.light_enough")  # fmt: skip
    assert plain(light.words) == (
        "Either from is not heavy, or else to is heavy and the crowd of to is at least the crowd of from."
    )
    chips = [plain(item.words) for section in page.sections for item in section.items()
             if item.anchor == "ranking.keys.chips"]  # fmt: skip
    assert chips == ["Among equals, the highest chips."]


@pytest.mark.slow
def test_modules_of_a_shipped_game(pages: Pages) -> None:
    section = next(one for one in pages["yuan"][1].every() if one.anchor == "modules.volcanoes")
    told = [(item.lead, plain(item.words), [plain(one.words) for one in item.items])
            for item in section.items() if item.lead in {"Added", "Changed"}]  # fmt: skip
    assert ("Added", "terms › erupts", ["This holds if the number of the round is 5, 9 or 13."]) in told
    doubled = [inner for lead, words, (inner, *_) in told if (lead, words) == ("Changed", "terms › yield")]
    assert len(doubled) == 1
    assert "times (2 if" in doubled[0]
    game = shipped_game("yuan")
    on = page_of(made_of("yuan", game, None, {"volcanoes": True}))
    assert "phases.upgrade.steps.eruption" in on.anchors()
    assert "phases.upgrade.steps.eruption" not in pages["yuan"][1].anchors()


STORMY = """
players: 2
longest: 9 decisions
modules: [storms.yaml]
components: {purse: 0..9 per Player}
terms: {income: '2'}
phases: {turns: {who: each clockwise from P1, one of: earn}}
actions: {earn: {do: set purse(me) to income}}
"""
STORMS = """
language: 1
game: small
switch: {storms: {is: flag = false, help: The sea is rough}}
adds:
  actions: {shelter: {do: nothing}}
  phases: {turns: {one of: shelter}}
changes:
  terms.income: {was: '2', now: '1'}
"""


def test_a_module_says_what_it_changes(tmp_path: Path) -> None:
    game = small.game(tmp_path, STORMY, storms=STORMS)
    off, on = (page_of(made_of(str(tmp_path), game, None, options)) for options in ({}, {"storms": True}))
    section = next(one for one in off.every() if one.anchor == "modules.storms")
    told = {plain(item.words): [plain(one.words) for one in item.items] for item in section.items()}
    assert "The sea is rough." in told
    assert told["terms › income"] == ["1."]
    assert told["actions › shelter"] == ["Nothing happens."]
    assert "actions.shelter" in on.anchors()
    assert "actions.shelter" not in off.anchors()


# -- pictures --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cells"),
    [("tic-tac-toe", 9), ("reversi", 64), ("hex", 121), ("amazons", 100), ("gomoku", 225), ("clans", 60)],
)
def test_boards_have_all_their_cells(pages: Pages, name: str, cells: int) -> None:
    figure = pages[name][0].figures[0]
    root = ElementTree.fromstring(figure.svg)
    shapes = [one for one in root.iter() if str(one.get("class")).startswith("lw-cell")]
    legend = 5 if name == "clans" else 0
    assert len(shapes) == cells + legend


def test_pieces_lie_where_the_start_says(pages: Pages) -> None:
    root = ElementTree.fromstring(pages["reversi"][0].figures[0].svg)
    discs = [one for one in root.iter() if one.tag.endswith("circle")]
    assert len(discs) == 4
    assert len({one.get("fill") for one in discs}) == 2
    assert pages["little-factory"][0].figures == ()


def test_a_hidden_thing_is_not_drawn(tmp_path: Path) -> None:
    rules = """
    players: 2
    longest: 9 decisions
    boards: {Cell: 2 by 2}
    kinds: {Stone: 'gold, lead'}
    components: {ore: {is: Stone or none per Cell, start: gold, seen by: nobody}}
    phases: {turns: {who: each clockwise from P1, one of: wait}}
    actions: {wait: {do: nothing}}
    """.replace("Cell: 2 by 2", "Cell: {grid: 2 by 2}")
    game = small.game(tmp_path, rules)
    made = made_of(str(tmp_path), game, None, {})
    assert "gold" not in made.figures[0].svg
    assert "<circle" not in made.figures[0].svg


def test_several_pictures_stand_in_one_file() -> None:
    canvas = Canvas(0)
    canvas.square(0, 0, 10)
    canvas.text(5, 5, "<b>&", 8)
    whole = standing_alone([(canvas.svg("one"), *canvas.size), (canvas.svg("two"), *canvas.size)])
    root = ElementTree.fromstring(whole)
    assert root.get("height") == number(2 * canvas.size[1])
    assert [one.text for one in root.iter() if one.tag.endswith("}text")] == ["<b>&", "<b>&"]


# -- rulesets of strangers -------------------------------------------------------------------------------

EVIL = '<script>alert(1)</script>"><img src=x onerror=alert(2)>'
HOSTILE = f"""
help: '{EVIL}'
players: 2
document: document.yaml
longest: 9 decisions
options:
  mood: {{is: calm, help: '{EVIL}', cite: [R1]}}
boards: {{Cell: {{grid: 2 by 2}}}}
components:
  mark: {{is: Player or none per Cell, help: '</style>{EVIL}'}}
phases: {{turns: {{help: '{EVIL}', who: each clockwise from P1, one of: put, if stuck: finish}}}}
actions:
  put:
    help: '{EVIL} | [x](javascript:alert) `code` *bold*'
    says: '{EVIL} {{me}}'
    choose: {{cell: 'all c in Cell where mark(c) = none'}}
    requires: {{free: {{that: mark(cell) = none, why not: '{EVIL}'}}}}
    do: set mark(cell) to me
ends: {{full: {{when: no c in Cell where mark(c) = none, help: '{EVIL}', winners: nothing}}}}
"""
DOCUMENT = f"""
language: 1
game: small
title: Small
source: '{EVIL}'
statements:
  R1: {{heading: '{EVIL}', kind: rule, says: '{EVIL}'}}
"""


def test_text_of_a_ruleset_never_becomes_markup(tmp_path: Path) -> None:
    rules = HOSTILE.replace("is: calm,", "is: 'calm, wild',")
    game = small.game(tmp_path, rules, document=DOCUMENT)
    page = page_of(made_of(str(tmp_path), game, None, {}))
    read = Sound(html_of(page))
    assert {tag for tag, _ in read.tags}.isdisjoint({"script", "img"})
    assert not any(name.startswith("on") for _, attrs in read.tags for name in attrs)
    assert EVIL in read.text
    text = markdown_of(page)
    assert not re.search(r"<(?!/?(a|sup|code)\b)", text)
    assert not re.search(r"(?<!\\)\]\(javascript", text)


def test_markdown_escapes_what_means_something() -> None:
    assert escaped("a*b_c `d` [e](f) <g> & |\n# h") == (
        "a\\*b\\_c \\`d\\` \\[e\\](f) &lt;g&gt; &amp; \\| \\# h"
    )
    assert escaped("- no list") == "\\- no list"


def test_markdown_has_the_same_links(pages: Pages) -> None:
    text = markdown_of(pages["clans"][1])
    ids = re.findall(r'<a id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(ids)
    assert set(re.findall(r"source-[A-Z0-9-]+", pages["clans"][2])) <= set(ids)


def test_a_page_depends_on_no_hash_seed() -> None:
    script = "from interpreter.front.cli import main; import sys; sys.argv[1:] = ['doc', 'yin-yang']; main()"
    found = [
        subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed},
                       capture_output=True, check=True).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert found[0] == found[1]
    assert len(found[0]) > 20_000
