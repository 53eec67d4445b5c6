"""The files of a new variant: one change of its base that holds, with a test of it and a list of places."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.api.files import MAIN, VARIANTS, Files, at_home, shipped, shipped_folder
from interpreter.api.game import Game
from interpreter.check.citations import statement_kinds
from interpreter.front.cli import Misuse
from interpreter.front.making.first_change import Change, likely_changes
from interpreter.front.making.fresh import laid_out
from interpreter.front.making.trying import SEED, differs, in_memory, passes, sound, tried_out
from interpreter.front.making.worth_naming import in_a_remark, worth_naming
from interpreter.front.match_options import command_line
from interpreter.front.places import places_of
from interpreter.syntax.formatting.quoting import written
from interpreter.syntax.patches.listing import Listed
from interpreter.text.quote import quote

_MOST_DROPPED = 3
"""Invariants that are taken away beside a change."""

_RULESET = """\
# A variant of {base_title}: what is different stands here, all else is as in its base.
# `changes` holds what is different, each place by its address; `adds` holds what is new, under the headings
# under which it would stand in the base. Some places of the base; `{command}` lists all {number}:
#
{places}
#
# Further changes look like these:
#   ADDRESS: {{was: WHAT STANDS THERE, now: WHAT IS TO STAND THERE}}
#   ADDRESS: {{remove: true}}
#   ADDRESS: {{before: NEIGHBOUR, now: SOMETHING NEW}}
language: 1
game: {game}
title: {title}
extends: {extends}
{document}
changes:
  {address}:
    was: {was}
    now: {now}
{cite}"""

_DOCUMENT = """\
# What is different, in your own words: the variant and its scenarios cite this beside the base's document.
language: 1
game: {game}
title: {title}
statements:
  {number}:
    kind: rule
    says: {says}
"""

_SCENARIO = """\
# What must hold in the variant. Write more from its rules: first what changed, then what must not have.
language: 1
game: {game}
scenarios:
  - name: {name}
{cite}    players: {players}
    seed: {seed}
"""


@dataclass(frozen=True, slots=True)
class Made:
    """The files of a variant by their paths, and its change."""

    files: dict[str, str]
    change: Change


@dataclass(frozen=True, slots=True)
class Plan:
    """What a variant is to be called, where it lies, and of what it is one."""

    folder: Path
    game: str
    title: str
    extends: str
    base_name: str
    base: Game


def name_of_base(folder: Path, base: str, files: Files) -> str:
    """How a variant in ``folder`` names the ruleset that it extends.

    Raises: Misuse where it may not read that ruleset.
    """
    home = at_home(folder, MAIN).folder.resolve()
    there = files.folder.resolve()
    if home == there and folder.resolve() != there:
        return Path(os.path.relpath(there / files.main, folder.resolve())).as_posix()
    for game in shipped():
        if there == shipped_folder(game).resolve():
            return _shipped_name(game, files.main)
    inside = command_line("new", files.folder / VARIANTS / folder.name, "--extends", base)
    message = f"a variant of {quote(base)} lies in the folder {quote(VARIANTS)} of its game"
    raise Misuse(message, f"`{inside}`")


def _shipped_name(game: str, main: str) -> str:
    variant = main.removeprefix(f"{VARIANTS}/").removesuffix(f"/{MAIN}").removesuffix(".yaml")
    return game if main == MAIN else f"{game}/{variant}"


def variant_files(plan: Plan) -> Made:
    """A variant that is sound and differs from its base, with a scenario that passes.

    Raises: Misuse where no place could be changed; the error of a base that can't be played at all.
    """
    before = tried_out(plan.base)
    if before.error is not None and not before.first:
        raise before.error
    places, base_works = places_of(plan.base), before.error is None
    for change in likely_changes(plan.base, places):
        made = _with_change(plan, change, places, base_works)
        if made is not None:
            return made
    message = f"no place of {quote(plan.base_name)} was found that can be changed alone"
    raise Misuse(message, f"`{command_line('info', plan.base_name, '--places')}` lists its places")


def _with_change(plan: Plan, change: Change, places: Sequence[Listed], base_works: bool) -> Made | None:
    """The variant with one change; None where it is no sound game of its own, or can't be played."""
    dropped: tuple[str, ...] = ()
    while True:
        files = _texts(plan, change, dropped, places)
        game = sound(in_memory(plan.folder, files))
        if game is None or not differs(game, plan.base):
            return None
        trial = tried_out(game)
        if not (trial.broken and change.drops and len(dropped) < _MOST_DROPPED):
            break
        dropped = (*dropped, trial.broken)
    if base_works and trial.error is not None:
        return None
    for scenario in _scenarios(plan, game, change, trial.first):
        if passes(game, scenario):
            return Made({**files, "scenarios/first.yaml": scenario}, change)
    return None


def _texts(plan: Plan, change: Change, dropped: Sequence[str], places: Sequence[Listed]) -> dict[str, str]:
    """The variant with a change and without ``dropped`` invariants; its document where the base has one."""
    statement = _number(plan.base)
    texts = {
        MAIN: laid_out(
            _RULESET.format(
                base_title=in_a_remark(plan.base.title), number=len(places), game=plan.game,
                title=_value(plan.title),
                command=in_a_remark(command_line("info", plan.base_name, "--places")),
                places="\n".join(f"# {line}" for line in worth_naming(places)), extends=_value(plan.extends),
                document="document: document.yaml\n" if statement else "", address=_key(change.address),
                was=_value(change.was), now=_value(change.now),
                cite=f"    cite: [{statement}]\n" if statement else "",
            )
            + "".join(f"  {_key(one)}: # true of the base alone\n    remove: true\n" for one in dropped),
            "ruleset",
        )
    }  # fmt: skip
    if statement:
        title = _value(f"What is different in {plan.title}")
        text = _DOCUMENT.format(game=plan.game, title=title, number=statement, says=_value(change.says))
        texts["document.yaml"] = laid_out(text, "document")
    return texts


def _scenarios(plan: Plan, game: Game, change: Change, move: str) -> Iterator[str]:
    """Scenarios of a change to try, those first that say most."""
    statement = _number(plan.base)
    head = _SCENARIO.format(
        game=plan.game, name=_value(change.says.removesuffix(".")), players=game.players[0], seed=SEED,
        cite=f"    cite: [{statement}]\n" if statement else "",
    )  # fmt: skip
    if not (change.test or change.drops):
        head += "    # It shows nothing of the change yet: say when that is felt, and what holds then.\n"
    when = f"    when:\n      - {written(move, is_text=True, spot='item')}\n" if move else ""
    then = f"    then:\n      - {written(change.test, is_text=True, spot='item')}\n" if change.test else ""
    for text in dict.fromkeys((when + then, then, when, "")):
        yield laid_out(head + text, "scenario")


def _number(base: Game) -> str:
    """A number for a statement of the variant; "" where the base has no document."""
    document = base.checked().document
    if document is None:
        return ""
    known = statement_kinds(document)
    return next(f"V{number}" for number in range(1, len(known) + 2) if f"V{number}" not in known)


def _value(text: str) -> str:
    return written(text, is_text=False, spot="value")


def _key(text: str) -> str:
    return written(text, is_text=True, spot="key")
