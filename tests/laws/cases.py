"""The games that the laws are tried on, and positions in them that hypothesis draws."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from interpreter import Game, Move, State, load
from interpreter.api.files import shipped
from interpreter.engine.machine import Engine
from interpreter.engine.state import Forced, start
from interpreter.players.random_player import RandomPlayer
from tests.tables import first_seats, may_start, module_sets, open_options, seats, varied

HERE = Path(__file__).parent / "games"
SHIPPED = shipped()
OWN = tuple(sorted(path.stem for path in HERE.glob("*.yaml")))
GAMES = (*SHIPPED, *OWN)
"""Every shipped ruleset, and small ones of our own that are richer in secrets and chance."""

MOST_MOVES = 400
"""Legal moves of one decision that a law looks at."""

SHORT = 60
"""Decisions after which the laws stop a match of a game whose matches are long; whole matches of it are
played by playouts, in a fraction of the time.
"""

SHORTER = 24
"""The same for games with modules, of which many programs are made."""

MANY = 12
"""Cases of a game beyond which not each number of players is tried with each option."""

LAW = settings(
    deadline=None,
    derandomize=True,
    max_examples=16,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


@cache
def game(name: str) -> Game:
    """A game by the name of its ruleset."""
    found = load(name if name in SHIPPED else str(HERE / f"{name}.yaml"))
    assert found.game is not None, found.diagnostics
    return found.game


FEW = settings(LAW, max_examples=2)
"""What a law tries of a game whose matches are long."""

MORE = settings(LAW, max_examples=200, derandomize=False)
"""What the slow laws try, and what of a game whose matches are long."""
MORE_OF_LONG = settings(MORE, max_examples=20)

DEAR = frozenset({"amazons", "breakthrough", "connect-four", "gomoku", "hex", "kalah", "reversi", "yuan"})
"""Games whose matches are not that long, but have many moves or much to look at before each."""


@cache
def is_long(name: str) -> bool:
    """Whether matches of a game are long, or dear; asked by tests that run, since it takes its program."""
    return name in DEAR or game(name).engine(2, {}).program.longest >= 1000


@dataclass(frozen=True)
class Case:
    """A match that can be started: a game, how many play it, every option, and the seed."""

    name: str
    players: int
    options: tuple[tuple[str, str], ...]
    seed: int

    @property
    def whole(self) -> Engine:
        """The game as it is."""
        return game(self.name).engine(self.players, dict(self.options))

    @property
    def engine(self) -> Engine:
        """The game as the laws walk it: stopped early where its matches are long."""
        return shortened(self.name, self.players, self.options) if is_long(self.name) else self.whole

    def start(self, forced: Forced = "take") -> State:
        return start(self.engine, self.seed, forced=forced)


@cache
def shortened(name: str, players: int, options: tuple[tuple[str, str], ...]) -> Engine:
    """The engine of a game whose matches stop after `SHORT` decisions."""
    longest = SHORTER if game(name).modules else SHORT
    return Engine(replace(game(name).engine(players, dict(options)).program, longest=longest))


@cache
def few_made(name: str) -> tuple[Case, ...]:
    """Of a game with long matches, whose programs are dear: a few cases, and two with all options drawn."""
    there, lots, found = game(name), random.Random(f"few {name}"), some_cases(name)
    for _ in range(2 if there.options else 0):
        options = {one.name: lots.choice(one.values) for one in there.options}
        found.append(Case(name, lots.choice(seats(there, options)), tuple(options.items()), 0))
    return tuple(dict.fromkeys(found))


@cache
def made_before(name: str) -> tuple[Case, ...]:
    """Of a game with modules, whose programs are dear: each set of modules, with the other options as they
    are and with one of them changed.
    """
    there, lots, found = game(name), random.Random(name), list(all_cases(name))
    for case in list(found):
        chosen = dict(case.options)
        on = frozenset(option for option, value in case.options if value == "true")
        other = lots.choice([one for one in open_options(there, on) if one.module in {"", *on}])
        chosen[other.name] = lots.choice([value for value in other.values if value != chosen[other.name]])
        if may_start(there, case.players, chosen):
            found.append(replace(case, options=tuple(chosen.items())))
    return tuple(found)


@st.composite
def cases(draw: st.DrawFn, name: str, any_options: bool = False) -> Case:
    """Any number of players, any values of the options, any seed; with modules one of a few such choices,
    and of a game whose matches are long too, unless ``any_options`` are wanted.
    """
    there = game(name)
    if there.modules or (is_long(name) and not any_options):
        made = made_before(name) if there.modules else few_made(name)
        return replace(draw(st.sampled_from(made)), seed=draw(st.integers(0, 2**64 - 1)))
    options = {one.name: draw(st.sampled_from(one.values)) for one in there.options}
    least, most = there.player_range(options)
    players = draw(st.integers(least, most))
    return Case(name, players, tuple(options.items()), draw(st.integers(0, 2**64 - 1)))


def walk(state: State, lots: random.Random) -> Iterator[State]:
    """A random match from a state on: every state at rest, the first and the last too."""
    yield state
    while not state.is_over:
        state = step(state, lots)
        yield state


def next_player(state: State, lots: random.Random) -> int:
    """Who chooses next; where several choose at once, any of them."""
    return state.to_move[0] if len(state.to_move) == 1 else lots.choice(state.to_move)


def is_made(before: State, after: State, player: int) -> bool:
    """Whether a player's move became whole between two states."""
    return after.taken != before.taken or player in after.may_change


