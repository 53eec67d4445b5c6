"""One turn of a human: the numbered choices, typed moves, and the words that help to choose."""

import secrets
from typing import TYPE_CHECKING

from interpreter.draw.ink import BOLD, aligned, line
from interpreter.engine.errors import Refusal
from interpreter.engine.events import Move
from interpreter.engine.state import ACTION, State
from interpreter.front.match.offer import (
    MOST,
    Offer,
    Reading,
    Staged,
    Whole,
    actions_at,
    actions_of,
    begun,
    choice_number,
    choices,
    continuations,
    fitting_moves,
    is_whole,
    numbered,
    offer_of,
    read,
    refusal_at,
    whole_move,
)
from interpreter.front.match.prompt import Prompt
from interpreter.front.match.ruled_out import ruled_out
from interpreter.front.paint import say, show, show_folded
from interpreter.front.reason_lines import reason_lines
from interpreter.front.why_lines import of_turn, refusal_lines, why_lines
from interpreter.players.random_player import RandomPlayer
from interpreter.text.suggest import nearest

if TYPE_CHECKING:
    from interpreter.front.match.session import Session

_NOTES = {
    "a number": "the choice with that number",
    "a move": "as it is written, whole or only its beginning: what fits is shown, or made if only one does",
}


class Turn(Prompt):
    """Asks a human until a move is made or one is taken back.

    ``at`` is the state with the stages chosen so far; the match itself moves on by whole moves only.
    """

    def __init__(self, session: "Session", player: int) -> None:
        super().__init__(session, player)
        self.player = player
        self.seats = session.match.engine.seats
        self.at = session.match.state.alone(player)
        self.offer: Offer = offer_of(self.at, player)
        self.page = 0
        self._before: list[tuple[State, Offer]] = []
        self.open_words.add("why")
        self.words = {
            "?": (lambda _: self._show_help(), "this help and what can be chosen"),
            "moves": (lambda _: self.show_offer(), "what can be chosen"),
            "more": (lambda _: self._more(), "the next page of it"),
            "back": (lambda _: self._back(), "choose the last part of the move anew"),
            "hint": (lambda _: self._hint(), "some legal move"),
            "why": (self._why, "why MOVE: why it is legal or not; why PHRASE: what it comes to"),
            **self.words,
        }

    def run(self) -> None:
        """Show what is new and ask.

        Raises: Left.
        """
        screen, keyboard = self.session.screen, self.session.keyboard
        if screen.news(self.player):
            say()
        screen.at_turn(self.player)
        self.show_offer()
        keyboard.completer = lambda line: continuations(self.at, self.player, line)
        try:
            self.ask_until_done(self._prompt)
        finally:
            keyboard.completer = lambda _: ()

    def _prompt(self) -> str:
        made = begun(self.at, self.player)
        name = self.at.name_of(self.player)
        return f"{name} {made}> " if made else f"{name}> "

    def show_offer(self) -> None:
        """The numbered choices."""
        self.session.screen.offer(self.player, self.offer, begun(self.at, self.player), self.page)

    # -- what is typed ---------------------------------------------------------------------------------

    def is_taken(self, word: str) -> bool:
        """Whether a word is an action or a value that can be chosen now."""
        view = self.at.stage(self.player)
        return word in view.values or word == view.action

    def other(self, text: str) -> None:
        """A number, a move or the beginning of one."""
        if not text:
            self.show_offer()
        elif not self._picks(text):
            self._typed(text)

    def _picks(self, text: str) -> bool:
        """Whether a line is the number of a choice; then it is made."""
        if not (text.isascii() and text.isdecimal() and len(text) < 9):
            return False
        number = int(text)
        match self.offer:
            case Whole(moves=moves):
                if not 1 <= number <= len(moves):
                    say(f"there is no choice {number}, the last is {len(moves)}")
                else:
                    self._make(moves[number - 1])
                return True
            case Staged(plain=True):
                return False
            case Staged(values=values):
                if not 1 <= number <= len(values):
                    say(f"there is no choice {number}, the last is {len(values)}")
                else:
                    self._choose(values[number - 1])
                return True

    def _choose(self, value: str) -> None:
        move = whole_move(self.at, self.player, value)
        if move is not None:
            self._make(move)
            return
        self._before.append((self.at, self.offer))
        self.at = self.at.choose(self.player, value)
        self._offer_anew()

    def _typed(self, text: str) -> None:
        text = self._of_this_player(text)
        reading = read(self.at, self.player, text)
        if reading.state is None and reading.move is None and self.at.has_begun(self.player):
            reading = read(self._anew(), self.player, text)
        found = fitting_moves(reading, self.player, MOST + 1)
        if len(found) == 1:
            self._make(found[0])
        elif found and reading.state is not None:
            self._narrow(reading, found)
        else:
            self._refuse(text)

    def _narrow(self, reading: Reading, found: list[Move]) -> None:
        """Offer what a text may still become."""
        assert reading.state is not None
        self._before.append((self.at, self.offer))
        self.at = reading.state
        if len(found) <= MOST:
            self.offer = Whole(tuple(found))
        else:
            whole = offer_of(self.at, self.player)
            assert isinstance(whole, Staged)
            self.offer = Staged(whole.name, reading.fits, whole.count, whole.plain)
        self.page = 0
        self.show_offer()

    def _refuse(self, text: str) -> None:
        """Say why a text is no legal move."""
        state, made = self.session.match.state, begun(self.at, self.player)
        first = text.split()[0]
        if self._is_action_elsewhere(first):
            # Its decision is another one: what is to be decided now is said by the refusal.
            show_folded(refusal_lines(state.refusal(self.player, text) or Refusal(ACTION, text)))
            return
        whole = text if not made or self._is_action(first) else f"{made} {text}"
        refusal = state.refusal(self.player, whole)
        if refusal is None:  # a move whose stages are written in a way that `read` does not follow
            self._make(whole)
            return
        if not is_whole(state, whole):
            refusal = refusal_at(state, self.player, whole) or refusal
            refusal = ruled_out(state, self.player, whole, refusal)
            if not self._is_action(first) and (refusal.reason == ACTION or nearest(first, self.known())):
                super().other(text)
                return
        show_folded(refusal_lines(refusal))

    def known(self) -> list[str]:
        """The words that a line may begin with: ours, and the actions."""
        return [*super().known(), *actions_at(self.session.match.state)]

    def _of_this_player(self, text: str) -> str:
        """A move without the name of the player at its turn, which logs print before it."""
        first, _, rest = text.partition(" ")
        return rest.strip() if rest.strip() and self.seats.named(first) == self.player else text

    def _is_action_elsewhere(self, word: str) -> bool:
        return not self._is_action(word) and word in actions_of(self.session.match.engine.program)

    def _is_action(self, word: str) -> bool:
        return word in actions_at(self.session.match.state)

    def _make(self, move: Move | str) -> None:
        if not self.session.is_kept(self.player, move):
            self._begin_again()
            return
        try:
            self.session.match.apply(self.player, move)
        except Refusal as refusal:
            show_folded(refusal_lines(refusal))
            return
        self.is_done = True

    # -- words -----------------------------------------------------------------------------------------

    def _show_help(self) -> None:
        self.help(_NOTES)
        self._show_actions()
        self.show_offer()

    def _show_actions(self) -> None:
        """What the actions of this decision do, where the author says it."""
        program = self.session.match.engine.program
        declared = self.session.game.checked(dict(program.options)).world.ruleset.actions
        known = (name for name in actions_at(self.session.match.state) if name in declared)
        helps = {name: declared[name].head.help for name in known}
        rows = [[((name, BOLD),), line(text)] for name, text in helps.items() if text]
        if rows:
            show([(), *aligned(rows)])

    def _more(self) -> None:
        each = self.session.screen.per_page(self.offer) if isinstance(self.offer, Staged) else 1
        pages = -(-len(self.offer.values) // each) if isinstance(self.offer, Staged) else 1
        self.page = (self.page + 1) % pages
        self.show_offer()

    def _back(self) -> None:
        if self._before:
            self.at, self.offer = self._before.pop()
            self.page = 0
        self.show_offer()

    def _anew(self) -> State:
        """The state in which nothing of the move is made, without what others have put down unseen."""
        return self.session.match.state.alone(self.player)

    def _begin_again(self) -> None:
        self.at = self._anew()
        self._before.clear()
        self._offer_anew()

    def _offer_anew(self) -> None:
        self.offer = offer_of(self.at, self.player)
        self.page = 0
        self.show_offer()

    def _hint(self) -> None:
        say(f"hint: {RandomPlayer(secrets.randbits(64)).choose(self.at, self.player)}")

    def _why(self, text: str) -> None:
        example = f"as in `why {next(self.at.legal(self.player))}`"
        player = self.seats.named(text)
        if player is not None and not 1 <= player <= self.session.match.players:
            say(f"there is no player P{player}, the players are {self.seats.known()}")
            return
        if player is not None:
            text = text.partition(" ")[2].strip()
        number = choice_number(text)
        if number is not None:
            chosen = numbered(self.offer, number, begun(self.at, self.player))
            if chosen is None:
                say(f"there is no choice {number}, the last is {choices(self.offer)}")
                return
            text = chosen
        if not text:
            say(f"say which move, {example}")
            return
        if number is not None and isinstance(self.offer, Staged) and not is_whole(self.at, text):
            say(f"`{text}` can be chosen, and `why` is asked about a whole move, {example}")
            return
        player = player or self.player
        from interpreter.study.why import why  # reads the ruleset anew, which takes a moment

        state = self.session.match.state
        if player == self.player and self._tells_value(text):
            return
        found = why(self.session.game, state, player, text, viewer=self.player)
        show_folded(why_lines(of_turn(found, state)))

    def _tells_value(self, text: str) -> bool:
        """Whether a text is a phrase and no move; then what it comes to is shown, as this player may know."""
        program = self.session.match.engine.program
        if text.split()[0] in actions_of(program) or is_whole(self.at, text):
            return False
        from interpreter.study.asked_phrase import asked_phrase
        from interpreter.study.explainer import Explainer

        state = self.session.match.state.alone(self.player)
        explainer = Explainer(self.session.game, state.engine, self.player)
        found = asked_phrase(explainer.checked.world, program, text, "why")
        if isinstance(found, tuple):
            return False
        explainer.position.look(state.slots)
        show_folded(reason_lines(explainer.reasons().of(found.expr), "  "))
        return True
