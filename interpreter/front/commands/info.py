"""``ludwright info``."""

from typing import Any

import click

from interpreter.draw.ink import BOLD, DIM, PLAIN, Line, aligned, line
from interpreter.engine.policy import CUT
from interpreter.front.match_options import chosen_options, json_option, load_game, match_options

Facts = dict[str, Any]


@click.command(
    "info",
    epilog="\b\nExamples:\n  ludwright info GAME\n  ludwright info GAME --places\n"
    "  ludwright info GAME --under ranking",
    short_help="what a game is made of",
)
@click.argument("game")
@click.option("--places", is_flag=True, help="List the address of every place that a variant may change.")
@click.option("--under", metavar="ADDRESS", help="Only the places at this address and below it.")
@match_options
@json_option
def command(
    game: str, places: bool, under: str | None, players: int | None, options: tuple[str, ...], as_json: bool
) -> None:
    """Show players, options, phases, actions, decisions, ends, secrets, the size of a state and the document.

    What depends on players and options is shown for those that are chosen. With --places or --under, the
    places of the ruleset instead: each address, what stands there, and in which line of which file. Rows of
    data files are listed by `--under data.TABLE`.
    """
    from interpreter.front.about_game import about_game
    from interpreter.front.paint import print_json, show

    loaded = load_game(game)
    if places or under is not None:
        from interpreter.front.places import facts_of, lines_of, places_of

        found = places_of(loaded, under)
        if as_json:
            print_json({"game": loaded.name, "places": [facts_of(one) for one in found]})
        else:
            show(lines_of(found))
        return
    facts = about_game(loaded, loaded.engine(players, chosen_options(options)))
    if as_json:
        print_json(facts)
    else:
        show(_lines(facts))


def _lines(facts: Facts) -> list[Line]:
    sections = (
        [((facts["title"], BOLD),), *([line(facts["help"])] if facts["help"] else [])],
        aligned(list(_numbers(facts))),
        _section("variants", [one for variant in facts["variants"] for one in _variant(variant)]),
        _section("changes", [one for patches in facts["patches"] for one in _patches(patches)]),
        _section("options", _options(facts)),
        _section("modules", [one for module in facts["modules"] for one in _module(module)]),
        _section("kinds", aligned([_kind(one) for one in facts["kinds"]])),
        _section("tables", aligned([_table(one) for one in facts["tables"]])),
        _section("phases", [one for phase in facts["phases"] for one in _phase(phase, 1)]),
        _section("actions", [one for action in facts["actions"] for one in _action(action)]),
        _section("limits", [one for limit in facts["limits"] for one in _limit(limit)]),
        _section("decisions", aligned([_decision(one) for one in facts["decisions"]])),
        _section("judged at every joint, and nowhere else", _judged(facts)),
        _section("secrets", _secrets(facts["secrets"])),
    )
    lines: list[Line] = []
    for section in sections:
        if section:
            lines += [(), *section] if lines else section
    return lines


def _section(title: str, lines: list[Line]) -> list[Line]:
    return [((title, BOLD),), *lines] if lines else []


def _numbers(facts: Facts) -> list[list[Line]]:
    least, most = facts["players"]["min"], facts["players"]["max"]
    widest = facts["players"]["bounds"][1]
    players = f"{least}" if least == most else f"{least} to {most}"
    more = f", up to {widest} by an option" if widest > most else ""
    state = facts["state"]
    rows = [
        *([("extends", facts["extends"])] if facts["extends"] else []),
        ("players", players + more),
        ("longest", f"{facts['longest']} decisions"),
        *([("rounds", facts["rounds"])] if facts["rounds"] else []),
        ("state", f"{state['bytes']} bytes in {state['slots']} slots, with {state['players']} players"),
    ]
    document = facts["document"]
    if document is not None:
        kinds = ", ".join(
            f"{count['statements']} {kind} ({count['cited']} cited)"
            for kind, count in document["kinds"].items()
        )
        rows.append((str(document["file"]) or "document", kinds))
    return [[((name, DIM),), line(text)] for name, text in rows]


def _cites(facts: Facts) -> Line:
    return ((f"[{', '.join(facts['cites'])}]", DIM),) if facts["cites"] else ()


def _options(facts: Facts) -> list[Line]:
    lines: list[Line] = []
    for option in facts["options"]:
        values = (
            ", ".join(option["values"])
            if option["kind"] != "number"
            else (f"{option['values'][0]} to {option['values'][-1]}")
        )
        lines.append((("  ", PLAIN), (option["name"], BOLD), (f" = {option['default']}  ", PLAIN),
                      (f"({values})  ", DIM), *_cites(option)))  # fmt: skip
        if option["help"]:
            lines.append(line(f"    {option['help']}"))
    return lines


def _table(table: Facts) -> list[Line]:
    keys = ", ".join(table["for"])
    name: Line = (("  ", PLAIN), (table["name"], BOLD), (f"({keys})", PLAIN))
    return [name, line(table["is"]), _cites(table)]