def step(state: State, lots: random.Random) -> State:
    """The state after a legal whole move, each as likely."""
    player = next_player(state, lots)
    return state.apply(player, any_move(state, player, lots))


def any_move(state: State, player: int, lots: random.Random) -> str:
    """The text of a legal whole move at random; made by small choices where nobody lists them all."""
    return RandomPlayer(lots.getrandbits(64)).choose(state, player)


def some_moves(state: State, player: int) -> list[Move]:
    """The legal whole moves, or as many of the first as anybody wants to look at."""
    return list(islice(state.legal(player), MOST_MOVES))


@st.composite
def positions(draw: st.DrawFn, name: str, forced: Forced = "take") -> State:
    """A state on the way of a random match; the last one is likely too."""
    case = draw(cases(name))
    lots = random.Random(draw(st.integers(0, 2**32 - 1)))
    states = list(islice(walk(case.start(forced), lots), draw(st.integers(1, 80))))
    if states[-1].is_over and draw(st.integers(0, 3)):
        return states[draw(st.integers(0, len(states) - 1))]
    return states[-1]


def plain_case(name: str, seed: int = 1) -> Case:
    """The most players, with the options as they are."""
    there = game(name)
    most = max(there.players)
    return Case(name, most, tuple(there.chosen({}).items()), seed + most)


def all_cases(name: str, seed: int = 1) -> list[Case]:
    """Each number of players with the options as they are, and each value of each option once.

    Of a game with modules, whose programs are dear: the most players with the options as they are, and each
    set of modules that can be on together. Of a game with long matches that would have many cases, each value
    of an option with one number of players, in turn.
    """
    there = game(name)
    sets: list[dict[str, str]] = [dict.fromkeys(sorted(on), "true") for on in module_sets(there)]
    found = []
    for options in sets if there.modules else varied(there):
        chosen = there.chosen(options)
        if there.modules:
            counts = (first_seats(there, chosen) if options else max(there.players),)
        else:
            counts = seats(there, chosen)
        found.extend(Case(name, n, tuple(chosen.items()), seed + n) for n in counts)
    found = list(dict.fromkeys(found))
    if is_long(name) and not there.modules and len(found) > MANY:
        return [*found[: len(seats(there, {}))], *_one_number_each(found, seats(there, {}))]
    return found


def _one_number_each(cases: list[Case], counts: tuple[int, ...]) -> Iterator[Case]:
    """Of the cases with each changed option the one with the next number of players."""
    changed = list(dict.fromkeys(case.options for case in cases[len(counts) :]))
    for number, options in enumerate(changed):
        yield next(
            one for one in cases if (one.options, one.players) == (options, counts[number % len(counts)])
        )


def some_cases(name: str) -> list[Case]:
    """All of them; of a game whose matches are long the first with the options as they are, and a few others,
    found without a program for each of all.
    """
    there = game(name)
    if not is_long(name) or there.modules:
        return all_cases(name)
    found: list[Case] = []
    for case in _in_any_order(name):
        if len(found) < 3 and may_start(there, case.players, dict(case.options)):
            found.append(case)
    return found


def _in_any_order(name: str) -> Iterator[Case]:
    """Cases of a game, the fewest players with the options as they are first; not all of them can start."""
    there, found = game(name), list[Case]()
    for options in map(there.chosen, varied(there)):
        least, most = there.player_range(options)
        found += [Case(name, n, tuple(options.items()), 1 + n) for n in range(least, most + 1)]
    first, *others = dict.fromkeys(found)
    yield first
    yield from random.Random(name).sample(others, len(others))
