"""Games with modules and variants: each set of modules that is on is a ruleset of its own."""

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import Game, StartError, load
from interpreter.api.files import Files
from interpreter.api.front_end import check_all
from interpreter.backends.choosing import Name
from interpreter.core.text import print_program
from interpreter.engine.perft import perft
from tests.compiler import needs_compiler
from tests.patches.orchard import GREEDY, RULESET, WASPS, lay_out


def loaded(path: Path, *, cached: bool = False) -> Game:
    found = load(str(path), cached=cached)
    assert found.game is not None, found.diagnostics
    return found.game


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return loaded(lay_out(tmp_path_factory.mktemp("orchard")))


@pytest.fixture(scope="module")
def greedy(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return loaded(lay_out(tmp_path_factory.mktemp("orchard")) / "variants" / "greedy.yaml")


def first_moves(game: Game, **options: "bool | str") -> int:
    return perft(game.start(3, options=options, forced="ask").state, 1)[0]


def test_switches_and_own_options_are_options_of_the_game(orchard: Game) -> None:
    assert [(one.name, one.kind, one.default, one.module) for one in orchard.options] == [
        ("most", "number", "3", ""),
        ("ladder", "flag", "false", "ladder"),
        ("wasps", "flag", "false", "wasps"),
        ("patience", "number", "1", "wasps"),
    ]
    assert orchard.modules == ("ladder", "wasps")


def test_each_set_of_modules_has_its_own_rules(orchard: Game) -> None:
    # Old tree 1, 2 or 3 apples, young tree 1 or 2; with wasps old has 3 and one may wait; a ladder gives
    # the young tree 5.
    assert first_moves(orchard) == 5
    assert first_moves(orchard, wasps=True) == 6
    assert first_moves(orchard, ladder=True) == 6
    assert first_moves(orchard, wasps=True, ladder=True) == 7


def test_a_module_may_change_how_many_play(orchard: Game) -> None:
    assert orchard.players == (2, 3)
    assert orchard.player_range({"ladder": True}) == (3, 4)
    with pytest.raises(StartError, match="for 3 to 4 players"):
        orchard.start(2, options={"ladder": True})


def test_with_all_modules_off_it_is_the_base(orchard: Game, tmp_path: Path) -> None:
    plain = RULESET.replace("modules: [wasps.yaml, ladder.yaml]\n", "")
    base = loaded(lay_out(tmp_path, **{"ruleset.yaml": plain}))
    bare = [replace(game.program(2), options=()) for game in (base, orchard)]

    assert print_program(bare[0], places=False) == print_program(bare[1], places=False)


def test_the_order_of_the_list_of_modules_changes_nothing(orchard: Game, tmp_path: Path) -> None:
    turned = RULESET.replace("[wasps.yaml, ladder.yaml]", "[ladder.yaml, wasps.yaml]")
    other = loaded(lay_out(tmp_path, **{"ruleset.yaml": turned}))
    chosen = {"wasps": True, "ladder": True}

    assert other.engine(3, chosen).digest == orchard.engine(3, chosen).digest


def test_an_option_of_a_module_needs_it(orchard: Game) -> None:
    with pytest.raises(StartError, match="belongs to the module `wasps`, which is off") as told:
        orchard.start(2, options={"patience": "2"})
    assert told.value.code == "E920"
    assert orchard.start(2, options={"patience": "1"}).state.to_move
    assert orchard.start(2, options={"patience": "2", "wasps": True}).state.to_move


@needs_compiler
@pytest.mark.parametrize("executor", ["python", "native"])
def test_all_executors_play_a_module_alike(orchard: Game, executor: Name) -> None:
    chosen = {"wasps": True, "patience": "2"}
    one = orchard.playouts(40, 7, players=3, options=chosen, executor="reference").to_json()
    other = orchard.playouts(40, 7, players=3, options=chosen, executor=executor).to_json()

    for key in ("players", "moves", "ended_by", "actions"):
        assert one.get(key) == other.get(key)


def test_a_variant_keeps_the_modules_and_has_its_own_starts(greedy: Game) -> None:
    assert (greedy.name, greedy.title) == ("orchard-greedy", "Orchard, the last apple")
    assert greedy.about.extends == "orchard"
    assert greedy.chosen({})["most"] == "2"
    assert first_moves(greedy) == 4
    assert first_moves(greedy, wasps=True) == 5


def test_a_variant_ranks_as_it_says(greedy: Game) -> None:
    match = greedy.start(2)
    for player, move in [(1, "old number 2"), (2, "old number 2"), (1, "young number 2")]:
        match.apply(player, f"pick tree {move}")
    assert match.result is not None
    # The first player has four apples of six, but took the last one.
    assert match.result.places == {1: 2, 2: 1}


def test_a_variant_of_a_variant(tmp_path: Path) -> None:
    text = "language: 1\ngame: orchard-short\ntitle: Short\nextends: greedy.yaml\nlongest: 9 decisions\n"
    text += "changes: {options.most.start: {was: 2, now: 1}, ranking.keys.not_last: {remove: true}}\n"
    game = loaded(lay_out(tmp_path, **{"variants/short.yaml": text}) / "variants" / "short.yaml")

    assert first_moves(game) == 2
    assert game.program(2).longest == 9
    assert game.about.extends == "orchard-greedy"
    assert first_moves(game, wasps=True) == 3
    assert [one.name for one in game.program(2).ranking.keys] == ["apples"]


def test_a_variant_may_have_modules_of_its_own(tmp_path: Path) -> None:
    wind = "language: 1\ngame: orchard-greedy\nswitch: {wind: flag = false}\n"
    wind += "changes: {actions.pick.requires.calm: {now: number < 2, after: enough}}\n"
    text = GREEDY + "modules: [wind.yaml]\n"
    files = {"variants/greedy.yaml": text, "variants/wind.yaml": wind}
    game = loaded(lay_out(tmp_path, **files) / "variants" / "greedy.yaml")

    assert game.modules == ("ladder", "wasps", "wind")
    assert first_moves(game, wind=True) == 2
    assert first_moves(game, wind=True, wasps=True) == 3


def test_a_module_and_a_variant_that_touch_one_place(tmp_path: Path) -> None:
    text = (
        GREEDY.replace("before: apples", "after: apples") + "  ranking.keys.apples: {now: lowest basket(p)}\n"
    )
    text = text.replace("  ranking.keys.not_last: {after: apples", "  ranking.keys.not_last: {before: apples")
    wasps = WASPS + "  ranking.keys.apples: {now: highest waited(p)}\n"
    files = {"variants/greedy.yaml": text, "wasps.yaml": wasps}
    path = lay_out(tmp_path, **files) / "variants" / "greedy.yaml"
    game = loaded(path)

    assert game.start(2).state.to_move  # the variant without the module is sound
    with pytest.raises(
        StartError, match=r"`ranking\.keys\.apples` is changed twice by `orchard-greedy` and `wasps`"
    ):
        game.start(2, options={"wasps": True})
    found = check_all(Files(tmp_path, "variants/greedy.yaml", ""))
    told = [one for one in found if one.code == "E943"]
    assert len(told) == 1
    assert {told[0].span.source.path, told[0].notes[0].span.source.path} == {  # type: ignore[union-attr]
        "wasps.yaml", "variants/greedy.yaml",
    }  # fmt: skip
    assert told[0].notes[-1].message == "found with the module `wasps` on"


def test_a_check_says_what_a_module_needs(tmp_path: Path) -> None:
    wasps = WASPS.replace(
        "  components:\n", "  checks:\n    high: {that: ladder, why not: Wasps live high up}\n  components:\n"
    )
    game = loaded(lay_out(tmp_path, **{"wasps.yaml": wasps}))

    with pytest.raises(StartError, match="Wasps live high up for these options") as told:
        game.start(3, options={"wasps": True})
    assert told.value.code == "E922"
    assert game.start(3, options={"wasps": True, "ladder": True}).state.to_move
    assert check_all(Files(tmp_path, "ruleset.yaml", "")) == ()


def test_a_broken_module_spoils_no_match_without_it(tmp_path: Path) -> None:
    wasps = WASPS.replace("waited(me) < patience", "wated(me) < patience")
    game = loaded(lay_out(tmp_path, **{"wasps.yaml": wasps}))

    assert first_moves(game, ladder=True) == 6
    with pytest.raises(StartError) as told:
        game.start(3, options={"wasps": True})
    assert told.value.code == "E403"


# -- the cache --------------------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    ("file", "old", "new", "moves"),
    [
        ("wasps.yaml", "now: 3}", "now: 2}", 6),
        ("ladder.yaml", "now: 5", "now: 1", 5),
        ("ruleset.yaml", "most: 1..3 = 3", "most: 1..3 = 1", 3),
    ],
)
def test_a_change_of_any_page_is_noticed(tmp_path: Path, file: str, old: str, new: str, moves: int) -> None:
    folder = lay_out(tmp_path / "game")
    for _ in range(2):
        assert first_moves(loaded(folder, cached=True), wasps=True, ladder=True) == 7
    page = folder / file
    assert old in page.read_text("utf-8")
    page.write_text(page.read_text("utf-8").replace(old, new), "utf-8")

    assert first_moves(loaded(folder, cached=True), wasps=True, ladder=True) == moves