def _module(module: Facts) -> list[Line]:
    lines: list[Line] = [
        (("  ", PLAIN), (module["name"], BOLD), ("  (on)" if module["on"] else "  (off)", DIM)),
        *([line(f"    {module['help']}")] if module["help"] else []),
    ]
    return lines + _doing(module)


def _doing(page: Facts) -> list[Line]:
    """What a page does to the one that it rests on."""
    kinds = ("adds", "changes", "removes", "moves")
    return [((f"    {what} ", DIM), (", ".join(page[what]), PLAIN)) for what in kinds if page[what]]


def _patches(page: Facts) -> list[Line]:
    return [(("  ", PLAIN), (page["game"], BOLD)), *_doing(page)]


def _variant(variant: Facts) -> list[Line]:
    lines: list[Line] = [(("  ", PLAIN), (variant["name"], BOLD), (f"  {variant['title']}", PLAIN))]
    return [*lines, *([line(f"    {variant['help']}")] if variant["help"] else [])]


def _kind(kind: Facts) -> list[Line]:
    more = kind["size"] - len(kind["members"])
    named = ", ".join(kind["members"]) + (f", … and {more} more" if more else "")
    columns: Line = ((f"has {', '.join(kind['columns'])}", DIM),) if kind["columns"] else ()
    return [(("  ", PLAIN), (kind["name"], BOLD)), line(str(kind["size"])), line(named), columns]


def _phase(phase: Facts, depth: int) -> list[Line]:
    indent = "  " * depth
    lines: list[Line] = [((indent, PLAIN), (phase["name"], BOLD), ("  ", PLAIN), *_cites(phase))]
    lines += [((f"{indent}  {name}: ", DIM), (text, PLAIN)) for name, text in phase["says"].items()]
    if "claims" in phase:
        lines += _claims(phase["claims"], f"{indent}  ")
    return lines + [one for step in phase["steps"] for one in _phase(step, depth + 1)]


def _claims(claims: Facts, indent: str) -> list[Line]:
    said = claims["says"]
    lines: list[Line] = []
    for name in ("over", "by", "best"):
        if name in said:
            lines.append(((f"{indent}claims {name}: ", DIM), (said[name], PLAIN)))
    for rank in claims["ranks"]:
        lines.append(((f"{indent}rank {rank['name']}: ", DIM), (f"{rank['that']}  ", PLAIN), *_cites(rank)))
    for name in ("won", "tied"):
        if name in said:
            lines.append(((f"{indent}{name}: ", DIM), (said[name], PLAIN)))
    return lines


def _action(action: Facts) -> list[Line]:
    lines: list[Line] = [(("  ", PLAIN), (action["name"], BOLD), ("  ", PLAIN), *_cites(action))]
    if action["help"]:
        lines.append(line(f"    {action['help']}"))
    rows = [(one["name"], one["values"], one) for one in action["choose"]]
    lines += [((f"    choose {name}: ", DIM), (f"{text}  ", PLAIN), *_cites(one)) for name, text, one in rows]
    for one in action["requires"]:
        lines.append(((f"    requires {one['name']}: ", DIM), (f"{one['that']}  ", PLAIN), *_cites(one)))
    for word in ("costs", "promises"):
        for one in action[word]:
            lines.append(((f"    {word} ", DIM), (f"{one['pays']}  ", PLAIN), *_cites(one)))
    return lines


def _limit(limit: Facts) -> list[Line]:
    asked = ", ".join(limit["asked_of"]) or "no action"
    text = ((f": {limit['that']}  ", PLAIN), (f"(asked of {asked})  ", DIM))
    return [(("  ", PLAIN), (limit["name"], BOLD), *text, *_cites(limit))]


_AT_RANDOM = {
    "moves": "by whole moves",
    "stages": "stage by stage",
    "moves or stages": f"by whole moves, stage by stage if more than {CUT:,}",
}


def _decision(decision: Facts) -> list[Line]:
    stages = [
        " ".join([action, *(f"{name} …" for name in names)]) for action, names in decision["stages"].items()
    ]
    stuck = "may be stuck" if decision["if_stuck"] else "never stuck"
    chance = ", at random " + _AT_RANDOM[decision["random"]]
    return [line(f"  {decision['address']}"), line(" | ".join(stages)), ((stuck + chance, DIM),)]


def _judged(facts: Facts) -> list[Line]:
    lines: list[Line] = []
    for one in facts["judged"]:
        lines.append((("  ", PLAIN), (one["name"], BOLD), (f": {one['that']}  ", PLAIN), *_cites(one)))
    joints = list(dict.fromkeys(joint for one in facts["judged"] for joint in one["joints"]))
    return [*lines, *[((f"    {joint}", DIM),) for joint in joints]]


def _secrets(facts: Facts) -> list[Line]:
    lines = [line(f"  {one['name']} is seen by {one['seen_by']}") for one in facts["components"]]
    if not lines:
        return [line("  none")]
    for one in facts["public"]:
        hidden, where = ", ".join(one["depends_on"]), one["decision"]
        lines.append(line(f"  public although it depends on {hidden}: being stuck at {where}"))
    if not facts["public"]:
        lines.append(line("  no choice depends on them: being stuck and forced moves tell nothing"))
    return lines
