"""The chapter of words: what terms, groups and routes mean; and which are used where."""

from collections.abc import Iterable, Iterator

from interpreter.check.kinds import Flag
from interpreter.draw.prose.english import spaced
from interpreter.draw.prose.items import Item
from interpreter.draw.prose.naming import raw
from interpreter.draw.prose.words import Words, plain, say, sentence
from interpreter.draw.rulebook.chapter import Chapter
from interpreter.draw.rulebook.page import Folded, Section
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r


class Meanings(Chapter):
    """Explains the words of a ruleset."""

    def sections(self) -> Iterator[Section]:
        """Terms, groups and routes."""
        yield from self.section("What the words mean", "terms", map(self.item, self.rules.terms.values()))

    def item(self, decl: r.TermDecl) -> Item:
        """A word with its meaning."""
        return Item(
            self.meaning(decl),
            decl.head.cites,
            self._raw(decl),
            self.remark(decl.head.help),
            self._lead(decl),
            decl.head.path,
        )

    def _lead(self, decl: r.TermDecl) -> str:
        names = [spaced(param.name) for param in decl.signature.params if " " not in param.name]
        return self.title(decl.head.name) + (f" ({', '.join(names)})" if names else "")

    def meaning(self, decl: r.TermDecl) -> Words:
        """What a word means."""
        term = self.made.world.terms.get(decl.head.name)
        expr = decl.phrase.expr
        params = tuple(one for one in decl.signature.params if one.shape)
        about = say("of ", self.tell.params(params), ": ") if params else say("")
        if term is not None and isinstance(term.kind, Flag):
            condition = self.tell.condition(expr)
            word = "this holds: " if plain(condition).startswith("if ") else "this holds if "
            return sentence(about, word, condition)
        return sentence(about, self.tell.value(expr))

    def _raw(self, decl: r.TermDecl) -> str:
        if isinstance(decl.phrase.expr, n.Group | n.Ways | n.Cheapest):
            return ""
        return raw(decl.phrase)

    def glossary(self) -> dict[str, str]:
        """What each word means, in plain text, by address."""
        return {decl.head.path: plain(self.meaning(decl)) for decl in self.rules.terms.values()}

    def used_in(self, items: Iterable[Item]) -> tuple[Folded, ...]:
        """The words that some paragraphs use, explained; one block, folded, or none."""
        found: dict[str, None] = {}
        for item in items:
            for run in item.words:
                if run.to:
                    found.setdefault(run.to)
        by_path = {decl.head.path: decl for decl in self.rules.terms.values()}
        told = []
        for path in found:
            if path in by_path:
                decl = by_path[path]
                told.append(Item(self.meaning(decl), decl.head.cites, "", (), self._lead(decl)))
        return (Folded("Words used here", tuple(told)),) if told else ()
