"""The kind of expressions, in the words of messages: expression in, kind out."""


import pytest

from interpreter.api.files import find
from interpreter.api.front_end import Checked, check_files
from interpreter.check.infer import Infer
from interpreter.syntax.parse import parse
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source, Span
from tests.small import write

RULES = """
    players: 2..4
    longest: 9 decisions
    options:
      big: flag = false
      style: short, long = short
    kinds:
      Colour: red, blue, green
      Level: 1..3
      Land:
        rows: {a1: 'b2, red, 4', b2: 'a1, blue, 7'}
        has: {near: set of Land, ground: Colour, price: 0..9}
    components:
      huts: bag of Colour up to 12 per Land
      owner: Player or none per Land
      coins: 0..40 per Player
      villages: set of Land
      level: Level per Player
      start: Player
    terms:
      crowd(l in Land): size(huts(l))
      rich: all p in Player where coins(p) > 10
    phases:
      turns: {who: each clockwise from start, one of: pass}
    actions:
      pass: {do: nothing}
    ranking: {of: p in Player, last: shared}
"""


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    path = write(tmp_path_factory.mktemp("kinds"), RULES)
    files = find(str(path))
    assert files is not None
    found, findings = check_files(files)
    assert found is not None, [finding.message for finding in findings]
    return found


def infer(checked: Checked, text: str) -> tuple[str, list[Diagnostic]]:
    node, findings = parse(text, "phrase", lambda a, b: Span(Source("t", text), a, b))
    assert findings == ()
    problems: list[Diagnostic] = []
    kind = Infer(checked.world, problems).expr(node.expr)
    return str(kind), problems


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("3", "the number 3"),
        ("coins(P1)", "a number 0..40"),
        ("coins(P1) + 5", "a number 5..45"),
        ("coins(P1) - coins(P2)", "a number -40..40"),
        ("coins(P1) * -2", "a number -80..0"),
        ("coins(P1) div 7", "a number 0..5"),
        ("coins(P1) mod 7", "a number 0..6"),
        ("min(coins(P1), 6)", "a number 0..6"),
        ("max(coins(P1), 6)", "a number 6..40"),
        ("price(a1)", "a number 0..9"),
        ("huts(a1, red)", "a number 0..12"),
        ("huts(a1)", "a bag of Colours"),
        ("size(huts(a1))", "a number 0..12"),
        ("kinds(huts(a1))", "a set of Colours"),
        ("size(villages)", "a number 0..2"),
        ("owner(a1)", "a Player or none"),
        ("owner", "a Player or none for each Land"),
        ("level(P1)", "a number 1..3"),
        ("Level", "a set of 1..3"),
        ("Colour", "a set of Colours"),
        ("near(a1) & villages", "a set of Lands"),
        ("villages + a1", "a set of Lands"),
        ("(red, blue)", "a set of Colours"),
        ("1..coins(P1)", "a set of 1..40"),
        ("red in kinds(huts(a1))", "a flag"),
        ("villages is empty", "a flag"),
        ("huts(a1) is not empty", "a flag"),
        ("big", "a flag"),
        ("style", "a value of the option style"),
        ("style = long", "a flag"),
        ("crowd(a1) + 1", "a number 1..13"),
        ("rich", "a set of Players"),
        ("count p in Player where coins(p) = 0", "a number 0..4"),
        ("sum of coins(p) for p in Player", "a number 0..160"),
        ("highest of coins(p) for p in rich else 0", "a number 0..40"),
        ("highest of coins(p) for p in rich", "a number 0..40 or none"),
        ("first l in villages by highest crowd(l), listed", "a Land or none"),
        ("first l in villages by highest crowd(l), listed else a1", "a Land"),
        ("top l in villages by highest crowd(l)", "a set of Lands"),
        ("union of near(l) for l in villages", "a set of Lands"),
        ("a1 if big else none", "a Land or none"),
        ("coins(P1) if big else 100", "a number 0..100"),
        ("next(red)", "a Colour"),
        ("last(Colour)", "a Colour"),
        ("left(P1)", "a Player"),
        ("seats_after(P1, P2)", "a number 0..3"),
        ("player_count", "a number 2..4"),
        ("owner(a1) != none and coins(owner(a1)) > 3", "a flag"),
        ("no l in Land where owner(l) != none and coins(owner(l)) > 3", "a flag"),
        ("coins(owner(a1)) if owner(a1) != none else 0", "a number 0..40"),
        ("owner(a1) = P1 or owner(a1) = none", "a flag"),
    ],
)
def test_kind(checked: Checked, text: str, kind: str) -> None:
    assert infer(checked, text) == (kind, [])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("coin(P1)", "E403"),
        ("purple", "E402"),
        ("coins(a1)", "E511"),
        ("coins(owner(a1))", "E506"),
        ("coins(P1, P2)", "E409"),
        ("near(red)", "E410"),
        ("coins(P1) + red", "E502"),
        ("coins(P1) and big", "E501"),
        ("red = 3", "E503"),
        ("red < blue", "E503"),
        ("size(3)", "E504"),
        ("(red, a1)", "E505"),
        ("red if big else 3", "E509"),
        ("all x in 3 where big", "E510"),
        ("10 div coins(P1)", "E602"),
        ("coins(P1) * coins(P1) * coins(P1) * coins(P1) * coins(P1) * coins(P1)", "E603"),
        ("first l in villages by highest crowd(l)", "E606"),
        ("me", "E414"),
        ("1..100000 = Level", "E622"),
        ("other(P1)", "E500"),
        ("all start in Player where big", "E407"),
    ],
)
def test_finding(checked: Checked, text: str, code: str) -> None:
    _, problems = infer(checked, text)
    assert [problem.code for problem in problems] == [code]
