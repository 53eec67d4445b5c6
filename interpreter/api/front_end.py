"""The whole road from files to a checked ruleset."""

import re
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, replace

from interpreter.api.blame import before_the_last, blamed
from interpreter.api.combination import (
    Combination,
    On,
    combined,
    is_pair_of_more,
    refusal,
    statements,
    tried,
)
from interpreter.api.files import Files, beside
from interpreter.api.page_findings import never_on, with_modules
from interpreter.api.pages import Module, Pages, document, read_pages
from interpreter.check import file_findings
from interpreter.check import findings as f
from interpreter.check.check import check
from interpreter.check.world import World
from interpreter.core.ir import Program
from interpreter.core.lower import lower
from interpreter.core.lower_play import TooLargeError
from interpreter.core.verify import verify
from interpreter.syntax.document import Mapping, Scalar
from interpreter.syntax.read_ruleset import read_ruleset
from interpreter.syntax.ruleset import OptionDecl, Ruleset
from interpreter.syntax.sentences import parse_all
from interpreter.text.allowing import is_allowed
from interpreter.text.diagnostic import Diagnostic, sort_key
from interpreter.text.quote import quote
from interpreter.text.span import Span

LANGUAGE = 1
NONE_ON: On = frozenset()


@dataclass(frozen=True, slots=True)
class Checked:
    """A ruleset without errors, with what the later stages and tools look at. ``on`` are its modules that are
    on, ``pages`` what it was made from, ``warnings`` what its check warns of, allowed or not.
    """

    rules: Ruleset
    world: World
    document: Mapping | None
    pages: Pages
    on: On
    warnings: tuple[Diagnostic, ...] = ()

    @property
    def modules(self) -> tuple[Module, ...]:
        """All modules of the game."""
        return self.pages.modules


Found = tuple[Diagnostic, ...]


def check_files(files: Files) -> tuple[Checked | None, Found]:
    """The checked ruleset with all modules off, and all findings in the order of the files; never raises.

    Of modules only their form, and whether their changes fit, is looked at.
    """
    pages, found = read_pages(files)
    if pages is None:
        return None, _ordered(found)
    checked, more = check_pages(pages, NONE_ON)
    ordered = _ordered([*found, *more])
    return checked if not has_errors(ordered) else None, ordered


def check_pages(pages: Pages, on: On, sized: bool = True) -> tuple[Checked | None, Found]:
    """The checked ruleset with some modules on, and what is found in it.

    Without ``sized`` no program is made of it to see whether it is too large.
    """
    looked_at, ordered = look_at_pages(pages, on, sized)
    if not has_errors(ordered):
        return looked_at, ordered
    return None, with_blame(pages, on, ordered)


def look_at_pages(pages: Pages, on: On, sized: bool = True) -> tuple[Checked | None, Found]:
    """The same, but whatever was found out is there beside errors, for those who only look at it.

    There is nothing where the rules could not be read as far as their names.
    """
    try_, found = combined(pages, on)
    if try_ is None or has_errors(found):
        return None, _ordered(found)
    looked_at, more = _check(pages, try_, on, sized)
    below = [page.root.span.source for page in pages.chain[:-1]]
    own = [one for one in more if one.severity == "error" or one.span is None or one.span.source not in below]
    if looked_at is not None and not has_errors(tuple(own)):
        own += _no_longer_read(pages, on, looked_at.rules.options.values(), more)
    return looked_at, _ordered([*found, *own])


def _no_longer_read(
    pages: Pages, on: On, options: Iterable[OptionDecl], found: Iterable[Diagnostic]
) -> Iterator[Diagnostic]:
    """The options of its base that a variant no longer reads. All else that it no longer uses is no fault of
    it, but options are offered to players all the same.
    """
    below = [page.root.span.source for page in pages.chain[:-1]]
    offered = {option.head.span: option.head.name for option in options if option.head.span.source in below}
    unread = [one for one in found if one.span in offered and one.severity != "error"]
    if not unread:
        return
    before = look_at_pages(*before_the_last(pages, on))[1]
    known = {(one.code, one.span) for one in before}
    for one in unread:
        if one.span is not None and (one.code, one.span) not in known:
            change = f"options.{offered[one.span]}: {{remove: true}}"
            yield replace(one, help=f"it is offered all the same; {quote(change)} takes it away")


def with_blame(pages: Pages, on: On, found: Found) -> Found:
    """What was found, each error in the file that causes it: that of a change with which a sentence of the
    base is right no longer.
    """
    # What is too large shows in programs only, which take long to make.
    sized = any(one.code == "E615" for one in found)
    return _ordered([*blamed(pages, on, found, lambda some, which: look_at_pages(some, which, sized)[1])])


def check_all(files: Files) -> Found:
    """Everything that is wrong with a ruleset, with its modules off and with each set of them that is tried.

    A finding that is there only with modules on says with which; the smallest such set is named.
    """
    pages, start = read_pages(files)
    return _ordered(start) if pages is None else check_sets(pages, start, {})


