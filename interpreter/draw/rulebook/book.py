"""The whole page of a ruleset, chapter by chapter."""

from collections.abc import Iterator
from dataclasses import replace

from interpreter.draw.prose.items import Item, cites_of
from interpreter.draw.prose.words import Words, say
from interpreter.draw.rulebook.choices import Choices
from interpreter.draw.rulebook.deeds import Deeds
from interpreter.draw.rulebook.ending import Ending
from interpreter.draw.rulebook.meanings import Meanings
from interpreter.draw.rulebook.page import Page, Section, Table
from interpreter.draw.rulebook.source import Made, OptionLine, origin_of, sources_of
from interpreter.draw.rulebook.things import Things

_EXPLAINED = ("setup", "phases", "actions", "steps", "ends", "ranking", "costs", "always", "limits")
"""Chapters whose sections explain the words that they use."""


def page_of(made: Made) -> Page:
    """The rulebook page of a ruleset."""
    chapters = _rules(made)
    chapters += list(Choices(made, Addresses().at).sections())
    chapters += list(Ending(made).always_true())
    rules = made.rules
    known = sources_of(made.document)
    cited = {cite for section in chapters for cite in _cited(section)}
    facts = _facts(made)
    cited |= {cite for _, _, cites in facts for cite in cites}
    _add_changes(made, chapters, cited)
    cited |= {cite for foot, _ in rules.cited_by_changes for cite in foot.cites}
    for number in [one for one in known.values() if one.number in cited]:
        cited |= {about for about in number.about if about in known}
    sources = tuple(source for number, source in known.items() if number in cited)
    return Page(
        rules.game,
        rules.title,
        rules.help,
        facts,
        tuple(chapters),
        sources,
        origin_of(made.document),
        Meanings(made).glossary(),
    )


def _rules(made: Made) -> list[Section]:
    """The chapters of the rules themselves."""
    deeds, ending, meanings = Deeds(made), Ending(made), Meanings(made)
    found = [
        *Things(made).sections(),
        *deeds.setup(),
        *deeds.course(),
        *deeds.actions(),
        *deeds.procedures(),
        *deeds.prices(),
        *ending.standing(),
        *ending.ends(),
        *deeds.scoring(),
        *ending.ranking(),
    ]
    found = [_explained(one, meanings) if one.anchor in _EXPLAINED else one for one in found]
    return [*_ordered(found), *meanings.sections()]


def _ordered(chapters: list[Section]) -> list[Section]:
    """As a reader wants them: what lies on the table first, printed things behind the rules."""
    later = [one for one in chapters if one.anchor in {"kinds", "tables"}]
    return [*(one for one in chapters if one not in later), *later]


def _explained(section: Section, meanings: Meanings) -> Section:
    """A section with the words that it uses explained at its end, or at that of each of its parts."""
    inner = [one for one in section.blocks if isinstance(one, Section)]
    if inner:
        return replace(
            section,
            blocks=tuple(
                _explained(one, meanings) if isinstance(one, Section) else one for one in section.blocks
            ),
        )
    return replace(section, blocks=(*section.blocks, *meanings.used_in(section.items())))


def _cited(section: Section) -> Iterator[str]:
    yield from section.cites
    for block in section.blocks:
        if isinstance(block, Section):
            yield from _cited(block)
        elif isinstance(block, Table):
            for cites in block.cites:
                yield from cites
    for item in section.items():
        yield from item.cites


def _facts(made: Made) -> tuple[tuple[str, Words, tuple[str, ...]], ...]:
    """What stands at the head of the page: how many play, and which options are chosen."""
    players = f"{made.least}" if made.least == made.most else f"{made.least} to {made.most}"
    facts: list[tuple[str, Words, tuple[str, ...]]] = [
        ("Players", say(players), cites_of(made.rules.players.foot))
    ]
    chosen = [one for one in made.about_options if one.name in made.chosen and not _is_off(one)]
    if chosen:
        told = ", ".join(f"{one.name.replace('_', ' ')}: {_word(one.value)}" for one in chosen)
        facts.append(("Chosen for this page", say(told), ()))
    return tuple(facts)


def _is_off(option: OptionLine) -> bool:
    """Whether it is the switch of a module that is off, as it is unless somebody asks for it."""
    return option.name == option.module and option.value == "false"


def _word(value: str) -> str:
    return {"true": "on", "false": "off"}.get(value, value.replace("_", " "))


def _add_changes(made: Made, chapters: list[Section], cited: set[str]) -> None:
    """Citations that stand on the changes of a variant or module, where no paragraph has them."""
    missing = [(foot, path) for foot, path in made.rules.cited_by_changes if set(foot.cites) - cited]
    if missing:
        items = tuple(
            Item(say(path.replace(".", " › ").replace("_", " ")), foot.cites) for foot, path in missing
        )
        chapters.append(Section("What was changed", "changes", items))


# -- paragraphs by address -------------------------------------------------------------------------------


class Addresses:
    """The paragraphs of rulesets by address; those of a ruleset are made once."""

    def __init__(self) -> None:
        self._known: dict[Made, dict[str, tuple[Item, ...]]] = {}

    def at(self, made: Made, address: str) -> tuple[Item, ...]:
        """The paragraphs that stand at an address, or nearest to it; none where none tells it.

        ``terms.yield`` is the item of a term; ``phases.turn.steps.trim.do`` that of the step.
        """
        if made not in self._known:
            self._known[made] = _index(made)
        index, parts = self._known[made], address.split(".")
        for length in range(len(parts), 1, -1):
            found = index.get(".".join(parts[:length]))
            if found:
                return found
        return ()


def _index(made: Made) -> dict[str, tuple[Item, ...]]:
    index: dict[str, tuple[Item, ...]] = {}
    for chapter in _rules(made):
        for section in chapter.every():
            items = tuple(one for one in section.blocks if isinstance(one, Item))
            if section.anchor.count("."):
                index[section.anchor] = tuple(_bare(one) for one in items)
        for item in chapter.items():
            if item.anchor:
                index[item.anchor] = (_bare(item),)
    return index


def _bare(item: Item) -> Item:
    """A paragraph without its anchors, which stand elsewhere too."""
    return replace(item, anchor="", items=tuple(map(_bare, item.items)))
