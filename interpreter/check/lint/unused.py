"""What is declared, named or chosen, and then never read."""

from collections.abc import Iterator

from interpreter.check.lint import findings as f
from interpreter.check.lint.sight import Sight
from interpreter.check.world import PLAYER, Var
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.text.span import Span


def unused_kinds(sight: Sight) -> None:
    """Kinds, columns and orders of which no sentence and no picture speaks."""
    rules = sight.world.ruleset
    for kind in rules.kinds.values():
        if kind.head.name != PLAYER.domain and not sight.is_read(kind.head.name):
            sight.found.append(f.never_read("kind", kind.head.name, kind.head.span))
            continue
        for column in kind.has:
            if not sight.is_read(column.head.name):
                sight.found.append(f.never_read("column", column.head.name, column.head.span))
    for board in rules.boards.values():
        made = [name for name, _ in board.lines] + [one.name for one in board.windows]
        read = [name for name in made if sight.is_read(name.text)]
        if not read and not sight.is_read(board.head.name):
            sight.found.append(f.never_read("board", board.head.name, board.head.span))
        for name in made:
            if name not in read:
                sight.found.append(f.never_read("kind", name.text, name.span))
    for order in rules.orders.values():
        if not sight.is_read(order.head.name):
            sight.found.append(f.never_read("order", order.head.name, order.head.span))


def unused_names(sight: Sight) -> None:
    """Names of signatures, `let` and `choose` that nothing behind them reads."""
    world = sight.world
    used = {id(ref) for ref in world.refs.values() if isinstance(ref, Var)}
    for term in world.terms.values():
        for var in term.params:
            if id(var) not in used and var.span is not None and " " not in var.name:
                sight.found.append(f.name_unused("param", var.name, var.span))
    for paragraph in sight.paragraphs:
        for node in paragraph.nodes:
            name = _named(node)
            var_there = world.vars_of.get(node) if name is not None else None
            if name is None or var_there is None or id(var_there) in used:
                continue
            sort, span = name
            sight.found.append(f.name_unused(sort, var_there.name, span))


def _named(node: object) -> tuple[str, Span] | None:
    match node:
        case n.Param(span=span):
            return "param", span
        case r.StageDecl(head=head):
            return "stage", head.span
        case r.LetDecl(span=span):
            return "let", span
        case n.Line(verb="let", span=span):
            return "let", span
        case _:
            return None


def unread_values(sight: Sight) -> None:
    """Options with values between which no rule tells."""
    world = sight.world
    for option in world.options.values():
        if option.name in world.ruleset.unread or option.name not in sight.words:
            continue
        sort, values, _ = world.option_texts(option)
        if sort == "words":
            alike = [value for value in values if _reads(sight, value) < 1]
            if len(alike) > 1:
                sight.found.append(f.values_alike(option.name, alike, option.decl.head.span))


def _reads(sight: Sight, value: str) -> int:
    """How often the value of an option stands in a sentence, other than where the option is declared."""
    declared = sum(isinstance(node, n.Name) and node.name == value for node in _options(sight))
    return sight.words[value] - declared


def _options(sight: Sight) -> Iterator[object]:
    for paragraph in sight.paragraphs:
        if paragraph.section == "options":
            yield from paragraph.nodes