def check_sets(
    pages: Pages,
    start: list[Diagnostic],
    sound: dict[On, Checked],
    watch: Callable[[On, Checked | None], bool] = lambda on, seen: True,
) -> Found:
    """The same for pages that were read, of which ``start`` was found; ``sound`` takes what has no errors.

    ``watch`` is told of each set with what is known of it, and may say false to go no further.
    """
    found = dict.fromkeys(_ordered(start))
    seen, told = set(found), set[Diagnostic]()
    every = list(tried(pages))
    for on in every:
        # Two modules make a ruleset no larger than with others beside them, of which a program is made.
        sized = not is_pair_of_more(on, every)
        looked_at, here = look_at_pages(pages, on, sized)
        if looked_at is not None and sized and not has_errors(here):
            sound[on] = looked_at
        if has_errors(here):
            # What is in every set of modules was told for the first; it is the same without looking again.
            fresh = tuple(one for one in here if one not in told)
            told.update(here)
            here = with_blame(pages, on, fresh)
        new = unseen(pages, on, here, seen)
        seen.update(new)
        found |= dict.fromkeys(with_modules(one, sorted(on)) if on else one for one in new)
        if (not on and has_errors(tuple(new))) or not watch(on, looked_at):
            return _ordered(list(found))  # they would all be found again with every module
    return _ordered([*found, *_never_on(pages, every)])


def unseen(pages: Pages, on: On, found: Found, seen: Container[Diagnostic]) -> list[Diagnostic]:
    """What is found with some modules on that was not seen before and counts."""
    return [one for one in found if one not in seen and _counts(one, pages, on)]


def _counts(finding: Diagnostic, pages: Pages, on: On) -> bool:
    """Whether a finding counts that is not there with fewer modules: what a module no longer uses of its
    ruleset is no fault.
    """
    if not on or finding.severity == "error" or finding.span is None:
        return True
    own = [module.page.root.span.source for module in pages.modules if module.name in on]
    return finding.span.source in own


def _never_on(pages: Pages, every: list[On]) -> list[Diagnostic]:
    """Modules that the checks never allow."""
    found = []
    for module in pages.modules:
        if not any(module.name in on for on in every):
            why = refusal(pages, frozenset((module.name,)))
            if why is not None:
                found.append(never_on(module.name, why.name, module.options[0].key.span, why.span))
    return found


def _ordered(found: list[Diagnostic]) -> Found:
    """The findings in the order of the files, without those that a remark beside them allows."""
    return tuple(sorted(dict.fromkeys(one for one in found if not is_allowed(one)), key=sort_key))


def has_errors(findings: tuple[Diagnostic, ...] | list[Diagnostic]) -> bool:
    """Whether a ruleset with these findings can't be played."""
    return any(one.severity == "error" for one in findings)


def _check(pages: Pages, made: Combination, on: On, sized: bool) -> tuple[Checked | None, list[Diagnostic]]:
    sentences = parse_all(made.tree, "ruleset", pages.known.setdefault("sentences", {}))
    found = list(sentences.findings)
    if has_errors(found):
        return None, found
    rules, texts = read_ruleset(made.tree, sentences)
    rules = replace(rules, cited_by_changes=made.feet, unread=made.unread)
    found.extend(texts)
    data = made.data if made.data is not None else _data(pages, rules, found)
    written = statements(pages, found)
    _picture(pages, rules, found)
    if has_errors(found):
        return None, found
    world, more = check(rules, data, written)
    found.extend(more)
    if sized and not has_errors(found):
        found.extend(_size_problems(world, on))
    warnings = tuple(one for one in found if one.severity == "warning")
    return Checked(rules, world, written, pages, on, warnings), found


def _size_problems(world: World, on: On) -> list[Diagnostic]:
    """What is too much for a program, found by lowering for the fewest and the most players."""
    options = {option.name: option.default for option in world.options.values()} | dict.fromkeys(on, 1)
    for players in dict.fromkeys(world.players):
        made = program_of(world, players, options)
        if isinstance(made, Diagnostic):
            return [made]
    return []


def program_of(world: World, players: int, options: dict[str, int]) -> Program | Diagnostic:
    """The program for these players and options, which executors may run; or why there is none."""
    try:
        program = lower(world, players, options)
    except TooLargeError:
        return f.too_large("the steps, written out where they are run, are too many", _head(world))
    problems = verify(program)
    if not problems:
        return program
    if "can be reached" in problems[0]:
        return f.endless(_head(world))
    # Numbers of blocks mean nothing to an author.
    problem = re.sub(r"^(block|decision) [0-9]+: ", "", problems[0])
    return f.too_large(f"the rules need too much at once: {problem}", _head(world))


def _head(world: World) -> Span:
    span = world.ruleset.span
    return Span(span.source, span.start, span.start + len(span.text.split("\n", 1)[0]))


def _beside(files: Files, name: Scalar, key: str, schema: str, found: list[Diagnostic]) -> Mapping | None:
    read_ = document(files, key, schema)
    if read_ is None:
        found.append(file_findings.no_file(name.text, name.span, files.beside()))
        return None
    root, problems = read_
    found.extend(problems)
    return root if isinstance(root, Mapping) else None


def _data(pages: Pages, rules: Ruleset, found: list[Diagnostic]) -> tuple[Mapping, ...]:
    key = pages.chain[0].key
    roots = (_beside(pages.files, name, beside(key, name.text), "data", found) for name in rules.data)
    return tuple(root for root in roots if root is not None)


def _picture(pages: Pages, rules: Ruleset, found: list[Diagnostic]) -> None:
    if rules.picture is not None:
        _beside(pages.files, rules.picture, pages.picture, "picture", found)
