"""The lints of a ruleset with its modules: what is found whatever modules are on, and nobody allows."""

import re
from collections.abc import Iterable, Iterator, Mapping

from interpreter.api.combination import On, is_pair_of_more
from interpreter.api.doubts import Lints
from interpreter.api.files import beside
from interpreter.api.front_end import Checked
from interpreter.api.pages import Page, Pages, names_under
from interpreter.check.lint.lint import lint
from interpreter.text.allowing import Allowance, allowances
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source

Found = tuple[Diagnostic, ...]


def lints(pages: Pages, sound: Mapping[On, Checked]) -> Lints:
    """The lints of a ruleset; ``sound`` are its sets of modules without errors.

    A lint counts if it is found with every set of modules that has its place, and if the place is one of this
    ruleset's own files: what a variant no longer needs of its base is no fault.
    """
    sets = [checked for on, checked in sound.items() if not is_pair_of_more(on, list(sound))]
    words = _words(pages)
    own = {source.path for source in own_sources(pages)}
    each = [lint(checked.world, words) for checked in sets]
    found: dict[tuple[str, str, int], Diagnostic] = {}
    for doubts, _ in each:
        for one in doubts:
            if one.span is not None and one.span.source.path in own:
                found.setdefault(_key(one), one)
    keys = [{_key(one) for one in doubts} for doubts, _ in each]
    everywhere = [
        one
        for key, one in found.items()
        if all(key in there or key[1:] not in places for there, (_, places) in zip(keys, each, strict=True))
    ]
    warnings = tuple(dict.fromkeys(one for checked in sets for one in checked.warnings))
    allowed, wrong = allowed_in(own_sources(pages))
    return Lints(tuple(everywhere), warnings, allowed, wrong)


def allowed_in(sources: Iterable[Source]) -> tuple[tuple[Allowance, ...], Found]:
    """The remarks of several texts that allow something, and what is wrong with others."""
    read = [allowances(source) for source in sources]
    return tuple(one for some, _ in read for one in some), tuple(one for _, some in read for one in some)


def own_sources(pages: Pages) -> Iterator[Source]:
    """The texts that belong to the ruleset itself, not to what it extends."""
    last = len(pages.chain) - 1
    own = [pages.chain[-1], *(module.page for module in pages.modules if module.level == last)]
    for page in own:
        yield page.root.span.source
        for name in _named_by(page):
            source = pages.files.read(name)
            if source is not None:
                yield source


def _named_by(page: Page) -> Iterator[str]:
    for key in ("data", "document", "picture"):
        for name in names_under(page, key):
            yield beside(page.key, name.text)


def _words(pages: Pages) -> frozenset[str]:
    """All words of the picture: who reads one of them there may want it."""
    source = pages.files.read(pages.picture) if pages.picture else None
    return frozenset(re.findall(r"\w+", source.text)) if source is not None else frozenset()


def _key(finding: Diagnostic) -> tuple[str, str, int]:
    assert finding.span is not None
    return finding.code, finding.span.source.path, finding.span.start
