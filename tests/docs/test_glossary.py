"""The glossary is in order, and every page is reached from the first."""

import re

from tests.docs.tables import ROOT

DOCS = ROOT / "docs"


def test_each_word_stands_once_and_in_order() -> None:
    words = re.findall(r"^\| ([a-z][a-z -]+) \|", (DOCS / "glossary.md").read_text("utf-8"), re.MULTILINE)[1:]

    assert len(words) > 50
    assert words == sorted(set(words), key=lambda word: word.replace(" ", ""))


def test_the_first_page_links_all_others() -> None:
    index = (DOCS / "index.md").read_text("utf-8")
    pages = {str(file.relative_to(DOCS)) for file in DOCS.rglob("*.md")} - {"index.md"}
    apart = {page for page in pages if page.startswith("errors/")}

    assert {page for page in pages - apart if f"({page})" not in index} == set()
