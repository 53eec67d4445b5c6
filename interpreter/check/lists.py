"""Effects on lists: things come to an end that is named, and leave from the top or by name."""

from interpreter.check import findings as f
from interpreter.check.effects import Effects
from interpreter.check.kinds import POISON, BagOf, Kind, ListOf, Maybe, Poison, SetOf, Single
from interpreter.syntax import nodes as n
from interpreter.syntax.unparse import unparse

_DONE = {"add": "added", "remove": "removed", "move": "moved"}


class Lists(Effects):
    """Checks the lines that change lists; all others are checked as they are."""

    def shuffle(self, line: n.Line) -> None:
        """``shuffle deck``."""
        assert line.what is not None
        kind = self.expr(line.what)
        if self.list_at(line.what) is None and not isinstance(kind, Poison):
            self.found.append(f.no_list(kind, line.what.span))

    def _set(self, line: n.Line) -> None:
        assert line.target is not None and line.value is not None
        there = self.list_at(line.target)
        if there is None:
            super()._set(line)
            return
        self.expr(line.target)
        self.expr(line.value)
        if not (isinstance(line.value, n.Word) and line.value.word == "nothing"):
            help_ = "a list can be set to `nothing`; `add` and `move` put things into it"
            self.found.append(f.verb_does_not_fit("set", there, line.span, help_))

    def _add(self, line: n.Line) -> None:
        node = line.target if line.verb == "add" else line.source
        assert node is not None and line.what is not None
        there = self.list_at(node)
        if there is None and not isinstance(node, n.EndOf):
            super()._add(line)
            return
        kind = self._receiver(node, "add") if line.verb == "add" else self._giver(node, "remove")
        if _is_everything(line.what) and line.verb == "remove":
            return
        if not isinstance(kind, ListOf):
            self.expr_or_of(line.what)
        elif isinstance(line.what, n.Of) and line.verb == "add":
            self.number(line.what.count)
            self.key("of", line.what.thing, kind.of)
        else:
            self._thing(line, kind.of)

    def _thing(self, line: n.Line, of: Single) -> None:
        """One thing: with more of them at once their order would be anybody's guess."""
        assert line.what is not None
        if line.up_to or isinstance(line.what, n.Of):
            what = f"to or from a list one thing is {_DONE[line.verb]} at a time, or `everything`"
            self.found.append(f.type_not_here(what, line.what.span))
            self.expr_or_of(line.what)
        else:
            self.key(line.verb, line.what, of)

    def _move(self, line: n.Line) -> None:
        assert line.source is not None and line.target is not None and line.what is not None
        nodes = (line.source, line.target)
        if not any(self.list_at(node) or isinstance(node, n.EndOf) for node in nodes):
            super()._move(line)
            return
        source, target = self._giver(line.source, "move"), self._receiver(line.target, "move")
        everything = _is_everything(line.what)
        of, other = _holds(source), _holds(target)
        if of is None or other is None:
            fits = isinstance(source, Poison) or isinstance(target, Poison)
        else:
            from_list = isinstance(source, ListOf)
            fits = of == other and (not everything or (from_list and not isinstance(target, Maybe)))
        if not fits:
            help_ = f"it comes from {source}"
            self.found.append(f.verb_does_not_fit("move", target, line.span, help_))
        if everything:
            return
        if of is None:
            self.expr_or_of(line.what)
        else:
            self._thing(line, of)

    def _receives(self, node: n.Expr, of: Single | None, verb: str) -> None:
        if self.list_at(node) is None and not isinstance(node, n.EndOf):
            super()._receives(node, of, verb)
            return
        kind = self._receiver(node, verb)
        if of is not None and isinstance(kind, ListOf) and kind.of != of:
            self.found.append(f.verb_does_not_fit(verb, kind, node.span, f"what is drawn is {of}"))

    def _receiver(self, node: n.Expr, verb: str) -> Kind:
        """What a place holds to which things come; a list must say at which end."""
        there = self.list_at(node)
        if there is None and not isinstance(node, n.EndOf):
            return self.place(node)
        self.expr(node)
        if there is not None and not isinstance(node, n.EndOf):
            list_ = unparse(node)
            help_ = f"say at which end: `top of {list_}` or `bottom of {list_}`"
            self.found.append(f.verb_does_not_fit(verb, there, node.span, help_))
            return POISON
        return there or POISON

    def _giver(self, node: n.Expr, verb: str) -> Kind:
        """What a place holds from which things go; a list is named itself, not its end."""
        there = self.list_at(node)
        if there is None and not isinstance(node, n.EndOf):
            return self.place(node)
        self.expr(node)
        if there is not None and isinstance(node, n.EndOf):
            help_ = f"`draw 1 from {unparse(node.of)}` takes what lies on top"
            self.found.append(f.verb_does_not_fit(verb, there, node.span, help_))
            return POISON
        return there or POISON


def _holds(kind: Kind) -> Single | None:
    """The sort of things that a place can give or take one by one."""
    return kind.of if isinstance(kind, ListOf | BagOf | SetOf | Maybe) else None


def _is_everything(node: n.Expr) -> bool:
    return isinstance(node, n.Word) and node.word == "everything"
