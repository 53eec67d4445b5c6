"""``ludwright perft``."""

import click

from interpreter.front.match_options import (
    chosen_options,
    json_option,
    load_game,
    match_options,
    seed_option,
)


@click.command(
    "perft", epilog="\b\nExample:\n  ludwright perft GAME --depth 5", short_help="count move sequences"
)
@click.argument("game")
@click.option("--depth", type=click.IntRange(1, 1000), required=True, metavar="D", help="How many moves.")
@match_options
@seed_option("0", " The set-up may depend on it.")
@json_option
def command(
    game: str, depth: int, players: int | None, options: tuple[str, ...], seed: str, as_json: bool
) -> None:
    """Count the sequences of 1, 2, ... D whole moves from the start of a match.

    Forced moves count as moves, chance multiplies by its distinct outcomes, and a sequence that ends
    the match early is not counted at a greater depth.
    """
    from interpreter.front.paint import print_json, say
    from interpreter.study.perft import move_counts

    found = move_counts(load_game(game), depth, players, chosen_options(options), seed)
    if as_json:
        print_json(found)
        return
    counts = [int(str(count)) for count in _list(found["counts"])]
    digits = max(len(f"{count:,}") for count in counts)
    for number, count in enumerate(counts, 1):
        say(f"{number:>{len(str(depth))}}  {count:>{digits},}")


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value
