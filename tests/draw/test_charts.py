"""Charts: sound XML, marks where the scale puts them, words for those who don't see them."""

import re
from xml.etree import ElementTree

import pytest

from interpreter.draw.svg.charts import WIDE, Row, Whisker, histogram, whiskers

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text and desc is not None and desc.text
    return root


def bars(root: ElementTree.Element, side: str) -> list[float]:
    return [
        float(one.get("height", ""))
        for one in root.iter(f"{SVG}rect")
        if one.get("class") == f"ch-bar-{side}"
    ]


def test_bars_are_as_high_as_their_shares() -> None:
    root = drawn(histogram("Length", "moves", {3: 1, 4: 3}, {4: 50, 6: 50}))

    high = [one / max(bars(root, "a")) for one in bars(root, "a")]
    assert high == pytest.approx([1 / 3, 1, 0, 0], abs=0.01)
    assert bars(root, "b")[1] / max(bars(root, "a")) == pytest.approx(0.5 / 0.75, abs=0.01)
    assert bars(root, "b")[1] == bars(root, "b")[3]


def test_wide_ranges_are_put_into_bins() -> None:
    root = drawn(histogram("Length", "moves", dict.fromkeys(range(1, 1001), 1), {500: 7}))

    assert len(bars(root, "a")) == len(bars(root, "b")) == 40
    assert sum(high > 0 for high in bars(root, "b")) == 1
    assert "1–25" in ElementTree.tostring(root, "unicode")


@pytest.mark.parametrize("log", [False, True])
def test_marks_and_ends_stand_where_the_scale_puts_them(log: bool) -> None:
    low, at, high = (10.0, 100.0, 1000.0) if log else (10.0, 20.0, 30.0)
    root = drawn(whiskers("Wins", "share", [Row("P1", Whisker(at, low, high), None)], log=log))

    lines = [one for one in root.iter(f"{SVG}line") if one.get("class") == "ch-aline"]
    left, right = (float(lines[0].get(name, "")) for name in ("x1", "x2"))
    mark = [one for one in root.iter(f"{SVG}circle") if float(one.get("cy", "")) > 20]
    assert float(mark[0].get("cx", "")) == pytest.approx((left + right) / 2, abs=0.2)
    assert 0 < left < right <= WIDE


def test_what_differs_is_marked_and_told_in_words() -> None:
    rows = [Row("a<b", Whisker(0.5, 0.4, 0.6), Whisker(0.2, 0.1, 0.3), marked=True), Row("c", None, None)]
    root = drawn(whiskers("Wins", "share", rows, percent=True))

    desc = root.find(f"{SVG}desc")
    assert desc is not None and desc.text == "a<b: A 50 %, B 20 % (differs); c: "
    texts = [one.text for one in root.iter(f"{SVG}text")]
    assert "a<b *" in texts and "c" in texts


@pytest.mark.parametrize("value", [0.0, 7.0, -3.0, 1e-9])
def test_equal_figures_have_a_scale_too(value: float) -> None:
    for log in (False, True):
        svg = whiskers("One", "times", [Row("x", Whisker(value, value, value), None)], log=log)
        drawn(svg)
        assert not re.search("nan|inf", svg)


def test_of_nothing_nothing_is_drawn() -> None:
    assert histogram("Length", "moves", {}, {1: 1}) == ""
    assert whiskers("Wins", "share", [Row("x", None, None)]) == ""
