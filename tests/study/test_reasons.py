"""Trees of reasons of a small game, each worked out by hand from its sentences and its numbers."""

from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, Match
from interpreter.engine.seats import TABLE
from interpreter.study.asked_phrase import Phrase, asked_phrase
from interpreter.study.explainer import Explainer
from interpreter.study.reason import NOT_ASKED, Reason
from interpreter.study.why import Explanation, why
from tests.small import game
from tests.study.orchard import DOCUMENT, ORCHARD


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("orchard")
    return game(folder, ORCHARD, document=DOCUMENT)


def tree(orchard: Game, phrase: str, viewer: int | None = TABLE, depth: int = 1) -> Reason:
    """The tree of a phrase at the start: 4 on the tree, 3 coins each, P1 has two figs and a plum."""
    state = orchard.start(seed=1).state
    explainer = Explainer(orchard, state.engine, viewer, depth)
    found = asked_phrase(explainer.checked.world, state.engine.program, phrase, "phrase")
    assert isinstance(found, Phrase), found
    explainer.position.look(state.slots)
    return explainer.reasons().of(found.expr)


def told(reason: Reason) -> Any:
    """A tree as nested data: the text, the value, and the parts where there are any."""
    if not reason.parts:
        return reason.text, reason.value
    return reason.text, reason.value, [told(part) for part in reason.parts]


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("tree", ("tree", "4")),
        ("3 <= tree", ("3 <= tree", "true", [("tree", "4")])),
        ("tree + 2 > 5", ("tree + 2 > 5", "true", [("tree + 2", "6", [("tree", "4")])])),
        ("not tree = 4", ("not tree = 4", "false", [("tree = 4", "true", [("tree", "4")])])),
        (
            "tree = 3 and purse(P1) = 3",
            (
                "tree = 3 and purse(P1) = 3",
                "false",
                [("tree = 3", "false", [("tree", "4")]), ("purse(P1) = 3", "")],
            ),
        ),
        (
            "tree = 4 or purse(P1) = 9 or strict",
            (
                "tree = 4 or purse(P1) = 9 or strict",
                "true",
                [("tree = 4", "true", [("tree", "4")]), ("purse(P1) = 9", ""), ("strict", "")],
            ),
        ),
        (
            "1 if tree = 4 else purse(P2)",
            ("1 if tree = 4 else purse(P2)", "1", [("tree = 4", "true", [("tree", "4")]), ("purse(P2)", "")]),
        ),
        ("basket(P1)", ("basket(P1)", "fig 2, plum")),
        ("basket(P1) is empty", ("basket(P1) is empty", "false", [("basket(P1)", "fig 2, plum")])),
        (
            "pear in kinds(basket(P1))",
            (
                "pear in kinds(basket(P1))",
                "false",
                [("kinds(basket(P1))", "(fig, plum)", [("basket(P1)", "fig 2, plum")])],
            ),
        ),
        (
            "rich(P2)",
            ("rich(P2)", "true", [("purse(p) >= 3", "true", [("purse(p)", "3", [("p", "P2")])])]),
        ),
        (
            "riches",
            (
                "riches",
                "6",
                [
                    (
                        "sum of purse(p) for p in Player",
                        "6",
                        [
                            ("purse(p) for P1", "3", [("p", "P1")]),
                            ("purse(p) for P2", "3", [("p", "P2")]),
                        ],
                    )
                ],
            ),
        ),
        (
            "some f in Fruit where worth(f) > 4",
            (
                "some f in Fruit where worth(f) > 4",
                "true",
                [("worth(f) > 4 for pear", "true", [("worth(f)", "5", [("f", "pear")])])],
            ),
        ),
        (
            "every f in Fruit has worth(f) < 5",
            (
                "every f in Fruit has worth(f) < 5",
                "false",
                [("worth(f) < 5 for pear", "false", [("worth(f)", "5", [("f", "pear")])])],
            ),
        ),
        (
            "first f in Fruit by highest worth(f), listed",
            (
                "first f in Fruit by highest worth(f), listed",
                "pear",
                [
                    ("highest worth(f) for fig", "2"),
                    ("highest worth(f) for plum", "3"),
                    ("highest worth(f) for pear", "5"),
                ],
            ),
        ),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_each_part_stands_with_its_value(orchard: Game, phrase: str, expected: Any) -> None:
    assert told(tree(orchard, phrase)) == expected


def test_what_was_not_needed_says_so(orchard: Game) -> None:
    found = tree(orchard, "tree = 3 and purse(P1) = 3")
    assert [part.note for part in found.parts] == ["", NOT_ASKED]


def test_members_that_count_are_named(orchard: Game) -> None:
    assert tree(orchard, "(count f in Fruit where worth(f) < 4) = 2").parts[0].note == "2 of 3: fig, plum"
    assert tree(orchard, "no f in Fruit where worth(f) > 5").note == "0 of 3"
    assert tree(orchard, "every f in Fruit has worth(f) < 5").note == "of 3, not pear"
    assert tree(orchard, "every f in Fruit has worth(f) < 6").note == "each of 3"


