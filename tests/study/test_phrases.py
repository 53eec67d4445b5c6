import pytest

from interpreter import Game
from interpreter.engine.names import component_slots
from interpreter.study.phrases import Phrases


@pytest.fixture
def phrases(clans: Game) -> Phrases:
    return Phrases(clans.checked().world, clans.program(3))


@pytest.mark.parametrize(
    ("condition", "values"),
    [
        ("chips(P1) = 1", [("chips(P1)", "0")]),
        ("1 = chips(P1)", [("chips(P1)", "0")]),
        ("chips(P1) > chips(P2)", [("chips(P1)", "0"), ("chips(P2)", "0")]),
        ("(sum of size(huts(t)) for t in Land) = 61", [("sum of size(huts(t)) for t in Land", "60")]),
        ("starter = P3 and starter = P2", [("starter", "P1")]),
        ("villages is not empty", [("villages", "nothing")]),
        ("villages = (T01, T02)", [("villages", "nothing")]),
        ("terrain(T01) = plain", [("terrain(T01)", "mountain")]),
        ("terrain(T01) in (plain, meadow)", [("terrain(T01)", "mountain")]),
        ("not villages is empty", [("villages", "nothing")]),
        ("big_group_merge", [("big_group_merge", "false")]),
        ("every c in (red, blue) has score(c) > 0", [("c", "red"), ("score(red)", "0")]),
        ("every t in Land where t != T01 has crowd(t) = 2", [("t", "T02"), ("crowd(T02)", "1")]),
        ("some p in Player where chips(p) = 1", []),
    ],
)
def test_the_values_show_why(
    clans: Game, phrases: Phrases, condition: str, values: list[tuple[str, str]]
) -> None:
    engine = clans.engine(3)
    slots = list(clans.start(3, 7).state.slots)
    starter = next(component for component in engine.program.components if component.name == "starter")
    slots[starter.slot] = 0
    assert phrases.values(condition, tuple(slots)) == values


def test_components_come_first_in_a_program(clans: Game) -> None:
    program = clans.program(3)
    owned = sum(group.count for group in program.slots if group.role == "component" and group.base < 321)
    assert component_slots(program) == owned
    first = min(group.base for group in program.slots if group.role != "component")
    assert component_slots(program) <= first
