"""The pages of a ruleset: the base, the variants that change it, and the modules of all of them."""

from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.api import page_findings as pf
from interpreter.api.files import MAIN, Files, beside, shipped, variants
from interpreter.check import file_findings
from interpreter.check import findings as f
from interpreter.syntax import nodes as n
from interpreter.syntax.document import Entry, Mapping, Node, Scalar, Sequence
from interpreter.syntax.parse import parse_scalar
from interpreter.syntax.patches.apply import applied
from interpreter.syntax.patches.conflicts import conflicts
from interpreter.syntax.patches.patch import Patch
from interpreter.syntax.patches.read import read_patches
from interpreter.syntax.schema_check import check as check_schema
from interpreter.syntax.yaml_reader import read
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source, Span

DEEPEST = 8
"""Variants of variants that may rest on one another."""

_OWN = ("game", "title", "help", "players", "longest", "document", "picture")
"""What a variant says of itself; where it does not, the base's holds."""

DATA = "data"


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A file of rules: what it is called among the files, its text as a tree, and the id of its game."""

    key: str
    root: Mapping

    @property
    def game(self) -> str:
        """The id of the game that the page belongs to."""
        return text_of(self.root, "game")


@dataclass(frozen=True, slots=True, eq=False)
class Module:
    """A page with a switch. ``level`` is that of the page which names it; ``options`` are its own ones, the
    switch first; ``patches`` fit the page of that level.
    """

    page: Page
    name: str
    level: int
    options: tuple[Entry, ...]
    patches: tuple[Patch, ...] = ()

    @property
    def help(self) -> str:
        """What the module is, in a sentence: its help, or that of its switch, or its title."""
        own = self.options[0].value
        of_switch = text_of(own, "help") if isinstance(own, Mapping) else ""
        return text_of(self.page.root, "help") or of_switch or text_of(self.page.root, "title")


@dataclass(slots=True)
class Pages:
    """All pages of a ruleset, read and held against each other.

    ``base`` is the page with all variants carried out and with the options of all modules; its `data` holds
    tables where any page is changed, else names of files. ``changed`` are the patches of the variants, one
    tuple a level, ``known`` what was worked out from all this before.
    """

    files: Files
    chain: tuple[Page, ...]
    modules: tuple[Module, ...] = ()
    base: Mapping = field(default_factory=lambda: Mapping((), Span(Source("", ""), 0, 0)))
    changed: tuple[tuple[Patch, ...], ...] = ()
    known: dict[str, Any] = field(default_factory=dict)

    @property
    def is_plain(self) -> bool:
        """Whether there is one page only."""
        return len(self.chain) == 1 and not self.modules

    @property
    def picture(self) -> str:
        """What the picture file is called among the files, or ""."""
        drawn = (page for page in reversed(self.chain) if page.root.get("picture") is not None)
        return next((beside(page.key, text_of(page.root, "picture")) for page in drawn), "")

    @property
    def own_documents(self) -> tuple[str, ...]:
        """The documents that the last page itself names, as they are called among the files."""
        last = self.chain[-1]
        return tuple(beside(last.key, name.text) for name in names_under(last, "document"))


def read_pages(files: Files) -> tuple[Pages | None, list[Diagnostic]]:
    """All pages that a ruleset rests on, and what is wrong with their form or does not fit."""
    found: list[Diagnostic] = []
    chain = _chain(files, found)
    if chain is None:
        return None, found
    pages = Pages(files, chain)
    for page in chain:
        entry = page.root.entry("switch")
        if entry is not None:
            return None, [*found, pf.a_module(page.game, entry.key.span)]
    modules = [_read_modules(files, page, level, found) for level, page in enumerate(chain)]
    if found and any(one.severity == "error" for one in found):
        return None, found
    pages.base = without(chain[0].root, "modules")
    if len(chain) > 1 or any(modules):
        _build(pages, modules, found)
    failed = any(one.severity == "error" for one in found)
    return None if failed else pages, found


def base_alone(files: Files) -> Pages | None:
    """A ruleset as if it had no modules, but with their options; None for a variant, or a wrong form.

    What is wrong with its own rules can be found in this, where changes of its modules do not fit them.
    """
    found: list[Diagnostic] = []
    chain = _chain(files, found)
    if chain is None or len(chain) > 1 or chain[0].root.entry("switch") is not None:
        return None
    modules = _read_modules(files, chain[0], 0, found)
    tree = with_options(without(chain[0].root, "modules"), modules, found)
    return Pages(files, chain, base=tree)


def document(files: Files, key: str, schema: str) -> tuple[Node | None, list[Diagnostic]] | None:
    """A file read and held against its schema, once; None where there is none."""
    source = files.read(key)
    if source is None:
        return None
    known = files.known.get((key, schema))
    if known is None:
        root, problems = read(source)
        found = list(problems)
        if root is not None and not any(one.severity == "error" for one in found):
            found.extend(check_schema(root, schema))
        known = files.known[key, schema] = (root, tuple(found))
    return known[0], list(known[1])


def text_of(node: Node, key: str) -> str:
    """The text under a key of a mapping, or ""."""
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.text if isinstance(value, Scalar) else ""


def names_under(page: Page, key: str) -> tuple[Scalar, ...]:
    """The names of files under a key of a page."""
    value = page.root.get(key)
    if isinstance(value, Scalar):
        return (value,)
    items = value.items if isinstance(value, Sequence) else ()
    return tuple(item for item in items if isinstance(item, Scalar))


# -- the chain --------------------------------------------------------------------------------------------


def _chain(files: Files, found: list[Diagnostic]) -> tuple[Page, ...] | None:
    """The base and its variants, the base first."""
    page = _first_page(files, found)
    chain: list[Page] = []
    while page is not None:
        chain.append(page)
        base = page.root.get("extends")
        if not isinstance(base, Scalar):
            return tuple(reversed(chain))
        key = base_key(page.key, base.text)
        if key in [one.key for one in chain]:
            found.append(pf.circle([one.game for one in chain], base.span))
            return None
        if len(chain) > DEEPEST:
            found.append(pf.too_many_variants(DEEPEST, base.span))
            return None
        page = _page(files, key, base, found) if key is not None else None
        if key is None or (page is None and not found):
            found.append(pf.no_base(base.text, base.span, shipped()))
    return None


def _first_page(files: Files, found: list[Diagnostic]) -> Page | None:
    read_ = document(files, files.main, "ruleset")
    if read_ is None:
        here = Source(f"{files.shown}{files.main}", "")
        found.append(file_findings.no_file(files.main, Span(here, 0, 0), files.beside()))
        return None
    return _sound(files.main, *read_, found)


def _page(files: Files, key: str, name: Scalar, found: list[Diagnostic]) -> Page | None:
    read_ = document(files, key, "ruleset")
    if read_ is None:
        found.append(file_findings.no_file(name.text, name.span, files.beside()))
        return None
    return _sound(key, *read_, found)


def _sound(key: str, root: Node | None, problems: list[Diagnostic], found: list[Diagnostic]) -> Page | None:
    found.extend(problems)
    if not isinstance(root, Mapping) or any(one.severity == "error" for one in problems):
        return None
    return Page(key, root)


def base_key(page: str, base: str) -> str | None:
    """What the file is called that the `extends` of a page names; None where there is no such game."""
    if base.endswith((".yaml", ".yml")):
        return beside(page, base)
    game, _, variant = base.partition("/")
    if game not in shipped():
        return None
    if not variant:
        return f"//{game}/{MAIN}"
    name = variants(game).get(variant)
    return f"//{game}/{name}" if name is not None else None


# -- modules ----------------------------------------------------------------------------------------------


def _read_modules(files: Files, page: Page, level: int, found: list[Diagnostic]) -> list[Module]:
    """The modules that a page names, in the order of their switches, which is no order of play."""
    modules: list[Module] = []
    for name in names_under(page, "modules"):
        module = _page(files, beside(page.key, name.text), name, found)
        if module is None:
            continue
        switch = module.root.entry("switch")
        if switch is None or not isinstance(switch.value, Mapping):
            found.append(pf.no_module(name.text, name.span))
            continue
        game = module.root.get("game")
        if isinstance(game, Scalar) and game.text != page.game:
            found.append(file_findings.wrong_game(game.text, page.game, game.span))
        own = switch.value.entries[0]
        if not _is_flag(own.value):
            found.append(pf.no_flag(own.name, own.value.span))
        adds = module.root.get("adds")
        options = adds.get("options") if isinstance(adds, Mapping) else None
        more = options.entries if isinstance(options, Mapping) else ()
        modules.append(Module(module, own.name, level, (own, *more)))
        for table in names_under(module, DATA):
            files.read(beside(module.key, table.text))  # so that the cache notices a change
    return sorted(modules, key=lambda module: module.name)


def _is_flag(value: Node) -> bool:
    line = value.get("is") if isinstance(value, Mapping) else value
    node, _ = parse_scalar(line, "type_line") if isinstance(line, Scalar) else (None, ())
    shape: tuple[n.KindExpr, ...] = node.shape if node is not None else ()
    return [part.name for part in shape if isinstance(part, n.KindName)] == ["flag"] and len(shape) == 1


# -- the page that comes of them ----------------------------------------------------------------------------


def _build(pages: Pages, modules: list[list[Module]], found: list[Diagnostic]) -> None:
    """Carry the variants out one on the other; hold each module against the page that names it."""
    changed: list[tuple[Patch, ...]] = []
    fitting: list[Module] = []
    tree = pages.base
    for level, page in enumerate(pages.chain):
        if level == 0:
            tree = with_tables(tree, tables_of(pages.files, page, found))
        else:
            patches, problems = read_patches(page.game, page.root, tree, is_module=False)
            found.extend(problems or conflicts(tree, patches))
            if any(one.severity == "error" for one in found):
                return
            changed.append(patches)
            tree = as_variant(applied(tree, patches), page)
            tree = with_tables(tree, tables_of(pages.files, page, found))
        tree = with_options(tree, modules[level], found)
        for module in modules[level]:
            patches, problems = read_patches(module.name, module.page.root, tree, is_module=True)
            found.extend(problems or conflicts(tree, patches))
            fitting.append(replace(module, patches=patches))
    pages.base, pages.changed, pages.modules = tree, tuple(changed), tuple(fitting)


def as_variant(tree: Mapping, page: Page) -> Mapping:
    """A page under the name of its variant."""
    own = {key: page.root.entry(key) for key in _OWN}
    kept = [own.pop(entry.name, None) or entry for entry in tree.entries]
    return Mapping((*kept, *(entry for entry in own.values() if entry is not None)), tree.span)


def with_options(tree: Mapping, modules: list[Module], found: list[Diagnostic]) -> Mapping:
    """A page with the options of its modules, which are options of the game whatever is on."""
    new = [option for module in modules for option in module.options]
    if not new:
        return tree
    options = tree.entry("options")
    known = {one.name: one for one in _entries(tree.get("options"))}
    for option in new:
        if option.name in known:
            found.append(f.declared_twice(option.name, option.key.span, known[option.name].key.span))
        known[option.name] = option
    key = options.key if options is not None else _key("options", new[0].key)
    span = options.value.span if options is not None else new[0].key.span
    whole = Entry(key, Mapping(tuple(known.values()), span))
    others = [whole if entry is options else entry for entry in tree.entries]
    return Mapping((*others, *(() if options is not None else (whole,))), tree.span)


# -- tables -----------------------------------------------------------------------------------------------


def tables_of(files: Files, page: Page, found: list[Diagnostic]) -> tuple[Entry, ...]:
    """The tables of the data files that a page names."""
    tables: list[Entry] = []
    for name in names_under(page, DATA):
        read_ = document(files, beside(page.key, name.text), DATA)
        if read_ is None:
            found.append(file_findings.no_file(name.text, name.span, files.beside()))
            continue
        root, problems = read_
        found.extend(problems)
        tables.extend(_entries(root))
    return tuple(tables)


def with_tables(tree: Mapping, tables: tuple[Entry, ...]) -> Mapping:
    """A page whose `data` holds tables, with further ones."""
    there = tree.get(DATA)
    known = there.entries if isinstance(there, Mapping) else ()
    rest = without(tree, DATA)
    if not known and not tables:
        return rest
    key = _key(DATA, tables[0].key if tables else known[0].key)
    return Mapping((*rest.entries, Entry(key, Mapping((*known, *tables), key.span))), tree.span)


def with_all_tables(pages: Pages) -> Mapping:
    """The page that further variants change: all variants carried out, with the tables of all data files."""
    if not pages.is_plain:
        return pages.base
    return with_tables(pages.base, tables_of(pages.files, pages.chain[0], []))


def _key(name: str, like: Scalar) -> Scalar:
    return replace(like, value=name, text=name)


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Mapping) else ()


def without(tree: Mapping, key: str) -> Mapping:
    """A page without one of its keys."""
    return Mapping(tuple(entry for entry in tree.entries if entry.name != key), tree.span)
