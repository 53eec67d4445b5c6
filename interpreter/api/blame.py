"""Whose fault a finding is: what is wrong in a sentence of the base may come of a change elsewhere.

So many of the changes are carried out, by halves, until with one more a finding is there that was not: it
belongs to that one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from interpreter.api.combination import On
from interpreter.api.pages import (
    Module,
    Page,
    Pages,
    as_variant,
    tables_of,
    with_options,
    with_tables,
    without,
)
from interpreter.syntax.patches.apply import applied
from interpreter.syntax.patches.patch import Patch
from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.span import Span

_OF_CHANGES = "E94"
"""How codes begin of findings about changes as such, which stand where they belong."""

MOST_LOOKS = 24
"""How often a ruleset is checked to find out; what is not found out by then is told where it stands."""

_HEADS = ("players", "longest", "picture", "document", "data")
"""Keys of the head of a variant that may not go with its base."""

MOST_NOTED = 3
"""Further places at which one change is felt that are named."""

Look = Callable[[Pages, On], Sequence[Diagnostic]]


@dataclass(frozen=True, slots=True, eq=False)
class _Item:
    """A change, or the head of a variant, as one thing that may be at fault."""

    layer: str
    span: Span
    patch: Patch | None


def blamed(pages: Pages, on: On, found: Sequence[Diagnostic], look: Look) -> tuple[Diagnostic, ...]:
    """The findings, each error at the change that causes it where that stands in another file.

    ``look`` checks pages with some modules on.
    """
    if pages.is_plain:
        return tuple(found)
    items = tuple(_items(pages, on))
    trial = _Trial(pages, on, items, look)
    return tuple(_together(trial.placed(one) for one in found))


def before_the_last(pages: Pages, on: On) -> tuple[Pages, On]:
    """The pages as they are without the last of all, and without the modules that it has."""
    last = pages.chain[-1].key
    return _partly(pages, [item for item in _items(pages, on) if item.layer != last])


def _together(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings, those that a change causes at several places as one."""
    same: dict[tuple[str, str, Span | None], list[Diagnostic]] = {}
    for one in found:
        same.setdefault((one.code, one.message, one.span), []).append(one)
    for first, *others in same.values():
        # Several at one place differ in what they note: where else the change is felt.
        notes = [note for one in others for note in one.notes if note not in first.notes]
        more = (
            (Note(f"and at {len(notes) - MOST_NOTED} more places", None),) if len(notes) > MOST_NOTED else ()
        )
        yield replace(first, notes=(*first.notes, *notes[:MOST_NOTED], *more))


def _items(pages: Pages, on: On) -> Iterator[_Item]:
    for page, patches in zip(pages.chain[1:], pages.changed, strict=True):
        for patch in _in_order(patches):
            yield _Item(page.key, patch.span, patch)
        yield _Item(page.key, _head_of(page), None)
    for module in pages.modules:
        if module.name in on:
            yield _Item(module.page.key, module.options[0].key.span, None)
            for patch in _in_order(module.patches):
                yield _Item(module.page.key, patch.span, patch)


def _in_order(patches: Sequence[Patch]) -> list[Patch]:
    return sorted(patches, key=lambda patch: patch.span.start)


def _head_of(page: Page) -> Span:
    entries = (page.root.entry(key) for key in (*_HEADS, "extends"))
    return next(entry.key.span for entry in entries if entry is not None)


@dataclass(slots=True)
class _Trial:
    """A ruleset with the first few of its changes, checked as often as need be."""

    pages: Pages
    on: On
    items: tuple[_Item, ...]
    look: Look
    looks: int = 0
    known: dict[int, frozenset[tuple[str, str, Span | None]]] = field(default_factory=dict)

    def placed(self, finding: Diagnostic) -> Diagnostic:
        """The finding at the change that causes it; as it is where that can't be told or is its own place."""
        span = finding.span
        if (
            finding.severity != "error"
            or span is None
            or not self.items
            or finding.code.startswith(_OF_CHANGES)
        ):
            return finding
        if span.source is self.items[-1].span.source and self.items[-1].layer == self.pages.chain[-1].key:
            return finding  # in the last page of all, whose changes nothing else can be blamed for
        item = self._cause(finding)
        if item is None or item.span.source is span.source:
            return finding
        about = Note("with it this is no longer right", span)
        return Diagnostic(finding.code, finding.message, item.span, finding.help, (about, *finding.notes))

    def _cause(self, finding: Diagnostic) -> _Item | None:
        """The change with which a finding comes; None if it is there without any."""
        key = (finding.code, finding.message, finding.span)
        without_it, with_it = 0, len(self.items)
        if self._has(0, key) is not False or not self._has(with_it, key):
            return None
        while with_it - without_it > 1:
            middle = (without_it + with_it) // 2
            has = self._has(middle, key)
            if has is None:
                return None
            without_it, with_it = (without_it, middle) if has else (middle, with_it)
        return self.items[with_it - 1]

    def _has(self, count: int, key: tuple[str, str, Span | None]) -> bool | None:
        """Whether a finding is there with so many changes; None where that is looked at no more."""
        if count not in self.known:
            if self.looks == MOST_LOOKS:
                return None
            self.looks += 1
            pages, on = _partly(self.pages, self.items[:count])
            self.known[count] = frozenset((one.code, one.message, one.span) for one in self.look(pages, on))
        return key in self.known[count]


def _partly(pages: Pages, items: Sequence[_Item]) -> tuple[Pages, On]:
    """The pages with some changes carried out and no others, and the modules that are on."""
    patches = {id(item.patch) for item in items if item.patch is not None}
    begun = {item.layer for item in items}
    finished = {item.layer for item in items if item.patch is None}
    tree = without(pages.chain[0].root, "modules")
    changed = []
    for level, page in enumerate(pages.chain):
        if level:
            if page.key not in begun:
                break
            own = tuple(patch for patch in pages.changed[level - 1] if id(patch) in patches)
            changed.append(own)
            tree = applied(tree, own)
            tree = as_variant(tree, page) if page.key in finished else tree
        if not level or page.key in finished:
            tree = with_tables(tree, tables_of(pages.files, page, []))
        tree = with_options(tree, [one for one in pages.modules if one.level == level], [])
    modules = tuple(_with_some(module, patches) for module in pages.modules)
    known = {"sentences": pages.known.setdefault("sentences", {})}
    some = Pages(pages.files, pages.chain[: len(changed) + 1], modules, tree, tuple(changed), known)
    return some, frozenset(module.name for module in pages.modules if module.page.key in begun)


def _with_some(module: Module, patches: set[int]) -> Module:
    return replace(module, patches=tuple(patch for patch in module.patches if id(patch) in patches))
