"""Tables of a copy of Clans changed as an author might: what may change, and what the game refuses."""

# ruff: noqa: E501  (rows of a table are read side by side)

import shutil
from pathlib import Path

import pytest

from interpreter import StartError, load
from interpreter.resources import root

PRINTED = {
    "epoch1": "  epoch1: {markers: 4, bonus: 1, favourable: [meadow], unfavourable: [mountain]}",
    "epoch2": "  epoch2: {markers: 3, bonus: 2, favourable: [mountain], unfavourable: [desert]}",
    "epoch5": "  epoch5: {markers: 1, bonus: 5, favourable: [plain, meadow, desert, mountain, forest], unfavourable: []}",
}


def start(folder: Path, row: str, changed: str, **options: str) -> str:
    """The name of the check that refuses to start with one row changed; "" where the match starts."""
    copy = folder / "clans"
    shutil.copytree(str(root("rulesets") / "clans"), copy)
    land = copy / "land.yaml"
    text = land.read_text(encoding="utf-8")
    assert text.count(PRINTED[row]) >= 1
    land.write_text(text.replace(PRINTED[row], f"  {row}: {changed}", 1), encoding="utf-8")
    loaded = load(str(copy), cached=False)
    assert loaded.game is not None
    try:
        loaded.game.start(4, 1, options)
    except StartError as refused:
        assert refused.code == "E922"
        return str(refused.diagnostic.help).split("`")[1]
    return ""


@pytest.mark.parametrize(
    ("row", "changed", "scheme", "refused"),
    [
        # Golden test 26: meadow beside plain is fine for the seed's five terrains, not when both are grassland.
        ("epoch1", "{markers: 4, bonus: 1, favourable: [meadow], unfavourable: [plain]}", "seed5", ""),
        ("epoch1", "{markers: 4, bonus: 1, favourable: [meadow], unfavourable: [plain]}", "published4", "no_terrain_twice"),
        ("epoch1", "{markers: 4, bonus: 1, favourable: [forest], unfavourable: [mountain, plain]}", "seed5", ""),
        ("epoch1", "{markers: 4, bonus: 1, favourable: [desert], unfavourable: [desert]}", "seed5", "no_terrain_twice"),
        ("epoch1", "{markers: 4, bonus: 1, favourable: [], unfavourable: [desert]}", "seed5", "each_epoch_favours_and_punishes"),
        ("epoch2", "{markers: 3, bonus: 2, favourable: [desert], unfavourable: []}", "seed5", "each_epoch_favours_and_punishes"),
        # CL-19: markers, bonuses and the fifth epoch may be given only as they are.
        ("epoch1", "{markers: 3, bonus: 1, favourable: [meadow], unfavourable: [mountain]}", "seed5", "the_chips_stand"),
        ("epoch2", "{markers: 3, bonus: 3, favourable: [mountain], unfavourable: [desert]}", "seed5", "the_bonuses_stand"),
        ("epoch5", "{markers: 1, bonus: 5, favourable: [plain], unfavourable: []}", "seed5", "the_last_epoch_favours_all"),
        ("epoch5", "{markers: 1, bonus: 1, favourable: [plain, meadow, desert, mountain, forest], unfavourable: []}", "seed5", "the_bonuses_stand"),
    ],
)  # fmt: skip
def test_a_table_of_ones_own(tmp_path: Path, row: str, changed: str, scheme: str, refused: str) -> None:
    assert start(tmp_path, row, changed, terrain_scheme=scheme) == refused
