"""A game: a ruleset that may be played, for any number of players and options that it allows."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.core.ir import Program
from interpreter.engine.policy import Policy
from interpreter.record.starting import Options, StartError
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.suggest import nearest

# What plays is imported by who plays: many games are played without any of it.
if TYPE_CHECKING:
    from interpreter.api.doubts import Lints
    from interpreter.backends.choosing import Name
    from interpreter.engine.chance import Chance
    from interpreter.engine.machine import Engine
    from interpreter.engine.state import Forced
    from interpreter.record.match import Match
    from interpreter.study.report import Report


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option as a player is offered it: its values in order, and the one that holds if none is said.

    ``kind`` is "flag", "words" or "number". ``cites`` are the statements that it encodes. ``module`` is the
    switch of the module to which it belongs, "" for an option of the game itself.
    """

    name: str
    kind: str
    values: tuple[str, ...]
    default: str
    help: str
    cites: tuple[str, ...]
    module: str = ""


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a game before it is lowered. ``limits`` name the options that bound the players,
    ``picture`` is what the picture file is called among its files, ``extends`` is the game that a variant
    changes.
    """

    name: str
    title: str
    help: str
    least: int
    most: int
    limits: tuple[str, str]
    options: tuple[OptionInfo, ...]
    document: str
    picture: str
    longest: int
    extends: str = ""


class Maker(Protocol):
    """Gives the program for one number of players and one choice of options; ``on`` are its modules."""

    def program(self, players: int, options: dict[str, str], on: frozenset[str]) -> Program:
        """The program; from the cache where it lies there."""

    def about(self, on: frozenset[str]) -> About:
        """What is known of the game with some modules on.

        Raises: StartError for modules that can't be on together.
        """

    def checked(self, on: frozenset[str]) -> Any:
        """The checked ruleset, for tools that read the author's sentences.

        Raises: StartError for modules that can't be on together.
        """

    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong with the ruleset, whatever modules are on; it is read anew."""

    def every(self) -> tuple[Any, ...]:
        """The checked ruleset with each set of modules that is tried when it is validated."""

    def lints(self) -> "Lints":
        """What is doubtful in the ruleset, whatever modules are on."""


