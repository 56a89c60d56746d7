"""A change of a match is tried on a copy of it first.

The match itself is what the database has. Whoever wants to change it, a coach, a bot, a clock, works on a `Draft`. It
looks at each single action: is it the decision of this seat, and is it on the list? The draft takes the place of the
match when it is written down. One that is refused, or fails, is thrown away with everything in it: the dice that fell
there too, which will fall again the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.dice import DiceSource, ProvableDice
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import is_offered
from dungeonbowl.engine.match import DICE_INPUT, Match, Remembered
from dungeonbowl.engine.refusals import explain

# Words that the engine hears and never lists. They come from the server: conceding by `say`, time from the clock.
WORDS: Final = frozenset(int(word) for word in (actions.CONCEDE, actions.TIME_UP, actions.CALL_TIME))
NOTHING_TO_TAKE_BACK: Final = (
    "a die has fallen or something has come out since the last decision, or there is none to take back"
)
OF_ANOTHER: Final = "the last decision was the other coach's"


class Refusal(Exception):
    """An order that is not followed; the reason is for the coach."""

    def __init__(self, reason: str, stale: bool = False) -> None:
        super().__init__(reason)
        self.stale = stale


class Draft:
    """What would become of a match. `sides` are those that whoever makes it decides for."""

    def __init__(self, match: Match, sides: Sequence[int], names: Sequence[str]) -> None:
        self.match = copied(match)
        self.sides = sides
        self.names = names
        self.side = -1  # who has decided something in it: the rest is that coach's too
        self.kept = len(match.inputs)  # of the inputs; what follows them is new
        self.told = len(match.game.events)
        self.undone: int | None = None
        self.remembered = len(match.history)
        self.made = 0

    @property
    def game(self) -> Game:
        return self.match.game

    # --- what may be done --------------------------------------------------------------------------------------------

    def choose(self, action: int) -> list[Event]:
        """Choose one of the options that are listed; what happened. `Refusal` for anything else."""
        self.check_seat()
        if action not in self.match.options():
            raise Refusal(why_not(self.game, action))
        return self.chosen(action)

    def say(self, word: int) -> None:
        """One of the words that are never listed, if it is heard now. What was said is not taken back."""
        self.check_seat()
        if not hears(self.match, word):
            raise Refusal(explain(self.game, i64(word)))
        self.chosen(word)
        self.bind()

    def answer(self, action: int) -> None:
        """A standing answer, of whichever coach is asked."""
        self.match.choose(action)
        self.made += 1

    def take_back(self, decisions: int) -> None:
        """Undo so many of the last decisions, each of them this coach's."""
        for _ in range(decisions):
            if not self.match.history:
                raise Refusal(NOTHING_TO_TAKE_BACK)
            last = self.match.history[-1]
            if int(last.game.asked) not in self.sides:
                raise Refusal(OF_ANOTHER)
            # the copy is played on; the match that it was made from keeps its own
            self.match.history[-1] = Remembered(last.game.clone(), last.events, last.inputs)
            self.match.take_back()
        self.kept = len(self.match.inputs)
        self.undone = len(self.game.events)
        self.made += decisions

    def bind(self) -> None:
        """What was decided so far is not taken back, as after a die."""
        self.match.history.clear()

    # --- looking -----------------------------------------------------------------------------------------------------

    def is_offered(self, action: int) -> bool:
        """Whether `choose` would take it."""
        return self.is_seated() and action in self.match.options()

    def is_binding(self) -> bool:
        """Whether a die has fallen in it, or something has come out. It must be written down then: whoever is refused
        may not learn from it what the dice would have been."""
        if any(each.kind == DICE_INPUT for each in self.match.inputs[self.kept :]):
            return True
        return self.undone is None and len(self.match.history) != self.remembered + self.made

    def is_seated(self) -> bool:
        """Whether the decision is this coach's: the same who decided the first thing, if several sit together."""
        asked = self.match.asked()
        return asked in self.sides if self.side < 0 else asked == self.side

    def check_seat(self) -> None:
        asked = self.match.asked()
        if asked < 0:
            raise Refusal("the match is over" if self.match.is_over() else "nobody is asked anything now")
        if not self.is_seated():
            raise Refusal(f"it is the decision of {self.names[asked]}")

    def chosen(self, action: int) -> list[Event]:
        self.side = self.match.asked()
        happened = self.match.choose(action)
        self.made += 1
        return happened


def copied(match: Match) -> Match:
    """A match that can be played on without changing this one."""
    copy = Match(match.game.clone(), copied_dice(match.dice))
    copy.inputs = match.inputs[:]
    copy.history = match.history[:]
    copy.game.events = match.game.events[:]
    return copy


def copied_dice(dice: DiceSource) -> ProvableDice:
    """Dice that go on where these are."""
    assert isinstance(dice, ProvableDice)
    copy = ProvableDice(dice.seed, dice.words)
    copy.block = dice.block
    copy.buffer = dice.buffer
    copy.position = dice.position
    return copy


def hears(match: Match, word: int) -> bool:
    """Whether one of the words that are never listed is open now."""
    return word in WORDS and match.asked() >= 0 and bool(is_offered(match.game, i64(word)))


def why_not(game: Game, action: int) -> str:
    """Why something that is not listed is refused."""
    if action == actions.CONCEDE:
        return "conceding is no option: it is said with the order `say`"
    if action in WORDS:
        return "time is no option: only the clock of the match says that it is up"
    return str(explain(game, i64(action)))


def played_again(match: Match, action: int) -> None:
    """Choose what was written down, and remember of it what the match remembered."""
    match.choose(action)
    if action in WORDS:
        match.history.clear()


__all__ = ["NOTHING_TO_TAKE_BACK", "OF_ANOTHER", "WORDS", "Draft", "Refusal", "copied", "hears", "played_again"]
