"""A search and its findings as plain data."""

from collections.abc import Mapping

from interpreter.core.stages import is_staged
from interpreter.study.playability.bounds import reached
from interpreter.study.playability.finding import Finding
from interpreter.study.playability.looks import COUNTED, COUNTED_STAGED
from interpreter.study.playability.search import Looked, Search
from interpreter.study.playability.wins import win_shares
from interpreter.study.report import Json, option_values


def to_json(search: Search, findings: tuple[Finding, ...], records: Mapping[int, str]) -> dict[str, Json]:
    """The search as plain data; ``records`` names the file of each finding that has one, by its number."""
    plan = search.plan
    whole: dict[str, Json] = {
        "game": search.game.name,
        "exhaustive": search.is_exhaustive,
        "budget": {
            "games": plan.games,
            "positions": plan.positions,
            "seconds": plan.seconds,
        },
        "seed": plan.seed,
        "seconds": search.seconds,
        "cut_short": search.cut,
        "settings": [setting_json(one) for one in search.looked],
        "findings": [one.to_json(records.get(number)) for number, one in enumerate(findings)],
        "notes": list(search.notes),
    }
    if search.interrupted:
        whole["interrupted"] = True
    return whole


def setting_json(one: Looked) -> dict[str, Json]:
    """What was done with a setting, and what its matches were like."""
    sweep, looks = one.sweep, one.looks
    return {
        "players": one.setting.players,
        "options": option_values(one.setting.options),
        "executor": one.executor,
        "exhaustive": positions_json(one),
        "games": sweep.games,
        "looked_into": looks.games,
        "unfinished": sweep.unfinished,
        "failed": sum(times for times, _ in sweep.failures.values()),
        "moves": sweep.moves.to_json(),
        "decisions": sweep.choices.to_json(),
        "ends": dict(sorted(sweep.ends.items())),
        "wins": [
            {"player": seat, "wins": sweep.wins[seat], "shared": sweep.shared[seat], "share": share,
             "low": low, "high": high}
            for seat, (share, low, high) in enumerate(win_shares(one), 1)
        ],
        "nobody": sweep.nobody,
        "choices": [
            {"decision": decision.name, "visits": looks.visits[index], "forced": looks.forced[index],
             "counted_to": counted(one, index),
             "moves": looks.branching[index].to_json() if index in looks.branching else None}
            for index, decision in enumerate(one.program.decisions)
        ],
        "bounds": [
            {"component": held.component, "min": held.low, "max": held.high,
             "seen": [low, high] if low <= high else None}
            for index, held in enumerate(one.held)
            for low, high in [reached(one, index)]
        ],
        "only_moved": [{"kind": group.kind, "components": list(group.components)} for group in one.closed],
    }  # fmt: skip


def positions_json(one: Looked) -> dict[str, Json]:
    """What is known of all positions, or why nobody looked at them."""
    graph = one.graph
    if graph is None or not graph.is_complete:
        return {"complete": False, "why": why_not(one)}
    order = graph.sorted()
    found: dict[str, Json] = {
        "complete": True,
        "positions": graph.positions,
        "moves": graph.moves,
        "endings": [
            {"end": over.end, "won": list(over.won), "positions": len(nodes)}
            for over, nodes in sorted(graph.endings.items(), key=lambda item: (item[0].end, item[0].won))
        ],
        "comes_back": order is None,
    }
    if order is not None:
        games = graph.games(order)
        found["games"] = sum(games.values())
        found["games_by_ending"] = [
            {"end": over.end, "won": list(over.won), "games": games[over]}
            for over in sorted(games, key=lambda over: (over.end, over.won))
        ]
        found["shortest"], found["longest"] = graph.lengths(order)
    return found


def why_not(one: Looked) -> str:
    """Why not all positions of a setting were looked at."""
    return one.skipped or (one.graph.why if one.graph is not None else "nobody asked for it")


def counted(one: Looked, decision: int) -> int:
    """How far the moves of a decision were counted."""
    alternatives = one.program.decisions[decision].alternatives
    return (
        COUNTED_STAGED if any(is_staged(stage) for way in alternatives for stage in way.stages) else COUNTED
    )