class Game:
    """A ruleset without errors. Numbers of players are 1..n, options as `options` lists them."""

    def __init__(self, about: About, maker: Maker) -> None:
        self.about = about
        self._maker = maker
        self._programs: dict[tuple[int, tuple[tuple[str, str], ...]], Program] = {}
        self._engines: dict[int, Engine] = {}

    @property
    def name(self) -> str:
        """The game's id."""
        return self.about.name

    @property
    def title(self) -> str:
        """The game's title."""
        return self.about.title

    @property
    def players(self) -> tuple[int, int]:
        """The least and the most players with the options as they are if nothing is said."""
        return self.player_range({})

    @property
    def options(self) -> tuple[OptionInfo, ...]:
        """The options, in the order of the ruleset."""
        return self.about.options

    def player_range(self, options: Options) -> tuple[int, int]:
        """The least and the most players under these options.

        Raises: StartError E920, and for modules that can't be on together.
        """
        chosen = self.chosen(options)
        about = self.about_of(chosen)
        ends = []
        for end, name in zip((about.least, about.most), about.limits, strict=True):
            ends.append(int(chosen[name]) if name else end)
        return ends[0], ends[1]

    def chosen(self, options: Options) -> dict[str, str]:
        """A value for every option, in the order of the ruleset.

        Raises: StartError E920 for an option or a value that there is not.
        """
        known = {option.name: option for option in self.about.options}
        for name in options:
            if name not in known:
                near = nearest(name, known)
                hint = f"did you mean `{near}`?" if near else None
                raise StartError("E920", f"`{self.name}` has no option `{name}`", hint)
        chosen = {}
        for option in self.about.options:
            value = options.get(option.name, option.default)
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if text not in option.values:
                hint = f"it is one of {', '.join(option.values)}"
                raise StartError("E920", f"the option `{option.name}` can't be `{text}`", hint)
            chosen[option.name] = text
        for option in self.about.options:
            is_off = bool(option.module) and chosen[option.module] != "true"
            if is_off and option.name != option.module and chosen[option.name] != option.default:
                message = f"the option `{option.name}` belongs to the module `{option.module}`, which is off"
                raise StartError("E920", message, f"switch it on with `--option {option.module}`")
        return chosen

    @property
    def modules(self) -> tuple[str, ...]:
        """The options that switch modules on."""
        return tuple(option.name for option in self.about.options if option.name == option.module)

    def on(self, options: Options) -> frozenset[str]:
        """The modules that are on under these options; what is not said is as if nothing were said.

        Raises: StartError E920.
        """
        if not self.modules:
            return frozenset()
        chosen = self.chosen(options)
        return frozenset(name for name in self.modules if chosen[name] == "true")

    def about_of(self, options: Options) -> About:
        """What is known of the game under these options.

        Raises: StartError E920, and for modules that can't be on together.
        """
        on = self.on(options)
        return self._maker.about(on) if on else self.about

    def default_players(self, options: Options) -> int:
        """The number of players if nothing is said: the most that the options allow, up to 4."""
        least, most = self.player_range(options)
        return max(least, min(most, 4))

    def program(self, players: int | None = None, options: Options | None = None) -> Program:
        """The core program.

        Raises: StartError E920, E921.
        """
        chosen = self.chosen(options or {})
        count = self.default_players(chosen) if players is None else players
        least, most = self.player_range(chosen)
        if not least <= count <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            raise StartError("E921", f"`{self.name}` is for {wanted} players, not for {count}")
        key = count, tuple(chosen.items())
        program = self._programs.get(key)
        if program is None:
            program = self._programs[key] = self._maker.program(count, chosen, self.on(chosen))
        return program

    def engine(self, players: int | None = None, options: Options | None = None) -> "Engine":
        """The executor for a number of players and options.

        Raises: StartError E920, E921.
        """
        from interpreter.engine.machine import Engine

        program = self.program(players, options)
        engine = self._engines.get(id(program))
        if engine is None:
            engine = self._engines[id(program)] = Engine(program)
        return engine

    def start(
        self, players: int | None = None, seed: "int | str" = 0, options: Options | None = None, *,
        forced: "Forced" = "take", chance: "Chance | None" = None,
    ) -> "Match":  # fmt: skip
        """A new match; the same seed gives the same match, on every machine and in every year.

        Raises: StartError for players, options or tables that the game refuses; RulesError.
        """
        from interpreter.engine.rng import seed_of
        from interpreter.record.match import Match

        engine = self.engine(players, options)
        self.demand_checks(engine.program)
        return Match(engine, seed_of(str(seed)), forced=forced, chance=chance)

    def playouts(
        self, games: int, seed: "int | str" = 0, jobs: int = 1, *, players: int | None = None,
        options: Options | None = None, policy: Policy = "auto", executor: "Name" = "auto",
    ) -> "Report":  # fmt: skip
        """Many games played at random and added up; ``jobs`` threads or processes, which change no figure.

        Plays natively where that is worth it and there is a C compiler, unless another executor is named.

        Raises: StartError for players, options or tables that the game refuses; RulesError; NoCompiler,
        Unsupported where "native" is named and cannot be.
        """
        from interpreter.study.simulate import simulate

        program = self.program(players, options)
        self.demand_checks(program)
        return simulate(program, games, seed, jobs, policy, executor=executor)

    def demand_checks(self, program: Program) -> None:
        """Every check of the ruleset must hold.

        Raises: StartError E922.
        """
        if not program.checks:
            return
        from interpreter.engine.closures import Closures
        from interpreter.engine.layout import Layout

        closures, slots = Closures(program), list(Layout(program).start)
        for check in program.checks:
            if not closures.expr(check.test)(slots):
                message = check.otherwise or f"the check `{check.name}` fails"
                place = program.places[check.place]
                where = f"{place.file}:{place.line}" + (f" [{', '.join(place.cites)}]" if place.cites else "")
                raise StartError("E922", f"{message} for these options", f"`{check.name}` at {where}")

    def checked(self, options: Options | None = None) -> Any:
        """The checked ruleset (`api.front_end.Checked`), for tools that read the author's sentences.

        Raises: StartError E920, and for modules that can't be on together.
        """
        return self._maker.checked(self.on(options or {}))

    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong with the ruleset, read anew: with its modules off, and with each set of
        them that is validated. What is there only with modules on says with which.
        """
        return self._maker.findings()

    def every_checked(self) -> tuple[Any, ...]:
        """The checked ruleset with its modules off, and with each set of them that is validated and sound."""
        return self._maker.every()

    def lints(self, untested: tuple[Diagnostic, ...] | None = None) -> tuple[Diagnostic, ...]:
        """What is no error in the ruleset and yet hardly meant, but for what a remark beside it allows.

        ``untested`` are findings about statements that no scenario tests, if they were looked for.
        """
        return self._maker.lints().findings(untested)
