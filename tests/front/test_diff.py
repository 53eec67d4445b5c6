"""The command `diff`: what it says of rules and play, as text, JSON and a page; what it refuses."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.front.conftest import Run
from tests.patches.orchard import lay_out
from tests.small import write

PLAY = ("--games", "20", "--executor", "python")
VOID = {"meta", "br", "hr", "img", "link", "rect", "line", "circle", "polygon"}


@pytest.fixture(scope="session")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(tmp_path_factory.mktemp("orchard"))


@pytest.fixture(scope="session")
def greedy(orchard: Path) -> str:
    return str(orchard / "variants" / "greedy.yaml")


def test_a_variant_is_told_with_citations_and_the_changes_that_made_it(
    run: Run, orchard: Path, greedy: str
) -> None:
    done = run("diff", str(orchard), greedy, "--rules")
    text = " ".join(done.stdout.split())

    assert done.exit_code == 1
    assert "in rules 2 new, 2 changed, 1 chosen otherwise" in text
    assert "most: 3 → 2" in text
    assert "ranking.keys.not_last new + lowest (1 if last = p else 0) [V1] before apples" in text
    assert "+ set last to me [V1]" in text
    assert "[V1] Whoever takes the last apple comes last." in text
    assert re.search(r"in B by orchard-greedy, \S+greedy\.yaml:10", text)
    assert "in play" not in text


def test_the_same_is_the_same_whatever_it_is_called(run: Run, orchard: Path) -> None:
    done = run("diff", str(orchard), str(orchard / "ruleset.yaml"))

    assert done.exit_code == 0
    assert "in rules  nothing differs" in done.stdout
    assert "the same rules play the same games" in done.stdout


def test_the_play_is_told_with_the_first_step(run: Run, orchard: Path, greedy: str) -> None:
    done = run("diff", str(orchard), greedy, "--behaviour", *PLAY)

    assert done.exit_code == 1
    assert "in rules" not in done.stdout
    assert "20 pairs of games of 3 players" in done.stdout
    assert "only here: pick tree old number 3" in done.stdout
    assert f"ludwright play {greedy} --players 3 --seed 0 --player 1=random" in done.stdout
    assert re.search(r"pick +\d\.\d\d ±\d\.\d\d +\d\.\d\d ±\d\.\d\d +[+−]\d\.\d\d \[.*\]", done.stdout)


def test_the_command_that_is_named_plays_the_match_of_the_first_step(run: Run, orchard: Path) -> None:
    done = run("diff", str(orchard), str(orchard), "--option-b", "ladder", "--seed", "tree", *PLAY)
    (old, new) = [line.split()[1:] for line in done.stdout.splitlines() if "ludwright play" in line]

    assert new[-2:] == ["--option", "ladder=true"] and old == new[:-2]
    first = json.loads(
        run(
            "diff", str(orchard), str(orchard), "--option-b", "ladder", "--seed", "tree", *PLAY, "--json"
        ).stdout
    )["play"]["first_step"]["found"]
    assert first["b"]["table"] == ["hanging(young) = 5"]
    played = run(*old, "--delay", "0").stdout
    assert "P1 pick tree" in played


def test_options_of_one_game_alone(run: Run, orchard: Path) -> None:
    found = json.loads(
        run(
            "diff",
            str(orchard),
            str(orchard),
            "--option",
            "wasps",
            "--option-b",
            "patience=3",
            "--json",
            "--rules",
        ).stdout
    )

    assert found["same"] is False
    assert found["rules"]["differences"] == []
    assert found["rules"]["options"] == [{"name": "patience", "a": "1", "b": "3"}]
    assert found["a"]["options"]["wasps"] == found["b"]["options"]["wasps"] == "true"


def test_json(run: Run, orchard: Path, greedy: str) -> None:
    done = run("diff", str(orchard), greedy, "--json", *PLAY)
    found = json.loads(done.stdout)

    assert done.exit_code == 1 and done.stderr == ""
    assert set(found) == {"same", "a", "b", "rules", "play"}
    by_address = {one["address"]: one for one in found["rules"]["differences"]}
    key = by_address["ranking.keys.not_last"]
    assert (key["section"], key["does"], key["a"]) == ("ranking", "adds", None)
    assert key["b"]["cites"] == [{"statement": "V1", "says": "Whoever takes the last apple comes last."}]
    assert key["b"]["beside"] == "before apples"
    assert key["made_in_b_by"][0]["page"] == "orchard-greedy" and key["made_in_a_by"] == []
    assert found["play"]["games"] == 20
    moves = found["play"]["figures"][0]
    assert (moves["figure"], moves["of"]) == ("moves", None)
    assert moves["a"]["low"] <= moves["a"]["estimate"] <= moves["a"]["high"]
    assert sum(found["play"]["lengths"]["a"].values()) == 20
    assert found["play"]["score"] == {"a": "apples", "b": "apples"}


class Tags(HTMLParser):
    """Opened and closed tags, and what links and names there are."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in {"href", "src"}:
                self.links.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone(run: Run, orchard: Path, greedy: str, tmp_path: Path) -> None:
    page = tmp_path / "diff.html"
    done = run("diff", str(orchard), greedy, "--html", str(page), *PLAY)
    text = page.read_text("utf-8")
    tags = Tags()
    tags.feed(text)

    assert done.exit_code == 1
    assert not tags.open and "script" not in tags.names and "img" not in tags.names
    assert tags.links and all(link[0] == "#" and link[1:] in tags.ids for link in tags.links)
    assert tags.names.count("svg") == 5
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "prefers-color-scheme:dark" in text
    again = run("diff", str(orchard), greedy, "--html", str(page), "--rules")
    assert again.exit_code == 2 and "`--force` writes over it" in again.stderr
    assert page.read_text("utf-8") == text


