"""What one reader may see of a match, as a record that cannot be played on."""

from interpreter.core.cells import slots_each
from interpreter.engine.events import Drawn, Taken
from interpreter.engine.names import cells_of
from interpreter.engine.view import Plain, is_seen
from interpreter.record.form import NOTHING, Decided, Entry, Json, Record, options_json, result_json
from interpreter.record.given import values_given
from interpreter.record.match import Match
from interpreter.record.replay import Replay
from interpreter.record.save import entries_of
from interpreter.record.seats import seat_name


def extract(played: Match | Replay, player: int | None) -> Json:
    """The extract of a match for a player (None: a spectator), as plain data.

    It has neither the seed nor a digest of the state, since secrets could be found out from both, no draw
    that the reader did not see, and no move half made; values of moves that only the mover knows are ``?``.
    """
    return extract_of(played, player).to_json()


def extract_of(played: Match | Replay, player: int | None) -> Record:
    """`extract` as a record, for `save.write`."""
    match = played.match if isinstance(played, Replay) else played
    actors = played.record.actors if isinstance(played, Replay) else NOTHING
    program = match.engine.program
    return Record(
        game=program.game,
        ruleset=match.engine.digest,
        language=program.language,
        players=program.players,
        options=options_json(program.options),
        entries=tuple(_entries(match, player)),
        result=result_json(match.result),
        secret=player is not None,
        given=_given(match, player),
        actors=actors,
        viewer=seat_name(player),
        log=tuple(entry.text for entry in match.log(player)),
        view=match.state.view(player),
    )


def _entries(match: Match, player: int | None) -> list[Entry]:
    program = match.engine.program
    entries: list[Entry] = []
    for one in match.happenings():
        if isinstance(one, Taken):
            entries.append(Decided(seat_name(one.player), str(one.move_for(player)), one.forced_for(player)))
        elif isinstance(one, Drawn) and _may_know(one, player):
            entries += entries_of(program, (one,))
    return entries


def _may_know(drawn: Drawn, player: int | None) -> bool:
    return drawn.seen is None or player in drawn.seen


def _given(match: Match, player: int | None) -> "dict[str, Plain] | None":
    """The position that play began from, without the places that the reader could not see there."""
    if match.given is None:
        return None
    program = match.engine.program
    seen = list(match.engine.layout.start)
    for component in program.components:
        each = slots_each(program, component)
        for cell in cells_of(program, component):
            if is_seen(program, component, match.given, cell, player):
                base = component.slot + cell * each
                seen[base : base + each] = match.given[base : base + each]
                if component.length >= 0:
                    seen[component.length + cell] = match.given[component.length + cell]
    return values_given(program, tuple(seen), match.engine.layout.start)
