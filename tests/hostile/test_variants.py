"""Pages by somebody who wants to read what is not theirs, or never to end."""

import time
from pathlib import Path

import pytest

from interpreter import load
from interpreter.api.files import Files
from interpreter.api.front_end import check_all
from tests.hostile.test_files import OUTSIDE, PATIENCE
from tests.patches.orchard import RULESET, lay_out

VARIANT = "language: 1\ngame: bad\ntitle: Bad\nextends: {base}\n"


def told(folder: Path, main: str = "ruleset.yaml") -> list[str]:
    return [one.code for one in check_all(Files(folder, main, ""))]


@pytest.mark.parametrize(
    "name", [*OUTSIDE, "../ruleset.yaml", "orchard", "/orchard", "clans/../../x", "//clans/ruleset.yaml"]
)
def test_no_base_outside_the_folder_is_read(tmp_path: Path, name: str) -> None:
    lay_out(tmp_path)
    home = tmp_path / "home"
    (home / "inside").mkdir(parents=True)
    (home / "ruleset.yaml").write_text(VARIANT.format(base=name), "utf-8")
    (tmp_path / "secret.yaml").write_text(RULESET, "utf-8")

    assert set(told(home)) <= {"E900", "E206", "E102", "E947"}
    assert told(home)


@pytest.mark.parametrize("name", OUTSIDE)
def test_no_module_outside_the_folder_is_read(tmp_path: Path, name: str) -> None:
    home = tmp_path / "home"
    lay_out(home)
    (home / "inside").mkdir()
    (tmp_path / "secret.yaml").write_text((home / "wasps.yaml").read_text("utf-8"), "utf-8")
    text = RULESET.replace("[wasps.yaml, ladder.yaml]", f"[{name}]")
    (home / "ruleset.yaml").write_text(text, "utf-8")

    assert set(told(home)) <= {"E900", "E206", "E102"}
    assert told(home)


def test_a_variant_outside_the_folder_of_variants_reads_no_folder_above(tmp_path: Path) -> None:
    lay_out(tmp_path)
    other = tmp_path / "others"
    other.mkdir()
    (other / "bad.yaml").write_text(VARIANT.format(base="../ruleset.yaml"), "utf-8")

    found = load(str(other / "bad.yaml"), cached=False)
    assert [one.code for one in found.diagnostics] == ["E900"]


@pytest.mark.parametrize("length", [1, 2, 3, 12])
def test_a_circle_ends(tmp_path: Path, length: int) -> None:
    for number in range(length):
        text = VARIANT.format(base=f"v{(number + 1) % length}.yaml")
        (tmp_path / f"v{number}.yaml").write_text(text, "utf-8")

    assert told(tmp_path, "v0.yaml") == ["E947"]


def test_a_long_chain_is_refused(tmp_path: Path) -> None:
    lay_out(tmp_path)
    for number in range(100):
        base = f"v{number - 1}.yaml" if number else "ruleset.yaml"
        (tmp_path / f"v{number}.yaml").write_text(VARIANT.format(base=base), "utf-8")

    assert told(tmp_path, "v7.yaml") == []
    assert told(tmp_path, "v8.yaml") == ["E947"]
    assert told(tmp_path, "v99.yaml") == ["E947"]


def test_a_thousand_modules_are_refused_soon(tmp_path: Path) -> None:
    lay_out(tmp_path)
    names = ", ".join(f"m{number}.yaml" for number in range(1000))
    (tmp_path / "ruleset.yaml").write_text(RULESET.replace("wasps.yaml, ladder.yaml", names), "utf-8")
    began = time.process_time()

    assert told(tmp_path) == ["E209"]
    assert time.process_time() - began < PATIENCE


def test_as_many_modules_as_there_may_be_are_tried_soon(tmp_path: Path) -> None:
    lay_out(tmp_path)
    names = []
    for number in range(24):
        names.append(f"m{number}.yaml")
        text = f"language: 1\ngame: orchard\nswitch: {{m{number}: flag = false}}\n"
        text += f"adds: {{actions: {{pick: {{requires: {{r{number}: number < 4}}}}}}}}\n"
        (tmp_path / names[-1]).write_text(text, "utf-8")
    listed = ", ".join(names)
    (tmp_path / "ruleset.yaml").write_text(RULESET.replace("wasps.yaml, ladder.yaml", listed), "utf-8")
    began = time.process_time()

    assert told(tmp_path) == []
    assert time.process_time() - began < PATIENCE


def test_very_many_changes_are_held_against_each_other_soon(tmp_path: Path) -> None:
    lay_out(tmp_path)
    rows = "".join(f"  t{number}: number < {number}\n" for number in range(1000))
    checks = "".join(f"    c{number}: most < 4\n" for number in range(1000))
    text = RULESET.replace("components:\n", f"checks:\n{rows}components:\n".replace("number <", "most + 9 >"))
    (tmp_path / "ruleset.yaml").write_text(text, "utf-8")
    changes = "".join(f"  checks.t{number}: {{now: most < 4}}\n" for number in range(1000))
    variant = VARIANT.format(base="ruleset.yaml") + f"adds:\n  checks:\n{checks}changes:\n{changes}"
    (tmp_path / "v.yaml").write_text(variant, "utf-8")
    began = time.process_time()

    assert not {code for code in told(tmp_path, "v.yaml") if code.startswith("E94")}
    assert time.process_time() - began < PATIENCE


DEEP = "a" * 30_000


@pytest.mark.parametrize(
    "address",
    [
        "a",
        ".",
        "..",
        "terms",
        f"terms.{DEEP}",
        "terms" + ".a" * 5000,
        "terms..income",
        "actions.pick.",
        '"\\u0000"',
        "{a: b}",
    ],
)
def test_a_strange_address_is_told_and_no_more(tmp_path: Path, address: str) -> None:
    lay_out(tmp_path)
    text = VARIANT.format(base="ruleset.yaml") + f"changes:\n  {address}: {{now: 1}}\n"
    (tmp_path / "v.yaml").write_text(text, "utf-8")

    assert told(tmp_path, "v.yaml")