def test_the_page_escapes_what_authors_write(run: Run, tmp_path: Path) -> None:
    body = (
        "players: 2\nlongest: 9 decisions\nphases: {turns: {do: nothing, help: PLACE}}\nends: {over: 1 < 2}\n"
    )
    old = write(tmp_path / "a", body.replace("PLACE", "'<b>&'"))
    new = write(tmp_path / "b", body.replace("PLACE", "'</pre><script>alert(1)</script>'"))
    done = run("diff", str(old), str(new), "--rules", "--html", str(tmp_path / "page.html"))

    assert done.exit_code == 1, done.stderr
    text = (tmp_path / "page.html").read_text("utf-8")
    assert "<script" not in text
    assert "&lt;b&gt;&amp;" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nothing-here", "tic-tac-toe"), "there is no game and no ruleset `nothing-here`"),
        (("tic-tac-toe", "tic-tac-toe", "--rules", "--behaviour"), "leave both away for both"),
        (("tic-tac-toe", "tic-tac-toe", "--games", "1"), "1"),
        (("tic-tac-toe", "tic-tac-toe", "--players", "3"), "leave `--players` away"),
        (("tic-tac-toe", "tic-tac-toe", "--option", "x"), "`tic-tac-toe` has no option `x`"),
        (("tic-tac-toe", "tic-tac-toe", "--executor", "fast"), "there is no executor `fast`"),
        (("tic-tac-toe", "tic-tac-toe", "--html", "no/such/folder.html"), "there is no folder `no/such`"),
        (("tic-tac-toe",), "is missing"),
    ],
)
def test_what_cannot_be_meant_is_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run("diff", *words)

    assert done.exit_code == 2
    assert said in done.stderr and done.stdout == ""


def test_an_option_of_one_game_has_a_way_out(run: Run, orchard: Path) -> None:
    done = run("diff", str(orchard), "tic-tac-toe", "--option", "most=2")

    assert done.exit_code == 2
    assert "`--option-a most` sets it for the other game alone" in done.stderr


def test_a_broken_ruleset_is_no_difference(run: Run, tmp_path: Path) -> None:
    broken = write(tmp_path, "players: 2\nlongest: 9 decisions\nphases: {turns: {do: set x to 1}}\n")
    done = run("diff", "tic-tac-toe", str(broken))

    assert done.exit_code == 2
    assert "E402" in done.stderr


def test_rules_that_fail_in_play_are_no_difference(run: Run, tmp_path: Path) -> None:
    body = "players: 2\nlongest: 9 decisions\ncomponents: {n: 0..3}\nphases: {turns: {do: add STEP to n}}\n"
    old, new = (write(tmp_path / step, body.replace("STEP", step)) for step in "14")
    done = run("diff", str(old), str(new), *PLAY)

    assert done.exit_code == 2
    assert "in game 0 of B" in done.stderr


def test_a_narrow_terminal_has_no_long_lines(
    run: Run, orchard: Path, greedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    done = run("diff", str(orchard), greedy, *PLAY)
    figures = done.stdout.partition("length ")[2].partition("to see the matches")[0]

    assert figures
    assert max(map(len, figures.splitlines())) <= 44
