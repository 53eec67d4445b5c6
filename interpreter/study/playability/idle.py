"""Options that change nothing."""

from collections.abc import Iterator
from dataclasses import replace

from interpreter.core import ir
from interpreter.core.digest import digest
from interpreter.study.playability.finding import Finding
from interpreter.study.playability.places import at_head
from interpreter.study.playability.saying import (
    example,
)
from interpreter.study.playability.search import Search


def options(search: Search) -> Iterator[Finding]:
    """Values of options that change nothing, compared with a setting without them."""
    for at, one in enumerate(search.looked):
        setting = one.setting
        if not setting.varied or setting.beside < 0:
            continue
        other = search.looked[setting.beside]
        where = at_head(one.world.options[setting.varied].decl.head)
        said_of = f"`{setting.varied}={setting.value}`"
        if plays_alike(one.program, other.program):
            text = f"{said_of} changes nothing: the rules come to the same with {setting.players} players"
            yield Finding(
                "option-idle", "warning", True, where, text, example(search, [at]), "a match with it"
            )
        elif one.sweep.results and one.sweep.results == other.sweep.results:
            games = len(one.sweep.results)
            text = f"{said_of} made no difference in {games:,} games of the same seeds"
            yield Finding("option-idle", "note", False, where, text, example(search, [at]), "a match with it")


def plays_alike(one: ir.Program, other: ir.Program) -> bool:
    """Whether two programs are the same but for the options that they are made for."""
    return digest(replace(one, options=())) == digest(replace(other, options=()))
