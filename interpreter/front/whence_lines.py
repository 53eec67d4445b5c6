"""Whence values and places come, as a person reads it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.draw.ink import BOLD, DIM, PLAIN, Line
from interpreter.front.reason_lines import reason_lines, statement_lines

if TYPE_CHECKING:
    from interpreter.engine.seats import Seats
    from interpreter.study.ranks import Ranks
    from interpreter.study.whence import Whence


def whence_lines(found: "Whence") -> Iterator[Line]:
    """A value with its tree, and what changed it, the oldest first."""
    told: set[str] = set()
    yield from reason_lines(found.tree, told=told)
    if found.cell and not found.past:
        yield (("  nothing has changed it, as far as is known", DIM),)
    if found.left_out:
        yield ((f"  {found.left_out} changes before these", DIM),)
    for one in found.past:
        when = "set-up" if one.number == 0 else f"move {one.number}"
        move = f"  {one.move}" if one.move else ""
        yield ((f"  {when}{move}: ", BOLD), (f"{one.before} → {one.after}", "cyan"))
        yield ((f"    {one.text}", PLAIN), (f"  {one.rule}  {one.place}", DIM))
        yield from statement_lines(one.cites, "    ", told)


def ranks_lines(ranks: "Ranks", seats: "Seats") -> Iterator[Line]:
    """Places, then why each player stands before the next, then the keys with their trees."""
    if ranks.result is None:
        yield (("the match is not over; as it stands:", BOLD),)
    else:
        won = " and ".join(map(seats.name, ranks.result.won)) or "nobody"
        yield ((f"{won} won", BOLD), (f"  ({ranks.end})" if ranks.end else "", DIM))
    for player in ranks.order:
        place = f"{ranks.result.places[player]}." if ranks.result is not None else "-"
        values = ", ".join(f"{key.name} {key.values[player].value}" for key in ranks.keys)
        yield ((f"  {place} {seats.name(player)}  {values}".rstrip(), PLAIN),)
    for step in ranks.steps:
        how = "beside" if step.equal else "before"
        text = f"  {seats.name(step.player)} {how} {seats.name(step.other)}: {step.text}"
        yield ((text, PLAIN),)
    if not ranks.keys and ranks.last:
        yield ((f"  {ranks.last}", PLAIN),)
    told: set[str] = set()
    for key in ranks.keys:
        yield ((f"  {key.name}: ", BOLD), (key.text, PLAIN), (f"  {key.place}", DIM))
        for player, tree in key.values.items():
            yield ((f"    {seats.name(player)}", BOLD),)
            yield from reason_lines(tree, "      ", told)
        yield from statement_lines(key.cites, "    ", told)
    if ranks.keys and ranks.last:
        yield ((f"  where all keys are equal: {ranks.last}", PLAIN),)
