"""A match from its first choice to its end or to where it is left: turns, words, bots, hand-over."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from itertools import islice
from typing import TYPE_CHECKING

from interpreter.core.ir import Draw, DrawBag, Program, Together
from interpreter.engine.errors import RulesError
from interpreter.engine.events import Drawn, Move, Told
from interpreter.front.match.keeper import Keeper
from interpreter.front.match.keyboard import Keyboard
from interpreter.front.match.prompt import Left, Prompt
from interpreter.front.match.screen import Screen
from interpreter.front.match.turn import Turn
from interpreter.front.match_options import HUMAN
from interpreter.front.paint import say
from interpreter.players.player import Player
from interpreter.record.errors import RecordError
from interpreter.record.match import Match

if TYPE_CHECKING:
    from interpreter.api.game import Game


class Ending(Enum):
    """How a session came to its end."""

    OVER = auto()
    LEFT = auto()


@dataclass(frozen=True, slots=True)
class Pace:
    """How bots are watched: ``delay`` seconds after each move, the position after every ``every`` moves."""

    delay: float
    every: int


class Session:
    """One match, with whoever sits at its seats ("human" or the name of a player of ours)."""

    def __init__(
        self, game: "Game", match: Match, seats: tuple[str, ...], bot: Callable[[int], Player],
        screen: Screen, keeper: Keeper, pace: Pace,
    ) -> None:  # fmt: skip
        self.game = game
        self.match = match
        self.screen = screen
        self.keeper = keeper
        self.keyboard = Keyboard()
        self.humans = tuple(number for number, name in enumerate(seats, 1) if name == HUMAN)
        self._bot_of = bot
        self._pace = pace
        self._must_hide = must_hide(match, seats)
        self._at_keyboard: int | None = None
        self._moves_seen = 0

    @property
    def viewer(self) -> int | None:
        """Whose eyes the screen is for when nobody's turn decides it: the only human's, else nobody's."""
        return self.humans[0] if len(self.humans) == 1 else None

    def run(self) -> Ending:
        """Play until the match is over or left.

        Raises: RulesError, with what was played so far saved where a file was named.
        """
        if not self.humans:
            self.screen.board(None)
            say()
        try:
            while self._goes_on():
                pass
        except Left:
            return Ending.LEFT
        except RulesError:
            self.save_where_named()
            raise
        return Ending.OVER

    def _goes_on(self) -> bool:
        """Play one move, or say how the match ended; false when nobody wants to go on.

        Raises: Left, RulesError.
        """
        if not self.match.state.to_move:
            self._over()
            return self._afterwards()
        player = self.match.state.to_move[0]
        if player in self.humans:
            self._human(player)
        else:
            self._bot(player)
        return True

    def save_where_named(self) -> None:
        """Save if a file was named; say why not where that fails."""
        if self.keeper.path is None or self.keeper.is_saved:
            return
        try:
            self.keeper.save()
        except RecordError as error:
            say(f"not saved: {error}")

    # -- players ---------------------------------------------------------------------------------------

    def _bot(self, player: int) -> None:
        move = self._bot_of(player).choose(self.match.state.alone(player), player)
        self.match.apply(player, move)
        if self.humans:
            return
        self.screen.last_step(None)
        self._moves_seen += 1
        if self._pace.every and self._moves_seen % self._pace.every == 0 and self.match.state.to_move:
            say()
            self.screen.tables(None)
            say()
        if self._pace.delay:
            time.sleep(self._pace.delay)

    def _human(self, player: int) -> None:
        """One turn of a human. Through a pipe nobody looks, so a line alone parts the players.

        Raises: Left.
        """
        if self._must_hide and self._at_keyboard != player:
            self._at_keyboard = None
            if not self.keyboard.is_live:
                say(f"── {self.match.engine.seats.name(player)} ──")
            elif not self._handed_over(player):
                return
            self._at_keyboard = player
        Turn(self, player).run()
        # After each move of a human, so that nothing is lost whatever happens.
        self.save_where_named()

    def is_kept(self, player: int, move: Move | str) -> bool:
        """Whether a player who chooses unseen by others at the keyboard stays with a move: once the keyboard
        is handed over it can't be taken back.

        Raises: Left.
        """
        if not (self._must_hide and self.match.state.together and self.keyboard.is_live):
            return True
        if self.match.state.refusal(player, move) is not None:
            return True  # making it will tell why not
        text = self.keyboard.ask(f"{move}: Enter keeps it, any word chooses anew> ")
        if text is None:
            raise Left
        return not text

    def _handed_over(self, player: int) -> bool:
        """Whether a player sits at the keyboard now; false where moves were taken back instead.

        Raises: Left.
        """
        self.keyboard.hide()
        opening = HandOver(self)
        opening.ask_until_done(lambda: f"hand over to {self.match.engine.seats.name(player)}, press Enter ")
        return opening.is_open

    # -- taking back -------------------------------------------------------------------------------------

    def undo(self, count: int = 1, *, is_hidden: bool = False) -> str | None:
        """Go back to the choice that a human had ``count`` moves ago; why not, where that can't be.

        Where the screen ``is_hidden``, choices that several make at once can be taken back until all are in.
        """
        back = self._earlier_choice(count)
        if back is None:
            several = f"there are no {count} moves to take back"
            return several if count > 1 else "there is nothing to take back"
        if len(self.humans) > 1:
            why = self._revealed_since(back)
            if why is not None and not (is_hidden and self._is_open_since(back)):
                return f"it can't be taken back: {why}"
        while len(self.match.states) > back + 1:
            self.match.undo()
        self.screen.forget_undone()
        return None

    def _earlier_choice(self, count: int) -> int | None:
        """The number of the ``count``-th state before this one where a human had to choose."""
        earlier = range(len(self.match.states) - 2, -1, -1)
        choices = (at for at in earlier if set(self.match.states[at].to_move[:1]) & set(self.humans))
        return next(islice(choices, count - 1, None), None)

    def _is_open_since(self, number: int) -> bool:
        """Whether since a state only choices were made that others make too, and those are not all in."""
        before, now = self.match.states[number], self.match.state
        return bool(now.together) and before.together == now.together and before.taken == now.taken

    def _revealed_since(self, number: int) -> str | None:
        """What came to light after a state: through chance, because the rules showed it, or because several
        have chosen at once.
        """
        if any(state.together for state in self.match.states[number:-1]):
            return "others have chosen since, unseen"
        events = self.match.engine.program.events
        for trail in self.match.trails[number + 1 :]:
            for one in trail:
                if isinstance(one, Drawn):
                    return "chance has fallen since"
                if isinstance(one, Told) and events[one.event].kind == "reveal":
                    return "something hidden was shown since"
        return None

    # -- the end -----------------------------------------------------------------------------------------

    def _over(self) -> None:
        result = self.match.result
        assert result is not None
        if self.humans:
            self.screen.news(self.viewer)
        say()
        self.screen.board(self.viewer)
        self.screen.result(result)

    def _afterwards(self) -> bool:
        """Let somebody at the keyboard look back, save or take back; whether the match goes on."""
        if not (self.humans and self.keyboard.is_live):
            return False
        after = _After(self)
        try:
            after.ask_until_done(lambda: "save, log, board, undo, or Enter to leave> ")
        except Left:
            return False
        return bool(self.match.state.to_move)