@pytest.mark.usefixtures("cache")
def test_a_base_that_a_module_no_longer_fits_is_noticed(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "game")
    assert loaded(folder, cached=True).modules
    (folder / "trees.yaml").write_text("trees:\n  old: {apples: 4}\n  young: {apples: 3}\n", "utf-8")

    found = load(str(folder)).diagnostics
    assert [(one.code, one.message) for one in found] == [
        ("E941", "at `data.trees.young.apples` the base says `3`, not `2`")
    ]


@pytest.mark.usefixtures("cache")
def test_a_variant_notices_its_base(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "game")
    path = folder / "variants" / "greedy.yaml"
    for _ in range(2):
        assert first_moves(loaded(path, cached=True), wasps=True) == 5
    base = folder / "ruleset.yaml"
    base.write_text(base.read_text("utf-8").replace("number: 1..3", "number: 1..1"), "utf-8")

    assert first_moves(loaded(path, cached=True), wasps=True) == 3


@pytest.mark.usefixtures("cache")
def test_a_match_from_the_cache_is_the_same(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "game")
    chosen = {"wasps": True, "ladder": True}
    cold = loaded(folder, cached=True)
    digests = [cold.engine(3, chosen).digest, loaded(folder, cached=True).engine(3, chosen).digest]

    assert digests[0] == digests[1] == loaded(folder).engine(3, chosen).digest
    assert loaded(folder, cached=True).player_range(chosen) == cold.player_range(chosen) == (3, 4)


# -- shipped variants -------------------------------------------------------------------------------------


def test_a_shipped_variant_is_found_by_its_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(tmp_path / "orchard")
    inside = tmp_path / "orchard" / "variants" / "slow"
    inside.mkdir()
    text = "language: 1\ngame: orchard-slow\ntitle: Slow\nextends: orchard/greedy\n"
    (inside / "ruleset.yaml").write_text(text + "changes: {options.most.start: {now: 1}}\n", "utf-8")
    monkeypatch.setattr("interpreter.resources.root", lambda name: tmp_path)

    for name in ("orchard/greedy", "orchard-greedy"):
        assert loaded(Path(name)).name == "orchard-greedy"
    assert first_moves(loaded(Path("orchard-slow"))) == 2
    near = load("orchard/gredy", cached=False).diagnostics
    assert [(one.code, one.help) for one in near] == [("E923", "did you mean `orchard/greedy`?")]