def test_definitions_are_opened_as_deep_as_is_asked(orchard: Game) -> None:
    assert tree(orchard, "rich(P1)", depth=0).parts == ()
    (definition,) = tree(orchard, "rich(P1)").parts
    assert (definition.rule, definition.note) == ("terms.rich", "definition")
    assert definition.place.startswith("ruleset.yaml:") or "/ruleset.yaml:" in definition.place
    assert [(one.name, one.text) for one in definition.cites] == [("S3", "Who has three coins is rich.")]


def test_hidden_places_are_question_marks(orchard: Game) -> None:
    assert told(tree(orchard, "wish(P2) = fig", viewer=1)) == ("wish(P2) = fig", "?", [("wish(P2)", "?")])
    assert told(tree(orchard, "wish(P2) = fig", viewer=2)) == (
        "wish(P2) = fig", "true", [("wish(P2)", "fig")],
    )  # fmt: skip
    assert tree(orchard, "wish(P2) = fig").value == "true"
    assert tree(orchard, "tree = 3 and wish(P2) = fig", viewer=1).value == "false"
    count = tree(orchard, "(count p in Player where wish(p) = fig) = 1", viewer=1)
    assert count.value == "?"
    assert count.parts[0].note == "0 of 2; not known of P2"


# ---------------------------------------------------------------------------------------------
# Moves


def asked(orchard: Game, move: str, **options: Any) -> Explanation:
    match = orchard.start(seed=1, options=options)
    return why(orchard, match.state, 1, move)


def test_a_requirement_that_fails(orchard: Game) -> None:
    found = asked(orchard, "pick number 5")
    assert found.is_legal is False
    assert found.message == "The tree has not that many"
    assert found.failed is not None and found.failed.tree is not None
    assert told(found.failed.tree) == ("number <= tree", "false", [("number", "5"), ("tree", "4")])
    assert [one.text for one in found.failed.cites] == ["Nobody picks more than hangs there."]


def test_requirements_that_hold(orchard: Game) -> None:
    found = asked(orchard, "pick number 2", strict=True)
    assert found.is_legal is True
    trees = {one.name: one.tree for one in found.held}
    assert told(trees["enough"]) == ("number <= tree", "true", [("number", "2"), ("tree", "4")])
    rich = trees["all_rich"]
    assert rich is not None
    assert [told(part)[:2] for part in rich.parts] == [
        ("not strict", "false"), ("every p in Player has rich(p)", "true"),
    ]  # fmt: skip


def test_a_value_that_is_not_offered(orchard: Game) -> None:
    found = asked(orchard, "buy fruit pear many 1")
    assert found.failed is not None and found.failed.tree is not None
    assert told(found.failed.tree) == (
        "pear in all f in Fruit where worth(f) < 5",
        "false",
        [("worth(f) < 5", "false", [("worth(f)", "5", [("f", "pear")])])],
    )


def test_a_cost_that_cannot_be_paid(orchard: Game) -> None:
    # 2 * 3 = 6, one less since more than 3 hang there, at least 1: 5, and the purse holds 3.
    found = asked(orchard, "buy fruit fig many 3")
    assert found.failed is not None and found.failed.tree is not None
    assert found.failed.name == "coins"
    assert told(found.failed.tree) == (
        "coins(many)",
        "false",
        [
            ("base: 2 * n", "6", [("2 * many", "6", [("many", "3")])]),
            (
                "early: less 1 when tree > 3",
                "5",
                [("1 if tree > 3 else 0", "1", [("tree > 3", "true", [("tree", "4")])])],
            ),
            ("floor: at least 1", "5"),
            ("purse(me)", "3", [("me", "P1")]),
            ("lacking", "2"),
        ],
    )


def test_a_limit_that_would_be_broken(orchard: Game) -> None:
    # Three things lie in the basket; two more are five, and four is the most.
    found = asked(orchard, "buy fruit fig many 2")
    assert found.failed is not None and found.failed.tree is not None
    assert found.failed.name == "light"
    root = found.failed.tree
    assert (root.text, root.value) == ("size(basket(me)) <= 4", "false")
    assert [(part.text, part.value, part.note) for part in root.parts] == [
        ("size(basket(me))", "5", "afterwards")
    ]
    assert [one.text for one in found.failed.cites] == ["A basket holds four."]


def test_an_action_that_is_not_offered_now(orchard: Game) -> None:
    found = asked(orchard, "grant")
    assert found.failed is not None and found.failed.tree is not None
    assert told(found.failed.tree) == (
        "wish(me) in kinds(basket(me))",
        "false",
        [
            ("wish(me)", "pear", [("me", "P1")]),
            ("kinds(basket(me))", "(fig, plum)", [("basket(me)", "fig 2, plum", [("me", "P1")])]),
        ],
    )


def test_what_another_may_not_know(orchard: Game) -> None:
    match: Match = orchard.start(seed=1)
    found = why(orchard, match.state, 1, "grant", viewer=2)
    assert found.is_legal is None
    assert "rests on what P2 may not know" in found.message
    (only,) = found.held
    assert only.tree is not None
    assert told(only.tree)[:2] == ("wish(me) in kinds(basket(me))", "?")
    assert "pear" not in str(found.to_json())
    mine = why(orchard, match.state, 1, "grant", viewer=1)
    assert mine.is_legal is False
