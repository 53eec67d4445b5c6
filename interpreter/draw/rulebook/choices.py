"""The chapter of options and modules: what each is, what it changes, where it is asked for."""

from collections.abc import Callable, Iterator

from interpreter.check.world import Option
from interpreter.draw.prose.english import spaced
from interpreter.draw.prose.items import Item
from interpreter.draw.prose.words import Run, Words, joined, listed, say, sentence
from interpreter.draw.rulebook.chapter import Chapter
from interpreter.draw.rulebook.page import Block, Section
from interpreter.draw.rulebook.source import Made, ModulePage, OptionLine
from interpreter.draw.rulebook.where import readers_of
from interpreter.syntax import nodes as n

_DOES = {"adds": "Added", "changes": "Changed", "removes": "Taken away", "moves": "Put elsewhere"}


class Choices(Chapter):
    """Options and modules. ``changed`` gives the paragraphs of a ruleset at an address."""

    def __init__(self, made: Made, changed: "Callable[[Made, str], tuple[Item, ...]]") -> None:
        super().__init__(made)
        self._changed = changed

    def sections(self) -> Iterator[Section]:
        """The options of the game itself, then each module with its own."""
        own = [one for one in self.made.about_options if not one.module]
        readers = readers_of(self.rules, set(self.rules.options), self._option_of)
        yield from self.section("Options", "options", (self._option(one, readers) for one in own))
        yield from self.section(
            "Modules", "modules", (self._module(one, readers) for one in self.made.modules)
        )

    def _option_of(self, expr: n.Expr) -> str:
        ref = self.made.world.refs.get(expr)
        return ref.name if isinstance(ref, Option) else ""

    def _option(self, one: OptionLine, readers: dict[str, list[str]]) -> Item:
        values = [
            say((Run(spaced(value), "strong"),)) if value == one.value else say(spaced(value))
            for value in self._shown(one)
        ]
        told = sentence(listed(values, "or"), "; without a choice ", spaced(self._word(one.default)))
        where = readers.get(one.name, [])
        items = self.remark(one.help)
        if where:
            items = (*items, Item(sentence("it matters for ", listed(self._links(where))), note=True))
        return Item(told, one.cites, "", items, self.title(one.name), f"options.{one.name}")

    def _shown(self, one: OptionLine) -> tuple[str, ...]:
        return tuple(map(self._word, one.values))

    def _word(self, value: str) -> str:
        return {"true": "on", "false": "off"}.get(value, value)

    def _links(self, paths: list[str]) -> list[Words]:
        return [
            say((Run(self.title(path.split(".")[1]) if "." in path else self.title(path), "", path),))
            for path in paths
        ]

    # -- modules -----------------------------------------------------------------------------------------

    def _module(self, one: ModulePage, readers: dict[str, list[str]]) -> Section:
        state = (
            "It is on, and this page has it."
            if one.is_on
            else "It is off on this page; this is what it changes."
        )
        blocks: list[Block] = [*self.remark(one.help), Item(sentence(state), note=True)]
        blocks += [
            self._option(option, readers) for option in self.made.about_options if option.module == one.name
        ]
        for does, address, cites in one.patches:
            blocks += self._patch(one, does, address, cites)
        return Section(self.title(one.name), f"modules.{one.name}", tuple(blocks))

    def _patch(self, one: ModulePage, does: str, address: str, cites: tuple[str, ...]) -> Iterator[Block]:
        parts = address.split(".")
        shown = joined([say((Run(spaced(part), ""),)) for part in parts], " › ")
        told: tuple[Item, ...] = ()
        if one.rules is not None and does != "removes":
            told = self._changed(one.rules, address)
        yield Item(shown, cites, "", told, _DOES.get(does, does))