class HandOver(Prompt):
    """The prompt in front of a hidden screen: an empty line opens it, and no word shows a secret."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, None)
        self.is_open = False
        self.is_hidden = True
        shown = ("log", "undo", "quit")
        self.words = {name: word for name, word in self.words.items() if name in shown}
        self.words["?"] = (lambda _: self.help({"Enter": "show the screen of that player"}), "this help")

    def other(self, text: str) -> None:
        """Open at an empty line, ask again at any other."""
        if text:
            say("only an empty line shows the screen; `?` shows what can be typed")
        else:
            self.is_open = self.is_done = True


class _After(Prompt):
    """The prompt when the match is over: an empty line leaves."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, session.viewer)
        self.words["?"] = (lambda _: self.help({}), "this help")

    def other(self, text: str) -> None:
        """Leave at an empty line."""
        if text:
            super().other(text)
        else:
            self.is_done = True


def must_hide(match: Match, seats: tuple[str, ...]) -> bool:
    """Whether those who share the keyboard may not see each other's screen."""
    return seats.count(HUMAN) > 1 and has_secrets(match.engine.program)


def has_secrets(program: Program) -> bool:
    """Whether some player may know what another may not."""
    if any(one.seen != "all" for one in program.components):
        return True
    if any(isinstance(one, Together) for one in program.decisions):
        return True
    stages = (stage for one in program.decisions for part in one.alternatives for stage in part.stages)
    if any(stage.hidden for stage in stages):
        return True
    ends = (block.end for block in program.blocks)
    return any(isinstance(end, Draw | DrawBag) and end.seen is not None for end in ends)
